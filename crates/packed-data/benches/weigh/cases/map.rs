//! A map from strings to numbers.

use std::collections::BTreeMap;

use packed_data::{Compact, Indexed, Layout, Packed};
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
