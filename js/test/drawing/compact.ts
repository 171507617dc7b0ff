// Made by `packed schema export --to typescript`, for the layout Compact. Do not edit: make it again.

import * as p from "packed-data";

/**
 * Returns the value of the type `Drawing` that is stored in bytes: a value and nothing else, or a file of one value.
 * Nothing is read before it is asked for, unless the option `validate` says so.
 */
export function open(bytes: Uint8Array, options?: p.OpenOptions): Drawing {
  return format.open(bytes, options);
}

/** Opens a file of records, each a value of the type `Drawing`. */
export function openFile(bytes: Uint8Array, options?: p.OpenOptions): p.Records<Drawing> {
  return format.openFile(bytes, options);
}

/** Checks that bytes are one value of the type `Drawing`, and nothing else; throws a `PackedError` if not. */
export function validate(bytes: Uint8Array): void {
  format.validate(bytes);
}

/** The struct `Drawing`. */
export class Drawing extends p.Node {
  static override readonly $fields: readonly string[] = ["id", "title", "author", "tint", "shapes", "layers", "tags", "notes"];
  static override readonly $node: number = 0;

  get id(): bigint {
    return this.$.u64(this.$at);
  }

  set id(value: bigint) {
    this.$.setU64(this.$at, value);
  }

  get title(): string {
    return this.$.text(this.$at + 8, this.$end);
  }

  get author(): string | undefined {
    return r3(this.$, this.$end1(), this.$end);
  }

  get tint(): Tint {
    return r4(this.$, this.$end2(), this.$end);
  }

  get shapes(): p.List<Shape> {
    return new p.WalkedList(this.$, this.$end2() + 1, t9, this.$end);
  }

  get layers(): p.PackedMap<string, number> {
    return new p.PackedMap(new p.WalkedList(this.$, this.$end4(), t10, this.$end), 2);
  }

  get tags(): p.PackedSet<number> {
    return new p.PackedSet(new p.ScalarList(this.$.frozen, this.$end5(), t11, this.$end), 11);
  }

  get notes(): Note {
    return r8(this.$, this.$end6(), this.$end);
  }

  private $end1(): number {
    return this.$.past(this.$at + 8);
  }

  declare private $kept2?: number;

  private $end2(): number {
    return (this.$kept2 ??= e3(this.$, this.$end1()));
  }

  declare private $kept4?: number;

  private $end4(): number {
    return (this.$kept4 ??= e5(this.$, this.$end2() + 1));
  }

  declare private $kept5?: number;

  private $end5(): number {
    return (this.$kept5 ??= e6(this.$, this.$end4()));
  }

  private $end6(): number {
    return this.$.pastFixed(this.$end5(), 2);
  }
}

/** The enum `Tint`. */
export type Tint = (typeof c4)[number];

const c4 = ["Red", "Green"] as const;

/** The struct `Note`. */
export class Note extends p.OpenNode {
  static override readonly $fields: readonly string[] = ["text", "read", "next", "stars"];
  static override readonly $node: number = 8;

  get text(): string {
    const at = this.$require(this.$place(this.$fixedEnd, 1), "text");
    return this.$.text(at, this.$end);
  }

  get read(): boolean {
    const at = this.$require(this.$place(this.$end0(), 1), "read");
    return this.$.bool(at);
  }

  set read(value: boolean) {
    const at = this.$require(this.$place(this.$end0(), 1), "read");
    this.$.setBool(at, value);
  }

  get next(): Note | undefined {
    const at = this.$place(this.$end0() + 1, 1);
    return at < 0 ? undefined : r13(this.$, at, this.$end);
  }

  get stars(): number | undefined {
    const at = this.$place(this.$end2(), 1);
    return at < 0 ? undefined : this.$.u8(at);
  }

  set stars(value: number | undefined) {
    if (value === undefined) throw new RangeError("expected a value");
    const at = this.$require(this.$place(this.$end2(), 1), "stars");
    this.$.setU8(at, value);
  }

  private $end0(): number {
    const at = this.$fixedEnd;
    return at < this.$end ? this.$.past(at) : this.$end;
  }

  private $end2(): number {
    const at = this.$end0() + 1;
    return at < this.$end ? e13(this.$, at) : this.$end;
  }
}

/** The enum `Shape`: `kind` tells its constructors apart. */
export type Shape = ShapeDot | ShapeCircle | ShapePolygon | ShapeGroup;

/** The constructor `Dot` of `Shape`. */
export class ShapeDot extends p.Node {
  static override readonly $fields: readonly string[] = [];
  static override readonly $node: number = 9;

