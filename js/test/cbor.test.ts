// Kinds, offsets and messages are those of the Rust crate `packed-data-cbor` (`check_prefix`); the items are those of
// RFC 8949, appendices A and F.

import assert from "node:assert/strict";
import { test } from "node:test";

import { checkItem } from "#dist/cbor.js";
import { PackedError } from "#dist/error.js";

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function found(text: string, levels = 1024): string | number {
  const bytes = unhex(text);
  try {
    return checkItem(bytes, 0, bytes.length, levels);
  } catch (error) {
    assert(error instanceof PackedError, String(error));
    return error.message;
  }
}

test("well-formed items", () => {
  const items = [
    "00", "1818", "1903e8", "1bffffffffffffffff", "20", "3863", "c249010000000000000000", "f90000", "fb3ff199999999999a",
    "f4", "f6", "f7", "f8ff", "f820", "40", "4401020304", "60", "62c3bc", "64f0908591", "80", "83010203",
    "8301820203820405", "a0", "a201020304", "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff",
    "bf61610161629f0203ffff", "bf6346756ef563416d7421ff", "d74401020304", "5fff", "7fff", "bfff", "c0c0c000",
  ];
  for (const item of items) {
    assert.equal(found(item), item.length / 2, item);
    assert.equal(found(`${item}00`), item.length / 2, item);
  }
});

test("every beginning of an item ends too early", () => {
  for (const item of ["1bffffffffffffffff", "83018202039f0405ff", "bf61610161629f0203ffff", "d74401020304", "7f6161ff"]) {
    for (let end = 0; end < item.length; end += 2) {
      assert.match(String(found(item.slice(0, end))), /^unexpected end of input: expected at least \d+ more bytes?, found \d+, at byte \d+$/);
    }
  }
});

test("what is not well-formed", () => {
  const cases = [
    ["1c", "reserved additional information: expected 0 to 27, found 28, at byte 0"],
    ["811f", "reserved additional information: expected 0 to 27, found 31, at byte 1"],
    ["df", "reserved additional information: expected 0 to 27, found 31, at byte 0"],
    ["f81f", "invalid simple value: expected 32 to 255 after its head, found 31, at byte 0"],
    ["ff", "unexpected break: expected an item, found the end of one, at byte 0"],
    ["8201ff", "unexpected break: expected an item, found the end of one, at byte 2"],
    ["bf01ff", "unexpected break: expected an item, found the end of one, at byte 2"],
    ["c0ff", "unexpected break: expected an item, found the end of one, at byte 1"],
    ["61ff", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
    ["63e28228", "invalid string: expected UTF-8, found another byte sequence, at byte 1"],
    ["7f61c361bcff", "invalid string: expected UTF-8, found another byte sequence, at byte 2"],
    ["5f00ff", "unexpected item: expected a byte string of definite length, found an unsigned integer, at byte 1"],
    ["5f5fffff", "unexpected item: expected a byte string of definite length, found an item of indefinite length, at byte 1"],
    ["7f4100ff", "unexpected item: expected a text string of definite length, found a byte string, at byte 1"],
    ["7ff90000ff", "unexpected item: expected a text string of definite length, found a float, at byte 1"],
    ["5bffffffffffffffff", "unexpected end of input: expected at least 18446744073709551615 more bytes, found 0, at byte 9"],
    ["bb8000000000000000", "unexpected end of input: expected at least 18446744073709551615 more bytes, found 0, at byte 9"],
    ["a200", "unexpected end of input: expected at least 4 more bytes, found 1, at byte 1"],
    ["c0", "unexpected end of input: expected at least 1 more byte, found 0, at byte 1"],
    ["1900", "unexpected end of input: expected at least 3 more bytes, found 2, at byte 0"],
  ] as const;
  for (const [item, message] of cases) assert.equal(found(item), message, item);
});

test("levels", () => {
  const message = "too deep: expected at most 2 nested levels, found more, at byte 2";
  for (const item of ["818180", "c0c0c000", "8181a0", "81819fff"]) assert.equal(found(item, 2), message, item);
  for (const item of ["8180", "c0c000", "a1a000", "815fff", "81a0"]) assert.equal(found(item, 2), item.length / 2, item);
  assert.equal(found(`${"81".repeat(1024)}00`), 1025);
  assert.match(String(found(`${"81".repeat(1025)}00`)), /^too deep: expected at most 1024 .* at byte 1024$/);
});
