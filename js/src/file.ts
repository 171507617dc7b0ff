/*
 * Reading files of packed data: `file-format.md` in the book has their bytes.
 *
 * What is read from which bytes is in functions of their own, which know nothing of where the bytes come from:
 *
 * | range                                         | function                                              |
 * |-----------------------------------------------|-------------------------------------------------------|
 * | 16 bytes from 0                               | `checkMagic`                                          |
 * | 64 bytes from 16, then `stored` bytes         | `blockHeader`, then `fileHeader`                      |
 * | the last 32 bytes                             | `indexOffset`                                         |
 * | 64 bytes from there, then `stored` bytes      | `blockHeader`, then `indexEntries`                    |
 * | 64 and `stored` bytes from an entry's offset  | `blockBody`, then `recordBounds` for each record      |
 *
 * So a reader in pages (by `fetch` with ranges, or of a `Blob`) needs these functions, and a cache of ranges; only
 * `PackedFile` and `scan`, which a file with an index does not need, have all bytes at once.
 */
import { checkPrefix } from "./check.js";
import { PackedError } from "./error.js";
import type { Plan } from "./plan.js";
import { xxh3 } from "./xxh3.js";

/** How files are read. */
export interface FileOptions {
  /**
   * Decompresses a frame of Zstandard to exactly `length` bytes, for files with compressed blocks. The length is what
   * the file claims, at most 2^30: do not allocate it before there are that many bytes.
   */
  readonly decompress?: (compressed: Uint8Array, length: number) => Uint8Array;
}

/** What the header of a file says. */
interface FileHeader {
  readonly content: "value" | "records";
  readonly layout: string;
  readonly fingerprint: string;
  readonly schema: string;
  readonly metadata: Map<string, string>;
}

/** The header of a block. Numbers from 2^53 on are rounded: no file has as many bytes or records. */
interface BlockHeader {
  readonly id: bigint;
  readonly kind: number;
  readonly compression: number;
  readonly hasKeys: boolean;
  /** The number of records, and of those before the block. */
  readonly records: number;
  readonly first: number;
  /** The bytes of the payload, as it is stored, and decompressed. */
  readonly stored: number;
  readonly length: number;
  readonly checksum: bigint;
}

/** A block: its header, and where it begins. An index does not have the id. */
type Entry = Omit<BlockHeader, "id"> & { readonly offset: number };

/** Bytes that are no intact block, with the numbers of records, if an intact header has them. */
interface Damage {
  readonly offset: number;
  readonly bytes: number;
  readonly first: number;
  readonly records: number;
}

