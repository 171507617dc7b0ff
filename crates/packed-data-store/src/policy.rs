//! Policies: when the values of a table are checked, as types.

use packed_data::{Layout, Limits, Packable, Packed};

/// When the values of a table are checked, as a type: [`EachGet`], [`AtOpen`] or [`Trusted`].
///
/// The keys are not concerned: each is checked when it is read.
pub trait Policy: sealed::Sealed + Copy + Send + Sync + 'static {
    /// Whether all values are checked when a table is opened.
    const SCANS: bool;

    /// Returns the value that the bytes are, checked as the policy says.
    ///
    /// # Errors
    ///
    /// The bytes were checked, and are not one value.
    ///
    /// # Safety
    ///
    /// The bytes are a value of a table for which the promise of the constructor of `self` was made. With [`EachGet`]
    /// nothing is promised. With [`AtOpen`] all values were checked when the table was opened.
    unsafe fn read<'a, T: Packable + ?Sized, L: Layout>(
        &self,
        bytes: &'a [u8],
        limits: &Limits,
    ) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::EachGet {}
    impl Sealed for super::AtOpen {}
    impl Sealed for super::Trusted {}
}

/// Each value is checked whenever it is read. Nothing is trusted.
#[derive(Clone, Copy, Debug, Default)]
pub struct EachGet;

/// All values are checked once, when the table is opened; after that, none is.
///
/// It takes a promise, since a database reads its file again after that: see [`new`](Self::new).
#[derive(Clone, Copy, Debug)]
pub struct AtOpen(());

/// No value is checked.
#[derive(Clone, Copy, Debug)]
pub struct Trusted(());

impl AtOpen {
    /// Makes the promise that what was checked stays as it is.
    ///
    /// # Safety
    ///
    /// For each table that is opened with this promise, or with a copy of it: from the beginning of the transaction in
    /// which its values are checked, as long as it is used, in this process and in others,
    ///
    /// - values of that table are written only through tables of this library with the same type and layout, not
    ///   through the interface of the database;
    /// - the database is used only through its own library, and its storage returns what was written: nothing else
    ///   writes to the file, and the file is on a device that is trusted;
    /// - the table is given only transactions of the database in which the values were checked, and none that shows an
    ///   earlier state of it: none that began before, and none after an earlier savepoint was restored.
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

impl Trusted {
    /// Makes the promise that all values are valid.
    ///
    /// # Safety
    ///
    /// Every value of the table was written as a value of its type and layout, through this library; and the promise of
    /// [`AtOpen::new`] holds, also for the time before the table was opened. So the file comes from nowhere else.
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

impl Policy for EachGet {
    const SCANS: bool = false;

    #[inline]
    unsafe fn read<'a, T: Packable + ?Sized, L: Layout>(
        &self,
        bytes: &'a [u8],
        limits: &Limits,
    ) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error> {
        Packed::with_limits(limits).from_bytes(bytes)
    }
}

impl Policy for AtOpen {
    const SCANS: bool = true;

    #[inline]
    unsafe fn read<'a, T: Packable + ?Sized, L: Layout>(
        &self,
        bytes: &'a [u8],
        _: &Limits,
    ) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error> {
        // SAFETY: the caller promises that the bytes are those of a value in a table of which every value was checked
        // when it was opened. By the promise of `AtOpen::new` they are the same, or were written since as such a value.
        Ok(unsafe { Packed::from_bytes_unchecked(bytes) })
    }
}

impl Policy for Trusted {
    const SCANS: bool = false;

    #[inline]
    unsafe fn read<'a, T: Packable + ?Sized, L: Layout>(
        &self,
        bytes: &'a [u8],
        _: &Limits,
    ) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error> {
        // SAFETY: the caller promises that the bytes are those of a value in a table for which the promise of
        // `Trusted::new` was made: that all of its values are valid.
        Ok(unsafe { Packed::from_bytes_unchecked(bytes) })
    }
}
