//! `Unknown`: a constructor that the program does not know, kept as it was packed.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{OTHER_LAYOUT, UnknownKind, UnknownShape, unknown_tag};
use crate::view::{Read, View, sealed};
use crate::wire::levels::{Levels, TooDeep};

/// The canonical type of [`Unknown`]: a constructor that the type does not know, packed. This type has no values.
pub enum UnknownConstructor {
    #[doc(hidden)]
    Never(Infallible),
}

/// A constructor that the program does not know, with its fields, as it was packed: the field of a variant marked
/// `#[packable(other)]`. Packed again in the same layout, it is what it was; in another layout that is an error, since
/// the types of its fields are not known.
///
/// ```
/// use packed_data::types::Unknown;
/// use packed_data::{Cbor, Compact, Limits, Packable, Packed};
///
/// mod newer {
///     use packed_data::Packable;
///
///     #[derive(Packable)]
///     #[packable(extensible)]
///     pub enum Shape {
///         Circle(u8),
///         Square(u8, u8),
///     }
/// }
///
/// #[derive(Debug, PartialEq, Packable)]
/// enum Shape {
///     Circle(u8),
///     #[packable(other)]
///     Other(Unknown),
/// }
///
/// let packed = Packed::<newer::Shape, Compact>::pack(&newer::Shape::Square(2, 3));
/// let shape = Packed::<Shape, Compact>::from_slice(packed.as_bytes())?.unpack()?;
/// let Shape::Other(unknown) = &shape else { unreachable!() };
/// assert_eq!((unknown.layout(), unknown.tag(), unknown.as_bytes()), ("Compact", Some(1), &[1, 2, 3][..]));
/// assert_eq!(Packed::<Shape, Compact>::pack(&shape).as_bytes(), packed.as_bytes());
/// assert!(Packed::<Shape, Cbor>::with_limits(&Limits::DEFAULT).pack(&shape).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unknown {
    layout: &'static str,
    tag: Option<u64>,
    /// The bytes after the size in the head of the value; the item, in CBOR. They come from a valid value.
    bytes: Vec<u8>,
}

/// The same as [`Unknown`], borrowed from packed data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnknownRef<'a> {
    layout: &'static str,
    tag: Option<u64>,
    bytes: &'a [u8],
}

impl Unknown {
    /// Returns the name of the layout in which it is packed.
    pub fn layout(&self) -> &'static str {
        self.layout
    }

    /// Returns the number of the constructor, counted from 0. `None` only for an item of CBOR that has no number.
    pub fn tag(&self) -> Option<u64> {
        self.tag
    }

    /// Returns the packed bytes: those after the size in the head of the value, so from its tag on (in `Indexed`, from
    /// the size of the static part on); in CBOR, the item.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<'a> UnknownRef<'a> {
    /// Returns the constructor with these bytes.
    fn of<L: Layout>(bytes: &'a [u8]) -> Self {
        Self { layout: L::NAME, tag: unknown_tag::<L>(bytes), bytes }
    }

    /// Returns the name of the layout in which it is packed.
    pub fn layout(&self) -> &'static str {
        self.layout
    }

    /// Returns the number of the constructor, as [`Unknown::tag`] does.
    pub fn tag(&self) -> Option<u64> {
        self.tag
    }

    /// Returns the packed bytes, as [`Unknown::as_bytes`] does.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Copies the bytes.
    pub fn to_owned(&self) -> Unknown {
        Unknown { layout: self.layout, tag: self.tag, bytes: self.bytes.to_vec() }
    }
}

impl fmt::Debug for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unknown({:02x?})", self.bytes)
    }
}

impl fmt::Debug for UnknownRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unknown({:02x?})", self.bytes)
    }
}

/// Implements packing for a type whose packed form is a constructor that is not known.
macro_rules! unknown {
    ($(($($lifetime:lifetime)?) $T:ty, |$this:ident, $needs:ident| $write:expr);+ $(;)?) => {$(
        impl<$($lifetime)?> Packable for $T {
            type As = UnknownConstructor;
            type Shape = UnknownShape;
            type View<'a, L: Access> = UnknownRef<'a>;

            fn view<'a, L: Access>(view: View<'a, UnknownConstructor, L>) -> UnknownRef<'a> {
                view.unknown()
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, $needs: Needs<'id, UnknownConstructor, L>) -> Written<'v, 'id> {
                let $this = value;
                $write
            }
        }
    )+};
}

unknown! {
    () Unknown, |this, needs| needs.put_unknown(this.layout, &this.bytes).into();
    ('u) UnknownRef<'u>, |this, needs| needs.put_unknown(this.layout, this.bytes).into();
    () UnknownConstructor, |this, _needs| match *this { UnknownConstructor::Never(never) => match never {} };
}

impl<'id, L: Layout> Needs<'id, UnknownConstructor, L> {
    fn put_unknown(self, layout: &'static str, bytes: &[u8]) -> crate::Filled<'id> {
        if layout != L::NAME {
            return self.refuse(OTHER_LAYOUT);
        }
        // SAFETY: the bytes come from a valid value in this layout.
        unsafe { self.put_unknown_bytes(bytes) }
    }
}

impl<'a, L: Access> View<'a, UnknownConstructor, L> {
    fn unknown(self) -> UnknownRef<'a> {
        self.read(|cursor: Cursor<'a, '_, UnknownConstructor, L>| cursor.read())
    }
}

impl sealed::Sealed for UnknownConstructor {}

#[diagnostic::do_not_recommend]
impl Read for UnknownConstructor {
    type Value<'a, L: Layout> = UnknownRef<'a>;

    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (UnknownRef<'a>, L::Pos) {
        // SAFETY: by C1 such a value is stored here, in bytes that live for `'a`.
        let (bytes, end) = unsafe { L::leaf::<UnknownKind>(cursor.pos()) };
        (UnknownRef::of::<L>(bytes), end)
    }
}

impl<'a> Unpack<'a> for Unknown {
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, UnknownConstructor, L>,
        _: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(|unknown| unknown.to_owned()))
    }
}

impl<'a> Unpack<'a> for UnknownRef<'a> {
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, UnknownConstructor, L>,
        _: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read())
    }
}