const MAGIC = [0x8f, 0x50, 0x41, 0x43, 0x4b, 0x45, 0x44, 0x0d, 0x0a, 0x1a, 0x0a, 0x00];
const MAGIC_SIZE = 16;
const MARKER = [0xf5, 0x50, 0x4b, 0x42, 0x0d, 0x0a, 0x1a, 0x0a];
const END = 0x0a1a_0a0d_454b_50f5n;
const HEADER_SIZE = 64;
const TAIL_SIZE = 32;
const KEYS_SIZE = 32;
const MAX_SCHEMA = 1 << 20;
const MAX_BODY = 2 ** 30;
/** The kinds of blocks. */
const [HEADER, RECORDS, VALUE, INDEX] = [0, 1, 2, 4];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function fail(what: string, offset: number): never {
  throw new PackedError("File", what, offset);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function beginsWith(bytes: Uint8Array, start: readonly number[], at = 0): boolean {
  return start.every((byte, index) => bytes[at + index] === byte);
}

/** Returns whether bytes begin as a file does: with its magic number. */
export function isFile(bytes: Uint8Array): boolean {
  return beginsWith(bytes, MAGIC);
}

/** Checks the first 16 bytes of a file. */
function checkMagic(bytes: Uint8Array): void {
  const name = MAGIC.slice(1, 7);
  if (!isFile(bytes)) {
    if (bytes.every((byte, index) => MAGIC[index] === byte)) fail("not a file of packed data: it has fewer than 16 bytes", 0);
    if (beginsWith(bytes, [0x0f, ...name])) fail("damaged file: the highest bit of each byte was cleared", 0);
    if (beginsWith(bytes, [0xc2, 0x8f, ...name]) || beginsWith(bytes, [0xef, 0xbf, 0xbd, ...name])) {
      fail("damaged file: its bytes were decoded as text, and encoded again", 0);
    }
    if (beginsWith(bytes, MAGIC.slice(0, 7))) fail("damaged file: its line ends were changed, as if it were text", 0);
    fail("not a file of packed data: it begins with other bytes than `8F PACKED`", 0);
  }
  if (bytes.length < MAGIC_SIZE) fail("not a file of packed data: it has fewer than 16 bytes", 0);
  const version = viewOf(bytes).getUint32(12, true);
  if (version !== 1) fail(`unknown version of the format: expected 1, found ${version}`, 12);
}

/** Returns the header of the block that begins at `at`, if an intact one is there. */
function blockHeader(bytes: Uint8Array, at: number): BlockHeader | undefined {
  if (at + HEADER_SIZE > bytes.length || !beginsWith(bytes, MARKER, at)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER_SIZE);
  const [flags, zero] = [view.getUint8(18), view.getUint8(19)];
  if (flags > 1 || zero !== 0 || view.getBigUint64(56, true) !== xxh3(bytes.subarray(at, at + 56))) return undefined;
  return {
    id: view.getBigUint64(8, true),
    kind: view.getUint8(16),
    compression: view.getUint8(17),
    hasKeys: flags === 1,
    records: view.getUint32(20, true),
    first: Number(view.getBigUint64(24, true)),
    stored: Number(view.getBigUint64(32, true)),
    length: Number(view.getBigUint64(40, true)),
    checksum: view.getBigUint64(48, true),
  };
}

/** Returns whether the numbers of a header can be true: each record takes 4 bytes in the table of the payload. */
function isPlausible(of: Omit<BlockHeader, "id">): boolean {
  const isStored = of.compression !== 0 || of.length === of.stored;
  return isStored && of.records <= of.length / 4 && of.first <= Number.MAX_SAFE_INTEGER;
}

/** Returns whether the payload of a block at `at`, which is within the bytes, has its checksum. */
function isIntact(bytes: Uint8Array, at: number, { stored, checksum }: Omit<BlockHeader, "id">): boolean {
  const start = at + HEADER_SIZE;
  return start + stored <= bytes.length && xxh3(bytes.subarray(start, start + stored)) === checksum;
}

const STORED: Plan = {
  layout: "Compact",
  nodes: [
    {
      form: "struct",
      name: "Header",
      fields: {
        fields: [
          { name: "content", of: 1, size: 1, run: 1 },
          { name: "layout", of: 2 },
          { name: "fingerprint", of: 3, size: 8, run: 8 },
          { name: "schema", of: 2 },
          { name: "metadata", of: 4 },
        ],
      },
    },
    { form: "enum", name: "Content", tagSize: 1, size: 1, constructors: [{ name: "Value", fields: [] }, { name: "Records", fields: [] }] },
    { form: "text" },
    { form: "scalar", scalar: "u64", size: 8 },
    { form: "sequence", kind: "map", element: { of: 5, isLevel: true } },
    { form: "struct", name: "(_, _)", keyAt: 0, fields: { fields: [{ name: "0", of: 2 }, { name: "1", of: 2, isEnd: true }] } },
  ],
};

/** Reads numbers and texts in the layout `Compact` that were checked. */
class Cursor {
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = viewOf(bytes);
    this.at = at;
  }

  take(width: number): number {
    const at = this.at;
    this.at += width;
    return width === 1 ? this.#view.getUint8(at) : width === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }

  wide(): bigint {
    this.at += 8;
    return this.#view.getBigUint64(this.at - 8, true);
  }

  varint(): number {
    const first = this.take(1);
    return first < 0xfc ? first : first === 0xfe ? Number(this.wide()) : this.take(2 << (first - 0xfc));
  }

  text(): string {
    const size = this.varint();
    this.at += size;
    return decoder.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.at - size, size));
  }
}

