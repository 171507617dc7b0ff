/** What is wrong with bytes; the names are those of `ErrorKind` in the Rust crate `packed-data`. */
export type ErrorKind =
  | "UnexpectedEnd"
  | "TrailingBytes"
  | "InvalidTag"
  | "InvalidScalar"
  | "InvalidUtf8"
  | "NotMinimal"
  | "SizeMismatch"
  | "Unsorted"
  | "DuplicateKey"
  | "TooDeep"
  | "TooManyEmpty"
  | "Overflow"
  | "MissingFields"
  | "ReservedHead"
  | "InvalidSimple"
  | "UnexpectedBreak"
  | "UnexpectedItem"
  | "File";

/**
 * Why bytes are not what was expected of them. The message says what was expected and what was found, at which byte,
 * and in which field.
 */
export class PackedError extends Error {
  override readonly name = "PackedError";
  /** What is wrong. */
  readonly kind: ErrorKind;
  /** The offset in bytes from the beginning of the value or file. */
  readonly offset: number;
  /** The path to the part that is wrong, from the outermost type inwards: `Tree::Node.1 > Tree::Leaf.0`. */
  readonly path: string;

  constructor(kind: ErrorKind, what: string, offset: number, path = "") {
    super(`${what}, at byte ${offset}${path === "" ? "" : ` in ${path}`}`);
    this.kind = kind;
    this.offset = offset;
    this.path = path;
  }
}

/** Returns the error for bytes that end too early. */
export function unexpectedEnd(needed: number | bigint, left: number, offset: number, path = ""): PackedError {
  const plural = BigInt(needed) === 1n ? "" : "s";
  const what = `unexpected end of input: expected at least ${needed} more byte${plural}, found ${left}`;
  return new PackedError("UnexpectedEnd", what, offset, path);
}

/** Returns the error for a tag that no constructor has. */
export function invalidTag(found: number | bigint, constructors: number, offset: number, path = ""): PackedError {
  const expected = constructors === 0 ? "nothing (the type has no constructor)" : `0 to ${constructors - 1}`;
  return new PackedError("InvalidTag", `invalid tag: expected ${expected}, found ${found}`, offset, path);
}

/** Returns the error for bytes that are not a value of a scalar type; `expected` is its name, or `name: values`. */
export function invalidScalar(expected: string, found: number | bigint, offset: number, path = ""): PackedError {
  const split = expected.indexOf(": ");
  const [name, values] = split < 0 ? [expected, "a valid value"] : [expected.slice(0, split), expected.slice(split + 2)];
  return new PackedError("InvalidScalar", `invalid ${name}: expected ${values}, found ${found}`, offset, path);
}
