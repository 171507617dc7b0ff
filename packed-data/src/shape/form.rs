//! What is known of a value's size before looking at it.

use core::marker::PhantomData;

use super::variants::GROUP;
use super::{List, Shape, Variants};
use crate::layout::{Format, Layout, Sizes};
use crate::scalar::Kind;

/// What decides the size of a shape's values, whatever the layout.
///
/// An enum with data and a sequence do not look at what they hold, so that the form of a recursive
/// type does not depend on itself.
pub enum Form {
    /// A scalar of that kind, of so many bytes in memory order.
    Scalar(Kind, usize),
    /// A tag among so many constructors, and nothing more.
    Tag(u32),
    /// No fields.
    Unit,
    /// A field, then the others.
    Pair(&'static Form, &'static Form),
    /// A struct with these fields.
    Struct(&'static Form),
    /// So many of the same.
    Repeat(&'static Form, usize),
    /// It begins with what tells where it ends.
    Headed,
    /// Only a walk over it tells where it ends.
    Walked,
}

/// What a layout makes of a [`Form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every value takes so many bytes.
    Static(usize),
    /// A value tells its end at its beginning.
    Headed,
    /// A value must be walked over.
    Walked,
}

impl Extent {
    /// The static size in bytes, if there is one.
    pub const fn size(self) -> Option<usize> {
        match self {
            Self::Static(size) => Some(size),
            Self::Headed | Self::Walked => None,
        }
    }

    const fn of(form: &Form, format: &Format) -> Self {
        if format.has_heads {
            return Self::Walked;
        }
        match form {
            Form::Scalar(kind, width) => match format.scalar_size(*kind, *width) {
                Some(size) => Self::Static(size),
                None => Self::Headed,
            },
            Form::Tag(constructors) => Self::Static(format.tag_size(*constructors)),
            Form::Unit => Self::Static(0),
            Form::Pair(..) if format.sizes_every_field() => Self::Walked,
            Form::Pair(first, rest) => match (Self::of(first, format), Self::of(rest, format)) {
                (Self::Static(first), Self::Static(rest)) => Self::Static(first + rest),
                (extent, Self::Static(0)) => extent,
                _ => Self::Walked,
            },
            Form::Struct(fields) => match (format.struct_size(), Self::of(fields, format)) {
                (tag, Self::Static(size)) => Self::Static(tag + size),
                (0, extent) => extent,
                _ => Self::Walked,
            },
            Form::Repeat(element, count) => match (Self::of(element, format), *count) {
                (_, 0) => Self::Static(0),
                (Self::Static(size), count) => Self::Static(size * count),
                (extent, 1) => extent,
                _ => Self::Walked,
            },
            Form::Headed => Self::Headed,
            Form::Walked => Self::Walked,
        }
    }

