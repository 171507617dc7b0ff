import type { Facts } from "./facts.js";

/** How many of the outermost and of the innermost segments a path keeps. */
const KEPT = 16;

/** A step of a path: the index of an element, or a field. */
type Segment = number | { readonly of: number; readonly tag: number; readonly field: number };

/** The segments of one value that is not a last field, and of the last fields inside it. */
interface Run {
  readonly first: Segment[];
  /** The innermost segments that are not in `first`, each at its index modulo `KEPT`. */
  last: Segment[];
  length: number;
}

/** The path to the part that is checked. Its size is proportional to the levels of nesting, not to the last fields. */
export class Recorder {
  readonly #runs: Run[] = [];

  /** Begins a part that is not a last field. */
  enter(segment: Segment): void {
    this.#runs.push({ first: [segment], last: [], length: 1 });
  }

  /** Ends such a part. */
  leave(): void {
    this.#runs.pop();
  }

  /** Begins a last field. */
  follow(segment: Segment): void {
    if (this.#runs.length === 0) this.#runs.push({ first: [], last: [], length: 0 });
    const run = this.#runs.at(-1) as Run;
    if (run.first.length < KEPT) run.first.push(segment);
    else run.last[(run.length - KEPT) % KEPT] = segment;
    run.length++;
  }

  /** Removes the last fields of the innermost part: an error is in the part itself. */
  forget(isRoot: boolean): void {
    const run = this.#runs.at(-1);
    if (run === undefined) return;
    const kept = isRoot ? 0 : 1;
    run.first.length = Math.min(run.first.length, kept);
    run.last = [];
    run.length = kept;
  }

  /** Returns the path as errors have it: `Tree::Node.1 > Tree::Leaf.0`. */
  print(facts: Facts): string {
    const length = this.#runs.reduce((sum, run) => sum + run.length, 0);
    let [out, depth] = ["", 0];
    for (const run of this.#runs) {
      for (let index = 0; index < run.length; index++) {
        if (index >= KEPT && index < run.length - KEPT) index = run.length - KEPT;
        const at = depth + index;
        if (at >= KEPT && at + KEPT < length) continue;
        const segment = index < KEPT ? run.first[index] : run.last[(index - KEPT) % KEPT];
        if (at > 0) out += " > ";
        if (at === length - KEPT && length > 2 * KEPT) out += `... ${length - 2 * KEPT} more ... > `;
        if (segment !== undefined) out += print(facts, segment);
      }
      depth += run.length;
    }
    return out.replace(ESCAPED, escape);
  }
}

/** Characters that are not printed as they are: they may be in names of hostile schemas. */
const ESCAPED =
  /[\p{Cc}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{FFF9}-\u{FFFB}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0001}\u{E0020}-\u{E007F}]/gu;

function escape(of: string): string {
  const short = { "\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r" }[of];
  return short ?? `\\u{${(of.codePointAt(0) as number).toString(16)}}`;
}

function print(facts: Facts, segment: Segment): string {
  if (typeof segment === "number") return `[${segment}]`;
  const node = facts.nodes[segment.of];
  const parts = node?.constructors[segment.tag];
  if (node === undefined || parts === undefined) return "";
  const name = node.form === "enum" ? `${short(node.name)}::${short(parts.name)}` : node.name;
  const field = parts.fields[segment.field];
  return field === undefined ? name : `${name}.${short(field.name)}`;
}

/** Returns a name, or the beginning of a long one. */
function short(name: string): string {
  if (name.length <= 80) return name;
  const points = Array.from(name);
  return points.length <= 80 || name.endsWith("...") && points.length <= 83 ? name : `${points.slice(0, 80).join("")}...`;
}
