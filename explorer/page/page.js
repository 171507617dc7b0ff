// The page: a tree of values, their bytes beside it, and what is known of the file. All reading is in the worker.
"use strict";

const PAGE = 100;
const FOUND = 100;
const MOST_JSON = 1 << 20;
const HEADER = 4 << 20;
const ADDED_AT_ONCE = 32 << 20;
const CHECKED_AT_ONCE = 8 << 20;
const LISTED = 200;
const UNFINISHED = "the file was not closed, or its end was cut off";
const CHANGED = "The file was changed or replaced since `packed explore` opened it: what is shown may be old or wrong. Start that again.";

const by = (id) => document.getElementById(id);
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const range = (start, end) => (end - start > 1 ? `bytes ${grouped(start)} to ${grouped(end - 1)}` : `byte ${grouped(start)}`);
const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

/** Makes an element: attributes whose name begins with `on` are listeners. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

function say(message) {
  by("status").textContent = message;
  by("alert").textContent = "";
}

/** Says what failed; what follows without a failure clears it. */
function fail(message) {
  by("status").textContent = "";
  by("alert").textContent = message;
}

// ---- the worker

let worker = null;
const waiting = new Map();
let calls = 0;

function ask(call, ...args) {
  calls += 1;
  worker.postMessage({ id: calls, call, args });
  return new Promise((resolve, reject) => waiting.set(calls, { resolve, reject }));
}

function startWorker() {
  const url = URL.createObjectURL(new Blob([by("worker").textContent], { type: "text/javascript" }));
  worker = new Worker(url);
  worker.onmessage = ({ data: { id, result, error, changed } }) => {
    if (changed) {
      note([{ message: CHANGED }]);
      return;
    }
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  };
}

