//! Accepted bytes are written back the same. The samples are unpacked and packed again, also after changes to their
//! bytes, and in CBOR in their other encodings.
//!
//! In a layout with one encoding of each value, the bytes are the same. CBOR has many encodings;
//! [`written_back`](test_suite::written_back) defines what must be the same there. If the type knows all of the item,
//! it is the item. Otherwise it is the value, which another library reads before and after. In any case it is the bytes
//! of a second round trip. The same check runs on the mutants of the suite `mutants` and of the fuzz target `read`.

use indexmap::{IndexMap, IndexSet};
use packed_data::{Layout, Packable, Packed, Unpack};
use test_suite::cbor_items::{Random, parse, written};
use test_suite::described::{Described, Source};
use test_suite::reference::cbor::{SetOrder, read};
use test_suite::reference::{Refused, Value};
use test_suite::{Sameness, Sample, TestLayout, each_shape, over_layouts, probe};

over_layouts!(duplicate_keys_are_written_back_once);

/// Number of other encodings that are tried for a CBOR value.
const ENCODINGS: u64 = 4;

/// Returns the distance between the places that are tried: all places, but fewer without optimisation.
const fn step(is_cbor: bool) -> usize {
    match (cfg!(debug_assertions), is_cbor) {
        (true, true) => 47,
        (true, false) => 7,
        _ => 1,
    }
}

/// How often each kind of sameness was found.
#[derive(Default)]
struct Counts {
    name: &'static str,
    is_cbor: bool,
    bytes: u64,
    item: u64,
    value: u64,
    packed: u64,
}

impl Counts {
    /// Tries bytes, which may be invalid.
    fn probe<T: Sample, L: TestLayout>(&mut self, bytes: &[u8]) {
        match probe::<T, L>(bytes) {
            Ok(Sameness::Bytes) => self.bytes += 1,
            Ok(Sameness::Item) => self.item += 1,
            Ok(Sameness::Value) => self.value += 1,
            Ok(Sameness::Packed) => self.packed += 1,
            Err(_) => {}
        }
    }

    /// Tries bytes, and others that differ from them in small ways.
    fn mutants<T: Sample, L: TestLayout>(&mut self, bytes: &[u8], step: usize) {
        self.probe::<T, L>(bytes);
        let mut mutant = bytes.to_vec();
        for at in (0..bytes.len()).step_by(step * (1 + bytes.len() / 256)) {
            let old = bytes[at];
            for new in [0, 1, 2, 0x4D, 0x80, 0xFF, old ^ 1, old ^ 0x20, old.wrapping_add(1), old.wrapping_sub(1)] {
                mutant[at] = new;
                self.probe::<T, L>(&mutant);
            }
            mutant[at] = old;
            let (before, here) = bytes.split_at(at);
            self.probe::<T, L>(&[before, &here[1..]].concat());
            self.probe::<T, L>(&[before, &here[..1], here].concat());
            if let [one, other, after @ ..] = here {
                self.probe::<T, L>(&[before, &[*other, *one], after].concat());
            }
        }
    }
}

/// Returns values of a shape: the sample, and a few that are made from bytes without a pattern.
fn values<T: Sample>() -> Vec<T> {
    let noise = |seed: u64| {
        let mut random = Random::new(seed);
        (0..60).map(|_| random.below(256) as u8).collect::<Vec<u8>>()
    };
    let made = (0..2).filter_map(|seed| T::generate(&mut Source::new(&noise(seed))));
    std::iter::once(T::sample()).chain(made).collect()
}

