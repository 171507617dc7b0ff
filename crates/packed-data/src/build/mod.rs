//! Building: `Needs`, where a value must be written, and `Filled`, the proof that it was; the trampoline of writing.
//!
//! A [`Needs`] is a position in the buffer at which one `T` must be written. It cannot be copied, and the only way to
//! obtain the [`Filled`] of its brand `'id` is to write that value. Therefore a function that takes a `Needs` and
//! returns its `Filled` has written exactly one `T`. In addition to the buffer, two lists may be allocated: the
//! beginnings of the elements of sets and maps, and (in [`Indexed`](crate::Indexed)) the recorded insertions.
//!
//! # Places and proofs
//!
//! - [`Needs`]: a place where one value must be written; [`Filled`]: the proof that it was.
//! - [`NeedsFields`]: the fields of a constructor that must still be written.
//! - [`ItemWriter`]: a sequence, set or map that is being written.
//! - [`Written`]: the result of [`Packable::write`], perhaps without the last field.

#[cfg(feature = "zerocopy-0_8")]
pub(crate) mod block;
mod fields;
mod items;
mod locate;
mod start;
pub(crate) mod table;
mod value;

use core::any::TypeId;
use core::hint::black_box;
use core::marker::PhantomData;

pub use fields::NeedsFields;
pub use items::ItemWriter;
pub(crate) use items::{charge_element, end_elements, enter_elements, record_element};
use start::Start;
pub(crate) use value::{Whole, build_value, pack_value};

use crate::cursor::Brand;
use crate::layout::{Layout, Position, RandomAccess};
use crate::packable::Packable;
#[cfg(feature = "cbor")]
use crate::shape::RawKind;
use crate::shape::{
    At, CheckFn, Empty, Enum, Field, FieldPlace, FirstField, List, Named, PartSizes, ScalarShape, Shape, Sizes, Struct,
    TextKind, UnknownKind, Unpaid, Variants, convert_value, end_head, enum_begin, has_walked, is_copied_freely,
    level_stack_of, measure, place_of, place_of_head, require_no_absent_field,
};
use crate::wire::budget::{Budget, Exhausted};
use crate::wire::error::ErrorKind;
#[cfg(feature = "cbor")]
use crate::wire::failure::Place;
use crate::wire::identity::erased_id;
use crate::wire::invariant::Invariant;
use crate::wire::scalar::{Kind, Scalar};
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// A position in the buffer at which one packed `T` in layout `L` must be written.
///
/// There are four ways to write it: [`put`](Self::put) (from a value), [`put_packed`](Self::put_packed) (packed bytes,
/// with one copy), [`items`](Self::items) (a sequence), or by constructor: `Tree::start_node(needs)`.
///
/// ```
/// use packed_data::{Compact, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let built = Packed::<Tree, Compact>::build(|needs| {
///     Tree::start_node(needs)
///         .with(|left| Tree::start_leaf(left).put(&1).done())
///         .with(|right| Tree::write_leaf(right, &2))
///         .done()
/// });
/// let packed = Packed::pack(&Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))));
/// assert_eq!(built, packed);
/// ```
#[must_use = "the place must be filled"]
pub struct Needs<'id, T: ?Sized, L> {
    /// Invariant (W2): nothing else writes to the writer as long as this exists.
    writer: &'id mut ValueWriter,
    /// The offset at which the value is to be written, and the budget; W1 holds for the offset. Invariant (W5): at
    /// least [`Sizes::RESERVED`] bytes of capacity are reserved there.
    start: Start,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
}

/// The proof that the value of brand `'id` was written.
///
/// ```
/// use packed_data::{Compact, Filled, Needs, Packed};
///
/// fn seven<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'id> {
///     needs.put(&7) // nothing else returns a `Filled<'id>`
/// }
///
/// assert_eq!(Packed::<u8, Compact>::build(seven).as_bytes(), [7]);
/// ```
#[must_use = "it is the proof that a place was filled, and must be returned"]
pub struct Filled<'id> {
    /// Invariant (W4): the value of brand `'id` is written and ends at this offset, unless the writer has failed. W1
    /// holds for it. A value of static size ends that number of bytes after its beginning, also if the writer has
    /// failed. (In a static part, the offset after all values is known before these are written.)
    pos: usize,
    brand: Brand<'id>,
}

impl Filled<'_> {
    /// Returns the proof for the value of brand `'id`.
    ///
    /// # Safety
    ///
    /// `pos` satisfies W4.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn at(pos: usize) -> Self {
        Self { pos, brand: PhantomData }
    }

    /// Returns the offset at which the value ends, for which W1 holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end(self) -> usize {
        self.pos
    }
}

