//! TypeScript that reads values in place: a module of classes for one layout.
//!
//! Each struct and each constructor is a class whose getters read when they are asked. What a layout makes of a type is
//! taken from its [`Plan`], the table that this crate reads bytes with; the module has it too, for what the runtime
//! (the npm package `packed-data`, in `js/`) does by table: validation, and the order of keys.
//!
//! - `form.rs`: what each type is in TypeScript, and how its values are read.
//! - `names.rs`: names of classes and fields.
//! - `class.rs`: classes, and where their fields are.
//! - `end.rs`: functions that find the end of a value.
//! - `table.rs`: the plan as a literal.

mod class;
mod end;
mod form;
mod names;
mod table;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use packed_data::error::Printable;
use packed_data_model::LayoutId;

use self::form::Form;
use self::names::Names;
use super::ExportError;
use crate::plan::Plan;
use crate::schema::{Schema, TypeIndex};
use crate::steps;

impl Schema {
    /// Returns a module of TypeScript that reads values of the type in place, in the layout `Compact` or `Indexed`.
    ///
    /// It has a class for each struct and for each constructor of an enum; an enum is the union of its classes, which
    /// `kind` tells apart. It has functions `open`, `openFile` and `validate`, and no dependency but the runtime, the
    /// npm package `packed-data`. A value is the bytes and an offset: a getter reads when it is asked. The module
    /// passes `tsc --strict`.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node { left: Box<Tree>, right: Box<Tree> },
    /// }
    ///
    /// let module = Schema::of::<Tree>().to_typescript(LayoutId::Indexed)?;
    /// assert!(module.contains("export type Tree = TreeLeaf | TreeNode;"));
    /// assert!(module.contains("get left(): Tree {"));
    /// # Ok::<(), packed_data_schema::ExportError>(())
    /// ```
    ///
    /// | type | in TypeScript |
    /// |---|---|
    /// | integers of up to 32 bits, floats | `number` |
    /// | integers of 64 and 128 bits, `usize`, `isize` | `bigint` |
    /// | `bool`, `char`, strings | `boolean`, `string`, `string` |
    /// | `Duration`, `SystemTime` | `{ seconds: bigint, nanoseconds: number }` |
    /// | structs, tuples, constructors | a class; fields without names are `_0`, `_1`, ... |
    /// | enums without fields | a union of texts |
    /// | `Option<T>` | `T` or `undefined`; two classes if `T` may be `undefined` itself |
    /// | a field that may be absent | its type, or `undefined` if it is |
    /// | `()` | `null` |
    /// | sequences, arrays | `List<T>`; `Uint8Array` if the elements are `u8` |
    /// | maps, sets | `PackedMap<K, V>`, `PackedSet<T>` |
    /// | CBOR | `Uint8Array` |
    ///
    /// # Errors
    ///
    /// The layout is another one, or it does not have one of the types.
    pub fn to_typescript(&self, layout: LayoutId) -> Result<String, ExportError> {
        if !matches!(layout, LayoutId::Compact | LayoutId::Indexed) {
            let why = format!("TypeScript reads Compact and Indexed, not {layout}");
            return Err(ExportError::new(self, 0, why));
        }
        let plan = Plan::new(self, layout)?;
        let forms = form::forms(self);
        let mut writer = Writer {
            schema: self,
            names: Names::new(self, &forms),
            groups: end::Groups::new(self, &plan, &forms),
            plan,
            forms,
            needed: Vec::new(),
            begun: BTreeSet::new(),
            items: BTreeMap::new(),
        };
        let root = self.packed(0);
        writer.need(Item::Type(root));
        let of = writer.type_text(root, form::NESTED);
        while let Some(item) = writer.needed.pop() {
            steps::count(1);
            let text = writer.item(item);
            writer.items.insert(item, text);
        }
        Ok(writer.module(&of))
    }
}

