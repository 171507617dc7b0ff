import { Checker, type Visitor } from "./check.js";
import { factsOf, type Facts, type NodeFacts, type PartFacts, type PartsFacts } from "./facts.js";
import type { Plan } from "./plan.js";

// The order of keys in sets and maps, by sort keys: bytes whose order is that of the values that they are made from.
//
// | type                 | sort key                                                          |
// |----------------------|-------------------------------------------------------------------|
// | scalar               | its bytes, most significant first, mapped so that they ascend      |
// | string, item of CBOR | its bytes, each `00` as `00 FF`, then `00 00`                      |
// | unknown constructor  | its number, and its bytes as those of a string                     |
// | absent field         | nothing: keys of which only one lacks a field are not compared     |
// | struct, array        | the keys of its fields or elements                                 |
// | enum                 | its tag, and the keys of its fields                                |
// | sequence             | for each element `01` and its key, then `00`                       |
// | set, map             | the same, sorted                                                   |

/** What a value is compared by. */
export interface SortKey {
  readonly key: Uint8Array;
  /** For fields that are absent: the offsets in `key`, and how many at each, in turn. (Their defaults are not known.) */
  readonly absent: readonly number[];
}

/**
 * Returns a number below, equal to or above 0 if the first of two values of a type, which were checked, is less than,
 * equal to or greater than the other; `NaN` if that is not known: see {@link compareKeys}.
 */
export function orderOfKeys(plan: Plan, node: number, a: Uint8Array, aAt: number, b: Uint8Array, bAt: number): number {
  return order(factsOf(plan), node, a, aAt, b, bAt);
}

/** Returns the sort key of the value at `at`, which was checked. */
export function sortKey(plan: Plan, bytes: Uint8Array, node: number, at: number): SortKey {
  return sortKeyOf(factsOf(plan), bytes, node, at);
}

/** Returns the order of the keys of two elements of a set or map, which were checked. */
export function orderOfElements(facts: Facts, of: NodeFacts, bytes: Uint8Array, a: number, b: number): number {
  const { element, isMap } = of;
  if (!isMap) return order(facts, element.of, bytes, a, bytes, b);
  const entry = facts.nodes[element.of] as NodeFacts;
  const fields = entry.constructors[0] as PartsFacts;
  const key = fields.fields[0] as PartFacts;
  return order(facts, key.of, bytes, keyAt(entry, fields, key, bytes, a), bytes, keyAt(entry, fields, key, bytes, b));
}

/** Returns where the key of an entry begins. */
function keyAt(entry: NodeFacts, fields: PartsFacts, key: PartFacts, bytes: Uint8Array, at: number): number {
  if (entry.keyAt >= 0) return at + entry.keyAt;
  const first = key.size >= 0 ? at : at + fields.staticPart;
  return key.isSized ? after(bytes, first) : first;
}

/** Returns the offset after a short varint. */
function after(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  return first < 0xfc ? at + 1 : at + 1 + (2 << (first - 0xfc));
}

/** Returns the number of a short varint. */
function number(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0xfc) return first;
  let number = 0;
  for (let index = after(bytes, at) - 1; index > at; index--) number = number * 256 + (bytes[index] as number);
  return number;
}

function order(facts: Facts, node: number, a: Uint8Array, aAt: number, b: Uint8Array, bAt: number): number {
  const of = facts.nodes[node] as NodeFacts;
  if (of.form === "text") {
    const [from, to] = [after(a, aAt), after(b, bAt)];
    return compareBytes(a, from, from + number(a, aAt), b, to, to + number(b, bAt));
  }
  if (of.form === "scalar" && !SPECIAL.test(of.scalar)) {
    // (Compared from the most significant byte on, which has the sign.)
    const sign = SIGNED.test(of.scalar) ? 0x80 : 0;
    for (let index = of.width - 1, flip = sign; index >= 0; index--, flip = 0) {
      const by = ((a[aAt + index] as number) ^ flip) - ((b[bAt + index] as number) ^ flip);
      if (by !== 0) return by;
    }
    return 0;
  }
  return compareKeys(sortKeyOf(facts, a, node, aAt), sortKeyOf(facts, b, node, bAt));
}

/** Scalars whose order is not that of an integer: floats, and times. */
const SPECIAL = /^(f\d+|Duration|SystemTime)$/;
const SIGNED = /^(NonZeroI|i)/;

/**
 * Returns the order of two sort keys of a type: `NaN` if they first differ in a field that only one has, because its
 * default is not known.
 */
export function compareKeys(a: SortKey, b: SortKey): number {
  const by = compareBytes(a.key, 0, a.key.length, b.key, 0, b.key.length);
  let equal = 0;
  while (equal < a.key.length && equal < b.key.length && a.key[equal] === b.key[equal]) equal++;
  for (let index = 0; ; index += 2) {
    const isHere = index < a.absent.length && (a.absent[index] as number) <= equal;
    const isThere = index < b.absent.length && (b.absent[index] as number) <= equal;
    if (!isHere && !isThere) return by;
    const isSame = a.absent[index] === b.absent[index] && a.absent[index + 1] === b.absent[index + 1];
    if (isHere !== isThere || !isSame) return NaN;
  }
}

