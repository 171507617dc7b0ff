//! Strategies that generate values of every shape.

use std::cmp::Ordering;

use proptest::collection::{btree_map, btree_set, hash_map, hash_set, vec, vec_deque};
use proptest::prelude::*;
use proptest::{array, option, result, sample};

use crate::constructors::Numbered;
use crate::shapes::*;

/// A text: often empty, sometimes so long that its length takes three bytes.
pub(crate) fn text() -> BoxedStrategy<String> {
    if cfg!(miri) {
        // (Proptest parses a regular expression each time that it draws a text.)
        let short = vec(sample::select(vec!['a', 'b', 'λ', '😀']), 0..=6).prop_map(String::from_iter);
        return prop_oneof![4 => short, 1 => Just("long".repeat(64))].boxed();
    }
    prop_oneof![4 => "\\PC{0,6}", 1 => "[a-z]{240,300}"].boxed()
}

/// The number of parts that a large value has on average: fewer under Miri.
fn parts(many: u32) -> u32 {
    if cfg!(miri) { many / 8 } else { many }
}

/// The number of levels that a large value has at most: fewer under Miri.
fn levels(many: u32) -> u32 {
    if cfg!(miri) { many / 2 } else { many }
}

pub(crate) fn byte() -> BoxedStrategy<u8> {
    any::<u8>().boxed()
}

pub(crate) fn tree() -> BoxedStrategy<Tree> {
    let leaf = any::<i64>().prop_map(Tree::Leaf);
    let node = |inner: BoxedStrategy<Tree>| {
        (inner.clone(), inner).prop_map(|(left, right)| Tree::Node(Box::new(left), Box::new(right)))
    };
    leaf.prop_recursive(levels(8), parts(128), 2, node).boxed()
}

pub(crate) fn ast() -> BoxedStrategy<Ast> {
    let value = any::<i32>().prop_map(Ast::Value);
    let node = |inner: BoxedStrategy<Ast>| {
        (0..4, inner.clone().prop_map(Box::new), inner.prop_map(Box::new)).prop_map(|(kind, left, right)| match kind {
            0 => Ast::Add(left, right),
            1 => Ast::Sub(left, right),
            2 => Ast::Mul(left, right),
            _ => Ast::Negate(right),
        })
    };
    value.prop_recursive(levels(8), parts(128), 2, node).boxed()
}

pub(crate) fn json() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<f64>().prop_map(Json::Number),
        text().prop_map(Json::Text),
    ];
    let node = |inner: BoxedStrategy<Json>| {
        prop_oneof![vec(inner.clone(), 0..8).prop_map(Json::Array), vec((text(), inner), 0..8).prop_map(Json::Object),]
    };
    leaf.prop_recursive(levels(5), parts(96), 8, node).boxed()
}

pub(crate) fn list() -> BoxedStrategy<List> {
    vec(any::<i64>(), 0..40).prop_map(|values| List::of(values.into_iter())).boxed()
}

pub(crate) fn node() -> BoxedStrategy<Node> {
    (any::<i64>(), vec(any::<i64>(), 0..40)).prop_map(|(first, others)| Node::of(first, others.into_iter())).boxed()
}

pub(crate) fn rose() -> BoxedStrategy<Rose> {
    let leaf = (text(), any::<u16>()).prop_map(|(name, weight)| Rose { name, children: vec![], weight });
    let node = |inner: BoxedStrategy<Rose>| {
        (text(), vec(inner, 0..5), any::<u16>()).prop_map(|(name, children, weight)| Rose { name, children, weight })
    };
    leaf.prop_recursive(5, parts(64), 5, node).boxed()
}

