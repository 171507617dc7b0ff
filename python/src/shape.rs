//! What the values of each type are in Python, and the classes of structs and constructors.

use packed_data_schema::{
    Constructor, Field as PackedField, Scalar, ScalarKind, Schema as PackedSchema, Struct as PackedStruct,
};
use packed_data_schema::{StructKind, Type, TypeIndex};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::schema::Schema;
use crate::structs::{Field, Kind, Struct};

/// What the values of a type are.
pub(crate) enum Shape {
    /// An `int`, `float`, `bool`, `str`, `Duration` or `Time`.
    Scalar,
    Text,
    Cbor,
    Unknown,
    /// A sequence of bytes: `bytes`.
    Bytes,
    List,
    Set,
    Map,
    Tuple,
    /// An empty tuple: `None`.
    Unit,
    /// The only field, without a name.
    Newtype,
    Struct(Py<PyType>),
    Enum {
        /// The base of the classes of the constructors.
        base: Py<PyType>,
        constructors: Vec<Variant>,
    },
}

/// What a constructor is.
pub(crate) enum Variant {
    /// `None`.
    None,
    /// The value in it.
    Some,
    Class(Py<PyType>),
}

impl Shape {
    pub(crate) fn class(&self) -> Option<&Py<PyType>> {
        match self {
            Self::Struct(class) | Self::Enum { base: class, .. } => Some(class),
            _ => None,
        }
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self {
            Self::Struct(class) => visit.call(class),
            Self::Enum { base, constructors } => {
                visit.call(base)?;
                constructors.iter().try_for_each(|constructor| match constructor {
                    Variant::Class(class) => visit.call(class),
                    _ => Ok(()),
                })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the names in Python of the structs and enums that have classes: of several with one name, the second gets a
/// number.
pub(crate) fn names(schema: &PackedSchema) -> Vec<(String, TypeIndex)> {
    let mut names: Vec<(String, TypeIndex)> = Vec::new();
    let mut used = std::collections::HashMap::<String, u32>::new();
    for (of, is) in (0..).zip(schema.types()) {
        let name = match is {
            Type::Struct(is) if is.kind == StructKind::Struct && !is_newtype(is) => &is.name,
            Type::Enum(is) if !is.is_optional || is_tagged(schema, is.constructors.get(1)) => &is.name,
            _ => continue,
        };
        let count = used.entry(name.clone()).or_insert(0);
        *count += 1;
        names.push((if *count == 1 { name.clone() } else { format!("{name}_{count}") }, of));
    }
    names
}

/// Returns whether a struct is what its only field is.
pub(crate) fn is_newtype(of: &PackedStruct) -> bool {
    of.kind == StructKind::Struct && matches!(&of.fields[..], [only] if !only.is_named() && !only.has_default)
}

/// Returns whether the `Some` of an optional value is not simply the value in it, because that may be `None` itself.
fn is_tagged(schema: &PackedSchema, some: Option<&Constructor>) -> bool {
    match some.map(|some| &some.fields[..]) {
        Some([only]) if !only.is_named() && !only.has_default => is_nullable(schema, only.of),
        _ => true,
    }
}

/// Returns whether a value of the type may be `None`.
fn is_nullable(schema: &PackedSchema, mut of: TypeIndex) -> bool {
    // (A newtype contains its field in place, so the chain ends.)
    loop {
        match schema.get(schema.packed(of)) {
            Type::Struct(is) if is.fields.is_empty() => return true,
            Type::Struct(is) if is_newtype(is) => of = is.fields[0].of,
            Type::Enum(is) => return is.is_optional,
            _ => return false,
        }
    }
}

/// Returns whether elements of the type are bytes.
fn is_byte(schema: &PackedSchema, of: TypeIndex) -> bool {
    match schema.get(schema.packed(of)) {
        Type::Scalar(scalar) => {
            scalar.kind() == ScalarKind::Unsigned && scalar.width() == 1 && !Scalar::is_non_zero(*scalar)
        }
        _ => false,
    }
}

/// Makes the shape of a type, with its classes.
pub(crate) fn make(schema: &Bound<'_, Schema>, of: TypeIndex) -> PyResult<Shape> {
    let packed = &schema.get().schema;
    Ok(match packed.get(of) {
        Type::Scalar(_) => Shape::Scalar,
        Type::Text => Shape::Text,
        Type::Cbor => Shape::Cbor,
        Type::Unknown => Shape::Unknown,
        Type::Sequence { element, .. } | Type::Array { element, .. } if is_byte(packed, *element) => Shape::Bytes,
        Type::Sequence { .. } | Type::Array { .. } => Shape::List,
        Type::Sorted { element } => match packed.get(packed.packed(*element)) {
            Type::Struct(entry) if entry.kind == StructKind::Entry => Shape::Map,
            _ => Shape::Set,
        },
        // (It is read as the type that it is packed as.)
        Type::With { .. } => Shape::Newtype,
        Type::Struct(is) if is_newtype(is) => Shape::Newtype,
        Type::Struct(is) if is.kind != StructKind::Struct && is.fields.is_empty() => Shape::Unit,
        Type::Struct(is) if is.kind != StructKind::Struct => Shape::Tuple,
        Type::Struct(is) => {
            let base = schema.py().get_type::<Struct>();
            Shape::Struct(class(schema, (of, 0), &is.name, &is.name, &is.fields, &base)?)
        }
        Type::Enum(is) => {
            let base = schema.py().get_type::<Struct>();
            let base = class(schema, (of, u32::MAX), &is.name, &is.name, &[], &base)?;
            let bound = base.bind(schema.py());
            let mut constructors = Vec::new();
            for (tag, constructor) in (0..).zip(&is.constructors) {
                let is_tagged = is_tagged(packed, Some(constructor));
                constructors.push(match (is.is_optional, &constructor.fields[..]) {
                    (true, []) => Variant::None,
                    (true, [_]) if !is_tagged => Variant::Some,
                    _ => {
                        let qualified = format!("{}.{}", is.name, constructor.name);
                        let made = class(schema, (of, tag), &constructor.name, &qualified, &constructor.fields, bound)?;
                        if is_attribute(&constructor.name) {
                            bound.setattr(attribute(&constructor.name), &made)?;
                        }
                        Variant::Class(made)
                    }
                });
            }
            Shape::Enum { base, constructors }
        }
        _ => Shape::Scalar,
    })
}

/// Makes a class.
fn class(
    schema: &Bound<'_, Schema>,
    (node, tag): (TypeIndex, u32),
    name: &str,
    qualified: &str,
    fields: &[PackedField],
    base: &Bound<'_, PyType>,
) -> PyResult<Py<PyType>> {
    let py = schema.py();
    let members = PyDict::new(py);
    let mut attributes: Vec<String> = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let attribute = attribute(&field.name);
        if is_attribute(&field.name) && !members.contains(&attribute)? {
            members.set_item(&attribute, Field::new(index, &field.name))?;
            attributes.push(attribute);
        }
    }
    // (Of a class with a field that is no attribute, the positions of the others are right nevertheless.)
    let positions = if attributes.len() == fields.len() { PyTuple::new(py, &attributes)? } else { PyTuple::empty(py) };
    members.set_item("__match_args__", positions)?;
    members.set_item("__slots__", PyTuple::empty(py))?;
    members.set_item("__module__", "packed_data.types")?;
    members.set_item("__qualname__", qualified)?;
    members.set_item("__packed__", Kind::new(schema, node, tag, fields))?;
    let types = fields.iter().map(|field| format!("{}: {}", field.name, schema.get().schema.name_of(field.of)));
    members.set_item("__doc__", format!("{qualified}({})", types.collect::<Vec<_>>().join(", ")))?;
    // (The name of a class has no NUL.)
    let name = name.replace('\0', "\\0");
    let made = py.get_type::<PyType>().call1((name, (base,), members))?;
    Ok(made.cast_into::<PyType>()?.unbind())
}

/// Returns the name of the attribute for a field.
pub(crate) fn attribute(name: &str) -> String {
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("_{name}")
    } else if is_keyword(name) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// Returns whether a field may be an attribute: names that Python or a notebook gives a meaning are not.
fn is_attribute(name: &str) -> bool {
    !(name.is_empty()
        || name.contains('\0')
        || name.starts_with("__") && name.ends_with("__")
        || name.starts_with("_repr_")
        || name.starts_with("_ipython_"))
}

/// Returns whether a name is a keyword of Python.
pub(crate) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The keywords of Python.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];