function compareBytes(a: Uint8Array, aAt: number, aEnd: number, b: Uint8Array, bAt: number, bEnd: number): number {
  const length = Math.min(aEnd - aAt, bEnd - bAt);
  for (let index = 0; index < length; index++) {
    const by = (a[aAt + index] as number) - (b[bAt + index] as number);
    if (by !== 0) return by;
  }
  return aEnd - aAt - (bEnd - bAt);
}

function sortKeyOf(facts: Facts, bytes: Uint8Array, node: number, at: number): SortKey {
  const maker = new KeyMaker(bytes, facts.staticFirst);
  new Checker(facts, bytes, { depth: Infinity, emptyElements: Infinity }, undefined, maker).run(node, at);
  return maker.done();
}

/** Makes the sort key of a value while a {@link Checker} walks over it. */
class KeyMaker implements Visitor {
  readonly #bytes: Uint8Array;
  readonly #staticFirst: boolean;
  #out = new Uint8Array(32);
  #length = 0;
  readonly #absent: number[] = [];
  /** For each value that is open: nothing; or if it is a sequence, where the sort keys of the elements begin. */
  readonly #open: (number[] | "fields" | "elements")[] = [];

  constructor(bytes: Uint8Array, staticFirst: boolean) {
    this.#bytes = bytes;
    this.#staticFirst = staticFirst;
  }

  done(): SortKey {
    return { key: this.#out.subarray(0, this.#length), absent: this.#absent };
  }

  #push(byte: number): void {
    if (this.#length === this.#out.length) {
      const wider = new Uint8Array(2 * this.#length);
      wider.set(this.#out);
      this.#out = wider;
    }
    this.#out[this.#length++] = byte;
  }

  begin(node: NodeFacts, tag: number): void {
    if (node.form === "enum") for (let shift = 24; shift >= 0; shift -= 8) this.#push((tag >>> shift) & 0xff);
    this.#open.push(node.form !== "sequence" ? "fields" : node.isSorted ? [] : "elements");
  }

  part(): void {
    const open = this.#open.at(-1);
    if (open === undefined || open === "fields") return;
    if (open !== "elements") open.push(this.#length);
    this.#push(1);
  }

  absent(count: number): void {
    this.#absent.push(this.#length, count);
  }

  scalar({ scalar, width }: NodeFacts, at: number): void {
    // (Times have their seconds first, each part with the least significant byte first.)
    const isTime = scalar === "Duration" || scalar === "SystemTime";
    const top = isTime ? at + 7 : at + width - 1;
    const isFloat = scalar === "f32" || scalar === "f64";
    const isNegative = (this.#bytes[top] as number) > 0x7f;
    const mask = isFloat && isNegative ? 0xff : 0;
    const sign = mask === 0 && (isFloat || SIGNED.test(scalar) || scalar === "SystemTime") ? 0x80 : 0;
    for (let index = top; index >= at; index--) {
      this.#push((this.#bytes[index] as number) ^ mask ^ (index === top ? sign : 0));
    }
    if (isTime) for (let index = at + 11; index > top; index--) this.#push(this.#bytes[index] as number);
  }

  bytes(start: number, end: number, isUnknown: boolean): void {
    if (isUnknown) this.#unknownTag(start);
    for (let index = start; index < end; index++) {
      const byte = this.#bytes[index] as number;
      this.#push(byte);
      if (byte === 0) this.#push(0xff);
    }
    this.#push(0);
    this.#push(0);
  }

  /** Appends the number of a constructor that is not known, in eight bytes. */
  #unknownTag(start: number): void {
    const at = this.#staticFirst ? after(this.#bytes, start) : start;
    const end = after(this.#bytes, at);
    const first = end === at + 1 ? at : at + 1;
    for (let index = first + 7; index >= first; index--) this.#push(index < end ? (this.#bytes[index] as number) : 0);
  }

  end(count: number): void {
    for (; count > 0; count--) {
      const open = this.#open.pop();
      if (open === undefined || open === "fields") continue;
      if (open !== "elements") this.#sort(open);
      this.#push(0);
    }
  }

  /** Sorts the sort keys at the end, which begin at these offsets. */
  #sort(starts: number[]): void {
    const keys = starts.map((start, index) => this.#out.slice(start, starts[index + 1] ?? this.#length));
    keys.sort((a, b) => compareBytes(a, 0, a.length, b, 0, b.length));
    let at = starts[0] ?? this.#length;
    for (const key of keys) {
      this.#out.set(key, at);
      at += key.length;
    }
  }
}