/// A value that is written except for its last field, perhaps: the result of [`Packable::write`].
///
/// The caller writes the remaining last field in a loop (a trampoline), so that a list of a million cells takes
/// constant stack. `into()` converts a [`Filled`] into it, for a value that is written completely.
///
/// ```
/// use packed_data::build::Written;
/// use packed_data::{Access, Layout, Needs, Packable, Packed, View};
///
/// struct Meters(u32);
///
/// impl Packable for Meters {
///     type As = u32;
///     type Shape = <u32 as Packable>::Shape;
///     type View<'a, L: Access> = <u32 as Packable>::View<'a, L>;
///
///     fn view<'a, L: Access>(view: View<'a, u32, L>) -> Self::View<'a, L> {
///         u32::view(view)
///     }
///
///     fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, u32, L>) -> Written<'v, 'id> {
///         needs.put(&value.0).into()
///     }
/// }
///
/// assert_eq!(Packed::<Meters>::pack(&Meters(5)).as_bytes(), [5, 0, 0, 0]);
/// ```
#[must_use = "it must be returned, so that the pending field is written"]
pub struct Written<'v, 'id> {
    /// The offset at which the written bytes end, for which W1 holds. W4 holds for it once `pending` is written.
    pos: usize,
    pending: Option<PendingField<'v>>,
    brand: Brand<'id>,
}

/// A last field that remains to be written, with its type erased.
struct PendingField<'v> {
    /// Writes the field at an offset, with the budget of the whole value; returns where it ends, and what remains.
    /// [`PendingField::new`] made it for the type of `value`.
    write: unsafe fn(*const (), &mut ValueWriter, usize, Budget) -> (usize, Option<PendingField<'v>>),
    /// Invariant (W3): points to a value that lives for `'v`, of the type for which `write` was made.
    value: *const (),
    /// The identity of that type, without its lifetimes.
    id: TypeId,
    lifetime: PhantomData<&'v ()>,
}

impl<'v> PendingField<'v> {
    fn new<T: Packable, L: Layout>(value: &'v T) -> Self {
        require_unbounded::<<T::As as Packable>::Shape, L>();
        Self {
            write: write_erased::<T, L>,
            value: core::ptr::from_ref(value).cast(),
            id: erased_id::<T>(),
            lifetime: PhantomData,
        }
    }
}

/// Writes a value whose type was erased; returns where it ends, and what remains to be written.
///
/// # Safety
///
/// `value` points to a `T` that lives for `'v`, and W1 holds for `pos`.
unsafe fn write_erased<'v, T: Packable + 'v, L: Layout>(
    value: *const (),
    writer: &mut ValueWriter,
    pos: usize,
    budget: Budget,
) -> (usize, Option<PendingField<'v>>) {
    // SAFETY: the caller promises a `T` that lives for `'v` (W3).
    let value: &'v T = unsafe { &*value.cast::<T>() };
    // SAFETY: the caller promises W1 for `pos`; the brand is fresh.
    let Written { pos, pending, .. } = T::write::<L>(value, unsafe { Needs::new(writer, pos, budget) });
    (pos, pending)
}

/// Begins the last field of an extensible value, with its size before it, which is written when the value has ended,
/// like the size in the head. Returns the offset of the field.
///
/// # Safety
///
/// W1 holds for `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn begin_sized_last<L: Layout>(writer: &mut ValueWriter, pos: usize) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    let start = unsafe { L::begin_sized(writer, pos) }.start();
    writer.open_head(start - 1);
    start
}

/// What a layout writes before a last field.
#[derive(Clone, Copy)]
pub(crate) struct BeforeLast {
    /// Whether its size, as before any other field of an extensible type.
    is_sized_last: bool,
    /// Whether its size, if the layout writes sizes before last fields.
    is_sized: bool,
    tag: Option<u64>,
}

impl BeforeLast {
    /// Returns what layout `L` writes before the first field of `(T, R)`.
    pub(crate) const fn of<T: Field, R: List, L: Layout>() -> Self {
        Self {
            is_sized_last: FirstField::<T, R>::is_sized_last::<L>(),
            is_sized: FirstField::<T, R>::is_sized::<L>() && L::FORMAT.sizes_last_field(),
            tag: FirstField::<T, R>::tag::<L>(),
        }
    }

    /// Begins the field at `pos`; returns the offset of its value. (If the value ends with a field that has its size
    /// before it, the writer remembers where to write that size.)
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin<L: Layout>(self, writer: &mut ValueWriter, pos: usize) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe {
            let pos = if self.is_sized_last {
                begin_sized_last::<L>(writer, pos)
            } else if self.is_sized {
                writer.push_backpatch(pos)
            } else {
                pos
            };
            match self.tag {
                Some(tag) => L::write_tag(writer, pos, tag),
                None => pos,
            }
        }
    }
}

/// Ends the values whose heads were opened after the first `held` were recorded, and which end at `end`: writes their
/// sizes, and returns the new end.
///
/// # Safety
///
/// W1 holds for `end`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn close_heads<L: Layout>(writer: &mut ValueWriter, held: usize, mut end: usize) -> usize {
    while let Some(head) = writer.take_head(held) {
        if !writer.has_failed() {
            // SAFETY: W1 holds for `end`; only heads are recorded after the first `held`, since the sets and maps
            // inside have ended.
            end = unsafe { end_head::<L>(writer, end, head) };
        }
    }
    end
}

