// Compares the same cases in headless Chromium: serves the folder on the loopback address, starts the browser with a page
// that compares them, and waits for its result.
//
//   node browser.mjs FOLDER

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { summary } from "./cases.mjs";

const folder = resolve(process.argv[2] ?? ".");
const names = readdirSync(folder).filter((name) => name.endsWith(".cases")).map((name) => name.slice(0, -6));
const page = `<!doctype html><meta charset="utf-8"><title>cases</title>
<script type="importmap">{"imports": {"packed-data": "/node_modules/packed-data/dist/index.js"}}</script>
<script type="module">
  const post = (text) => fetch("/result", { method: "POST", body: text });
  try {
    const { comparer } = await import("/cases.mjs");
    const compare = comparer(await import("packed-data"));
    const results = [];
    for (const name of ${JSON.stringify(names)}) {
      const text = await (await fetch("/" + name + ".cases")).text();
      results.push(compare(await import("/out/" + name + ".js"), name, text));
    }
    await post(JSON.stringify({ results, agent: navigator.userAgent }));
  } catch (error) {
    await post(JSON.stringify({ error: String(error.stack) }));
  }
</script>`;

const { promise, resolve: done } = (() => {
  let resolve;
  const promise = new Promise((of) => (resolve = of));
  return { promise, resolve };
})();

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  if (request.method === "POST") {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      response.end();
      done(JSON.parse(Buffer.concat(parts).toString()));
    });
    return;
  }
  try {
    const isPage = path === "/";
    const file = path === "/cases.mjs" ? new URL("cases.mjs", import.meta.url) : join(folder, path);
    const type = isPage ? "text/html" : path.endsWith("js") ? "text/javascript" : "text/plain";
    const body = isPage ? page : readFileSync(file);
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const profile = mkdtempSync(join(tmpdir(), "packed-chromium-"));
const flags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`,
];
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = spawn("chromium", [...flags, url], { stdio: "ignore" });
browser.on("error", (error) => done({ error: String(error) }));
const limit = setTimeout(() => done({ error: "the browser has not answered for 300 seconds" }), 300_000);

const { results, error, agent } = await promise;
clearTimeout(limit);
browser.kill();
await new Promise((ended) => (browser.exitCode === null ? browser.once("exit", ended) : ended()));
server.closeAllConnections();
server.close();
rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
if (error !== undefined) throw new Error(error);
const { text, isEqual } = summary(results);
console.log(`${/Chrome\/[\d.]+/.exec(agent)?.[0] ?? agent}: ${text}`);
process.exitCode = isEqual ? 0 : 1;
