//! The data that is read and written: the same types for all contestants.
//!
//! All types are tuples, so that all contestants write arrays, without the names of fields. `serde` writes names of
//! constructors, which are one digit here.

use minicbor::{Decode, Encode};
use packed_data::Packable;
use serde::{Deserialize, Serialize};

/// A line of a log: time, level, target, message, and further fields.
#[derive(Clone, PartialEq, Debug, Packable, Encode, Decode, Serialize, Deserialize)]
#[cbor(array)]
pub(crate) struct Record(
    #[n(0)] pub(crate) u64,
    #[n(1)] pub(crate) Severity,
    #[n(2)] pub(crate) String,
    #[n(3)] pub(crate) String,
    #[n(4)] pub(crate) Vec<(String, Value)>,
);

#[derive(Clone, PartialEq, Debug, Packable, Encode, Decode, Serialize, Deserialize)]
#[cbor(flat)]
pub(crate) enum Severity {
    #[n(0)]
    #[serde(rename = "0")]
    Info,
    #[n(1)]
    #[serde(rename = "1")]
    Error(#[n(0)] u32),
}

#[derive(Clone, PartialEq, Debug, Packable, Encode, Decode, Serialize, Deserialize)]
#[cbor(flat)]
pub(crate) enum Value {
    #[n(0)]
    #[serde(rename = "0")]
    Number(#[n(0)] i64),
    #[n(1)]
    #[serde(rename = "1")]
    Flag(#[n(0)] bool),
    #[n(2)]
    #[serde(rename = "2")]
    Text(#[n(0)] String),
}

/// An expression.
#[derive(Clone, PartialEq, Debug, Packable, Encode, Decode, Serialize, Deserialize)]
#[cbor(flat)]
pub(crate) enum Expr {
    #[n(0)]
    #[serde(rename = "0")]
    Number(#[n(0)] i64),
    #[n(1)]
    #[serde(rename = "1")]
    Variable(#[n(0)] u32),
    #[n(2)]
    #[serde(rename = "2")]
    Add(#[n(0)] Box<Expr>, #[n(1)] Box<Expr>),
    #[n(3)]
    #[serde(rename = "3")]
    Multiply(#[n(0)] Box<Expr>, #[n(1)] Box<Expr>),
    #[n(4)]
    #[serde(rename = "4")]
    Negate(#[n(0)] Box<Expr>),
}

/// A sample with three numbers.
#[derive(Clone, Copy, PartialEq, Debug, Packable, Encode, Decode, Serialize, Deserialize)]
#[cbor(array)]
pub(crate) struct Sample(#[n(0)] pub(crate) i64, #[n(1)] pub(crate) u8, #[n(2)] pub(crate) f64);

/// A source of numbers that look random, and are the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

pub(crate) fn records(count: u64) -> Vec<Record> {
    let mut random = Random(1);
    let words = ["request", "user", "status", "path", "bytes", "cache", "hit", "retry", "upstream", "elapsed"];
    let text = |words_in_it: u64, random: &mut Random| {
        let chosen = (0..words_in_it).map(|_| words[random.below(10) as usize]).collect::<Vec<_>>();
        chosen.join(" ")
    };
    let mut record = |number: u64| {
        let level =
            if number.is_multiple_of(7) { Severity::Error(500 + random.below(20) as u32) } else { Severity::Info };
        let fields = (0..random.below(5)).map(|_| {
            let value = match random.below(3) {
                0 => Value::Number(random.next() as i64 - (1 << 20)),
                1 => Value::Flag(random.below(2) == 0),
                _ => Value::Text(text(2, &mut random)),
            };
            (text(1, &mut random), value)
        });
        let fields = fields.collect();
        let (target, message) = (text(2, &mut random), text(5, &mut random));
        Record(1_700_000_000_000 + number, level, target, message, fields)
    };
    (0..count).map(&mut record).collect()
}

pub(crate) fn expression(depth: u32) -> Expr {
    expression_of(depth, &mut Random(2))
}

fn expression_of(depth: u32, random: &mut Random) -> Expr {
    if depth == 0 {
        return match random.below(3) {
            0 => Expr::Variable(random.below(40) as u32),
            _ => Expr::Number(random.below(2000) as i64 - 1000),
        };
    }
    let mut part = || Box::new(expression_of(depth - 1, random));
    match depth % 4 {
        0 => Expr::Negate(part()),
        1 => Expr::Multiply(part(), part()),
        _ => Expr::Add(part(), part()),
    }
}

/// Returns samples with uniform random numbers, as in the comparisons of vectors with other formats. Nearly all heads
/// of the numbers have their greatest width, and the floats fit into single precision.
pub(crate) fn samples(count: u64) -> Vec<Sample> {
    let mut state = 3_u64;
    // Steele, Lea and Flood's SplitMix64.
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    (0..count).map(|_| Sample(next() as i64, next() as u8, (next() >> 40) as f64 / 256.0)).collect()
}

/// Returns samples with numbers of all widths, so that no branch on a head can be predicted.
pub(crate) fn mixed_samples(count: u64) -> Vec<Sample> {
    let mut random = Random(3);
    let mut sample = || {
        let number = (random.next() as i64 - (1 << 30)) >> random.below(24);
        Sample(number, random.next() as u8, number as f64 * 0.1)
    };
    (0..count).map(|_| sample()).collect()
}
