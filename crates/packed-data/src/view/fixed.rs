//! Fields at fixed offsets, viewed in layouts without random access.

use super::field_views::FirstView;
use super::{Record, View};
use crate::layout::{Access, InPlace};
use crate::packable::Packable;
use crate::shape::{FieldName, FixedBefore, FixedUpToLast, List, Named, Struct};

impl<'a, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>> + ?Sized, L: Access> View<'a, T, L>
where
    L::Layout: InPlace,
{
    /// Returns the view of one field, before which all fields have a fixed size. Such a field is at a fixed offset in
    /// every layout with scalars of fixed size, such as [`Compact`](crate::Compact).
    ///
    /// `name` is never called; only its type counts, as in [`Fields::skip_to`](crate::cursor::Fields::skip_to).
    ///
    /// ```
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     time: u64,
    ///     level: u8,
    ///     message: String,
    ///     details: Vec<u32>,
    /// }
    ///
    /// let event = Event { time: 7, level: 2, message: "started".into(), details: vec![1] };
    /// let packed = Packed::<Event, Compact>::pack(&event);
    /// assert_eq!(packed.view().field(|event: EventNames| event.level), 2);
    /// assert_eq!(packed.view().field(|event: EventNames| event.message), "started");
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     message: String,
    ///     time: u64,
    /// }
    ///
    /// let packed = Packed::<Event, Compact>::pack(&Event { message: "started".into(), time: 7 });
    /// packed.view().field(|event: EventNames| event.time); // after a string
    /// ```
    #[inline(always)]
    pub fn field<M, S: FieldName, I>(self, name: impl FnOnce(M) -> S) -> FirstView<'a, S::Suffix, L>
    where
        F: FixedBefore<S::Suffix, I>,
    {
        _ = name;
        self.parts().view_at::<S::Suffix, I>()
    }

    /// Returns the views of all fields of a struct, as a derived struct, if all of them except perhaps the last one
    /// have a fixed size.
    ///
    /// ```
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     time: u64,
    ///     level: u8,
    ///     message: String,
    /// }
    ///
    /// let packed = Packed::<Event, Compact>::pack(&Event { time: 7, level: 2, message: "started".into() });
    /// let EventView { time, level, message } = packed.view().fixed_fields();
    /// assert_eq!((time, level, message), (7, 2, "started"));
    /// ```
    #[inline(always)]
    pub fn fixed_fields(self) -> T::ViewFields<'a, L>
    where
        T: Record<FieldList = F>,
        F: FixedUpToLast,
    {
        let Ok(fields) = T::view_fields(self.parts());
        fields
    }
}