function decoded(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// ---- the file

let info = null;
/** Counts files and searches: an answer for an earlier one is not shown. */
let era = 0;
let dropped = null;

async function openFile(name, from, schema, layout) {
  say(`Opening ${name}…`);
  let opened;
  try {
    opened = await ask("open", name, from, schema, layout);
  } catch (error) {
    // (The worker keeps the file that was open.)
    const kept = info ? `; ${info.name} stays open` : "";
    fail(`${name} is not opened: ${error.message}${kept}.`);
    const isBare = error.message.includes("need a schema") || Boolean(schema);
    by("bare").hidden = !isBare;
    if (isBare) {
      dropped = { name, from };
      by("bare-why").textContent = `${name}: ${error.message}${kept}.`;
      by("bare-schema").focus();
    }
    return;
  }
  era += 1;
  const now = era;
  info = opened;
  by("bare").hidden = true;
  document.title = `${info.name} - packed explore`;
  by("title").textContent = info.name;
  const what = info.kind === "records" ? `${plural(info.records, "record")} of` : "one value of";
  const state = info.kind === "records" || info.is_validated ? "" : ", not validated: Check all validates it";
  by("summary").textContent = `${what} ${info.type_name} in ${info.layout}, ${plural(info.size, "byte")}${state}`;
  by("condition").value = "";
  by("path").value = "";
  by("search").hidden = info.searched === null;
  [by("condition").placeholder, by("path").placeholder] = info.examples.map((text) => text ?? "");
  showFacts();
  resetSizes();
  by("comparison").replaceChildren();
  problems.clear();
  note(info.problems);
  if (info.fault) noteFaults([[0, info.fault]]);
  await showRoots();
  showTab(TABS.find((tab) => !by(tab).hidden));
  if (info.kind === "records" && info.stored[1] <= CHECKED_AT_ONCE) await checkAll();
  if (now === era) say(`Opened ${info.name}.`);
}

/** What is known to be wrong with the file, by its message. */
const problems = new Map();

/** Adds to what is wrong, and shows it. */
function note(found) {
  for (const problem of found) problems.set(problem.message, problem);
  showProblems([...problems.values()]);
}

/** Adds why values are not valid, or not readable: pairs of the number of the record and its fault. */
function noteFaults(faults) {
  note(faults.map(([record, fault]) => ({
    message: info.kind === "records" && !fault.damage ? `record ${record}: ${fault.message}` : fault.message,
    record, at: fault.offset, damage: fault.damage,
  })));
}

function showProblems(found) {
  const rows = found.slice(0, LISTED).map((problem) => {
    const where = problem.offset === null || problem.offset === undefined ? "" : `, at byte ${grouped(problem.offset)} of the file`;
    const at = where && problem.message.includes("at byte") ? "" : where;
    const item = make("li", {}, `${problem.message}${at} `);
    if (problem.record !== undefined && !problem.damage) {
      item.append(make("button", { type: "button", onclick: () => showFault(problem.record, problem.at) }, "Show"));
    } else if (where || problem.damage) {
      const [start, count] = problem.damage ?? [problem.offset, problem.bytes ?? 1];
      item.append(make("button", { type: "button", onclick: () => showRaw(start, start + count) }, "Show"));
    }
    return item;
  });
  if (found.length > LISTED) rows.push(make("li", {}, `and ${grouped(found.length - LISTED)} more`));
  by("problems").hidden = rows.length === 0;
  by("problems").replaceChildren(make("ul", {}, ...rows));
}

function showFacts() {
  const facts = [
    ["Type", info.type_name],
    ["Layout", info.layout],
    ["Fingerprint", info.fingerprint],
    ["Size", plural(info.size, "byte")],
  ];
  if (info.kind === "records") {
    const [stored, plain] = info.stored;
    const sizes = stored === plain ? plural(plain, "byte") : `${plural(stored, "byte")}, ${grouped(plain)} without compression`;
    facts.push(["Records", `${grouped(info.records)} in ${plural(info.blocks, "block")}, ${sizes}`]);
    facts.push(["Index", info.has_index ? "yes" : `no: ${UNFINISHED}`]);
  }
  if (info.kind === "bare") facts.push(["Header", "none"]);
  for (const [key, value] of Object.entries(info.metadata)) facts.push([`Metadata: ${key}`, value]);
  by("facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  by("schema-text").textContent = info.schema;
}

// ---- the tree

/** What is known of an item of the tree, by its element. */
const items = new WeakMap();
let selected = null;

function isList(item) {
  return item.kind === "records";
}

/** Asks for rows of the parts of an item. */
async function rowsOf(item, from, count) {
  return isList(item) ? ask("records", from, count) : ask("parts", item.row.id, from, count);
}

function unreadableIn(rows) {
  return rows.filter(({ fault }) => fault?.damage).map(({ record, fault }) => [record, fault]);
}

function makeItem(row, level, position, total) {
  const { name, text, type_name: type, kind, count, has_parts: hasParts, fault } = row;
  const bad = fault ? make("span", { class: "fault" }, ` ${row.id === null ? fault.message : "not valid"}`) : "";
  const label = make("div", { class: row.id === null && fault ? "row unread" : "row" });
  label.style.setProperty("--level", level - 1);
  const counted = count !== null && (kind === "list" || kind === "map") ? ` ×${grouped(count)}` : "";
  label.append(
    make("span", { class: "toggle", "aria-hidden": "true" }, hasParts ? "▸" : ""),
    name ? make("span", { class: "name" }, `${name}:`) : "",
    make("span", { class: `value ${kind}` }, text),
    make("span", { class: "type" }, `${type}${counted}`),
    bad,
  );
  const element = make("div", {
    class: "item", role: "treeitem", tabindex: "-1", "aria-level": level, "aria-selected": "false",
    "aria-expanded": hasParts ? "false" : undefined, "aria-posinset": position, "aria-setsize": total ?? -1,
  }, label);
  const item = { row, level, element, label, group: null, parent: null, from: 0, next: 0, isEnd: false, children: new Map() };
  items.set(element, item);
  label.addEventListener("click", ({ target }) => {
    if (target.classList.contains("toggle") && hasParts) toggle(item);
    else select(item);
  });
  // (A second click unfolds, and selects no text.)
  label.addEventListener("mousedown", (event) => event.detail > 1 && event.preventDefault());
  label.addEventListener("dblclick", () => hasParts && toggle(item));
  label.addEventListener("mouseenter", () => hoverItem(item));
  label.addEventListener("mouseleave", () => hoverItem(null));
  return item;
}

/** Makes the item above all records. */
function makeRecords(total, text) {
  const row = { id: null, record: null, index: 0, name: "", text, type_name: info.type_name, kind: "records", count: total,
    has_parts: total > 0, start: 0, end: 0, fault: null };
  const item = makeItem(row, 1, 1, 1);
  item.kind = "records";
  return item;
}

async function showRoots() {
  const now = era;
  by("show-all").hidden = true;
  selected = null;
  by("details").replaceChildren();
  let root;
  if (info.kind === "records") {
    root = makeRecords(info.records, plural(info.records, "record"));
  } else {
    const row = await ask("record", 0);
    if (now !== era) return;
    root = makeItem(row, 1, 1, 1);
  }
  by("tree").replaceChildren(root.element);
  root.element.tabIndex = 0;
  clearHex();
  await expand(root);
  if (now !== era) return;
  const first = isList(root) ? [...root.children.values()][0] : root;
  if (first) await select(first, { focus: false });
}

async function toggle(item) {
  if (item.element.getAttribute("aria-expanded") === "true") collapse(item);
  else await expand(item);
}

function collapse(item) {
  if (!item.group) return;
  item.element.setAttribute("aria-expanded", "false");
  item.label.firstChild.textContent = "▸";
  item.group.hidden = true;
  if (item.group.contains(document.activeElement)) item.element.focus();
}

/** Unfolds an item, so that the part with index `index` is shown. */
async function expand(item, index = 0) {
  if (!item.row.has_parts) return;
  item.element.setAttribute("aria-expanded", "true");
  item.label.firstChild.textContent = "▾";
  if (!item.group) {
    item.group = make("div", { role: "group" });
    item.element.append(item.group);
  }
  item.group.hidden = false;
  if (item.fixed || (index >= item.from && (index < item.next || item.isEnd) && item.next > 0)) return;
  const from = index - (index % PAGE);
  const near = from === item.next && item.next > 0;
  await load(item, from, near ? "after" : "anew");
}

async function load(item, from, how) {
  const now = era;
  let found;
  try {
    found = await rowsOf(item, from, how === "before" ? item.from - from : PAGE);
  } catch (error) {
    fail(error.message);
    return;
  }
  if (now !== era) return;
  noteFaults(unreadableIn(found.rows));
  const made = found.rows.map((row) => {
    const child = makeItem(row, item.level + 1, row.index + 1, found.total);
    child.parent = item;
    return child;
  });
  if (how === "anew") {
    item.children.clear();
    item.group.replaceChildren();
  }
  // (A row of several records that cannot be read may begin earlier.)
  if (how !== "after") item.from = Math.min(from, found.rows[0]?.index ?? from);
  for (const button of item.group.querySelectorAll(":scope > .more")) button.remove();
  const elements = made.map((child) => child.element);
  if (how === "before") {
    item.group.prepend(...elements);
  } else {
    item.group.append(...elements);
    item.next = found.next;
    item.isEnd = found.is_end;
  }
  for (const child of made) item.children.set(child.row.index, child);
  if (item.from > 0) {
    item.group.prepend(moreButton(item, `▲ ${Math.min(PAGE, item.from)} before`, async () => {
      await load(item, Math.max(0, item.from - PAGE), "before");
    }));
  }
  if (!item.isEnd) {
    const rest = found.total === null ? "" : ` of ${grouped(found.total - item.next)}`;
    item.group.append(moreButton(item, `▼ ${PAGE} more${rest}`, async () => {
      const first = item.next;
      await load(item, first, "after");
      const next = item.children.get(first);
      if (next) focusItem(next);
    }));
  }
}

function moreButton(item, text, onclick) {
  const button = make("button", { type: "button", class: "more", tabindex: "-1", onclick }, text);
  button.style.setProperty("--level", item.level);
  return button;
}

function focusItem(item) {
  for (const other of by("tree").querySelectorAll('.item[tabindex="0"]')) other.tabIndex = -1;
  item.element.tabIndex = 0;
  item.element.focus();
  item.label.scrollIntoView({ block: "nearest" });
}

async function select(item, { focus = true, byte = null } = {}) {
  selected?.element.setAttribute("aria-selected", "false");
  selected = item;
  by("alert").textContent = "";
  item.element.setAttribute("aria-selected", "true");
  if (focus) focusItem(item);
  else item.label.scrollIntoView({ block: "nearest" });
  const { row } = item;
  if (row.id === null) {
    by("details").replaceChildren(make("span", { class: "fault" }, row.fault?.message ?? row.text));
    if (row.fault?.damage) {
      const [start, count] = row.fault.damage;
      await showRaw(start, start + count);
    }
    return;
  }
  const now = era;
  const path = await ask("path", row.id);
  if (now !== era || selected !== item) return;
  item.path = path;
  const size = row.end === null ? `from byte ${grouped(row.start)}` : `${range(row.start, row.end)} (${plural(row.end - row.start, "byte")})`;
  const within = info.kind === "records" ? ` of record ${grouped(row.record)}` : "";
  by("details").replaceChildren(
    make("span", {}, "Path ", make("code", { id: "path-text" }, path || "(the whole value)")),
    path ? make("button", { type: "button", onclick: () => copyPath(item) }, "Copy path") : "",
    make("button", { type: "button", onclick: () => copyValue(item) }, "Copy value as JSON"),
    make("span", { class: "type" }, row.type_name),
    make("span", {}, size + within),
    row.fault ? make("span", { class: "fault" }, row.fault.message) : "",
  );
  await showBytes(row.record, byte ?? row.start, [row.start, row.end ?? row.start + 1]);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    // (A page from the disk may not be allowed to.)
    const area = make("textarea", {}, text);
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (done) say(`Copied ${what}.`);
    else fail(`The browser refused to copy: ${text.slice(0, 200)}`);
  }
}

async function copyPath(item) {
  const path = item.path ?? (await ask("path", item.row.id));
  if (path) await copy(path, "the path");
  else fail("The whole value has no path.");
}

async function copyValue(item) {
  try {
    await copy(await ask("json", item.row.id, MOST_JSON), "the value");
  } catch (error) {
    fail(error.message);
  }
}

/** Unfolds the tree along a way, and selects its end. */
async function reveal({ record, indices }, byte = null) {
  let item = items.get(by("tree").firstElementChild);
  const isRecords = isList(item);
  const first = isRecords ? record : indices[info.searched];
  if (item.fixed && first !== undefined && !item.children.has(first)) item = await leaveSearch();
  // (What a search found is beside the root, also if the way leads through a document.)
  const way = item.fixed && !isRecords ? indices.slice(info.searched) : indices;
  if (isRecords) {
    await expand(item, record);
    // (Several records that cannot be read have one row.)
    item = [...item.children.values()].find(({ row }) => row.index <= record && record < row.until);
  }
  for (const index of way) {
    if (!item) return;
    await expand(item, index);
    const inner = item.children.get(index);
    if (!inner) break;
    item = inner;
  }
  if (item) await select(item, { focus: byte === null, byte });
}

/** Shows all values, because what is wanted is not among those that a search found; returns the root. */
async function leaveSearch() {
  await showAll();
  say(`${by("status").textContent} (What was wanted is not among the values that the search found.)`);
  return items.get(by("tree").firstElementChild);
}

async function showFault(record, offset) {
  try {
    await reveal(await ask("locate", record, offset), offset);
    bytes.wrong = [offset, offset + 1];
    drawHex();
    say(`Byte ${grouped(offset)} is wrong.`);
  } catch (error) {
    fail(error.message);
  }
}

function visibleItems() {
  return [...by("tree").querySelectorAll(".item, .more")].filter((element) => element.offsetParent !== null);
}

by("tree").addEventListener("keydown", async (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const here = event.target.closest(".item, .more");
  if (!here) return;
  const item = items.get(here);
  const move = (by) => {
    const all = visibleItems();
    const next = all[all.indexOf(here) + by];
    if (!next) return;
    if (items.has(next)) focusItem(items.get(next));
    else next.focus();
  };
  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Home: () => focusItem(items.get(visibleItems()[0])),
    End: () => {
      const last = visibleItems().at(-1);
      if (items.has(last)) focusItem(items.get(last));
      else last.focus();
    },
  };
  if (item) {
    const isOpen = here.getAttribute("aria-expanded") === "true";
    Object.assign(keys, {
      ArrowRight: () => (isOpen ? move(1) : expand(item)),
      ArrowLeft: () => (isOpen ? collapse(item) : item.parent && focusItem(item.parent)),
      Enter: () => select(item),
      " ": () => toggle(item),
      c: () => item.row.id !== null && copyPath(item),
      v: () => item.row.id !== null && copyValue(item),
    });
  }
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  await act();
});

