//! Validation in parallel.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::Scope;

use super::SMALL;
use super::table::SideTable;
use super::with_table::is_possible;
use crate::layout::{CheckLayout, CheckerOf, Layout, has_table};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, WithLimits};
use crate::shape::{
    SequenceKind, SequenceShape, Shape, ShapeOf, Sizes, Style, check_root, element_charge, enter_elements, root_stack,
};
use crate::wire::budget::Budget;
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
            let before = self.empty_elements.fetch_add(empty, Ordering::Relaxed);
            if before.checked_add(empty).is_none() {
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

impl SideTable {
    /// Validates the bytes of a sequence in parallel in a layout that does not say where its elements begin, by a table
    /// that was saved. The table is not trusted: whatever it says, the verdict and the error are those of
    /// [`Packed::from_bytes`], which decides if the table is wrong.
    ///
    /// (Sets and maps are validated as by [`Packed::par_from_bytes`].)
    ///
    /// ```
    /// use packed_data::parallel::WithTable;
    /// use packed_data::{Compact, Packed};
    ///
    /// let words: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    /// let packed = Packed::<Vec<String>, Compact>::pack(&words);
    /// let table = WithTable::of(&packed).table().clone();
    ///
    /// let received = packed.as_bytes();
    /// let packed: Packed<Vec<String>, Compact, _> = table.validate(received)?;
    /// assert_eq!(packed.view().len(), 40);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Packed::from_bytes`].
    pub fn validate<T, L: Layout, B: Buffer>(&self, bytes: B) -> Result<Packed<T, L, B>, Error>
    where
        T: Packable<As: Packable<Shape: SequenceShape>> + ?Sized,
    {
        if is_valid_by::<<T::As as Packable>::Shape, L>(bytes.as_bytes(), self) {
            // SAFETY: `is_valid_by` found what `from_bytes` would have found.
            return Ok(unsafe { Packed::from_bytes_unchecked(bytes) });
        }
        Packed::par_from_bytes(bytes)
    }
}

/// Returns whether `bytes` are found to be a sequence of shape `Q` by checking each run of elements of a table.
fn is_valid_by<Q: SequenceShape, L: Layout>(bytes: &[u8], table: &SideTable) -> bool {
    if matches!(Q::KIND, SequenceKind::Set) || bytes.len() < SMALL || !const { is_possible::<Q, L>() } {
        return false;
    }
    if table.every().is_none() {
        return false;
    }
    // (Elements without bytes would be checked as often as the table says. Entries of maps have other heads, also in a
    // sequence that is not sorted.)
    let is_entry = const { matches!(<ShapeOf<Q::Element> as Shape>::STYLE, Style::Entry) };
    if is_entry || !const { Sizes::<ShapeOf<Q::Element>, L>::TAKES_BYTES && element_charge::<Q, L>() == 0 } {
        return false;
    }
    // (The head must be the one that this library writes: then the elements follow it up to the end of the bytes.)
    let head = L::FORMAT.count_bytes(table.whole as u64);
    let Some(elements) = head.and_then(|head| bytes.strip_prefix(&head[..])) else { return false };
    let has_table = const { has_table::<ShapeOf<Q::Element>, L>() };
    let limits = Limits::DEFAULT;
    let Some(budget) = budget_of_elements::<Q, L>(bytes, &limits).filter(|_| !has_table) else { return false };
    let empty_elements = AtomicU64::new(0);
    let begin = |bytes| {
        let mut checker = CheckerOf::<L>::new(bytes, &limits);
        checker.budget = budget;
        checker
    };
    let finish = |checker: CheckerOf<'_, L>| {
        empty_elements.fetch_add(limits.empty_elements - checker.empty_elements(), Ordering::Relaxed);
    };
    let wrong = table.find_wrong::<ShapeOf<Q::Element>, L>(elements, Some(elements.len()), begin, finish);
    wrong.is_none() && empty_elements.into_inner() <= limits.empty_elements
}

/// Returns what nesting may use in the elements of a sequence that is the whole value.
fn budget_of_elements<Q: SequenceShape, L: Layout>(bytes: &[u8], limits: &Limits) -> Option<Budget> {
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    checker.spend(0, const { root_stack::<Q>() }).ok()?;
    enter_elements::<Q, L>(&mut checker, 0).ok()?;
    Some(checker.budget)
}