/** Reads the payload of the header of a file, which begins at `offset`. */
function fileHeader(payload: Uint8Array, offset: number): FileHeader {
  try {
    const end = checkPrefix(STORED, payload);
    const rest = payload.subarray(end);
    if (rest.length > 15 || rest.some((byte) => byte !== 0)) damagedHeader(offset);
  } catch {
    damagedHeader(offset);
  }
  const cursor = new Cursor(payload, 0);
  const content = cursor.take(1) === 0 ? "value" : "records";
  const layout = cursor.text();
  const fingerprint = hex(cursor.wide());
  const schemaAt = cursor.at;
  const schema = cursor.text();
  const size = new Cursor(payload, schemaAt).varint();
  // (Another fingerprint than that of the schema would be a header that can be read in two ways.)
  if (fingerprint !== hex(fnv1a(payload.subarray(cursor.at - size, cursor.at)))) damagedHeader(offset);
  if (size > MAX_SCHEMA) {
    fail(`schema too long: expected at most ${MAX_SCHEMA} bytes, found ${size}; use a type that consists of fewer types`, offset);
  }
  const metadata = new Map<string, string>();
  for (let left = cursor.varint(); left > 0; left--) {
    const key = cursor.text();
    metadata.set(key, cursor.text());
  }
  return { content, layout, fingerprint, schema, metadata };
}

function damagedHeader(offset: number): never {
  return fail("damaged header: expected an intact one, found another checksum or content", offset);
}

function hex(number: bigint): string {
  return number.toString(16).padStart(16, "0");
}