/// A part of the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Item {
    /// The class of a struct, or the classes and the union of an enum.
    Class(TypeIndex),
    /// The name of a type that is nested deeply, or in itself.
    Alias(TypeIndex),
    /// The function that reads a value.
    Read(TypeIndex),
    /// The function that finds the end of a value, or of each value of a group.
    End(TypeIndex),
    /// How elements of this type are read.
    Type(TypeIndex),
}

/// Writes a module. Parts are written when another one refers to them.
struct Writer<'s> {
    schema: &'s Schema,
    plan: Plan,
    forms: Vec<Form>,
    names: Names,
    groups: end::Groups,
    /// Parts to be written.
    needed: Vec<Item>,
    /// All parts that are written or to be written.
    begun: BTreeSet<Item>,
    items: BTreeMap<Item, String>,
}

impl Writer<'_> {
    /// Returns whether the layout is `Indexed`.
    fn is_indexed(&self) -> bool {
        self.plan.layout == LayoutId::Indexed
    }

    fn form(&self, of: TypeIndex) -> Form {
        self.forms[of as usize]
    }

    /// Returns the static size of a type.
    fn size(&self, of: TypeIndex) -> Option<usize> {
        self.plan.nodes[of as usize].extent.size()
    }

    fn need(&mut self, item: Item) {
        if self.begun.insert(item) {
            self.needed.push(item);
        }
    }

    fn item(&mut self, item: Item) -> String {
        match item {
            Item::Class(of) => self.class(of),
            Item::Alias(of) => {
                let text = self.definition_text(of);
                format!("export type {} = {text};\n\n", self.names.alias(of))
            }
            Item::Read(of) => self.reader(of),
            Item::End(of) => self.end_function(of),
            Item::Type(of) => self.descriptor(of),
        }
    }

    /// Returns the module, given the type of its root.
    fn module(&mut self, root: &str) -> String {
        let layout = self.plan.layout;
        let name = comment(&self.schema.name_of(0));
        let mut out = format!(
            "// Made by `packed schema export --to typescript`, for the layout {layout}. Do not edit: make it again.\n\n\
             import * as p from \"packed-data\";\n\n"
        );
        let of = self.schema.packed(0);
        let fingerprint = self.schema.fingerprint();
        let _ = write!(
            out,
            "/**\n * Returns the value of the type `{name}` that is stored in bytes: a value and nothing else, or a file \
             of one value.\n * Nothing is read before it is asked for, unless the option `validate` says so.\n */\n\
             export function open(bytes: Uint8Array, options?: p.OpenOptions): {root} {{\n  \
             return format.open(bytes, options);\n}}\n\n\
             /** Opens a file of records, each a value of the type `{name}`. */\n\
             export function openFile(bytes: Uint8Array, options?: p.OpenOptions): p.Records<{root}> {{\n  \
             return format.openFile(bytes, options);\n}}\n\n\
             /** Checks that bytes are one value of the type `{name}`, and nothing else; throws a `PackedError` if not. \
             */\n\
             export function validate(bytes: Uint8Array): void {{\n  format.validate(bytes);\n}}\n\n"
        );
        for text in self.items.values() {
            out.push_str(text);
        }
        let _ = write!(
            out,
            "/** The types in this layout: {name} is type {of}. */\nexport const plan: p.Plan = {};\n\nconst format = new p.Format<{root}>(plan, t{of}, \"{:016x}\");\n",
            self.table(),
            fingerprint.to_bits(),
        );
        out
    }
}

/// Returns a text between quotation marks, without control characters. (JSON is a part of ECMAScript, from ES2019 on.)
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let escaped = |of: char| if of.is_control() { format!("\\u{:04x}", u32::from(of)) } else { of.into() };
    json.chars().map(escaped).collect()
}

/// Returns a name for a comment: printable, and without the end of a comment.
fn comment(name: &str) -> String {
    Printable(name).to_string().replace("*/", "* /").replace('`', "'")
}
