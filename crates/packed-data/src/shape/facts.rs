//! The facts of shapes in one layout, computed from their constant schemas, for the reader of the model.

use core::ops::Deref;

use packed_data_model::types::{self, ConstructorFacts, Element, FieldFacts, Types};
use packed_data_model::{Extent, Format};

use super::schema::{FieldSchema, FieldSchemas, Form, Schema};
use super::size_class::{SizeClass, extent, is_extensible};
use super::{SequenceKind, Shape, Style};
use crate::layout::SizeRule;

/// The shapes of the program in a layout with this format. (A fact is computed when a value is opened, or a part found:
/// nothing is made for a type before that.)
#[derive(Clone, Copy)]
pub(crate) struct Shapes(pub(crate) &'static Format);

/// A fact that is computed, and not kept.
#[derive(Clone, Copy)]
pub(crate) struct Computed<F>(F);

impl<F> Deref for Computed<F> {
    type Target = F;

    #[inline(always)]
    fn deref(&self) -> &F {
        &self.0
    }
}

/// The fields of a struct or constructor, which are a list, and the place in it of the one that was found last.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    all: FieldSchemas,
    rest: FieldSchemas,
    /// The index of the first field in `rest`.
    index: u32,
    /// Whether others may follow the fields that are known.
    is_extensible: bool,
}

impl Fields {
    const NONE: Self = Self { all: None, rest: None, index: 0, is_extensible: false };

    /// Returns the field with this index, and those after it. (In the order of the fields, this takes constant time.)
    fn find(&mut self, index: usize) -> Option<(&'static FieldSchema, FieldSchemas)> {
        if index < self.index as usize {
            (self.rest, self.index) = (self.all, 0);
        }
        while (self.index as usize) < index {
            self.rest = self.rest?.others;
            self.index += 1;
        }
        self.rest.map(|fields| (&fields.first, fields.others))
    }

    /// Returns the field with this index.
    pub(crate) fn get(&mut self, index: usize) -> Option<&'static FieldSchema> {
        self.find(index).map(|(field, _)| field)
    }
}

impl Shapes {
    /// Returns the elements of an array, or of a sequence.
    fn elements(self, of: &FieldSchema, is_array: bool) -> Element<&'static Schema> {
        let node = (of.schema)();
        let found = self.extent_of(node);
        let is_indexed = matches!(self.0.sizes, SizeRule::ForJumps)
            && if is_array { found == Extent::Walked } else { found.size().is_none() };
        Element {
            node,
            size: found.size(),
            unpaid: 0,
            is_level: false,
            is_deep_key: false,
            may_be_empty: false,
            is_byte: false,
            is_indexed,
        }
    }

    /// Returns how the end of a value is found.
    #[inline(always)]
    fn extent_of(self, of: &Schema) -> Extent {
        if self.0.has_heads() { Extent::Walked } else { extent(of.size_class, self.0) }
    }

    /// Returns whether values of this type have a head.
    fn has_head(self, of: &Schema) -> bool {
        self.0.heads_extensible && is_extensible(of.size_class)
    }
}

impl Types for Shapes {
    type Type = &'static Schema;
    type Constructors = &'static Schema;
    type Fields = Fields;
    type Form = Computed<types::Form<&'static Schema, &'static Schema>>;
    type Element = Computed<Element<&'static Schema>>;
    type Constructor = Computed<ConstructorFacts<Fields>>;
    type Field = Computed<FieldFacts<&'static Schema>>;

    const ANY: (&'static Schema, Fields) = (&<super::Text as Shape>::SCHEMA, Fields::NONE);
    const CHECKS: bool = false;

    #[inline(always)]
    fn format(self) -> &'static Format {
        self.0
    }