// ---- the bytes

/** The window on bytes: those of a record, or of the file where `record` is null. */
const bytes = { record: null, size: 0, from: 0, lines: 24, columns: 16, cursor: 0, data: [], runs: [], mark: [0, 0], wrong: null, hot: null };

function clearHex() {
  Object.assign(bytes, { record: null, size: 0, from: 0, cursor: 0, data: [], runs: [], mark: [0, 0], wrong: null, hot: null });
  drawHex();
}

async function showBytes(record, offset, mark) {
  bytes.mark = mark;
  bytes.hot = null;
  bytes.wrong = null;
  const fault = selected?.row.record === record ? faultOf(selected) : null;
  if (fault) bytes.wrong = [fault.offset, fault.offset + 1];
  bytes.cursor = offset;
  const isShown = record === bytes.record && bytes.data.length > 0 && offset >= bytes.from
    && offset < bytes.from + bytes.lines * bytes.columns;
  bytes.record = record;
  if (isShown) drawHex();
  else await moveTo(Math.max(0, offset - 2 * bytes.columns));
}

function faultOf(item) {
  for (let here = item; here; here = here.parent) if (here.row.fault) return here.row.fault;
  return null;
}

async function showRaw(from, end) {
  Object.assign(bytes, { record: null, mark: [0, 0], wrong: [from, end], hot: null, cursor: from });
  showTab("values");
  await moveTo(Math.max(0, from - 2 * bytes.columns));
}

