//! Building: places that still need a value, and the proof that they got it.
//!
//! A [`Needs`] is a place in the buffer that needs one `T`. It cannot be copied, and only filling it
//! gives the [`Filled`] of its brand `'id`; so whoever was given a `Needs` and gives back its `Filled`
//! wrote exactly one `T` in between. Nothing is allocated but the buffer.

mod fields;
mod insertions;
mod items;
mod writer;

use core::any::TypeId;
use core::marker::PhantomData;

pub use fields::NeedsFields;
pub use items::{Expected, ItemWriter};
pub use writer::Writer;

use crate::Packed;
use crate::cursor::Brand;
use crate::identity::erased_id;
use crate::invariant::Invariant;
use crate::layout::Layout;
use crate::levels::Budget;
use crate::packable::Packable;
use crate::packed::Buffer;
use crate::scalar::{Kind, Scalar};
use crate::shape::{At, Enum, Leaf, List, Named, Of, Shape, Struct, Variants};
use crate::steps;

/// A place that needs one packed `T` in layout `L`.
///
/// Fill it with [`put`](Self::put) (a value), [`put_packed`](Self::put_packed) (packed bytes, copied at
/// once), [`items`](Self::items) (a sequence), or constructor by constructor: `Tree::start_node(needs)`.
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
    /// The only reference to the writer (invariant W2): while this place is open, nothing else writes.
    pub(crate) writer: &'id mut Writer,
    /// Where the value is to be written: everything before it is (W1).
    pub(crate) pos: usize,
    /// How many bytes there is certainly room for (invariant W5): a constant, once this is inlined, that
    /// saves asking again.
    room: usize,
    /// Levels of nesting left, and stack.
    pub(crate) budget: Budget,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
}

/// The proof that the place of brand `'id` was filled.
///
/// ```
/// use packed_data::{Compact, Filled, Needs, Packed};
///
/// fn seven<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'id> {
///     needs.put(&7) // nothing else gives a `Filled<'id>`
/// }
///
/// assert_eq!(Packed::<u8, Compact>::build(seven).as_bytes(), [7]);
/// ```
#[must_use = "it is the proof that a place was filled, and must be returned"]
pub struct Filled<'id> {
    /// Where the value of brand `'id` ends (invariant W4).
    pub(crate) pos: usize,
    brand: Brand<'id>,
}

impl Filled<'_> {
    /// The proof for the place of that brand, filled up to `pos`: W4 is the caller's to see to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(pos: usize) -> Self {
        Self { pos, brand: PhantomData }
    }
}

/// A value written but for its last field: what [`Packable::write`] gives back.
///
/// The last field is then written by the caller, in a loop, so that a list of a million cells takes no
/// stack. From a [`Filled`] it is made by `into()`.
///
/// ```
/// use packed_data::{Access, Layout, Needs, Packable, Packed, View, Written};
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
///     fn write<'v, 'id, L: Layout>(&'v self, needs: Needs<'id, u32, L>) -> Written<'v, 'id> {
///         needs.put(&self.0).into()
///     }
/// }
///
/// assert_eq!(Packed::<Meters>::pack(&Meters(5)).as_bytes(), [5, 0, 0, 0]);
/// ```
#[must_use = "it must be returned, so that what is left gets written"]
pub struct Written<'v, 'id> {
    /// Where what was written ends (W4, but for `rest`).
    pos: usize,
    rest: Option<Rest<'v>>,
    brand: Brand<'id>,
}

/// A last field that is still to be written, with its type erased.
struct Rest<'v> {
    /// Writes it, at an offset and with the budget of the whole: made by [`Rest::new`] for the type behind
    /// `value`.
    write: unsafe fn(*const (), &mut Writer, usize, Budget) -> (usize, Option<Rest<'v>>),
    /// Points to a value that lives for `'v`, of the type that `write` was made for (invariant W3).
    value: *const (),
    /// The identity of that type, but for lifetimes.
    id: TypeId,
    lifetime: PhantomData<&'v ()>,
}

impl<'v> Rest<'v> {
    fn new<T: Packable, L: Layout>(value: &'v T) -> Self {
        Self {
            write: write_erased::<T, L>,
            value: core::ptr::from_ref(value).cast(),
            id: erased_id::<T>(),
            lifetime: PhantomData,
        }
    }
}