/// Returns what the writer has recorded before a value begins whose sizes are written when it has ended. `leaves_heads`
/// says whether heads may be open where the value was written.
#[cfg_attr(not(debug_assertions), inline(always))]
fn open_sizes<L: Layout>(writer: &mut ValueWriter, leaves_heads: bool) -> usize {
    if leaves_heads {
        writer.recorded_starts()
    } else if const { L::FORMAT.sizes_last_field() } {
        writer.take_backpatches()
    } else {
        0
    }
}

/// Ends the value at `end`: writes the sizes that were left open in it. Returns its new end, for which W1 holds.
///
/// # Safety
///
/// W1 holds for `end`, and [`open_sizes`] returned `held` before the value was written.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn close_sizes<L: Layout>(writer: &mut ValueWriter, leaves_heads: bool, held: usize, end: usize) -> usize {
    if leaves_heads {
        // SAFETY: the caller promises W1 for `end`.
        return unsafe { close_heads::<L>(writer, held, end) };
    }
    if const { L::FORMAT.sizes_last_field() } {
        // SAFETY: the caller promises W1 for `end`.
        unsafe { writer.apply_backpatches(held, end) };
    }
    end
}

/// Requires a shape for whose values no capacity is reserved, as for [`require_reserved`]: the place of one that is
/// left to a loop has none.
#[cfg_attr(not(debug_assertions), inline(always))]
fn require_unbounded<S: Shape, L: Layout>() {
    assert!(Sizes::<S, L>::RESERVED == 0, "the size of what nests is not bounded");
}

/// Writes a value without a bound on its size, and returns its end. A function for each type, so that its fields are
/// not compiled again for each field that has the type; the compiler still inlines small ones.
///
/// # Safety
///
/// W1 holds for `pos`.
#[inline]
unsafe fn write_apart<V: Packable, L: Layout>(
    value: &V,
    writer: &mut ValueWriter,
    pos: usize,
    budget: Budget,
) -> usize {
    require_unbounded::<<V::As as Packable>::Shape, L>();
    // SAFETY: the caller promises W1 for `pos`, and no capacity is reserved (W5); the brand is fresh.
    write_inline::<V, L>(value, unsafe { Needs::new(writer, pos, budget) }).pos
}

/// Writes a value completely, inline, so that capacity that is known (W5) is not checked again: the trampoline for
/// [`Written`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_inline<'id, V: Packable, L: Layout>(value: &V, needs: Needs<'id, V::As, L>) -> Filled<'id> {
    let (writer, pos, budget) = needs.into_parts();
    // SAFETY: they are those of one `Needs`, which is consumed; so W1 and W5 hold.
    let place = unsafe { Needs::new(&mut *writer, pos, budget) };
    let Written { mut pos, mut pending, .. } = V::write::<L>(value, place);
    while let Some(PendingField { write, value, .. }) = pending {
        steps::count(1);
        // SAFETY: by W3 `value` points to a value of the type for which `write` was made, which lives long enough; W1
        // holds for the `pos` of a `Written`.
        (pos, pending) = unsafe { write(value, writer, pos, budget) };
    }
    // SAFETY: nothing is left to be written, so W4 holds for the `pos` of the last `Written`.
    unsafe { Filled::at(pos) }
}

/// Writes a value completely; returns its end. A remaining value of the same type is written by the next round of the
/// loop, without a call. (Measured on a perfect tree: without this loop, `pack` takes half as much time again.)
///
/// # Safety
///
/// W1 holds for `pos`.
#[inline(never)]
unsafe fn write_trampolined<V: Packable, L: Layout>(
    mut value: &V,
    writer: &mut ValueWriter,
    mut pos: usize,
    budget: Budget,
) -> usize {
    require_unbounded::<<V::As as Packable>::Shape, L>();
    loop {
        // SAFETY: the caller promises W1 for `pos`, and it holds for that of each `Written`; the brand is fresh.
        let written = V::write::<L>(value, unsafe { Needs::new(&mut *writer, pos, budget) });
        pos = written.pos;
        let mut pending = written.pending;
        value = loop {
            steps::count(1);
            match pending {
                None => return pos,
                // SAFETY: by W3 `value` points to a value that lives for `'v`, of the type with that identity: `V`,
                // perhaps with other lifetimes. Writing it does not depend on lifetimes.
                Some(PendingField { value, id, .. }) if id == erased_id::<V>() => unsafe { break &*value.cast::<V>() },
                Some(PendingField { write, value, .. }) => {
                    // SAFETY: by W3 `value` points to a value of the type for which `write` was made, which lives long
                    // enough; W1 holds for the `pos` of a `Written`.
                    (pos, pending) = unsafe { write(value, writer, pos, budget) }
                }
            }
        };
    }
}

/// Returns the bytes of capacity that are reserved wherever a `T` is written.
pub(crate) const fn reserved<T: Packable + ?Sized, L: Layout>() -> usize {
    Sizes::<T::Shape, L>::RESERVED
}

