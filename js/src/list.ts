import { unexpectedEnd } from "./error.js";
import { toJSON, type ScalarType, type Type } from "./node.js";
import type { Source } from "./source.js";

/** A sequence or an array. Its elements are read when they are asked for. */
export abstract class List<T> implements Iterable<T> {
  /** The bytes, and the offset of the sequence in them. */
  readonly $: Source;
  readonly $at: number;
  /** The number of elements. */
  abstract readonly length: number;
  protected readonly $type: Type<T>;

  constructor(s: Source, at: number, type: Type<T>) {
    this.$ = s;
    this.$at = at;
    this.$type = type;
  }

  /** Whether an element is found in constant time. */
  abstract readonly isIndexed: boolean;

  /** Returns where an element begins; `index` is an integer from 0 to `length - 1`. */
  protected abstract $place(index: number): number;

  /** Returns the offset before which that element ends, which begins at `at`. */
  protected abstract $placeEnd(index: number, at: number): number;

  /** Returns an element, a negative index counts from the end; `undefined` if there is none. */
  at(index: number): T | undefined {
    const from = Math.trunc(index) || 0;
    const found = from < 0 ? from + this.length : from;
    if (found < 0 || found >= this.length) return undefined;
    const at = this.$place(found);
    return this.$type.read(this.$, at, this.$placeEnd(found, at));
  }

  abstract [Symbol.iterator](): IterableIterator<T>;

  /** Returns all elements. */
  toArray(): T[] {
    return Array.from(this);
  }

  toJSON(): unknown[] {
    return Array.from(this, toJSON);
  }
}

/** A sequence of elements that take the same number of bytes. */
export class FixedList<T> extends List<T> {
  readonly length: number;
  protected readonly $start: number;

  /** With a `length` it is an array, which has no count before its elements. */
  constructor(s: Source, at: number, type: Type<T>, end: number, length = -1) {
    super(s, at, type);
    if (length < 0) {
      this.length = s.count(at, type.size, end);
      this.$start = s.next;
    } else {
      this.length = length;
      this.$start = s.require(at, length * type.size, end);
    }
  }

  get isIndexed(): true {
    return true;
  }

  protected $place(index: number): number {
    return this.$start + index * this.$type.size;
  }

  protected $placeEnd(_: number, at: number): number {
    return at + this.$type.size;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const { $: s, $type: type } = this;
    const end = this.$place(this.length);
    if (type.size === 0) {
      for (let left = this.length; left > 0; left--) yield type.read(s, end, end);
    }
    for (let at = this.$start; at < end; at += type.size) yield type.read(s, at, at + type.size);
  }
}

/** A sequence of scalars, which can be set in place. */
export class ScalarList<T> extends FixedList<T> {
  declare protected readonly $type: ScalarType<T>;

  constructor(s: Source, at: number, type: ScalarType<T>, end: number, length = -1) {
    super(s, at, type, end, length);
  }

  /** Sets an element; throws a `RangeError` if there is no such element, or its type has no such value. */
  set(index: number, value: T): void {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(`expected an index from 0 to ${this.length - 1}, found ${index}`);
    }
    this.$type.write(this.$, this.$place(index), value);
  }
}

/** A sequence with a table of ends before its elements (`Indexed`). */
export class TableList<T> extends List<T> {
  readonly length: number;
  readonly #table: number;
  readonly #width: number;
  readonly #start: number;
  readonly #end: number;

  constructor(s: Source, at: number, type: Type<T>, end: number) {
    super(s, at, type);
    const number = s.varint(at);
    this.#table = s.next;
    this.#width = number % 4;
    this.length = (number - this.#width) / 4;
    const bytes = this.length * 2 ** this.#width;
    this.#start = s.require(this.#table, bytes, end) + bytes;
    const size = this.length === 0 ? 0 : s.entry(this.#table, this.#width, this.length - 1);
    this.#end = s.require(this.#start, size, end) + size;
  }

  get isIndexed(): true {
    return true;
  }

  protected $place(index: number): number {
    if (index === 0) return this.#start;
    return this.#start + this.$.entry(this.#table, this.#width, index - 1);
  }

  protected $placeEnd(index: number, at: number): number {
    const end = this.#start + this.$.entry(this.#table, this.#width, index);
    if (end < at || end > this.#end) throw unexpectedEnd(Math.max(0, end - at), Math.max(0, this.#end - at), at);
    return end;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    let at = this.#start;
    for (let index = 0; index < this.length; index++) {
      const end = this.$placeEnd(index, at);
      yield this.$type.read(this.$, at, end);
      at = end;
    }
  }
}

/**
 * A sequence or an array in which an element is found by walking over those before it. The place of the element that
 * was found last is kept, so that going forward by index takes no longer than iterating.
 */
export class WalkedList<T> extends List<T> {
  readonly length: number;
  readonly #start: number;
  /** Whether a size is before each element but the last. */
  readonly #isSized: boolean;
  readonly #until: number;
  #index = 0;
  #place: number;

  /** With a `length` it is an array, which has no count before its elements. */
  constructor(s: Source, at: number, type: Type<T>, end: number, length = -1, isSized = false) {
    super(s, at, type);
    this.length = length < 0 ? s.count(at, 1, end) : length;
    this.#start = length < 0 ? s.next : at;
    this.#until = end;
    this.#isSized = isSized;
    this.#place = this.#start;
  }

  get isIndexed(): false {
    return false;
  }

  protected $place(index: number): number {
    if (index < this.#index) {
      this.#index = 0;
      this.#place = this.#start;
    }
    while (this.#index < index) {
      this.#place = this.#end(this.#index, this.#place);
      this.#index++;
    }
    return this.#first(index, this.#place);
  }

  protected $placeEnd(index: number, _: number): number {
    // (Sizes are read where the element was found: before it.)
    return this.#isSized && index < this.length - 1 ? this.$.past(this.#place) : this.#until;
  }

  /** Returns where an element begins, given where the one before it ends. */
  #first(index: number, at: number): number {
    return this.#isSized && index < this.length - 1 ? this.$.after(at) : at;
  }

  #end(index: number, at: number): number {
    return this.#isSized && index < this.length - 1 ? this.$.past(at) : this.$type.end(this.$, at);
  }

  *[Symbol.iterator](): IterableIterator<T> {
    let at = this.#start;
    for (let index = 0; index < this.length; index++) {
      const isLast = index === this.length - 1;
      const end = this.#isSized && !isLast ? this.$.past(at) : this.#until;
      yield this.$type.read(this.$, this.#first(index, at), end);
      // (After the last element nothing is read.)
      if (!isLast) at = this.#end(index, at);
    }
  }
}
