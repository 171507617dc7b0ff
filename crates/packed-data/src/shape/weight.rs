//! Parts without bytes: how many a value has that its bytes do not pay for.
//!
//! A value may have parts that take no bytes: units, and structs, tuples and arrays of such. Each byte pays for one of
//! them. Parts that bytes do not pay for are charged to [`Limits::empty_elements`](crate::Limits::empty_elements), when
//! bytes are checked and when they are written. Their number depends on the type only: everything that varies is after
//! a byte (a tag, a count, a head), where the count begins anew. So there is one charge, without a look at the parts,
//! and a constant 0 for nearly all types:
//!
//! - for the whole value: the charge of its type ([`whole`]);
//! - for each element of a sequence: the charge of the element's type, and 1 if the element itself takes no bytes
//!   ([`element`]);
//! - for each value of an enum with data: the charge of the fields of its constructor ([`Unpaid`]).
//!
//! [`Weight`] counts the parts; `packed-data-schema` counts with it too, so a check by schema accepts the same bytes.

use core::marker::PhantomData;

use packed_data_model::Weight;

use super::{Extent, List, SequenceShape, Shape, ShapeOf, SizeClass, Sizes, Variants, bare_tag_size, extent, tag_size};
use crate::layout::{Format, Layout, has_table};

/// Returns the weight of a value of this class.
const fn weight_of(class: &SizeClass, format: &Format) -> Weight {
    // (Then every part is an item, which has bytes.)
    if format.has_heads() {
        return Weight::of_bytes(1);
    }
    match class {
        SizeClass::Scalar(kind, width) => match format.scalar_size(*kind, *width) {
            Some(size) => Weight::of_bytes(size),
            None => Weight::of_bytes(1),
        },
        SizeClass::Tag(constructors) => Weight::of_bytes(bare_tag_size(*constructors, format)),
        SizeClass::Unit | SizeClass::Rest | SizeClass::Cons(..) => Weight::BARE.and(weight_of_fields(class, format)),
        SizeClass::Struct(fields) => match format.struct_size() {
            0 => Weight::BARE.and(weight_of_fields(fields, format)),
            tag => Weight::of_bytes(tag).and(weight_of_fields(fields, format)),
        },
        SizeClass::Repeat(element, count) => Weight::BARE.and(weight_of_part(element, format).times(*count as u64)),
        // (A head counts as one byte. The empty parts of an enum are counted when its constructor is known.)
        SizeClass::Extensible(SizeClass::Walked) | SizeClass::Walked => Weight::of_bytes(1),
        SizeClass::Extensible(fields) => Weight::BARE.and(weight_of_fields(fields, format)).with_bytes(1),
        SizeClass::Optional(field) => weight_of(field, format),
        SizeClass::Headed => Weight::of_bytes(format.least_head_size()),
    }
}

/// Returns the weight of a value of this class as a part of another one.
const fn weight_of_part(class: &SizeClass, format: &Format) -> Weight {
    weight_of(class, format).as_part(matches!(extent(class, format), Extent::Static(0)))
}

/// Returns the weight of these fields.
const fn weight_of_fields(fields: &SizeClass, format: &Format) -> Weight {
    match fields {
        SizeClass::Cons(SizeClass::Optional(first), rest) => {
            weight_of_part(first, format).with_bytes(0).and(weight_of_fields(rest, format))
        }
        SizeClass::Cons(first, rest) => weight_of_part(first, format).and(weight_of_fields(rest, format)),
        _ => Weight::of_bytes(0),
    }
}

/// Returns the charge for a whole value of shape `S`.
pub(crate) const fn whole<S: Shape, L: Layout>() -> u64 {
    weight_of(&S::SIZE_CLASS, L::FORMAT).unpaid()
}

/// Returns the charge for each element of a sequence of shape `Q`.
pub(crate) const fn element<Q: SequenceShape, L: Layout>() -> u64 {
    let part = weight_of_part(&<ShapeOf<Q::Element> as Shape>::SIZE_CLASS, L::FORMAT);
    // (A byte is before each, or in the table.)
    let has_byte = L::FORMAT.writes_cells() || has_table::<ShapeOf<Q::Element>, L>();
    if has_byte { part.and(Weight::of_bytes(1)).unpaid() } else { part.unpaid() }
}

/// Returns whether elements of this class are never charged, in any layout.
pub(super) const fn is_never_charged(element: &SizeClass) -> bool {
    let part = weight_of_part(element, &Format::BAREST);
    part.is_never_charged()
}

/// The size classes of the fields of up to 16 constructors, in the order of their tags, and those of the further
/// constructors.
#[doc(hidden)]
pub struct VariantClasses {
    pub(super) tier: &'static [&'static SizeClass],
    pub(super) others: Option<&'static VariantClasses>,
}

/// The charges for the values of an enum with the constructors `V`, by tag.
pub(crate) struct Unpaid<S, V, L>(PhantomData<(S, V, L)>);

impl<S: Shape, V: Variants, L: Layout> Unpaid<S, V, L> {
    /// The bytes of the tag, or 1 for the head of an extensible type.
    const TAG: usize = if S::IS_EXTENSIBLE { 1 } else { tag_size::<S, V>(L::FORMAT) };
    /// Whether there is a charge for any constructor.
    pub(crate) const IS_ANY: bool = {
        let (mut tiers, mut is_any) = (Some(V::CLASSES), false);
        while let Some(classes) = tiers {
            let mut tag = 0;
            while tag < classes.tier.len() {
                is_any = is_any || Self::of_class(classes.tier[tag]) > 0;
                tag += 1;
            }
            tiers = classes.others;
        }
        is_any
    };

    /// Returns the charge for a constructor with these fields.
    const fn of_class(fields: &SizeClass) -> u64 {
        if L::FORMAT.has_heads() {
            return 0;
        }
        weight_of_fields(fields, L::FORMAT).and(Weight::of_bytes(Self::TAG)).unpaid()
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