/// Reserves the capacity for a value of shape `S` at `pos`, so that W5 holds.
///
/// # Safety
///
/// W1 holds for `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn reserve<S: Shape, L: Layout>(writer: &mut ValueWriter, pos: usize) {
    if const { Sizes::<S, L>::RESERVED > 0 } {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { writer.ensure_capacity(pos, const { Sizes::<S, L>::RESERVED }) };
    }
}

/// Returns whether, by W5, at least this capacity is reserved for a value of shape `S`.
#[inline(always)]
const fn is_reserved<S: Shape, L: Layout>(capacity: usize) -> bool {
    Sizes::<S, L>::RESERVED >= capacity
}

/// Ensures this capacity, a constant, for the beginning of a value of shape `S` at `pos`, unless it is
/// [reserved](is_reserved). Returns `pos`.
///
/// # Safety
///
/// W1 holds for `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn ensure<S: Shape, L: Layout>(writer: &mut ValueWriter, pos: usize, capacity: usize) -> usize {
    if is_reserved::<S, L>(capacity) || writer.has_capacity(pos, capacity) {
        return pos;
    }
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { grow::<S>(writer, pos, capacity) }
}

/// Adds this capacity for the beginning of a value of shape `S` at `pos`; returns `pos`.
///
/// (Functions that are rarely called, in the recursion of a user's function, are compiled for each type, in the crate
/// that uses it; otherwise their addresses are loaded before a loop, and kept in registers. They return the offset that
/// is needed after them, hidden from the compiler, so that it is not kept in a register either. Measured on a perfect
/// tree: each register that is saved and restored for them takes a twentieth of the time.)
///
/// # Safety
///
/// W1 holds for `pos`.
#[cold]
#[inline(never)]
#[expect(clippy::extra_unused_type_parameters, reason = "it decides in which crate the function is compiled")]
unsafe fn grow<S: Shape>(writer: &mut ValueWriter, pos: usize, capacity: usize) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, capacity) };
    black_box(pos)
}

/// Requires, at compile time, that the same capacity is reserved for both shapes.
pub(crate) const fn require_same_place<S: Shape, T: Shape, L: Layout>() {
    assert!(Sizes::<S, L>::RESERVED == Sizes::<T, L>::RESERVED, "a place for one is a place for the other");
}

/// Requires that this capacity is [reserved](is_reserved), which is a constant. (It is tested where the code runs,
/// since such code is compiled for other shapes too.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn require_reserved<S: Shape, L: Layout>(capacity: usize) {
    assert!(is_reserved::<S, L>(capacity), "capacity is reserved for what has few bytes");
}

/// Returns the capacity for the beginning of the fields `F`: the static part, and the leading fields of bounded size.
const fn begin_fields<F: List, L: Layout>() -> usize {
    Sizes::<F, L>::STATIC_PART + Sizes::<F, L>::MAX_RUN
}

/// Returns whether there is stack left for those of the fields `F` that nest; otherwise records the failure of the
/// value of shape `S` at `pos`, and returns `pos`. (One comparison for all of them: what writes them is called by the
/// same function.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn has_stack<F: List, S: Shape>(writer: &mut ValueWriter, pos: usize) -> (bool, usize) {
    if !const { has_walked(&F::SIZE_CLASS) } || writer.has_stack() {
        return (true, pos);
    }
    (false, fail_stack::<S>(writer, pos))
}

/// Records that there is no stack left for the fields of the value of shape `S` at `pos`; returns `pos`, as [`grow`]
/// does.
#[cold]
#[inline(never)]
fn fail_stack<S: Shape>(writer: &mut ValueWriter, pos: usize) -> usize {
    writer.fail_nesting(Exhausted::Stack, place_of::<S>(pos));
    black_box(pos)
}

/// Rejects, at compile time, a constructor of an enum of shape `S` that cannot be written.
const fn require_constructor<S: Shape, I, V: At<I>, L: Layout>() {
    require_no_absent_field::<S, L>();
    assert!(
        !S::HAS_OTHER || V::TAG + 1 < V::COUNT || <V::FieldList as List>::IS_RAW || <V::FieldList as List>::IS_UNKNOWN,
        "the variant marked `#[packable(other)]` has one field, an `Unknown` or a `cbor::RawBuf`"
    );
}

impl<'id> From<Filled<'id>> for Written<'_, 'id> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(filled: Filled<'id>) -> Self {
        Self { pos: filled.pos, pending: None, brand: filled.brand }
    }
}

