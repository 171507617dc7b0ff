//! `OwnedBuffer` and `OwnedBufferMut`: any type that can be borrowed as bytes, as a buffer.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Buffer, BufferMut};

/// Any type that can be borrowed as bytes, as a [`Buffer`]: one of another crate, or your own.
///
/// [`new`](Self::new) moves the owner into a box (one allocation), and borrows the bytes from it *once*. As long as the
/// buffer lives, nothing else reaches the owner, so the bytes can neither move nor change, whatever its `AsRef` would
/// return the next time.
///
/// ```
/// use packed_data::packed::OwnedBuffer;
/// use packed_data::{Compact, Packed};
///
/// /// Memory that is returned to a pool when it is dropped.
/// struct Pooled(Vec<u8>);
///
/// impl AsRef<[u8]> for Pooled {
///     fn as_ref(&self) -> &[u8] {
///         &self.0
///     }
/// }
///
/// let received = Pooled(vec![2, b'h', b'i']);
/// let packed = Packed::<str, Compact, _>::from_bytes(OwnedBuffer::new(received))?;
/// assert_eq!(packed.view(), "hi");
/// let pooled: Pooled = packed.into_inner().into_inner();
/// # assert_eq!(pooled.0.len(), 3);
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct OwnedBuffer<T> {
    owner: Boxed<T>,
    /// Invariant (O2): the bytes that `as_ref` or `as_mut` of the owner returned, borrowed from it since then.
    bytes: NonNull<[u8]>,
}

/// The owner of some bytes, in a box.
pub(super) struct Boxed<T> {
    /// Invariant (O1): a `T` that was allocated by a `Box`, and belongs to this struct alone. Until it is dropped or
    /// moved out, it is only borrowed: either once exclusively, or shared.
    ///
    /// (Not kept as a `Box`: moving a box asserts that nothing else points to its content.)
    owner: NonNull<T>,
    owns: PhantomData<T>,
}

impl<T> Boxed<T> {
    pub(super) fn new(owner: T) -> Self {
        Self { owner: NonNull::from(Box::leak(Box::new(owner))), owns: PhantomData }
    }

    /// Borrows the owner.
    ///
    /// # Safety
    ///
    /// The owner is not borrowed exclusively.
    #[inline]
    pub(super) unsafe fn get(&self) -> &T {
        // SAFETY: by O1 the pointer is that of a box, which lives as long as `self`; the caller promises that there is
        // no exclusive borrow.
        unsafe { self.owner.as_ref() }
    }

    pub(super) fn into_inner(self) -> T {
        let owner = self.owner;
        core::mem::forget(self);
        // SAFETY: by O1 the pointer is that of a box; `self`, which was the only one to have it, is gone, and with it
        // the borrow.
        *unsafe { Box::from_raw(owner.as_ptr()) }
    }
}

impl<T> Drop for Boxed<T> {
    fn drop(&mut self) {
        // SAFETY: by O1 the pointer is that of a box, and the bytes that are borrowed from it are not used afterwards.
        drop(unsafe { Box::from_raw(self.owner.as_ptr()) });
    }
}

impl<T: AsRef<[u8]>> OwnedBuffer<T> {
    /// Takes the owner of some bytes. Allocates a box for it, and does not copy the bytes (unless they are inside of
    /// the owner itself, as in an array).
    pub fn new(owner: T) -> Self {
        let owner = Boxed::new(owner);
        // SAFETY: nothing has borrowed the owner yet. The bytes are borrowed until it is dropped or moved out.
        let bytes = NonNull::from(unsafe { owner.get() }.as_ref());
        Self { owner, bytes }
    }
}

impl<T> OwnedBuffer<T> {
    /// Returns the owner.
    pub fn into_inner(self) -> T {
        self.owner.into_inner()
    }
}

// SAFETY: the bytes are those that were borrowed once (O2), in memory that is not moved or changed as long as they are
// borrowed (O1).
unsafe impl<T> Buffer for OwnedBuffer<T> {
    #[inline(always)]
    fn as_bytes(&self) -> &[u8] {
        // SAFETY: by O2 the bytes are borrowed from the owner, which lives as long as `self`.
        unsafe { self.bytes.as_ref() }
    }
}

