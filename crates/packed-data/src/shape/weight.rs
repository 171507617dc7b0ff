//! Parts without bytes: how many a value has, so that they can be charged.
//!
//! A value may have parts that take no bytes: units, and structs, tuples and arrays of such. Each byte pays for one of
//! them. Those that bytes do not pay for are charged to [`Limits::empty_elements`](crate::Limits::empty_elements), when
//! bytes are checked and when they are written. They are a number of the type, since what may vary is behind a byte (a
//! tag, a count, a head), where the count begins anew. So there is one charge, without a look at the parts, and a
//! constant 0 for nearly all types:
//!
//! - for the whole value: that of its type ([`whole`]);
//! - for a sequence: for each of its elements that of their type, and 1 if an element itself takes no bytes
//!   ([`element`]);
//! - for each value of an enum with data: that of the fields of its constructor ([`Unpaid`]).
//!
//! Parts with bytes, but none of their own (structs, tuples and arrays without tags or heads) are counted too. Each
//! byte pays for [`PAID`] of these; only a chain of very many newtypes has more. `packed-data-schema` counts in the
//! same way, so that a check by schema accepts the same bytes.

use core::marker::PhantomData;

use super::{Extent, List, SequenceShape, Shape, ShapeOf, SizeClass, Sizes, Variants};
use crate::layout::{Format, Layout, has_table};

/// How many parts without a byte of their own one byte pays for.
const PAID: u64 = 64;

/// The parts of a value that follow from its type, and its bytes. All numbers saturate.
#[derive(Clone, Copy)]
struct Weight {
    /// The parts inside it that take no bytes.
    empty: u64,
    /// Its parts that have no bytes of their own, itself included.
    bare: u64,
    /// The least number of its bytes. (Of an enum with data, 1 where it is not known.)
    bytes: u64,
}

impl Weight {
    /// A struct, tuple or array without a byte of its own, without its parts.
    const BARE: Self = Self { empty: 0, bare: 1, bytes: 0 };

    /// Returns the weight of a value of that number of bytes, at least, without parts.
    const fn of_bytes(bytes: usize) -> Self {
        Self { empty: 0, bare: 0, bytes: bytes as u64 }
    }

    /// Returns the weight of a value of this class.
    const fn of(class: &SizeClass, format: &Format) -> Self {
        // (Then every part is an item, which has bytes.)
        if format.has_heads() {
            return Self::of_bytes(1);
        }
        match class {
            SizeClass::Scalar(kind, width) => match format.scalar_size(*kind, *width) {
                Some(size) => Self::of_bytes(size),
                None => Self::of_bytes(1),
            },
            SizeClass::Tag(constructors) => Self::of_bytes(format.tag_size(*constructors)),
            SizeClass::Unit | SizeClass::Rest | SizeClass::Cons(..) => Self::BARE.and(Self::of_fields(class, format)),
            SizeClass::Struct(fields) => match format.struct_size() {
                0 => Self::BARE.and(Self::of_fields(fields, format)),
                tag => Self::of_bytes(tag).and(Self::of_fields(fields, format)),
            },
            SizeClass::Repeat(element, count) => Self::BARE.and(Self::of_part(element, format).times(*count as u64)),
            // (A head counts as one byte. What is empty in an enum is counted when its constructor is known.)
            SizeClass::Extensible(SizeClass::Walked) | SizeClass::Walked => Self::of_bytes(1),
            SizeClass::Extensible(fields) => Self { bytes: 1, ..Self::BARE.and(Self::of_fields(fields, format)) },
            SizeClass::Optional(field) => Self::of(field, format),
            SizeClass::Headed => Self::of_bytes(format.least_head_size()),
        }
    }

    /// Returns the weight of a value of this class as a part of another one.
    const fn of_part(class: &SizeClass, format: &Format) -> Self {
        let part = Self::of(class, format);
        match Extent::of(class, format) {
            Extent::Static(0) => Self { empty: part.empty.saturating_add(1), ..part },
            _ => part,
        }
    }

