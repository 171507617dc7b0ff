//! Packed data on many cores: feature `rayon-1`.
//!
//! - [`ParIter`]: the elements of a sequence, set or map, in parallel: `par_iter` of [rayon](rayon::iter).
//! - [`Packed::par_from_bytes`](crate::Packed::par_from_bytes) validates bytes,
//!   [`Packed::par_pack`](crate::Packed::par_pack) packs slices.
//! - [`Packed::par_fold_with`](crate::Packed::par_fold_with) and
//!   [`Packed::par_visit_each`](crate::Packed::par_visit_each) divide trees by the sizes in the bytes. [`Ready`]: the
//!   results that threads have made.
//! - [`WithTable`]: the same in layouts that do not say where elements begin, or do not store sizes, by a table beside
//!   the bytes: [`SideTable`], [`InvalidTable`]. [`Tabled`]: what it lists.
//!
//! Work is divided by bytes: pieces of less than some number of bytes are not divided, so that small values are
//! processed on the calling thread, without a detour.

mod divided;
mod fold;
mod iter;
mod pack;
mod subtrees;
mod table;
mod validate;
mod visit;
mod with_table;

pub use fold::Ready;
pub use iter::ParIter;
pub use table::{InvalidTable, SideTable};
pub use with_table::{Tabled, WithTable};

use crate::wire::limits::Limits;

/// Returns how many of `count` parts, which have `bytes` bytes together, have about `grain` bytes; at least one.
fn parts_in(grain: usize, bytes: usize, count: usize) -> usize {
    (grain / (bytes / count.max(1)).max(1)).max(1)
}

/// Values of fewer bytes than this are processed on the calling thread.
const SMALL: usize = if cfg!(miri) { 1 << 10 } else { 64 << 10 };

/// The limits within which a thread folds or visits a part: half of the default. A part that needs more, or that begins
/// where less is left, is folded or visited on the calling thread, with the default limits.
const HALF: Limits = Limits { depth: Limits::DEFAULT.depth / 2, stack: Limits::DEFAULT.stack / 2, ..Limits::DEFAULT };
