import { checkItem, type Fail } from "./cbor.js";
import { PackedError, type ErrorKind } from "./error.js";
import { factsOf, type Facts, type NodeFacts, type PartFacts, type PartsFacts } from "./facts.js";
import { orderOfElements } from "./keys.js";
import { Recorder } from "./path.js";
import type { Plan } from "./plan.js";
import { validUpTo } from "./utf8.js";

/** Bounds on what is checked, so that hostile bytes take neither much memory nor much time. */
export interface CheckLimits {
  /**
   * How many levels values may nest: a sequence or array of elements of varying size is one, and any other value of
   * varying size that is not the last field of what contains it. Last fields are read in a loop.
   */
  readonly depth: number;
  /** How many parts without bytes a value may have, beside those that bytes pay for. */
  readonly emptyElements: number;
}

/** The limits of the Rust library. */
export const LIMITS: CheckLimits = { depth: 1024, emptyElements: 2 ** 20 };

/**
 * Checks that `bytes` are exactly one value of a type, by default that of the root; throws a {@link PackedError} with
 * the offset and the path of what is wrong otherwise. Verdict, offset, path and message are those of the Rust library.
 *
 * It takes time linear in the bytes, and memory in proportion to the levels of nesting.
 */
export function check(plan: Plan, bytes: Uint8Array, node = 0, limits: CheckLimits = LIMITS): void {
  const end = checkPrefix(plan, bytes, node, limits);
  if (end === bytes.length) return;
  const count = bytes.length - end;
  const more = `${count} more byte${count === 1 ? "" : "s"}`;
  throw new PackedError("TrailingBytes", `trailing bytes: expected the end of the input, found ${more}`, end);
}

/** Checks that `bytes` begin with a value of a type; returns where it ends. */
export function checkPrefix(plan: Plan, bytes: Uint8Array, node = 0, limits: CheckLimits = LIMITS): number {
  const facts = factsOf(plan);
  try {
    return new Checker(facts, bytes, limits).run(node, 0);
  } catch (error) {
    if (!(error instanceof PackedError)) throw error;
    // The path is found by a second walk, so that the first one is fast.
    return new Checker(facts, bytes, limits, new Recorder()).run(node, 0);
  }
}

/** What receives the parts of a value, in order. */
export interface Visitor {
  begin(node: NodeFacts, tag: number): void;
  /** The next part begins. */
  part(): void;
  /** Fields are absent. */
  absent(count: number): void;
  scalar(node: NodeFacts, at: number): void;
  /** A string, an item of CBOR; or with `isUnknown` a constructor that is not known, without its size. */
  bytes(start: number, end: number, isUnknown: boolean): void;
  /** The innermost values end. */
  end(count: number): void;
}

/** A value that is not a last field, and the innermost of the last fields inside it, of which some parts were checked. */
class Frame {
  // The innermost value:
  of = 0;
  node: NodeFacts | undefined;
  tag = 0;
  parts: PartsFacts | undefined;
  /** How many parts were begun, and how many there are. */
  index = 0;
  count = 0;
  /** The levels that are left outside of it. */
  outside = 0;
  /** Where the next field of the static part begins, or the table of ends. */
  fixed = 0;
  /** Where the static part ends, or the elements begin. */
  fixedEnd = 0;
  /** Where its head says that it ends, or -1. */
  until = -1;
  /** Where the walk goes on after a field of the static part, or -1. */
  resume = -1;
  /** The index of the first field that is absent. */
  absent = Infinity;
  /** Whether the fields of static size that come next are known to be within the bytes. */
  isPresent = false;
  /** The offset of the number before a table of ends, or -1; the width of the entries is 2^`width`. */
  tableAt = -1;
  width = 0;

