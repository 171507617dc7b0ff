//! Transforms of sequences, sets and maps: each element is read, and written anew, left out or copied.

use crate::build::{Filled, ItemWriter, Needs};
use crate::cursor::{Cursor, Done, Items};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{Field, SequenceShape};

/// The canonical type of the elements of `S`.
type Element<S> = <<S as SequenceShape>::Element as Field>::Of;

/// Reads the elements that are left, as long as the value that is written has not failed: `step` reads one of them,
/// adds what it makes of it to the new elements, and returns these with what it read.
fn each<'a, 'i, 'o, E: Field<Access<L> = L>, Q: SequenceShape, L: Layout>(
    mut items: Items<'a, 'i, E, L>,
    mut new: ItemWriter<'o, Q, L>,
    mut step: impl FnMut(&mut Items<'a, 'i, E, L>, ItemWriter<'o, Q, L>, &mut bool) -> ItemWriter<'o, Q, L>,
) -> Done<'i, ItemWriter<'o, Q, L>, L> {
    let mut goes_on = !items.is_empty();
    while goes_on {
        // (Beyond a limit, the writer calls no closure: nothing is written or read, and the whole value fails.)
        goes_on = false;
        new = step(&mut items, new, &mut goes_on);
    }
    items.done(new)
}

/// Panic message: a loop over elements went on after the last one.
const NO_ELEMENT: &str = "the sequence is not empty";

