//! Values of static size: where each scalar in them is.

use alloc::vec::Vec;

use super::{Form, Plan};
use crate::schema::{Scalar, TypeIndex};
use packed_data_model::Encoding;
use packed_data_model::types::VARINT_TAG;

/// The greatest number of parts, and the depth to which they nest.
const MAX_PARTS: usize = 256;
const MAX_NESTED: u32 = 16;

/// A part of a value of static size that contains no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPart {
    /// Where it begins, from the first field or from the beginning of the element.
    pub offset: usize,
    /// The number of its bytes.
    pub size: usize,
    /// What it is.
    pub kind: FixedKind,
}

/// What a [`FixedPart`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedKind {
    /// A scalar, and how it is encoded.
    Scalar(Scalar, Encoding),
    /// The number of the constructor of a struct or enum, before its fields. Its bytes are those of an integer in the
    /// order of the layout. It may have none.
    Tag,
    /// An array of bytes.
    Bytes,
}

impl Plan {
    /// Returns the parts of the fields of a constructor, if all are of static size and side by side.
    pub(crate) fn fixed_fields(&self, of: TypeIndex, tag: u32) -> Option<Vec<FixedPart>> {
        let mut found = Finder { plan: self, parts: Vec::new(), offset: 0 };
        let (Form::Struct { has_head: false, .. } | Form::Enum { has_head: false, .. }) =
            self.nodes.get(of as usize)?.form
        else {
            return None;
        };
        let constructor = self.constructor(of, tag)?;
        if self.format.has_heads() || constructor.is_extensible {
            return None;
        }
        found.fields(constructor.first, constructor.len, MAX_NESTED)?;
        Some(found.parts)
    }

    /// Returns the parts of one element of an array or list, if elements are of static size and side by side.
    pub(crate) fn fixed_elements(&self, of: TypeIndex) -> Option<Vec<FixedPart>> {
        let element = match self.nodes.get(of as usize)?.form {
            Form::Array { element, .. } => element,
            Form::Sequence { element, kind } if !kind.is_sorted() && !self.format.writes_cells() => element,
            _ => return None,
        };
        if self.format.has_heads() || element.size.is_none() || element.is_indexed {
            return None;
        }
        let mut found = Finder { plan: self, parts: Vec::new(), offset: 0 };
        found.node(element.node, MAX_NESTED)?;
        Some(found.parts)
    }
}

struct Finder<'p> {
    plan: &'p Plan,
    parts: Vec<FixedPart>,
    offset: usize,
}

impl Finder<'_> {
    fn add(&mut self, size: usize, kind: FixedKind) -> Option<()> {
        self.parts.push(FixedPart { offset: self.offset, size, kind });
        self.offset += size;
        (self.parts.len() <= MAX_PARTS).then_some(())
    }

    fn node(&mut self, node: u32, nested: u32) -> Option<()> {
        let (of, nested) = (&self.plan.nodes[node as usize], nested.checked_sub(1)?);
        let size = of.extent.size()?;
        match of.form {
            Form::Scalar(scalar) => {
                let encoding = self.plan.format.scalars.encoding(scalar.kind(), scalar.width());
                self.add(size, FixedKind::Scalar(scalar, encoding))
            }
            Form::Struct { constructor, has_tag, has_head: false, .. } => {
                self.add(has_tag.into(), FixedKind::Tag)?;
                let of = &self.plan.constructors[constructor as usize];
                self.fields(of.first, of.len, nested)
            }
            // (Only enums whose constructors have no fields are of static size, but for those without tags.)
            Form::Enum { tag_size, has_head: false, .. } if tag_size != VARINT_TAG && usize::from(tag_size) == size => {
                self.add(size, FixedKind::Tag)
            }
            // (A type may have very many arrays of nothing.)
            Form::Array { .. } if size == 0 => None,
            Form::Array { element, .. } if element.is_byte => self.add(size, FixedKind::Bytes),
            Form::Array { len, element } => (0..len).try_for_each(|_| self.node(element.node, nested)),
            _ => None,
        }
    }

    fn fields(&mut self, first: u32, len: u32, nested: u32) -> Option<()> {
        let fields = &self.plan.fields[first as usize..][..len as usize];
        fields.iter().try_for_each(|field| {
            field.size?;
            self.node(field.node, nested)
        })
    }
}