  // The whole value:
  /** Where the current part begins, and the element before it. */
  current = 0;
  previous = -1;
  levels = 0;
  nested = 0;
  /** The offset of the size before the value, or -1; and what it states. */
  sizeAt = -1;
  stated = 0;
  start = 0;
  /** The end of what contains the value. */
  limit = 0;
  /** The end that the head of the value states, or -1. */
  headEnd = -1;

  /** Begins the parts of a value. */
  begin(of: number, node: NodeFacts, levels: number): void {
    this.of = of;
    this.node = node;
    this.tag = this.index = this.count = this.fixed = this.fixedEnd = this.width = 0;
    this.parts = undefined;
    this.outside = levels;
    this.until = this.resume = this.tableAt = -1;
    this.absent = Infinity;
    this.isPresent = false;
  }
}

/** Nothing: a value has parts, so its end is not known yet. */
const PARTS = -1;

/**
 * A walk over the bytes of a value. It is a loop: values that enclose the current one are on a stack, which has an entry
 * for each level of nesting; a last field takes the place of the value that it ends.
 */
export class Checker {
  readonly #facts: Facts;
  readonly #bytes: Uint8Array;
  readonly #limits: CheckLimits;
  readonly #recorder: Recorder | undefined;
  readonly #visit: Visitor | undefined;
  readonly #frames: Frame[] = [];
  /** The end of the innermost value with a head that is open. */
  #end: number;
  #levels: number;
  #empty: number;
  #depth = 0;
  /** Where the parts begin of the value that was opened. */
  #first = 0;
  /** The offset after the number that was read. */
  #after = 0;
  /** Where the value begins whose head was checked, after its size. */
  #start = 0;
  // The part that was found:
  #part: PartFacts | undefined;
  #at = 0;
  #sizeAt = -1;
  #stated = 0;
  /** Whether it is of varying size, so that it may be a level, a deep key, or a last field. */
  #varies = false;

  constructor(facts: Facts, bytes: Uint8Array, limits: CheckLimits, recorder?: Recorder, visit?: Visitor) {
    this.#facts = facts;
    this.#bytes = bytes;
    this.#limits = limits;
    this.#recorder = recorder;
    this.#visit = visit;
    this.#end = bytes.length;
    this.#levels = limits.depth;
    this.#empty = limits.emptyElements;
  }

  /** Checks the value at `at`; returns its end. */
  run(of: number, at: number): number {
    let top = this.#frame(0, at, this.#levels, -1, 0);
    this.#depth = 0;
    this.#charge(at, this.#node(of).unpaid);
    let end = this.#open(of, at, top);
    if (end === PARTS) this.#begun(top);
    for (;;) {
      let next: number;
      if (end === PARTS) {
        next = this.#first;
      } else {
        end = this.#close(top, end);
        this.#visit?.end(top.nested);
        if (this.#depth === 0) return end;
        top = this.#frames[--this.#depth] as Frame;
        next = this.#endPart(top, end);
      }
      for (;;) {
        end = this.#next(top, next);
        if (end !== PARTS) break;
        const part = this.#part as PartFacts;
        const start = this.#at;
        if (this.#varies && part.isEnd) {
          end = this.#open(part.of, start, top);
          if (end === PARTS) this.#begun(top);
          break;
        }
        top.current = start;
        const levels = this.#levels;
        if (this.#varies) this.#enter(part, start);
        const sizeAt = this.#sizeAt;
        const stated = this.#stated;
        const inner = this.#frame(this.#depth + 1, start, levels, sizeAt, stated);
        end = this.#open(part.of, start, inner);
        if (end !== PARTS && (sizeAt < 0 || stated === end - start)) {
          // (Most parts are leaves.)
          this.#levels = levels;
          next = this.#endPart(top, end);
          continue;
        }
        this.#depth++;
        top = inner;
        if (end !== PARTS) break;
        this.#begun(top);
        next = this.#first;
      }
    }
  }

  #node(of: number): NodeFacts {
    return this.#facts.nodes[of] as NodeFacts;
  }

  /** Returns a frame of the stack, for a value at `start`. */
  #frame(depth: number, start: number, levels: number, sizeAt: number, stated: number): Frame {
    const frame = (this.#frames[depth] ??= new Frame());
    frame.levels = levels;
    frame.nested = 0;
    frame.sizeAt = sizeAt;
    frame.stated = stated;
    frame.start = start;
    frame.limit = this.#end;
    frame.headEnd = -1;
    return frame;
  }

  /** Notes that the parts of a value were begun. */
  #begun(frame: Frame): void {
    frame.previous = -1;
    if (frame.headEnd < 0) frame.headEnd = frame.until;
    if (this.#visit !== undefined) {
      this.#visit.begin(frame.node as NodeFacts, frame.tag);
      frame.nested++;
    }
  }