    /// What the native layouts make of it: by this levels are counted, so that limits mean the same in every layout.
    const fn native(form: &Form) -> Self {
        Self::of(form, &Format::NATIVE)
    }
}

/// Whether every value of this form takes a byte at least. (Where a layout omits the tag of an enum of one constructor, that
/// may take none, whatever its data.)
const fn takes_bytes(form: &Form, format: &Format) -> bool {
    match form {
        Form::Scalar(..) | Form::Headed => true,
        Form::Tag(constructors) => *constructors != 1 || !format.omits_tags(),
        Form::Unit => false,
        Form::Pair(first, rest) => takes_bytes(first, format) || takes_bytes(rest, format),
        Form::Struct(fields) => format.struct_size() > 0 || takes_bytes(fields, format),
        Form::Repeat(element, count) => *count > 0 && takes_bytes(element, format),
        Form::Walked => !format.omits_tags(),
    }
}

/// Whether every value of this form takes a byte at least in every layout.
pub(crate) const fn has_extent(form: &Form) -> bool {
    takes_bytes(form, &Format::BAREST)
}

/// Whether the elements of a sequence all have the same size, so that it is a block of bytes, and no level
/// of nesting.
pub(crate) const fn is_block(element: &Form) -> bool {
    matches!(Extent::native(element), Extent::Static(_))
}

/// Whether only a walk over a value of this form tells where it ends.
pub(crate) const fn is_walked(form: &Form) -> bool {
    matches!(Extent::native(form), Extent::Walked)
}

/// Whether a value of this form has, outside of sequences, a part that only a walk tells the end of: an enum with
/// data.
pub(crate) const fn has_walked(form: &Form) -> bool {
    match form {
        Form::Scalar(..) | Form::Tag(_) | Form::Unit | Form::Headed => false,
        Form::Pair(first, rest) => has_walked(first) || has_walked(rest),
        Form::Struct(fields) => has_walked(fields),
        Form::Repeat(element, count) => *count > 0 && has_walked(element),
        Form::Walked => true,
    }
}

/// Whether the layout puts the tag of a struct, which must be zero, before or within values of this form, outside of
/// sequences and enums.
const fn has_tag(form: &Form, format: &Format) -> bool {
    match form {
        Form::Pair(first, rest) => has_tag(first, format) || has_tag(rest, format),
        Form::Struct(fields) => format.struct_size() > 0 || has_tag(fields, format),
        Form::Repeat(element, count) => *count > 0 && has_tag(element, format),
        Form::Scalar(..) | Form::Tag(_) | Form::Unit | Form::Headed | Form::Walked => false,
    }
}

/// Whether what a value of this form ends with has such a part: a last field that is one, or in whose last field one is.
pub(crate) const fn ends_walked(form: &Form) -> bool {
    match form {
        Form::Pair(last, Form::Unit) => ends_walked(last),
        Form::Pair(_, rest) => ends_walked(rest),
        Form::Struct(fields) => ends_walked(fields),
        _ => has_walked(form),
    }
}

/// The most bytes that values of this form take, if that is known.
const fn most(form: &Form, format: &Format) -> Option<usize> {
    match form {
        Form::Scalar(kind, width) => Some(format.scalar_room(*kind, *width)),
        Form::Tag(constructors) => Some(format.head_room(*constructors)),
        Form::Unit => Some(format.struct_room()),
        Form::Pair(..) if format.sizes_every_field() => None,
        Form::Pair(first, rest) => match (most(first, format), most(rest, format)) {
            (Some(first), Some(rest)) => Some(first + rest),
            _ => None,
        },
        Form::Struct(fields) => match most(fields, format) {
            Some(fields) => Some(format.struct_room() + fields),
            None => None,
        },
        // A large array makes room for each element.
        Form::Repeat(element, count) => {
            match (Extent::of(&Form::Repeat(element, *count), format), most(element, format)) {
                (Extent::Static(size), _) => Some(size),
                _ => None,
            }
        }
        Form::Headed | Form::Walked => None,
    }
}

/// How many bytes the tag of a type with so many constructors takes: one up to 256 of them, two up to
/// 65,536, then four.
pub(crate) const fn tag_width(constructors: u32) -> usize {
    match constructors {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// The constants of a shape in a layout.
pub struct Of<S, L>(PhantomData<(S, L)>);

impl<S: Shape, L: Layout> Of<S, L> {
    /// What the layout makes of the shape's size.
    pub const EXTENT: Extent = Extent::of(&S::FORM, L::FORMAT);
    /// The static size in bytes, if there is one.
    pub const SIZE: Option<usize> = Self::EXTENT.size();
    /// Whether every value takes a byte at least.
    pub const TAKES_BYTES: bool = L::FORMAT.has_heads || takes_bytes(&S::FORM, L::FORMAT);
    /// Whether some values take no bytes, though the size varies.
    pub const MAY_BE_EMPTY: bool = Self::SIZE.is_none() && !Self::TAKES_BYTES;
    /// The most bytes that a value takes, if that is known.
    pub const ROOM: Option<usize> = most(&S::FORM, L::FORMAT);
    /// Whether every bit pattern of the static size is a valid value: then no check looks at its bytes.
    pub const ALL_VALID: bool = S::ALL_VALID && !has_tag(&S::FORM, L::FORMAT);
}

impl<F: List, L: Layout> Of<F, L> {
    /// How many bytes the fields take that stand first and have a static size.
    pub const RUN: usize = run(&F::FORM, L::FORMAT, false);
    /// How many bytes those fields take at most that stand first and have a known bound.
    pub const ROOM_RUN: usize = run(&F::FORM, L::FORMAT, true);
}

/// The constants of a set of constructors in a layout.
pub(super) struct BySize<V, L>(PhantomData<(V, L)>);

/// How many bytes the fields of each constructor of one group take, or [`UNKNOWN`].
pub(super) type Sizes16 = [usize; GROUP as usize];

/// The size of fields that only a look at them tells: more than stand behind any offset, and not too much to be added to
/// one.
pub(super) const UNKNOWN: usize = isize::MAX as usize;

impl<V: Variants, L: Layout> BySize<V, L> {
    /// How many bytes the fields take, if that is static for more than one constructor of one group.
    pub(super) const BY_TAG: Option<Sizes16> = by_tag(V::FORMS, None, V::COUNT, L::FORMAT);
    /// The same, but for fields of which not any bytes are some.
    pub(super) const ALL_VALID_BY_TAG: Option<Sizes16> = by_tag(V::FORMS, Some(V::VALID), V::COUNT, L::FORMAT);
    /// Whether that tells the size of each.
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

    /// The size in one of these tables for a tag, which is below their number.
    #[inline(always)]
    pub(super) fn of(sizes: &Sizes16, tag: u32) -> usize {
        if V::COUNT == 2 {
            // (Both are known. Where the next tag stands depends on this one: calculating is over sooner than a load.)
            let more = sizes[1].wrapping_sub(sizes[0]);
            return sizes[0].wrapping_add((tag as usize).wrapping_mul(more));
        }
        sizes[tag as usize % sizes.len()]
    }
}

const fn by_tag(forms: &[&Form], valid: Option<&[bool]>, constructors: u32, format: &Format) -> Option<Sizes16> {
    let mut sizes = [UNKNOWN; GROUP as usize];
    if format.has_heads
        || forms.len() != constructors as usize
        || !matches!(format.sizes, Sizes::None | Sizes::ForJumps)
    {
        return None;
    }
    let (mut tag, mut known) = (0, 0);
    while tag < forms.len() {
        let is_asked_for = match valid {
            Some(valid) => valid[tag] && !has_tag(forms[tag], format),
            None => true,
        };
        if let (Extent::Static(size), true) = (Extent::of(forms[tag], format), is_asked_for) {
            sizes[tag] = size;
            known += 1;
        }
        tag += 1;
    }
    if known > 1 || known == forms.len() { Some(sizes) } else { None }
}

const fn run(form: &Form, format: &Format, at_most: bool) -> usize {
    match form {
        Form::Pair(first, rest) => {
            let size = if at_most { most(first, format) } else { Extent::of(first, format).size() };
            match size {
                Some(size) if !format.is_sized(Extent::of(first, format), matches!(rest, Form::Unit)) => {
                    size + run(rest, format, at_most)
                }
                _ => 0,
            }
        }
        _ => 0,
    }
}