/// Writes a value whose type was erased: gives where it ends, and what is left.
///
/// # Safety
///
/// `value` points to a `T` that lives for `'v`.
unsafe fn write_erased<'v, T: Packable + 'v, L: Layout>(
    value: *const (),
    writer: &mut Writer,
    pos: usize,
    budget: Budget,
) -> (usize, Option<Rest<'v>>) {
    // SAFETY: the caller promises a `T` that lives for `'v`.
    let value: &'v T = unsafe { &*value.cast::<T>() };
    let Written { pos, rest, .. } = value.write::<L>(Needs::new(writer, pos, budget));
    (pos, rest)
}

/// Writes a value to its end.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_whole<'id, V: Packable, L: Layout>(value: &V, needs: Needs<'id, V::As, L>) -> Filled<'id> {
    let Needs { writer, pos, room, budget, .. } = needs;
    // SAFETY: it is the same place.
    let place = unsafe { Needs::new(writer, pos, budget).with_room(room) };
    let Written { mut pos, mut rest, .. } = value.write::<L>(place);
    while let Some(Rest { write, value, .. }) = rest {
        steps::count(1);
        // SAFETY: by W3 `value` is of the type that `write` was made for, and lives long enough.
        (pos, rest) = unsafe { write(value, writer, pos, budget) };
    }
    Filled::at(pos)
}

/// Writes a value to its end; where what is left is of the same type, without a call. (Measured on a perfect
/// tree: without this loop, `pack` takes half as much time again.)
#[inline(never)]
fn write_looping<V: Packable, L: Layout>(mut value: &V, writer: &mut Writer, mut pos: usize, budget: Budget) -> usize {
    loop {
        let written = value.write::<L>(Needs::new(writer, pos, budget));
        pos = written.pos;
        let mut rest = written.rest;
        value = loop {
            steps::count(1);
            match rest {
                None => return pos,
                // SAFETY: by W3 the value is of the type with that identity: a `V`, but perhaps with other
                // lifetimes; it lives for `'v`, and writing it does not depend on lifetimes.
                Some(Rest { value, id, .. }) if id == erased_id::<V>() => unsafe { break &*value.cast::<V>() },
                // SAFETY: by W3.
                Some(Rest { write, value, .. }) => (pos, rest) = unsafe { write(value, writer, pos, budget) },
            }
        };
    }
}

impl<'id> From<Filled<'id>> for Written<'_, 'id> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(filled: Filled<'id>) -> Self {
        Self { pos: filled.pos, rest: None, brand: filled.brand }
    }
}