  get kind(): "Dot" {
    return "Dot";
  }
}

/** The constructor `Circle` of `Shape`. */
export class ShapeCircle extends p.Node {
  static override readonly $fields: readonly string[] = ["radius"];
  static override readonly $node: number = 9;

  get kind(): "Circle" {
    return "Circle";
  }

  get radius(): number {
    return this.$.f32(this.$at + 1);
  }

  set radius(value: number) {
    this.$.setF32(this.$at + 1, value);
  }
}

/** The constructor `Polygon` of `Shape`. */
export class ShapePolygon extends p.Node {
  static override readonly $fields: readonly string[] = ["_0"];
  static override readonly $node: number = 9;

  get kind(): "Polygon" {
    return "Polygon";
  }

  get _0(): p.List<Tuple> {
    return new p.FixedList(this.$, this.$at + 1, t18, this.$end);
  }
}

/** The constructor `Group` of `Shape`. */
export class ShapeGroup extends p.Node {
  static override readonly $fields: readonly string[] = ["_0"];
  static override readonly $node: number = 9;

  get kind(): "Group" {
    return "Group";
  }

  get _0(): p.List<Shape> {
    return new p.WalkedList(this.$, this.$at + 1, t9, this.$end);
  }
}

/** An entry of the map `Map`. */
export class Entry extends p.Node {
  static override readonly $fields: readonly string[] = ["key", "value"];
  static override readonly $node: number = 10;

  get key(): string {
    return this.$.frozen.text(this.$at, this.$end);
  }

  get value(): number {
    return this.$.u32(this.$end0());
  }

  set value(value: number) {
    this.$.setU32(this.$end0(), value);
  }

  private $end0(): number {
    return this.$.past(this.$at);
  }
}

/** The tuple `(f32, f32)`. */
export class Tuple extends p.Node {
  static override readonly $fields: readonly string[] = ["_0", "_1"];
  static override readonly $node: number = 18;

  get _0(): number {
    return this.$.f32(this.$at);
  }

  set _0(value: number) {
    this.$.setF32(this.$at, value);
  }

  get _1(): number {
    return this.$.f32(this.$at + 4);
  }

  set _1(value: number) {
    this.$.setF32(this.$at + 4, value);
  }
}

function r3(s: p.Source, at: number, end: number): string | undefined {
  const tag = s.u8(s.require(at, 1, end));
  if (tag === 0) return undefined;
  if (tag === 1) return s.text(at + 1, end);
  throw p.invalidTag(tag, 2, at);
}

function r4(s: p.Source, at: number, end: number): Tint {
  return s.choice(s.require(at, 1, end), 1, c4);
}

function r8(s: p.Source, at: number, end: number): Note {
  s.head(at, false, end);
  return new Note(s, at);
}

function r9(s: p.Source, at: number, end: number): Shape {
  s.require(at, 1, end);
  switch (s.u8(at)) {
    case 0:
      return new ShapeDot(s, at, end);
    case 1:
      return new ShapeCircle(s, at, end);
    case 2:
      return new ShapePolygon(s, at, end);
    case 3:
      return new ShapeGroup(s, at, end);
    default:
      throw p.invalidTag(s.u8(at), 4, at);
  }
}

function r13(s: p.Source, at: number, end: number): Note | undefined {
  const tag = s.u8(s.require(at, 1, end));
  if (tag === 0) return undefined;
  if (tag === 1) return r8(s, at + 1, end);
  throw p.invalidTag(tag, 2, at);
}

function e0(s: p.Source, at: number): number {
  at = s.past(at + 8);
  at = e3(s, at);
  at = e5(s, at + 1);
  at = e6(s, at);
  at = s.pastFixed(at, 2);
  return s.past(at);
}

function e3(s: p.Source, at: number): number {
  switch (s.u8(at)) {
    case 0:
      return at + 1;
    case 1:
      return s.past(at + 1);
    default:
      throw p.invalidTag(s.u8(at), 2, at);
  }
}

function e5(s: p.Source, at: number): number {
  let left = s.count(at, 1);
  at = s.next;
  while (left-- > 0) at = e9(s, at);
  return at;
}

function e6(s: p.Source, at: number): number {
  let left = s.count(at, 1);
  at = s.next;
  while (left-- > 0) at = e10(s, at);
  return at;
}

