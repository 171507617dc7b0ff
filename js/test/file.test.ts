import assert from "node:assert/strict";
import { test } from "node:test";

import { PackedError } from "#dist/error.js";
import { isFile, openFile, type FileOptions, type PackedFile } from "#dist/file.js";
import { xxh3 } from "#dist/xxh3.js";

import { openFile as openDrawings } from "./drawing/compact.js";

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// `packed pack` made these files: three records `{"name": "a", "n": 1}` and so on, with the metadata `by`; and the value
// `"hi"` as `--document`.
const FILES = {
  records: unhex(
    "8f5041434b45440d0a1a0a0001000000f5504b420d0a1a0ae2ad43bbccd9c2d00000000000000000000000000000000060000000" +
    "00000000600000000000000004bff78ae6a9392cf6680c469b5a64a70107436f6d70616374cd80884d17671a073d7061636b6564" +
    "2d6461746120736368656d6120310a73747275637420333a526563203220313a6e20233120343a6e616d652023320a6936340a73" +
    "74720a010262790468616e640000000000000000f5504b420d0a1a0ae2ad43bbccd9c2d001000000030000000000000000000000" +
    "2a000000000000002a0000000000000078249dd87f6cb717c8a3d433ae9b18720100000000000000016102000000000000000262" +
    "630300000000000000000a000000150000001e000000f5504b420d0a1a0ae2ad43bbccd9c2d00000000000000000030000000000" +
    "00006000000000000000600000000000000004bff78ae6a9392c2fed0d4ff4864ae40107436f6d70616374cd80884d17671a073d" +
    "7061636b65642d6461746120736368656d6120310a73747275637420333a526563203220313a6e20233120343a6e616d65202332" +
    "0a6936340a7374720a010262790468616e640000000000000000f5504b420d0a1a0ae2ad43bbccd9c2d004000000000000000300" +
    "0000000000005f000000000000005f00000000000000a893cc8bfb42e2133346e4bcabe90f0302b0000000000000000000000000" +
    "0000002a000000000000002a0000000000000078249dd87f6cb717030000000100001a0100000000000003000000000000006000" +
    "000000000000600000000000000004bff78ae6a9392c00000000000000ba010000000000007902000000000000625749bad632a1" +
    "60f5504b450d0a1a0a",
  ),
  value: unhex(
    "8f5041434b45440d0a1a0a0001000000f5504b420d0a1a0a143d5593481660df0000000000000000000000000000000010010000" +
    "000000001001000000000000fa47229cb72217403cab401dbb4cadeb0007436f6d70616374b0110487c59ad8a0f27061636b6564" +
    "2d6461746120736368656d6120310a656e756d20343a4a736f6e203820343a4e756c6c203020343a426f6f6c203120313a302023" +
    "3120333a496e74203120313a3020233220383a556e7369676e6564203120313a3020233320353a466c6f6174203120313a302023" +
    "3420363a537472696e67203120313a3020233520353a4172726179203120313a3020233620363a4f626a656374203120313a3020" +
    "23370a626f6f6c0a6936340a7536340a6636340a7374720a73657175656e63652023300a736f727465642023380a656e74727920" +
    "333a4d6170203220333a6b657920233520353a76616c75652023300a000000000000000000000000f5504b420d0a1a0a143d5593" +
    "481660df0200000000000000000000000000000004000000000000000400000000000000d15761fc0c91a19c354562fc85ddb053" +
    "05026869",
  ),
};

/** Returns the message of the error that is thrown. */
function refused(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    assert(error instanceof PackedError, String((error as Error).stack));
    assert.equal(error.kind, "File");
    return error.message;
  }
  assert.fail("expected an error");
}

interface BlockOf {
  readonly kind?: number;
  readonly compression?: number;
  readonly hasKeys?: boolean;
  readonly records?: number;
  readonly first?: number;
  readonly length?: number;
}

/** Returns a block of the file of records. */
function block(payload: Uint8Array, of: BlockOf = {}): Uint8Array {
  const { kind = 1, compression = 0, hasKeys = false, records = 0, first = 0, length = payload.length } = of;
  const bytes = new Uint8Array(64 + payload.length);
  bytes.set(FILES.records.subarray(16, 32));
  bytes.set([kind, compression, hasKeys ? 1 : 0], 16);
  const view = new DataView(bytes.buffer);
  view.setUint32(20, records, true);
  [first, payload.length, length].forEach((number, index) => view.setBigUint64(24 + 8 * index, BigInt(number), true));
  view.setBigUint64(48, xxh3(payload), true);
  view.setBigUint64(56, xxh3(bytes.subarray(0, 56)), true);
  bytes.set(payload, 64);
  return bytes;
}

/** Returns the payload of a block of records of one byte each. */
function table(records: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(records.length * 5);
  bytes.set(records);
  const view = new DataView(bytes.buffer);
  records.forEach((_, index) => view.setUint32(records.length + 4 * index, index + 1, true));
  return bytes;
}

const HEADER = FILES.records.subarray(0, 0xb0);

