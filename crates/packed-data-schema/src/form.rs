//! The JSON form: how values look in JSON, and in any other format of serde. The book's page on schemas specifies it.

use crate::schema::{Constructor, Field, Resolved, Scalar, Schema, StructKind, Type, TypeIndex};
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
    /// The `None` of an optional value: null.
    Null,
    /// The `Some` of an optional value: the value itself.
    Bare,
    /// The name of the constructor.
    Name,
    /// An object whose only key is the name of the constructor.
    Tagged,
}

impl Schema {
    /// Returns how a constructor looks.
    pub(crate) fn constructor_form(&self, is_optional: bool, constructor: &Constructor) -> ConstructorForm {
        match (is_optional, FieldsForm::of(&constructor.fields)) {
            (true, FieldsForm::Unit) => ConstructorForm::Null,
            (true, FieldsForm::Newtype) if !self.is_nullable(constructor.fields[0].of) => ConstructorForm::Bare,
            (_, FieldsForm::Unit) => ConstructorForm::Name,
            _ => ConstructorForm::Tagged,
        }
    }
}

/// Resolves all types. `inner_first` has their indices, each after those of the types that its values contain in place.
pub(crate) fn resolve(types: &[Type], inner_first: &[usize]) -> Vec<Resolved> {
    let mut resolved = vec![Resolved { packed: 0, is_nullable: false, is_simple_key: false }; types.len()];
    for &index in inner_first {
        steps::count(1);
        resolved[index] = resolve_type(types, index, &resolved);
    }
    resolved
}

/// Resolves a type, given the results for the types that its values contain in place.
fn resolve_type(types: &[Type], index: usize, resolved: &[Resolved]) -> Resolved {
    let own = Resolved { packed: index as TypeIndex, is_nullable: false, is_simple_key: false };
    match &types[index] {
        Type::With { inner, .. } => resolved[*inner as usize],
        Type::Struct(of) => match FieldsForm::of_struct(of.kind, &of.fields) {
            FieldsForm::Unit => Resolved { is_nullable: true, ..own },
            FieldsForm::Newtype => Resolved { packed: own.packed, ..resolved[of.fields[0].of as usize] },
            FieldsForm::List | FieldsForm::Object => own,
        },
        Type::Enum(of) => {
            steps::count(of.constructors.len());
            let is_unit = of.constructors.iter().all(|constructor| constructor.fields.is_empty());
            Resolved { is_nullable: of.is_optional, is_simple_key: is_unit && !of.is_optional, ..own }
        }
        Type::Text => Resolved { is_simple_key: true, ..own },
        Type::Scalar(scalar) => {
            Resolved { is_simple_key: !matches!(scalar, Scalar::Duration | Scalar::SystemTime), ..own }
        }
        _ => own,
    }
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
