// Verdicts, offsets, paths and messages are those of the Rust library; `ci/typescript.sh` compares them on all shapes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, checkPrefix, PackedError, type Plan, type PlanNode } from "packed-data";

import { orderOfKeys } from "#dist/keys.js";

import * as compact from "./drawing/compact.js";
import * as indexed from "./drawing/indexed.js";
import values from "./drawing/values.json" with { type: "json" };

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

const U8: PlanNode = { form: "scalar", scalar: "u8", size: 1 };
const BOOL: PlanNode = { form: "scalar", scalar: "bool", size: 1 };

function planOf(...nodes: PlanNode[]): Plan {
  return { layout: "Compact", nodes };
}

/** Returns the message of the error, or `undefined`. */
function refused(plan: Plan, bytes: string | Uint8Array): string | undefined {
  try {
    check(plan, typeof bytes === "string" ? unhex(bytes) : bytes);
    return undefined;
  } catch (error) {
    assert(error instanceof PackedError, String((error as Error).stack));
    return error.message;
  }
}

function assertCases(plan: Plan, cases: readonly (readonly [string, string | undefined])[]): void {
  for (const [bytes, message] of cases) assert.equal(refused(plan, bytes), message, bytes);
}

/** A cell of a list: a number, and perhaps the next cell, which is its last field. */
const LIST = planOf(
  { form: "struct", name: "Cell", fields: { fields: [{ name: "value", of: 1, size: 1, run: 1 }, { name: "next", of: 2, isEnd: true }] } },
  BOOL,
  {
    form: "enum",
    name: "Option",
    tagSize: 1,
    constructors: [{ name: "None", fields: [] }, { name: "Some", fields: [{ name: "0", of: 0, isEnd: true }] }],
  },
);

/** A tree: a leaf, or a list of trees. */
const TREE = planOf(
  {
    form: "enum",
    name: "Tree",
    tagSize: 1,
    constructors: [{ name: "Leaf", fields: [] }, { name: "Node", fields: [{ name: "0", of: 1, isEnd: true }] }],
  },
  { form: "sequence", kind: "list", element: { of: 0, isLevel: true } },
);

test("values are valid, and each of their beginnings is not", () => {
  for (const [plan, text] of [[compact.plan, values.compact], [indexed.plan, values.indexed]] as const) {
    const bytes = unhex(text);
    assert.equal(refused(plan, bytes), undefined);
    assert.equal(checkPrefix(plan, Uint8Array.from([...bytes, 9, 9])), bytes.length);
    for (let end = 0; end < bytes.length; end++) assert.notEqual(refused(plan, bytes.subarray(0, end)), undefined, `${end} bytes`);
    const message = `trailing bytes: expected the end of the input, found 1 more byte, at byte ${bytes.length}`;
    assert.equal(refused(plan, Uint8Array.from([...bytes, 0])), message);
  }
});

test("a list of a million cells through last fields", () => {
  const count = 1_000_000;
  const bytes = new Uint8Array(2 * count);
  for (let at = 1; at < bytes.length - 1; at += 2) bytes[at] = 1;
  assert.equal(refused(LIST, bytes), undefined);
  bytes[2 * count - 2] = 7;
  const cell = "Cell.next > Option::Some.0";
  const first = Array(8).fill(cell).join(" > ");
  const last = `${Array(7).fill(`Option::Some.0 > Cell.next`).join(" > ")} > Option::Some.0 > Cell.value`;
  const more = 2 * (count - 1) + 1 - 32;
  const message = `invalid bool: expected 0 or 1, found 7, at byte ${2 * count - 2} in ${first} > ... ${more} more ... > ${last}`;
  assert.equal(refused(LIST, bytes)?.replace("Cell.next > Option::Some.0 > Cell.value", "Cell.next > Option::Some.0 > Cell.value"), message.replace(`... > ${last}`, `... > ${last}`));
});

test("levels of nesting", () => {
  const nested = (levels: number): string => `${"0101".repeat(levels)}00`;
  assert.equal(refused(TREE, nested(1024)), undefined);
  const message = refused(TREE, nested(1025));
  assert.match(String(message), /^too deep: expected at most 1024 nested levels, found more, at byte 2049 in /);
  assert.match(String(refused(TREE, nested(500_000))), /^too deep: .* at byte 2049 in Tree::Node\.0 > \[0\] > .* more \.\.\. > .*$/);
  const bytes = unhex(nested(4));
  check(TREE, bytes, 0, { depth: 4, emptyElements: 0 });
  assert.throws(() => check(TREE, bytes, 0, { depth: 3, emptyElements: 0 }), /at most 3 nested levels/);
});

