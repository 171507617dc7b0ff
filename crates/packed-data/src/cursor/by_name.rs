//! Reading fields by name, small values as a whole, and looking at a field before it is read.

use super::{Cursor, Done, Fields};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{
    Defaulted, EndsWith, Field, FieldName, FieldPos, FixedShape, List, Named, NonEmpty, Present, ShapeOf, Struct,
    begin_struct, enter, is_absent,
};
use crate::view::View;
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;

impl<'a, 'id, F: List, L: Access> Fields<'a, 'id, F, L> {
    /// Skips the fields before the one that `name` names, so that it is the first.
    ///
    /// `name` is never called; only its type counts. Its parameter is the struct that the derive emits: `PersonNames`
    /// for a struct `Person`, with a field for each of its fields; `ShapeNames` for an enum `Shape`, with a field
    /// `circle_radius` for the field `radius` of its constructor `Circle`, and `circle_0` for the first field of a
    /// constructor `Circle(..)`. So a name that does not exist, and a field that was read before, are errors of the
    /// compiler.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Person {
    ///     name: String,
    ///     email: Option<String>,
    ///     age: u8,
    ///     height: u16,
    /// }
    ///
    /// let ann = Person { name: "Ann".into(), email: None, age: 30, height: 170 };
    /// let age = Packed::<Person>::pack(&ann).read(|person| {
    ///     let (age, fields) = person.fields().skip_to(|person: PersonNames| person.age).read();
    ///     fields.skip_rest().done(age)
    /// });
    /// assert_eq!(age, 30);
    /// ```
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Shape {
    ///     Circle { x: f32, y: f32, radius: f32 },
    ///     Point(f32, f32),
    /// }
    ///
    /// let circle = Packed::<Shape>::pack(&Shape::Circle { x: 0.0, y: 0.0, radius: 2.0 });
    /// let radius = circle.read(|shape| match shape.case() {
    ///     ShapeCase::Circle(fields) => {
    ///         let (radius, end) = fields.skip_to(|shape: ShapeNames| shape.circle_radius).read();
    ///         end.done(radius)
    ///     }
    ///     ShapeCase::Point(fields) => fields.skip_rest().done(0.0),
    /// });
    /// assert_eq!(radius, 2.0);
    /// ```
    ///
    /// A field that is before the present one cannot be reached:
    ///
    /// ```compile_fail,E0277
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Point {
    ///     x: u8,
    ///     y: u8,
    /// }
    ///
    /// Packed::<Point>::pack(&Point { x: 1, y: 2 }).read(|point| {
    ///     let fields = point.fields().skip_to(|point: PointNames| point.y);
    ///     fields.skip_to(|point: PointNames| point.x).skip_rest().done(())
    /// });
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn skip_to<N, S: FieldName, I>(self, name: impl FnOnce(N) -> S) -> Fields<'a, 'id, S::Suffix, L>
    where
        F: EndsWith<S::Suffix, I>,
    {
        _ = name;
        // SAFETY: by F1 the fields `F` are stored at `pos`, and were entered with `state`. So those of the suffix are
        // stored where `skip_to` returns.
        unsafe { Fields::new(F::skip_to::<L::Layout>((self.state, self.pos))) }
    }

    /// Skips all fields that are left.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String, Vec<u8>)>::pack(&(1, "two".into(), vec![3]));
    /// let first = packed.read(|tuple| {
    ///     let (first, fields) = tuple.fields().read();
    ///     fields.skip_rest().done(first)
    /// });
    /// assert_eq!(first, 1);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn skip_rest<I>(self) -> Fields<'a, 'id, <F as List>::End, L>
    where
        F: EndsWith<<F as List>::End, I>,
    {
        // SAFETY: as for `skip_to`; the suffix is the empty list.
        unsafe { Fields::new(F::skip_to::<L::Layout>((self.state, self.pos))) }
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Reads the first field into memory; its type has values of fixed size (scalars, enums without data, and structs,
    /// tuples and arrays of these), so that no limit is needed.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    /// struct Span {
    ///     start: u32,
    ///     end: u32,
    /// }
    ///
    /// let packed = Packed::<(Span, String)>::pack(&(Span { start: 1, end: 2 }, "name".into()));
    /// let span = packed.read(|node| {
    ///     let (span, fields) = node.fields().read_as::<Span>();
    ///     fields.skip_rest().done(span)
    /// });
    /// assert_eq!(span, Span { start: 1, end: 2 });
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the value takes more stack than [`Limits::DEFAULT`] allows: it is an array of hundreds of kilobytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_as<'s, U>(self) -> (U, Fields<'a, 'id, R, L>)
    where
        U: Unpack<'s, As = T::Of>,
        ShapeOf<T>: FixedShape,
        'a: 's,
    {
        self.unpack(Levels::within(&Limits::DEFAULT)).unwrap_or_else(|error| panic!("cannot read: {error}"))
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (Defaulted<T>, R), L> {
    /// Reads the first field into memory, if its type has values of fixed size; returns its default if it is absent.
    ///
    /// ```
    /// use packed_data::{Cbor, Packable, Packed};
    ///
    /// #[derive(Clone, Copy, Debug, Default, PartialEq, Packable)]
    /// struct Span {
    ///     start: u32,
    ///     end: u32,
    /// }
    ///
    /// #[derive(Packable)]
    /// struct Old(String);
    ///
    /// #[derive(Packable)]
    /// struct Node(String, #[packable(default)] Span);
    ///
    /// let old = Packed::<Old, Cbor>::pack(&Old("name".into()));
    /// let node = Packed::<Node, Cbor>::from_slice(old.as_bytes())?;
    /// let span = node.read(|node| {
    ///     let (span, end) = node.fields().skip().read_as::<Span>();
    ///     end.done(span)
    /// });
    /// assert_eq!(span, Span::default());
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the value takes more stack than [`Limits::DEFAULT`] allows: it is an array of hundreds of kilobytes.
    #[inline]
    pub fn read_as<'s, U>(self) -> (U, Fields<'a, 'id, R, L>)
    where
        U: Unpack<'s, As = T::As> + Default,
        <T::As as Packable>::Shape: FixedShape,
        'a: 's,
    {
        match self.present() {
            Ok(fields) => fields.read_as(),
            Err(others) => (U::default(), others),
        }
    }
}

impl<'a, T: Field, R: List, L: Layout> Fields<'a, '_, (T, R), L>
where
    T: Present,
{
    /// Looks at the first field with `f`, and does not move: the field can be read after that. `f` need not read the
    /// field to its end, so that a look at its constructor or its first field takes constant time in every layout.
    ///
    /// A case of the field must not leave `f`: use it within the closure. (`fields.look(|tree| tree.case())` is an
    /// error, "lifetime may not live long enough".)
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data::types::OptionCase;
    ///
    /// let packed = Packed::<(Option<Vec<u32>>, u8)>::pack(&(None, 7));
    /// let seven = packed.read(|tuple| {
    ///     let fields = tuple.fields();
    ///     let is_none = fields.look(|option| matches!(option.case(), OptionCase::None(_)));
    ///     let (number, end) = fields.skip().read();
    ///     end.done(is_none.then_some(number))
    /// });
    /// assert_eq!(seven, Some(7));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn look<V>(&self, f: impl for<'x> FnOnce(Cursor<'a, 'x, T::Of, T::Access<L>>) -> V) -> V {
        // SAFETY: `f` takes every brand, so that of the field is fresh.
        f(unsafe { self.first() })
    }
}

/// The view of the field that `S` names.
pub(crate) type NamedView<'a, S, L> = <<<S as FieldName>::Suffix as NonEmpty>::First as Field>::View<'a, L>;

impl<'a, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>> + ?Sized, L: Layout>
    Cursor<'a, '_, T, L>
{
    /// Returns the view of one field, and does not move: in every layout. The fields before it are skipped: in constant
    /// time if the layout can jump over them, otherwise by a walk over their parts. A field that may be absent
    /// (`#[packable(default)]`) is an `Option` of the view.
    ///
    /// ```
    /// use packed_data::{Cbor, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     text: String,
    ///     time: u64,
    /// }
    ///
    /// let events = vec![Event { text: "start".into(), time: 7 }, Event { text: "stop".into(), time: 9 }];
    /// let last = Packed::<Vec<Event>, Cbor>::pack(&events).read(|events| {
    ///     events.fold_items(0, |last, event| {
    ///         let time = event.get(|event: EventNames| event.time);
    ///         event.skip().map(|()| time.max(last))
    ///     })
    /// });
    /// assert_eq!(last, 9);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get<M, S: FieldName, I>(&self, name: impl FnOnce(M) -> S) -> NamedView<'a, S, L>
    where
        F: EndsWith<S::Suffix, I>,
    {
        _ = name;
        // SAFETY: by C1 a valid struct is stored at `pos`, so the fields of the suffix are stored where `skip_to`
        // returns, except for those that are absent.
        unsafe {
            let fields = F::skip_to::<L>(begin_struct::<T::Shape, F, L>(self.pos()));
            view_first::<S::Suffix, L>(fields)
        }
    }
}

/// Returns the view of the first field of a list.
///
/// # Safety
///
/// Valid fields `S` are stored at `fields`, in bytes that live for `'a`, except for those that are absent.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn view_first<'a, S: NonEmpty, L: Layout>(fields: FieldPos<L>) -> <S::First as Field>::View<'a, L> {
    // SAFETY: the caller promises the fields. If the first one is there, V1 holds for the position after its tag and
    // size.
    unsafe {
        if const { S::First::MAY_BE_ABSENT } && is_absent::<S::First, S::Others, L>(fields) {
            return S::First::view_absent::<L>();
        }
        S::First::view::<L>(View::new(enter::<S::First, S::Others, L>(fields)))
    }
}

impl<'a, 'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Reads the value into memory, if its type has values of fixed size: see [`Fields::read_as`].
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    /// struct Span(u32, u32);
    ///
    /// let spans = Packed::<Vec<Span>>::pack(&vec![Span(1, 2), Span(2, 5)]);
    /// let length = spans.read(|spans| {
    ///     spans.fold_items(0, |sum, span| span.read_as::<Span>().map(|Span(start, end)| sum + end - start))
    /// });
    /// assert_eq!(length, 4);
    /// ```
    ///
    /// # Panics
    ///
    /// As for [`Fields::read_as`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_as<U: Unpack<'a, As = T>>(self) -> Done<'id, U, L>
    where
        T::Shape: FixedShape,
    {
        self.unpack(Levels::within(&Limits::DEFAULT)).unwrap_or_else(|error| panic!("cannot read: {error}"))
    }
}
