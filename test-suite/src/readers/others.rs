//! Shapes that do not contain themselves, or not as their last field.

use packed_data::fold::{FoldItems, Rec, Stopped};
use packed_data::{Cursor, Done, Layout, Packed, RandomAccess, View};

use super::Reads;
use crate::constructors::{Double, Full, Narrow, Single, Wide};
use crate::shapes::{
    Arrays, ArraysView, Big, BigView, Color, ColorView, Forest, ForestView, Generic, Grove, GroveCase, GroveView,
    Grown, Large, LargeView, Library, LibraryView, MaybeVoid, Nested, NestedView, Numbers, Pair, PairView, Record,
    Rose, RoseFold, RoseView, Scalars, Sums, SumsView, Texts, TextsView, Tree, Wrapper,
};

impl Reads for Numbers {}
impl Reads for Scalars {}
impl Reads for Record {}
impl Reads for MaybeVoid {}
impl Reads for Generic<Tree> {}
impl Reads for Generic<u8> {}
impl Reads for Single {}
impl Reads for Double {}
impl Reads for Narrow {}
impl Reads for Full {}
impl Reads for Wide {}
impl Reads for Grown {}

struct Rebuild;

impl<'a, L: Layout> RoseFold<'a, L> for Rebuild {
    type Out = Result<Rose, Stopped>;

    fn rose(&mut self, name: &'a str, mut roses: FoldItems<'_, 'a, Rec<Rose>, L>, weight: u16) -> Self::Out {
        let mut children = Vec::new();
        while let Some(rose) = roses.next(self)? {
            children.push(rose?);
        }
        Ok(Rose { name: name.into(), children, weight })
    }
}

impl Reads for Rose {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (name, fields) = cursor.fields().read();
        let (children, fields) = fields.with(|roses| {
            roses.fold_items(Vec::new(), |mut children, rose| {
                Self::from_cursor(rose).map(|rose| {
                    children.push(rose);
                    children
                })
            })
        });
        let (weight, fields) = fields.read();
        fields.done(Rose { name: name.into(), children, weight })
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let RoseView { name, children, weight } = view.fields();
        Rose { name: name.into(), children: children.into_iter().map(Self::from_view).collect(), weight }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).and_then(|rose| rose).expect("within the limit on levels")
    }
}

fn grove<'id, L: Layout>(cursor: Cursor<'_, 'id, Grove, L>) -> Done<'id, Grove, L> {
    match cursor.case() {
        GroveCase::Bare(end) => end.done(Grove::Bare),
        GroveCase::Wood(fields) => {
            let (below, fields) = fields.with(Forest::from_cursor);
            let (label, fields) = fields.read();
            let (beside, fields) = fields.with(|beside| match beside.case() {
                packed_data::types::OptionCase::None(end) => end.done(None),
                packed_data::types::OptionCase::Some(fields) => grove(fields.tail()).map(|grove| Some(Box::new(grove))),
            });
            fields.done(Grove::Wood { below: Box::new(below), label: label.into(), beside })
        }
    }
}

fn grove_view<L: RandomAccess>(view: View<'_, Grove, L>) -> Grove {
    match view.case() {
        GroveView::Bare => Grove::Bare,
        GroveView::Wood { below, label, beside } => Grove::Wood {
            beside: beside.map(|beside| Box::new(grove_view(beside))),
            label: label.into(),
            below: Box::new(Forest::from_view(below)),
        },
    }
}

impl Reads for Forest {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (groves, fields) = cursor.fields().with(|groves| {
            let (mut items, mut groves) = (groves.items(), Vec::new());
            while let Some(next) = items.next(grove) {
                groves.push(next);
            }
            items.done(groves)
        });
        let (last, fields) = fields.read();
        fields.done(Forest(groves, last))
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let ForestView(groves, last) = view.fields();
        Forest(groves.iter().map(grove_view).collect(), last)
    }
}

impl Reads for Texts {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let TextsView { owned, boxed, shared, counted, cow, chars, bytes, flags, words } = view.fields();
        Texts {
            words: words.iter().map(String::from).collect(),
            flags: flags.scalars().as_slice().expect("always aligned").to_vec(),
            bytes: bytes.scalars().as_bytes().to_vec(),
            chars: chars.iter().collect(),
            cow: cow.scalars().to_vec().into(),
            counted: String::from(counted).into(),
            shared: shared.into(),
            boxed: boxed.into(),
            owned: owned.into(),
        }
    }
}