impl<'a, 'i, S: SequenceShape, T: Packable<As = T, Shape = S> + ?Sized, L: Layout> Cursor<'a, 'i, T, L>
where
    S::Element: Field<Access<L> = L>,
{
    /// Makes a new sequence, set or map from this one: `f` reads each element and writes a new one, perhaps of another
    /// type. An element of a map is an [`Entry`](crate::view::Entry), which is transformed as a tuple is.
    ///
    /// The elements of a new set or map are sorted; if two of them have the same key, the whole value fails.
    ///
    /// (A loop that calls [`Items::len`] takes additional time at each level of nesting if the sequence does not state
    /// its number of elements. This function does not call it.)
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<u8>>::pack(&vec![1, 2]);
    /// let changed = packed.transform(|numbers, needs| {
    ///     numbers.map_items(needs, |number, needs| number.read().map(|n| needs.put(&(n + 1))))
    /// });
    /// assert_eq!(changed, Packed::<[u8]>::pack(&[2, 3]));
    /// ```
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use packed_data::{Map, Packed};
    ///
    /// let ages = Packed::<BTreeMap<String, u8>>::pack(&BTreeMap::from([("Ann".into(), 30), ("Ben".into(), 40)]));
    /// let older: Packed<Map<String, u8>> = ages.transform(|ages, needs| {
    ///     ages.map_items(needs, |entry, needs| entry.transform(needs).copy().update(|age| age + 1).done())
    /// });
    /// assert_eq!(older.view().iter().collect::<Vec<_>>(), [("Ann", 31), ("Ben", 41)]);
    /// ```
    pub fn map_items<'o, U: Packable<Shape = Q> + ?Sized, Q: SequenceShape>(
        self,
        needs: Needs<'o, U, L>,
        mut f: impl for<'x, 'y> FnMut(Cursor<'a, 'x, Element<S>, L>, Needs<'y, Element<Q>, L>) -> Done<'x, Filled<'y>, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let items = self.items();
        let new = needs.sequence(items.stated());
        let done = each(items, new, |items, new, goes_on| {
            new.push(|needs| match items.next(|item| f(item, needs)) {
                Some(filled) => {
                    *goes_on = !items.is_empty();
                    filled
                }
                None => unreachable!("{NO_ELEMENT}"),
            })
        });
        done.map(ItemWriter::done)
    }

    /// Makes a new sequence, set or map from this one: `f` reads each element, and writes a new one, or returns `None`
    /// and writes none. The place of an element that is left out is discarded, even if a part of it was written.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<u8>>::pack(&vec![1, 2, 3, 4]);
    /// let halves = packed.transform(|numbers, needs| {
    ///     numbers.filter_map_items(needs, |number, needs| {
    ///         number.read().map(|n| (n % 2 == 0).then(|| needs.put(&(n / 2))))
    ///     })
    /// });
    /// assert_eq!(halves, Packed::<[u8]>::pack(&[1, 2]));
    /// ```
    pub fn filter_map_items<'o, U: Packable<Shape = Q> + ?Sized, Q: SequenceShape>(
        self,
        needs: Needs<'o, U, L>,
        mut f: impl for<'x, 'y> FnMut(
            Cursor<'a, 'x, Element<S>, L>,
            Needs<'y, Element<Q>, L>,
        ) -> Done<'x, Option<Filled<'y>>, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let done = each(self.items(), needs.sequence(0), |items, new, goes_on| {
            new.push_option(|needs| match items.next(|item| f(item, needs)) {
                Some(filled) => {
                    *goes_on = !items.is_empty();
                    filled
                }
                None => unreachable!("{NO_ELEMENT}"),
            })
        });
        done.map(ItemWriter::done)
    }

    /// Copies the elements for which `keep` returns `true`. `keep` need not read an element to its end.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["to".into(), "".into(), "be".into()]);
    /// let words = words.transform(|words, needs| words.retain(needs, |word| !word.view().is_empty()));
    /// assert_eq!(words, Packed::<[String]>::pack(&["to".into(), "be".into()]));
    /// ```
    pub fn retain<'o>(
        self,
        needs: Needs<'o, T, L>,
        mut keep: impl for<'x> FnMut(Cursor<'a, 'x, Element<S>, L>) -> bool,
    ) -> Done<'i, Filled<'o>, L> {
        self.filter_map_items(needs, |item, needs| {
            if keep(item) { item.copy_to(needs).map(Some) } else { item.skip().map(|()| None) }
        })
    }

    /// Copies all elements, and appends those that `more` writes.
    ///
    /// In a set or map the new elements may have any keys except those that are there already.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["to".into()]);
    /// let words = words.transform(|words, needs| {
    ///     words.append(needs, |words| words.push(|needs| needs.put("be")).push(|needs| needs.put("or")))
    /// });
    /// assert_eq!(words, Packed::<[String]>::pack(&["to".into(), "be".into(), "or".into()]));
    /// ```
    pub fn append<'o>(
        self,
        needs: Needs<'o, T, L>,
        more: impl FnOnce(ItemWriter<'o, S, L>) -> ItemWriter<'o, S, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let new = needs.sequence(self.items().stated());
        new.append(self).map(|new| more(new).done())
    }
}

impl<'o, Q: SequenceShape, L: Layout> ItemWriter<'o, Q, L> {
    /// Copies all elements of a packed sequence, set or map. Its elements have the same type.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let words = Packed::<(Vec<String>, Vec<String>)>::pack(&(vec!["to".into()], vec!["be".into()]));
    /// let both: Packed<[String]> = words.transform(|words, needs| {
    ///     let (new, fields) = words.fields().with(|words| needs.sequence(2).append(words));
    ///     let (new, end) = fields.with(|words| new.append(words));
    ///     end.done(new.done())
    /// });
    /// assert_eq!(both, Packed::pack(&["to".into(), "be".into()][..]));
    /// ```
    pub fn append<'i, T, S>(self, items: Cursor<'_, 'i, T, L>) -> Done<'i, Self, L>
    where
        T: Packable<As = T, Shape = S> + ?Sized,
        S: SequenceShape,
        S::Element: Field<Of = Element<Q>, Access<L> = L>,
    {
        each(items.items(), self, |items, new, goes_on| {
            new.push(|needs| match items.next(|item| item.copy_to(needs)) {
                Some(filled) => {
                    *goes_on = !items.is_empty();
                    filled
                }
                None => unreachable!("{NO_ELEMENT}"),
            })
        })
    }
}