pub(crate) fn forest() -> BoxedStrategy<Forest> {
    let leaf = any::<u8>().prop_map(|last| Forest(vec![], last));
    let node = |inner: BoxedStrategy<Forest>| {
        let bare = Just(Grove::Bare).boxed();
        let wood = move |beside: BoxedStrategy<Option<Box<Grove>>>| {
            (inner.clone().prop_map(Box::new), text(), beside)
                .prop_map(|(below, label, beside)| Grove::Wood { below, label, beside })
                .boxed()
        };
        let single = prop_oneof![bare.clone(), wood(Just(None).boxed())].boxed();
        let grove = prop_oneof![bare, wood(option::of(single.prop_map(Box::new)).boxed())];
        (vec(grove, 0..4), any::<u8>()).prop_map(|(groves, last)| Forest(groves, last))
    };
    leaf.prop_recursive(4, parts(48), 4, node).boxed()
}

fn ordering() -> impl Strategy<Value = Ordering> {
    prop_oneof![Just(Ordering::Less), Just(Ordering::Equal), Just(Ordering::Greater)]
}

pub(crate) fn numbers() -> BoxedStrategy<Numbers> {
    let small = (any::<u8>(), any::<i8>(), any::<u16>(), any::<i16>(), any::<u32>(), any::<i32>());
    let large = (any::<u64>(), any::<i64>(), any::<u128>(), any::<i128>(), any::<usize>(), any::<isize>());
    let others = (any::<f32>(), any::<f64>(), any::<bool>(), any::<char>(), ordering());
    let non_zero = (1..=u8::MAX, 1..=u32::MAX, any::<i64>(), 1..=usize::MAX, any::<u64>(), 0..1_000_000_000u32);
    (small, large, others, non_zero)
        .prop_map(|(small, large, others, (byte, word, signed, size, seconds, nanoseconds))| Numbers {
            u8: small.0,
            i8: small.1,
            u16: small.2,
            i16: small.3,
            u32: small.4,
            i32: small.5,
            u64: large.0,
            i64: large.1,
            u128: large.2,
            i128: large.3,
            usize: large.4,
            isize: large.5,
            f32: others.0,
            f64: others.1,
            bool: others.2,
            char: others.3,
            unit: (),
            byte: byte.try_into().expect("not zero"),
            word: word.try_into().expect("not zero"),
            signed: signed.try_into().unwrap_or(std::num::NonZero::<i64>::MIN),
            size: size.try_into().expect("not zero"),
            duration: std::time::Duration::new(seconds, nanoseconds),
            ordering: others.4,
        })
        .boxed()
}

pub(crate) fn texts() -> BoxedStrategy<Texts> {
    let singles = (text(), text(), text(), text());
    let scalars =
        (vec(any::<u16>(), 0..9), vec(any::<char>(), 0..9), vec(any::<u8>(), 0..300), vec(any::<bool>(), 0..9));
    (singles, scalars, vec(text(), 0..6))
        .prop_map(|((owned, boxed, shared, counted), (cow, chars, bytes, flags), words)| Texts {
            owned,
            boxed: boxed.into(),
            shared: shared.into(),
            counted: counted.into(),
            cow: cow.into(),
            chars,
            bytes,
            flags,
            words,
        })
        .boxed()
}

pub(crate) fn nested() -> BoxedStrategy<Nested> {
    let maps = btree_map(text(), btree_map(any::<i16>(), vec(text(), 0..3), 0..3), 0..4);
    let hashed = hash_map(any::<i32>(), vec(option::of(any::<u8>()), 0..4), 0..12);
    let sets = (hash_set(text(), 0..6), btree_set((any::<i8>(), text()), 0..6));
    let deep = vec(vec(vec(any::<u16>(), 0..3), 0..3), 0..4);
    let others = (vec_deque((any::<u8>(), any::<bool>()), 0..4), 0..5usize, vec(option::of(any::<i64>()), 0..4));
    (maps, hashed, sets, deep, others)
        .prop_map(|(maps, hashed, (names, pairs), deep, (mut queue, units, slice))| {
            // So that the queue is stored in two pieces in memory.
            queue.rotate_left(queue.len() / 2);
            Nested { maps, hashed, names, pairs, deep, queue, units: vec![(); units], slice: slice.into() }
        })
        .boxed()
}