impl Reads for Nested {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let NestedView { maps, hashed, names, pairs, deep, queue, units, slice } = view.fields();
        let texts = |texts: packed_data::view::Seq<'_, String, L>| texts.iter().map(String::from).collect();
        Nested {
            slice: slice.iter().collect(),
            units: units.iter().collect(),
            queue: queue.iter().collect(),
            deep: deep.iter().map(|all| all.iter().map(|some| some.scalars().to_vec()).collect()).collect(),
            pairs: pairs.iter().map(|(number, name)| (number, name.into())).collect(),
            names: names.iter().map(String::from).collect(),
            hashed: hashed.iter().map(|(key, bytes)| (key, bytes.iter().collect())).collect(),
            maps: maps
                .iter()
                .map(|(key, map)| (key.into(), map.iter().map(|(number, words)| (number, texts(words))).collect()))
                .collect(),
        }
    }
}

impl Reads for Sums {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let SumsView { option, unit, result, many, boxed, tuple, last } = view.fields();
        let (byte, flag, (number, text)) = tuple;
        Sums {
            last: last.map(|last| last.map(|bytes| bytes.iter().collect())),
            tuple: (byte, flag, (number, text.map(String::from))),
            boxed: boxed.map(|tree| Box::new(Tree::from_view(tree))),
            many: many.iter().map(|one| one.map_err(String::from)).collect(),
            result: result.map(|text| text.map(String::from)),
            unit,
            option,
        }
    }
}

/// Collects the items of an iterator into an array.
fn array<T: std::fmt::Debug, const N: usize>(items: impl ExactSizeIterator<Item = T>) -> [T; N] {
    assert_eq!(items.len(), N);
    items.collect::<Vec<_>>().try_into().expect("the length was compared")
}

impl Reads for Arrays {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let ArraysView { fixed, flags, texts, options, none, one, single, last } = view.fields();
        Arrays {
            last: array(last.map(|words| words.iter().map(String::from).collect())),
            single: array(single),
            one: array(one.map(|bytes| bytes.iter().collect())),
            none: array(none.map(String::from)),
            options: array(options.map(array)),
            texts: array(texts.map(String::from)),
            flags: array(flags),
            fixed: array(fixed.scalars().iter()),
        }
    }
}

fn color(view: ColorView) -> Color {
    match view {
        ColorView::Red => Color::Red,
        ColorView::Green => Color::Green,
        ColorView::Blue => Color::Blue,
    }
}

impl Reads for Color {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        color(view.case())
    }
}

impl Reads for Pair<String, Vec<u16>> {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            PairView::Neither => Pair::Neither,
            PairView::First(text) => Pair::First(text.into()),
            PairView::Both { left, right } => Pair::Both { left: left.into(), right: right.iter().collect() },
        }
    }
}

impl Reads for Big {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let view: BigView<'_, L> = view.fields();
        Big {
            x: view.x,
            w: view.w,
            v: match view.v.case() {
                PairView::Neither => Pair::Neither,
                PairView::First(byte) => Pair::First(byte),
                PairView::Both { left, right } => Pair::Both { left, right: right.into() },
            },
            u: color(view.u.case()),
            t: view.t.map(|tree| Box::new(Tree::from_view(tree))),
            s: view.s,
            r#type: view.r#type,
            q: Wrapper(view.q),
            p: view.p.iter().collect(),
            o: view.o,
            n: view.n,
            m: Box::new(Tree::from_view(view.m)),
            l: view.l.iter().collect(),
            k: (view.k.0, view.k.1.into()),
            j: view.j,
            i: view.i,
            h: color(view.h.case()),
            g: view.g.map(String::from),
            f: view.f.scalars().to_vec(),
            e: view.e,
            d: array(view.d),
            c: view.c,
            b: view.b.into(),
            a: view.a,
        }
    }
}

impl Reads for Large {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            LargeView::Small(byte) => Large::Small(byte),
            LargeView::Inline(bytes) => Large::Inline(array(bytes)),
            LargeView::Words(words, last) => Large::Words(Box::new(array(words)), last),
            LargeView::Vast(bytes) => Large::Vast(Box::new(array(bytes))),
            LargeView::Node(all) => Large::Node(all.iter().map(Self::from_view).collect()),
        }
    }
}

impl Reads for Library {
    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let LibraryView { small, bytes, nested, id } = view.fields();
        Library {
            id,
            nested: nested.iter().map(|inner| Box::new(Self::from_view(inner))).collect(),
            bytes: bytes.scalars().as_bytes().to_vec().into(),
            small: small.iter().collect(),
        }
    }
}
