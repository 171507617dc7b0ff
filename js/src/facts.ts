import type { Plan, PlanElement, PlanField, PlanFields, PlanNode, ScalarName } from "./plan.js";

/**
 * The facts of a {@link Plan} in the form in which the checker uses them: nothing is left out, so that all objects of a
 * kind have the same shape, and what follows from other facts is there too.
 */
export interface Facts {
  readonly staticFirst: boolean;
  readonly nodes: readonly NodeFacts[];
}

/** The scalars that have bit patterns which are no value, by what is tested. */
export type Test = "all" | "nonZero" | "bool" | "char" | "time";

export interface NodeFacts {
  readonly form: PlanNode["form"];
  readonly name: string;
  /** The static size, or -1. */
  readonly size: number;
  readonly unpaid: number;
  /** Whether every bit pattern of the static size is a value. */
  readonly allValid: boolean;
  readonly scalar: ScalarName;
  readonly width: number;
  readonly test: Test;
  readonly head: boolean;
  readonly tagSize: number;
  readonly keepsUnknown: boolean;
  /** The fields of a struct, or of each constructor of an enum. */
  readonly constructors: readonly PartsFacts[];
  /** The elements of an array or a sequence. */
  readonly element: PartFacts;
  readonly length: number;
  readonly isSorted: boolean;
  readonly isMap: boolean;
  /** The offset of the key in an entry of a map, or -1. */
  readonly keyAt: number;
}

/** The fields of a struct or of a constructor. */
export interface PartsFacts {
  /** The name of the constructor. */
  readonly name: string;
  readonly fields: readonly PartFacts[];
  readonly staticPart: number;
  readonly unpaid: number;
  /** The index after the last field that has bytes and is in the static part; and after the last of the others. */
  readonly fixedEnd: number;
  readonly walkedEnd: number;
}

/** A field, or the elements of an array or a sequence. */
export interface PartFacts {
  readonly name: string;
  readonly of: number;
  readonly size: number;
  readonly run: number;
  readonly unpaid: number;
  readonly isSized: boolean;
  readonly isEnd: boolean;
  readonly isLevel: boolean;
  readonly isDeepKey: boolean;
  readonly hasDefault: boolean;
  readonly mayBeEmpty: boolean;
  readonly isByte: boolean;
  readonly isIndexed: boolean;
  /** Whether all bytes of its static size are valid, so that it is passed without a look at them. */
  readonly isPassed: boolean;
}

const cache = new WeakMap<Plan, Facts>();

/** Returns the facts of a plan, which are made once. */
export function factsOf(plan: Plan): Facts {
  let facts = cache.get(plan);
  if (facts === undefined) {
    facts = makeFacts(plan);
    cache.set(plan, facts);
  }
  return facts;
}

/** Returns the bytes of a scalar. */
export function widthOf(scalar: ScalarName): number {
  if (scalar === "bool") return 1;
  if (scalar === "char") return 4;
  if (scalar === "Duration" || scalar === "SystemTime") return 12;
  const bits = /\d+$/.exec(scalar);
  return bits === null ? 8 : Number(bits[0]) / 8;
}

function testOf(scalar: ScalarName): Test {
  if (scalar.startsWith("NonZero")) return "nonZero";
  if (scalar === "bool" || scalar === "char") return scalar;
  return scalar === "Duration" || scalar === "SystemTime" ? "time" : "all";
}

function makeFacts(plan: Plan): Facts {
  const { nodes, layout } = plan;
  const staticFirst = layout === "Indexed";
  const known: (boolean | undefined)[] = [];

  function isAllValid(of: number): boolean {
    // (A type that contains itself is of static size only where it takes no bytes.)
    known[of] ??= ((known[of] = false), isValidNode(nodes[of]));
    return known[of] as boolean;
  }

  function isValidNode(node: PlanNode | undefined): boolean {
    if (node === undefined || node.size === undefined) return false;
    if (node.form === "scalar") return testOf(node.scalar) === "all";
    if (node.form === "array") return node.size === 0 || isAllValid(node.element.of);
    if (node.form !== "struct" || node.head === true) return false;
    return node.fields.fields.every((field) => field.size === 0 || isAllValid(field.of));
  }

  function part(of: Partial<PlanField> & Partial<PlanElement> & { readonly of: number }): PartFacts {
    const { name = "", size = -1, run = 0, unpaid = 0, isSized = false, isEnd = false, isLevel = false } = of;
    const { isDeepKey = false, hasDefault = false, mayBeEmpty = false, isByte = false, isIndexed = false } = of;
    const isPassed = size === 0 || (size > 0 && isAllValid(of.of));
    const flags = { isSized, isEnd, isLevel, isDeepKey, hasDefault, mayBeEmpty, isByte, isIndexed, isPassed };
    return { name, of: of.of, size, run, unpaid, ...flags };
  }

  function parts(of: PlanFields & { readonly name?: string }): PartsFacts {
    const fields = of.fields.map(part);
    const isFixed = (field: PartFacts): boolean => staticFirst && field.size >= 0;
    const end = (isWanted: (field: PartFacts) => boolean): number =>
      fields.reduce((end, field, index) => (field.size !== 0 && isWanted(field) ? index + 1 : end), 0);
    const [fixedEnd, walkedEnd] = [end(isFixed), end((field) => !isFixed(field))];
    return { name: of.name ?? "", fields, staticPart: of.staticPart ?? 0, unpaid: of.unpaid ?? 0, fixedEnd, walkedEnd };
  }

  function node(of: PlanNode, index: number): NodeFacts {
    const scalar = of.form === "scalar" ? of.scalar : "u8";
    const constructors = of.form === "struct" ? [parts(of.fields)] : of.form === "enum" ? of.constructors.map(parts) : [];
    const kind = of.form === "sequence" ? of.kind : "list";
    return {
      form: of.form,
      name: of.form === "struct" || of.form === "enum" ? of.name : "",
      size: of.size ?? -1,
      unpaid: of.unpaid ?? 0,
      allValid: isAllValid(index),
      scalar,
      width: widthOf(scalar),
      test: testOf(scalar),
      head: (of.form === "struct" || of.form === "enum") && of.head === true,
      tagSize: of.form === "enum" ? of.tagSize : 0,
      keepsUnknown: of.form === "enum" && of.keepsUnknown === true,
      constructors,
      element: of.form === "array" || of.form === "sequence" ? part(of.element) : NO_PART,
      length: of.form === "array" ? of.length : 0,
      isSorted: kind !== "list",
      isMap: kind === "map",
      keyAt: (of.form === "struct" ? of.keyAt : undefined) ?? -1,
    };
  }

  const NO_PART = part({ of: 0, size: 0 });
  return { staticFirst, nodes: nodes.map(node) };
}