pub(crate) fn sums() -> BoxedStrategy<Sums> {
    let options = (option::of(option::of(any::<u8>())), option::of(Just(())));
    let results = result::maybe_ok(option::of(text()), result::maybe_ok(any::<u32>(), Just(())));
    let many = vec(result::maybe_ok(any::<i16>(), text()), 0..5);
    let tuple =
        (option::of(any::<u8>()), result::maybe_ok(any::<bool>(), any::<char>()), (any::<u8>(), option::of(text())));
    let last = option::of(result::maybe_ok(vec(any::<u8>(), 0..9), any::<u64>()));
    (options, results, many, option::of(tree().prop_map(Box::new)), tuple, last)
        .prop_map(|((option, unit), result, many, boxed, tuple, last)| Sums {
            option,
            unit,
            result,
            many,
            boxed,
            tuple,
            last,
        })
        .boxed()
}

pub(crate) fn arrays() -> BoxedStrategy<Arrays> {
    let scalars = (array::uniform3(any::<u32>()), array::uniform2(any::<bool>()), array::uniform3(text()));
    let options = array::uniform2(array::uniform2(option::of(any::<u16>())));
    let ones = (vec(any::<u8>(), 0..9), option::of(any::<u8>()));
    (scalars, options, ones, array::uniform2(vec(text(), 0..4)))
        .prop_map(|((fixed, flags, texts), options, (one, single), last)| Arrays {
            fixed,
            flags,
            texts,
            options,
            none: [],
            one: [one],
            single: [single],
            last,
        })
        .boxed()
}

pub(crate) fn scalars() -> BoxedStrategy<Scalars> {
    let small = (any::<u8>(), any::<i8>(), any::<u16>(), any::<i16>(), any::<u32>(), any::<i32>());
    let large = (any::<u64>(), any::<i64>(), any::<usize>(), any::<isize>(), 1..=u32::MAX);
    let others = (any::<f32>(), any::<f64>(), any::<bool>(), any::<char>(), ordering());
    (small, large, others)
        .prop_map(|(small, large, others)| Scalars {
            u8: small.0,
            i8: small.1,
            u16: small.2,
            i16: small.3,
            u32: small.4,
            i32: small.5,
            u64: large.0,
            i64: large.1,
            usize: large.2,
            isize: large.3,
            f32: others.0,
            f64: others.1,
            bool: others.2,
            char: others.3,
            unit: (),
            word: large.4.try_into().expect("not zero"),
            ordering: others.4,
        })
        .boxed()
}

fn chars() -> BoxedStrategy<Vec<char>> {
    vec(prop_oneof![3 => any::<char>(), 1 => proptest::char::range('a', 'z')], 0..4).boxed()
}

pub(crate) fn record() -> BoxedStrategy<Record> {
    let leaf = (chars(), any::<char>()).prop_map(|(name, mark)| Record { mark, name, ..Record::small("", None) });
    let within = |inner: BoxedStrategy<Record>| {
        let first = (chars(), any::<char>(), any::<bool>(), any::<f64>(), color(), option::of(option::of(any::<u8>())));
        let second = (
            result::maybe_ok(vec(any::<bool>(), 0..4), any::<f32>()),
            vec(vec(any::<u16>(), 0..4), 0..3),
            0..3_usize,
            either(any::<u8>(), chars()),
            vec(any::<f64>(), 0..3),
        );
        let third = (vec(inner.clone(), 0..3), option::of(inner.prop_map(Box::new)));
        (first, second, third).prop_map(|(first, second, third)| Record {
            name: first.0,
            mark: first.1,
            is_open: first.2,
            share: first.3,
            color: first.4,
            maybe: first.5,
            outcome: second.0,
            rows: second.1,
            units: vec![(); second.2],
            choice: second.3,
            floats: second.4,
            children: third.0,
            last: third.1,
        })
    };
    leaf.prop_recursive(3, 12, 3, within).boxed()
}

pub(crate) fn color() -> BoxedStrategy<Color> {
    prop_oneof![Just(Color::Red), Just(Color::Green), Just(Color::Blue)].boxed()
}

