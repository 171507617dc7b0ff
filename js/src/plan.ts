/**
 * The facts of the types of a schema in one layout. The exporter writes them into each module, from the tables that the
 * Rust crates read bytes with, so that nothing about a layout is computed again here.
 *
 * Each node is a type; node 0 is the root. Numbers and flags that are left out are 0 and false.
 */
export interface Plan {
  readonly layout: "Compact" | "Indexed";
  readonly nodes: readonly PlanNode[];
}

/** A scalar: the name of its Rust type. */
export type ScalarName =
  | "u8" | "u16" | "u32" | "u64" | "u128" | "usize"
  | "i8" | "i16" | "i32" | "i64" | "i128" | "isize"
  | "NonZeroU8" | "NonZeroU16" | "NonZeroU32" | "NonZeroU64" | "NonZeroU128" | "NonZeroUsize"
  | "NonZeroI8" | "NonZeroI16" | "NonZeroI32" | "NonZeroI64" | "NonZeroI128" | "NonZeroIsize"
  | "f32" | "f64" | "bool" | "char" | "Duration" | "SystemTime";

export type PlanNode = PlanForm & {
  /** The bytes of each value, if all have the same number. */
  readonly size?: number;
  /** The parts without bytes of each value that its bytes do not pay for. */
  readonly unpaid?: number;
};

export type PlanForm =
  | { readonly form: "scalar"; readonly scalar: ScalarName }
  | { readonly form: "text" }
  | { readonly form: "cbor" }
  | { readonly form: "unknown" }
  | {
      readonly form: "struct";
      /** How it is printed in paths: its name, or `(_, _)`. */
      readonly name: string;
      /** Whether each value has a head (extensible types). */
      readonly head?: boolean;
      readonly fields: PlanFields;
      /** If it is an entry of a map whose key is at a constant offset: that offset. */
      readonly keyAt?: number;
    }
  | {
      readonly form: "enum";
      readonly name: string;
      readonly head?: boolean;
      /** The bytes of the tag, without a head: 1, 2 or 4. (With a head it is a short varint.) */
      readonly tagSize: number;
      /** Whether the last constructor represents all that are not known. */
      readonly keepsUnknown?: boolean;
      readonly constructors: readonly (PlanFields & { readonly name: string })[];
    }
  | { readonly form: "array"; readonly length: number; readonly element: PlanElement }
  | { readonly form: "sequence"; readonly kind: "list" | "set" | "map"; readonly element: PlanElement };

/** The fields of a struct or of a constructor. */
export interface PlanFields {
  /** The bytes of the fields of static size, in `Indexed`, where they come first. */
  readonly staticPart?: number;
  /** The parts without bytes of the fields that bytes do not pay for; 0 in a struct, where what contains it has them. */
  readonly unpaid?: number;
  readonly fields: readonly PlanField[];
}

/** A field: the facts that the Rust type `FieldFacts` has under the same names. */
export interface PlanField {
  readonly name: string;
  /** The node of its type. */
  readonly of: number;
  /** The static size, if no size is written before the field. */
  readonly size?: number;
  /** The bytes of this and the following fields up to the first that has no such size. */
  readonly run?: number;
  readonly isSized?: boolean;
  readonly isEnd?: boolean;
  readonly isLevel?: boolean;
  readonly isDeepKey?: boolean;
  readonly hasDefault?: boolean;
}

/** The elements of an array or a sequence: the facts that the Rust type `Element` has under the same names. */
export interface PlanElement {
  readonly of: number;
  readonly size?: number;
  readonly unpaid?: number;
  readonly isLevel?: boolean;
  readonly isDeepKey?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly isByte?: boolean;
  readonly isIndexed?: boolean;
}
