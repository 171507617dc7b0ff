//! Validation in parallel.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::Scope;

use super::SMALL;
use crate::layout::{CheckLayout, CheckerOf, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, WithLimits};
use crate::shape::{Shape, check_root};
use crate::wire::checker::parts::Part;
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// The number of parts into which work is divided for each thread, so that threads end at about the same time.
const PARTS_PER_THREAD: usize = 16;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Validates bytes as [`from_bytes`](Self::from_bytes) does, in parallel.
    ///
    /// The verdict is the same, and so is the error. Large parts that state their size are checked by other threads of
    /// the current pool: in [`Indexed`](crate::Indexed) large fields, and the elements of large sequences; in all
    /// native layouts the elements of large sequences of static size. Elsewhere, and below 64 KiB, this validates on
    /// the calling thread. Where anything is wrong, the bytes are validated once more on the calling thread, to find
    /// the first error.
    ///
    /// Every thread of the pool needs the stack that [`Limits::stack`] allows, as the calling thread does otherwise.
    ///
    /// Allocates about 200 bytes for each part that is left to another thread.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let words: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    /// let bytes = Packed::<Vec<String>, Indexed>::pack(&words).into_inner();
    /// let packed = Packed::<Vec<String>, Indexed, _>::par_from_bytes(&bytes[..])?;
    /// assert_eq!(packed.view().at(7), "7");
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn par_from_bytes(bytes: B) -> Result<Self, Error> {
        Packed::with_limits(&Limits::DEFAULT).par_from_bytes(bytes)
    }
}

impl<T: Packable + ?Sized, L: Layout> WithLimits<'_, T, L> {
    /// Validates bytes as [`from_bytes`](Self::from_bytes) does, in parallel: see [`Packed::par_from_bytes`].
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn par_from_bytes<B: Buffer>(self, bytes: B) -> Result<Packed<T, L, B>, Error> {
        if is_valid::<<T::As as Packable>::Shape, L>(bytes.as_bytes(), self.limits) {
            // SAFETY: `is_valid` found what `from_bytes` would have found with these limits.
            return Ok(unsafe { Packed::from_bytes_unchecked(bytes) });
        }
        self.from_bytes(bytes)
    }
}

/// The least size of a part, in bytes.
const LEAST_GRAIN: usize = SMALL / 4;

/// What all threads of a validation share.
struct Validation<'b> {
    bytes: &'b [u8],
    limits: &'b Limits,
    grain: usize,
    has_failed: AtomicBool,
    /// The number of elements without bytes that were found.
    empty_elements: AtomicU64,
}

/// Returns whether a validation in parallel finds that `bytes` are a value of shape `S`. Otherwise they may still be
/// one: then they were too few to be worth it.
fn is_valid<S: Shape, L: Layout>(bytes: &[u8], limits: &Limits) -> bool {
    if bytes.len() < SMALL || bytes.len() > limits.bytes || rayon::current_num_threads() < 2 {
        return false;
    }
    let grain = (bytes.len() / (rayon::current_num_threads() * PARTS_PER_THREAD)).max(LEAST_GRAIN);
    let (has_failed, empty_elements) = (AtomicBool::new(false), AtomicU64::new(0));
    let validation = Validation { bytes, limits, grain, has_failed, empty_elements };
    rayon::scope(|scope| {
        let checker = CheckerOf::<L>::in_parts(bytes, limits, bytes.len(), grain);
        validation.run::<L>(scope, checker, bytes.len(), |checker| check_root::<S, L>(checker).ok());
    });
    !validation.has_failed.into_inner() && validation.empty_elements.into_inner() <= limits.empty_elements
}

impl<'b> Validation<'b> {
    /// Checks what must end at `end`, and spawns the checks of the parts that it leaves to other threads.
    fn run<'s, L: Layout>(
        &'s self,
        scope: &Scope<'s>,
        mut checker: CheckerOf<'b, L>,
        end: usize,
        check: impl FnOnce(&mut CheckerOf<'b, L>) -> Option<usize>,
    ) where
        'b: 's,
    {
        if check(&mut checker) != Some(end) {
            self.has_failed.store(true, Ordering::Relaxed);
            return;
        }
        let empty = self.limits.empty_elements - checker.empty_elements();
        if empty > 0 {
            let add = |sum: u64| sum.checked_add(empty);
            if self.empty_elements.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_err() {
                self.has_failed.store(true, Ordering::Relaxed);
                return;
            }
        }
        for part in checker.into_parts() {
            scope.spawn(move |scope| self.run_part::<L>(scope, &part));
        }
    }

    /// Checks a part, unless something has failed.
    fn run_part<'s, L: Layout>(&'s self, scope: &Scope<'s>, part: &Part<<L as CheckLayout>::State>)
    where
        'b: 's,
    {
        if self.has_failed.load(Ordering::Relaxed) {
            return;
        }
        // (The part ends within the input: `Checker::postpones` and `StatedElements` say so.)
        let bytes = self.bytes.get(..part.end).unwrap_or(self.bytes);
        let mut checker = CheckerOf::<L>::in_parts(bytes, self.limits, part.end - part.at, self.grain);
        checker.budget = part.budget;
        self.run::<L>(scope, checker, part.end, |checker| (part.check)(checker, part).ok());
    }
}