const narrow = matchMedia("(max-width: 40rem)");

/** Reads and shows the bytes of the line with an offset, and of those after it. */
async function moveTo(offset) {
  const height = by("hex").clientHeight;
  bytes.columns = narrow.matches ? 8 : 16;
  const from = offset - (offset % bytes.columns);
  bytes.lines = Math.max(8, Math.min(64, Math.floor(height / 20)));
  const now = era;
  const { record } = bytes;
  bytes.wanted = from;
  const count = bytes.lines * bytes.columns;
  let found;
  try {
    found = record === null ? await ask("raw", from, count) : await ask("window", record, from, count);
  } catch (error) {
    fail(error.message);
    return;
  }
  // (A later move came first.)
  if (now !== era || bytes.wanted !== from || bytes.record !== record) return;
  bytes.from = found.from;
  bytes.size = found.size;
  bytes.runs = found.runs;
  bytes.data = found.hex.match(/../g) ?? [];
  drawHex();
}

function runAt(offset) {
  return bytes.runs.find((run) => run.start <= offset && offset < run.end);
}

function isIn([start, end], offset) {
  return offset >= start && offset < end;
}

function drawHex() {
  const { from, data, size, record } = bytes;
  by("bytes-title").textContent = record === null ? `Bytes of the file (${grouped(size)})`
    : `Bytes of ${info?.kind === "records" ? `record ${grouped(record)}` : "the value"} (${grouped(size)})`;
  const lines = [];
  for (let start = 0; start < data.length; start += bytes.columns) {
    const cells = [];
    let chars = "";
    for (let at = start; at < Math.min(start + bytes.columns, data.length); at += 1) {
      const offset = from + at;
      const run = runAt(offset);
      const names = ["cell", run?.kind ?? "", isIn(bytes.mark, offset) ? "mark" : "", offset === bytes.cursor ? "cursor" : ""];
      if (bytes.wrong && isIn(bytes.wrong, offset)) names.push("wrong");
      if (bytes.hot && isIn(bytes.hot, offset)) names.push("hot");
      const code = parseInt(data[at], 16);
      chars += code >= 32 && code < 127 ? String.fromCharCode(code) : "·";
      const wrong = names.includes("wrong") ? ", wrong" : "";
      const label = `byte ${offset}: ${data[at]}${wrong}${run ? `, ${run.path || run.type_name}, ${run.text}` : ""}`;
      cells.push(make("span", { class: names.filter(Boolean).join(" "), role: "gridcell", id: `byte-${offset}`,
        "data-offset": offset, "aria-label": label, "aria-selected": isIn(bytes.mark, offset) ? "true" : "false" }, data[at]));
    }
    const at = make("span", { class: "at", role: "rowheader" }, String(from + start));
    const text = make("span", { class: "chars", "aria-hidden": "true" }, chars);
    // (The gap is after the eighth cell.)
    text.style.marginLeft = `${1 + 2.7 * (bytes.columns - cells.length) + (cells.length < 8 ? 1 : 0)}ch`;
    lines.push(make("div", { class: "line", role: "row" }, at, ...cells, text));
  }
  const digits = String(size).length + 1;
  by("hex").style.setProperty("--digits", `${narrow.matches ? digits : Math.max(9.5, digits)}ch`);
  by("hex").replaceChildren(...lines);
  if (by(`byte-${bytes.cursor}`)) by("hex").setAttribute("aria-activedescendant", `byte-${bytes.cursor}`);
  else by("hex").removeAttribute("aria-activedescendant");
  const last = Math.max(0, Math.ceil(size / bytes.columns) - bytes.lines);
  Object.assign(by("scroll"), { max: last, value: Math.floor(from / bytes.columns), disabled: last === 0 });
  by("from").value = from;
}

