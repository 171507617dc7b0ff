//! Converts packed data into another layout, or into another type with the same canonical type.

use alloc::vec::Vec;

use super::{Buffer, Packed};
use crate::build::{Filled, Needs};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// The greatest capacity, in bytes, that is reserved before anything is written.
const MOST_RESERVED: usize = 1 << 20;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Converts the value into layout `M`, without an owned value between the two.
    ///
    /// The result is what `Packed::<T, M>::pack` would write for the unpacked value. In [`Cbor`](crate::Cbor) that is
    /// the deterministic form, so a conversion from `Cbor` to `Cbor` changes bytes that another program wrote
    /// differently. Fields that the type does not know are dropped, and absent fields with `#[packable(default)]` are
    /// written with their default. A type that layout `M` cannot hold does not compile, as in `pack`.
    ///
    /// ```
    /// use packed_data::{Cbor, Indexed, Packed};
    ///
    /// let words: Vec<String> = vec!["to".into(), "be".into()];
    /// let compact: Packed<Vec<String>> = Packed::pack(&words);
    /// let indexed = compact.convert::<Indexed>()?;
    /// assert_eq!(indexed.view().get(1), Some("be"));
    /// assert_eq!(indexed.convert::<Cbor>()?, Packed::pack(&words));
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// Takes time linear in the bytes, except for sorting, and bounded stack. Allocates one buffer, with as many bytes
    /// as this value has, up to 1 MiB. It grows when it is full. If more than half of it is unused at the end, the
    /// unused capacity is released.
    ///
    /// The layouts of CBOR and all others have different orders of keys. Therefore, in a conversion from or to a layout
    /// of CBOR, sets and maps are written first and then sorted. For that, one word is allocated for each element of
    /// the sets and maps that are open at the same time; and for a set or map that is not in order, a copy of its
    /// elements with two words for each. (From CBOR, keys that contain sets or maps may be compared by sort keys, which
    /// are allocated too.) Elements that are not in order move once for each level of such maps in the values of maps.
    /// Between the other layouts nothing is sorted.
    ///
    /// # Errors
    ///
    /// Returns the error of [`convert_with`](Self::convert_with) with [`Limits::DEFAULT`].
    pub fn convert<M: Layout>(&self) -> Result<Packed<T, M>, Error> {
        self.convert_with(&Limits::DEFAULT)
    }

    /// Converts the value into layout `M`, within `limits`, as [`convert`](Self::convert) does.
    ///
    /// ```
    /// use packed_data::{Compact, ErrorKind, Indexed, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into()]);
    /// let error = words.convert_with::<Indexed>(&Limits { bytes: 8, ..Limits::DEFAULT }).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge { limit: 8 });
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`Packed::try_build`]. Valid data can exceed the limits if it was
    /// validated within others, or because limits are measured on the bytes: a `()` takes a byte in `Cbor`, and none in
    /// `Compact`, where [`Limits::empty_elements`] bounds how many there are. The data in a variant marked
    /// `#[packable(other)]` is refused by `Cbor` if it is a constructor that the type knows.
    ///
    /// The offset of the error is that of the byte at which writing stopped.
    pub fn convert_with<M: Layout>(&self, limits: &Limits) -> Result<Packed<T, M>, Error> {
        let capacity = self.as_bytes().len().min(MOST_RESERVED);
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes.
        let built = Packed::build_in(Vec::with_capacity(capacity), limits, |needs: Needs<'_, T::As, M>| unsafe {
            needs.convert::<L>(self.start())
        });
        Ok(built?.shrunk_to_fit())
    }
}

impl<'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'_, 'id, T, L> {
    /// Writes the value to a place that needs one in any layout, as [`Packed::convert`] does. (In the same layout,
    /// [`copy_to`](Self::copy_to) copies the bytes as they are.)
    ///
    /// ```
    /// use packed_data::{Compact, Indexed, Packed};
    ///
    /// let packed = Packed::<(u8, String), Compact>::pack(&(7, "hi".into()));
    /// let text = Packed::<String, Indexed>::build(|needs| {
    ///     packed.read(|pair| pair.fields().skip().tail().convert_to(needs))
    /// });
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn convert_to<'n, M: Layout>(self, needs: Needs<'n, T, M>) -> Done<'id, Filled<'n>, L> {
        // SAFETY: by C1 a valid value is stored at this position, in the layout of `L`.
        let filled = unsafe { needs.convert::<L::Layout>(self.pos()) };
        self.skip().map(|()| filled)
    }
}
