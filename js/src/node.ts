import { PackedError, unexpectedEnd } from "./error.js";
import type { Source } from "./source.js";

/** How values of a type are read: what lists and maps know of their elements. */
export interface Type<T> {
  /** The number of the type in the plan. */
  readonly node: number;
  /** The bytes of each value, or -1 if they vary. */
  readonly size: number;
  /** Returns the value at an offset, which ends before another one. */
  readonly read: (s: Source, at: number, end: number) => T;
  /** Returns the end of the value at an offset. */
  readonly end: (s: Source, at: number) => number;
}

/** How scalars are read and written. */
export interface ScalarType<T> extends Type<T> {
  readonly write: (s: Source, at: number, value: T) => void;
}

/**
 * A struct, or a value of a constructor: its bytes and where it begins in them. Its fields are read when they are asked
 * for. The names of all that is no field begin with `$`, but for `kind` and `toJSON`.
 */
export abstract class Node {
  /** The bytes. */
  readonly $: Source;
  /** The offset of the value in them. */
  readonly $at: number;
  /** The offset before which it ends. */
  protected readonly $end: number;
  /** The names of the fields, in the order of their declaration. */
  static readonly $fields: readonly string[] = [];
  /** The number of the type in the plan. */
  static readonly $node: number = 0;

  constructor(s: Source, at: number, end: number) {
    this.$ = s;
    this.$at = at;
    this.$end = end;
  }

  /** Returns the names and values of the fields. */
  *$entries(): IterableIterator<[string, unknown]> {
    for (const name of (this.constructor as typeof Node).$fields) {
      yield [name, (this as unknown as Record<string, unknown>)[name]];
    }
  }

  /** Returns the constructor as `kind`, and all fields. Integers that `number` cannot hold are texts. */
  toJSON(): Record<string, unknown> {
    const kind = (this as { readonly kind?: string }).kind;
    const out: Record<string, unknown> = kind === undefined ? {} : { kind };
    for (const [name, value] of this.$entries()) {
      Object.defineProperty(out, name, { value: toJSON(value), enumerable: true, configurable: true, writable: true });
    }
    return out;
  }
}

/** A value of an extensible type: its fields may be absent, and bytes of a newer version may follow them. */
export abstract class OpenNode extends Node {
  /** Where the fields begin, and where the static part ends (`Indexed`). */
  protected readonly $first: number;
  protected readonly $fixedEnd: number;

  /** Its head was read last from `s`. */
  constructor(s: Source, at: number) {
    super(s, at, s.end);
    this.$first = s.first;
    this.$fixedEnd = s.fixedEnd;
  }

  /** Returns the offset of a field of the static part, given the sum of the sizes of those before it; -1 if absent. */
  protected $fixed(before: number, size: number): number {
    return this.$place(this.$first + before, size, this.$fixedEnd);
  }

  /** Returns `at`, where a field of at least `size` bytes begins unless it is absent; -1 if it is. */
  protected $place(at: number, size: number, end: number = this.$end): number {
    if (at >= end) return -1;
    if (at + size > end) throw unexpectedEnd(size, end - at, at);
    return at;
  }

  /** Returns the offset of a field that cannot be absent. */
  protected $require(at: number, field: string): number {
    if (at >= 0) return at;
    const what = `missing fields: expected the field ${JSON.stringify(field)}, found the end of the value`;
    throw new PackedError("MissingFields", what, this.$end);
  }
}

/** A constructor that the schema does not know: a newer version of the type has it. */
export class Unknown {
  /** Its number. */
  readonly tag: bigint;
  /** What follows the size of the value. */
  readonly bytes: Uint8Array;

  constructor(s: Source, at: number, end: number) {
    this.bytes = s.byteString(at, end);
    let tag = s.next;
    if (s.plan.layout === "Indexed") tag = s.after(tag);
    const number = s.varint(tag);
    this.tag = number > Number.MAX_SAFE_INTEGER ? s.u64(tag + 1) : BigInt(number);
  }
}

/** Returns a value as JSON has it, as {@link Node.toJSON} does for its fields. */
export function toJSON(value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();
    case "undefined":
      return null;
    case "object":
      if (value === null) return null;
      if (value instanceof Uint8Array) return Array.from(value);
      if ("toJSON" in value && typeof value.toJSON === "function") return value.toJSON() as unknown;
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toJSON(field)]));
    default:
      return value;
  }
}