/** Returns a file of these blocks, which was not closed. */
function fileOf(...blocks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([HEADER, ...blocks].flatMap((bytes) => Array.from(bytes)));
}

/** Blocks with the records 0 to 2, 3 to 5, and so on, each of which is its number. */
function threes(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const first = 3 * index;
    return block(table([first, first + 1, first + 2]), { records: 3, first });
  });
}

/** Returns for each record its byte, or the message of the error. */
function all(file: PackedFile): (number | string | undefined)[] {
  return Array.from({ length: file.length }, (_, index) => {
    try {
      return file.record(index)[0];
    } catch (error) {
      assert(error instanceof PackedError && error.kind === "File", String(error));
      return error.message;
    }
  });
}

test("a file of records", () => {
  const file = openFile(FILES.records);
  assert.equal(isFile(FILES.records), true);
  assert.deepEqual([file.content, file.layout, file.length], ["records", "Compact", 3]);
  assert.equal(file.fingerprint, "071a67174d8880cd");
  assert.equal(file.schema, "packed-data schema 1\nstruct 3:Rec 2 1:n #1 4:name #2\ni64\nstr\n");
  assert.deepEqual([...file.metadata], [["by", "hand"]]);
  assert.deepEqual(Array.from(file, hex), ["01000000000000000161", "0200000000000000026263", "030000000000000000"]);
  assert.throws(() => file.record(3), RangeError);
  assert.throws(() => file.record(-1), RangeError);
  assert.throws(() => file.record(0.5), RangeError);
  assert.match(refused(() => file.value()), /^another content: expected a value, found records/);
});

test("a file of one value", () => {
  const file = openFile(FILES.value);
  assert.deepEqual([file.content, file.layout, file.length], ["value", "Compact", 0]);
  assert.match(file.schema, /^packed-data schema 1\nenum /);
  assert.equal(hex(file.value()), hex(FILES.value.subarray(-4)));
  assert.equal(file.value(), file.value());
  assert.match(refused(() => file.record(0)), /^another content: expected records, found a value/);
});

test("every changed byte of a file of one value is an error", () => {
  for (let at = 0; at < FILES.value.length; at++) {
    const bytes = FILES.value.slice();
    bytes[at] = (bytes[at] as number) ^ 0x10;
    refused(() => openFile(bytes).value());
  }
});

test("a file of one value that was cut off, or has more bytes", () => {
  for (let end = 0; end < FILES.value.length; end++) refused(() => openFile(FILES.value.subarray(0, end)).value());
  const longer = Uint8Array.from([...FILES.value, 0]);
  assert.match(refused(() => openFile(longer).value()), /^trailing bytes: expected the end of the file, found 1 more, at byte 420$/);
});

test("the record is right or an error, whatever byte of a file of records changed", () => {
  const expected = Array.from(openFile(FILES.records), hex);
  for (let at = 0xb0; at < FILES.records.length; at++) {
    const bytes = FILES.records.slice();
    bytes[at] = (bytes[at] as number) ^ 0x10;
    const file = openFile(bytes);
    assert.equal(file.length, 3, `byte ${at}`);
    const isInBlock = at < 0xb0 + 64 + 42;
    if (!isInBlock) assert.deepEqual(Array.from(file, hex), expected, `byte ${at}`);
    else for (let index = 0; index < 3; index++) refused(() => file.record(index));
  }
});

test("first bytes", () => {
  const magic = FILES.records.subarray(0, 16);
  for (let end = 0; end < 16; end++) {
    assert.match(refused(() => openFile(magic.subarray(0, end))), /it has fewer than 16 bytes/);
  }
  const text = String.fromCharCode(...magic);
  const cases = [
    [text.replace("\r\n", "\n"), /line ends were changed/],
    [text.replace("\u008f", "\u000f"), /highest bit/],
    [text.replace("\u008f", "\u00c2\u008f"), /decoded as text/],
    [text.replace("P", "Q"), /begins with other bytes than `8F PACKED`/],
    [text.replace("\u0001", "\u0002"), /unknown version of the format: expected 1, found 2, at byte 12/],
  ] as const;
  for (const [changed, message] of cases) {
    assert.match(refused(() => openFile(Uint8Array.from(changed, (char) => char.charCodeAt(0)))), message);
  }
});

