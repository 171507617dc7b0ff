// The page. Its content depends on `tree` and `layout`.

import { MAX_PARTS, pack, toJson, unpack } from "./packing.js";

const PACKED = "application/vnd.packed-data";
/** A tree with more leaves is not drawn. */
const MAX_LEAVES = 128;

const $ = (id) => document.getElementById(id);
const about = fetch("about").then((response) => response.json());

const START = () => [[1n, 2n], 3n];
let tree = START();
let layout = "compact";
let packed;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

// ---- the tree

function leaves(tree) {
  return typeof tree === "bigint" ? 1 : leaves(tree[0]) + leaves(tree[1]);
}

function depth(tree) {
  return typeof tree === "bigint" ? 0 : 1 + Math.max(depth(tree[0]), depth(tree[1]));
}

function randomTree(levels) {
  if (levels > 0) return [randomTree(levels - 1), randomTree(levels - 1)];
  return BigInt(Math.floor(Math.random() * 2000) - 1000);
}

/** Returns the number in a text; undefined if the text is not an integer of 64 bits. */
function number(text) {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) return undefined;
  const n = BigInt(text.trim().replace(/^\+/, ""));
  return BigInt.asIntN(64, n) === n ? n : undefined;
}

/** Returns an element that shows a tree. `change` replaces the tree by another; `remove` removes it. */
function draw(tree, change, remove) {
  if (typeof tree !== "bigint") {
    const half = (i) =>
      draw(
        tree[i],
        (other) => { tree[i] = other; },
        () => change(tree[1 - i]),
      );
    return element("div", { className: "node" },
      element("span", { className: "name", textContent: "Node" }),
      element("div", { className: "halves" }, half(0), half(1)));
  }
  const input = element("input", { value: String(tree), inputMode: "numeric", ariaLabel: "Leaf" });
  input.addEventListener("input", () => {
    const n = number(input.value);
    input.classList.toggle("wrong", n === undefined);
    if (n === undefined) return;
    change(n);
    showBytes();
  });
  const button = (text, title, act) => {
    const made = element("button", { textContent: text, title, ariaLabel: title });
    made.addEventListener("click", () => { act(); show(); });
    return made;
  };
  const buttons = element("div", {}, button("+", "Split this leaf in two", () => {
    const n = number(input.value) ?? tree;
    change([n, BigInt.asIntN(64, n + 1n)]);
  }));
  if (remove) buttons.append(button("\u2212", "Remove this leaf", remove));
  return element("div", { className: "leaf" }, input, buttons);
}

function show() {
  const count = leaves(tree);
  $("shape").textContent = `${count} ${count === 1 ? "leaf" : "leaves"}, depth ${depth(tree)}`;
  $("tree").replaceChildren(count > MAX_LEAVES
    ? element("p", { className: "quiet", textContent: `A tree of ${count} leaves is too large to draw. It can still be sent.` })
    : draw(tree, (other) => { tree = other; }, undefined));
  showBytes();
}

// ---- the bytes

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");

function showBytes() {
  packed = pack(tree, layout);
  const json = new TextEncoder().encode(toJson(tree)).length;
  $("length").textContent = `${packed.bytes.length.toLocaleString("en")} bytes (as JSON ${json.toLocaleString("en")})`;
  $("size-legend").hidden = layout !== "indexed";
  const shown = packed.parts.map(({ kind, start, end, title }) =>
    element("span", {
      className: `byte ${kind}`,
      title: `${title} (byte ${start}${end - start > 1 ? ` to ${end - 1}` : ""})`,
      textContent: hex(packed.bytes.subarray(start, end)),
    }));
  const last = packed.parts.at(-1).end;
  if (packed.parts.length === MAX_PARTS && last < packed.bytes.length) {
    shown.push(element("span", { className: "quiet", textContent: `and ${packed.bytes.length - last} more bytes` }));
  }
  $("bytes").replaceChildren(...shown);
}

// ---- sending

async function contentType() {
  return `${PACKED}; layout=${layout}; type=${(await about).fingerprint}`;
}

async function problemOf(response) {
  const text = await response.text();
  try {
    const { title, detail, offset, path } = JSON.parse(text);
    return `${response.status}, ${title}: ${detail}` + (offset === undefined ? "" : `, at byte ${offset}`) +
      (path ? `, in ${path}` : "");
  } catch {
    return `${response.status} ${text}`;
  }
}

