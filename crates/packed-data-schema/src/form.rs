//! The JSON form: how values look in JSON, and in any other format of serde. The book's page on schemas specifies it.

use alloc::vec;
use alloc::vec::Vec;

use crate::schema::{Constructor, Enum, Field, MISSING, Resolved, Scalar, Schema, StructKind, Type, TypeIndex};
use crate::steps;

/// How the fields of a struct or a constructor look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldsForm {
    /// Null, or nothing beside the name of the constructor.
    Unit,
    /// The value of the only field.
    Newtype,
    /// A list.
    List,
    /// An object.
    Object,
}

impl FieldsForm {
    pub(crate) fn of(fields: &[Field]) -> Self {
        match fields {
            [] => Self::Unit,
            [only] if !only.is_named() && !only.has_default => Self::Newtype,
            [first, ..] if !first.is_named() => Self::List,
            _ => Self::Object,
        }
    }

    /// The form of the fields of a tuple, which is a list whatever its length.
    pub(crate) fn of_struct(kind: StructKind, fields: &[Field]) -> Self {
        match (kind, Self::of(fields)) {
            (StructKind::Tuple, Self::Newtype) => Self::List,
            (_, form) => form,
        }
    }
}

/// How a constructor of an enum looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstructorForm {
    /// The `None` of an optional value, or the `Null` of a JSON enum: null.
    Null,
    /// The `Some` of an optional value, or a constructor of a JSON enum: the value itself.
    Bare,
    /// The name of the constructor.
    Name,
    /// An object whose only key is the name of the constructor.
    Tagged,
}

impl Schema {
    /// Returns how a constructor of the enum `of`, which is the type `node`, looks.
    pub(crate) fn constructor_form(&self, node: TypeIndex, of: &Enum, constructor: &Constructor) -> ConstructorForm {
        match (of.is_optional, FieldsForm::of(&constructor.fields)) {
            (false, form) if self.is_json_enum(node) => match form {
                FieldsForm::Unit => ConstructorForm::Null,
                _ => ConstructorForm::Bare,
            },
            (true, FieldsForm::Unit) => ConstructorForm::Null,
            (true, FieldsForm::Newtype) if !self.is_nullable(constructor.fields[0].of) => ConstructorForm::Bare,
            (_, FieldsForm::Unit) => ConstructorForm::Name,
            _ => ConstructorForm::Tagged,
        }
    }
}

/// Resolves all types. `inner_first` has their indices, each after those of the types that its values contain in place.
pub(crate) fn resolve(types: &[Type], inner_first: &[usize]) -> Vec<Resolved> {
    let mut resolved = vec![Resolved::default(); types.len()];
    for &index in inner_first {
        steps::count(1);
        resolved[index] = resolve_type(types, index, &resolved);
    }
    resolved
}

/// Resolves a type, given the results for the types that its values contain in place.
fn resolve_type(types: &[Type], index: usize, resolved: &[Resolved]) -> Resolved {
    let own = Resolved { packed: index as TypeIndex, ..Resolved::default() };
    match &types[index] {
        Type::With { name, inner } => {
            let inner = resolved[*inner as usize];
            let is_optional = matches!(&types[inner.packed as usize], Type::Enum(of) if of.is_optional);
            Resolved { may_be_missing: inner.may_be_missing || name == MISSING && is_optional, ..inner }
        }
        Type::Struct(of) => match FieldsForm::of_struct(of.kind, &of.fields) {
            FieldsForm::Unit => Resolved { is_nullable: true, ..own },
            FieldsForm::Newtype => {
                let inner = resolved[of.fields[0].of as usize];
                Resolved { is_nullable: inner.is_nullable, is_simple_key: inner.is_simple_key, ..own }
            }
            FieldsForm::List | FieldsForm::Object => own,
        },
        Type::Enum(of) => {
            steps::count(of.constructors.len());
            let is_unit = of.constructors.iter().all(|constructor| constructor.fields.is_empty());
            let is_json = is_json(types, of);
            let has_null = is_json && of.constructors.iter().any(|constructor| constructor.fields.is_empty());
            let is_simple_key = is_unit && !of.is_optional && !is_json;
            Resolved { is_nullable: of.is_optional || has_null, is_simple_key, is_json, ..own }
        }
        Type::Text => Resolved { is_simple_key: true, ..own },
        Type::Scalar(scalar) => {
            Resolved { is_simple_key: !matches!(scalar, Scalar::Duration | Scalar::SystemTime), ..own }
        }
        _ => own,
    }
}

/// A kind of value in JSON; of integers, those that have a type of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Null,
    Bool,
    Int,
    Unsigned,
    Float,
    String,
    Array,
    Object,
}

impl JsonKind {
    const ALL: [Self; 8] =
        [Self::Null, Self::Bool, Self::Int, Self::Unsigned, Self::Float, Self::String, Self::Array, Self::Object];

    /// Returns the name of the constructor for this kind in JSON enums.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Null => "Null",
            Self::Bool => "Bool",
            Self::Int => "Int",
            Self::Unsigned => "Unsigned",
            Self::Float => "Float",
            Self::String => "String",
            Self::Array => "Array",
            Self::Object => "Object",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns whether values of this kind are those of a type.
    fn is_of(self, types: &[Type], of: &Type) -> bool {
        let is_entry = |element: &TypeIndex| match &types[*element as usize] {
            Type::Struct(of) => of.kind == StructKind::Entry && types[of.fields[0].of as usize] == Type::Text,
            _ => false,
        };
        match (self, of) {
            (Self::Bool, Type::Scalar(Scalar::Bool))
            | (Self::Int, Type::Scalar(Scalar::I64 | Scalar::I128))
            | (Self::Unsigned, Type::Scalar(Scalar::U64 | Scalar::U128))
            | (Self::Float, Type::Scalar(Scalar::F64))
            | (Self::String, Type::Text)
            | (Self::Array, Type::Sequence { .. }) => true,
            (Self::Object, Type::Struct(of)) => {
                of.kind == StructKind::Struct && FieldsForm::of(&of.fields) == FieldsForm::Object
            }
            (Self::Object, Type::Sorted { element }) => is_entry(element),
            _ => false,
        }
    }
}

/// Returns whether an enum is a JSON enum, which has no tags in JSON: its name begins with `Json`, and its constructors
/// are named for the kinds of JSON, each with a value of that kind.
fn is_json(types: &[Type], of: &Enum) -> bool {
    let is_kind = |constructor: &Constructor| match (JsonKind::of_name(&constructor.name), &constructor.fields[..]) {
        (Some(JsonKind::Null), []) => true,
        (Some(kind), [only]) => !only.is_named() && !only.has_default && kind.is_of(types, &types[only.of as usize]),
        _ => false,
    };
    of.name.starts_with("Json")
        && !of.is_optional
        && !of.constructors.is_empty()
        && of.constructors.iter().all(|constructor| !constructor.is_other && is_kind(constructor))
}

/// How floats that are no numbers look where text is read by people.
pub(crate) const NAN: &str = "NaN";
pub(crate) const INFINITY: &str = "Infinity";
pub(crate) const NEGATIVE_INFINITY: &str = "-Infinity";

/// Returns the name of a float that JSON has no number for.
pub(crate) fn float_name(value: f64) -> Option<&'static str> {
    match value {
        _ if value.is_nan() => Some(NAN),
        f64::INFINITY => Some(INFINITY),
        f64::NEG_INFINITY => Some(NEGATIVE_INFINITY),
        _ => None,
    }
}