  // What is wrong:

  #fail: Fail = (kind: ErrorKind, what: string, at: number): never => {
    throw new PackedError(kind, what, at, this.#recorder?.print(this.#facts));
  };

  #left(at: number): number {
    return Math.max(0, this.#end - at);
  }

  #short(needed: number | bigint, at: number, left = this.#left(at)): never {
    const number = saturated(needed);
    const more = `${number} more byte${number === 1n ? "" : "s"}`;
    return this.#fail("UnexpectedEnd", `unexpected end of input: expected at least ${more}, found ${left}`, at);
  }

  #mismatch(stated: number | bigint, actual: number, at: number): never {
    const what = `size mismatch: expected a value of ${stated} bytes, found one of ${actual}`;
    return this.#fail("SizeMismatch", what, at);
  }

  #invalidTag(found: number, constructors: number, at: number): never {
    const expected = constructors === 0 ? "nothing (the type has no constructor)" : `0 to ${constructors - 1}`;
    return this.#fail("InvalidTag", `invalid tag: expected ${expected}, found ${found}`, at);
  }

  /** Returns an unsigned number of `width` bytes of any size. */
  #exact(at: number, width: number): bigint {
    let number = 0n;
    for (let index = at + width - 1; index >= at; index--) number = (number << 8n) | BigInt(this.#bytes[index] as number);
    return number;
  }

  /** Returns the short varint at `at`, which was read, without rounding. */
  #exactNumber(at: number): bigint {
    const first = this.#bytes[at] as number;
    return first < 0xfc ? BigInt(first) : this.#exact(at + 1, 2 << (first - 0xfc));
  }

  // Limits:

  #deeper(levels: number, at: number): void {
    this.#levels -= levels;
    if (this.#levels < 0) {
      this.#fail("TooDeep", `too deep: expected at most ${this.#limits.depth} nested levels, found more`, at);
    }
  }

  /** Takes the levels of a field, or of elements. A key that may nest takes an eighth of all. */
  #enter(part: PartFacts, at: number): void {
    if (part.isDeepKey) this.#deeper(Math.floor(this.#limits.depth / 8), at);
    if (part.isLevel) this.#deeper(1, at);
  }

  #charge(at: number, count: number): void {
    if (count === 0) return;
    this.#empty -= count;
    if (this.#empty < 0) {
      const limit = this.#limits.emptyElements;
      this.#fail("TooManyEmpty", `too many parts without bytes: expected at most ${limit}, found more`, at);
    }
  }

  // Bytes:

  #require(size: number, at: number): void {
    if (at + size > this.#end) this.#short(size, at);
  }

  /** Returns an unsigned number of `width` bytes, rounded if it is 2^53 or more. */
  #little(at: number, width: number): number {
    this.#require(width, at);
    let number = 0;
    for (let index = at + width - 1; index >= at; index--) number = number * 256 + (this.#bytes[index] as number);
    return number;
  }

  /** Checks a short varint and returns it, rounded if it is 2^53 or more. */
  #number(at: number): number {
    if (at >= this.#end) this.#short(1, at);
    const first = this.#bytes[at] as number;
    if (first < 0xfc) {
      this.#after = at + 1;
      return first;
    }
    if (first === 0xff) {
      return this.#fail("InvalidScalar", "invalid length: expected a first byte of 0 to 254, found 255", at);
    }
    const width = 2 << (first - 0xfc);
    const number = this.#little(at + 1, width);
    if (number < (first === 0xfc ? 0xfc : first === 0xfd ? 0x1_0000 : 0x1_0000_0000)) {
      const what = `number not minimal: expected the shortest form of ${number}, found a longer one`;
      this.#fail("NotMinimal", what, at);
    }
    this.#after = at + 1 + width;
    return number;
  }

  /** Checks the number at `at` and as many bytes after it; they begin at `#after`. Returns their end. */
  #sized(at: number): number {
    const size = this.#number(at);
    if (this.#after + size > this.#end) this.#short(this.#exactNumber(at), this.#after);
    return this.#after + size;
  }

  // The beginnings of values:

  /** Checks the beginning of a value; returns its end if it has no parts of interest. */
  #open(of: number, at: number, frame: Frame): number {
    const node = this.#node(of);
    switch (node.form) {
      case "scalar":
        return this.#scalar(node, at);
      case "text":
        return this.#text(at);
      case "cbor":
        return this.#cbor(at);
      case "unknown":
        return this.#unknown(at);
      case "struct":
        if (node.head) return this.#openStruct(of, node, at, frame);
        return this.#fields(of, node, 0, at, at, frame);
      case "enum":
        return node.head ? this.#openEnum(of, node, at, frame) : this.#enum(of, node, at, frame);
      case "array":
        return this.#array(of, node, at, frame);
      default:
        return this.#sequence(of, node, at, frame);
    }
  }

  #scalar(node: NodeFacts, at: number): number {
    const { width, test } = node;
    if (at + width > this.#end) this.#short(width, at);
    if (test !== "all" && !isValid(this.#bytes, at, node)) {
      const [expected, found] = [EXPECTED[test], this.#exact(at, width)];
      const what = test === "time" ? TIMES[node.scalar as "Duration"] : expected;
      this.#fail("InvalidScalar", `invalid ${node.scalar}: expected ${what}, found ${found}`, at);
    }
    this.#visit?.scalar(node, at);
    return at + width;
  }

  #text(at: number): number {
    const end = this.#sized(at);
    const start = this.#after;
    const valid = validUpTo(this.#bytes, start, end);
    if (valid < end) {
      this.#fail("InvalidUtf8", "invalid string: expected UTF-8, found another byte sequence", valid);
    }
    this.#visit?.bytes(start, end, false);
    return end;
  }

  #cbor(at: number): number {
    const end = this.#sized(at);
    const start = this.#after;
    const found = checkItem(this.#bytes, start, end, this.#levels, this.#fail, this.#limits.depth);
    if (found !== end) this.#mismatch(end - start, found - start, at);
    this.#visit?.bytes(start, end, false);
    return end;
  }

  /** Checks a constructor that is not known: its head and its tag. */
  #unknown(at: number): number {
    const limit = this.#end;
    const staticPart = this.#head(at);
    const start = this.#start;
    this.#number(this.#after);
    this.#staticEnd(staticPart, start, this.#after);
    const end = this.#end;
    this.#end = limit;
    this.#visit?.bytes(start, end, true);
    return end;
  }

  /** Checks a head, and narrows the input to its value; returns the size of the static part. `#after` is what follows. */
  #head(at: number): number {
    this.#end = this.#sized(at);
    this.#start = this.#after;
    return this.#facts.staticFirst ? this.#number(this.#after) : 0;
  }

  /** Checks that the static part, which begins at `fields`, is within the value; returns its end. Its size is at `staticAt`. */
  #staticEnd(staticPart: number, staticAt: number, fields: number): number {
    if (staticPart > this.#left(fields)) this.#short(this.#exactNumber(staticAt), fields);
    return fields + staticPart;
  }

  #openStruct(of: number, node: NodeFacts, at: number, frame: Frame): number {
    const staticPart = this.#head(at);
    return this.#openFields(of, node, 0, this.#staticEnd(staticPart, this.#start, this.#after), this.#after, frame);
  }

  #openEnum(of: number, node: NodeFacts, at: number, frame: Frame): number {
    const staticPart = this.#head(at);
    const [staticAt, tagAt] = [this.#start, this.#after];
    const tag = this.#number(tagAt);
    const fields = this.#after;
    const fixedEnd = this.#staticEnd(staticPart, staticAt, fields);
    const last = node.constructors.length - 1;
    // The one field of the constructor of what is not known is the whole value.
    if (node.keepsUnknown && tag >= last) return this.#openFields(of, node, last, at, at, frame);
    if (tag > last) this.#invalidTag(Math.min(tag, 0xffff_ffff), last + 1, tagAt);
    this.#charge(at, (node.constructors[tag] as PartsFacts).unpaid);
    return this.#openFields(of, node, tag, fixedEnd, fields, frame);
  }

  /** Begins the fields at `at` of a value with a head. */
  #openFields(of: number, node: NodeFacts, tag: number, fixedEnd: number, at: number, frame: Frame): number {
    frame.begin(of, node, this.#levels);
    this.#setParts(frame, tag);
    frame.fixed = at;
    frame.fixedEnd = this.#first = fixedEnd;
    frame.until = this.#end;
    return PARTS;
  }

  #setParts(frame: Frame, tag: number): void {
    const parts = (frame.node as NodeFacts).constructors[tag] as PartsFacts;
    frame.tag = tag;
    frame.parts = parts;
    frame.count = parts.fields.length;
  }

  #enum(of: number, node: NodeFacts, at: number, frame: Frame): number {
    const { tagSize, constructors } = node;
    const tag = this.#little(at, tagSize);
    if (tag >= constructors.length) this.#invalidTag(tag, constructors.length, at);
    return this.#fields(of, node, tag, at, at + tagSize, frame);
  }

  /** Begins the fields at `at` of the value that begins at `start`. */
  #fields(of: number, node: NodeFacts, tag: number, start: number, at: number, frame: Frame): number {
    const parts = node.constructors[tag] as PartsFacts;
    this.#charge(start, parts.unpaid);
    if (parts.fields.length === 0 && this.#visit === undefined) return at;
    if (node.allValid && this.#visit === undefined && at + node.size <= this.#end) return at + node.size;
    frame.begin(of, node, this.#levels);
    this.#setParts(frame, tag);
    frame.fixed = at;
    if (parts.staticPart > this.#left(at)) this.#shortFields(frame, at);
    this.#first = at + parts.staticPart;
    return PARTS;
  }

  /** Throws the error of that of the next fields of static size which does not fit. */
  #shortFields(frame: Frame, at: number): never {
    let [left, offset, needed, last] = [this.#left(at), at, 0, frame.index];
    const fields = (frame.parts as PartsFacts).fields;
    for (let index = frame.index; index < fields.length; index++) {
      const { size, hasDefault } = fields[index] as PartFacts;
      last = index;
      if (size >= 0 && size <= left && !hasDefault) {
        left -= size;
        offset += size;
      } else if (size >= 0 || !this.#facts.staticFirst) {
        needed = size >= 0 && !hasDefault ? size : 1;
        break;
      }
    }
    this.#recorder?.enter({ of: frame.of, tag: frame.tag, field: last });
    return this.#short(needed, offset);
  }

  #array(of: number, node: NodeFacts, at: number, frame: Frame): number {
    const { size, element } = node;
    if (size >= 0) {
      this.#require(size, at);
      if (this.#visit === undefined && (node.allValid || size === 0)) return at + size;
    }
    frame.begin(of, node, this.#levels);
    frame.count = node.length;
    this.#enterElements(element, at);
    this.#first = at;
    return PARTS;
  }

  /** Takes the levels of elements: first the own, then that of a key. */
  #enterElements(element: PartFacts, at: number): void {
    if (element.isLevel) this.#deeper(1, at);
    if (element.isDeepKey) this.#deeper(Math.floor(this.#limits.depth / 8), at);
  }

  #sequence(of: number, node: NodeFacts, at: number, frame: Frame): number {
    const { element, isSorted } = node;
    frame.begin(of, node, this.#levels);
    this.#enterElements(element, at);
    let number = this.#number(at);
    const start = this.#after;
    let least = element.mayBeEmpty ? 0 : element.size < 0 ? 1 : element.size;
    if (element.isIndexed) {
      const first = this.#bytes[at] as number;
      frame.width = (first < 0xfc ? first : (this.#bytes[at + 1] as number)) & 3;
      frame.tableAt = at;
      number = Math.floor(number / 4);
      least = 2 ** frame.width + 1;
    }
    if (number * least > this.#left(start)) {
      const count = this.#exactNumber(at) >> (element.isIndexed ? 2n : 0n);
      this.#short(count * saturated(least), start);
    }
    this.#charge(at, number * element.unpaid);
    if (element.isPassed && this.#visit === undefined && !element.isLevel && !element.isDeepKey && !isSorted) {
      return start + number * element.size;
    }
    frame.count = number;
    frame.fixed = start;
    frame.fixedEnd = this.#first = element.isIndexed ? start + number * 2 ** frame.width : start;
    return PARTS;
  }

  // Parts:

  /** Finds the next part of a value, after one that ended at `at`. Returns the end of the value if there is none. */
  #next(frame: Frame, at: number): number {
    if (frame.parts === undefined) return this.#nextElement(frame, at);
    if (frame.until >= 0) return this.#nextOpenField(frame, at);
    const fields = frame.parts.fields;
    const staticFirst = this.#facts.staticFirst;
    const isAll = this.#visit !== undefined;
    while (frame.index < frame.count) {
      const field = fields[frame.index] as PartFacts;
      if (field.size < 0) return this.#varying(frame, field, at);
      let place = frame.fixed;
      if (staticFirst) {
        frame.fixed += field.size;
      } else {
        if (!frame.isPresent && field.run > this.#left(at)) this.#shortFields(frame, at);
        frame.isPresent = true;
        place = at;
        at += field.size;
      }
      frame.index++;
      if (isAll || !field.isPassed) return this.#fixedPart(frame, field, place, at);
    }
    return at;
  }

  /** Begins a field of static size at `place`, after which the walk goes on at `resume`. */
  #fixedPart(frame: Frame, field: PartFacts, place: number, resume: number): number {
    this.#visit?.part();
    this.#recorder?.enter({ of: frame.of, tag: frame.tag, field: frame.index - 1 });
    frame.resume = resume;
    return this.#found(field, place, false);
  }

  #found(part: PartFacts, at: number, varies: boolean): number {
    this.#part = part;
    this.#at = at;
    this.#sizeAt = -1;
    this.#varies = varies;
    return PARTS;
  }

  /** Begins a field whose size varies. */
  #varying(frame: Frame, field: PartFacts, at: number): number {
    frame.index++;
    frame.isPresent = false;
    this.#visit?.part();
    if (this.#recorder !== undefined) {
      const segment = { of: frame.of, tag: frame.tag, field: frame.index - 1 };
      if (field.isEnd) this.#recorder.follow(segment);
      else this.#recorder.enter(segment);
    }
    if (!field.isSized) return this.#found(field, at, true);
    this.#stated = this.#number(at);
    this.#found(field, this.#after, true);
    this.#sizeAt = at;
    return PARTS;
  }

  /** Finds the next field of a value with a head. */
  #nextOpenField(frame: Frame, at: number): number {
    const fields = (frame.parts as PartsFacts).fields;
    while (frame.index < frame.count) {
      const field = fields[frame.index] as PartFacts;
      const { size, hasDefault } = field;
      const isFixed = this.#facts.staticFirst && size >= 0;
      if (hasDefault && this.#isAbsent(frame, field, isFixed, at)) {
        // (Most often all others are absent too. There may be many.)
        const next = this.#isOver(frame, at) ? frame.count : frame.index + 1;
        this.#visit?.absent(next - frame.index);
        frame.index = next;
        frame.isPresent = false;
        continue;
      }
      if (size < 0) return this.#varying(frame, field, at);
      let place = frame.fixed;
      if (isFixed) {
        const left = Math.max(0, frame.fixedEnd - place);
        if (size > left) this.#shortField(frame, size, place, left);
        frame.fixed += size;
      } else {
        if (hasDefault && size > this.#left(at)) this.#shortField(frame, size, at, this.#left(at));
        if (!hasDefault && !frame.isPresent && field.run > this.#left(at)) this.#shortFields(frame, at);
        frame.isPresent = true;
        place = at;
        at += size;
      }
      frame.index++;
      if (this.#visit !== undefined || !field.isPassed) return this.#fixedPart(frame, field, place, at);
    }
    return frame.until;
  }

  #shortField(frame: Frame, size: number, at: number, left: number): never {
    this.#recorder?.enter({ of: frame.of, tag: frame.tag, field: frame.index });
    return this.#short(size, at, left);
  }

  /** Returns whether all fields after the current one, which is absent, are absent too. */
  #isOver(frame: Frame, at: number): boolean {
    const { fixedEnd, walkedEnd } = frame.parts as PartsFacts;
    const isFixedOver = frame.fixed >= frame.fixedEnd || fixedEnd <= frame.index + 1;
    const isWalkedOver = this.#left(at) === 0 || walkedEnd <= frame.index + 1;
    const hidesEmpty = frame.absent !== Infinity || (frame.fixed >= frame.fixedEnd && this.#left(at) === 0);
    return isFixedOver && isWalkedOver && hidesEmpty;
  }

  /** Returns whether the next field, which has a default, is absent. */
  #isAbsent(frame: Frame, field: PartFacts, isFixed: boolean, at: number): boolean {
    const isOver = isFixed ? frame.fixed >= frame.fixedEnd : this.#left(at) === 0;
    if (field.size === 0) {
      // (A field without bytes says nothing of the others. It is shown where others may follow.)
      const isShown = frame.absent === Infinity && (frame.fixed < frame.fixedEnd || this.#left(at) > 0);
      return this.#visit !== undefined ? !isShown : isOver;
    }
    if (isOver) {
      frame.absent = Math.min(frame.absent, frame.index);
      return true;
    }
    if (frame.absent === Infinity) return false;
    this.#recorder?.enter({ of: frame.of, tag: frame.tag, field: frame.index });
    const what = `missing fields: expected at least ${frame.index + 1}, found ${frame.absent}`;
    return this.#fail("MissingFields", what, isFixed ? frame.fixed : at);
  }

  #nextElement(frame: Frame, at: number): number {
    const { element } = frame.node as NodeFacts;
    if (frame.index === frame.count) {
      this.#levels = frame.outside;
      if (frame.tableAt >= 0) this.#checkWidth(frame, at);
      return at;
    }
    this.#recorder?.enter(frame.index);
    this.#visit?.part();
    frame.index++;
    // (In an array there is a size before each element but the last.)
    if (!element.isIndexed || frame.tableAt >= 0 || frame.index === frame.count) return this.#found(element, at, false);
    this.#stated = this.#number(at);
    this.#found(element, this.#after, false);
    this.#sizeAt = at;
    return PARTS;
  }

  /** Checks that a table of ends is not wider than necessary. */
  #checkWidth(frame: Frame, end: number): void {
    const size = end - frame.fixedEnd;
    const width = size < 0x100 ? 0 : size < 0x1_0000 ? 1 : size < 0x1_0000_0000 ? 2 : 3;
    if (frame.width === width) return;
    const what = `number not minimal: expected the shortest form of ${size}, found a longer one`;
    this.#fail("NotMinimal", what, frame.tableAt);
  }

  // The ends of values:

  /** Checks what follows a part that ends at `end`; returns where the walk goes on. */
  #endPart(frame: Frame, end: number): number {
    this.#recorder?.forget(false);
    if (frame.parts !== undefined) {
      this.#recorder?.leave();
      const at = frame.resume < 0 ? end : frame.resume;
      frame.resume = -1;
      return at;
    }
    const node = frame.node as NodeFacts;
    if (node.isSorted && this.#visit === undefined) this.#checkOrder(frame, node);
    this.#recorder?.leave();
    if (frame.tableAt >= 0) this.#checkEntry(frame, end);
    if (node.element.mayBeEmpty && end === frame.current) this.#charge(end, 1);
    return end;
  }

  /** Compares the current element of a set or map with the one before it. */
  #checkOrder(frame: Frame, node: NodeFacts): void {
    const before = frame.previous;
    const at = frame.current;
    frame.previous = at;
    if (before < 0) return;
    const order = orderOfElements(this.#facts, node, this.#bytes.subarray(0, this.#end), before, at);
    if (order === 0) this.#fail("DuplicateKey", "duplicate key: expected unique keys, found one twice", at);
    if (order > 0) this.#fail("Unsorted", "unsorted keys: expected ascending order, found a smaller key", at);
  }

  /** Compares the entry of the table of ends with the end of the element. */
  #checkEntry(frame: Frame, end: number): void {
    const width = 2 ** frame.width;
    const entry = frame.fixed + (frame.index - 1) * width;
    const actual = end - frame.fixedEnd;
    if (this.#little(entry, width) !== actual) this.#mismatch(this.#exact(entry, width), actual, entry);
  }

  /** Checks what follows the innermost last field of a value, which ends at `end`; returns the end of the value. */
  #close(frame: Frame, end: number): number {
    this.#levels = frame.levels;
    if (frame.headEnd >= 0) {
      // (What is left before that are fields of a newer version of the type.)
      end = frame.headEnd;
      this.#end = frame.limit;
    }
    if (frame.sizeAt >= 0 && frame.stated !== end - frame.start) {
      this.#recorder?.forget(this.#depth === 0);
      this.#mismatch(this.#exactNumber(frame.sizeAt), end - frame.start, frame.sizeAt);
    }
    return end;
  }
}

const EXPECTED = {
  all: "a valid value",
  nonZero: "a number other than 0",
  bool: "0 or 1",
  char: "a Unicode scalar value",
  time: "a time",
};

const TIMES = {
  Duration: "fewer than 1000000000 nanoseconds after the seconds",
  SystemTime: "a time that this machine can represent",
};

/** Returns whether the bytes at `at` are a value of a scalar, not all of whose bit patterns are. */
function isValid(bytes: Uint8Array, at: number, { test, width }: NodeFacts): boolean {
  if (test === "bool") return (bytes[at] as number) < 2;
  if (test === "nonZero") {
    for (let index = at; index < at + width; index++) if (bytes[index] !== 0) return true;
    return false;
  }
  const from = test === "time" ? at + 8 : at;
  let number = 0;
  for (let index = from + 3; index >= from; index--) number = number * 256 + (bytes[index] as number);
  return test === "time" ? number < 1e9 : number < 0xd800 || (number > 0xdfff && number <= 0x10ffff);
}

/** Returns a number as the Rust library has it, which is at most 2^64 - 1. */
function saturated(number: number | bigint): bigint {
  const most = (1n << 64n) - 1n;
  const wide = BigInt(number);
  return wide < most ? wide : most;
}