// SAFETY: the owner, which is dropped wherever the buffer is, is `Send`. The bytes are those of a `&[u8]`.
unsafe impl<T: Send> Send for OwnedBuffer<T> {}

// SAFETY: a shared buffer gives access to nothing but the bytes, as a `&[u8]`. (`Sync` of the owner is required all the
// same: nothing is lost, and nothing needs to be argued about what the owner does.)
unsafe impl<T: Sync> Sync for OwnedBuffer<T> {}

impl<T> AsRef<[u8]> for OwnedBuffer<T> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<T: AsRef<[u8]>> From<T> for OwnedBuffer<T> {
    fn from(owner: T) -> Self {
        Self::new(owner)
    }
}

impl<T> fmt::Debug for OwnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedBuffer").field("len", &self.as_bytes().len()).finish_non_exhaustive()
    }
}

/// Any type that can be borrowed as bytes that may be overwritten (`AsMut<[u8]>`), as a [`BufferMut`]: packed data in
/// it can be edited.
///
/// It is an [`OwnedBuffer`] whose bytes are borrowed once by `as_mut`.
///
/// ```
/// use packed_data::packed::OwnedBufferMut;
/// use packed_data::{Compact, Packed};
///
/// /// Memory that is returned to a pool when it is dropped.
/// struct Pooled(Vec<u8>);
///
/// impl AsMut<[u8]> for Pooled {
///     fn as_mut(&mut self) -> &mut [u8] {
///         &mut self.0
///     }
/// }
///
/// let received = Pooled(vec![1, 2]);
/// let mut packed = Packed::<(u8, u8), Compact, _>::from_bytes(OwnedBufferMut::new(received))?;
/// packed.view_mut().0.set(7);
/// assert_eq!(packed.view(), (7, 2));
/// let pooled: Pooled = packed.into_inner().into_inner();
/// assert_eq!(pooled.0, [7, 2]);
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct OwnedBufferMut<T> {
    /// Invariant (O3): the bytes of this buffer were returned by `as_mut` of the owner, so they are borrowed
    /// exclusively and may be overwritten.
    buffer: OwnedBuffer<T>,
}

impl<T: AsMut<[u8]>> OwnedBufferMut<T> {
    /// Takes the owner of some bytes. Allocates a box for it, and does not copy the bytes (unless they are inside of
    /// the owner itself, as in an array).
    pub fn new(owner: T) -> Self {
        let mut owner = Boxed::new(owner);
        // SAFETY: by O1 the pointer is that of a box, and nothing else borrows the owner. The reference, and the bytes,
        // are borrowed until the owner is dropped or moved out.
        let bytes = NonNull::from(unsafe { owner.owner.as_mut() }.as_mut());
        Self { buffer: OwnedBuffer { owner, bytes } }
    }
}

impl<T> OwnedBufferMut<T> {
    /// Returns the owner.
    pub fn into_inner(self) -> T {
        self.buffer.into_inner()
    }
}

// SAFETY: the bytes are those of the inner buffer, and change only through `as_bytes_mut`.
unsafe impl<T> Buffer for OwnedBufferMut<T> {
    #[inline(always)]
    fn as_bytes(&self) -> &[u8] {
        self.buffer.as_bytes()
    }
}

// SAFETY: these are the same bytes, and by O1 nothing else reaches them.
unsafe impl<T> BufferMut for OwnedBufferMut<T> {
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: by O2 and O3 the bytes are borrowed exclusively from the owner, which lives as long as `self`; `self`
        // is borrowed exclusively.
        unsafe { self.buffer.bytes.as_mut() }
    }
}

impl<T> AsRef<[u8]> for OwnedBufferMut<T> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<T: AsMut<[u8]>> From<T> for OwnedBufferMut<T> {
    fn from(owner: T) -> Self {
        Self::new(owner)
    }
}

impl<T> fmt::Debug for OwnedBufferMut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedBufferMut").field("len", &self.as_bytes().len()).finish_non_exhaustive()
    }
}
