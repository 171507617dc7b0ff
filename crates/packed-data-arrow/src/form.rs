//! Questions about types that both directions ask.

use packed_data_schema::{Enum, Field, Scalar, Schema, StructKind, Type, TypeIndex};

use crate::options::Enums;

/// What the fields of a struct or constructor become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fields {
    /// Nothing: a column of the type `Null`.
    Unit,
    /// The column of the only field, which has no name.
    Newtype,
    /// A struct.
    Struct,
}

impl Fields {
    pub(crate) fn of(fields: &[Field]) -> Self {
        match fields {
            [] => Self::Unit,
            [only] if !only.has_default && !only.is_named() => Self::Newtype,
            _ => Self::Struct,
        }
    }

    pub(crate) fn of_struct(kind: StructKind, fields: &[Field]) -> Self {
        match (kind, Self::of(fields)) {
            (StructKind::Tuple | StructKind::Entry, Self::Newtype) => Self::Struct,
            (_, form) => form,
        }
    }
}

/// What an enum becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnumForm {
    /// The column of the type of `Some`, with nulls.
    Optional(TypeIndex),
    /// A dictionary of the names.
    Names,
    /// A union or a struct.
    Data,
}

impl EnumForm {
    pub(crate) fn of(of: &Enum) -> Self {
        match &of.constructors[..] {
            [none, some] if of.is_optional && none.fields.is_empty() && Fields::of(&some.fields) == Fields::Newtype => {
                Self::Optional(some.fields[0].of)
            }
            constructors if constructors.iter().all(|constructor| constructor.fields.is_empty()) => Self::Names,
            _ => Self::Data,
        }
    }
}

/// Returns the type that decides the column: without adapters, and without structs around their only field.
pub(crate) fn shown(schema: &Schema, mut index: TypeIndex) -> TypeIndex {
    loop {
        index = schema.packed(index);
        match schema.get(index) {
            // (The parser refuses a struct that contains itself.)
            Type::Struct(of) if Fields::of_struct(of.kind, &of.fields) == Fields::Newtype => index = of.fields[0].of,
            _ => return index,
        }
    }
}

/// Returns whether a null in the column of a type can mean a `None` around the type, or an absent field, because no
/// value of the type is a null.
pub(crate) fn takes_null(schema: &Schema, index: TypeIndex, enums: Enums) -> bool {
    match schema.get(shown(schema, index)) {
        Type::Struct(of) => Fields::of_struct(of.kind, &of.fields) != Fields::Unit,
        Type::Enum(of) => match EnumForm::of(of) {
            EnumForm::Optional(_) => false,
            EnumForm::Names => !of.constructors.is_empty(),
            EnumForm::Data => enums == Enums::Struct,
        },
        _ => true,
    }
}

/// Returns whether the type is an `Option`.
pub(crate) fn is_optional(schema: &Schema, index: TypeIndex) -> bool {
    matches!(schema.get(shown(schema, index)), Type::Enum(of) if matches!(EnumForm::of(of), EnumForm::Optional(_)))
}

/// Returns whether the type is a byte.
pub(crate) fn is_byte(schema: &Schema, index: TypeIndex) -> bool {
    matches!(schema.get(schema.packed(index)), Type::Scalar(Scalar::U8))
}

/// Returns the name of the field with the name of the constructor, in the struct that an enum becomes.
pub(crate) fn tag_name(of: &Enum) -> String {
    let mut name = "tag".to_owned();
    while of.constructors.iter().any(|constructor| constructor.name == name) {
        name.push('_');
    }
    name
}

/// The field of the struct around a value that may be null itself.
pub(crate) const SOME: &str = "Some";
/// The only column, if the records are not structs.
pub(crate) const VALUE: &str = "value";
