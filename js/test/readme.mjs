// Runs the example of the README: its files, its commands and what they print.
//
//   node readme.mjs PACKED FOLDER    PACKED is the folder with the command, FOLDER is made anew

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [packed, folder] = process.argv.slice(2).map((path) => resolve(path));
const js = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(js, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));

/** Returns the only block in a language that matches a pattern. */
function block(language, pattern) {
  const found = blocks.filter((of) => of.language === language && pattern.test(of.text));
  assert.equal(found.length, 1, `${language} ${pattern}`);
  return found[0].text;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "node_modules"), { recursive: true });
symlinkSync(js, join(folder, "node_modules/packed-data"));
for (const name of ["typescript", "@types", ".bin"]) {
  symlinkSync(join(js, "node_modules", name), join(folder, "node_modules", name));
}
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
writeFileSync(join(folder, "drawing.schema"), block("text", /^packed-data schema/));
writeFileSync(join(folder, "drawing.json"), block("json", /shapes/));
writeFileSync(join(folder, "main.ts"), block("ts", /drawing\.js/));

const env = { ...process.env, PATH: packed + delimiter + process.env.PATH };
const run = (commands) => execFileSync("sh", ["-ec", commands], { cwd: folder, env, encoding: "utf8" });
run(block("sh", /^packed pack/));
assert.equal(run(block("sh", /^npx tsc/)), block("text", /^Plan/));

// A changed byte has the error of the README.
run("packed convert drawing.packed changed.bare --to bare");
const bytes = readFileSync(join(folder, "changed.bare"));
bytes[6] = 7;
const { open } = await import(pathToFileURL(join(folder, "drawing.js")).href);
assert.throws(() => open(bytes, { validate: true }), { message: block("text", /^invalid/).trim() });

// The type in Rust is that of the schema.
const normal = (text) => text.replaceAll(/#\[.*?\]|pub |std::collections::|\s/g, "").replaceAll(",}", "}");
const exported = normal(run("packed export drawing.schema --to rust"));
assert.ok(exported.startsWith(normal(block("rust", /struct Drawing/))), exported);
console.log("README: ok");
