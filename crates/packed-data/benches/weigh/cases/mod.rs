//! The cases of packed data, in groups. `bench/peers/weigh/` includes this module and adds the cases of other crates.

pub(crate) mod map;
pub(crate) mod numbers;
pub(crate) mod tree;

use packed_data::Layout;
use weigh::{Case, Weigh};

/// The cases of a group.
pub(crate) type Cases = fn(&mut Weigh<'_>);

/// The groups, by name.
pub(crate) const GROUPS: [(&str, Cases); 10] = [
    ("pack 1,000,000 i64", numbers::pack_million),
    ("pack 10,000,000 i64", numbers::pack_ten_million),
    ("read 1,000,000 i64", numbers::read),
    ("write a tree", tree::write),
    ("read a tree", tree::read),
    ("write a map", map::write),
    ("read a map", map::read),
    ("unpack 1,000 maps", map::unpack),
    ("edit 1,000,000 i64 in place", numbers::edit),
    ("edit a tree in place", tree::edit),
];

/// The case makes no call to the allocator.
fn nothing(case: &mut Case<'_>) {
    case.max_allocated(0).max_allocations(0).max_reallocations(0).max_peak(0).max_live(0);
}

/// The case allocates one block, which never changes its size.
fn once(case: &mut Case<'_>, bytes: u64) {
    case.max_allocated(bytes).max_allocations(1).max_reallocations(0).max_peak(bytes).max_live(bytes);
}

/// The case allocates one block, which grows `times` times while it is written, because the size is not known from the
/// start. It grows like a `Vec`, to less than twice its contents. The limits are the exact figures of a run, so that
/// any change of them fails.
fn growing(case: &mut Case<'_>, bytes: u64, times: u64) {
    case.max_allocated(bytes).max_allocations(1).max_reallocations(times).max_peak(bytes).max_live(bytes);
}

/// The name of a case: the function under test, and the layout.
fn named<L: Layout>(way: &str) -> String {
    format!("packed-data, {way}, {}", L::NAME)
}
