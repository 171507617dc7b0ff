//! A map from strings to numbers.

use std::collections::{BTreeMap, HashMap};

use packed_data::{Compact, Indexed, Layout, Packable, Packed, Unpack};
use weigh::Weigh;

use super::{growing, named, nothing};

pub(crate) type Words = BTreeMap<String, u64>;

/// How many words the map has.
const WORDS: u64 = 10_000;

/// The word that is looked up, and its number.
pub(crate) const WORD: (&str, u64) = ("word 1234", 1234);

pub(crate) fn words() -> Words {
    (0..WORDS).map(|n| (format!("word {n}"), n)).collect()
}

pub(super) fn write(w: &mut Weigh<'_>) {
    write_in::<Compact>(w, 320_096);
    // (The first entries of the table are reserved at the beginning.)
    write_in::<Indexed>(w, 328_288);
}

fn write_in<L: Layout>(w: &mut Weigh<'_>, bytes: u64) {
    growing(w.func_with(named::<L>("pack"), |words: &Words| Packed::<Words, L>::pack(words), words), bytes, 5);
}

pub(super) fn read(w: &mut Weigh<'_>) {
    let packed = || Packed::<Words, Indexed>::pack(&words());
    let get = |packed: &Packed<Words, Indexed>| assert_eq!(packed.view().get(WORD.0), Some(WORD.1));
    nothing(w.func_with(named::<Indexed>("view, get"), get, packed));
    let all = |packed: &Packed<Words, Indexed>| {
        let found = packed.view().iter().filter(|(word, n)| packed.view().get(*word) == Some(*n));
        assert_eq!(found.count() as u64, WORDS);
    };
    nothing(w.func_with(named::<Indexed>("view, get each"), all, packed));
    let validate =
        |packed: &Packed<Words, Indexed>| assert!(Packed::<Words, Indexed, _>::from_bytes(packed.as_bytes()).is_ok());
    nothing(w.func_with(named::<Indexed>("validation"), validate, packed));
}

/// How many small maps are unpacked.
const MAPS: u32 = 1_000;

/// Returns maps of a few entries each.
pub(crate) fn maps<M: FromIterator<(u32, u32)>>(entries: u32) -> Vec<M> {
    (0..MAPS).map(|map| (0..entries).map(|n| (n, map)).collect()).collect()
}

/// Small maps are unpacked without a temporary: one allocation for the vector, and one for each map. Only an ordered
/// map of more than four entries has a temporary.
pub(super) fn unpack(w: &mut Weigh<'_>) {
    unpack_in::<BTreeMap<u32, u32>, Compact>(w, "unpack ordered maps of 4", maps(4), 1);
    unpack_in::<BTreeMap<u32, u32>, Indexed>(w, "unpack ordered maps of 4", maps(4), 1);
    unpack_in::<BTreeMap<u32, u32>, Compact>(w, "unpack ordered maps of 11", maps(11), 2);
    unpack_in::<HashMap<u32, u32>, Compact>(w, "unpack hashed maps of 20", maps(20), 1);
}

fn unpack_in<M, L: Layout>(w: &mut Weigh<'_>, way: &str, maps: Vec<M>, allocations: u64)
where
    M: Packable + for<'a> Unpack<'a> + 'static,
{
    let packed = move || Packed::<Vec<M>, L>::pack(&maps);
    let case = w.func_with(named::<L>(way), |packed: &Packed<Vec<M>, L>| packed.unpack().map(drop), packed);
    case.max_allocations(1 + u64::from(MAPS) * allocations).max_reallocations(0).max_live(0);
}