impl<'id, T: Packable + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Creates a `Needs` at `pos`, with that budget.
    ///
    /// # Safety
    ///
    /// W1 and W5 hold for `pos`, and the brand `'id` is fresh, or that of a `Needs` that is consumed for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn new(writer: &'id mut ValueWriter, pos: usize, budget: Budget) -> Self {
        Self { writer, start: Start::new(pos, budget), types: PhantomData, brand: PhantomData }
    }

    /// Creates a `Needs` with a fresh brand at `pos`, lets `fill` write the value, and returns its end, for which W1
    /// holds.
    ///
    /// # Safety
    ///
    /// W1 and W5 hold for `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn fill(
        writer: &mut ValueWriter,
        pos: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Filled<'x>,
    ) -> usize {
        let leaves_heads = const { Sizes::<T::Shape, L>::LEAVES_HEADS };
        let held = open_sizes::<L>(writer, leaves_heads);
        // SAFETY: the caller promises W1 and W5; `fill` takes every brand, so this one is fresh.
        let end = fill(unsafe { Needs::new(&mut *writer, pos, budget) }).pos;
        // SAFETY: by W4 the value ends at `end` (W1), and `held` is what the writer recorded before it.
        unsafe { close_sizes::<L>(writer, leaves_heads, held, end) }
    }

    /// Reserves capacity, and fills as [`fill`](Self::fill) does.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn reserve_and_fill(
        writer: &mut ValueWriter,
        pos: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Filled<'x>,
    ) -> usize {
        // SAFETY: the caller promises W1 for `pos`; so W5 holds.
        unsafe {
            reserve::<T::Shape, L>(writer, pos);
            Self::fill(writer, pos, budget, fill)
        }
    }

    /// Writes `value` as [`fill`](Self::fill) fills, without a closure.
    ///
    /// # Safety
    ///
    /// As for [`fill`](Self::fill).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn put_at<V: Packable<As = T>>(
        writer: &mut ValueWriter,
        pos: usize,
        budget: Budget,
        value: &V,
    ) -> usize {
        let leaves_heads = const { Sizes::<T::Shape, L>::LEAVES_HEADS };
        let held = open_sizes::<L>(writer, leaves_heads);
        // SAFETY: the caller promises W1 and W5; the brand is used for nothing else, so it is fresh.
        let end = unsafe { Needs::<T, L>::new(&mut *writer, pos, budget) }.put_as(value).pos;
        // SAFETY: by W4 the value ends at `end` (W1), and `held` is what the writer recorded before it.
        unsafe { close_sizes::<L>(writer, leaves_heads, held, end) }
    }

    /// Creates a `Needs` as [`fill`](Self::fill) does; returns `None` if `fill` writes no value. The caller then
    /// restores the state of the writer.
    ///
    /// # Safety
    ///
    /// As for [`fill`](Self::fill).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn fill_option(
        writer: &mut ValueWriter,
        pos: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Option<Filled<'x>>,
    ) -> Option<usize> {
        let leaves_heads = const { Sizes::<T::Shape, L>::LEAVES_HEADS };
        let held = open_sizes::<L>(writer, leaves_heads);
        // SAFETY: the caller promises W1 and W5; `fill` takes every brand, so this one is fresh.
        let end = fill(unsafe { Needs::new(&mut *writer, pos, budget) })?.pos;
        // SAFETY: by W4 the value ends at `end` (W1), and `held` is what the writer recorded before it.
        Some(unsafe { close_sizes::<L>(writer, leaves_heads, held, end) })
    }

    /// Returns the writer, the offset and the budget.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_parts(self) -> (&'id mut ValueWriter, usize, Budget) {
        let Self { writer, start, .. } = self;
        (writer, start.pos(), start.budget())
    }

    /// Returns this place for a value of another type. If such values nest, they are written with a level of nesting
    /// less, because they are not left to the trampoline. Beyond the limit nothing is written, and the whole value
    /// fails.
    ///
    /// # Safety
    ///
    /// The bytes of each valid `U` are those of a valid `T`.
    pub(crate) unsafe fn written_as<U: Packable<As = U> + ?Sized>(self) -> Result<Needs<'id, U, L>, Filled<'id>> {
        let (writer, pos, mut budget) = self.into_parts();
        if const { Sizes::<U::Shape, L>::RESERVED > Sizes::<T::Shape, L>::RESERVED } {
            // SAFETY: W1 holds for `pos`.
            unsafe { reserve::<U::Shape, L>(writer, pos) };
        }
        if const { U::Shape::NESTS } {
            match writer.deeper(budget, const { level_stack_of::<U::Shape>() }, place_of::<T::Shape>(pos)) {
                Some(left) => budget = left,
                // SAFETY: W1 holds for `pos`, and the writer has failed.
                None => return Err(unsafe { Self::unwritten(writer, pos) }),
            }
        }
        // SAFETY: W1 holds for `pos`, W5 as above, and the brand is that of `self`, which is consumed; the caller
        // promises that a `U` is what must be written.
        Ok(unsafe { Needs::new(writer, pos, budget) })
    }

    /// Writes nothing: the whole value fails, because there is nothing to write in this place. The functions that
    /// return an error, such as those of [`Packed::with_limits`](crate::Packed::with_limits) and
    /// [`Packed::within`](crate::Packed::within), return [`ErrorKind::Refused`] with the message; the others panic with
    /// it. Its offset is that of the bytes that were written.
    ///
    /// ```
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let halves = |numbers: &Packed<Vec<u32>>| {
    ///     numbers.within(&Limits::DEFAULT).transform::<[u32]>(|numbers, needs| {
    ///         numbers.map_items(needs, |number, needs| {
    ///             number.read().map(|n| if n % 2 == 0 { needs.put(&(n / 2)) } else { needs.refuse("an odd number") })
    ///         })
    ///     })
    /// };
    /// assert_eq!(halves(&Packed::pack(&vec![2, 4])), Ok(Packed::pack(&[1, 2][..])));
    /// let error = halves(&Packed::pack(&vec![2, 3])).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Refused { message: "an odd number" });
    /// ```
    #[cold]
    pub fn refuse(self, message: &'static str) -> Filled<'id> {
        let (writer, pos, _) = self.into_parts();
        writer.fail(ErrorKind::Refused { message }, place_of::<T::Shape>(pos));
        // SAFETY: W1 holds for `pos`, and the writer has failed.
        unsafe { Self::unwritten(writer, pos) }
    }

    /// Returns the proof for the value at `pos` after a failure, without writing it. If its size is static, as many
    /// zeros are written.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`, and the writer has failed.
    #[cold]
    unsafe fn unwritten(writer: &mut ValueWriter, pos: usize) -> Filled<'id> {
        let size = const { Sizes::<T::Shape, L>::SIZE }.unwrap_or(0);
        // SAFETY: the caller promises W1 for `pos`, and the failure (W4); capacity is ensured for the zeros.
        unsafe {
            writer.ensure_capacity(pos, size);
            Filled::at(writer.put_zeros(pos, size))
        }
    }

    /// Writes `value`.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<u16, Compact>::build(|needs| needs.put(&7));
    /// assert_eq!(built, Packed::pack(&7));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put(self, value: &T) -> Filled<'id>
    where
        T: Packable<As = T>,
    {
        self.put_as(&value)
    }

    /// Writes a value of any type with the canonical type `T`, such as a `HashMap` for a [`Map`](crate::Map).
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use packed_data::{Compact, Packed};
    ///
    /// let ages = HashMap::from([("Ann".to_string(), 30u8)]);
    /// let built = Packed::<HashMap<String, u8>, Compact>::build(|needs| needs.put_as(&ages));
    /// assert_eq!(built, Packed::pack(&ages));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_as<V: Packable<As = T>>(self, value: &V) -> Filled<'id> {
        if const { <T::Shape as Shape>::TRAMPOLINED } {
            let (writer, pos, budget) = self.into_parts();
            // SAFETY: W1 holds for `pos`, and `write_trampolined` writes the whole value (W4).
            unsafe { Filled::at(write_trampolined::<V, L>(value, writer, pos, budget)) }
        } else if const { Sizes::<T::Shape, L>::MAX_SIZE.is_some() } {
            write_inline(value, self)
        } else {
            let (writer, pos, budget) = self.into_parts();
            // SAFETY: W1 holds for `pos`, and `write_apart` writes the whole value (W4).
            unsafe { Filled::at(write_apart::<V, L>(value, writer, pos, budget)) }
        }
    }

    /// Copies the bytes of a value.
    ///
    /// # Safety
    ///
    /// `bytes` are one valid `T` in layout `L`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn copy(self, bytes: &[u8]) -> Filled<'id> {
        if const { L::FORMAT.has_byte_strings() && <T::Shape as Shape>::IS_BYTE } {
            let (writer, pos, _) = self.into_parts();
            require_reserved::<T::Shape, L>(const { L::FORMAT.max_scalar_size(Kind::Unsigned, 1) });
            // (It is read and written anew, since inside a byte string it takes another form.)
            // SAFETY: the caller promises a valid `u8`, and by W5 there is capacity for one.
            let end = unsafe { L::write_scalar::<u8>(writer, pos, L::scalar::<u8>(L::Pos::at(bytes, 0)).0) };
            // SAFETY: the value is written up to `end` (W4).
            return unsafe { Filled::at(end) };
        }
        if const { <T::Shape as Shape>::IS_UNKNOWN } {
            // (It may come from another type, which knows fewer constructors: its tag is compared with those that this
            // type knows.)
            // SAFETY: the caller promises a valid value, which was read in this layout.
            return unsafe { self.put_unknown_bytes(L::leaf::<UnknownKind>(L::Pos::at(bytes, 0)).0) };
        }
        #[cfg(feature = "cbor")]
        if const { <T::Shape as Shape>::IS_RAW } {
            // SAFETY: the caller promises a valid value, which is a well-formed item in this layout.
            return unsafe { self.put_raw(L::leaf::<RawKind>(L::Pos::at(bytes, 0)).0) };
        }
        let is_flat = const { is_copied_freely::<T::Shape, L>() };
        // (Data that the reader does not know may nest too. It has at least one byte for each level, so it is
        // checked only if it has more bytes than levels are left.)
        let (writer, pos, budget) = self.into_parts();
        if !is_flat || L::COUNTS_ITEMS && bytes.len() > budget.levels() as usize {
            let check = CheckFn(<T::Shape as Shape>::check::<L>);
            let outcome = measure::<L>(bytes, &writer.limits_left(), budget, check);
            writer.charge_copied(outcome, place_of::<T::Shape>(pos));
        }
        // SAFETY: W1 holds for `pos`; the caller promises that the bytes are the value (W4).
        unsafe { Filled::at(writer.extend_from_slice(pos, bytes)) }
    }

    /// Copies the bytes of a value in a layout without byte strings. Its nesting is not compared with the limits, so
    /// this takes no stack.
    ///
    /// # Safety
    ///
    /// `bytes` are one valid `T` in layout `L`.
    pub(crate) unsafe fn copy_unmeasured(self, bytes: &[u8]) -> Filled<'id>
    where
        L: RandomAccess,
    {
        const { assert!(!L::FORMAT.has_byte_strings(), "in a byte string, elements have another form") };
        // SAFETY: W1 holds for `pos`; the caller promises that the bytes are the value (W4).
        unsafe { Filled::at(self.writer.extend_from_slice(self.start.pos(), bytes)) }
    }

    /// Writes the value at `from`, which is in layout `K`, as packing it would write it: also if that is the layout
    /// `L`. (Fields that the type does not know are then left out, and those that are absent have their default.)
    ///
    /// # Safety
    ///
    /// A valid value of this shape, in layout `K`, is stored at `from`.
    pub(crate) unsafe fn convert<K: Layout>(self, from: K::Pos) -> Filled<'id> {
        let (writer, pos, budget) = self.into_parts();
        // SAFETY: W1 holds for `pos`; the caller promises the value. It is written up to the end that is returned (W4),
        // or the writer has failed.
        unsafe {
            let converted = convert_value::<T::Shape, K, L>(from, writer.begin_conversion().writer, pos, budget);
            match converted {
                Some((_, end)) => Filled::at(end),
                None => {
                    writer.discard_failed();
                    Self::unwritten(writer, pos)
                }
            }
        }
    }

    /// Returns the same place, for another type.
    ///
    /// # Safety
    ///
    /// The place is filled with a valid value of the type that it was made for, and W5 holds for `U`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn cast<U: ?Sized>(self) -> Needs<'id, U, L> {
        let Self { writer, start, brand, .. } = self;
        Needs { writer, start, types: PhantomData, brand }
    }

    /// Returns the place if there is stack left; otherwise the whole value fails.
    ///
    /// # Errors
    ///
    /// Returns the proof that ends the value, which has failed.
    pub(crate) fn require_stack(self) -> Result<Self, Filled<'id>> {
        let pos = self.start.pos();
        if self.writer.require_stack(place_of::<T::Shape>(pos)) {
            return Ok(self);
        }
        // SAFETY: W1 holds for `pos`, and the writer has failed.
        Err(unsafe { Self::unwritten(self.writer, pos) })
    }

    /// Begins constructor number `tag` of an enum, whose fields are `F`, and returns them, to be filled.
    ///
    /// # Safety
    ///
    /// `F` is the list of fields of that constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn constructor<F: List, N, V>(self, tag: u32) -> NeedsFields<'id, F, L>
    where
        N: Named + ?Sized,
        T: Packable<Shape = Enum<N, V>>,
        V: Variants,
    {
        // Capacity for the tag, and for the leading fields of bounded size, is reserved once.
        let capacity = const { enum_begin::<T::Shape, V, L>() + begin_fields::<F, L>() };
        let (writer, pos, budget) = self.into_parts();
        // SAFETY: W1 holds for `pos`.
        let pos = unsafe { ensure::<T::Shape, L>(writer, pos, capacity) };
        if const { Unpaid::<T::Shape, V, L>::of::<F>() > 0 } {
            writer.charge_empty(const { Unpaid::<T::Shape, V, L>::of::<F>() }, place_of::<T::Shape>(pos));
        }
        let (has_stack, pos) = has_stack::<F, T::Shape>(writer, pos);
        // SAFETY: there is capacity for the tag, and then for the leading fields; so N1 holds, and W1 does.
        unsafe {
            let head = place_of_head::<T::Shape, V>(pos, tag);
            let pos = L::write_enum::<T::Shape, V>(writer, pos, tag, F::LEN, const { PartSizes::of::<F, L>() });
            let place = FieldPlace::begin::<F, L>(writer, pos, head);
            NeedsFields::new(writer, place, budget, has_stack)
        }
    }

    /// Begins constructor number `I` of an enum, and returns its fields to be filled. The `start_` functions of the
    /// derive call it.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn variant<I, N, V>(self) -> NeedsFields<'id, V::FieldList, L>
    where
        N: Named + ?Sized,
        T: Packable<Shape = Enum<N, V>>,
        V: At<I> + Variants,
    {
        const { require_constructor::<T::Shape, I, V, L>() };
        // SAFETY: it is the list of fields of constructor `V::TAG`.
        unsafe { self.constructor::<V::FieldList, N, V>(V::TAG) }
    }

    /// Writes constructor number `I` of an enum, which has no fields: for implementations of [`Packable::write`] by the
    /// derive. (Without optimisation it is the only function that is compiled for each such constructor.)
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_unit<'v, I, N, V>(self) -> Written<'v, 'id>
    where
        N: Named + ?Sized,
        T: Packable<Shape = Enum<N, V>>,
        V: At<I, FieldList: Empty> + Variants,
    {
        const { require_constructor::<T::Shape, I, V, L>() };
        // SAFETY: it is the list of fields of constructor `V::TAG`.
        unsafe { self.constructor::<V::FieldList, N, V>(V::TAG) }.done().into()
    }

    /// Begins a struct or tuple, and returns its fields to be filled in order.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<(u8, String), Compact>::build(|needs| needs.fields().put(&1).put("one").done());
    /// assert_eq!(built, Packed::pack(&(1, "one".into())));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fields<N, F>(self) -> NeedsFields<'id, F, L>
    where
        N: Named + ?Sized,
        F: List,
        T: Packable<Shape = Struct<N, F>>,
    {
        const { require_no_absent_field::<T::Shape, L>() };
        let capacity = const { Sizes::<F, L>::struct_begin() + Sizes::<F, L>::MAX_RUN };
        let (writer, pos, budget) = self.into_parts();
        // SAFETY: W1 holds for `pos`.
        let pos = unsafe { ensure::<T::Shape, L>(writer, pos, capacity) };
        let (has_stack, pos) = has_stack::<F, T::Shape>(writer, pos);
        // SAFETY: there is capacity for the beginning of the struct, and then for the leading fields; so N1
        // holds, and W1 does.
        unsafe {
            let head = FieldPlace::head_at(pos);
            let pos = L::write_struct::<T::Shape>(writer, pos, F::LEN, const { PartSizes::of::<F, L>() });
            let place = FieldPlace::begin::<F, L>(writer, pos, head);
            NeedsFields::new(writer, place, budget, has_stack)
        }
    }
}

