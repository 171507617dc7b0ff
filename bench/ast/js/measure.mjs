// From bytes to an answer in JavaScript: the packed tree in place, beside `JSON.parse` of the same tree, and beside the
// tree of oxc-parser.
//
//   node --stack-size=4000 measure.mjs FOLDER FILE.js [--quick]
//
// FOLDER has what the program in ../src wrote with `--out`, and the modules that `tsc` made of it in FOLDER/out. Each task
// begins with bytes: those of the packed tree, the text of the JSON, or what oxc's parser returns, whose tree is made when
// `program` is read. Parsing is in another column, since the raw transfer makes the tree within it. The figure is the least
// time of several rounds, in turn; `--quick` only compares answers.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { parseSync, rawTransferSupported } from "oxc-parser";

import { visitor } from "./walk.mjs";

const [folder, file] = process.argv.slice(2);
const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 1 : 9;
/** Of how many statements of the outermost function one is visited: about a hundredth of the nodes. */
const STRIDE = 30;
const source = readFileSync(file, "utf8");
const json = readFileSync(join(folder, "tree.json"));

const modules = {};
for (const name of ["compact", "indexed"]) {
  const module = await import(pathToFileURL(resolve(folder, "out", `${name}.js`)));
  modules[name] = { module, visit: visitor(module.plan), bytes: new Uint8Array(readFileSync(join(folder, `${name}.bin`))) };
}

/** Calls `onNode` for each node of a tree of ESTree. */
function visitEstree(node, onNode) {
  onNode(node);
  for (const key in node) {
    const part = node[key];
    if (Array.isArray(part)) {
      for (const one of part) if (one !== null && typeof one === "object") visitEstree(one, onNode);
    } else if (part !== null && typeof part === "object" && typeof part.type === "string") {
      visitEstree(part, onNode);
    }
  }
}

/** Calls `onName` for each name in a tree as serde writes it. */
function visitJson(node, onName, key = "") {
  if (Array.isArray(node)) {
    for (const one of node) if (one !== null && typeof one === "object") visitJson(one, onName, key);
    return;
  }
  if ("text" in node && "start" in node && !("end" in node) && key !== "Number" && key !== "BigInt") onName(node);
  for (const key in node) {
    const part = node[key];
    if (part !== null && typeof part === "object") visitJson(part, onName, key);
  }
}

const isName = ({ type }) => type === "Identifier" || type === "PrivateIdentifier";

/** The longest list of statements near the root: the body of the function that wraps the program. */
const longest = {
  packed(program) {
    let best = program.body;
    for (const statement of program.body) {
      for (const body of bodies(statement)) if (body.length > best.length) best = body;
    }
    return best;
  },
  json(program) {
    let best = program.body;
    visitLists(program, (list) => list.length > best.length && (best = list));
    return best;
  },
  estree(program) {
    let best = program.body;
    visitLists(program, (list) => list.length > best.length && (best = list));
    return best;
  },
};

/** Returns the bodies of functions that a statement of the outermost level wraps. */
function* bodies(statement) {
  const values = [];
  if (statement.kind === "Expression") values.push(statement.value);
  if (statement.kind === "Variables") for (const { init } of statement._0.declarators) if (init) values.push(init);
  if (statement.kind === "Function") yield statement.function.body;
  while (values.length > 0) {
    const value = values.pop();
    switch (value.kind) {
      case "Paren":
        values.push(value.of);
        break;
      case "Call":
        values.push(value.callee);
        break;
      case "Function":
        yield value.function.body;
        break;
      case "Arrow":
        if (value.body.kind === "Block") yield value.body._0.body;
        break;
    }
  }
}

/** The same for the two trees of objects, whose outermost statements alone are looked at. */
function visitLists(node, onList, depth = 0) {
  if (depth > 12) return;
  for (const key in node) {
    const part = node[key];
    if (part === null || typeof part !== "object") continue;
    if (Array.isArray(part) && key === "body") {
      onList(part);
      if (depth > 0) continue;
    }
    if (Array.isArray(part)) for (const one of part) { if (one && typeof one === "object") visitLists(one, onList, depth + 1); }
    else visitLists(part, onList, depth + 1);
  }
}

function count(visit) {
  let count = 0;
  visit(() => (count += 1));
  return count;
}

const packed = (name) => {
  const { module, visit, bytes } = modules[name];
  return {
    setup: () => bytes,
    all: (bytes) => count((on) => visit.program(module.open(bytes), on)),
    some: (bytes) => {
      const list = longest.packed(module.open(bytes));
      let found = 0;
      for (let index = 0; index < list.length; index += STRIDE) found += count((on) => visit.statement(list.at(index), on));
      return found;
    },
    enclosing: (bytes, at) => enclosingPacked(module.open(bytes).body, at),
  };
};

/** The position of the middle of the source: in bytes from 1 for the packed tree, in units from 0 for oxc. */
const middle = Math.floor(source.length / 2);
const middleByte = Buffer.byteLength(source.slice(0, middle)) + 1;

/** Returns where the innermost function around an offset begins, or -1. */
function enclosingPacked(list, at) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const half = (low + high) >>> 1;
    if (startOf(list.at(half)) <= at) low = half + 1;
    else high = half;
  }
  if (low === 0) return -1;
  return innermost(list.at(low - 1), at);
}

