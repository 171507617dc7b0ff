//! One column: its values in their order, by type.

use alloc::vec::Vec;
use core::marker::PhantomData;

use packed_data_schema::Scalar;

use crate::cursor::{BlobsCursor, Cursor, IntegersCursor};
use crate::error::Error;
use crate::raw::Raw;

mod sealed {
    pub trait Sealed {}
}

/// A type that the values of a column have: integers of up to 64 bits, floats, `bool`, `char`, `&str`, `&[u8]`; and
/// [`Number`] for the numbers of constructors and of elements.
pub trait ColumnValue<'b>: Sized + sealed::Sealed {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    const IS_TEXT: bool = false;
    #[doc(hidden)]
    const IS_BYTES: bool = false;
    #[doc(hidden)]
    const IS_NUMBER: bool = false;
    #[doc(hidden)]
    type Cursor: core::fmt::Debug + Clone;

    #[doc(hidden)]
    fn is(scalar: Scalar) -> bool;

    #[doc(hidden)]
    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn check(columns: &Raw<'b>, column: usize, cursor: Cursor<'b>) -> Result<Column<'b, Self>, Error>;

    #[doc(hidden)]
    fn next(cursor: &mut Self::Cursor) -> Option<Self>;

    #[doc(hidden)]
    fn skip(cursor: &mut Self::Cursor, count: u64);

    /// Appends at most this number of values.
    #[doc(hidden)]
    #[inline]
    fn read(cursor: &mut Self::Cursor, count: usize, out: &mut Vec<Self>) {
        out.extend((0..count).map_while(|_| Self::next(cursor)));
    }

    /// Folds all that is left.
    #[doc(hidden)]
    #[inline]
    fn fold<B>(mut cursor: Self::Cursor, init: B, mut step: impl FnMut(B, Self) -> B) -> B {
        let mut result = init;
        while let Some(value) = Self::next(&mut cursor) {
            result = step(result, value);
        }
        result
    }
}

/// The number of a constructor, for the column of an enum; of elements, for that of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u64);

/// An iterator over the values of a column, which was checked; made by [`Columns::column`](crate::Columns::column).
#[derive(Clone, Debug)]
pub struct Column<'b, V: ColumnValue<'b>> {
    cursor: V::Cursor,
    len: u64,
    of: PhantomData<&'b V>,
}

impl<'b, V: ColumnValue<'b>> Column<'b, V> {
    /// Returns the number of values that are left.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether none are left.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends the next values to a vector, at most this number; returns how many there were.
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data_columns::{Columns, Options, encode};
    ///
    /// let bytes = encode(&Packed::<[u16]>::pack(&[1, 2, 3][..]), Options::new());
    /// let (mut column, mut values) = (Columns::<u16>::open(&bytes)?.column::<u16>("")?, Vec::new());
    /// assert_eq!((column.read(2, &mut values), column.read(2, &mut values)), (2, 1));
    /// assert_eq!(values, [1, 2, 3]);
    /// # Ok::<(), packed_data_columns::Error>(())
    /// ```
    pub fn read(&mut self, count: usize, out: &mut Vec<V>) -> usize {
        let from = out.len();
        let count = usize::try_from(self.len).unwrap_or(usize::MAX).min(count);
        V::read(&mut self.cursor, count, out);
        let read = out.len() - from;
        self.len -= read as u64;
        read
    }

    /// Fills a slice with the next values; returns how many there were.
    pub fn fill(&mut self, out: &mut [V]) -> usize {
        let mut count = 0;
        for (out, value) in out.iter_mut().zip(&mut *self) {
            *out = value;
            count += 1;
        }
        count
    }
}

impl<'b, V: ColumnValue<'b>> Iterator for Column<'b, V> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let value = V::next(&mut self.cursor)?;
        self.len -= 1;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = usize::try_from(self.len).unwrap_or(usize::MAX);
        (len, Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, V) -> B>(self, init: B, step: F) -> B {
        V::fold(self.cursor, init, step)
    }

    fn nth(&mut self, count: usize) -> Option<V> {
        let count = self.len.min(count as u64);
        V::skip(&mut self.cursor, count);
        self.len -= count;
        self.next()
    }
}