impl<'id, S: Scalar, T: Packable<Shape = ScalarShape<S>> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_scalar(self, value: S) -> Filled<'id> {
        let (writer, pos, _) = self.into_parts();
        require_reserved::<T::Shape, L>(const { L::FORMAT.max_scalar_size(S::KIND, S::WIDTH) });
        // SAFETY: by W5 there is capacity for the scalar.
        let end = unsafe { L::write_scalar(writer, pos, value) };
        // SAFETY: the value is written up to `end` (W4).
        unsafe { Filled::at(end) }
    }
}

impl<'id, T: Packable + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes a constructor that the writer does not know.
    ///
    /// # Safety
    ///
    /// `T` is such a constructor, and `bytes` were read from one in layout `L`.
    pub(crate) unsafe fn put_unknown_bytes(self, bytes: &[u8]) -> Filled<'id> {
        #[cfg(feature = "cbor")]
        if const { L::COUNTS_ITEMS } {
            // SAFETY: in this layout the bytes are a well-formed item.
            return unsafe { self.put_raw(bytes) };
        }
        // SAFETY: W1 holds for `pos`.
        let end = unsafe { L::write_leaf::<UnknownKind>(self.writer, self.start.pos(), bytes) };
        // SAFETY: it is written up to `end` (W4).
        unsafe { Filled::at(end) }
    }
}

