import { check } from "./check.js";
import { PackedError } from "./error.js";
import { isFile, openFile, type FileOptions, type PackedFile } from "./file.js";
import type { Type } from "./node.js";
import type { Plan } from "./plan.js";
import { Source } from "./source.js";

/** How bytes are opened. */
export interface OpenOptions extends FileOptions {
  /**
   * Whether all bytes of a value are checked before it is returned, in a file of records each when it is read: false by
   * default. Then each part is checked as far as it
   * is read, as `Lazy` does in Rust, and two things are not seen: the order of keys, and what is wrong with parts that
   * are not read.
   */
  readonly validate?: boolean;
  /**
   * Whether a file with another schema is read; it has this text. By default it is an error. A newer or older version of
   * extensible types can be read: `packed diff` says whether.
   */
  readonly acceptSchema?: (schema: string) => boolean;
}

/** What a generated module knows of its root type. */
export class Format<T> {
  readonly plan: Plan;
  readonly #type: Type<T>;
  readonly #fingerprint: string;

  /** `fingerprint` is that of the schema, as 16 hexadecimal digits. */
  constructor(plan: Plan, type: Type<T>, fingerprint: string) {
    this.plan = plan;
    this.#type = type;
    this.#fingerprint = fingerprint;
  }

  /** Returns the value that is stored in bytes: they are a value and nothing else, or a file of one value. */
  open(bytes: Uint8Array, options: OpenOptions = {}): T {
    if (!isFile(bytes)) return this.value(bytes, options);
    const file = this.#file(bytes, options);
    if (file.content === "value") return this.value(file.value(), options);
    throw new PackedError("File", "expected a file of one value, found one of records: use `openFile`", 0);
  }

  /** Opens a file of records, or of one value. */
  openFile(bytes: Uint8Array, options: OpenOptions = {}): Records<T> {
    return new Records(this, this.#file(bytes, options), options);
  }

  /** Checks that bytes are one value, and nothing else; throws a {@link PackedError} otherwise. */
  validate(bytes: Uint8Array): void {
    check(this.plan, bytes, this.#type.node);
  }

  /** Returns the value that bytes without a header are. */
  value(bytes: Uint8Array, options: OpenOptions = {}): T {
    if (options.validate === true) this.validate(bytes);
    return this.#type.read(new Source(bytes, this.plan), 0, bytes.length);
  }

  #file(bytes: Uint8Array, options: OpenOptions): PackedFile {
    const file = openFile(bytes, options);
    if (file.layout !== this.plan.layout) {
      const what = `expected a file in the layout ${this.plan.layout}, found ${file.layout}: export that layout, or`;
      throw new PackedError("File", `${what} convert the file with \`packed convert --layout\``, 16);
    }
    const isAccepted = file.fingerprint === this.#fingerprint || options.acceptSchema?.(file.schema) === true;
    if (!isAccepted) {
      const what = `expected the schema with the fingerprint ${this.#fingerprint}, found ${file.fingerprint}`;
      throw new PackedError("File", what, 16);
    }
    return file;
  }
}

/** The records of a file, or its value as the only one. Each is found by its number, and read when it is asked for. */
export class Records<T> implements Iterable<T> {
  /** The file. */
  readonly file: PackedFile;
  readonly #format: Format<T>;
  readonly #options: OpenOptions;

  constructor(format: Format<T>, file: PackedFile, options: OpenOptions) {
    this.file = file;
    this.#format = format;
    this.#options = options;
  }

  /** The number of records. */
  get length(): number {
    return this.file.content === "value" ? 1 : this.file.length;
  }

  /** Returns a record; a negative index counts from the end; `undefined` if there is none. */
  at(index: number): T | undefined {
    const from = Math.trunc(index) || 0;
    const found = from < 0 ? from + this.length : from;
    if (found < 0 || found >= this.length) return undefined;
    const bytes = this.file.content === "value" ? this.file.value() : this.file.record(found);
    return this.#format.value(bytes, this.#options);
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }
}
