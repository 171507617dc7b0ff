//! Size classes, extents, and the constants that follow from them in a layout.

use core::marker::PhantomData;

pub(crate) use packed_data_model::Extent;

use super::variants::TIER;
use super::{List, Shape, Style, Variants};
use crate::layout::{Format, Layout, SizeRule};
use crate::wire::pointer::Ptr;
use crate::wire::scalar::Kind;
use crate::wire::varint;

/// The size class of a shape: what determines the size of its values, independent of the layout.
///
/// The class of an enum with data, and that of a sequence, do not depend on what these contain. Therefore the class of
/// a recursive type does not depend on itself.
pub enum SizeClass {
    /// A scalar of that kind; the number is its width in memory, in bytes.
    Scalar(Kind, usize),
    /// A tag only: an enum without data, with this number of constructors.
    Tag(u32),
    /// No fields.
    Unit,
    /// The unknown fields of an extensible value: the bytes after its known fields, up to the end that its head states.
    Rest,
    /// A field that may be absent, of the given class.
    Optional(&'static SizeClass),
    /// A struct or enum whose values may have fields that a reader does not know. The class in it is that of the fields
    /// that are known, as far as it matters whether they nest.
    Extensible(&'static SizeClass),
    /// A field, followed by the other fields.
    Cons(&'static SizeClass, &'static SizeClass),
    /// A struct with these fields.
    Struct(&'static SizeClass),
    /// An array: this number of elements of the same class.
    Repeat(&'static SizeClass, usize),
    /// The beginning of a value determines its end.
    Headed,
    /// The end of a value is found only by a walk over its parts.
    Walked,
}

/// Returns how the end of a value of this class is found in a layout with this format.
pub(crate) const fn extent(class: &SizeClass, format: &Format) -> Extent {
    if format.has_heads() {
        return Extent::Walked;
    }
    let extent = match class {
        SizeClass::Scalar(kind, width) => Extent::scalar(*kind, *width, format),
        SizeClass::Tag(constructors) if format.tags_vary(*constructors as usize) => Extent::Headed,
        SizeClass::Tag(constructors) => Extent::Static(bare_tag_size(*constructors, format)),
        SizeClass::Unit => Extent::Static(0),
        SizeClass::Cons(first, rest) => extent(rest, format).after(extent(first, format), format),
        SizeClass::Struct(fields) => extent(fields, format).in_struct(format),
        SizeClass::Repeat(element, count) => extent(element, format).repeated(*count, format),
        SizeClass::Extensible(_) if format.heads_extensible => Extent::Headed,
        SizeClass::Headed => Extent::Headed,
        SizeClass::Walked | SizeClass::Extensible(_) | SizeClass::Optional(_) | SizeClass::Rest => Extent::Walked,
    };
    // (The model adds sizes saturating.)
    assert!(!matches!(extent, Extent::Static(usize::MAX)), "values of this type are too large");
    extent
}

/// Returns the extent in the native layouts. Levels of nesting are counted by it in every layout, so that limits mean
/// the same in all of them.
const fn native_extent(class: &SizeClass) -> Extent {
    extent(class, &Format::NATIVE)
}

/// Returns the number of bytes of the tag of shape `S`, with the constructors `V`; the least number if tags vary. Fails
/// to compile if the layout does not have such types.
pub(crate) const fn tag_size<S: Shape, V: Variants>(format: &Format) -> usize {
    expect(format.tag_size(V::COUNT as usize, is_optional::<S>()))
}

/// Returns the number of bytes of the tag of an enum without data, as [`tag_size`] does.
pub(crate) const fn bare_tag_size(constructors: u32, format: &Format) -> usize {
    expect(format.tag_size(constructors as usize, false))
}

/// Returns whether values of shape `S` are optional values.
const fn is_optional<S: Shape>() -> bool {
    matches!(S::STYLE, Style::Optional)
}

/// Returns the size; fails to compile if there is none.
const fn expect(size: Result<usize, &'static str>) -> usize {
    match size {
        Ok(size) => size,
        Err(why) => panic!("{}", why),
    }
}

/// Returns whether every value of this class takes at least one byte. (If the layout omits the tag of an enum of one
/// constructor, a value of that enum may take no bytes, even if it has data.)
const fn takes_bytes(class: &SizeClass, format: &Format) -> bool {
    match class {
        _ if format.has_heads() => true,
        SizeClass::Scalar(..) | SizeClass::Headed => true,
        SizeClass::Tag(constructors) => *constructors != 1 || !format.omits_tags(),
        SizeClass::Unit | SizeClass::Rest | SizeClass::Optional(_) => false,
        SizeClass::Cons(first, rest) => takes_bytes(first, format) || takes_bytes(rest, format),
        SizeClass::Struct(fields) => format.struct_size() > 0 || takes_bytes(fields, format),
        SizeClass::Repeat(element, count) => *count > 0 && takes_bytes(element, format),
        SizeClass::Walked => !format.omits_tags(),
        SizeClass::Extensible(_) => format.heads_extensible,
    }
}

/// Returns whether every value of this class takes at least one byte, in every layout.
pub(crate) const fn always_takes_bytes(class: &SizeClass) -> bool {
    takes_bytes(class, &Format::BAREST)
}

/// Returns whether elements of this class all have the same size. A sequence of them is one block of bytes, and not a
/// level of nesting.
pub(crate) const fn is_block(element: &SizeClass) -> bool {
    matches!(native_extent(element), Extent::Static(_))
}

/// Returns whether the end of a value of this class is found only by a walk over its parts.
pub(crate) const fn is_walked(class: &SizeClass) -> bool {
    matches!(native_extent(class), Extent::Walked)
}

/// Returns whether values of this class contain, outside of sequences, a part whose end is found only by a walk: an
/// enum with data.
pub(crate) const fn has_walked(class: &SizeClass) -> bool {
    match class {
        SizeClass::Scalar(..) | SizeClass::Tag(_) | SizeClass::Unit | SizeClass::Rest | SizeClass::Headed => false,
        SizeClass::Extensible(inner) | SizeClass::Optional(inner) => has_walked(inner),
        SizeClass::Cons(first, rest) => has_walked(first) || has_walked(rest),
        SizeClass::Struct(fields) => has_walked(fields),
        SizeClass::Repeat(element, count) => *count > 0 && has_walked(element),
        SizeClass::Walked => true,
    }
}

/// Returns whether the layout writes the tag of a struct, which must be zero, before or inside values of this class.
/// Sequences and enums inside them are not looked into.
const fn has_tag(class: &SizeClass, format: &Format) -> bool {
    match class {
        SizeClass::Cons(first, rest) => has_tag(first, format) || has_tag(rest, format),
        SizeClass::Struct(fields) => format.struct_size() > 0 || has_tag(fields, format),
        SizeClass::Repeat(element, count) => *count > 0 && has_tag(element, format),
        SizeClass::Optional(field) => has_tag(field, format),
        SizeClass::Extensible(inner) => format.struct_size() > 0 || has_tag(inner, format),
        SizeClass::Scalar(..)
        | SizeClass::Tag(_)
        | SizeClass::Unit
        | SizeClass::Rest
        | SizeClass::Headed
        | SizeClass::Walked => false,
    }
}

/// Returns whether the innermost last field of a value of this class contains an enum with data, outside of
/// sequences.
pub(crate) const fn ends_walked(class: &SizeClass) -> bool {
    match class {
        SizeClass::Cons(last, SizeClass::Unit | SizeClass::Rest) | SizeClass::Optional(last) => ends_walked(last),
        SizeClass::Extensible(inner) => ends_walked(inner),
        SizeClass::Cons(_, rest) => ends_walked(rest),
        SizeClass::Struct(fields) => ends_walked(fields),
        _ => has_walked(class),
    }
}

/// Returns the sum of two sizes; fails to compile if no buffer has so many bytes.
const fn sum(left: usize, right: usize) -> usize {
    match left.checked_add(right) {
        Some(sum) if sum <= isize::MAX as usize => sum,
        _ => panic!("values of this type are too large"),
    }
}

/// Returns an upper bound on the bytes of a value of this class, if one is known.
const fn max_size(class: &SizeClass, format: &Format) -> Option<usize> {
    match class {
        SizeClass::Scalar(kind, width) => Some(format.max_scalar_size(*kind, *width)),
        SizeClass::Tag(constructors) => Some(expect(format.max_head_size(*constructors as usize, false))),
        SizeClass::Unit => Some(format.max_struct_size()),
        SizeClass::Cons(..) if format.sizes_every_field() => None,
        SizeClass::Cons(first, rest) => match (max_size(first, format), max_size(rest, format)) {
            (Some(first), Some(rest)) => Some(sum(first, rest)),
            _ => None,
        },
        SizeClass::Struct(fields) => match max_size(fields, format) {
            Some(fields) => Some(sum(format.max_struct_size(), fields)),
            None => None,
        },
        // For an array of varying size there is no bound: capacity is reserved for each of its elements.
        SizeClass::Repeat(element, count) => {
            match (extent(&SizeClass::Repeat(element, *count), format), max_size(element, format)) {
                (Extent::Static(size), _) => Some(size),
                _ => None,
            }
        }
        SizeClass::Optional(field) => max_size(field, format),
        SizeClass::Headed | SizeClass::Walked | SizeClass::Extensible(_) | SizeClass::Rest => None,
    }
}

/// The size in bytes that a string, a sequence or an enum with data is expected to have.
const USUAL_SIZE: usize = 8;

/// Returns the size in bytes that a value of this class is expected to have, for which there is no upper bound.
const fn usual_size(class: &SizeClass, format: &Format) -> usize {
    match class {
        SizeClass::Cons(first, rest) => usual_size(first, format).saturating_add(usual_size(rest, format)),
        SizeClass::Struct(inner) | SizeClass::Extensible(inner) | SizeClass::Optional(inner) => {
            usual_size(inner, format)
        }
        SizeClass::Repeat(element, count) => usual_size(element, format).saturating_mul(*count),
        SizeClass::Scalar(kind, width) => format.max_scalar_size(*kind, *width),
        SizeClass::Tag(_) => 1,
        SizeClass::Unit | SizeClass::Rest => 0,
        SizeClass::Headed | SizeClass::Walked => USUAL_SIZE,
    }
}

/// Returns whether this is the class of an extensible type.
pub(crate) const fn is_extensible(class: &SizeClass) -> bool {
    matches!(class, SizeClass::Extensible(_))
}

/// Facts about the values of shape `S`, or about the fields `S`, in layout `L`, at compile time.
pub(crate) struct Sizes<S, L>(PhantomData<(S, L)>);

impl<S: Shape, L: Layout> Sizes<S, L> {
    /// How the end of a value is found.
    pub(crate) const EXTENT: Extent = extent(&S::SIZE_CLASS, L::FORMAT);
    /// Whether a value has a head that states where it ends: it is extensible, in a layout with such heads.
    pub(crate) const HAS_HEAD: bool = L::FORMAT.heads_extensible && is_extensible(&S::SIZE_CLASS);
    /// The static size of a value in bytes, if there is one.
    pub(crate) const SIZE: Option<usize> = Self::EXTENT.size();
    /// Whether every value takes at least one byte.
    pub(crate) const TAKES_BYTES: bool = takes_bytes(&S::SIZE_CLASS, L::FORMAT);
    /// Whether the size varies and some values take no bytes.
    pub(crate) const MAY_BE_EMPTY: bool = Self::SIZE.is_none() && !Self::TAKES_BYTES;
    /// Upper bound on the bytes of a value, if one is known.
    ///
    /// (A value with a head may be longer than this if it is copied, since it may have fields that are not known.)
    pub(crate) const MAX_SIZE: Option<usize> = match &S::SIZE_CLASS {
        SizeClass::Extensible(fields @ (SizeClass::Cons(..) | SizeClass::Rest)) if Self::HAS_HEAD => {
            match known_size(fields, L::FORMAT) {
                Some(size) => Some(L::FORMAT.max_value_head_size(static_part(fields, L::FORMAT), Some(size)) + size),
                None => None,
            }
        }
        class => max_size(class, L::FORMAT),
    };
    /// The size in bytes that a value is expected to have: only a guess.
    pub(crate) const USUAL_SIZE: usize = match Self::MAX_SIZE {
        Some(size) => size / 2 + 1,
        None => usual_size(&S::SIZE_CLASS, L::FORMAT),
    };
    /// The bytes of capacity that are reserved wherever a value is written (W5): enough for any value, if its size is
    /// bounded. So it is reserved once for everything in the value, and not checked again for its parts. (0 if the
    /// bound is large, because many values may take much less.)
    pub(crate) const RESERVED: usize = match (Self::SIZE, Self::MAX_SIZE) {
        (Some(size), _) if size <= MOST_STATIC => size,
        (None, Some(most)) if most <= MOST_VARYING => most,
        _ => 0,
    };
    /// If all known fields of a struct with a head have static sizes: the head of each value that has all of them and
    /// no others, provided that its numbers take a byte each.
    pub(crate) const KNOWN_HEAD: Option<KnownHead> = match &S::SIZE_CLASS {
        SizeClass::Extensible(fields @ (SizeClass::Cons(..) | SizeClass::Rest)) if Self::HAS_HEAD => {
            KnownHead::of(fields, L::FORMAT)
        }
        _ => None,
    };
    /// Whether heads may be open where a value was written, because its last field was left to a loop.
    pub(crate) const LEAVES_HEADS: bool = Self::HAS_HEAD && Self::MAX_SIZE.is_none();
    /// Whether every bit pattern of the static size is a valid value. Then no check looks at the bytes of a value.
    pub(crate) const ALL_VALID: bool = S::ALL_VALID && !has_tag(&S::SIZE_CLASS, L::FORMAT);
    /// Whether it is known that each value has exactly one encoding, so that bytes that are valid are those that
    /// packing writes. Code that copies bytes instead of packing a value, or compares bytes instead of values, must ask
    /// it.
    pub(crate) const HAS_ONE_ENCODING: bool = S::HAS_ONE_ENCODING && !L::COUNTS_ITEMS;
    /// If values stored side by side are valid exactly if each of their bytes is less than some number: that number.
    /// (If the size is the least that a value can have, the layout writes a `bool` and a tag in one byte. Some layouts
    /// write other bytes between elements.)
    pub(crate) const BYTES_BELOW: Option<u16> = match (Self::EXTENT, native_extent(&S::SIZE_CLASS)) {
        (Extent::Static(size), Extent::Static(least)) if size == least && L::FORMAT.writes_only_elements() => {
            S::BYTES_BELOW
        }
        _ => None,
    };
}

/// The largest static size that is [reserved](Sizes::RESERVED).
const MOST_STATIC: usize = 1024;

/// The largest bound on a varying size that is [reserved](Sizes::RESERVED).
const MOST_VARYING: usize = 64;

impl<F: List, L: Layout> Sizes<F, L> {
    /// Whether all fields are of static size, in a layout that stores such fields before all others.
    pub(crate) const IS_STATIC: bool = L::FORMAT.static_first && all_static(&F::SIZE_CLASS, L::FORMAT);
    /// If a head states where the fields end, and all are of static size: the bytes that they take together.
    pub(crate) const KNOWN_SIZE: Option<usize> =
        if Self::ENDS_BY_HEAD { known_size(&F::SIZE_CLASS, L::FORMAT) } else { None };
    /// Whether a head states where the fields end: they are those of an extensible type, in a layout with such heads.
    pub(crate) const ENDS_BY_HEAD: bool = L::FORMAT.heads_extensible && F::IS_EXTENSIBLE;
    /// Returns an upper bound on the bytes before the leading fields of a struct, with its static part.
    pub(crate) const fn struct_begin() -> usize {
        let head =
            if Self::ENDS_BY_HEAD { L::FORMAT.max_value_head_size(Self::STATIC_PART, Self::KNOWN_SIZE) } else { 0 };
        head + L::FORMAT.max_struct_size() + Self::STATIC_PART
    }

    /// How many bytes the fields of static size take that the layout stores before all others; 0 in a layout that
    /// stores all fields in the order of their declaration.
    pub(crate) const STATIC_PART: usize =
        if L::FORMAT.static_first { static_part(&F::SIZE_CLASS, L::FORMAT) } else { 0 };
    /// How many bytes the leading fields take, up to the first that has no static size or has its size before it.
    pub(crate) const RUN: usize = run(&F::SIZE_CLASS, L::FORMAT, false);
    /// Upper bound on the bytes of the leading fields, up to the first that has no known bound or has its size before
    /// it.
    /// Where the fields of static size are in a part of their own, the size of no other field is bounded: then it is
    /// the byte that is reserved for the size of the first of the others, if it has one.
    pub(crate) const MAX_RUN: usize = if L::FORMAT.static_first {
        size_before(&F::SIZE_CLASS, L::FORMAT)
    } else {
        run(&F::SIZE_CLASS, L::FORMAT, true)
    };
}

/// The head of a struct whose known fields all have static sizes, in a value that has all of them and no others.
#[derive(Clone, Copy)]
pub(crate) struct KnownHead {
    /// The size and, in a layout with a static part, the size of that: a byte each. The second one is 0 otherwise.
    bytes: [u8; 2],
    /// Whether the layout has a static part.
    has_part: bool,
}

impl KnownHead {
    /// Returns the head of values with these fields, if the size of each is static and the head has no long numbers.
    const fn of(fields: &SizeClass, format: &Format) -> Option<Self> {
        let Some(fields) = known_size(fields, format) else { return None };
        // (Only the fields are in the static part, and all of them are.)
        let (size, part) = if format.static_first { (1 + fields, fields) } else { (fields, 0) };
        if varint::len(size as u64) > 1 {
            return None;
        }
        Some(Self { bytes: [size as u8, part as u8], has_part: format.static_first })
    }

    /// Returns the size that the head states.
    #[inline(always)]
    pub(crate) const fn size(self) -> u8 {
        self.bytes[0]
    }

    /// Returns the number of bytes of the whole value.
    #[inline(always)]
    pub(crate) const fn value_size(self) -> usize {
        1 + self.bytes[0] as usize
    }

    /// Returns the number of bytes of the static part; 0 in a layout without one.
    #[inline(always)]
    pub(crate) const fn static_part(self) -> usize {
        self.bytes[1] as usize
    }

    /// Returns the bytes of the head.
    #[inline(always)]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        if self.has_part { &self.bytes } else { &self.bytes[..1] }
    }

    /// Returns whether a value begins with this head.
    ///
    /// # Safety
    ///
    /// A valid value with a head is stored at `pos`, in the layout of this head.
    #[inline(always)]
    pub(crate) unsafe fn is_at(self, pos: Ptr) -> bool {
        // SAFETY: the caller promises a head, which has a number at least, and one more in a layout with a static part.
        unsafe {
            if self.has_part { pos.load::<[u8; 2]>() == self.bytes } else { pos.load::<[u8; 1]>() == [self.bytes[0]] }
        }
    }
}

/// Returns whether the size of each field is static.
const fn all_static(fields: &SizeClass, format: &Format) -> bool {
    match fields {
        SizeClass::Cons(SizeClass::Optional(first), rest) | SizeClass::Cons(first, rest) => {
            matches!(extent(first, format), Extent::Static(_)) && all_static(rest, format)
        }
        _ => true,
    }
}

/// Returns how many bytes the fields of an extensible type take together, if the size of each is static.
const fn known_size(fields: &SizeClass, format: &Format) -> Option<usize> {
    match fields {
        SizeClass::Cons(SizeClass::Optional(first), rest) | SizeClass::Cons(first, rest) => {
            match (extent(first, format), known_size(rest, format)) {
                (Extent::Static(first), Some(rest)) => Some(sum(first, rest)),
                _ => None,
            }
        }
        _ => Some(0),
    }
}

/// Returns how many bytes those fields take whose size is static.
const fn static_part(fields: &SizeClass, format: &Format) -> usize {
    match fields {
        SizeClass::Cons(first, rest) => {
            let field = if let SizeClass::Optional(field) = first { field } else { first };
            let size = match extent(field, format) {
                Extent::Static(size) => size,
                Extent::Headed | Extent::Walked => 0,
            };
            sum(size, static_part(rest, format))
        }
        _ => 0,
    }
}

/// The sizes of the parts of a struct or constructor that are known before it is written.
#[derive(Clone, Copy)]
pub struct PartSizes {
    /// The size of the static part, in a layout that has one.
    pub(crate) static_part: usize,
    /// The size of all fields together, if a head states it and it is known.
    pub(crate) fields: Option<usize>,
}

impl PartSizes {
    /// Returns the sizes for the fields `F` in layout `L`.
    pub(crate) const fn of<F: List, L: Layout>() -> Self {
        Self { static_part: Sizes::<F, L>::STATIC_PART, fields: Sizes::<F, L>::KNOWN_SIZE }
    }
}

/// Returns an upper bound on the bytes before the static part of an enum of shape `S`.
pub(crate) const fn enum_begin<S: Shape, V: Variants, L: Layout>() -> usize {
    if Sizes::<S, L>::HAS_HEAD {
        // (The static part is at most as long as its length says, in at most nine bytes.)
        return L::FORMAT.max_value_head_size(usize::MAX, Some(usize::MAX)) + varint::len(V::COUNT as u64);
    }
    expect(L::FORMAT.max_head_size(V::COUNT as usize, is_optional::<S>()))
}

/// The sizes of the constructors `V` in layout `L`, by tag.
pub(super) struct SizesByTag<V, L>(PhantomData<(V, L)>);

/// How many bytes the fields of each constructor of one tier take; [`UNKNOWN`] if that is not static.
pub(super) type TierSizes = [usize; TIER as usize];

/// Marks fields whose size is not static. The number is greater than that of the bytes after any offset, so a check of
/// bounds refuses it; and adding it to an offset does not overflow.
pub(super) const UNKNOWN: usize = isize::MAX as usize;

impl<V: Variants, L: Layout> SizesByTag<V, L> {
    /// The size of the fields of each constructor. `None` unless there is only one tier of constructors, and the size
    /// is static for two of them, or for all.
    pub(super) const BY_TAG: Option<TierSizes> = by_tag(V::SIZE_CLASSES, None, V::COUNT, L::FORMAT);
    /// [`BY_TAG`](Self::BY_TAG), but fields with bit patterns that are not valid count as [`UNKNOWN`].
    pub(super) const ALL_VALID_BY_TAG: Option<TierSizes> = by_tag(V::SIZE_CLASSES, Some(V::VALID), V::COUNT, L::FORMAT);
    /// Whether that table has the size of every constructor.
    pub(super) const ALL_VALID: bool = match Self::ALL_VALID_BY_TAG {
        Some(sizes) => {
            let mut tag = 0;
            while tag < V::COUNT as usize && sizes[tag] != UNKNOWN {
                tag += 1;
            }
            tag == V::COUNT as usize
        }
        None => false,
    };

    /// Returns the size for `tag` in one of these tables. `tag` must be less than the number of constructors.
    #[inline(always)]
    pub(super) fn of(sizes: &TierSizes, tag: u32) -> usize {
        if V::COUNT == 2 {
            // (Both sizes are known. The position of the next tag depends on this one, and calculating takes less time
            // than a load from the table.)
            let more = sizes[1].wrapping_sub(sizes[0]);
            return sizes[0].wrapping_add((tag as usize).wrapping_mul(more));
        }
        sizes[tag as usize % sizes.len()]
    }
}

const fn by_tag(
    classes: &[&SizeClass],
    valid: Option<&[bool]>,
    constructors: u32,
    format: &Format,
) -> Option<TierSizes> {
    let mut sizes = [UNKNOWN; TIER as usize];
    if format.has_heads()
        || classes.len() != constructors as usize
        || !matches!(format.sizes, SizeRule::None | SizeRule::ForJumps)
    {
        return None;
    }
    let (mut tag, mut known) = (0, 0);
    while tag < classes.len() {
        let is_asked_for = match valid {
            Some(valid) => valid[tag] && !has_tag(classes[tag], format),
            None => true,
        };
        if let (Extent::Static(size), true) = (extent(classes[tag], format), is_asked_for) {
            sizes[tag] = size;
            known += 1;
        }
        tag += 1;
    }
    if known > 1 || known == classes.len() { Some(sizes) } else { None }
}

/// Finds the leading field of static size, or the field of the static part, that does not fit in `left` bytes. Returns
/// how many fields come before it, its size, and its offset.
pub(super) fn shortage(mut fields: &SizeClass, format: &Format, mut left: usize) -> (u32, usize, usize) {
    let (mut before, mut offset) = (0, 0);
    while let SizeClass::Cons(first, rest) = fields {
        match extent(first, format).size() {
            Some(size) if size <= left => {
                (before, offset, left) = (before + 1, offset + size, left - size);
                fields = rest;
            }
            None if format.static_first => (before, fields) = (before + 1, rest),
            size => return (before, size.unwrap_or(1), offset),
        }
    }
    (before, 0, offset)
}

/// Returns the bytes to be reserved for the size before the first field that is not static.
const fn size_before(fields: &SizeClass, format: &Format) -> usize {
    match fields {
        SizeClass::Cons(SizeClass::Optional(first), rest) | SizeClass::Cons(first, rest) => match extent(first, format)
        {
            Extent::Static(_) => size_before(rest, format),
            first => first.is_sized(matches!(rest, SizeClass::Unit), format) as usize,
        },
        _ => 0,
    }
}

const fn run(class: &SizeClass, format: &Format, at_most: bool) -> usize {
    match class {
        SizeClass::Cons(first, rest) => {
            let size = if at_most { max_size(first, format) } else { extent(first, format).size() };
            match size {
                Some(size) if !extent(first, format).is_sized(matches!(rest, SizeClass::Unit), format) => {
                    sum(size, run(rest, format, at_most))
                }
                _ => 0,
            }
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: SizeClass = SizeClass::Repeat(&SizeClass::Tag(1), isize::MAX as usize);
    const FIELDS: SizeClass = SizeClass::Cons(&LARGE, &SizeClass::Cons(&SizeClass::Tag(1), &HEADED));
    const HEADED: SizeClass = SizeClass::Cons(&SizeClass::Headed, &SizeClass::Unit);

    #[test]
    #[should_panic(expected = "values of this type are too large")]
    fn a_static_part_fits_a_buffer() {
        static_part(&FIELDS, &Format::INDEXED);
    }

    #[test]
    #[should_panic(expected = "values of this type are too large")]
    fn leading_fields_fit_a_buffer() {
        run(&FIELDS, &Format::COMPACT, true);
    }

    #[test]
    #[should_panic(expected = "values of this type are too large")]
    fn a_bound_fits_a_buffer() {
        max_size(&SizeClass::Cons(&LARGE, &SizeClass::Cons(&SizeClass::Tag(1), &SizeClass::Unit)), &Format::COMPACT);
    }

    #[test]
    #[should_panic(expected = "values of this type are too large")]
    fn known_fields_fit_a_buffer() {
        known_size(&SizeClass::Cons(&LARGE, &SizeClass::Cons(&SizeClass::Tag(1), &SizeClass::Rest)), &Format::COMPACT);
    }
}