function showRun(run) {
  by("hover").textContent = run ? `${run.path ? `${run.path}: ` : ""}${run.type_name}, ${run.text} (${range(run.start, run.end)})` : "";
}

/** Marks bytes without drawing all of them anew. */
function setHot(range) {
  bytes.hot = range;
  for (const cell of by("hex").querySelectorAll(".cell")) {
    cell.classList.toggle("hot", range !== null && isIn(range, Number(cell.dataset.offset)));
  }
}

function hoverItem(item) {
  for (const row of by("tree").querySelectorAll(".row.hot")) row.classList.remove("hot");
  const isHere = item && item.row.record !== null && item.row.record === bytes.record;
  setHot(isHere ? [item.row.start, item.row.end ?? item.row.start + 1] : null);
}

/** Returns the innermost item that is shown and contains a byte. */
function itemAt(record, offset) {
  let item = items.get(by("tree").firstElementChild);
  if (item && isList(item)) item = item.children.get(record);
  for (let inner = item; inner;) {
    item = inner;
    const isOpen = item.element.getAttribute("aria-expanded") === "true";
    inner = isOpen ? [...item.children.values()].find(({ row }) => row.end !== null && isIn([row.start, row.end], offset)) : null;
  }
  return item ?? null;
}

by("hex").addEventListener("mouseover", ({ target }) => {
  const cell = target.closest(".cell");
  for (const row of by("tree").querySelectorAll(".row.hot")) row.classList.remove("hot");
  if (!cell) return;
  const offset = Number(cell.dataset.offset);
  const run = runAt(offset);
  showRun(run);
  setHot(run ? [run.start, run.end] : [offset, offset + 1]);
  if (bytes.record !== null) itemAt(bytes.record, offset)?.label.classList.add("hot");
});

by("hex").addEventListener("mouseleave", () => {
  showRun(null);
  setHot(null);
  for (const row of by("tree").querySelectorAll(".row.hot")) row.classList.remove("hot");
});

async function selectByte(offset) {
  bytes.cursor = offset;
  if (bytes.record === null) return;
  try {
    await reveal(await ask("locate", bytes.record, offset), offset);
  } catch (error) {
    fail(error.message);
  }
}

by("hex").addEventListener("click", async ({ target }) => {
  const cell = target.closest(".cell");
  if (cell) await selectByte(Number(cell.dataset.offset));
});

by("hex").addEventListener("wheel", (event) => {
  event.preventDefault();
  scrollLines(Math.sign(event.deltaY) * 3);
}, { passive: false });

function scrollLines(count) {
  const last = Math.max(0, Math.ceil(bytes.size / bytes.columns) - bytes.lines) * bytes.columns;
  const from = Math.min(last, Math.max(0, (bytes.wanted ?? bytes.from) + count * bytes.columns));
  if (from !== bytes.from) return moveTo(from);
  return undefined;
}

by("hex").addEventListener("keydown", async (event) => {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -bytes.columns, ArrowDown: bytes.columns,
    PageUp: -bytes.lines * bytes.columns, PageDown: bytes.lines * bytes.columns };
  if (event.key === "Enter") {
    event.preventDefault();
    await selectByte(bytes.cursor);
    by("hex").focus();
    return;
  }
  const to = event.key === "Home" ? 0 : event.key === "End" ? bytes.size - 1 : bytes.cursor + (steps[event.key] ?? NaN);
  if (Number.isNaN(to)) return;
  event.preventDefault();
  bytes.cursor = Math.max(0, Math.min(bytes.size - 1, to));
  const line = bytes.cursor - (bytes.cursor % bytes.columns);
  if (line < bytes.from) await moveTo(line);
  else if (line >= bytes.from + bytes.lines * bytes.columns) await moveTo(line - (bytes.lines - 1) * bytes.columns);
  else drawHex();
  showRun(runAt(bytes.cursor));
});