    #[inline(always)]
    fn form(self, of: &'static Schema) -> Self::Form {
        Computed(match of.form {
            Form::Scalar(scalar, _) => types::Form::Scalar(scalar),
            Form::Text => types::Form::Text,
            Form::Raw => types::Form::Raw { is_unknown: false },
            Form::Unknown => types::Form::Raw { is_unknown: true },
            Form::Struct(..) => types::Form::Struct {
                constructor: of,
                has_tag: matches!(of.style, Style::Constructors) && self.0.struct_size() > 0,
                has_head: self.has_head(of),
                style: match (of.style, of.size_class) {
                    (Style::Entry, _) => types::Style::Bare,
                    (Style::Tuple, SizeClass::Unit) => types::Style::Null,
                    (Style::Tuple | Style::Optional, _) => types::Style::InArray,
                    (Style::Constructors, _) => types::Style::Tagged,
                },
            },
            Form::Enum(_, count, _, has_other) => {
                let (has_head, is_optional) = (self.has_head(of), matches!(of.style, Style::Optional));
                types::Form::Enum {
                    first: of,
                    count,
                    tag_size: types::tag_size(self.0, count as usize, is_optional).unwrap_or(0),
                    is_optional,
                    has_other,
                    has_head,
                    keeps_unknown: has_head && has_other && is_unknown(of, count.wrapping_sub(1)),
                }
            }
            Form::Array(element, len) => types::Form::Array { len, element: self.elements(element, true) },
            Form::Sequence(element, kind) => {
                let element = self.elements(element, false);
                let kind = match kind {
                    _ if matches!(element.node.style, Style::Entry) => types::SequenceKind::Map,
                    SequenceKind::List => types::SequenceKind::List,
                    SequenceKind::Vector => types::SequenceKind::Vector,
                    SequenceKind::Set => types::SequenceKind::Set,
                };
                types::Form::Sequence { element, kind }
            }
        })
    }

    #[inline(always)]
    fn element(
        self,
        _: &'static Schema,
        form: &types::Form<&'static Schema, &'static Schema>,
    ) -> Option<Self::Element> {
        match form {
            types::Form::Array { element, .. } | types::Form::Sequence { element, .. } => Some(Computed(*element)),
            _ => None,
        }
    }

    #[inline]
    fn constructor(self, of: &'static Schema, tag: u32) -> Option<Self::Constructor> {
        let (_, _, all) = of.constructor(tag)?;
        let (mut len, mut static_part, mut rest) = (0, 0, all);
        while let Some(fields) = rest {
            len += 1;
            if self.0.static_first {
                static_part += self.extent_of((fields.first.schema)()).size().unwrap_or(0);
            }
            rest = fields.others;
        }
        let is_extensible = is_extensible(of.size_class);
        Some(Computed(ConstructorFacts {
            first: Fields { all, rest: all, index: 0, is_extensible },
            len,
            required: 0,
            static_part,
            unpaid: 0,
            fixed_end: len,
            walked_end: len,
            gates: None,
            is_extensible,
        }))
    }

    #[inline]
    fn field(self, of: &mut Fields, index: usize) -> Option<Self::Field> {
        let (field, others) = of.find(index)?;
        let node = (field.schema)();
        let extent = self.extent_of(node);
        let is_sized = !field.is_bare && extent.is_sized(others.is_none() && !of.is_extensible, self.0);
        Some(Computed(FieldFacts {
            node,
            size: if is_sized { None } else { extent.size() },
            extent,
            run: 0,
            is_sized,
            is_end: false,
            is_level: false,
            is_deep_key: false,
            all_valid: false,
            has_default: field.default.is_some(),
            tag: field.tag,
        }))
    }

    #[inline]
    fn extent(self, of: &'static Schema) -> Extent {
        self.extent_of(of)
    }
}

/// Returns whether the field of constructor `tag` holds one that the reader does not know.
fn is_unknown(of: &Schema, tag: u32) -> bool {
    let fields = of.constructor(tag).and_then(|(_, _, fields)| fields);
    fields.is_some_and(|fields| matches!((fields.first.schema)().form, Form::Unknown))
}
