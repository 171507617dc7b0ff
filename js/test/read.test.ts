// The modules of test/drawing, which the library exports (test-suite/exports/tests/typescript.rs).

import assert from "node:assert/strict";
import { test } from "node:test";

import { Node, PackedError, type List } from "packed-data";

import * as compact from "./drawing/compact.js";
import * as indexed from "./drawing/indexed.js";
import values from "./drawing/values.json" with { type: "json" };

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Runs a test in both layouts. */
function inBoth(name: string, run: (open: (bytes?: Uint8Array) => compact.Drawing | indexed.Drawing) => void): void {
  test(`${name}, Compact`, () => run((bytes = unhex(values.compact)) => compact.open(bytes, { validate: true })));
  test(`${name}, Indexed`, () => run((bytes = unhex(values.indexed)) => indexed.open(bytes, { validate: true })));
}

inBoth("fields", (open) => {
  const drawing = open();
  assert.equal(drawing.id, 1n << 60n);
  assert.equal(drawing.title, "Plan");
  assert.equal(drawing.author, undefined);
  assert.equal(drawing.tint, "Green");
});

inBoth("switch on the kind", (open) => {
  type Shape = compact.Shape | indexed.Shape;
  function area(shape: Shape): number {
    switch (shape.kind) {
      case "Dot":
        return 0;
      case "Circle":
        return shape.radius * shape.radius;
      case "Polygon":
        return shape._0.length;
      case "Group": {
        const inner: List<Shape> = shape._0;
        return inner.toArray().reduce((sum, shape) => sum + area(shape), 0);
      }
    }
  }
  const shapes: List<Shape> = open().shapes;
  assert.deepEqual(shapes.toArray().map(area), [0, 2.25, 2, 4]);
  assert.equal(shapes.at(-1)?.kind, "Group");
  assert.equal(shapes.at(1)?.kind, "Circle");
  assert.equal(shapes.at(4), undefined);
  assert.equal(shapes.at(-5), undefined);
});

inBoth("maps and sets", (open) => {
  const { layers, tags } = open();
  assert.equal(layers.size, 3);
  assert.equal(layers.get("front"), 20);
  assert.equal(layers.get("😀"), 3);
  assert.equal(layers.get("nothing"), undefined);
  assert.equal(layers.has("back"), true);
  assert.equal(layers.has(""), false);
  assert.deepEqual([...layers.keys()], ["back", "front", "😀"]);
  assert.deepEqual([...layers], [["back", 1], ["front", 20], ["😀", 3]]);
  assert.deepEqual([tags.has(500), tags.has(4), ...tags], [true, false, 3, 500]);
});

inBoth("an extensible type", (open) => {
  const { notes } = open();
  assert.equal(notes.next?.text, "späť");
  assert.equal(notes.next?.stars, 5);
  assert.equal(notes.next?.next, undefined);
});

inBoth("numbers are set in place", (open) => {
  const drawing = open();
  drawing.id = 7n;
  drawing.notes.read = true;
  const [circle, polygon] = [drawing.shapes.at(1), drawing.shapes.at(2)];
  assert(circle?.kind === "Circle" && polygon?.kind === "Polygon");
  circle.radius = 4;
  const again = open(drawing.$.bytes);
  assert.equal(again.id, 7n);
  assert.equal(again.notes.read, true);
  assert.equal((again.shapes.at(1) as typeof circle).radius, 4);
  assert.throws(() => (drawing.id = -1n), RangeError);
  assert.throws(() => (drawing.id = 1n << 64n), RangeError);
  assert.throws(() => (drawing.notes.stars = 256), RangeError);
  assert.throws(() => (drawing.notes.stars = 0.5), RangeError);
  assert.throws(() => drawing.notes.stars = undefined, RangeError);
});

inBoth("keys cannot be set", (open) => {
  const { list } = open().tags;
  assert.throws(() => (list as unknown as { set(index: number, value: number): void }).set(0, 9), TypeError);
});

inBoth("JSON", (open) => {
  const drawing = open();
  assert(drawing instanceof Node);
  assert.deepEqual(JSON.parse(JSON.stringify(drawing)), {
    id: String(1n << 60n),
    title: "Plan",
    author: null,
    tint: "Green",
    shapes: [
      { kind: "Dot" },
      { kind: "Circle", radius: 1.5 },
      { kind: "Polygon", _0: [{ _0: 0, _1: 1 }, { _0: 2, _1: 3 }] },
      { kind: "Group", _0: [{ kind: "Circle", radius: 2 }, { kind: "Dot" }] },
    ],
    layers: [["back", 1], ["front", 20], ["😀", 3]],
    tags: [3, 500],
    notes: { text: "hi", read: false, next: { text: "späť", read: true, next: null, stars: 5 }, stars: 0 },
  });
});

test("bytes that are not valid", () => {
  const bytes = unhex(values.indexed);
  assert.throws(() => indexed.open(bytes.subarray(1), { validate: true }), PackedError);
  // Without validation, only what is read is checked.
  bytes[8] = 2;
  const drawing = indexed.open(bytes);
  assert.equal(drawing.title, "Plan");
  const expected = { name: "PackedError", kind: "InvalidTag", offset: 8, message: /^invalid tag: expected 0 to 1, found 2, at byte 8/ };
  assert.throws(() => drawing.tint, expected);
  assert.throws(() => indexed.validate(bytes), { ...expected, path: "Drawing.tint" });
});

test("every end is an error, and no read goes on forever", () => {
  for (const [open, text] of [[compact.open, values.compact], [indexed.open, values.indexed]] as const) {
    const bytes = unhex(text);
    for (let end = 0; end < bytes.length; end++) {
      assert.throws(
        () => JSON.stringify(open(bytes.subarray(0, end))),
        (error) => error instanceof RangeError || error instanceof PackedError,
        `of ${end} bytes`,
      );
    }
  }
});