/** Returns where a node begins: at its first part, if it has no position of its own. */
function startOf(node) {
  for (;;) {
    if ("start" in node) return node.start;
    switch (node.kind) {
      // (A statement, or a pattern.)
      case "Expression": node = node.value ?? node._0; break;
      case "Member": case "PrivateMember": case "Index": node = node.object; break;
      case "Call": node = node.callee; break;
      case "Binary": node = node.left; break;
      case "Assign": node = node.to; break;
      case "Conditional": node = node.test; break;
      case "Sequence": node = node.expressions.at(0); break;
      case "Optional": node = node.base; break;
      case "Tagged": node = node.tag; break;
      case "Labeled": node = node.label; break;
      case "Default": node = node.of; break;
      case "Function": return node.function.start;
      case "Class": return node.class.start;
      default: node = node._0;
    }
  }
}

/** Returns where the innermost function around an offset begins that is in a value, or -1. */
function innermost(node, at) {
  const stack = [node];
  while (stack.length > 0) {
    const value = stack.pop();
    if (value === undefined || value === null || typeof value !== "object") continue;
    if (typeof value.length === "number" && typeof value.at === "function") {
      for (let index = 0; index < value.length; index++) stack.push(value.at(index));
      continue;
    }
    if (typeof value.$entries !== "function") continue;
    // A function, or an arrow, whose end is that of its body.
    const isFunction = value.is_generator !== undefined;
    if (isFunction || value.kind === "Arrow") {
      const end = isFunction ? value.end : value.body.kind === "Block" ? value.body._0.end : Infinity;
      if (at < value.start || at >= end) continue;
      const list = isFunction ? value.body : value.body.kind === "Block" ? value.body._0.body : undefined;
      const inner = list === undefined ? innermost(value.body._0, at) : enclosingPacked(list, at);
      if (inner >= 0 || end !== Infinity) return inner >= 0 ? inner : value.start;
      continue;
    }
    for (const [, part] of value.$entries()) stack.push(part);
  }
  return -1;
}

function enclosingEstree(node, at) {
  let best = -1;
  const stack = [node];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) {
      for (const one of value) if (one) stack.push(one);
      continue;
    }
    if (typeof value !== "object" || value === null || typeof value.type !== "string") continue;
    if (value.end <= at || value.start > at) continue;
    if (/Function/.test(value.type) && value.start > best) best = value.start;
    for (const key in value) stack.push(value[key]);
  }
  return best;
}

const oxc = (options) => ({
  setup: () => parseSync("file.js", source, options),
  all: (result) => count((on) => visitEstree(result.program, (node) => isName(node) && on())),
  some: (result) => {
    const list = longest.estree(result.program);
    let found = 0;
    for (let index = 0; index < list.length; index += STRIDE) {
      found += count((on) => visitEstree(list[index], (node) => isName(node) && on()));
    }
    return found;
  },
  enclosing: (result) => enclosingEstree(result.program, middle),
});

const contestants = {
  "packed-data, Indexed": packed("indexed"),
  "packed-data, Compact": packed("compact"),
  "JSON.parse": {
    setup: () => json,
    all: (json) => count((on) => visitJson(JSON.parse(json), on)),
    some: (json) => {
      const list = longest.json(JSON.parse(json));
      let found = 0;
      for (let index = 0; index < list.length; index += STRIDE) found += count((on) => visitJson(list[index], on));
      return found;
    },
  },
  "oxc, eager": oxc({}),
};
if (rawTransferSupported()) contestants["oxc, raw transfer"] = oxc({ experimentalRawTransfer: true });

console.log(`Node ${process.versions.node}, oxc-parser with raw transfer: ${rawTransferSupported()}\n`);
for (const [task, title] of [
  ["all", "count all identifiers"],
  ["some", "visit one statement in thirty"],
  ["enclosing", "find the enclosing function"],
]) {
  const least = {};
  const whole = {};
  const answers = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, contestant] of Object.entries(contestants)) {
      if (contestant[task] === undefined) continue;
      const before = performance.now();
      const given = contestant.setup();
      const start = performance.now();
      answers[name] = contestant[task](given, middleByte);
      const end = performance.now();
      least[name] = Math.min(least[name] ?? Infinity, end - start);
      whole[name] = Math.min(whole[name] ?? Infinity, end - before);
    }
  }
  console.log(`| ${title} | ms | of eager | with parsing | answer |\n|---|---:|---:|---:|---:|`);
  for (const [name, time] of Object.entries(least)) {
    const parsing = name.startsWith("oxc") ? whole[name].toFixed(0) : "";
    const ratio = (time / least["oxc, eager"]).toFixed(3);
    console.log(`| ${name} | ${time.toFixed(2)} | ${ratio} | ${parsing} | ${answers[name]} |`);
  }
  console.log();
  const same = ["packed-data, Indexed", "packed-data, Compact", "JSON.parse"].map((name) => answers[name]);
  if (same.some((answer) => answer !== undefined && answer !== same[0])) throw new Error(`${title}: the answers differ`);
}
