//! The contestants of each task.

use std::hint::black_box;

use packed_data::{Compact, Indexed, Layout, Packed};

use super::tree::{self, Sum, Tree};
use crate::serialisers::{Borsh, Postcard, Rkyv, Serialiser, Wincode};
use crate::{Answer, Comparison};

const DECODES: &str = "packed bytes can be unpacked";

/// The greatest depth of trees that are also compared in boxes.
const BOXED: u32 = 24;

/// The greatest depth at which other serialisers take part.
const PEERS: u32 = 20;

/// The forms of a tree that are read.
pub(super) struct Forms {
    depth: u32,
    compact: Packed<Tree, Compact>,
    indexed: Packed<Tree, Indexed>,
    /// `None` for trees deeper than [`BOXED`].
    boxed: Option<Tree>,
}

impl Forms {
    /// Returns the perfect tree of this depth. It is built packed, without boxes.
    pub(super) fn perfect(depth: u32) -> Self {
        Self {
            depth,
            compact: Packed::build(|needs| tree::build(needs, depth, &mut 0)),
            indexed: Packed::build(|needs| tree::build(needs, depth, &mut 0)),
            boxed: (depth <= BOXED).then(|| tree::perfect(depth)),
        }
    }

    /// Returns the sum of the leaves.
    fn sum(&self) -> i64 {
        let leaves = tree::leaves(self.depth) as i64;
        leaves * (leaves + 1) / 2
    }

    /// Returns the boxes, if the tree is small enough for other serialisers.
    fn for_peers(&self) -> Option<&Tree> {
        self.boxed.as_ref().filter(|_| self.depth <= PEERS)
    }
}

/// Adds the contestants that sum the leaves.
pub(super) fn sum<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    let Forms { compact, indexed, boxed, .. } = forms;
    add_plain_read(on, forms);
    on.add("packed-raw", Compact::NAME, move || tree::sum_raw(black_box(compact)), number);
    on.add("packed-fold", Compact::NAME, move || black_box(compact).fold(&mut Sum).unwrap_or(0), number);
    on.add("packed-fold", Indexed::NAME, move || black_box(indexed).fold(&mut Sum).unwrap_or(0), number);
    on.add("packed-cursor", Compact::NAME, move || black_box(compact).read(tree::sum_cursor), number);
    on.add("packed-view", Indexed::NAME, move || tree::sum_view(black_box(indexed).view()), number);
    if let Some(boxed) = boxed {
        on.add("rust-box", "", move || tree::sum_box(black_box(boxed)), number);
    }
}

/// Adds the contestants that validate.
pub(super) fn validate<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    add_plain_read(on, forms);
    add_validate(on, forms.sum(), &forms.compact);
    add_validate(on, forms.sum(), &forms.indexed);
}

/// Adds the contestants that pack.
pub(super) fn pack<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    let depth = forms.depth;
    let bytes = forms.compact.as_bytes();
    on.add("memcpy", "", move || black_box(bytes).to_vec(), |copy| sum_packed::<Compact>(copy));
    let build = move || Packed::<Tree, Compact>::build(|needs| tree::build(needs, black_box(depth), &mut 0));
    on.add("packed-build", Compact::NAME, build, |packed| packed.read(tree::sum_cursor));
    if let Some(boxed) = &forms.boxed {
        add_pack::<Compact>(on, boxed);
        add_pack::<Indexed>(on, boxed);
    }
    if let Some(boxed) = forms.for_peers() {
        Rkyv::add_encode(on, boxed, tree::sum_box);
        Wincode::add_encode(on, boxed, tree::sum_box);
        Postcard::add_encode(on, boxed, tree::sum_box);
        Borsh::add_encode(on, boxed, tree::sum_box);
    }
}

/// Adds the contestants that make boxes from unchecked bytes.
pub(super) fn unpack<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    let Some(boxed) = &forms.boxed else { return };
    on.add("rust-clone", "", move || black_box(boxed).clone(), tree::sum_box);
    add_unpack(on, &forms.compact);
    add_unpack(on, &forms.indexed);
    if let Some(boxed) = forms.for_peers() {
        Rkyv::add_decode(on, boxed, tree::sum_box);
        Wincode::add_decode(on, boxed, tree::sum_box);
        Postcard::add_decode(on, boxed, tree::sum_box);
        Borsh::add_decode(on, boxed, tree::sum_box);
    }
}

/// Adds the contestants whose memory is measured: reading, validating, packing, unpacking.
pub(super) fn memory<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    let Forms { compact, indexed, .. } = forms;
    on.add("packed-fold", Compact::NAME, move || compact.fold(&mut Sum).unwrap_or(0), number);
    on.add("packed-fold", Indexed::NAME, move || indexed.fold(&mut Sum).unwrap_or(0), number);
    on.add("packed-cursor", Compact::NAME, move || compact.read(tree::sum_cursor), number);
    on.add("packed-view", Indexed::NAME, move || tree::sum_view(indexed.view()), number);
    add_validate(on, forms.sum(), compact);
    add_validate(on, forms.sum(), indexed);
    if let Some(boxed) = &forms.boxed {
        add_pack::<Compact>(on, boxed);
        add_pack::<Indexed>(on, boxed);
    }
    unpack(on, forms);
}

/// Adds the limit: reading every byte. Its answer is that of the tree if its own sum is right.
fn add_plain_read<'f>(on: &mut Comparison<'f>, forms: &'f Forms) {
    let bytes = forms.compact.as_bytes();
    let words = bytes.chunks(8).map(|word| word.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    let (whole, rest) = bytes.split_at(bytes.len() / 8 * 8);
    let last: u64 = rest.iter().map(|byte| u64::from(*byte)).sum();
    let expected = words.take(whole.len() / 8).fold(last, u64::wrapping_add);
    let sum = forms.sum();
    let answer = move |found: &u64| if *found == expected { sum } else { !sum };
    on.add("plain-read", "", move || tree::sum_words(black_box(bytes)), answer);
}

fn add_validate<'f, L: Layout>(on: &mut Comparison<'f>, sum: i64, packed: &'f Packed<Tree, L>) {
    let validate = move || Packed::<Tree, L, _>::from_bytes(black_box(packed.as_bytes())).is_ok();
    on.add("packed-validate", L::NAME, validate, move |valid| if *valid { sum } else { !sum });
}

fn add_pack<'f, L: Layout>(on: &mut Comparison<'f>, boxed: &'f Tree) {
    let pack = move || Packed::<Tree, L>::pack(black_box(boxed));
    on.add("packed-pack", L::NAME, pack, |packed| packed.read(tree::sum_cursor));
}

fn add_unpack<'f, L: Layout>(on: &mut Comparison<'f>, packed: &'f Packed<Tree, L>) {
    let unpack = move || Packed::<Tree, L>::unpack_from(black_box(packed.as_bytes())).expect(DECODES);
    on.add("packed-unpack", L::NAME, unpack, tree::sum_box);
}

fn sum_packed<L: Layout>(bytes: &[u8]) -> Answer {
    Packed::<Tree, L, _>::from_bytes(bytes).expect(DECODES).read(tree::sum_cursor)
}

fn number(number: &i64) -> Answer {
    *number
}