/// Implements the trait for types that integers are. A whole column is checked first, block by block.
macro_rules! integers {
    ($($name:ty: $known:literal, $is_number:literal, $of:ident => $is:expr, $convert:expr, $cast:expr;)+) => {$(
        impl sealed::Sealed for $name {}

        impl<'b> ColumnValue<'b> for $name {
            const NAME: &'static str = $known;
            const IS_NUMBER: bool = $is_number;
            type Cursor = Checked<'b>;

            fn is($of: Scalar) -> bool {
                $is
            }

            #[allow(private_interfaces, reason = "the trait is sealed")]
            fn check(columns: &Raw<'b>, column: usize, cursor: Cursor<'b>) -> Result<Column<'b, Self>, Error> {
                let convert: fn(u64) -> Option<Self> = $convert;
                check(columns, column, cursor, |value| convert(value).is_some())
            }

            #[inline]
            fn next(cursor: &mut Checked<'b>) -> Option<Self> {
                let convert: fn(u64) -> Option<Self> = $convert;
                cursor.0.next().ok().and_then(convert)
            }

            fn skip(cursor: &mut Checked<'b>, count: u64) {
                let _ = cursor.0.skip(count);
            }

            #[inline]
            fn read(cursor: &mut Checked<'b>, mut count: usize, out: &mut Vec<Self>) {
                // (All values were checked, so that they need not be converted.)
                let cast: fn(u64) -> Self = $cast;
                while count > 0
                    && let Ok(values) = cursor.0.take_some(count)
                {
                    out.extend(values.iter().map(|value| cast(*value)));
                    count -= values.len();
                }
            }

            #[inline]
            fn fold<B>(mut cursor: Checked<'b>, init: B, mut step: impl FnMut(B, Self) -> B) -> B {
                // (All values were checked, so that they need not be converted.)
                let cast: fn(u64) -> Self = $cast;
                let mut result = init;
                while let Ok(values) = cursor.0.take_some(usize::MAX) {
                    result = values.iter().map(|value| cast(*value)).fold(result, &mut step);
                }
                result
            }
        }
    )+};
}

integers! {
    u8: "u8", false, of => matches!(of, Scalar::U8 | Scalar::NonZeroU8), |value| value.try_into().ok(),
        |value| value as Self;
    u16: "u16", false, of => matches!(of, Scalar::U16 | Scalar::NonZeroU16), |value| value.try_into().ok(),
        |value| value as Self;
    u32: "u32", false, of => matches!(of, Scalar::U32 | Scalar::NonZeroU32), |value| value.try_into().ok(),
        |value| value as Self;
    u64: "u64", false, of => matches!(of, Scalar::U64 | Scalar::NonZeroU64 | Scalar::Usize | Scalar::NonZeroUsize), Some,
        |value| value;
    i8: "i8", false, of => matches!(of, Scalar::I8 | Scalar::NonZeroI8), |value| (value as i64).try_into().ok(),
        |value| value as Self;
    i16: "i16", false, of => matches!(of, Scalar::I16 | Scalar::NonZeroI16), |value| (value as i64).try_into().ok(),
        |value| value as Self;
    i32: "i32", false, of => matches!(of, Scalar::I32 | Scalar::NonZeroI32), |value| (value as i64).try_into().ok(),
        |value| value as Self;
    i64: "i64", false, of => matches!(of, Scalar::I64 | Scalar::NonZeroI64 | Scalar::Isize | Scalar::NonZeroIsize),
        |value| Some(value as i64), |value| value as Self;
    f32: "f32", false, of => of == Scalar::F32, |value| value.try_into().ok().map(f32::from_bits),
        |value| Self::from_bits(value as u32);
    f64: "f64", false, of => of == Scalar::F64, |value| Some(f64::from_bits(value)), Self::from_bits;
    bool: "bool", false, of => of == Scalar::Bool, |value| (value <= 1).then_some(value == 1), |value| value == 1;
    char: "char", false, of => of == Scalar::Char, |value| u32::try_from(value).ok().and_then(char::from_u32),
        |value| char::from_u32(value as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    Number: "numbers", true, _of => false, |value| Some(Self(value)), Self;
}

/// A column of integers, all of whose values were checked.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Checked<'b>(IntegersCursor<'b>);

/// Checks a column of integers; each value must fulfil a condition.
fn check<'b, V: ColumnValue<'b, Cursor = Checked<'b>>>(
    columns: &Raw<'b>,
    column: usize,
    cursor: Cursor<'b>,
    is_valid: impl Fn(u64) -> bool,
) -> Result<Column<'b, V>, Error> {
    let Cursor::Integers(cursor) = cursor else {
        return Err(columns.fault(crate::cursor::Fault::Over, column, 0));
    };
    let mut again = cursor.clone();
    // (Of characters, a gap is between some that are valid.)
    let has_gap = |greatest| V::is(Scalar::Char) && greatest >= 0xD800;
    let are_valid = |least, greatest| is_valid(least) && is_valid(greatest) && !has_gap(greatest);
    if let Err((fault, wrong)) = again.check(are_valid, &is_valid) {
        let offset = columns.span(column).end - again.rest();
        return Err(match wrong {
            Some(wrong) => Error::unexpected(V::NAME, wrong, offset, columns.tree().path(column)),
            None => columns.fault(fault, column, offset),
        });
    }
    if again.rest() > 0 {
        let offset = columns.span(column).end - again.rest();
        return Err(Error::unexpected("the end of a column", "more bytes", offset, columns.tree().path(column)));
    }
    Ok(Column { len: cursor.len(), cursor: Checked(cursor), of: PhantomData })
}