by("scroll").addEventListener("input", () => moveTo(Number(by("scroll").value) * bytes.columns));
by("from").addEventListener("change", async () => {
  const text = by("from").value.replaceAll(",", "").trim();
  const offset = Number(text);
  if (text === "" || !Number.isInteger(offset) || offset < 0 || offset >= Math.max(1, bytes.size)) {
    fail(`There is no byte ${text}: expected a number from 0 to ${Math.max(0, bytes.size - 1)}.`);
    return;
  }
  bytes.cursor = offset;
  await moveTo(offset);
});

// ---- conditions and paths

by("search").addEventListener("submit", async (event) => {
  event.preventDefault();
  const condition = by("condition").value.trim();
  if (!info) return;
  if (condition === "") {
    await showAll();
    return;
  }
  era += 1;
  await search(condition, era);
});

by("show-all").addEventListener("click", showAll);

/** Shows all values, not only those that a search found. */
async function showAll() {
  era += 1;
  const now = era;
  by("condition").value = "";
  await showRoots();
  if (now === era) say(info.kind === "records" ? `All of ${plural(info.records, "record")}.` : "The whole value.");
}

async function search(condition, now) {
  let root = null;
  let found = 0;
  const go = async (from) => {
    let next = from;
    const until = found + FOUND;
    for (;;) {
      let step;
      try {
        step = await ask("search", condition, next, until - found);
      } catch (error) {
        fail(/, at character \d+$/.test(error.message) ? `The condition is wrong: ${error.message}.` : error.message);
        return;
      }
      if (now !== era) return;
      if (!root) root = await beginResults(condition);
      const rows = info.kind === "records"
        ? await Promise.all(step.numbers.map((number) => ask("record", number)))
        : step.numbers.length > 0 ? await ask("elements", step.numbers) : [];
      if (now !== era) return;
      for (const row of rows) {
        found += 1;
        const child = makeItem(row, 2, found, -1);
        child.parent = root;
        root.children.set(row.index, child);
        root.group.append(child.element);
      }
      next = step.next;
      const done = step.is_end ? "" : `, looked at ${grouped(next)} of ${grouped(step.total)}`;
      say(`${plural(found, "value")} found${done}.`);
      noteFaults(step.faults);
      if (step.is_end) return;
      if (found >= until) {
        root.group.append(moreButton(root, `▼ Search on from ${grouped(next)}`, async ({ target }) => {
          target.remove();
          await go(next);
        }));
        return;
      }
    }
  };
  await go(0);
}

async function beginResults(condition) {
  let root;
  if (info.kind === "records") {
    root = makeRecords(info.records, `Records where ${condition}`);
  } else {
    root = makeItem(await ask("record", 0), 1, 1, 1);
  }
  root.fixed = true;
  root.group = make("div", { role: "group" });
  root.element.append(root.group);
  root.element.setAttribute("aria-expanded", "true");
  root.label.firstChild.textContent = "▾";
  root.element.tabIndex = 0;
  by("tree").replaceChildren(root.element);
  by("show-all").hidden = false;
  return root;
}

by("goto").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!info) return;
  try {
    await reveal(await ask("find", by("path").value.trim()));
  } catch (error) {
    fail(error.message);
  }
});

by("check").addEventListener("click", async () => {
  if (info) await checkAll();
});

async function checkAll() {
  const now = era;
  let [next, invalid, unread] = [0, 0, 0];
  for (;;) {
    const step = await ask("check", next);
    if (now !== era) return;
    noteFaults(step.faults);
    unread += step.unread;
    invalid += step.invalid;
    next = step.next;
    if (step.is_end || problems.size >= 1000) break;
    say(`Checked ${grouped(next)} of ${plural(step.total, "block")}…`);
  }
  if (invalid + unread + info.problems.length === 0) say("All is valid.");
  else fail(verdict(invalid, unread));
}

/** Returns the sentence on a check that found something: how many values are not valid, how many not readable, and whether the file is whole. */
function verdict(invalid, unread) {
  const isRecords = info.kind === "records";
  const value = isRecords ? "record" : "value";
  const found = [];
  if (unread > 0) found.push(`${plural(unread, value)} cannot be read`);
  if (invalid > 0) found.push(`${plural(invalid, value)} ${invalid === 1 ? "is" : "are"} not valid`);
  if (info.problems.length > 0) {
    if (found.length === 0) found.push(info.records === 0 ? "No record was found" : "What was found is valid");
    const isUnfinished = isRecords && !info.has_index;
    found.push(isUnfinished ? UNFINISHED : "the file is damaged");
  }
  return `${found.join("; ")}.`;
}

// ---- where the bytes go

const HUES = [205, 145, 35, 285, 345, 175, 60, 255, 95, 315];

let sums = null;
let zoomed = null;

function resetSizes() {
  sums = null;
  zoomed = null;
  by("treemap").replaceChildren();
  by("treemap-bar").replaceChildren();
  by("size-tables").replaceChildren();
  by("sizes-note").textContent = "reads the whole file";
}