fn case<T: Sample, L: TestLayout>(name: &'static str) -> Counts {
    let mut counts = Counts { name, is_cbor: L::CBOR.is_some(), ..Counts::default() };
    for (index, value) in values::<T>().into_iter().enumerate() {
        // (Without optimisation, only the sample has mutants.)
        let has_mutants = index == 0 || !cfg!(debug_assertions);
        let packed = Packed::<T, L>::pack(&value);
        counts.probe::<T, L>(packed.as_bytes());
        if has_mutants {
            counts.mutants::<T, L>(packed.as_bytes(), step(counts.is_cbor));
        }
        if L::CBOR.is_some() {
            let item = parse(packed.as_bytes());
            for seed in 0..ENCODINGS {
                let whole = written(&item, &mut Random::without_tags(seed));
                counts.probe::<T, L>(&whole);
                counts.probe::<T, L>(&written(&item, &mut Random::new(seed)));
                if has_mutants && seed == 0 {
                    counts.mutants::<T, L>(&whole, step(true));
                }
            }
        }
    }
    for bytes in T::versions::<L>() {
        counts.mutants::<T, L>(&bytes, step(false));
    }
    counts
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri an hour; the suite `bytes` has the same check")]
fn accepted_means_written_back_the_same() {
    let all = each_shape!(case);
    for Counts { name, is_cbor, bytes, item, value, packed } in all {
        println!("{name:25} {bytes:6} bytes, {item:6} items, {value:6} values, {packed:4} packed");
        assert!(bytes > 0, "{name}: no sample was accepted");
        assert_eq!(is_cbor, item > 0, "{name}: only CBOR has other encodings of an item");
        let grows = ["grown", "profile", "links", "event", "parcel"].iter().any(|shape| name.ends_with(shape));
        assert!(!is_cbor || value > 0, "{name}: in CBOR a value has other bytes");
        let has_any_order = ["legacy", "standard"].iter().any(|layout| name.starts_with(layout));
        assert!(
            is_cbor || grows || has_any_order || value == 0,
            "{name}: only in CBOR, of an extensible type, or with keys in any order it has"
        );
        assert!(packed == 0 || name.starts_with("serialise"), "{name}: NaNs must keep their payload");
    }
}

/// A sequence of pairs with a duplicate key is also a valid map of `indexmap`, as `collect` accepts it. After one round
/// trip the key is in the map once, and a second round trip changes nothing.
fn duplicate_keys_are_written_back_once<L: Layout>() {
    fn rounds<T, M, L: Layout>(twice: &T, once: &T)
    where
        T: Packable,
        M: Packable<As = T::As> + for<'a> Unpack<'a>,
    {
        let first = Packed::<T, L>::pack(twice);
        let map = Packed::<M, L, _>::from_bytes(first.as_bytes()).unwrap();
        let second = Packed::<M, L>::pack(&map.unpack().unwrap());
        assert_eq!(second.as_bytes(), Packed::<T, L>::pack(once).as_bytes());
        let map = Packed::<M, L, _>::from_bytes(second.as_bytes()).unwrap();
        assert_eq!(Packed::<M, L>::pack(&map.unpack().unwrap()), second);
    }
    rounds::<Vec<(u8, u16)>, IndexMap<u8, u16>, L>(&vec![(2, 300), (1, 400), (2, 500)], &vec![(2, 500), (1, 400)]);
    let words = |words: &[&str]| words.iter().map(|word| String::from(*word)).collect::<Vec<String>>();
    rounds::<Vec<String>, IndexSet<String>, L>(&words(&["b", "a", "b"]), &words(&["b", "a"]));
}

/// Returns the value that the other reader reads from an item, and whether that is all of the item.
fn seen<T: Described>(item: &str) -> Result<(Value, bool), Refused> {
    let bytes = packed_data::cbor::from_diagnostic(item).expect("notation");
    read(T::schema(), SetOrder::Bytes, &bytes).map(|read| (read.value, read.is_whole))
}

/// The other reader must find differences; otherwise the comparison with it would prove nothing.
#[test]
fn the_other_reader_distinguishes_values() {
    use std::collections::BTreeSet;

    let whole = |value| Ok((value, true));
    for (item, n) in [("7", 7), ("7_3", 7), ("-1", -1), ("2(h'00ff')", 255), ("3(h'0100')", -257)] {
        assert_eq!(seen::<i64>(item), whole(Value::Signed(n)), "{item}");
    }
    assert_eq!(seen::<i64>("1(7)"), Ok((Value::Signed(7), false)));
    assert_eq!(seen::<f32>("1.5_3"), seen::<f32>("1.5"));
    assert_ne!(seen::<f64>("0.0"), seen::<f64>("-0.0"));
    assert_ne!(seen::<f64>("float'7e00'"), seen::<f64>("float'7e01'"));
    assert_eq!(seen::<f64>("float'7e01'"), seen::<f64>("float'7ff8040000000000'"));
    // The least subnormal number of two bytes, and of four.
    for (item, exponent) in [("float'0001'", 1023 - 24), ("float'00000001'", 1023 - 149)] {
        assert_eq!(seen::<f64>(item), whole(Value::double(exponent << 52)), "{item}");
    }
    let set = Value::Sequence(vec![Value::Unsigned(1), Value::Unsigned(2)]);
    assert_eq!(seen::<BTreeSet<u8>>("[_ 1, 2]"), whole(set.clone()));
    assert_eq!(seen::<BTreeSet<u8>>("[2, 1]"), Ok((set, false)));
    assert_ne!(seen::<BTreeSet<u8>>("[1, 1, 2]"), seen::<BTreeSet<u8>>("[1, 2]"));
    assert_eq!(
        seen::<(u8, bool)>("[1, true, 5]"),
        Ok((Value::Fields(vec![Value::Unsigned(1), Value::Bool(true)]), false))
    );
    assert_eq!(seen::<Option<u8>>("[]"), whole(Value::Case(0, vec![])));
    for refused in
        [seen::<u8>("256"), seen::<u8>("-1"), seen::<u8>("1.0"), seen::<f32>("0.1_3"), seen::<char>("\"ab\"")]
    {
        assert!(refused.is_err(), "{refused:?}");
    }
}

/// Found by fuzzing: in an element of a set, an item that the type does not know has a key twice. So the element has no
/// deterministic form, by which the other reader compares elements.
#[test]
fn an_unknown_item_may_have_a_key_twice() {
    let bytes = [0x82, 4, 0x81, 0x81, 0x83, 0, 0, 0xA2, 0, 0, 0, 0];
    assert_eq!(probe::<test_suite::Term, packed_data::Cbor>(&bytes), Ok(Sameness::Value));
}
