/**
 * The runtime of the modules that `packed schema export --to typescript` writes: it reads packed data in place.
 *
 * A generated module has a class for each struct and for each constructor of an enum. A value is its bytes and an
 * offset; a getter reads when it is asked.
 *
 * @packageDocumentation
 */
export { check, checkPrefix, type CheckLimits } from "./check.js";
export { invalidTag, PackedError, type ErrorKind } from "./error.js";
export { isFile, openFile, PackedFile, type FileOptions } from "./file.js";
export { Format, Records, type OpenOptions } from "./format.js";
export { FixedList, List, ScalarList, TableList, WalkedList } from "./list.js";
export { PackedMap, PackedSet, type Entry } from "./map.js";
export { Node, OpenNode, toJSON, Unknown, type ScalarType, type Type } from "./node.js";
export type { Plan, PlanElement, PlanField, PlanFields, PlanForm, PlanNode, ScalarName } from "./plan.js";
export { notZero, Source, type Time } from "./source.js";