fn either<A: Strategy + 'static, B: Strategy + 'static>(left: A, right: B) -> BoxedStrategy<Pair<A::Value, B::Value>>
where
    A::Value: Clone + 'static,
    B::Value: Clone + 'static,
{
    (0..3, left, right)
        .prop_map(|(kind, left, right)| match kind {
            0 => Pair::Neither,
            1 => Pair::First(left),
            _ => Pair::Both { left, right },
        })
        .boxed()
}

pub(crate) fn pair() -> BoxedStrategy<Pair<String, Vec<u16>>> {
    either(text(), vec(any::<u16>(), 0..9))
}

pub(crate) fn big() -> BoxedStrategy<Big> {
    let first =
        (any::<u8>(), text(), option::of(any::<u8>()), any::<[u8; 4]>(), any::<bool>(), vec(any::<u32>(), 0..9));
    let second = (option::of(text()), color(), any::<i64>(), any::<(u8, u16)>(), (any::<u8>(), text()));
    let third = (vec(option::of(any::<u8>()), 0..9), tree(), any::<char>(), any::<f32>());
    let fourth =
        (btree_map(any::<u8>(), any::<u8>(), 0..9), option::of(any::<u16>()), any::<u16>(), option::of(tree()));
    let fifth = (color(), either(any::<u8>(), text()), any::<u128>(), option::of(any::<u8>()));
    (first, second, third, fourth, fifth)
        .prop_map(|((a, b, c, d, e, f), (g, h, i, j, k), (l, m, n, o), (p, q, r, t), (u, v, w, x))| Big {
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            h,
            i,
            j,
            k,
            l,
            m: Box::new(m),
            n,
            o,
            p,
            q: Wrapper(q),
            r#type: r,
            s: (),
            t: t.map(Box::new),
            u,
            v,
            w,
            x,
        })
        .boxed()
}

pub(crate) fn maybe_void() -> BoxedStrategy<MaybeVoid> {
    let here = any::<u8>().prop_map(MaybeVoid::Here);
    prop_oneof![here, any::<u8>().prop_map(|byte| MaybeVoid::Perhaps(None, byte))].boxed()
}

pub(crate) fn generic<T: Clone + std::fmt::Debug + 'static>(item: BoxedStrategy<T>) -> BoxedStrategy<Generic<T>> {
    (item.clone(), vec(item.clone(), 0..5), option::of(item.prop_map(Box::new)))
        .prop_map(|(head, rest, boxed)| Generic { head, rest, boxed })
        .boxed()
}

pub(crate) fn numbered<T: Numbered + std::fmt::Debug + 'static>() -> BoxedStrategy<T> {
    (0..T::COUNT).prop_map(T::number).boxed()
}

fn tile() -> impl Strategy<Value = Tile> + Clone {
    any::<u8>().prop_map(Tile)
}

fn row() -> impl Strategy<Value = Row> + Clone {
    (tile(), any::<u16>()).prop_map(|(tile, number)| Row(tile, number))
}

fn shelf() -> impl Strategy<Value = Shelf> + Clone {
    vec(tile(), 0..4).prop_map(Shelf)
}

pub(crate) fn floor() -> BoxedStrategy<Floor> {
    let of = |rooms: BoxedStrategy<Vec<Room>>| {
        (row(), shelf(), vec(row(), 0..3), option::of(tile()), result::maybe_ok(row(), tile()), rooms, shelf())
            .prop_map(|(row, shelf, rows, maybe, either, rooms, last)| Floor {
                row,
                shelf,
                rows,
                maybe,
                either,
                rooms,
                last,
            })
            .boxed()
    };
    let within = move |inner: BoxedStrategy<Floor>| {
        let room = prop_oneof![
            Just(Room::Empty),
            tile().prop_map(Room::One),
            (tile(), row()).prop_map(|(tile, row)| Room::Two(tile, row)),
            inner.prop_map(|floor| Room::Inner(Box::new(floor))),
        ];
        of(vec(room, 0..3).boxed())
    };
    of(Just(vec![]).boxed()).prop_recursive(3, 12, 3, within).boxed()
}

