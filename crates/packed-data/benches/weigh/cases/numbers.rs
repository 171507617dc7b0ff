//! Vectors of numbers.

use packed_data::{Compact, InPlace, Indexed, Layout, Packed};
use weigh::Weigh;

use super::{named, nothing, once};

/// The numbers that are packed.
pub(crate) fn numbers(count: i64) -> Vec<i64> {
    (0..count).map(|n| n * 0x0123_4567_89AB).collect()
}

pub(super) fn pack_million(w: &mut Weigh<'_>) {
    pack_in::<Compact>(w, 1_000_000);
    pack_in::<Indexed>(w, 1_000_000);
}

pub(super) fn pack_ten_million(w: &mut Weigh<'_>) {
    pack_in::<Compact>(w, 10_000_000);
    pack_in::<Indexed>(w, 10_000_000);
}

fn pack_in<L: Layout>(w: &mut Weigh<'_>, count: i64) {
    // Eight bytes each, and their count in five.
    let size = 8 * count as usize + 5;
    let pack = move |numbers: &Vec<i64>| {
        let packed = Packed::<Vec<i64>, L>::pack(numbers);
        assert_eq!(packed.as_bytes().len(), size);
        packed
    };
    once(w.func_with(named::<L>("pack"), pack, move || numbers(count)), size as u64 + 64);
    let pack_into = |(numbers, mut out): (Vec<i64>, Vec<u8>)| {
        let outcome = packed_data::pack_into::<_, L>(&numbers, &mut out);
        assert!(outcome.is_ok());
        (numbers, out)
    };
    let place = move || (numbers(count), Vec::with_capacity(size));
    nothing(w.func_owned(named::<L>("pack_into a buffer"), pack_into, place));
}

pub(super) fn read(w: &mut Weigh<'_>) {
    let million = || numbers(1_000_000);
    read_in::<Compact>(w);
    read_in::<Indexed>(w);
    let view = |packed: &Packed<Vec<i64>, Indexed>| packed.view().iter().sum::<i64>();
    nothing(w.func_with(named::<Indexed>("view"), view, move || Packed::pack(&million())));
}

fn read_in<L: Layout>(w: &mut Weigh<'_>) {
    let packed = || Packed::<Vec<i64>, L>::pack(&numbers(1_000_000));
    let validate = |packed: &Packed<Vec<i64>, L>| Packed::<Vec<i64>, L, _>::from_bytes(packed.as_bytes()).is_ok();
    nothing(w.func_with(named::<L>("validation"), validate, packed));
    let scalars = |packed: &Packed<Vec<i64>, L>| packed.read(|all| all.read().map(|all| all.iter().sum::<i64>()));
    nothing(w.func_with(named::<L>("scalars"), scalars, packed));
    let copy = |(packed, mut out): (Packed<Vec<i64>, L>, Vec<i64>)| {
        packed.read(|all| all.read().map(|all| all.copy_to_slice(&mut out)));
        (packed, out)
    };
    nothing(w.func_owned(named::<L>("scalars, copy_to_slice"), copy, move || (packed(), vec![0; 1_000_000])));
    let items = |packed: &Packed<Vec<i64>, L>| {
        packed.read(|all| all.fold_items(0, |sum, number| number.read().map(|number| sum + number)))
    };
    nothing(w.func_with(named::<L>("cursor over items"), items, packed));
    once(w.func_with(named::<L>("unpack"), |packed: &Packed<Vec<i64>, L>| packed.unpack(), packed), 8_000_000);
}

pub(super) fn edit(w: &mut Weigh<'_>) {
    edit_in::<Compact>(w);
    edit_in::<Indexed>(w);
    let edit = |mut packed: Packed<Vec<i64>, Indexed>| {
        let mut all = packed.view_mut();
        for index in 0..all.len() {
            all.set(index, index as i64);
        }
        packed
    };
    nothing(w.func_owned(named::<Indexed>("view_mut, set"), edit, || Packed::pack(&numbers(1_000_000))));
}

fn edit_in<L: InPlace>(w: &mut Weigh<'_>) {
    let edit = |mut packed: Packed<Vec<i64>, L>| {
        packed.edit(|all| all.fold_items((), |(), number| number.update(|n| n + 1)));
        packed
    };
    nothing(w.func_owned(named::<L>("edit with a cursor"), edit, || Packed::pack(&numbers(1_000_000))));
}
