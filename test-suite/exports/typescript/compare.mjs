// Reads the cases that `tests/typescript.rs` wrote with the modules that it wrote, and compares values and errors.
//
//   node compare.mjs FOLDER      the folder with NAME.cases, and out/NAME.js, which `tsc` made of NAME.ts

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { comparer, summary } from "./cases.mjs";

const folder = resolve(process.argv[2] ?? ".");
const load = (path) => import(pathToFileURL(join(folder, path)));

const compare = comparer(await load("node_modules/packed-data/dist/index.js"));
const results = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".cases")).sort()) {
  const name = file.slice(0, -".cases".length);
  results.push(compare(await load(`out/${name}.js`), name, readFileSync(join(folder, file), "utf8")));
}
const { text, isEqual } = summary(results);
console.log(`Node ${process.versions.node}: ${text}`);
process.exitCode = isEqual ? 0 : 1;