/// A column of strings.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct CheckedTexts<'b>(BlobsCursor<'b, str>);

/// Strings of bytes, of any length or of one.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct CheckedBytes<'b>(Cursor<'b>);

impl sealed::Sealed for &str {}
impl sealed::Sealed for &[u8] {}

impl<'b> ColumnValue<'b> for &'b str {
    const NAME: &'static str = "texts";
    const IS_TEXT: bool = true;
    type Cursor = CheckedTexts<'b>;

    fn is(_: Scalar) -> bool {
        false
    }

    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn check(columns: &Raw<'b>, column: usize, cursor: Cursor<'b>) -> Result<Column<'b, Self>, Error> {
        let end = columns.span(column).end;
        let Cursor::Texts(cursor) = cursor else {
            return Err(columns.fault(crate::cursor::Fault::Over, column, end));
        };
        let mut again = cursor.clone();
        for _ in 0..cursor.len() {
            let offset = end - again.rest();
            again.next().map_err(|fault| columns.fault(fault, column, offset))?;
        }
        Ok(Column { len: cursor.len(), cursor: CheckedTexts(cursor), of: PhantomData })
    }

    #[inline]
    fn next(cursor: &mut CheckedTexts<'b>) -> Option<Self> {
        cursor.0.next().ok()
    }

    fn skip(cursor: &mut CheckedTexts<'b>, count: u64) {
        let _ = cursor.0.skip(count);
    }
}

impl<'b> ColumnValue<'b> for &'b [u8] {
    const NAME: &'static str = "bytes";
    const IS_BYTES: bool = true;
    type Cursor = CheckedBytes<'b>;

    fn is(_: Scalar) -> bool {
        false
    }

    #[allow(private_interfaces, reason = "the trait is sealed")]
    fn check(columns: &Raw<'b>, column: usize, cursor: Cursor<'b>) -> Result<Column<'b, Self>, Error> {
        let end = columns.span(column).end;
        let mut again = cursor.clone();
        for _ in 0..cursor.len() {
            let offset = end - again.rest();
            again.bytes().map_err(|fault| columns.fault(fault, column, offset))?;
        }
        Ok(Column { len: cursor.len(), cursor: CheckedBytes(cursor), of: PhantomData })
    }

    #[inline]
    fn next(cursor: &mut CheckedBytes<'b>) -> Option<Self> {
        // (A column of strings of no bytes does not know how many there are.)
        if let Cursor::Bytes { len: 0, .. } = cursor.0 {
            return None;
        }
        cursor.0.bytes().ok()
    }

    fn skip(cursor: &mut CheckedBytes<'b>, count: u64) {
        let _ = cursor.0.skip(count);
    }
}

/// Collects values of a column of any type that can be copied.
impl<'b, V: ColumnValue<'b> + Copy> From<Column<'b, V>> for Vec<V> {
    fn from(column: Column<'b, V>) -> Self {
        column.collect()
    }
}