async function send(path) {
  const headers = { "content-type": await contentType(), accept: path === "increment" ? PACKED : "application/json" };
  const sent = packed.bytes.length;
  const start = performance.now();
  const response = await fetch(path, { method: "POST", headers, body: packed.bytes });
  if (!response.ok) throw new Error(await problemOf(response));
  const body = new Uint8Array(await response.arrayBuffer());
  const time = performance.now() - start;
  let answer;
  if (path === "increment") {
    tree = unpack(body, layout);
    show();
    answer = [element("strong", { textContent: "a packed tree" }), " with 1 added to each leaf; it is shown above"];
  } else {
    const value = new TextDecoder().decode(body);
    answer = path === "stats"
      // JSON.parse is not used, because numbers may have 64 bits.
      ? [element("strong", { textContent: value.replace(/[{}"]/g, "").replace(/:/g, " ").replace(/,/g, ", ") })]
      : [element("strong", { textContent: value })];
  }
  answer.push(element("div", {
    className: "quiet",
    textContent: `${response.status}, ${sent} bytes sent, ${body.length} received, ${time.toFixed(1)} ms`,
  }));
  $("answer").replaceChildren(...answer);
}

// ---- measuring

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function once(headers, body) {
  const start = performance.now();
  const response = await fetch("sum", { method: "POST", headers, body });
  if (!response.ok) throw new Error(await problemOf(response));
  const answer = await response.text();
  return { time: performance.now() - start, answer };
}

async function measure() {
  const times = Math.min(1000, Math.max(1, Number($("times").value) || 1));
  const accept = "application/json";
  const kinds = [
    { name: `packed, ${layout}`, headers: { "content-type": await contentType(), accept }, body: packed.bytes },
    { name: "JSON", headers: { "content-type": "application/json", accept }, body: new TextEncoder().encode(toJson(tree)) },
  ];
  for (const kind of kinds) kind.times = [];
  for (let i = -3; i < times; i++) {
    const answers = [];
    for (const kind of kinds) {
      const { time, answer } = await once(kind.headers, kind.body);
      if (i >= 0) kind.times.push(time); // the first requests warm up
      answers.push(answer);
    }
    if (answers[0] !== answers[1]) throw new Error(`the answers differ: ${answers.join(" and ")}`);
    if (i % 10 === 0) $("measured").textContent = `${i} of ${times} ...`;
  }
  const medians = kinds.map((kind) => median(kind.times));
  const most = Math.max(...medians);
  const rows = kinds.map((kind, i) => element("tr", {},
    element("td", { textContent: kind.name }),
    element("td", { textContent: kind.body.length.toLocaleString("en") }),
    element("td", { textContent: `${medians[i].toFixed(2)} ms` }),
    bar(medians[i] / most)));
  const head = element("tr", {}, ...["body", "bytes", "median", ""].map((text) => element("th", { textContent: text })));
  $("measured").replaceChildren(element("table", {}, head, ...rows),
    element("p", { className: "quiet", textContent:
      `JSON takes ${(medians[1] / medians[0]).toFixed(1)} times as long (${times} requests each, in turn).` }));
}

function bar(share) {
  const made = element("span", { className: "bar" });
  made.style.width = `${Math.max(1, share * 100)}%`;
  return element("td", { className: "chart" }, made);
}

// ---- buttons

/** Runs `act` on a click, with all buttons disabled until it ends, and shows an error in the element `where`. */
function onClick(button, where, act) {
  button.addEventListener("click", async () => {
    const buttons = document.querySelectorAll("button");
    for (const other of buttons) other.disabled = true;
    try {
      await act();
    } catch (error) {
      $(where).replaceChildren(element("span", { className: "error", textContent: error.message }));
    }
    for (const other of buttons) other.disabled = false;
  });
}

for (const button of document.querySelectorAll("button.send")) {
  onClick(button, "answer", () => send(button.dataset.path));
}
onClick($("measure"), "measured", measure);
$("random").addEventListener("click", () => {
  tree = randomTree(Math.min(16, Math.max(0, Math.floor(Number($("depth").value)) || 0)));
  show();
});
$("reset").addEventListener("click", () => { tree = START(); show(); });
for (const radio of document.querySelectorAll("input[name=layout]")) {
  radio.addEventListener("change", () => { layout = radio.value; showBytes(); });
}
show();
