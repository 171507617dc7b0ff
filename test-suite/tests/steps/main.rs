//! Work is linear in the bytes, and `n log n` where the keys of maps come in no order.
//!
//! The tests count steps, not time: see `crates/packed-data/src/steps.rs`. `ci/steps.sh` sets the cfg.
#![cfg(packed_data_steps)]

mod cbor;
mod families;
mod files;
mod groups;
mod schemas;
mod shapes;
mod small;
mod typed;

use packed_data::Limits;
use packed_data::steps::counted;
use test_suite::steps::log2;

/// Approximate number of bytes of the inputs of each family. (Optimised, the larger ones are larger.)
const SIZES: [usize; 2] = [2 << 10, if cfg!(debug_assertions) { 8 << 10 } else { 32 << 10 }];

/// The levels that the default limits allow.
const DEPTH: usize = Limits::DEFAULT.depth as usize;

/// The name of an input, and a function that makes it with about this number of bytes.
type Family<T> = (&'static str, fn(usize) -> T);

/// Checks that `work` on `len` bytes takes at least `least` steps, and at most `per_byte` steps for each byte.
#[track_caller]
fn at_most<R>(what: &str, per_byte: usize, len: usize, least: usize, work: impl FnOnce() -> R) -> R {
    let (steps, result) = counted(work);
    let most = (per_byte * len + 16) as u64;
    assert!(steps <= most, "{what}: expected at most {most} steps for {len} bytes, found {steps}");
    assert!(steps >= least as u64, "{what}: expected at least {least} steps for {len} bytes, found {steps}");
    result
}

/// Returns an array of indefinite length, with as many copies of an item as fit into `size` bytes.
fn repeated(size: usize, item: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x9F];
    while bytes.len() + item.len() < size {
        bytes.extend_from_slice(item);
    }
    bytes.push(0xFF);
    bytes
}

/// Returns an item after `levels` times the bytes `before`, and before `levels` times the bytes `after`.
fn within(levels: usize, before: &[u8], item: &[u8], after: &[u8]) -> Vec<u8> {
    [&before.repeat(levels)[..], item, &after.repeat(levels)].concat()
}

/// Returns an array with copies of an item that nests as deep as the limit allows, or less deep if `size` is small.
fn nested(size: usize, before: &[u8], item: &[u8], after: &[u8]) -> Vec<u8> {
    let levels = (DEPTH - 2).min((size - 8) / (before.len() + after.len()));
    repeated(size, &within(levels, before, item, after))
}