impl<'id, T: Packable + ?Sized, L: Layout> Needs<'id, T, L> {
    /// A place at the end of what `writer` has written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(writer: &'id mut Writer, pos: usize, budget: Budget) -> Self {
        Self { writer, pos, room: 0, budget, types: PhantomData, brand: PhantomData }
    }

    /// Fills a place of its own at `pos`, where there is room for so many bytes, and gives its end: the only way to
    /// come by a brand.
    ///
    /// # Safety
    ///
    /// There is that room (W5).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn fill(
        writer: &mut Writer,
        pos: usize,
        room: usize,
        budget: Budget,
        fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Filled<'x>,
    ) -> usize {
        if const { !L::FORMAT.sizes_last_field() } {
            // SAFETY: the caller promises the room.
            return fill(unsafe { Needs::new(writer, pos, budget).with_room(room) }).pos;
        }
        let held = writer.hold_tails();
        // SAFETY: as above.
        let end = fill(unsafe { Needs::new(writer, pos, budget).with_room(room) }).pos;
        writer.close_tails(held, end);
        end
    }

    /// The same place, where there is room for so many bytes.
    ///
    /// # Safety
    ///
    /// There is (W5).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn with_room(self, room: usize) -> Self {
        Self { room, ..self }
    }

    /// The same place, where there is room for so many bytes, asked for unless it is known by W5: once for
    /// all that is of static size, however nested.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ensure(self, room: usize) -> Self {
        if self.room >= room {
            return self;
        }
        self.writer.room(self.pos, room);
        // SAFETY: there is room now.
        unsafe { self.with_room(room) }
    }

    /// Writes a value.
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

    /// Writes a value of any type that is packed as `T`, such as a `HashMap` for a [`Map`](crate::Map).
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
        if const { <T::Shape as Shape>::LOOPS } {
            let Self { writer, pos, budget, .. } = self;
            Filled::at(write_looping::<V, L>(value, writer, pos, budget))
        } else {
            write_whole(value, self)
        }
    }

    /// Copies a packed value, whole, with one `memcpy`; of one that nests, it is checked before that it does
    /// not nest deeper than the limits allow in this place.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let word = Packed::<String>::pack(&"hi".into());
    /// let twice = Packed::<(String, String), Compact>::build(|needs| {
    ///     needs.fields().put_packed(&word).with(|second| second.put_packed(&word)).done()
    /// });
    /// assert_eq!(twice.view(), ("hi", "hi"));
    /// ```
    pub fn put_packed<V: Packable<As = T> + ?Sized, B: Buffer>(self, packed: &Packed<V, L, B>) -> Filled<'id> {
        self.copy(packed.as_bytes())
    }

    /// Copies the bytes of a valid `T` in layout `L`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn copy(self, bytes: &[u8]) -> Filled<'id> {
        if const { L::FORMAT.has_heads && <T::Shape as Shape>::IS_BYTE } {
            let Self { writer, pos, .. } = self.ensure(const { L::FORMAT.scalar_room(Kind::Unsigned, 1) });
            // SAFETY: a byte by itself is copied, perhaps into a string; there is room.
            return Filled::at(unsafe { L::write_scalar::<u8>(writer, pos, L::scalar::<u8>(L::at(bytes, 0)).0) });
        }
        if const { <T::Shape as Shape>::IS_RAW } {
            // SAFETY: the bytes are an item in this layout.
            return self.put_raw(unsafe { L::raw(L::at(bytes, 0)) }.0);
        }
        // (Where a single constructor has no tag, what is flat may have elements without bytes too.)
        let is_flat = const {
            <T::Shape as Shape>::FLAT
                && (L::FORMAT.has_heads || L::FORMAT.tag_size(1) > 0 || Of::<T::Shape, L>::SIZE.is_some())
        };
        // (In CBOR what the reader does not know may nest too: no deeper than it has bytes.)
        if !is_flat || L::FORMAT.has_heads && bytes.len() > self.budget.levels() as usize {
            self.writer.charge_copy::<T, L>(bytes, self.budget);
        }
        Filled::at(self.writer.extend_from_slice(self.pos, bytes))
    }

    /// Begins constructor number `I` of an enum: the derive's `start_` functions call this.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn variant<I, N, V>(self) -> NeedsFields<'id, V::Fields, L>
    where
        N: Named + ?Sized,
        T: Packable<Shape = Enum<N, V>>,
        V: At<I> + Variants,
    {
        // Room for the tag and for all fields of static size that follow it, asked for once.
        let room = const { L::FORMAT.head_room(V::COUNT) + Of::<V::Fields, L>::ROOM_RUN };
        let Self { writer, pos, budget, .. } = self.ensure(room);
        const {
            assert!(
                !<T::Shape as Shape>::HAS_OTHER || V::TAG + 1 < V::COUNT || <V::Fields as List>::IS_RAW,
                "the variant marked `#[packable(other)]` has one field, a `cbor::RawBuf`"
            );
        }
        // SAFETY: there is room for the tag, and then for the fields.
        unsafe {
            let pos = L::write_enum::<T::Shape, V>(writer, pos, V::TAG, <V::Fields as List>::LEN);
            NeedsFields::new(writer, pos, budget)
        }
    }

    /// Begins a struct or tuple: its fields are to be filled one by one.
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
        let room = const { L::FORMAT.struct_room() + Of::<F, L>::ROOM_RUN };
        let Self { writer, pos, budget, .. } = self.ensure(room);
        // SAFETY: there is room for what stands before the fields, and then for them.
        unsafe {
            let pos = L::write_struct::<T::Shape>(writer, pos, F::LEN);
            NeedsFields::new(writer, pos, budget)
        }
    }
}

impl<'id, S: Scalar, T: Packable<Shape = Leaf<S>> + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_scalar(self, value: S) -> Filled<'id> {
        let Self { writer, pos, .. } = self.ensure(const { L::FORMAT.scalar_room(S::KIND, S::WIDTH) });
        // SAFETY: there is room.
        Filled::at(unsafe { L::write_scalar(writer, pos, value) })
    }
}

impl<'id, T: ?Sized, L: Layout> Needs<'id, T, L> {
    /// Writes an item of CBOR, which these bytes are.
    pub(crate) fn put_raw(self, bytes: &[u8]) -> Filled<'id> {
        // It nests no deeper than it has bytes.
        if bytes.len() > self.budget.levels() as usize {
            self.writer.charge_item(bytes, self.budget);
        }
        Filled::at(L::write_raw(self.writer, self.pos, bytes))
    }
}

impl<'id, L: Layout> Needs<'id, str, L> {
    /// Writes a string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_text(self, text: &str) -> Filled<'id> {
        Filled::at(L::write_blob(self.writer, self.pos, text.as_bytes()))
    }
}
