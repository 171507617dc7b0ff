//! Keys that nest, and fields with tags.

use std::collections::BTreeSet;

use packed_data::fold::{FoldItems, Rec, Stopped};
use packed_data::view::{Array, MapView, Seq, SetView};
use packed_data::{Cursor, Done, Layout, Levels, Limits, Packed, RandomAccess, View};

use super::Reads;
use crate::shapes::{Color, Marked, MarkedCase, MarkedFold, MarkedView, Term, TermCase, TermFold, TermView};

/// Returns more levels than these values have.
fn levels() -> Levels {
    Levels::new(Limits::DEFAULT.depth)
}

struct Rebuild;

impl<'a, L: Layout> TermFold<'a, L> for Rebuild {
    type Out = Result<Term, Stopped>;

    fn int(&mut self, n: i64) -> Self::Out {
        Ok(Term::Int(n))
    }

    fn text(&mut self, text: &'a str) -> Self::Out {
        Ok(Term::Text(text.into()))
    }

    fn list(&mut self, mut terms: FoldItems<'_, 'a, Rec<Term>, L>) -> Self::Out {
        let mut list = Vec::new();
        while let Some(term) = terms.next(self)? {
            list.push(term?);
        }
        Ok(Term::List(list))
    }

    fn map(&mut self, map: MapView<'a, Term, Term, L>) -> Self::Out {
        let owned = |view: View<'a, Term, L>| view.unpack().expect("within the limit on levels");
        Ok(Term::Map(map.iter().map(|(key, value)| (owned(key), owned(value))).collect()))
    }

    fn sets(&mut self, sets: SetView<'a, BTreeSet<Term>, L>) -> Self::Out {
        let owned = |view: View<'a, Term, L>| view.unpack().expect("within the limit on levels");
        Ok(Term::Sets(sets.iter().map(|set| set.iter().map(owned).collect()).collect()))
    }
}

impl Reads for Term {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        match cursor.case() {
            TermCase::Int(fields) => {
                let (n, fields) = fields.read();
                fields.done(Term::Int(n))
            }
            TermCase::Text(fields) => {
                let (text, fields) = fields.read();
                fields.done(Term::Text(text.into()))
            }
            TermCase::List(fields) => {
                let (mut items, mut terms) = (fields.tail().items(), Vec::new());
                while let Some(term) = items.next(Self::from_cursor) {
                    terms.push(term);
                }
                items.done(Term::List(terms))
            }
            TermCase::Map(fields) => {
                let (mut items, mut map) = (fields.tail().items(), Vec::new());
                while let Some(entry) = items.next(|entry| {
                    let (key, fields) = entry.fields().with(Self::from_cursor);
                    let (value, fields) = fields.with(Self::from_cursor);
                    fields.done((key, value))
                }) {
                    map.push(entry);
                }
                items.done(Term::Map(map.into_iter().collect()))
            }
            TermCase::Sets(fields) => {
                let (mut items, mut sets) = (fields.tail().items(), BTreeSet::new());
                while let Some(set) = items.next(|set| {
                    let (mut items, mut terms) = (set.items(), BTreeSet::new());
                    while let Some(term) = items.next(Self::from_cursor) {
                        terms.insert(term);
                    }
                    items.done(terms)
                }) {
                    sets.insert(set);
                }
                items.done(Term::Sets(sets))
            }
        }
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            TermView::Int(n) => Term::Int(n),
            TermView::Text(text) => Term::Text(text.into()),
            TermView::List(terms) => Term::List(terms.iter().map(Self::from_view).collect()),
            TermView::Map(map) => {
                let entry = |(key, value)| (Self::from_view(key), Self::from_view(value));
                Term::Map(map.iter().map(entry).collect())
            }
            TermView::Sets(sets) => {
                Term::Sets(sets.iter().map(|set| set.iter().map(Self::from_view).collect()).collect())
            }
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).and_then(|term| term).expect("within the limit on levels")
    }
}

impl<'a, L: Layout> MarkedFold<'a, L> for Rebuild {
    type Out = Result<Marked, Stopped>;

    fn numbers(&mut self, when: i64, small: u8, word: u32, large: u64, wide: i128) -> Self::Out {
        Ok(Marked::Numbers { when, small, word, large, wide })
    }

    fn others(
        &mut self,
        text: &'a str,
        bytes: Seq<'a, u8, L>,
        pair: Array<'a, u8, 2, L>,
        number: f32,
        maybe: Option<u16>,
        color: View<'a, Color, L>,
        set: SetView<'a, i8, L>,
    ) -> Self::Out {
        let color = color.unpack().expect("no levels");
        let pair = pair.scalars().to_vec().try_into().expect("two");
        Ok(Marked::Others(text.into(), bytes.iter().collect(), pair, number, maybe, color, set.iter().collect()))
    }

    fn within(&mut self, inner: Self::Out, pair: (i16, char), last: u8) -> Self::Out {
        Ok(Marked::Within(Box::new(inner?), pair, last))
    }

    fn list(&mut self, mut all: FoldItems<'_, 'a, Rec<Marked>, L>) -> Self::Out {
        let mut list = Vec::new();
        while let Some(one) = all.next(self)? {
            list.push(one?);
        }
        Ok(Marked::List(list))
    }
}

impl Reads for Marked {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        match cursor.case() {
            MarkedCase::Numbers(fields) => {
                let (when, fields) = fields.read();
                let (small, fields) = fields.read();
                let (word, fields) = fields.read();
                let (large, fields) = fields.read();
                let (wide, fields) = fields.read();
                fields.done(Marked::Numbers { when, small, word, large, wide })
            }
            MarkedCase::Others(fields) => {
                let (text, fields) = fields.read();
                let (bytes, fields) = fields.read();
                let (pair, fields) = fields.unpack(levels()).expect("no levels");
                let (number, fields) = fields.read();
                let (maybe, fields) = fields.unpack(levels()).expect("one level");
                let (color, fields) = fields.unpack(levels()).expect("one level");
                let (set, fields) = fields.unpack(levels()).expect("no levels");
                fields.done(Marked::Others(text.into(), bytes.as_bytes().to_vec(), pair, number, maybe, color, set))
            }
            MarkedCase::Within(fields) => {
                let (inner, fields) = fields.with(Self::from_cursor);
                let (pair, fields) = fields.unpack(levels()).expect("one level");
                let (last, fields) = fields.read();
                fields.done(Marked::Within(Box::new(inner), pair, last))
            }
            MarkedCase::List(fields) => {
                let (mut items, mut all) = (fields.tail().items(), Vec::new());
                while let Some(one) = items.next(Self::from_cursor) {
                    all.push(one);
                }
                items.done(Marked::List(all))
            }
        }
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            MarkedView::Numbers { when, small, word, large, wide } => {
                Marked::Numbers { when, small, word, large, wide }
            }
            MarkedView::Others(text, bytes, pair, number, maybe, color, set) => Marked::Others(
                text.into(),
                bytes.iter().collect(),
                pair.scalars().to_vec().try_into().expect("two"),
                number,
                maybe,
                color.unpack().expect("no levels"),
                set.iter().collect(),
            ),
            MarkedView::Within(inner, pair, last) => Marked::Within(Box::new(Self::from_view(inner)), pair, last),
            MarkedView::List(all) => Marked::List(all.iter().map(Self::from_view).collect()),
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).and_then(|marked| marked).expect("within the limit on levels")
    }
}
