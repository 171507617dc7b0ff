//! What only CBOR has: many encodings of a value, of which one is written and all are read; items that the reader does
//! not know; byte strings, whose elements have no heads. And the byte tables of what is written.

mod cbor_items;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::num::NonZeroU8;
use std::time::Duration;

use cbor_items::{Item, Random, parse, with_more_items, written};
use packed_data::cbor::{from_diagnostic, is_deterministic, to_deterministic, to_diagnostic};
use packed_data::haskell::Serialise;
use packed_data::{Cbor, ErrorKind, Limits, Packable, Packed, Unpack};
use test_suite::constructors::{Narrow, Wide};
use test_suite::{
    Ast, Color, Json, List, MaybeVoid, Node, Sample, TestLayout, Tree, check, over_layouts, over_shapes, probe,
};

over_shapes!(cbors: every_encoding_is_read);
over_layouts!(
    cbors: more_items_than_fields,
    more_items_in_a_million_cells,
    bytes_of_strings_by_themselves,
    keys_in_any_order,
    the_same_key_twice,
    integers_of_every_form,
    floats_of_every_width,
    what_is_no_item,
    items_of_another_kind,
    nesting_is_limited_among_unknown_items
);

/// How many other encodings of each value are tried.
const TRIED: u64 = if cfg!(miri) { 2 } else { 4 };

/// Enough for a row of values that are each within the default.
const ROW: Limits = Limits { depth: Limits::DEFAULT.depth + 1, ..Limits::DEFAULT };

/// Reads what must be accepted, in every way: it is that value.
#[track_caller]
fn reads<T: Sample, L: TestLayout>(value: &T, bytes: &[u8]) {
    let packed = match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(packed) => packed,
        Err(error) => panic!("{error}: {}, for {value:?}", to_diagnostic(bytes).unwrap_or_default()),
    };
    probe::<T, L>(bytes).expect("it was accepted");
    let written = Packed::<T, L>::pack(value);
    assert_eq!(Packed::<T, L>::pack(&packed.unpack().unwrap()), written, "{value:?}");
    assert_eq!(Packed::<T, L>::pack(&T::from_fold(&packed)), written, "{value:?}");

    let longer = [bytes, &[0xA5; 9]].concat();
    let (prefix, rest) = Packed::<T, L>::from_prefix(&longer).unwrap();
    assert_eq!((prefix.as_bytes(), rest), (bytes, &[0xA5; 9][..]));
    assert_eq!(packed.transform(|cursor, needs| cursor.copy_to(needs)).as_bytes(), bytes);
    ends_where_it_ends::<T, L>(&packed);
}

/// A value among others, each of which is found behind it.
fn ends_where_it_ends<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>) {
    let row = Packed::<(T, Vec<T>, [T; 2], u8), L>::try_build(&ROW, |needs| {
        let fields = needs.fields().put_packed(packed);
        let fields = fields.with(|list| list.items(0..2, |needs, _| needs.put_packed(packed)));
        fields.with(|array| array.array(|needs, _| needs.put_packed(packed))).put(&0xA5).done()
    });
    let row = Packed::<(T, Vec<T>, [T; 2], u8), L, _>::from_bytes_with(row.unwrap().into_inner(), &ROW).unwrap();
    let (first, elements, last) = row.read(|row| {
        let (first, fields) = row.fields().with(|first| first.as_bytes());
        let mut found = Vec::new();
        let ((), fields) = fields.with(|list| {
            let mut items = list.items();
            while let Some(item) = items.next(|element| element.as_bytes()) {
                found.push(item);
            }
            items.done(())
        });
        let ((), fields) = fields.with(|array| {
            let mut elements = array.elements();
            while let Some(element) = elements.next(|element| element.as_bytes()) {
                found.push(element);
            }
            elements.done(())
        });
        let (last, fields) = fields.read();
        fields.done((first, found, last))
    });
    assert_eq!((first, last), (packed.as_bytes(), 0xA5));
    assert!(elements.len() == 4 && elements.iter().all(|element| *element == packed.as_bytes()));
}

/// Longer heads, wider floats, indefinite lengths, tags before items, integers of any size, entries of maps in another
/// order.
fn every_encoding_is_read<T: Sample, L: TestLayout>() {
    let few = test_suite::config().cases.min(48);
    let seen = std::cell::Cell::new(0);
    check(T::any(), |value| {
        if seen.replace(seen.get() + 1) > few {
            return;
        }
        let packed = Packed::<T, L>::pack(&value);
        let item = parse(packed.as_bytes());
        for seed in 0..TRIED {
            reads::<T, L>(&value, &written(&item, &mut Random::new(seed)));
        }
        // What one of the two writes, the other reads.
        reads::<T, L>(&value, Packed::<T, Cbor>::pack(&value).as_bytes());
    });
}

/// A constructor of a newer version of its type has more fields. So have its fields, last ones among them.
fn more_items_than_fields<L: TestLayout>() {
    fn all<T: Sample, L: TestLayout>() {
        check(T::any(), |value| {
            let item = parse(Packed::<T, L>::pack(&value).as_bytes());
            for seed in 0..TRIED {
                let mut random = Random::new(seed);
                let more = with_more_items(&item, &mut random);
                reads::<T, L>(&value, &written(&more, &mut random));
            }
        });
    }
    all::<Tree, L>();
    all::<Ast, L>();
    all::<List, L>();
    all::<Node, L>();
    all::<Color, L>();
    all::<MaybeVoid, L>();
    all::<Narrow, L>();
    all::<Wide, L>();
}
