import { invalidScalar, invalidTag, PackedError, unexpectedEnd } from "./error.js";
import type { Plan } from "./plan.js";

/** Seconds and nanoseconds: a `Duration`, or a `SystemTime` since the beginning of 1970 (nanoseconds count forwards). */
export interface Time {
  readonly seconds: bigint;
  readonly nanoseconds: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Texts of up to this number of bytes are decoded here if they are ASCII; a call of the decoder takes longer. */
const SHORT_TEXT = 24;
/** The greatest number of elements without bytes in a sequence: the default limit of the Rust crate. */
const MAX_EMPTY = 2 ** 20;

/**
 * The bytes that values are read from, and the functions that read them. Offsets and sizes are in bytes.
 *
 * All of them accept any bytes: what is outside of the bytes is a `RangeError` or a {@link PackedError}, and so is what is
 * no value of its type. What is in a value ends before the value does (`end`), so that bytes are not read again as parts
 * of its neighbours: otherwise a few of them could be a tree of billions of values. They are called by generated code,
 * and do not allocate but for what they return.
 */
export class Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly plan: Plan;
  /** Whether values in it may be set. (Not the keys of maps and sets, whose order would be wrong.) */
  readonly isFrozen: boolean;
  /** The offset after the number that was read last by {@link size}, {@link count} or {@link varint}. */
  next = 0;
  /** Of the head that was read last: the tag, where the fields begin, where the static part ends. */
  tag = 0;
  first = 0;
  fixedEnd = 0;
  /** Where the value ends whose head or size was read last. */
  end = 0;
  #keys: Source | undefined;