function e9(s: p.Source, at: number): number {
  switch (s.u8(at)) {
    case 0:
      return at + 1;
    case 1:
      return at + 5;
    case 2:
      return s.pastFixed(at + 1, 8);
    case 3:
      return e5(s, at + 1);
    default:
      throw p.invalidTag(s.u8(at), 4, at);
  }
}

function e10(s: p.Source, at: number): number {
  at = s.past(at);
  return at + 4;
}

function e13(s: p.Source, at: number): number {
  switch (s.u8(at)) {
    case 0:
      return at + 1;
    case 1:
      return s.past(at + 1);
    default:
      throw p.invalidTag(s.u8(at), 2, at);
  }
}

const t0: p.Type<Drawing> = {
  node: 0,
  size: -1,
  read: (s, at, end) => new Drawing(s, at, end),
  end: (s, at) => e0(s, at),
};

const t9: p.Type<Shape> = {
  node: 9,
  size: -1,
  read: (s, at, end) => r9(s, at, end),
  end: (s, at) => e9(s, at),
};

const t10: p.Type<Entry> = {
  node: 10,
  size: -1,
  read: (s, at, end) => new Entry(s, at, end),
  end: (s, at) => e10(s, at),
};

const t11: p.ScalarType<number> = {
  node: 11,
  size: 2,
  read: (s, at, end) => s.u16(at),
  end: (s, at) => at + 2,
  write: (s, at, value) => s.setU16(at, value),
};

const t18: p.Type<Tuple> = {
  node: 18,
  size: 8,
  read: (s, at, end) => new Tuple(s, at, end),
  end: (s, at) => at + 8,
};

/** The types in this layout: Drawing is type 0. */
export const plan: p.Plan = {
  layout: "Compact",
  nodes: [
    { form: "struct", name: "Drawing", fields: { fields: [{ name: "id", of: 1, size: 8, run: 8 }, { name: "title", of: 2 }, { name: "author", of: 3, isLevel: true }, { name: "tint", of: 4, size: 1, run: 1 }, { name: "shapes", of: 5 }, { name: "layers", of: 6 }, { name: "tags", of: 7 }, { name: "notes", of: 8, isLevel: true }] } },
    { form: "scalar", scalar: "u64", size: 8 },
    { form: "text" },
    { form: "enum", name: "Option", tagSize: 1, constructors: [{ name: "None", fields: [] }, { name: "Some", fields: [{ name: "0", of: 2, isEnd: true }] }] },
    { form: "enum", name: "Tint", tagSize: 1, constructors: [{ name: "Red", fields: [] }, { name: "Green", fields: [] }], size: 1 },
    { form: "sequence", kind: "list", element: { of: 9, isLevel: true } },
    { form: "sequence", kind: "map", element: { of: 10, isLevel: true } },
    { form: "sequence", kind: "set", element: { of: 11, size: 2 } },
    { form: "struct", name: "Note", head: true, fields: { fields: [{ name: "text", of: 2 }, { name: "read", of: 12, size: 1, run: 1 }, { name: "next", of: 13, isLevel: true, hasDefault: true }, { name: "stars", of: 14, size: 1, isEnd: true, hasDefault: true }] } },
    { form: "enum", name: "Shape", tagSize: 1, constructors: [{ name: "Dot", fields: [] }, { name: "Circle", fields: [{ name: "radius", of: 15, size: 4, run: 4, isEnd: true }] }, { name: "Polygon", fields: [{ name: "0", of: 16, isEnd: true }] }, { name: "Group", fields: [{ name: "0", of: 5, isEnd: true }] }] },
    { form: "struct", name: "Map", fields: { fields: [{ name: "key", of: 2 }, { name: "value", of: 17, size: 4, run: 4, isEnd: true }] }, keyAt: 0 },
    { form: "scalar", scalar: "u16", size: 2 },
    { form: "scalar", scalar: "bool", size: 1 },
    { form: "enum", name: "Option", tagSize: 1, constructors: [{ name: "None", fields: [] }, { name: "Some", fields: [{ name: "0", of: 8, isLevel: true }] }] },
    { form: "scalar", scalar: "u8", size: 1 },
    { form: "scalar", scalar: "f32", size: 4 },
    { form: "sequence", kind: "list", element: { of: 18, size: 8 } },
    { form: "scalar", scalar: "u32", size: 4 },
    { form: "struct", name: "(_, _)", fields: { fields: [{ name: "0", of: 15, size: 4, run: 8 }, { name: "1", of: 15, size: 4, run: 4, isEnd: true }] }, size: 8 },
  ],
};

const format = new p.Format<Drawing>(plan, t0, "c47af37086e93150");
