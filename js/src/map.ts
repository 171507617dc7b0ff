import { orderOfKeys } from "./keys.js";
import { List } from "./list.js";
import { Node, toJSON } from "./node.js";
import type { Plan } from "./plan.js";
import type { Source, Time } from "./source.js";

/** An entry of a map. */
export interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
}

/** A map: entries in the order of their keys. */
export class PackedMap<K, V> implements Iterable<readonly [K, V]> {
  /** The entries, by their number. */
  readonly list: List<Entry<K, V>>;
  readonly #key: number;

  /** `key` is the number of the type of the keys in the plan. */
  constructor(list: List<Entry<K, V>>, key: number) {
    this.list = list;
    this.#key = key;
  }

  /** The number of entries. */
  get size(): number {
    return this.list.length;
  }

  /**
   * Returns the value of a key, `undefined` if there is none. It is found by binary search in `Indexed`, and where keys
   * and values are of fixed size; otherwise by going through the entries.
   */
  get(key: K): V | undefined {
    return find(this.list, this.#key, key, (entry) => entry.key)?.element.value;
  }

  /** Returns whether the map has a key. */
  has(key: K): boolean {
    return find(this.list, this.#key, key, (entry) => entry.key) !== undefined;
  }

  *keys(): IterableIterator<K> {
    for (const entry of this.list) yield entry.key;
  }

  *values(): IterableIterator<V> {
    for (const entry of this.list) yield entry.value;
  }

  entries(): IterableIterator<readonly [K, V]> {
    return this[Symbol.iterator]();
  }

  *[Symbol.iterator](): IterableIterator<readonly [K, V]> {
    for (const entry of this.list) yield [entry.key, entry.value];
  }

  /** Returns a list of pairs: keys may be of any type. */
  toJSON(): unknown[] {
    return Array.from(this, ([key, value]) => [toJSON(key), toJSON(value)]);
  }
}

/** A set: elements in order. */
export class PackedSet<T> implements Iterable<T> {
  /** The elements, by their number. */
  readonly list: List<T>;
  readonly #element: number;

  /** `element` is the number of the type of the elements in the plan. */
  constructor(list: List<T>, element: number) {
    this.list = list;
    this.#element = element;
  }

  /** The number of elements. */
  get size(): number {
    return this.list.length;
  }

  /** Returns whether the set has an element, which is found as {@link PackedMap.get} finds keys. */
  has(element: T): boolean {
    return find(this.list, this.#element, element, (other) => other) !== undefined;
  }

  values(): IterableIterator<T> {
    return this[Symbol.iterator]();
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.list[Symbol.iterator]();
  }

  toJSON(): unknown[] {
    return this.list.toJSON();
  }
}

/** Returns the element of a sorted list whose key, of the type `node`, is this one. */
function find<T, K>(list: List<T>, node: number, key: K, keyOf: (element: T) => K): { readonly element: T } | undefined {
  const compare = (element: T): number => order(list.$, node, keyOf(element), key);
  // (Keys of which one lacks a field are in the order of its default, which is not known here.)
  const isOrdered = !hasDefaults(list.$.plan, node);
  if (list.isIndexed) {
    const found = search(list, compare);
    if (found !== undefined || isOrdered) return found;
  }
  for (const element of list) {
    const by = compare(element);
    if (by === 0) return { element };
    if (by > 0 && isOrdered) return undefined;
  }
  return undefined;
}

/** Returns whether a field of a type, or of one in it, may be absent. */
function hasDefaults(plan: Plan, node: number, seen: Set<number> = new Set()): boolean {
  const form = plan.nodes[node];
  if (form === undefined || seen.has(node)) return false;
  seen.add(node);
  if (form.form === "array" || form.form === "sequence") return hasDefaults(plan, form.element.of, seen);
  const all = form.form === "struct" ? [form.fields] : form.form === "enum" ? form.constructors : [];
  return all.some((of) => of.fields.some((field) => field.hasDefault === true || hasDefaults(plan, field.of, seen)));
}

/** Returns the element of a sorted list for which `compare` returns 0, by binary search. */
function search<T>(list: List<T>, compare: (element: T) => number): { readonly element: T } | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = list.at(middle) as T;
    const by = compare(element);
    if (by === 0) return { element };
    if (by < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** Returns the order of two keys, as the library sorts them: negative, 0, or positive. */
function order(s: Source, of: number, a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const node = innermost(s.plan, of, a);
  if (typeof a === "number" && typeof b === "number") return orderOfNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return orderOfTexts(s.plan, node, a, b);
  if (isPlaced(a) && isPlaced(b)) return orderOfKeys(s.plan, node, a.$.bytes, a.$at, b.$.bytes, b.$at);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return orderOfBytes(a, b);
  if (isTime(a) && isTime(b)) return compare(a.seconds, b.seconds) || a.nanoseconds - b.nanoseconds;
  if (typeof a === typeof b) return compare(a as bigint | boolean, b as bigint | boolean);
  throw new TypeError(`expected a key of the kind ${typeof a}, found ${typeof b}`);
}

/** Returns the type of a value that is there, given a type that may be that of optional ones. */
function innermost(plan: Plan, node: number, value: unknown): number {
  const form = plan.nodes[node];
  if (form?.form !== "enum" || (value instanceof Node && (value.constructor as typeof Node).$node === node)) return node;
  const [none, some, ...others] = form.constructors;
  const inner = some?.fields[0];
  if (none?.fields.length !== 0 || some?.fields.length !== 1 || inner === undefined || others.length > 0) return node;
  return innermost(plan, inner.of, value);
}

function compare<T extends bigint | boolean | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Numbers by value, floats in the total order of IEEE 754. */
function orderOfNumbers(a: number, b: number): number {
  if (a < b || a > b || (a === b && a !== 0)) return compare(a, b);
  return compare(rank(a), rank(b));
}

function rank(float: number): bigint {
  scratch.setFloat64(0, float);
  const bits = scratch.getBigInt64(0);
  return bits < 0n ? bits ^ 0x7fff_ffff_ffff_ffffn : bits;
}

/** Texts by code points, which is the order of their bytes; the names of constructors by their numbers. */
function orderOfTexts(plan: Plan, node: number, a: string, b: string): number {
  const form = plan.nodes[node];
  if (form?.form === "enum") {
    const tag = (name: string): number => form.constructors.findIndex((of) => of.name === name);
    return tag(a) - tag(b);
  }
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return weight(one) - weight(other);
  }
  return a.length - b.length;
}

/** Surrogates, which are a half of a code point above all others, come after all other units. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function orderOfBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const by = (a[index] as number) - (b[index] as number);
    if (by !== 0) return by;
  }
  return a.length - b.length;
}

function isPlaced(value: unknown): value is Node | List<unknown> {
  return value instanceof Node || value instanceof List;
}

function isTime(value: unknown): value is Time {
  return typeof value === "object" && value !== null && "seconds" in value && "nanoseconds" in value;
}