  constructor(bytes: Uint8Array, plan: Plan, isFrozen = false) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.plan = plan;
    this.isFrozen = isFrozen;
  }

  /** The same bytes, in which nothing may be set. */
  get frozen(): Source {
    if (this.isFrozen) return this;
    return (this.#keys ??= new Source(this.bytes, this.plan, true));
  }

  /** Returns a short varint that is at most the number of bytes from it to `end`; `next` is the offset after it. */
  size(at: number, end: number): number {
    const size = this.varint(at);
    if (size > end - this.next) throw unexpectedEnd(size, Math.max(0, end - this.next), this.next);
    return size;
  }

  /** Reads the size before a value: returns where the value begins, `end` is where it ends. */
  enter(at: number, end: number): number {
    const size = this.size(at, end);
    this.end = this.next + size;
    return this.next;
  }

  /** Returns a short varint; `next` is the offset after it. Numbers from 2^53 on are rounded. */
  varint(at: number): number {
    const first = this.view.getUint8(at);
    if (first < 0xfc) {
      this.next = at + 1;
      return first;
    }
    switch (first) {
      case 0xfc:
        this.next = at + 3;
        return this.view.getUint16(at + 1, true);
      case 0xfd:
        this.next = at + 5;
        return this.view.getUint32(at + 1, true);
      case 0xfe:
        this.next = at + 9;
        return Number(this.view.getBigUint64(at + 1, true));
      default:
        throw invalidScalar("length: a first byte of 0 to 254", first, at);
    }
  }

  /**
   * Returns the number of elements of a sequence, each of at least `least` bytes, all before `end`; `next` is the offset
   * after it.
   */
  count(at: number, least: number, end: number = this.bytes.length): number {
    const count = this.varint(at);
    const left = Math.max(0, end - this.next);
    if (count * least > left) throw unexpectedEnd(count * least, left, this.next);
    if (least === 0 && count > MAX_EMPTY) {
      const what = `too many parts without bytes: expected at most ${MAX_EMPTY}, found more`;
      throw new PackedError("TooManyEmpty", what, at);
    }
    return count;
  }

  /** Returns the offset after a short varint. */
  after(at: number): number {
    const first = this.view.getUint8(at);
    return first < 0xfc ? at + 1 : at + 1 + (2 << (first - 0xfc));
  }

  /** Returns the offset after a size and as many bytes. */
  past(at: number): number {
    const size = this.size(at, this.bytes.length);
    return this.next + size;
  }

  /** Returns the end of a sequence of elements of `size` bytes each. */
  pastFixed(at: number, size: number): number {
    const count = this.count(at, size);
    return this.next + count * size;
  }

  /** Returns the end of a sequence with a table of ends. */
  pastTable(at: number): number {
    const number = this.varint(at);
    const table = this.next;
    const width = number % 4;
    const count = (number - width) / 4;
    if (count === 0) return table;
    if (count * 2 ** width > this.bytes.length - table) {
      throw unexpectedEnd(count * 2 ** width, this.bytes.length - table, table);
    }
    const start = table + count * 2 ** width;
    return this.within(start + this.entry(table, width, count - 1), start);
  }

  /** Returns an entry of a table of ends, whose entries have 2^`width` bytes. */
  entry(table: number, width: number, index: number): number {
    switch (width) {
      case 0:
        return this.view.getUint8(table + index);
      case 1:
        return this.view.getUint16(table + index * 2, true);
      case 2:
        return this.view.getUint32(table + index * 4, true);
      default:
        return Number(this.view.getBigUint64(table + index * 8, true));
    }
  }

  /** Returns `at`, where a value of at least `size` bytes begins, if that is before `end`. */
  require(at: number, size: number, end: number): number {
    if (at + size > end) throw unexpectedEnd(size, Math.max(0, end - at), at);
    return at;
  }

  /** Returns `end` if it is within the bytes. */
  within(end: number, at: number): number {
    if (end > this.bytes.length) throw unexpectedEnd(end - at, this.bytes.length - at, at);
    return end;
  }

  /**
   * Reads the head of an extensible value before `end`: sets `first`, `fixedEnd` and `end`, and `tag` if it is an enum.
   */
  head(at: number, isEnum: boolean, end: number): void {
    const size = this.size(at, end);
    this.end = this.next + size;
    const fixed = this.plan.layout === "Indexed" ? this.varint(this.next) : 0;
    if (isEnum) this.tag = this.varint(this.next);
    this.first = this.next;
    this.fixedEnd = this.first + fixed;
    if (this.fixedEnd > this.end) throw unexpectedEnd(fixed, Math.max(0, this.end - this.first), this.first);
  }

  u8(at: number): number {
    return this.view.getUint8(at);
  }

  u16(at: number): number {
    return this.view.getUint16(at, true);
  }

  u32(at: number): number {
    return this.view.getUint32(at, true);
  }

  u64(at: number): bigint {
    return this.view.getBigUint64(at, true);
  }

  u128(at: number): bigint {
    return (this.view.getBigUint64(at + 8, true) << 64n) | this.view.getBigUint64(at, true);
  }

  i8(at: number): number {
    return this.view.getInt8(at);
  }

  i16(at: number): number {
    return this.view.getInt16(at, true);
  }

  i32(at: number): number {
    return this.view.getInt32(at, true);
  }

  i64(at: number): bigint {
    return this.view.getBigInt64(at, true);
  }

  i128(at: number): bigint {
    return (this.view.getBigInt64(at + 8, true) << 64n) | this.view.getBigUint64(at, true);
  }

  f32(at: number): number {
    return this.view.getFloat32(at, true);
  }

  f64(at: number): number {
    return this.view.getFloat64(at, true);
  }

  bool(at: number): boolean {
    const found = this.view.getUint8(at);
    if (found > 1) throw invalidScalar("bool: 0 or 1", found, at);
    return found === 1;
  }

  char(at: number): string {
    const found = this.view.getUint32(at, true);
    if (!isChar(found)) throw invalidScalar("char: a Unicode scalar value", found, at);
    return String.fromCodePoint(found);
  }

  /** Returns a number that is not zero, given what was read at `at`. */
  nonZero<N extends number | bigint>(number: N, name: string, at: number): N {
    if (number == 0) throw invalidScalar(`${name}: a number other than 0`, 0, at);
    return number;
  }

  duration(at: number): Time {
    return this.#time(this.u64(at), at, "Duration: fewer than 1000000000 nanoseconds after the seconds");
  }

  time(at: number): Time {
    return this.#time(this.i64(at), at, "SystemTime: a time that this machine can represent");
  }

  #time(seconds: bigint, at: number, expected: string): Time {
    const nanoseconds = this.u32(at + 8);
    if (nanoseconds >= 1e9) {
      throw invalidScalar(expected, (BigInt(nanoseconds) << 64n) | this.u64(at), at);
    }
    return { seconds, nanoseconds };
  }

  /** Returns a string before `until`: its length in bytes, and UTF-8. */
  text(at: number, until: number): string {
    const size = this.size(at, until);
    const start = this.next;
    const end = start + size;
    if (size <= SHORT_TEXT) {
      let text = "";
      for (let index = start; index < end; index++) {
        const byte = this.bytes[index] as number;
        if (byte > 0x7f) return this.#decode(start, end);
        text += String.fromCharCode(byte);
      }
      return text;
    }
    return this.#decode(start, end);
  }

  #decode(start: number, end: number): string {
    try {
      return decoder.decode(this.bytes.subarray(start, end));
    } catch {
      throw new PackedError("InvalidUtf8", "invalid string: expected UTF-8, found another byte sequence", start);
    }
  }

  /** Returns a byte string, or an item of CBOR: a view of the bytes after their size. */
  byteString(at: number, end: number): Uint8Array {
    const size = this.size(at, end);
    return this.bytes.subarray(this.next, this.next + size);
  }

  /** Returns a view of `size` bytes. */
  slice(at: number, size: number): Uint8Array {
    return this.bytes.subarray(at, this.within(at + size, at));
  }

  /** Returns the one of these names whose number is the tag of `width` bytes. */
  choice<T extends string>(at: number, width: number, names: readonly T[]): T {
    const tag = width === 1 ? this.u8(at) : width === 2 ? this.u16(at) : this.u32(at);
    const name = names[tag];
    if (name === undefined) throw invalidTag(tag, names.length, at);
    return name;
  }

  /** Returns the bytes to be written to; throws if nothing may be set. */
  #writable(): DataView {
    if (this.isFrozen) throw new TypeError("the keys of maps and sets cannot be set: they are sorted");
    return this.view;
  }

  setU8(at: number, value: number): void {
    this.#writable().setUint8(at, inRange(value, 0, 0xff));
  }

  setU16(at: number, value: number): void {
    this.#writable().setUint16(at, inRange(value, 0, 0xffff), true);
  }

  setU32(at: number, value: number): void {
    this.#writable().setUint32(at, inRange(value, 0, 0xffff_ffff), true);
  }

  setU64(at: number, value: bigint): void {
    this.#writable().setBigUint64(at, inWidth(value, BigInt.asUintN(64, value)), true);
  }

  setU128(at: number, value: bigint): void {
    inWidth(value, BigInt.asUintN(128, value));
    this.#writable().setBigUint64(at + 8, value >> 64n, true);
    this.view.setBigUint64(at, BigInt.asUintN(64, value), true);
  }

  setI8(at: number, value: number): void {
    this.#writable().setInt8(at, inRange(value, -0x80, 0x7f));
  }

  setI16(at: number, value: number): void {
    this.#writable().setInt16(at, inRange(value, -0x8000, 0x7fff), true);
  }

  setI32(at: number, value: number): void {
    this.#writable().setInt32(at, inRange(value, -0x8000_0000, 0x7fff_ffff), true);
  }

  setI64(at: number, value: bigint): void {
    this.#writable().setBigInt64(at, inWidth(value, BigInt.asIntN(64, value)), true);
  }

  setI128(at: number, value: bigint): void {
    inWidth(value, BigInt.asIntN(128, value));
    this.#writable().setBigInt64(at + 8, value >> 64n, true);
    this.view.setBigUint64(at, BigInt.asUintN(64, value), true);
  }

  setF32(at: number, value: number): void {
    this.#writable().setFloat32(at, value, true);
  }

  setF64(at: number, value: number): void {
    this.#writable().setFloat64(at, value, true);
  }

  setBool(at: number, value: boolean): void {
    this.#writable().setUint8(at, value ? 1 : 0);
  }

  setChar(at: number, value: string): void {
    const point = value.codePointAt(0) ?? -1;
    if (!isChar(point) || String.fromCodePoint(point) !== value) {
      throw new RangeError(`expected one Unicode scalar value, found ${JSON.stringify(value)}`);
    }
    this.#writable().setUint32(at, point, true);
  }

  setDuration(at: number, value: Time): void {
    inRange(value.nanoseconds, 0, 999_999_999);
    this.setU64(at, value.seconds);
    this.setU32(at + 8, value.nanoseconds);
  }

  setTime(at: number, value: Time): void {
    inRange(value.nanoseconds, 0, 999_999_999);
    this.setI64(at, value.seconds);
    this.setU32(at + 8, value.nanoseconds);
  }
}

/** Returns a number that is not zero, to be set. */
export function notZero<N extends number | bigint>(value: N): N {
  if (value == 0) throw new RangeError("expected a number other than 0, found 0");
  return value;
}

/** Returns whether a number is a Unicode scalar value. */
function isChar(point: number): boolean {
  return point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

function inRange(value: number, low: number, high: number): number {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new RangeError(`expected an integer from ${low} to ${high}, found ${value}`);
  }
  return value;
}

function inWidth(value: bigint, wrapped: bigint): bigint {
  if (value !== wrapped) throw new RangeError(`expected an integer that fits its width, found ${value}`);
  return value;
}
