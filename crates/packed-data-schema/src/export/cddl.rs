//! CDDL (RFC 8610), which describes items of CBOR.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use packed_data::error::Printable;
use packed_data_model::Kind;

use super::{ExportError, names};
use crate::plan::Plan;
use crate::schema::{Field, Scalar, Schema, StructKind, Type, TypeIndex};
use crate::steps;
use packed_data_model::LayoutId;

/// Names that the prelude of CDDL, or the language, has.
const RESERVED: [&str; 30] = [
    "any",
    "uint",
    "nint",
    "int",
    "bstr",
    "bytes",
    "tstr",
    "text",
    "tdate",
    "time",
    "number",
    "biguint",
    "bignint",
    "bigint",
    "integer",
    "unsigned",
    "decfrac",
    "bigfloat",
    "uri",
    "regexp",
    "float16",
    "float32",
    "float64",
    "float",
    "false",
    "true",
    "bool",
    "nil",
    "null",
    "undefined",
];

/// The longest line whose comment is aligned with others.
const MAX_ALIGNED: usize = 80;

impl Schema {
    /// Returns the schema as CDDL ([RFC 8610](https://www.rfc-editor.org/rfc/rfc8610)), for the layout `Cbor`: what
    /// programs write, and what readers of extensible types accept beyond that.
    ///
    /// CDDL has no words for three rules: the order of the keys of a set or map, the shortest form of numbers, and that
    /// no key occurs twice in a set.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::Schema;
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i32),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// assert_eq!(
    ///     Schema::of::<Tree>().to_cddl()?,
    ///     "tree = [0, i32]         ; Leaf\n     \
    ///           / [1, tree, tree]  ; Node\n\
    ///      i32 = -2147483648..2147483647\n",
    /// );
    /// # Ok::<(), packed_data_schema::ExportError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The layout `Cbor` does not have one of the types.
    pub fn to_cddl(&self) -> Result<String, ExportError> {
        Plan::new(self, LayoutId::Cbor)?;
        let names = names(self, '-', &RESERVED);
        let mut out = String::new();
        for (index, of) in self.types().iter().enumerate() {
            steps::count(1);
            let name = &names[index];
            match of {
                Type::Enum(of) => {
                    let mut lines = Vec::new();
                    for (tag, constructor) in of.constructors.iter().enumerate() {
                        let tag = match (of.is_optional, constructor.is_other) {
                            (true, _) => None,
                            (false, true) => Some(format!("{tag}..18446744073709551615")),
                            (false, false) => Some(tag.to_string()),
                        };
                        let line = match constructor.is_other {
                            true => format!("[{}, * any]", tag.unwrap_or_default()),
                            false => list(tag, &constructor.fields, of.is_extensible, &names),
                        };
                        lines.push((line, Printable(&constructor.name).to_string()));
                    }
                    // (The comments of long lines are not aligned: one long line would widen all others.)
                    let widths = lines.iter().map(|(line, _)| line.chars().count());
                    let width = widths.filter(|width| *width <= MAX_ALIGNED).max().unwrap_or(0);
                    let indent = " ".repeat(name.len());
                    for (number, (line, comment)) in lines.iter().enumerate() {
                        let start = if number == 0 { format!("{name} =") } else { format!("{indent} /") };
                        out.push_str(&format!("{start} {line:width$}  ; {comment}\n"));
                    }
                    if lines.is_empty() {
                        // (Nothing is both.)
                        out.push_str(&format!("{name} = uint .lt 0\n"));
                    }
                }
                _ => out.push_str(&format!("{name} = {}\n", self.cddl_of(index as TypeIndex, &names))),
            }
        }
        Ok(out)
    }

    fn cddl_of(&self, index: TypeIndex, names: &[String]) -> String {
        let is_byte = |element: TypeIndex| matches!(self.get(element), Type::Scalar(Scalar::U8));
        let name = |index: TypeIndex| &names[index as usize];
        match self.get(index) {
            Type::Scalar(scalar) => cddl_of_scalar(*scalar),
            Type::Text => "tstr".into(),
            Type::Cbor | Type::Unknown => "any".into(),
            Type::Sequence { element, .. } if is_byte(*element) => "bstr".into(),
            Type::Sequence { element, .. } => format!("[* {}]", name(*element)),
            Type::Sorted { element } => match self.entry(*element) {
                Some((key, value)) => format!("{{* {} => {}}}", name(key), name(value)),
                None => format!("[* {}]", name(*element)),
            },
            Type::Array { len, element } if is_byte(*element) => format!("bstr .size {len}"),
            Type::Array { len: 0, .. } => "[]".into(),
            Type::Array { len, element } => format!("[{len}*{len} {}]", name(*element)),
            Type::Struct(of) => match of.kind {
                StructKind::Tuple if of.fields.is_empty() => "null".into(),
                StructKind::Struct => list(Some("0".into()), &of.fields, of.is_extensible, names),
                // (An entry is written as part of its map; its own rule is not used.)
                StructKind::Tuple | StructKind::Entry => list(None, &of.fields, of.is_extensible, names),
            },
            Type::With { inner, .. } => name(*inner).clone(),
            Type::Enum(_) => String::new(),
        }
    }
}

/// Returns an array of a tag and fields.
fn list(tag: Option<String>, fields: &[Field], is_extensible: bool, names: &[String]) -> String {
    steps::count(1 + fields.len());
    let fields = fields.iter().map(|field| {
        let name = &names[field.of as usize];
        let item = field.tag.map_or_else(|| name.clone(), |tag| format!("#6.{tag}({name})"));
        if field.has_default { format!("? {item}") } else { item }
    });
    let more = is_extensible.then(|| "* any".to_owned());
    let items: Vec<String> = tag.into_iter().chain(fields).chain(more).collect();
    format!("[{}]", items.join(", "))
}

fn cddl_of_scalar(scalar: Scalar) -> String {
    let width = scalar.width();
    match (scalar.kind(), width) {
        (Kind::Float, _) => "float".into(),
        (Kind::Bool, _) => "bool".into(),
        (Kind::Char, _) => "tstr .size (1..4)".into(),
        (Kind::Duration, _) => "[uint, 0..999999999]".into(),
        (Kind::Time, _) => "[int, 0..999999999]".into(),
        (Kind::Unsigned, 16) if scalar.is_non_zero() => "1..18446744073709551615 / biguint".into(),
        (Kind::Unsigned, 16) => "uint / biguint".into(),
        (Kind::Signed, 16) if scalar.is_non_zero() => "nint / 1..18446744073709551615 / bigint".into(),
        (Kind::Signed, 16) => "int / bigint".into(),
        (Kind::Unsigned, _) => {
            let greatest = u64::MAX >> (64 - 8 * width);
            format!("{}..{greatest}", u8::from(scalar.is_non_zero()))
        }
        (Kind::Signed, _) => {
            let (least, greatest) = (i64::MIN >> (64 - 8 * width), i64::MAX >> (64 - 8 * width));
            match scalar.is_non_zero() {
                true => format!("{least}..-1 / 1..{greatest}"),
                false => format!("{least}..{greatest}"),
            }
        }
    }
}
