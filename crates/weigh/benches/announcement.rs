//! The examples of the announcement of the Haskell package `weigh`, in Rust.
//!
//! Run it with `cargo bench --bench announcement`; `-- --config readme` prints the table of the README.

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;

use num_bigint::BigInt;
use weigh::{Config, Counting, Format, Weigh};

#[global_allocator]
static ALLOCATOR: Counting<std::alloc::System> = Counting::system();

fn main() {
    weigh::main(|w| {
        w.named_config("readme", Config::new().format(Format::Markdown));
        w.group("big integers", big_integers);
        w.group("i64", machine_integers);
        w.group("1,000,000 random pairs", maps);
        w.group("fields", fields);
    });
}

/// Counts down by `steps`, with a new number at each step.
fn count(mut n: BigInt, steps: u32) -> BigInt {
    for _ in 0..steps {
        n = black_box(&n) - 1;
    }
    n
}

/// Counts down by `steps`, in the same number.
fn count_in_place(mut n: BigInt, steps: u32) -> BigInt {
    for _ in 0..steps {
        n -= 1;
        black_box(&n);
    }
    n
}

fn big_integers(w: &mut Weigh<'_>) {
    for steps in [0, 1, 10, 100] {
        w.func(format!("count {steps} to 0"), move |n| count(n, steps), BigInt::from(steps)).max_allocated(0);
    }
    // A number that does not fit in a machine word is on the heap.
    let large = || BigInt::from(1) << 128;
    for steps in [0, 1, 10, 100] {
        let name = format!("count {steps} from 2^128");
        w.func_owned(name, move |n| count(n, steps), large).max_allocations(steps.into());
    }
    w.func_owned("count 100 from 2^128 in place", |n| count_in_place(n, 100), large).max_allocations(0);
}

fn count_i64(mut n: i64) {
    while n != 0 {
        n = black_box(n) - 1;
    }
}

fn machine_integers(w: &mut Weigh<'_>) {
    for n in [1, 10, 1_000_000] {
        w.func(format!("count {}", weigh::commas(n)), count_i64, n).max_allocated(0);
    }
}

type Pairs = Vec<(u64, u64)>;

/// Returns a million random keys, each with its number.
fn random_pairs() -> Pairs {
    let mut state = 0_u64;
    (1..=1_000_000).map(|n| (next_random(&mut state), n)).collect()
}

/// SplitMix64 (Steele, Lea and Flood, 2014). The sequence is fixed, so that the figures repeat.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

fn inserted_one_by_one(pairs: &Pairs) -> BTreeMap<u64, u64> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(*key, *value);
    }
    map
}

fn collected<M: FromIterator<(u64, u64)>>(pairs: &Pairs) -> M {
    pairs.iter().copied().collect()
}

fn maps(w: &mut Weigh<'_>) {
    w.func_with("Vec", collected::<Pairs>, random_pairs).max_allocated(16_000_000).max_allocations(1);
    w.func_with("BTreeMap, collected", collected::<BTreeMap<_, _>>, random_pairs);
    w.func_with("BTreeMap, one by one", inserted_one_by_one, random_pairs);
    w.func_with("HashMap, collected", collected::<HashMap<_, _>>, random_pairs).max_allocations(1);
}

/// A struct with a number.
struct HasInt(#[expect(dead_code, reason = "only its size matters")] i64);

/// A struct with a pointer to that struct.
struct HasBoxed(#[expect(dead_code, reason = "only its size matters")] Box<HasInt>);

/// A struct with that struct inline.
struct HasInlined(#[expect(dead_code, reason = "only its size matters")] HasInt);

fn boxed(n: i64) -> HasBoxed {
    HasBoxed(Box::new(HasInt(n)))
}

fn inlined(n: i64) -> HasInlined {
    HasInlined(HasInt(n))
}

fn fields(w: &mut Weigh<'_>) {
    w.func("HasInt", HasInt, 5).max_allocated(0);
    w.func("HasBoxed", boxed, 5).max_allocated(8).max_allocations(1);
    w.func("HasInlined", inlined, 5).max_allocated(0);
    w.value("1,000,000 HasBoxed", || (0..1_000_000).map(boxed).collect::<Vec<_>>()).max_allocated(16_000_000);
    w.value("1,000,000 HasInlined", || (0..1_000_000).map(inlined).collect::<Vec<_>>())
        .max_allocated(8_000_000)
        .max_allocations(1);
}