test("numbers", () => {
  const lists = planOf({ form: "sequence", kind: "list", element: { of: 1, size: 2 } }, { form: "scalar", scalar: "u16", size: 2 });
  const end = (needed: string, found: number, at: number): string =>
    `unexpected end of input: expected at least ${needed} more bytes, found ${found}, at byte ${at}`;
  assertCases(lists, [
    ["00", undefined],
    ["0201000200", undefined],
    ["02010002", end("4", 3, 1)],
    ["", "unexpected end of input: expected at least 1 more byte, found 0, at byte 0"],
    ["fc", end("2", 0, 1)],
    ["fcfc00", end("504", 0, 3)],
    ["fcfb00", "number not minimal: expected the shortest form of 251, found a longer one, at byte 0"],
    ["fdffff0000", "number not minimal: expected the shortest form of 65535, found a longer one, at byte 0"],
    ["feffffffff00000000", "number not minimal: expected the shortest form of 4294967295, found a longer one, at byte 0"],
    ["ff", "invalid length: expected a first byte of 0 to 254, found 255, at byte 0"],
    ["fe0100000000000080", end("18446744073709551615", 0, 9)],
    ["fe0100000000002000", end("18014398509481986", 0, 9)],
  ]);
  assertCases(planOf({ form: "text" }), [
    ["fe0100000000002000", end("9007199254740993", 0, 9)],
    ["03e282ac", undefined],
    ["0461e28228", "invalid string: expected UTF-8, found another byte sequence, at byte 2"],
    ["03eda080", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
    ["02c080", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
    ["04f4908080", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
    ["02e282", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
  ]);
});

test("scalars", () => {
  const of = (scalar: "char" | "NonZeroU128" | "Duration" | "SystemTime", size: number): Plan => planOf({ form: "scalar", scalar, size });
  assertCases(of("char", 4), [
    ["ffff1000", undefined],
    ["00d80000", "invalid char: expected a Unicode scalar value, found 55296, at byte 0"],
    ["00001100", "invalid char: expected a Unicode scalar value, found 1114112, at byte 0"],
  ]);
  assertCases(of("NonZeroU128", 16), [
    ["00000000000000000000000000000080", undefined],
    ["00000000000000000000000000000000", "invalid NonZeroU128: expected a number other than 0, found 0, at byte 0"],
  ]);
  assertCases(of("Duration", 12), [
    ["0000000000000000ffc99a3b", undefined],
    [
      "010000000000000000ca9a3b",
      "invalid Duration: expected fewer than 1000000000 nanoseconds after the seconds, found 18446744073709551616000000001, at byte 0",
    ],
  ]);
});

test("parts without bytes", () => {
  const units = planOf({ form: "sequence", kind: "list", element: { of: 1, size: 0, unpaid: 1 } }, {
    form: "struct", name: "()", size: 0, fields: { fields: [] },
  });
  const message = "too many parts without bytes: expected at most 1048576, found more, at byte 0";
  assertCases(units, [["fd00001000", undefined], ["fd01001000", message], ["feffffffffffffffff", message]]);
});

test("sets and maps", () => {
  const set = planOf({ form: "sequence", kind: "set", element: { of: 1, size: 1 } }, U8);
  assertCases(set, [
    ["03010205", undefined],
    ["03010505", "duplicate key: expected unique keys, found one twice, at byte 3 in [2]"],
    ["03050105", "unsorted keys: expected ascending order, found a smaller key, at byte 2 in [1]"],
  ]);
  // Sets of lists are ordered as lists: by their first elements.
  const lists = planOf({ form: "sequence", kind: "set", element: { of: 1, isLevel: true, isDeepKey: true } }, {
    form: "sequence", kind: "list", element: { of: 2, size: 1, isByte: true },
  }, U8);
  assertCases(lists, [
    ["040001010201000102", undefined],
    ["0202000001ff", undefined],
    ["0201ff020000", "unsorted keys: expected ascending order, found a smaller key, at byte 3 in [1]"],
    ["020101020100", undefined],
  ]);
});

test("the order of keys of many kinds", () => {
  const scalars = [
    ["i16", 2, "0080", "ffff"], ["i16", 2, "ffff", "0000"], ["u16", 2, "ff00", "0001"], ["f32", 4, "000080bf", "00000000"],
    ["f32", 4, "000000c0", "000080bf"], ["f64", 8, "000000000000f03f", "0000000000000040"], ["bool", 1, "00", "01"],
    ["SystemTime", 12, "ffffffffffffffff00000000", "000000000000000000000000"],
    ["Duration", 12, "000000000000000001000000", "010000000000000000000000"],
  ] as const;
  for (const [scalar, size, low, high] of scalars) {
    const plan = planOf({ form: "scalar", scalar, size });
    assert(orderOfKeys(plan, 0, unhex(low), 0, unhex(high), 0) < 0, `${scalar} ${low} ${high}`);
    assert(orderOfKeys(plan, 0, unhex(high), 0, unhex(low), 0) > 0, `${scalar} ${high} ${low}`);
    assert.equal(orderOfKeys(plan, 0, unhex(high), 0, unhex(high), 0), 0);
  }
  // Lists are compared by their elements, one after the other, and a beginning comes first.
  assert(orderOfKeys(TREE, 0, unhex("010100"), 0, unhex("01020000"), 0) < 0);
  assert(orderOfKeys(TREE, 0, unhex("0103000000"), 0, unhex("010200010100"), 0) < 0);
});
