//! Schemas: the descriptions of shapes as data, for what need not be fast: `Debug`, dumps, serde.
//!
//! A [`Schema`] says at run time what a [`Shape`] says at compile time. It depends on neither layout nor Rust type: a
//! program that reads bytes by a schema is compiled once, and not once for each type. Each shape is a constant schema;
//! the parts of a shape are reached through function pointers, because a type may contain itself. A schema that is not
//! used takes nothing in the program.

use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt;

use packed_data_model::Scalar;

use super::variants::TIER;
use super::{Field, SequenceKind, Shape, SizeClass, Style};
use crate::wire::error::{Constructor, FormerName, Names};
use crate::wire::failure::Place;
use crate::wire::identity::erased_id;

/// The description of a shape at run time.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Schema {
    pub(crate) form: Form,
    /// Returns the identity of the shape, without its lifetimes.
    pub(crate) id: fn() -> TypeId,
    /// What is known of the size of a value.
    pub(crate) size_class: &'static SizeClass,
    /// What it is, in layouts that write structs and enums differently.
    pub(crate) style: Style,
    /// How a value is shown to people, if not as what it is packed as.
    pub(crate) show: Show,
    /// Whether validation tests a condition of the program.
    pub(crate) has_condition: bool,
    /// The adapter that says what the value means, if there is one.
    pub(crate) adapter: Option<&'static Adapter>,
    /// The former names of constructors and fields.
    pub(crate) former_names: &'static [FormerName],
}

/// An adapter: what packs values of one type as another type.
pub(crate) struct Adapter {
    /// What the packed value means.
    pub(crate) name: &'static str,
    /// Returns the identity of the adapted shape, without its lifetimes.
    pub(crate) id: fn() -> TypeId,
    /// Returns the schema of the type that values are packed as.
    pub(crate) inner: fn() -> &'static Schema,
}

/// The kind of a shape, with its parts.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
pub(crate) enum Form {
    /// A scalar that is stored as that one, and its name, perhaps with a colon and its valid values.
    Scalar(Scalar, &'static str),
    /// A string.
    Text,
    /// An item of CBOR of any kind.
    Raw,
    /// A constructor that the reader does not know.
    Unknown,
    /// A struct.
    Struct(&'static Names, FieldSchemas),
    /// An enum. If the flag is set, its last constructor represents all that the reader does not know.
    Enum(&'static Names, u32, &'static VariantSchemas, bool),
    /// An array with that number of elements.
    Array(&'static FieldSchema, usize),
    /// A sequence.
    Sequence(&'static FieldSchema, SequenceKind),
}

/// How a value is shown to people.
#[cfg_attr(not(feature = "serde-1"), allow(dead_code, reason = "names are only for serde"))]
#[derive(Clone, Copy)]
pub(crate) enum Show {
    /// As what it is packed as.
    AsPacked,
    /// As this text, whatever it is packed as.
    As(&'static str),
    /// As its two fields with this text between them; the name of the type, for serde.
    Between(&'static str, &'static str),
    /// As itself after the first text and before the second; the name of the type and of its field, for serde.
    Around(&'static str, &'static str, &'static str, &'static str),
    /// As its field, without the constructor.
    Through,
    /// As text made of the scalars that it is packed as, in order.
    Scalars(fn(&[u64], &mut fmt::Formatter<'_>) -> fmt::Result),
}

/// A list of fields, first to last; `None` if it is empty.
pub(crate) type FieldSchemas = Option<&'static FieldsSchema>;

/// A field, and those after it.
#[doc(hidden)]
pub struct FieldsSchema {
    pub(crate) first: FieldSchema,
    pub(crate) others: FieldSchemas,
}

/// The description of a field or element.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
pub(crate) struct FieldSchema {
    /// Returns the schema of its type.
    pub(crate) schema: fn() -> &'static Schema,
    /// Whether no layout writes its size before it.
    pub(crate) is_bare: bool,
    /// The CBOR tag that must be before it.
    pub(crate) tag: Option<u64>,
    /// If it may be absent: returns its default, packed in the layout `Compact`.
    pub(crate) default: Option<fn() -> Vec<u8>>,
}

impl FieldSchema {
    /// Returns the description of a field.
    pub(crate) const fn of<T: Field>() -> Self {
        let default: Option<fn() -> Vec<u8>> = if T::MAY_BE_ABSENT { Some(T::packed_default) } else { None };
        Self { schema: T::schema, is_bare: T::BARE, tag: T::TAG, default }
    }
}

/// Returns the place of a value of shape `S` that is written at offset `at`.
#[inline(always)]
pub(crate) const fn place_of<S: Shape>(at: usize) -> Place {
    Place::new(at, const { S::SCHEMA.id })
}

/// The lists of fields of up to 16 constructors, and the further constructors.
#[doc(hidden)]
pub struct VariantSchemas {
    pub(crate) tier: &'static [FieldSchemas],
    pub(crate) others: Option<&'static VariantSchemas>,
}

impl Schema {
    /// Returns the schema with these parts.
    pub(crate) const fn of<S: Shape>(form: Form) -> Self {
        Self {
            form,
            id: erased_id::<S>,
            size_class: &S::SIZE_CLASS,
            style: S::STYLE,
            show: Show::AsPacked,
            has_condition: false,
            adapter: None,
            former_names: &[],
        }
    }

    /// Returns the same schema, for a type whose values are tested if `has_condition` holds.
    pub(crate) const fn tested(self, has_condition: bool) -> Self {
        Self { has_condition, ..self }
    }

    /// Returns the same schema, for a type whose constructors and fields had these names.
    pub(crate) const fn formerly(self, former_names: &'static [FormerName]) -> Self {
        Self { former_names, ..self }
    }

    /// Returns the same schema, for a type that is shown in another way.
    pub(crate) const fn shown(self, show: Show) -> Self {
        Self { show, ..self }
    }

    /// Returns the name of constructor `tag` and its fields, for a struct or enum that has this constructor.
    pub(crate) fn constructor(&self, tag: u32) -> Option<(&'static Names, Option<&'static Constructor>, FieldSchemas)> {
        let (names, fields) = match self.form {
            Form::Struct(names, fields) => (names, fields),
            Form::Enum(names, count, mut tier, _) if tag < count => {
                for _ in 0..tag / TIER {
                    tier = tier.others?;
                }
                (names, *tier.tier.get((tag % TIER) as usize)?)
            }
            _ => return None,
        };
        Some((names, names.constructors.get(tag as usize), fields))
    }

    /// Returns whether values have a name for each field: those of a struct or constructor with braces.
    pub(crate) fn has_named_fields(constructor: Option<&Constructor>) -> bool {
        let first = constructor.and_then(|constructor| constructor.fields.first());
        first.is_some_and(|name| !name.starts_with(|first: char| first.is_ascii_digit()))
    }
}
