//! `RawBuf`: an item of CBOR of any kind, kept unchanged, as a field of a packed value.

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use packed_data_cbor::{Error, check, to_diagnostic};

use crate::Limits;
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout, ReadLayout};
use crate::packable::{Packable, Unpack};
use crate::shape::{RawItem, RawKind};
use crate::view::{Read, View, sealed};
use crate::wire::levels::{Levels, TooDeep};

/// The canonical type of [`RawBuf`] and [`Raw`]: any item of CBOR, packed. This type has no values.
///
/// The layout [`Cbor`](crate::Cbor) stores the item itself; the other layouts store its bytes like a string.
pub enum Item {
    #[doc(hidden)]
    Never(Infallible),
}

/// A well-formed item of CBOR of any kind, borrowed: for data whose type the reader does not know.
///
/// ```
/// use packed_data::cbor::Raw;
///
/// let raw = Raw::new(b"\x82\x05\x61a")?;
/// assert_eq!(raw.constructor(), Some(5));
/// assert_eq!(raw.to_string(), "[5, \"a\"]");
/// # Ok::<(), packed_data::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Raw<'b> {
    /// Invariant (X1): exactly one well-formed item.
    bytes: &'b [u8],
}

/// A well-formed item of CBOR of any kind: the type of a field that may contain any data.
///
/// A variant marked `#[packable(other)]` contains one. It keeps a constructor that the reader does not know, so that
/// writing the value back loses nothing.
///
/// ```
/// use packed_data::cbor::RawBuf;
/// use packed_data::{Cbor, Packable, Packed};
///
/// #[derive(Debug, PartialEq, Packable)]
/// enum Shape {
///     Circle(f64),
///     #[packable(other)]
///     Unknown(RawBuf),
/// }
///
/// let newer = b"\x83\x01\x02\x03"; // a constructor of a newer version: [1, 2, 3]
/// let shape = Packed::<Shape, Cbor, _>::from_bytes(newer.as_slice())?.unpack()?;
/// assert_eq!(shape, Shape::Unknown(RawBuf::new(newer.to_vec())?));
/// assert_eq!(Packed::<Shape, Cbor>::pack(&shape).as_bytes(), newer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RawBuf {
    /// Exactly one well-formed item, as in X1 of [`Raw`].
    bytes: Vec<u8>,
}

impl<'b> Raw<'b> {
    /// Checks that these bytes are exactly one well-formed item, within the default limits.
    ///
    /// # Errors
    ///
    /// Returns the error of [`check`].
    pub fn new(bytes: &'b [u8]) -> Result<Self, Error> {
        check(bytes, &Limits::DEFAULT)?;
        Ok(Self { bytes })
    }

    /// Returns the bytes of the item.
    pub fn as_bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Returns the number of the constructor, if the item is an array that begins with a number.
    pub fn constructor(&self) -> Option<u64> {
        packed_data_model::check::item_tag(self.bytes)
    }

    /// Copies the bytes of the item.
    pub fn to_buf(&self) -> RawBuf {
        RawBuf { bytes: self.bytes.to_vec() }
    }

    /// Returns the item in diagnostic notation.
    fn diagnostic(&self) -> String {
        to_diagnostic(self.bytes).unwrap_or_else(|error| alloc::format!("({error})"))
    }
}

impl RawBuf {
    /// Checks that these bytes are exactly one well-formed item, within the default limits.
    ///
    /// # Errors
    ///
    /// Returns the error of [`check`].
    pub fn new(bytes: Vec<u8>) -> Result<Self, Error> {
        check(&bytes, &Limits::DEFAULT)?;
        Ok(Self { bytes })
    }

    /// Borrows the item.
    pub fn as_raw(&self) -> Raw<'_> {
        Raw { bytes: &self.bytes }
    }

    /// Returns the bytes of the item.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Prints the item in diagnostic notation.
impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic())
    }
}

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({})", self.diagnostic())
    }
}

/// Prints the item in diagnostic notation.
impl fmt::Display for RawBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_raw().fmt(f)
    }
}

impl fmt::Debug for RawBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_raw().fmt(f)
    }
}

/// Implements packing for a type whose packed form is an item.
macro_rules! items {
    ($(($($lifetime:lifetime)?) $T:ty, |$item:ident| $bytes:expr);+ $(;)?) => {$(
        impl<$($lifetime)?> Packable for $T {
            type As = Item;
            type Shape = RawItem;
            type View<'a, L: Access> = Raw<'a>;

            fn view<'a, L: Access>(view: View<'a, Item, L>) -> Raw<'a> {
                view.raw_item()
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Item, L>) -> Written<'v, 'id> {
                let $item = value;
                // SAFETY: by X1 the bytes are one well-formed item.
                unsafe { needs.put_raw($bytes) }.into()
            }
        }
    )+};
}

items! {
    ('b) Raw<'b>, |item| item.bytes;
    () RawBuf, |item| &item.bytes;
}

impl Packable for Item {
    type As = Item;
    type Shape = RawItem;
    type View<'a, L: Access> = Raw<'a>;

    fn view<'a, L: Access>(view: View<'a, Item, L>) -> Raw<'a> {
        view.raw_item()
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Item, L>) -> Written<'v, 'id> {
        match *value {
            Self::Never(never) => match never {},
        }
    }
}

impl<'a, L: Access> View<'a, Item, L> {
    fn raw_item(self) -> Raw<'a> {
        // SAFETY: by V1 a valid item is stored at this position, in bytes that live for `'a`.
        Raw { bytes: unsafe { L::Layout::leaf::<RawKind>(self.pos()) }.0 }
    }
}

impl sealed::Sealed for Item {}

#[diagnostic::do_not_recommend]
impl Read for Item {
    type Value<'a, L: Layout> = Raw<'a>;

    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (Raw<'a>, L::Pos) {
        // SAFETY: by C1 a valid item is stored here, in bytes that live for `'a`.
        let (bytes, end) = unsafe { L::leaf::<RawKind>(cursor.pos()) };
        (Raw { bytes }, end)
    }
}

impl<'a> Unpack<'a> for RawBuf {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Item, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(|raw| raw.to_buf()))
    }
}

impl<'a> Unpack<'a> for Raw<'a> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Item, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read())
    }
}