#[cfg(feature = "cbor")]
impl<'id, T: Packable + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes a CBOR item.
    ///
    /// # Safety
    ///
    /// `T` is an item, and `bytes` are one well-formed item.
    pub(crate) unsafe fn put_raw(self, bytes: &[u8]) -> Filled<'id> {
        let (writer, pos, budget) = self.into_parts();
        // SAFETY: W1 holds for `pos`; the caller promises the item.
        let end = unsafe { write_raw::<L>(writer, place_of::<T::Shape>(pos), budget, bytes) };
        // SAFETY: the item is written up to `end` (W4).
        unsafe { Filled::at(end) }
    }
}

/// Writes a CBOR item at `place`; returns the offset after it.
///
/// # Safety
///
/// W1 holds for the offset of `place`, and `bytes` are one well-formed item.
#[cfg(feature = "cbor")]
pub(crate) unsafe fn write_raw<L: Layout>(
    writer: &mut ValueWriter,
    place: Place,
    budget: Budget,
    bytes: &[u8],
) -> usize {
    // (The item has at least one byte for each level of nesting.)
    if bytes.len() > budget.levels() as usize {
        let limits = packed_data_cbor::Limits { depth: budget.levels(), bytes: usize::MAX };
        if packed_data_cbor::check(bytes, limits).is_err() {
            writer.fail_nesting(Exhausted::Levels, place);
        }
    }
    // SAFETY: the caller promises W1, and the item.
    unsafe { L::write_leaf::<RawKind>(writer, place.at, bytes) }
}

impl<'id, L: Layout> Needs<'id, str, L> {
    /// Writes a string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_text(self, text: &str) -> Filled<'id> {
        // SAFETY: W1 holds for `pos`.
        let end = unsafe { L::write_leaf::<TextKind>(self.writer, self.start.pos(), text.as_bytes()) };
        // SAFETY: the string is written up to `end` (W4).
        unsafe { Filled::at(end) }
    }
}
