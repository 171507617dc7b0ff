//! The capability to have items: values that state their end, and compounds that count their parts.
//!
//! In CBOR every value is an item, which states its end without a look at its type, and every struct, constructor and
//! array states how many items it consists of. So a field may be absent or unknown to the reader, tags may precede a
//! field, and keys may be stored in any order (as in the layouts of bincode). All that the shapes ask a layout because
//! of this is here. The defaults are those of all other layouts: there is nothing to read, check or write.

use super::{CheckLayout, CheckerOf, WriteLayout};
use crate::shape::{Field, List};
use crate::wire::checker::Failed;
use crate::wire::value_writer::ValueWriter;

/// What a layout does because its values are items; by default nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "only the library defines layouts",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`"
)]
#[allow(clippy::missing_errors_doc)]
pub trait ItemLayout: CheckLayout + WriteLayout {
    /// Whether structs, constructors and arrays count their parts, in items. So a field may be absent, data may follow
    /// that the reader does not know, and a copied value may be longer than one that is written.
    const COUNTS_ITEMS: bool = false;
    /// Whether a field may have a tag before it.
    const HAS_TAGS: bool = false;
    /// Whether the keys of sets and maps are read in any order. Otherwise they must ascend by value.
    const ACCEPTS_UNSORTED: bool = false;

    /// Skips `items` items without using their shape; `None` if values do not state their end.
    ///
    /// # Safety
    ///
    /// Valid values that consist of the given number of items are stored at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn walk(_: Self::Pos, _: u32) -> Option<Self::Pos> {
        None
    }

    /// Returns the position after the tag `tag`, which precedes an item, perhaps after other tags.
    ///
    /// # Safety
    ///
    /// It is stored at `pos`, if the layout has tags.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pass_tag(pos: Self::Pos, _: u64) -> Self::Pos {
        pos
    }

    /// Returns whether the first field of `(T, R)` is absent.
    ///
    /// # Safety
    ///
    /// The fields before it end at `pos`, and were entered with `state`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn is_absent<T: Field, R: List>(_: Self::FieldState, _: Self::Pos) -> bool {
        false
    }

    /// Returns the end of a value whose known fields end at `pos`; `E` is the end of their list. (Where a value with a
    /// head ends only its head says. For such a value the result is any position within it, and must not be used.)
    ///
    /// # Safety
    ///
    /// The known fields end at `pos`, unless the value has a head, and `state` is the state after the last of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leave<E: List>(_: Self::FieldState, pos: Self::Pos) -> Self::Pos {
        pos
    }

    /// Returns the end of the outermost value, given the end of its innermost last field.
    ///
    /// # Safety
    ///
    /// That field is valid and ends at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finish_trailing(pos: Self::Pos) -> Self::Pos {
        pos
    }

    /// Checks that a tag precedes an item, and returns the offset after that tag, where the reader
    /// ([`pass_tag`](Self::pass_tag)) begins too.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_tag(_: &mut CheckerOf<'_, Self>, at: usize, _: u64) -> Result<usize, Failed> {
        Ok(at)
    }

    /// Checks that there are at least `fields` fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_count(_: &mut CheckerOf<'_, Self>, _: Self::FieldCheck, _: usize, _fields: u32) -> Result<(), Failed> {
        Ok(())
    }

    /// Checks whether the first field of `(T, R)`, which has index `_index` and would begin at `_at`, is absent.
    /// Returns what a check remembers after it if it is, `None` if it is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_absent<T: Field, R: List>(
        _: &mut CheckerOf<'_, Self>,
        _: Self::FieldCheck,
        _at: usize,
        _index: u32,
    ) -> Result<Option<Self::FieldCheck>, Failed> {
        Ok(None)
    }

    /// Checks what follows the known fields, which end at `at`; returns the end of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_leave(_: &mut CheckerOf<'_, Self>, _: Self::FieldCheck, at: usize) -> Result<usize, Failed> {
        Ok(at)
    }

    /// Checks that an array has no further elements, and returns its end. (Unlike a constructor, an array has none in a
    /// newer version of the type.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_leave_array(_: &mut CheckerOf<'_, Self>, _: Self::FieldCheck, at: usize) -> Result<usize, Failed> {
        Ok(at)
    }

    /// Records what follows the last field, at `at`, in the enclosing value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_last(_: &mut CheckerOf<'_, Self>, _: Self::FieldCheck, _at: usize) -> Result<(), Failed> {
        Ok(())
    }

    /// Writes a tag.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_tag(_: &mut ValueWriter, pos: usize, _: u64) -> usize {
        pos
    }
}
