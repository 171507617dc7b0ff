// Drives the page of `packed explore` in headless Chromium, and leaves pictures of it.
//
//   node browser.mjs PACKED SHOP.json FOLDER    PACKED is the command, SHOP.json the document of the example `json`

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [packed, shop, pictures] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "packed-explore-"));
const at = (name) => join(folder, name);
const run = (...words) => execFileSync(packed, words, { encoding: "utf8" });

/** A browser, controlled by the WebDriver protocol. */
class Browser {
  static async start() {
    const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    const port = await new Promise((found, failed) => {
      driver.on("error", failed);
      createInterface({ input: driver.stdout }).on("line", (line) => {
        const match = /started successfully on port (\d+)/.exec(line);
        if (match) found(match[1]);
      });
    });
    const browser = new Browser();
    Object.assign(browser, { driver, session: `http://127.0.0.1:${port}/session` });
    const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,950"];
    const { sessionId } = await browser.command("", { capabilities: { alwaysMatch: {
      "goog:chromeOptions": { args }, "goog:loggingPrefs": { browser: "ALL" },
    } } });
    browser.session += `/${sessionId}`;
    return browser;
  }

  async command(path, body) {
    const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const { value } = await (await fetch(this.session + path, options)).json();
    if (value?.error) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  async open(url) {
    await this.command("/url", { url });
    await this.until("status", /^Opened /);
  }

  js(script, ...args) {
    return this.command("/execute/sync", { script, args });
  }

  text(id) {
    return this.js("return document.getElementById(arguments[0])?.innerText ?? ''", id);
  }

  /** Waits until an element has a text. */
  async until(id, pattern) {
    const end = Date.now() + 30_000;
    let found = "";
    while (Date.now() < end) {
      found = await this.text(id);
      if (pattern.test(found)) return found;
      await new Promise((later) => setTimeout(later, 20));
    }
    throw new assert.AssertionError({ message: `#${id}: expected ${pattern}, found ${JSON.stringify(found)}` });
  }

  async element(css) {
    return Object.values(await this.command("/element", { using: "css selector", value: css }))[0];
  }

  async click(css) {
    await this.command(`/element/${await this.element(css)}/click`, {});
  }

  async fill(css, text) {
    const element = await this.element(css);
    await this.js("arguments[0].value = ''", { "element-6066-11e4-a52e-4f735466cecf": element });
    await this.command(`/element/${element}/value`, { text });
  }

  async choose(css, path) {
    await this.command(`/element/${await this.element(css)}/value`, { text: path });
  }

  /** Presses keys where the focus is. */
  async keys(...keys) {
    const actions = keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }, { type: "pause", duration: 150 }]);
    await this.command("/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  async hover(css) {
    const origin = { "element-6066-11e4-a52e-4f735466cecf": await this.element(css) };
    const actions = [{ type: "pointerMove", duration: 50, origin, x: 0, y: 0 }];
    await this.command("/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async doubleClick(css) {
    const origin = { "element-6066-11e4-a52e-4f735466cecf": await this.element(css) };
    const press = [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    const actions = [{ type: "pointerMove", duration: 50, origin, x: 0, y: 0 }, ...press, ...press];
    await this.command("/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async picture(name) {
    writeFileSync(join(pictures, `explorer-${name}.png`), Buffer.from(await this.command("/screenshot"), "base64"));
  }

  /** Fails if the page has violated its policy, or failed otherwise. */
  async assertQuiet() {
    const log = await this.command("/se/log", { type: "browser" });
    assert.deepEqual(log.map(({ message }) => message), []);
  }

  async quit() {
    await fetch(this.session, { method: "DELETE" });
    this.driver.kill();
  }
}

const KEY = { enter: "\uE007", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", pageDown: "\uE00F" };
const selected = (b) => b.js("return document.querySelector('[aria-selected=true] > .row')?.innerText ?? ''");

/** The page as a file: no network, bytes and values mark each other, keyboard, conditions, paths, sizes, schemas. */
async function records(b) {
  run("pack", shop, "--at", "/products", "-o", at("products.packed"));
  run("explore", at("products.packed"), "--to", at("products.html"));
  await b.open(pathToFileURL(at("products.html")).href);
  assert.equal(await b.text("title"), "products.packed");
  assert.match(await b.text("summary"), /^300 records of Product in Compact, [\d,]+ bytes$/);
  assert.equal(await b.js("return document.querySelectorAll('#tree .item').length"), 101);
  await b.picture("records");
  const hints = "return ['condition', 'path'].map((id) => document.getElementById(id).placeholder)";
  assert.deepEqual(await b.js(hints), ["price < 5", "[0].sku"]);
  assert.match(await b.text("details"), /bytes 0 to 117 \(118 bytes\) of record 0/);
  // A double click unfolds, and selects no text.
  await b.doubleClick(".item[aria-level='2']:nth-child(2) > .row");
  await b.until("tree", /\[1\]:[^]*price:[^]*\[2\]:/);
  assert.equal(await b.js("return String(getSelection())"), "");
  await b.doubleClick(".item[aria-level='2']:nth-child(2) > .row");
  await b.click(".item[aria-level='2']:nth-child(1) > .row");
  await b.until("path-text", /^\[0\]$/);

  // A click on a byte selects its field; hovering either marks the other.
  const [record] = JSON.parse(run("get", at("products.packed"), "/0").replace(/^/, "[").concat("]"));
  const hex = run("hex", at("products.packed"), "[0].price");
  const offset = Number(/^\s*(\d+)/m.exec(hex)?.[1] ?? assert.fail(hex));
  await b.click(`#byte-${offset + 3}`);
  await b.until("path-text", /Product\.price$/);
  assert.match(await selected(b), new RegExp(`^price:\\s*${String(record.price).replace(".", "\\.")}`));
  assert.match(await b.text("details"), new RegExp(`bytes ${offset} to ${offset + 7} \\(8 bytes\\) of record 0`));
  const marked = await b.js("return [...document.querySelectorAll('.cell.mark')].map((cell) => Number(cell.dataset.offset))");
  assert.deepEqual(marked, Array.from({ length: 8 }, (_, index) => offset + index));
  await b.picture("byte");
  await b.hover("#byte-5");
  await b.until("hover", /^Product\.sku: String, "/);
  assert.match(await b.js("return document.querySelector('.row.hot').innerText"), /^sku:/);
  await b.hover(".item[aria-level='3']:nth-child(4) > .row");
  const hot = await b.js("return [...document.querySelectorAll('.cell.hot')].map((cell) => Number(cell.dataset.offset))");
  assert.deepEqual(hot, marked);

  // The keyboard alone: to the next record, into it, to its first field; then in the bytes.
  await b.js("document.querySelector('#tree .item .item').focus()");
  await b.keys(KEY.left, KEY.down, KEY.right, KEY.down, KEY.enter);
  await b.until("path-text", /^\[1\] > Product\.sku$/);
  await b.keys("c");
  await b.until("status", /^Copied the path\.$/);
  await b.js("document.getElementById('hex').focus()");
  await b.keys(KEY.down, KEY.right, KEY.enter);
  assert.match(await selected(b), /^name:/);
  const active = await b.js("return document.getElementById('hex').getAttribute('aria-activedescendant')");
  assert.equal(active, "byte-17");

  // Conditions and paths, as the command has them.
  const condition = "stock < 2 and rating = null";
  await b.fill("#condition", condition + KEY.enter);
  const found = run("cat", at("products.packed"), "--where", condition).trim().split("\n").length;
  await b.until("status", new RegExp(`^${found} values? found\\.$`));
  // A path to another value ends the search, and says so.
  const other = run("cat", at("products.packed")).split("\n").findIndex((line) => JSON.parse(line).stock > 2);
  await b.fill("#path", `[${other}]` + KEY.enter);
  await b.until("status", /^All of 300 records\. \(What was wanted is not among the values that the search found\.\)$/);
  await b.until("path-text", new RegExp(`^\\[${other}\\]$`));
  assert.equal(await b.js("return document.getElementById('condition').value"), "");
  assert.equal(await b.js("return document.getElementById('show-all').hidden"), true);
  await b.fill("#condition", condition + KEY.enter);
  await b.until("status", new RegExp(`^${found} values? found\\.$`));
  assert.equal(await b.js("return document.querySelectorAll('#tree .item .item').length"), found);
  await b.picture("search");
  await b.fill("#condition", "stock < < 2" + KEY.enter);
  await b.until("alert", /^The condition is wrong: .*at character 9/);
  assert.equal(await b.text("status"), "");
  await b.picture("alert");
  await b.click("#show-all");
  await b.until("status", /^All of 300 records\.$/);
  assert.equal(await b.text("alert"), "");
  assert.match(await b.text("tree"), /300 records/);
  await b.fill("#condition", "stok < 5" + KEY.enter);
  await b.until("alert", /^The condition is wrong: .*stok/);
  await b.fill("#condition", KEY.enter);
  await b.until("status", /^All of 300 records\.$/);
  await b.fill("#path", "[250].nothing" + KEY.enter);
  await b.until("alert", /leads nowhere/);
  await b.fill("#path", "[250].name" + KEY.enter);
  await b.until("path-text", /^\[250\] > Product\.name$/);
  assert.equal(await b.text("alert"), "");
  assert.match(await selected(b), new RegExp(`^name:\\s*${run("get", at("products.packed"), "[250].name").trim()}`));
  assert.equal(run("get", at("products.packed"), await b.text("path-text")), run("get", at("products.packed"), "[250].name"));
  await b.fill("#path", "[250].nothing" + KEY.enter);
  await b.until("alert", /leads nowhere/);
  await b.click("#check");
  await b.until("status", /^All is valid\.$/);

  // Where the bytes go, as `packed stat` adds them up.
  await b.click("#tab-sizes");
  await b.until("status", /^Added up\.$/);
  const [, whole] = /([\d,]+) bytes in Compact/.exec(run("stat", at("products.packed")));
  assert.equal(await b.text("sizes-note"), `${whole} bytes of values`);
  const areas = await b.js("return [...document.querySelectorAll('#treemap button')].map((area) => area.getAttribute('aria-label'))");
  assert.ok(areas.some((label) => /^description: [\d,]+ bytes, [\d.]+ %$/.test(label)), areas.join("\n"));
  await b.picture("sizes");
  // (Its middle is an inner area.)
  await b.js("document.querySelector(`#treemap button[aria-label^='rooms:']`).click()");
  await b.until("treemap-bar", /^Back\s+rooms: /);

  // Compatibility of two schemas.
  const schema = run("schema", at("products.packed"));
  await b.click("#tab-schema");
  assert.equal((await b.text("schema-text")).trim(), schema.trim());
  await b.fill("#other", schema.replace("5:price", "4:cost"));
  await b.click("#compare button");
  await b.until("comparison", /products\.packed \(Product\) reads bytes of the text \(Product\) in Compact: /);
  writeFileSync(at("other.schema"), schema.replace("5:price", "4:cost"));
  const [first] = (await b.text("comparison")).split("\n").filter((line) => line.includes("Product.price"));
  const diff = spawnText("diff", at("products.packed"), at("other.schema"));
  assert.ok(diff.includes(first), `${first}\n${diff}`);
  await b.picture("schema");

  // Of a text and a file, the newer one is compared, and the form shows it alone.
  const inputs = () => b.js("return ['other', 'other-file'].map((id) => document.getElementById(id).value.split('\\\\').pop())");
  await b.choose("#other-file", at("products.packed"));
  assert.deepEqual(await inputs(), ["", "products.packed"]);
  await b.click("#compare button");
  await b.until("comparison", /reads bytes of products\.packed \(Product\) in Compact: yes/);
  await b.fill("#other", "packed-data schema 1\nstr\n");
  assert.deepEqual(await inputs(), ["packed-data schema 1\nstr\n", ""]);
  await b.click("#compare button");
  await b.until("comparison", /reads bytes of the text \(String\) in Compact: no/);

  // All that, and nothing from a network.
  assert.deepEqual(await b.js("return performance.getEntriesByType('resource').map(({ name }) => name)"), []);
  const policy = await b.js("return document.querySelector('meta[http-equiv]').content");
  assert.match(policy, /default-src 'none'.*connect-src 'none'/);
  await b.assertQuiet();
  const blocked = await b.js("return fetch('https://example.org/').then(() => 'allowed', () => 'refused')");
  assert.equal(blocked, "refused");
  await b.command("/se/log", { type: "browser" });
}

/** What a command that fails prints. */
function spawnText(...words) {
  const { stdout, stderr } = spawnSync(packed, words, { encoding: "utf8" });
  return stdout + stderr;
}

/** Damaged files show where. */
async function damage(b) {
  const bytes = readFileSync(at("products.packed"));
  bytes[5000] ^= 0xff;
  writeFileSync(at("damaged.packed"), bytes);
  run("explore", at("damaged.packed"), "--to", at("damaged.html"));
  await b.open(pathToFileURL(at("damaged.html")).href);
  // A block has one row, of all its records, and is listed: before anything is pressed.
  const printed = spawnText("check", at("damaged.packed"));
  const [message] = /damaged: .*/.exec(printed) ?? assert.fail(printed);
  const [, records] = /with (\d+) records/.exec(message) ?? assert.fail(message);
  assert.equal((await b.text("problems")).replace(/\s+Show$/, ""), message);
  assert.ok((await b.text("tree")).includes(`[0] to [${records - 1}]:`));
  assert.ok((await b.text("tree")).includes(message));
  const isCut = "return [...document.querySelectorAll('.row.unread')].some((row) => row.scrollWidth > row.clientWidth)";
  assert.equal(await b.js(isCut), false);
  assert.ok(await b.js("return document.querySelectorAll('.cell.wrong').length") > 100);
  await b.picture("damaged");
  await b.click("#check");
  await b.until("alert", new RegExp(`^${records} records cannot be read\\.$`));
  // A search lists the same problem, and it can be shown as before.
  await b.fill("#condition", "stock < 2" + KEY.enter);
  await b.until("status", /^0 values found\.$/);
  assert.equal((await b.text("problems")).replace(/\s+Show$/, ""), message);
  await b.js("document.getElementById('hex').replaceChildren()");
  await b.click("#problems button");
  await b.until("hex", /\S/);
  assert.ok(await b.js("return document.querySelectorAll('.cell.wrong').length") > 100);

  // Rows before and after a damaged block in the middle: each record is in one of them.
  const lines = Array.from({ length: 20_000 }, (_, id) => JSON.stringify({ id, text: `number ${id}` }));
  writeFileSync(at("middle.jsonl"), lines.join("\n"));
  run("pack", at("middle.jsonl"), "-o", at("middle.packed"));
  const middle = readFileSync(at("middle.packed"));
  middle[middle.length >> 1] ^= 0xff;
  writeFileSync(at("middle.packed"), middle);
  run("explore", at("middle.packed"), "--to", at("middle.html"));
  const [, count, from] = /with (\d+) records from number (\d+)/.exec(spawnText("check", at("middle.packed"))).map(Number);
  await b.open(pathToFileURL(at("middle.html")).href);
  assert.match(await b.text("problems"), new RegExp(`with ${count} records from number ${from}`));
  await b.fill("#path", `[${from + count + 30}]` + KEY.enter);
  await b.until("path-text", new RegExp(`^\\[${from + count + 30}\\]$`));
  const shown = async () => {
    const names = await b.js("return [...document.querySelectorAll('.item[aria-level=\"2\"] > .row .name')].map((of) => of.innerText)");
    return names.map((name) => name.match(/\d+/g).map(Number));
  };
  while ((await shown())[0][0] > from - 20) {
    const rows = (await shown()).length;
    await b.click("#tree .more");
    for (let tries = 0; tries < 100 && (await shown()).length === rows; tries += 1) await new Promise((later) => setTimeout(later, 20));
  }
  const rows = await shown();
  assert.ok(rows.some(([first, last]) => first === from && last === from + count - 1));
  rows.reduce((next, [first, last = first]) => {
    assert.equal(first, next);
    return last + 1;
  }, rows[0][0]);

  // A file without its end is not said to be whole, whatever is left of it.
  for (const [size, status] of [[-1, /^What was found is valid; the file was not closed, or its end was cut off\.$/],
    [400, /^No record was found; the file was not closed, or its end was cut off\.$/]]) {
    writeFileSync(at("cut.packed"), readFileSync(at("products.packed")).subarray(0, size));
    run("explore", at("cut.packed"), "--to", at("cut.html"));
    await b.open(pathToFileURL(at("cut.html")).href);
    assert.match(await b.text("problems"), /no index: the file was not closed, or its end was cut off/);
    await b.click("#check");
    await b.until("alert", status);
  }

  // A value whose checksum is wrong is shown, with the place of the fault in it.
  run("pack", shop, "--document", "-o", at("shop.packed"), "--layout", "Indexed");
  const value = readFileSync(at("shop.packed"));
  const text = value.indexOf("Oiled Lamp");
  value[text + 2] = 0xff;
  writeFileSync(at("shop-damaged.packed"), value);
  run("explore", at("shop-damaged.packed"), "--to", at("shop-damaged.html"));
  await b.open(pathToFileURL(at("shop-damaged.html")).href);
  const problems = await b.text("problems");
  assert.match(problems, /damaged: expected intact bytes/);
  const offset = Number(/invalid string: .* at byte (\d+) in /.exec(problems)?.[1] ?? assert.fail(problems));
  await b.click("#problems li:nth-child(2) button");
  await b.until("status", /is wrong\.$/);
  assert.match(await b.text("path-text"), /Json::String\.0$/);
  const wrong = await b.js("return [...document.querySelectorAll('.cell.wrong')].map((cell) => Number(cell.dataset.offset))");
  assert.deepEqual(wrong, [offset]);
  await b.picture("fault");
  await b.assertQuiet();
}

/** Other files are opened in the page: with a header, and bare bytes with a schema. */
async function opening(b) {
  run("convert", at("shop.packed"), at("shop.bare"), "--to", "bare");
  writeFileSync(at("shop.schema"), run("schema", at("shop.packed")));
  await b.choose("#chooser", at("shop.bare"));
  await b.until("bare-why", /bytes without a header need a schema and a layout/);
  await b.choose("#bare-file", at("products.packed"));
  await b.fill("#bare-schema", readFileSync(at("shop.schema"), "utf8"));
  await b.js("document.getElementById('bare-layout').value = 'Indexed'");
  await b.click("#bare button");
  await b.until("status", /^Opened shop\.bare\.$/);
  assert.match(await b.text("summary"), /^one value of Json in Indexed/);
  // It is no list, and the path to the whole value is empty: neither is offered.
  assert.equal(await b.js("return document.getElementById('search').hidden"), true);
  assert.equal(await b.text("path-text"), "(the whole value)");
  assert.doesNotMatch(await b.text("details"), /Copy path/);
  await b.js("document.querySelector('#tree .item').focus()");
  await b.keys("c");
  await b.until("alert", /^The whole value has no path\.$/);
  await b.fill("#path", "products[3].name" + KEY.enter);
  await b.until("path-text", /Map\.value$/);
  assert.match(await selected(b), /"Spare Stool"/);
  // A document that is a list: what a search found is not taken for its parts.
  writeFileSync(at("list.json"), '[{"n": 1}, {"n": 5}, {"n": 7}]');
  run("pack", at("list.json"), "--document", "-o", at("list.packed"));
  await b.choose("#chooser", at("list.packed"));
  await b.until("status", /^Opened list\.packed\.$/);
  await b.fill("#condition", "n < 6" + KEY.enter);
  await b.until("status", /^2 values found\.$/);
  await b.fill("#path", "[1].n" + KEY.enter);
  await b.until("path-text", /^Json::Array\.0 > \[1\] > /);
  assert.match(await b.text("status"), /^2 values found/);
  await b.fill("#path", "[2].n" + KEY.enter);
  await b.until("path-text", /^Json::Array\.0 > \[2\] > /);
  assert.match(await b.text("status"), /^The whole value\. \(What was wanted/);
  await b.choose("#chooser", at("products.packed"));
  await b.until("status", /^Opened products\.packed\.$/);
  await b.choose("#chooser", shop);
  await b.until("bare-why", /^shop\.json: .*; products\.packed stays open\.$/);
  await b.picture("bare");
  await b.click("#bare-cancel");
  assert.equal(await b.js("return document.getElementById('bare').hidden"), true);
  assert.equal(await b.text("alert"), "");
  // A damaged header: neither the file that is open nor what is wrong with it is another.
  await b.choose("#chooser", at("damaged.packed"));
  await b.until("status", /^Opened damaged\.packed\.$/);
  const problems = await b.text("problems");
  const header = readFileSync(at("products.packed"));
  header[40] ^= 0xff;
  writeFileSync(at("header.packed"), header);
  await b.choose("#chooser", at("header.packed"));
  await b.until("alert", /^header\.packed is not opened: .*; damaged\.packed stays open\.$/);
  assert.equal(await b.text("problems"), problems);
  assert.equal(await b.js("return document.getElementById('bare').hidden"), true);
  await b.assertQuiet();
}

/** The page as the command serves it: it reads what it shows. */
async function served(b) {
  const lines = Array.from({ length: 200_000 }, (_, id) => JSON.stringify({ id, text: `number ${id} `.repeat(8) }));
  writeFileSync(at("many.jsonl"), lines.join("\n"));
  run("pack", at("many.jsonl"), "-o", at("many.packed"));
  const command = spawn(packed, ["explore", at("many.packed")], { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((found) => command.stdout.once("data", (data) => found(String(data).trim())));
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  await b.open(url);
  await b.fill("#path", "[150000].text" + KEY.enter);
  await b.until("path-text", /^\[150000\] > Many\.text$/);
  assert.match(await selected(b), /^text:\s*"number 150000 number/);
  await b.js("document.querySelector('#tree .item').focus()");
  await b.keys(KEY.right);
  await b.picture("served");
  await b.fill("#condition", "id = 199999" + KEY.enter);
  await b.until("status", /^1 value found\.$/);
  await b.assertQuiet();
  // The file is changed, and shortened, while it is served.
  utimesSync(at("many.packed"), 0, 0);
  await b.click("#show-all");
  await b.fill("#path", "[60000].text" + KEY.enter);
  await b.until("problems", /^The file was changed or replaced since `packed explore` opened it/);
  truncateSync(at("many.packed"), 100_000);
  await b.fill("#path", "[90000].text" + KEY.enter);
  await b.until("alert", /the file is shorter than it was when `packed explore` opened it: start that again/);
  await b.command("/se/log", { type: "browser" });
  command.kill("SIGINT");
  assert.deepEqual(await new Promise((ended) => command.once("exit", (...how) => ended(how))), [null, "SIGINT"]);
  await b.fill("#path", "[90000].text" + KEY.enter);
  await b.until("alert", /no answer from the command that serves the file: it has ended/);
  await b.command("/se/log", { type: "browser" });
}

/** Both colour schemes; every control has a name. */
async function looks(b) {
  await b.open(pathToFileURL(at("products.html")).href);
  const paper = () => b.js("return getComputedStyle(document.body).backgroundColor");
  const light = await paper();
  const scheme = (value) => b.command("/goog/cdp/execute", { cmd: "Emulation.setEmulatedMedia",
    params: { features: [{ name: "prefers-color-scheme", value }] } });
  await scheme("dark");
  assert.notEqual(await paper(), light);
  await b.picture("dark");
  await scheme("light");
  const { nodes } = await b.command("/goog/cdp/execute", { cmd: "Accessibility.getFullAXTree", params: {} });
  const controls = ["button", "textbox", "searchbox", "combobox", "tab", "treeitem", "slider", "tree", "grid", "gridcell"];
  const nameless = nodes.filter(({ ignored, role, name }) => !ignored && controls.includes(role?.value) && !name?.value);
  assert.deepEqual(nameless.map(({ role }) => role.value), []);
  const roles = new Set(nodes.map(({ role }) => role?.value));
  for (const role of ["tree", "treeitem", "grid", "gridcell", "tab", "status", "alert"]) assert.ok(roles.has(role), role);
}

/** A narrow window, a short one, and what is shown when another file is opened. */
async function windows(b) {
  const size = (width, height) => b.command("/goog/cdp/execute", { cmd: "Emulation.setDeviceMetricsOverride",
    params: { width, height, deviceScaleFactor: 1, mobile: false } });
  await size(375, 667);
  await b.open(pathToFileURL(at("products.html")).href);
  const cells = await b.js(`return [...document.querySelectorAll('#hex .line')].slice(0, 3).map((line) =>
    [...line.children].map((cell) => [cell.getBoundingClientRect().left, cell.getBoundingClientRect().right]))`);
  const right = await b.js("return document.getElementById('hex').getBoundingClientRect().right");
  for (const line of cells) {
    assert.equal(line.length, 10);
    // (A cell has two digits of about 8 pixels.)
    for (const [left, end] of line.slice(1, 9)) assert.ok(end - left > 20, `${left} to ${end}`);
    assert.ok(line[9][1] <= right, `${line[9]} of ${right}`);
  }
  assert.ok(await b.js("return document.documentElement.scrollWidth <= innerWidth"));
  await b.picture("narrow");
  await b.js("document.getElementById('bytes-pane').scrollIntoView()");
  await b.picture("narrow-bytes");
  await b.js("document.getElementById('hex').focus()");
  await b.keys(KEY.down, KEY.enter);
  const active = await b.js("return document.getElementById('hex').getAttribute('aria-activedescendant')");
  assert.equal(active, "byte-8");

  // Each tab begins at its top.
  await size(1000, 400);
  await b.click("#tab-schema");
  await b.js("document.getElementById('main').scrollTop = 1000");
  assert.ok(await b.js("return document.getElementById('main').scrollTop") > 0);
  await b.click("#tab-values");
  assert.equal(await b.js("return document.getElementById('main').scrollTop"), 0);
  await b.command("/goog/cdp/execute", { cmd: "Emulation.clearDeviceMetricsOverride", params: {} });

  // The sizes of another file are shown as those of the first one were.
  await b.click("#tab-sizes");
  await b.until("sizes-note", /^[\d,]+ bytes of values$/);
  const first = await b.text("sizes-note");
  await b.choose("#chooser", at("shop.packed"));
  await b.until("title", /^shop\.packed$/);
  await b.until("sizes-note", /^[\d,]+ bytes of values$/);
  assert.notEqual(await b.text("sizes-note"), first);
  assert.ok(await b.js("return document.querySelectorAll('#treemap button').length") > 1);
  await b.click("#tab-values");
  const lines = "document.querySelectorAll('#hex .line').length";
  assert.ok(await b.js(`return new Promise((found) => setTimeout(() => found(${lines}), 300))`) > 8);
}

const b = await Browser.start();
try {
  for (const test of [records, damage, opening, served, looks, windows]) {
    try {
      await test(b);
    } catch (error) {
      await b.picture(`failed-${test.name}`);
      throw error;
    }
    console.log(`${test.name}: ok`);
  }
} finally {
  await b.quit();
  rmSync(folder, { recursive: true, force: true });
}
