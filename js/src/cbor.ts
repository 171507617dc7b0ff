import { PackedError, type ErrorKind } from "./error.js";
import { validUpTo } from "./utf8.js";

/** Throws the error of what is wrong at an offset. */
export type Fail = (kind: ErrorKind, what: string, offset: number) => never;

const [BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE] = [2, 3, 4, 5, 6, 7];
const INDEFINITE = 31;

// The state of a container is the number of its items that are missing, or one of these, if a break ends it.
const OPEN_ARRAY = -1;
/** A map before a key, and before a value. */
const OPEN_MAP = -2;
const OPEN_MAP_VALUE = -3;
const BYTE_CHUNKS = -4;
const TEXT_CHUNKS = -5;

const NAMES = [
  "an unsigned integer", "a negative integer", "a byte string", "a text string", "an array", "a map", "a tag",
] as const;

function describe(major: number, info: number): string {
  const simple = info >= 25 && info <= 27 ? "a float" : info === INDEFINITE ? "a break" : "a simple value";
  return NAMES[major] ?? simple;
}

function throwError(kind: ErrorKind, what: string, offset: number): never {
  throw new PackedError(kind, what, offset);
}

/**
 * Checks that a well-formed item of CBOR begins at `at` and ends before `until`; returns its end. Arrays, maps and tags
 * nest at most `levels` deep. It is a loop, in time linear in the bytes: RFC 8949, section 3 and appendix C.
 */
export function checkItem(
  bytes: Uint8Array,
  at: number,
  until: number,
  levels: number,
  fail: Fail = throwError,
  limit: number = levels,
): number {
  const outer: number[] = [];
  let top = 1;

  function short(needed: number | bigint, from: number): never {
    const plural = needed == 1 ? "" : "s";
    const found = until - from;
    return fail("UnexpectedEnd", `unexpected end of input: expected at least ${needed} more byte${plural}, found ${found}`, from);
  }

  /** Throws unless this head may be the next one. */
  function admit(major: number, info: number): void {
    const isIndefinite = info === INDEFINITE;
    if (isIndefinite && major === SIMPLE) {
      if (top >= 0 || top === OPEN_MAP_VALUE) fail("UnexpectedBreak", "unexpected break: expected an item, found the end of one", at);
    } else if (top === BYTE_CHUNKS || top === TEXT_CHUNKS) {
      const [chunk, name] = top === BYTE_CHUNKS ? [BYTES, "byte"] : [TEXT, "text"];
      if (major === chunk && !isIndefinite) return;
      const found = isIndefinite ? "an item of indefinite length" : describe(major, info);
      fail("UnexpectedItem", `unexpected item: expected a ${name} string of definite length, found ${found}`, at);
    } else if (major >= ARRAY && major <= TAG && outer.length >= levels) {
      fail("TooDeep", `too deep: expected at most ${limit} nested levels, found more`, at);
    }
  }

  /** Records that an item has ended, and the containers that end with it. */
  function ended(): void {
    for (;;) {
      if (top === OPEN_MAP) top = OPEN_MAP_VALUE;
      else if (top === OPEN_MAP_VALUE) top = OPEN_MAP;
      else if (top > 0 && --top === 0 && outer.length > 0) {
        top = outer.pop() as number;
        continue;
      }
      return;
    }
  }

  while (top !== 0) {
    if (at >= until) short(1, at);
    const first = bytes[at] as number;
    const [major, info] = [first >> 5, first & 31];
    let argument = info;
    let begin = at + 1;
    if (info >= 24) {
      argument = 0;
      if (info < 28) {
        begin += 1 << (info - 24);
        if (begin > until) short(begin - at, at);
        for (let index = at + 1; index < begin; index++) argument = argument * 256 + (bytes[index] as number);
        if (info === 24 && major === SIMPLE && argument < 32) {
          fail("InvalidSimple", `invalid simple value: expected 32 to 255 after its head, found ${argument}`, at);
        }
      } else if (info !== INDEFINITE || major < BYTES || major === TAG) {
        fail("ReservedHead", `reserved additional information: expected 0 to 27, found ${info}`, at);
      }
    }
    admit(major, info);
    const isIndefinite = info === INDEFINITE;
    const needed = major === MAP ? argument * 2 : major === TAG ? 1 : major >= BYTES && major <= ARRAY ? argument : 0;
    if (needed > until - begin) short(exact(bytes, at, begin, needed), begin);
    if (isIndefinite && major === SIMPLE) {
      top = outer.pop() as number;
      ended();
    } else if (isIndefinite) {
      outer.push(top);
      top = major === BYTES ? BYTE_CHUNKS : major === TEXT ? TEXT_CHUNKS : major === ARRAY ? OPEN_ARRAY : OPEN_MAP;
    } else if (major >= ARRAY && major <= TAG && needed > 0) {
      outer.push(top);
      top = needed;
    } else {
      ended();
    }
    at = begin;
    if (major === BYTES || major === TEXT) {
      at += needed;
      const valid = major === TEXT ? validUpTo(bytes, begin, at) : at;
      if (valid < at) fail("InvalidUtf8", "invalid string: expected UTF-8, found another byte sequence", valid);
    }
  }
  return at;
}

/** Returns how many bytes the head at `at` announces, also if that is too large for a number of JavaScript. */
function exact(bytes: Uint8Array, at: number, begin: number, needed: number): number | bigint {
  if (needed <= Number.MAX_SAFE_INTEGER) return needed;
  let argument = 0n;
  for (let index = at + 1; index < begin; index++) argument = (argument << 8n) | BigInt(bytes[index] as number);
  if ((bytes[at] as number) >> 5 === MAP) argument *= 2n;
  const most = (1n << 64n) - 1n;
  return argument < most ? argument : most;
}