pub(crate) fn marked() -> BoxedStrategy<Marked> {
    let numbers = (any::<i64>(), any::<u8>(), any::<u32>(), any::<u64>(), any::<i128>())
        .prop_map(|(when, small, word, large, wide)| Marked::Numbers { when, small, word, large, wide });
    let first = (text(), vec(any::<u8>(), 0..9), any::<[u8; 2]>(), any::<f32>());
    let second = (option::of(any::<u16>()), color(), btree_set(any::<i8>(), 0..4));
    let others = (first, second).prop_map(|((text, bytes, pair, number), (maybe, color, set))| {
        Marked::Others(text, bytes, pair, number, maybe, color, set)
    });
    let within = |inner: BoxedStrategy<Marked>| {
        let one = (inner.clone(), any::<(i16, char)>(), any::<u8>())
            .prop_map(|(inner, pair, last)| Marked::Within(Box::new(inner), pair, last));
        prop_oneof![one, vec(inner, 0..4).prop_map(Marked::List)]
    };
    prop_oneof![numbers, others].prop_recursive(3, 16, 4, within).boxed()
}

pub(crate) fn term() -> BoxedStrategy<Term> {
    let leaf =
        prop_oneof![any::<i64>().prop_map(Term::Int), (-3..3_i64).prop_map(Term::Int), text().prop_map(Term::Text)];
    let within = |inner: BoxedStrategy<Term>| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Term::List),
            btree_map(inner.clone(), inner.clone(), 0..4).prop_map(Term::Map),
            btree_set(btree_set(inner, 0..3), 0..3).prop_map(Term::Sets),
        ]
    };
    leaf.prop_recursive(3, 24, 4, within).boxed()
}

/// An array whose elements are all equal, except one.
fn large_array<T: Copy + std::fmt::Debug, const N: usize>(item: BoxedStrategy<T>) -> impl Strategy<Value = [T; N]> {
    (item.clone(), 0..N, item).prop_map(|(all, at, one)| {
        let mut array = [all; N];
        array[at] = one;
        array
    })
}

pub(crate) fn large() -> BoxedStrategy<Large> {
    let leaf = prop_oneof![
        4 => any::<u8>().prop_map(Large::Small),
        2 => large_array(byte()).prop_map(Large::Inline),
        2 => (large_array(any::<u16>().boxed()), any::<bool>()).prop_map(|(words, last)| Large::Words(Box::new(words), last)),
        1 => large_array(byte()).prop_map(|bytes| Large::Vast(Box::new(bytes))),
    ];
    leaf.prop_recursive(3, 6, 3, |inner| vec(inner, 0..3).prop_map(Large::Node)).boxed()
}

pub(crate) fn library() -> BoxedStrategy<Library> {
    let of = |nested: BoxedStrategy<Vec<Box<Library>>>| {
        (vec(any::<u16>(), 0..5), vec(any::<u8>(), 0..9), nested, any::<[u8; 16]>())
            .prop_map(|(small, bytes, nested, id)| Library {
                small: small.into(),
                bytes: bytes.into(),
                nested: nested.into(),
                id: uuid::Uuid::from_bytes(id),
            })
            .boxed()
    };
    let within = move |inner: BoxedStrategy<Library>| of(vec(inner.prop_map(Box::new), 0..3).boxed());
    of(Just(vec![]).boxed()).prop_recursive(3, 8, 3, within).boxed()
}

fn version() -> impl Strategy<Value = Version> {
    let label = prop_oneof![Just(String::new()), text()];
    (0..3_u8, 0..3_u8, label).prop_map(|(major, minor, label)| Version { major, minor, label })
}