/** Returns the FNV-1a hash, of 64 bits, which is the fingerprint of a schema. */
function fnv1a(bytes: Uint8Array): bigint {
  let [high, low] = [0xcbf2_9ce4, 0x8422_2325];
  for (const byte of bytes) {
    // (The factor is 2^40 + 0x1b3.)
    const mixed = (low ^ byte) >>> 0;
    const product = mixed * 0x1b3;
    high = (Math.imul(high, 0x1b3) + (mixed << 8) + Math.floor(product / 2 ** 32)) >>> 0;
    low = product % 2 ** 32;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Returns where the index of a file of `length` bytes begins, given its last 32 bytes; `undefined` if there is none. */
function indexOffset(tail: Uint8Array, length: number): number | undefined {
  if (tail.length !== TAIL_SIZE) return undefined;
  const view = viewOf(tail);
  const isValid =
    view.getBigUint64(24, true) === END &&
    view.getBigUint64(16, true) === xxh3(tail.subarray(0, 16)) &&
    view.getBigUint64(8, true) === BigInt(length);
  return isValid ? Number(view.getBigUint64(0, true)) : undefined;
}

/** Reads the payload of an index whose entries are blocks from `start` to `end`; `undefined` if it is not valid. */
function indexEntries(payload: Uint8Array, start: number, end: number): Entry[] | undefined {
  const cursor = new Cursor(payload, 0);
  const entries: Entry[] = [];
  try {
    let next = start;
    const count = cursor.varint();
    // (A count in a longer form than it needs is not valid.)
    if (cursor.at !== (count < 0xfc ? 1 : count < 0x1_0000 ? 3 : count < 0x1_0000_0000 ? 5 : 9)) return undefined;
    for (let left = count; left > 0; left--) {
      const entry = indexEntry(cursor);
      if (entry === undefined || entry.offset < next) return undefined;
      next = entry.offset + HEADER_SIZE + entry.stored;
      if (next > end || !isPlausible(entry)) return undefined;
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return cursor.at === payload.length ? entries : undefined;
}

function indexEntry(cursor: Cursor): Entry | undefined {
  const [offset, first, stored, length] = [cursor.wide(), cursor.wide(), cursor.wide(), cursor.wide()].map(Number);
  const [checksum, records] = [cursor.wide(), cursor.take(4)];
  const [kind, compression, keys] = [cursor.take(1), cursor.take(1), cursor.take(1)];
  if (keys > 1) return undefined;
  for (let left = keys * 4; left > 0; left--) cursor.wide();
  const [at, before, size, whole] = [offset as number, first as number, stored as number, length as number];
  const numbers = { offset: at, first: before, stored: size, length: whole, checksum, records };
  return { ...numbers, kind, compression, hasKeys: keys === 1 };
}

/** Returns the error of a block that is not as it was written. */
function damaged({ offset, bytes, first, records }: Damage): PackedError {
  const numbers = records > 0 ? `, with ${records} records from number ${first}` : "";
  return new PackedError("File", `damaged: expected intact bytes, found ${bytes} that are not${numbers}`, offset);
}

function damageOf({ offset, stored, first, records }: Entry): Damage {
  return { offset, bytes: stored + HEADER_SIZE, first, records };
}

/**
 * Verifies the bytes of a block, from its header to the end of its payload: they are those that were written for `entry`
 * in the file with this id, and the table of the records is valid. Returns the records and the table, decompressed.
 */
function blockBody(entry: Entry, id: bigint, block: Uint8Array, options: FileOptions): Uint8Array {
  const found = blockHeader(block, 0);
  const isExpected =
    found !== undefined && found.id === id && FIELDS.every((field) => found[field] === entry[field]) && isIntact(block, 0, found);
  const keys = entry.hasKeys ? KEYS_SIZE : 0;
  if (!isExpected || entry.stored < keys) throw damaged(damageOf(entry));
  const payload = block.subarray(HEADER_SIZE, HEADER_SIZE + entry.stored - keys);
  const body = entry.compression === 0 ? payload : decompressed(entry, payload, keys, options);
  if (!isTable(body, entry.records)) throw damaged(damageOf(entry));
  return body;
}

const FIELDS = ["kind", "compression", "hasKeys", "records", "first", "stored", "length", "checksum"] as const;

function decompressed(entry: Entry, payload: Uint8Array, keys: number, { decompress }: FileOptions): Uint8Array {
  if (entry.compression !== 1) {
    return fail(`compressed block: expected a known method, found ${entry.compression}`, entry.offset);
  }
  if (decompress === undefined) {
    return fail("compressed block: expected the option `decompress`, which decompresses Zstandard, found none", entry.offset);
  }
  const length = entry.length - keys;
  if (length < 0 || length > MAX_BODY) throw damaged(damageOf(entry));
  const body = decompress(payload, length);
  if (body.length !== length) throw damaged(damageOf(entry));
  return body;
}

/** Returns whether the table of ends after the records is valid. */
function isTable(body: Uint8Array, records: number): boolean {
  const table = body.length - 4 * records;
  if (table < 0) return false;
  const view = viewOf(body);
  let last = 0;
  for (let at = table; at < body.length; at += 4) {
    const end = view.getUint32(at, true);
    if (end < last) return false;
    last = end;
  }
  return last === table;
}

/** Returns a record of a block that was verified. */
function recordOf(body: Uint8Array, records: number, index: number): Uint8Array {
  const view = viewOf(body);
  const table = body.length - 4 * records;
  const start = index === 0 ? 0 : view.getUint32(table + 4 * (index - 1), true);
  return body.subarray(start, view.getUint32(table + 4 * index, true));
}

/** The blocks of a file, in the order of the file, and what is between them. */
interface Blocks {
  readonly entries: Entry[];
  readonly damage: Damage[];
  /** The number of records, as far as intact headers say it: each has the number of those before it. */
  records: number;
  /** How many bytes of payloads may be searched again for headers: so the time is linear, whatever headers say. */
  spare: number;
}

/** Finds the intact blocks from `at` to `end`. Damaged bytes are passed up to the next block. */
function scan(bytes: Uint8Array, at: number, end: number, id: bigint, found: Blocks): void {
  while (at < end) {
    const any = blockHeader(bytes, at);
    const header = any?.id === id ? any : undefined;
    let next = header === undefined ? nextHeader(bytes, at + 1, end, id) : pass(bytes, at, end, header, found);
    if (header !== undefined && isPlausible(header)) {
      found.records = Math.max(found.records, header.first + (next < 0 ? 0 : header.records));
    }
    if (header !== undefined && next > 0) {
      found.entries.push({ ...header, offset: at });
    } else {
      if (next < 0) next = next === UNKNOWN ? nextHeader(bytes, at + HEADER_SIZE, end, id) : -next;
      const isKnown = header?.kind === RECORDS && isPlausible(header);
      const [first, records] = isKnown ? [header.first, header.records] : [0, 0];
      found.damage.push({ offset: at, bytes: next - at, first, records });
    }
    at = next;
  }
}

const UNKNOWN = -Infinity;

/**
 * Returns the end of a block, if its payload is intact; negative, if it is damaged and another block follows, so that
 * nothing within it is taken for a block; otherwise {@link UNKNOWN}.
 */
function pass(bytes: Uint8Array, at: number, end: number, header: BlockHeader, found: Blocks): number {
  const next = at + HEADER_SIZE + header.stored;
  if (next > end) return UNKNOWN;
  const [canVerify, isAffordable] = [isPlausible(header), header.stored <= found.spare];
  if (canVerify && isAffordable && isIntact(bytes, at, header)) return next;
  const follows = blockHeader(bytes, next)?.id === header.id;
  if (follows && canVerify && !isAffordable && isIntact(bytes, at, header)) return next;
  if (follows) return -next;
  if (canVerify && isAffordable) found.spare -= header.stored;
  return UNKNOWN;
}

/** Returns the offset of the next intact header from `at` on, or `end`. */
function nextHeader(bytes: Uint8Array, at: number, end: number, id: bigint): number {
  for (; at < end; at++) {
    at = bytes.indexOf(MARKER[0] as number, at);
    if (at < 0 || at >= end) return end;
    if (beginsWith(bytes, MARKER, at) && blockHeader(bytes, at)?.id === id) return at;
  }
  return end;
}

/** Finds all blocks of a file from `start` on: by its index, and by a scan of what that leaves out. */
function blocksOf(bytes: Uint8Array, start: number, id: bigint): Blocks {
  const found: Blocks = { entries: [], damage: [], records: 0, spare: bytes.length + 0x1_0000 };
  const offset = indexOffset(bytes.subarray(-TAIL_SIZE), bytes.length);
  const end = offset === undefined ? bytes.length : bytes.length - TAIL_SIZE;
  const index = offset === undefined ? undefined : indexAt(bytes, start, offset, id);
  let at = start;
  if (offset !== undefined && index !== undefined) {
    found.records = index.records;
    for (const entry of index.entries) {
      scan(bytes, at, entry.offset, id, found);
      found.entries.push(entry);
      found.records = Math.max(found.records, entry.first + entry.records);
      at = entry.offset + HEADER_SIZE + entry.stored;
    }
    scan(bytes, at, offset, id, found);
  } else {
    scan(bytes, at, end, id, found);
  }
  return found;
}

/** Returns the entries of the index at `offset`, and the number of records, if it is valid. */
function indexAt(bytes: Uint8Array, start: number, offset: number, id: bigint): { entries: Entry[]; records: number } | undefined {
  if (offset < start) return undefined;
  const header = blockHeader(bytes, offset);
  if (header?.id !== id || header.kind !== INDEX || !isPlausible(header)) return undefined;
  const payload = offset + HEADER_SIZE;
  if (payload + header.stored !== bytes.length - TAIL_SIZE || !isIntact(bytes, offset, header)) return undefined;
  const entries = indexEntries(bytes.subarray(payload, payload + header.stored), start, offset);
  return entries && { entries, records: header.first };
}

/** Returns the blocks of records by their numbers, without those whose records are in another block. */
function inOrder(entries: readonly Entry[]): Entry[] {
  let next = 0;
  return entries
    .filter((entry) => entry.kind === RECORDS && entry.records > 0)
    .sort((a, b) => a.first - b.first || a.offset - b.offset)
    .filter((entry) => {
      if (entry.first < next) return false;
      next = entry.first + entry.records;
      return true;
    });
}

/** Opens a file; throws a {@link PackedError} of the kind `File` if its header is not valid. */
export function openFile(bytes: Uint8Array, options: FileOptions = {}): PackedFile {
  return new PackedFile(bytes, options);
}

/** A file of one value, or of records. Its values are not validated, only their checksums are. */
export class PackedFile implements Iterable<Uint8Array> {
  readonly content: "value" | "records";
  /** The name of the layout of the values: `Compact`, `Indexed`, `Cbor`, ... */
  readonly layout: string;
  /** The fingerprint of the schema, as 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** The schema: the description of the type of the values. */
  readonly schema: string;
  /** What the program that wrote the file added. */
  readonly metadata: Map<string, string>;
  /** The number of records; 0 in a file of one value. */
  readonly length: number;

  readonly #bytes: Uint8Array;
  readonly #options: FileOptions;
  readonly #id: bigint;
  /** Where the first block after the header begins. */
  readonly #start: number;
  readonly #blocks: readonly Entry[];
  readonly #damage: readonly Damage[];
  /** The blocks that were read, by their index: records and table, or what is wrong. */
  readonly #bodies: (Uint8Array | PackedError | undefined)[] = [];
  #value: Uint8Array | undefined;

  constructor(bytes: Uint8Array, options: FileOptions = {}) {
    checkMagic(bytes);
    const header = blockHeader(bytes, MAGIC_SIZE);
    if (header?.kind !== HEADER) damagedHeader(MAGIC_SIZE);
    const payload = MAGIC_SIZE + HEADER_SIZE;
    this.#start = payload + header.stored;
    if (this.#start > bytes.length) fail(`truncated file: expected ${this.#start} bytes, found ${bytes.length}`, bytes.length);
    if (!isIntact(bytes, MAGIC_SIZE, header)) damagedHeader(MAGIC_SIZE);
    const found = fileHeader(bytes.subarray(payload, this.#start), MAGIC_SIZE);
    ({ content: this.content, layout: this.layout, fingerprint: this.fingerprint } = found);
    ({ schema: this.schema, metadata: this.metadata } = found);
    this.#bytes = bytes;
    this.#options = options;
    this.#id = header.id;
    const none: Blocks = { entries: [], damage: [], records: 0, spare: 0 };
    const blocks = this.content === "records" ? blocksOf(bytes, this.#start, header.id) : none;
    this.#blocks = inOrder(blocks.entries);
    this.#damage = blocks.damage;
    this.length = blocks.records;
  }

  /** Returns the bytes of the value of a file of one value. Their checksum is verified when they are first asked for. */
  value(): Uint8Array {
    if (this.content !== "value") fail("another content: expected a value, found records", MAGIC_SIZE);
    return (this.#value ??= this.#readValue());
  }

  #readValue(): Uint8Array {
    const [bytes, at] = [this.#bytes, this.#start];
    const start = at + HEADER_SIZE;
    if (start > bytes.length) fail(`truncated file: expected ${start} bytes, found ${bytes.length}`, bytes.length);
    const header = blockHeader(bytes, at);
    if (header?.kind !== VALUE || header.id !== this.#id) damagedHeader(at);
    if (header.compression !== 0) fail(`compressed block: expected a known method, found ${header.compression}`, at);
    const end = start + header.stored;
    if (end > bytes.length) fail(`truncated file: expected ${end} bytes, found ${bytes.length}`, bytes.length);
    if (end < bytes.length) fail(`trailing bytes: expected the end of the file, found ${bytes.length - end} more`, end);
    if (!isIntact(bytes, at, header)) throw damaged({ offset: start, bytes: header.stored, first: 0, records: 0 });
    return bytes.subarray(start, end);
  }

  /**
   * Returns the bytes of a record. Its block is found by binary search, and verified when it is read first; a block that
   * was decompressed stays in memory.
   */
  record(index: number): Uint8Array {
    if (this.content !== "records") fail("another content: expected records, found a value", MAGIC_SIZE);
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(`no such record: expected a number below ${this.length}, found ${index}`);
    }
    const block = this.#blockOf(index);
    const entry = this.#blocks[block];
    if (entry === undefined || entry.first + entry.records <= index) throw this.#lost(index);
    return recordOf(this.#body(block, entry), entry.records, index - entry.first);
  }

  /** Returns the index of the last block whose first record is not after this one, or -1. */
  #blockOf(index: number): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle] as Entry).first <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #body(block: number, entry: Entry): Uint8Array {
    const known = this.#bodies[block];
    if (known instanceof PackedError) throw known;
    return known ?? this.#readBody(block, entry);
  }

  #readBody(block: number, entry: Entry): Uint8Array {
    const { offset, stored } = entry;
    try {
      const bytes = this.#bytes.subarray(offset, offset + HEADER_SIZE + stored);
      return (this.#bodies[block] = blockBody(entry, this.#id, bytes, this.#options));
    } catch (error) {
      // (What is damaged is verified once, whatever is asked for.)
      if (error instanceof PackedError) this.#bodies[block] = error;
      throw error;
    }
  }

  #lost(index: number): PackedError {
    const damage = this.#damage.find(({ first, records }) => first <= index && index < first + records);
    if (damage !== undefined) return damaged(damage);
    const what = `lost record: expected the record ${index}, found no block with it`;
    return new PackedError("File", what, MAGIC_SIZE);
  }

  /** Iterates over the bytes of all records; throws at the first that cannot be read. */
  *[Symbol.iterator](): IterableIterator<Uint8Array> {
    for (let index = 0; index < this.length; index++) yield this.record(index);
  }
}