by("add-up").addEventListener("click", addUp);

async function addUp() {
  if (!info) return;
  const now = era;
  let restarts = true;
  try {
    for (;;) {
      const step = await ask("sizes", restarts);
      if (now !== era) return;
      restarts = false;
      if (step.sums) {
        sums = step.sums;
        break;
      }
      say(`Added up ${grouped(step.done)} of ${plural(step.total, "block")}…`);
    }
  } catch (error) {
    fail(error.message);
    return;
  }
  const unread = sums.unread > 0 ? `; ${plural(sums.unread, "record")} could not be read` : "";
  by("sizes-note").textContent = `${plural(sums.bytes, "byte")} of values${unread}`;
  say("Added up.");
  zoomed = null;
  const some = sums.every > 1 ? `, from one record in ${grouped(sums.every)}` : "";
  by("size-tables").replaceChildren(make("div", { class: "sums" },
    table("By field, with what it contains", sums.fields.map(({ path, bytes: size }) => [path, size]).sort((a, b) => b[1] - a[1]), sums.bytes),
    table("By type, without its parts", sums.types, sums.bytes),
    table("By kind", [...sums.kinds].sort((a, b) => b[1] - a[1]), sums.bytes),
    table(`By layout${some}`, sums.layouts, sums.bytes)));
  // (After the tables, beside which there may be a scroll bar.)
  drawTreemap();
}

function table(caption, rows, whole) {
  const shown = rows.slice(0, 40);
  const cells = shown.map(([name, size]) => make("tr", {}, make("th", { scope: "row" }, name),
    make("td", { class: "count" }, size === null ? "not possible" : grouped(size)),
    make("td", { class: "count" }, size === null ? "" : `${((100 * size) / Math.max(1, whole)).toFixed(1)} %`)));
  const more = rows.length > shown.length ? `, the first ${shown.length} of ${rows.length}` : "";
  return make("table", {}, make("caption", {}, `${caption}${more}`), make("tbody", {}, ...cells));
}

/** Draws the areas of what the field `zoomed` contains; of the whole values if it is null. */
function drawTreemap() {
  const box = by("treemap");
  box.replaceChildren();
  const outer = zoomed === null ? null : sums.fields[zoomed];
  const back = () => {
    zoomed = outer.outer;
    drawTreemap();
  };
  const title = outer ? [make("button", { type: "button", onclick: back }, "Back"), ` ${outer.path}: ${plural(outer.bytes, "byte")}`] : [];
  by("treemap-bar").replaceChildren(...title);
  drawAreas(zoomed, { x: 0, y: 0, width: box.clientWidth, height: box.clientHeight }, 0);
}

/** Returns the fields in a field, and what is in none of them, the largest first. */
function partsOf(outer) {
  const whole = outer === null ? sums.bytes : sums.fields[outer].bytes;
  const parts = sums.fields.map((field, index) => ({ ...field, index })).filter((field) => field.outer === outer && field.bytes > 0);
  const rest = whole - parts.reduce((sum, field) => sum + field.bytes, 0);
  if (rest > 0 && parts.length > 0) parts.push({ name: "tags, lengths, tables", bytes: rest, index: null, path: "" });
  return { whole, parts: parts.sort((a, b) => b.bytes - a.bytes) };
}

/** Draws what a field contains, and in large areas what these contain. */
function drawAreas(outer, area, depth) {
  const { whole, parts } = partsOf(outer);
  squarified(parts, area, whole, (field, { x, y, width, height }, position) => {
    const share = ((100 * field.bytes) / Math.max(1, sums.bytes)).toFixed(1);
    const label = `${field.path || field.name}: ${plural(field.bytes, "byte")}, ${share} %`;
    const zoom = () => {
      if (field.index === null || partsOf(field.index).parts.length === 0) return;
      zoomed = field.index;
      drawTreemap();
      by("treemap").querySelector("button")?.focus();
    };
    const text = width > 40 && height > 16 ? `${field.name} ${share} %` : "";
    const button = make("button", { type: "button", "aria-label": label, title: label, onclick: zoom }, text);
    const hue = (HUES[(position + depth * 3) % HUES.length] + depth * 17) % 360;
    Object.assign(button.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
      background: `hsl(${hue} ${field.index === null ? 15 : 55}% ${depth % 2 ? 82 : 75}%)` });
    by("treemap").append(button);
    if (field.index !== null && width > 90 && height > 60) {
      drawAreas(field.index, { x: x + 4, y: y + 19, width: width - 8, height: height - 23 }, depth + 1);
    }
  });
}

/** Divides an area among fields, in rows that are near to squares. */
function squarified(fields, area, whole, draw) {
  let { x, y, width, height } = area;
  let rest = whole;
  let position = 0;
  while (position < fields.length && width > 0.5 && height > 0.5) {
    const side = Math.min(width, height);
    const scale = (width * height) / rest;
    let row = [];
    let sum = 0;
    let best = Infinity;
    for (let next = position; next < fields.length; next += 1) {
      const size = fields[next].bytes * scale;
      const thick = (sum + size) / side;
      const worst = Math.max(...[...row, size].map((area) => Math.max((area / thick) / thick, thick / (area / thick))));
      if (worst > best) break;
      best = worst;
      row.push(size);
      sum += size;
    }
    const thick = sum / side;
    let along = 0;
    for (const size of row) {
      const length = size / thick;
      const place = width < height ? { x: x + along, y, width: length, height: thick } : { x, y: y + along, width: thick, height: length };
      draw(fields[position], place, position);
      along += length;
      rest -= fields[position].bytes;
      position += 1;
    }
    if (width < height) {
      y += thick;
      height -= thick;
    } else {
      x += thick;
      width -= thick;
    }
  }
}