test("a file without an index", () => {
  assert.deepEqual(all(openFile(fileOf())), []);
  assert.deepEqual(all(openFile(fileOf(...threes(3)))), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  // Sections, and blocks of other kinds, are passed; they have the number of the records before them.
  const section = block(new Uint8Array(7), { kind: 3, first: 3 });
  const [first, second] = threes(2);
  assert(first !== undefined && second !== undefined);
  assert.deepEqual(all(openFile(fileOf(first, section, second))), [0, 1, 2, 3, 4, 5]);
  // Blocks that are in another order, or there twice.
  assert.deepEqual(all(openFile(fileOf(second, first, second))), [0, 1, 2, 3, 4, 5]);
});

test("a file that was cut off", () => {
  const whole = fileOf(...threes(3));
  for (let end = HEADER.length; end < whole.length; end++) {
    const found = all(openFile(whole.subarray(0, end)));
    const blocks = Math.floor((end - HEADER.length) / 79);
    assert.deepEqual(found.filter((record) => typeof record === "number"), [0, 1, 2, 3, 4, 5].slice(0, 3 * blocks));
  }
});

test("a damaged block is an error with its offset and records, and others are read", () => {
  const whole = fileOf(...threes(3));
  const second = HEADER.length + 79;
  const payload = whole.slice();
  payload[second + 65] = 77;
  const message = `damaged: expected intact bytes, found 79 that are not, with 3 records from number 3, at byte ${second}`;
  assert.deepEqual(all(openFile(payload)), [0, 1, 2, message, message, message, 6, 7, 8]);
  const header = whole.slice();
  header[second + 30] = 77;
  const lost = all(openFile(header));
  assert.deepEqual([lost.slice(0, 3), lost.slice(6)], [[0, 1, 2], [6, 7, 8]]);
  assert.match(String(lost[4]), /^lost record: expected the record 4, found no block with it/);
  // Bytes that were added or are missing.
  const added = Uint8Array.from([...whole.subarray(0, second), 0xf5, 0x50, 1, ...whole.subarray(second)]);
  assert.deepEqual(all(openFile(added)), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const missing = Uint8Array.from([...whole.subarray(0, second + 40), ...whole.subarray(second + 44)]);
  assert.deepEqual(all(openFile(missing)).filter((record) => typeof record === "number"), [0, 1, 2, 6, 7, 8]);
});

test("numbers of headers that lie", () => {
  const [first] = threes(1);
  assert(first !== undefined);
  const huge = 2 ** 60;
  const lies: BlockOf[] = [{ records: 0xffff_ffff }, { first: huge, records: 1 }, { length: huge }, { records: 4, first: 3 }];
  for (const lie of lies) {
    const bytes = fileOf(first, block(table([9]), { records: 1, first: 3, ...lie }));
    const file = openFile(bytes);
    assert(file.length <= 7, String(file.length));
    assert.deepEqual(all(file).slice(0, 3), [0, 1, 2]);
    for (const record of all(file).slice(3)) assert.equal(typeof record, "string");
  }
});

test("a table of ends that is not valid", () => {
  for (const ends of [[2, 1], [1, 1], [0, 3], [1, 0xffff_ffff]]) {
    const payload = table([5, 6]);
    const view = new DataView(payload.buffer);
    ends.forEach((end, index) => view.setUint32(2 + 4 * index, end, true));
    const file = openFile(fileOf(block(payload, { records: 2 })));
    for (const record of all(file)) assert.match(String(record), /^damaged: /);
    assert.equal(file.length, 2);
  }
});

test("keys after the table", () => {
  const payload = Uint8Array.from([...table([5, 6]), ...new Uint8Array(32)]);
  assert.deepEqual(all(openFile(fileOf(block(payload, { records: 2, hasKeys: true })))), [5, 6]);
});

test("compressed blocks", () => {
  // (A method of the test: each byte is inverted.)
  const decompress = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);
  const records = table([5, 6]);
  const open = (of: BlockOf, options: FileOptions): (number | string | undefined)[] =>
    all(openFile(fileOf(block(decompress(records), { records: 2, compression: 1, ...of })), options));
  assert.deepEqual(open({}, { decompress }), [5, 6]);
  assert.match(String(open({}, {})[0]), /^compressed block: expected the option `decompress`, .* at byte 176$/);
  assert.match(String(open({ compression: 2 }, { decompress })[0]), /^compressed block: expected a known method, found 2/);
  for (const length of [9, 11, 2 ** 31]) assert.match(String(open({ length }, { decompress })[0]), /^damaged: /);
});

test("many headers that lie take linear time", () => {
  // Each claims all bytes after it, which are not what its checksum says.
  const count = 20_000;
  const bytes = new Uint8Array(HEADER.length + 64 * count);
  bytes.set(HEADER);
  const lie = block(new Uint8Array(0), { first: 1 });
  const view = new DataView(lie.buffer);
  for (let index = 0; index < count; index++) {
    const size = BigInt(64 * (count - index - 1));
    view.setBigUint64(32, size, true);
    view.setBigUint64(40, size, true);
    view.setBigUint64(56, xxh3(lie.subarray(0, 56)), true);
    bytes.set(lie, HEADER.length + 64 * index);
  }
  const start = performance.now();
  assert.equal(openFile(bytes).length, 1);
  assert(performance.now() - start < 5000);
});

/** With `validate`, a record is checked when it is read, as the README says: not when the file is opened. */
test("records that are not valid", () => {
  const options = { validate: true, acceptSchema: () => true };
  const records = openDrawings(FILES.records, options);
  assert.equal(records.length, 3);
  for (const index of [0, 2]) assert.throws(() => records.at(index), PackedError);
  assert.throws(() => {
    for (const record of records) assert.fail(String(record));
  }, PackedError);
  assert.throws(() => openDrawings(FILES.value, options).at(0), PackedError);
});