    /// Returns the weight of these fields.
    const fn of_fields(fields: &SizeClass, format: &Format) -> Self {
        match fields {
            SizeClass::Cons(SizeClass::Optional(first), rest) => {
                Self { bytes: 0, ..Self::of_part(first, format) }.and(Self::of_fields(rest, format))
            }
            SizeClass::Cons(first, rest) => Self::of_part(first, format).and(Self::of_fields(rest, format)),
            _ => Self::of_bytes(0),
        }
    }

    /// Returns the weight of two parts side by side.
    const fn and(self, other: Self) -> Self {
        Self {
            empty: self.empty.saturating_add(other.empty),
            bare: self.bare.saturating_add(other.bare),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    /// Returns the weight of that number of parts side by side.
    const fn times(self, count: u64) -> Self {
        Self {
            empty: self.empty.saturating_mul(count),
            bare: self.bare.saturating_mul(count),
            bytes: self.bytes.saturating_mul(count),
        }
    }

    /// Returns the number of parts that the bytes do not pay for.
    const fn unpaid(self) -> u64 {
        let bytes = if self.bytes == 0 { 1 } else { self.bytes };
        let bare = self.bare.saturating_sub(bytes.saturating_mul(PAID));
        let empty = self.empty.saturating_sub(self.bytes);
        if empty > bare { empty } else { bare }
    }
}

/// Returns the charge for a whole value of shape `S`.
pub(crate) const fn whole<S: Shape, L: Layout>() -> u64 {
    Weight::of(&S::SIZE_CLASS, L::FORMAT).unpaid()
}

/// Returns the charge for each element of a sequence of shape `Q`.
pub(crate) const fn element<Q: SequenceShape, L: Layout>() -> u64 {
    let part = Weight::of_part(&<ShapeOf<Q::Element> as Shape>::SIZE_CLASS, L::FORMAT);
    // (A byte is before each, or in the table.)
    let has_byte = L::FORMAT.writes_cells() || has_table::<ShapeOf<Q::Element>, L>();
    if has_byte { part.and(Weight::of_bytes(1)).unpaid() } else { part.unpaid() }
}

/// Returns whether elements of this class are never charged, in any layout.
pub(super) const fn is_never_charged(element: &SizeClass) -> bool {
    let part = Weight::of_part(element, &Format::BAREST);
    part.empty == 0 && part.bare <= PAID
}

/// The size classes of the fields of up to 16 constructors, in the order of their tags, and those of the further
/// constructors.
#[doc(hidden)]
pub struct VariantClasses {
    pub(super) group: &'static [&'static SizeClass],
    pub(super) others: Option<&'static VariantClasses>,
}

/// The charges for the values of an enum with the constructors `V`, by tag.
pub(crate) struct Unpaid<S, V, L>(PhantomData<(S, V, L)>);

impl<S: Shape, V: Variants, L: Layout> Unpaid<S, V, L> {
    /// The bytes of the tag, or 1 for the head of an extensible type.
    const TAG: usize = if S::IS_EXTENSIBLE { 1 } else { L::FORMAT.tag_size(V::COUNT) };
    /// Whether there is a charge for any constructor.
    pub(crate) const IS_ANY: bool = {
        let (mut groups, mut is_any) = (Some(V::CLASSES), false);
        while let Some(classes) = groups {
            let mut tag = 0;
            while tag < classes.group.len() {
                is_any = is_any || Self::of_class(classes.group[tag]) > 0;
                tag += 1;
            }
            groups = classes.others;
        }
        is_any
    };

    /// Returns the charge for a constructor with these fields.
    const fn of_class(fields: &SizeClass) -> u64 {
        if L::FORMAT.has_heads() {
            return 0;
        }
        Weight::of_fields(fields, L::FORMAT).and(Weight::of_bytes(Self::TAG)).unpaid()
    }

    /// Returns the charge for a constructor with the fields `F`.
    pub(crate) const fn of<F: List>() -> u64 {
        Self::of_class(&F::SIZE_CLASS)
    }
}

/// Returns whether a value of shape `S` is copied into a layout without a charge: whether nothing in it is charged.
pub(crate) const fn is_copied_freely<S: Shape, L: Layout>() -> bool {
    // (In a layout that omits the tag of a single constructor, a flat value of varying size may have elements without
    // bytes.)
    S::FLAT && S::IS_NEVER_CHARGED && (!L::FORMAT.omits_tags() || Sizes::<S, L>::SIZE.is_some())
}