// ---- schemas

/** A text or a file: the newer one is meant, so either empties the other. Returns a function that reads it. */
function either(text, file) {
  text.addEventListener("input", () => {
    file.value = "";
  });
  file.addEventListener("change", () => {
    if (file.files.length > 0) text.value = "";
  });
  return async () => {
    const [chosen] = file.files;
    if (chosen) return { name: chosen.name, bytes: new Uint8Array(await chosen.slice(0, HEADER).arrayBuffer()) };
    return text.value.trim() === "" ? null : { name: "the text", bytes: new TextEncoder().encode(text.value) };
  };
}

const readOther = either(by("other"), by("other-file"));
const readBare = either(by("bare-schema"), by("bare-file"));

by("compare").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!info) return;
  try {
    const other = await readOther();
    if (!other) {
      fail("Expected another schema: its text, or a file.");
      return;
    }
    const found = await ask("compare", other.bytes);
    const [here, there] = [`${info.name} (${info.type_name})`, `${other.name} (${found.type_name})`];
    by("comparison").replaceChildren(
      ...direction(`${here} reads bytes of ${there}`, found.reads),
      ...direction(`${there} reads bytes of ${here}`, found.is_read),
    );
    say("Compared.");
  } catch (error) {
    fail(error.message);
    by("comparison").replaceChildren(make("p", { class: "bad" }, error.message));
  }
});

function direction(title, { is_full: isFull, differences, more }) {
  const rows = differences.map(({ message, rule, is_fine: isFine }) => make("li", isFine ? {} : { class: "bad" }, isFine ? message : `${message} (${rule})`));
  if (more > 0) rows.push(make("li", {}, `and ${more} more`));
  const verdict = isFull ? "yes, all values" : "no, not all values";
  return [make("h3", {}, `${title} in ${info.layout}: ${verdict}`), make("ul", {}, ...rows)];
}

// ---- tabs, files, the beginning

const TABS = ["values", "sizes", "schema"];

function showTab(name) {
  const wasHidden = by(name).hidden;
  if (wasHidden) by("main").scrollTop = 0;
  for (const tab of TABS) {
    by(tab).hidden = tab !== name;
    by(`tab-${tab}`).setAttribute("aria-selected", tab === name ? "true" : "false");
    by(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  if (name === "sizes" && info && !sums && info.size <= ADDED_AT_ONCE) addUp();
  else if (name === "sizes" && sums) drawTreemap();
  // (A file that was opened meanwhile was drawn without a height.)
  else if (name === "values" && info && wasHidden) moveTo(bytes.from);
}

for (const [position, name] of TABS.entries()) {
  const tab = by(`tab-${name}`);
  tab.addEventListener("click", () => showTab(name));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = TABS[(position + step + TABS.length) % TABS.length];
    showTab(next);
    by(`tab-${next}`).focus();
  });
}

by("choose").addEventListener("click", () => by("chooser").click());
by("chooser").addEventListener("change", async () => {
  const [file] = by("chooser").files;
  if (file) await openFile(file.name, { blob: file });
  by("chooser").value = "";
});

by("bare").addEventListener("submit", async (event) => {
  event.preventDefault();
  let schema;
  try {
    const given = await readBare();
    if (!given) {
      fail("Expected a schema: its text, or a file that has it.");
      return;
    }
    schema = await ask("schemaOf", given.bytes);
  } catch (error) {
    fail(error.message);
    return;
  }
  await openFile(dropped.name, dropped.from, schema, by("bare-layout").value);
});

by("bare-cancel").addEventListener("click", () => {
  by("bare").hidden = true;
  dropped = null;
  say("");
  by("choose").focus();
});

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("drop");
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (!relatedTarget) document.body.classList.remove("drop");
});
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("drop");
  const [file] = event.dataTransfer.files;
  if (file) await openFile(file.name, { blob: file });
});

let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (!by("values").hidden && info) moveTo(bytes.from);
    if (!by("sizes").hidden && sums) drawTreemap();
  }, 100);
});

async function start() {
  startWorker();
  const layouts = await ask("start", await unzipped(decoded(by("module").textContent)));
  by("bare-layout").append(...layouts.map((name) => make("option", { value: name }, name)));
  const { name, size, url, schema, layout } = JSON.parse(by("config").textContent);
  if (name === undefined) {
    say("Drop a file of packed data, or open one.");
    return;
  }
  const from = url ? { url: new URL(url, location.href).href, size } : { bytes: decoded(by("file").textContent) };
  await openFile(name, from, schema, layout);
}

start().catch((error) => fail(`The page cannot start: ${error.message}`));