pub(crate) fn grown() -> BoxedStrategy<Grown> {
    let keys = (btree_map(version(), any::<u8>(), 0..4), btree_set(version(), 0..3))
        .prop_map(|(map, set)| Grown::Keys(map, set));
    let unknown = sample::select(Grown::unknown()).prop_map(Grown::Unknown);
    let within = |inner: BoxedStrategy<Grown>| {
        let cell = (any::<u16>(), inner.clone()).prop_map(|(number, next)| Grown::Cell(number, Box::new(next)));
        let several = (vec(inner, 0..3), option::of(any::<i32>()));
        prop_oneof![cell, several.prop_map(|(several, number)| Grown::Several(several, number))]
    };
    prop_oneof![2 => keys, 1 => unknown].prop_recursive(3, 12, 3, within).boxed()
}

pub(crate) fn profile() -> BoxedStrategy<Profile> {
    let of = |children: BoxedStrategy<Vec<Profile>>, next: BoxedStrategy<Option<Box<Profile>>>| {
        let first = (any::<u16>(), text(), option::of(any::<u8>()), any::<[u8; 3]>());
        let second = (option::of(tree().prop_map(Box::new)), any::<bool>(), version());
        (first, second, children, next).prop_map(|((id, name, maybe, bytes), (tree, flag, version), children, next)| {
            Profile { id, name, maybe, bytes, tree, unit: (), flag, version, children, next }
        })
    };
    let within = move |inner: BoxedStrategy<Profile>| {
        of(vec(inner.clone(), 0..3).boxed(), option::of(inner.prop_map(Box::new)).boxed())
    };
    of(Just(vec![]).boxed(), Just(None).boxed()).prop_recursive(3, 8, 3, within).boxed()
}

pub(crate) fn links<T: Clone + std::fmt::Debug + 'static>(item: BoxedStrategy<T>) -> BoxedStrategy<Links<T>> {
    let within = move |inner: BoxedStrategy<Links<T>>| {
        let boxed = inner.clone().prop_map(Box::new);
        let cell = (item.clone(), boxed.clone()).prop_map(|(value, rest)| Links::Link(value, rest));
        let fork = (boxed.clone(), option::of(item.clone()), option::of(boxed), any::<bool>())
            .prop_map(|(left, value, right, flag)| Links::Fork(left, value, right, flag));
        let many = (vec(inner, 0..4), option::of(item.clone())).prop_map(|(all, value)| Links::Many(all, value));
        prop_oneof![cell, fork, many]
    };
    Just(Links::End).prop_recursive(4, 24, 3, within).boxed()
}

fn signal() -> impl Strategy<Value = Signal> + Clone {
    prop_oneof![Just(Signal::Off), Just(Signal::On)]
}

pub(crate) fn event() -> BoxedStrategy<Event> {
    let number = (any::<i32>(), any::<bool>(), text()).prop_map(|(n, flag, text)| Event::Number(n, flag, text));
    let leaf = prop_oneof![1 => Just(Event::Nothing), 2 => number];
    let within = |inner: BoxedStrategy<Event>| {
        let boxed = inner.clone().prop_map(Box::new);
        let two = (boxed.clone(), any::<u16>(), option::of(boxed.clone()))
            .prop_map(|(event, number, last)| Event::Within(event, number, last));
        let next =
            (any::<u8>(), option::of(any::<bool>()), boxed).prop_map(|(n, maybe, next)| Event::Next(n, maybe, next));
        prop_oneof![two, vec(inner, 0..4).prop_map(Event::Several), next]
    };
    leaf.prop_recursive(3, 16, 3, within).boxed()
}

pub(crate) fn parcel() -> BoxedStrategy<Parcel> {
    let label = || text().prop_map(Label);
    let first = (vec(Just(Note), 0..4), signal(), array::uniform2(signal()), label(), option::of(label()));
    let second = ((label(), any::<u8>(), links(signal().boxed())), result::maybe_ok(Just(Note), label()));
    let third = (btree_map(version(), signal(), 0..4), btree_set(signal(), 0..3));
    (first, second, third, (vec(option::of(event()), 0..3), event()))
        .prop_map(|((notes, signal, signals, label, maybe), (triple, result), (keys, set), (events, last))| Parcel {
            note: Note,
            notes,
            signal,
            signals,
            label,
            maybe,
            triple,
            result,
            keys,
            set,
            events,
            last,
        })
        .boxed()
}
