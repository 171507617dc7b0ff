//! What is read of columns beside the same of packed values: the ratio of the times, the median over rounds in each of
//! which both are timed in turn.
//!
//!     cargo bench -p packed-data-columns

use std::hint::black_box;
use std::time::{Duration, Instant};

use packed_data::{Compact, Indexed, Packable, Packed};
use packed_data_columns::{Columns, Options, Selection, decode, encode};
use packed_data_schema::{LayoutId, ScalarValue, Schema, TypeIndex, Visit, Walker};

#[derive(Clone, Packable)]
struct Trade {
    symbol: String,
    price: f64,
    quantity: u32,
    venue: String,
}

/// A syntax tree with a third of its fields in [`Names`]: names, of declarations and where they are used.
#[derive(Clone, Packable)]
enum Syntax {
    Use { start: u32, end: u32, name: u32 },
    Text { start: u32, end: u32, value: String },
    Call { start: u32, end: u32, function: Box<Syntax>, arguments: Vec<Syntax> },
    Let { start: u32, end: u32, name: u32, value: Box<Syntax> },
}

const ROUNDS: usize = 21;

fn syntax(depth: u32, at: u32) -> Syntax {
    let (start, end) = (at, at + depth);
    match depth {
        0 if at.is_multiple_of(3) => Syntax::Text { start, end, value: format!("text {at}") },
        0 => Syntax::Use { start, end, name: at % 50 },
        _ if at.is_multiple_of(2) => {
            Syntax::Let { start, end, name: at % 70, value: syntax(depth - 1, 3 * at + 1).into() }
        }
        _ => Syntax::Call {
            start,
            end,
            function: syntax(depth - 1, 2 * at + 1).into(),
            arguments: (0..3).map(|argument| syntax(depth - 1, 2 * at + argument)).collect(),
        },
    }
}

fn time(work: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Prints the median of the time of `other` divided by that of `one`.
fn compare(what: &str, one: &mut dyn FnMut(), other: &mut dyn FnMut()) {
    let mut rounds: Vec<(f64, Duration)> = (0..ROUNDS)
        .map(|_| {
            let (one, other) = (time(one), time(other));
            (other.as_secs_f64() / one.as_secs_f64(), one)
        })
        .collect();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, one) = rounds[ROUNDS / 2];
    println!("{what}: {ratio:.2} times ({one:?} for columns)");
}

/// Adds up the numbers of names. (A walk has other numbers of the fields too: those it must leave out itself.)
#[derive(Default)]
struct Names {
    field: Vec<usize>,
    sum: u128,
}

impl Visit<'_> for Names {
    fn begin(&mut self, _: TypeIndex, tag: u32) {
        self.field.push(tag as usize);
    }

    fn field(&mut self, index: usize) {
        if let Some(last) = self.field.last_mut() {
            *last = *last % 8 + 8 * index;
        }
    }

    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        // (The field 2 of `Use` and of `Let`.)
        if let (Some(16 | 19), ScalarValue::Unsigned(value)) = (self.field.last(), value) {
            self.sum += value;
        }
    }

    fn end(&mut self, count: usize) {
        self.field.truncate(self.field.len() - count);
    }
}

fn main() {
    let trade = |number: u32| Trade {
        symbol: format!("S{}", number % 100),
        price: f64::from(number % 1000) + 0.25,
        quantity: number * 7 % 1000,
        venue: ["north", "south", "sea"][number as usize % 3].into(),
    };
    let trades: Vec<Trade> = (0..500_000).map(trade).collect();
    let (compact, indexed) = (Packed::<[Trade], Compact>::pack(&trades), Packed::<[Trade], Indexed>::pack(&trades));
    let bytes = encode(&compact, Options::new());
    println!(
        "bytes of 500,000 trades: {} in columns, {} in Compact, {} in Indexed",
        bytes.len(),
        compact.as_bytes().len(),
        indexed.as_bytes().len()
    );
    let columns = || Columns::<Trade>::open(&bytes).expect("they were encoded");
    compare(
        "the sum of an integer of each, beside Indexed",
        &mut || _ = black_box(columns().column::<u32>("quantity").expect("a column").map(u64::from).sum::<u64>()),
        &mut || _ = black_box(indexed.view().iter().map(|trade| u64::from(trade.fields().quantity)).sum::<u64>()),
    );
    compare(
        "the sum of a float of each, beside Indexed",
        &mut || _ = black_box(columns().column::<f64>("price").expect("a column").sum::<f64>()),
        &mut || _ = black_box(indexed.view().iter().map(|trade| trade.fields().price).sum::<f64>()),
    );
    compare(
        "decoding all to Compact, beside packing the values",
        &mut || _ = black_box(decode::<Trade, Compact>(&bytes).expect("they were encoded")),
        &mut || _ = black_box(Packed::<[Trade], Compact>::pack(&trades)),
    );
    compare(
        "encoding all from Compact, beside packing the values",
        &mut || _ = black_box(encode(&compact, Options::new())),
        &mut || _ = black_box(Packed::<[Trade], Compact>::pack(&trades)),
    );

    let trees: Vec<Syntax> = (0..30).map(|at| syntax(9, at)).collect();
    let packed = Packed::<[Syntax], Compact>::pack(&trees);
    let bytes = encode(&packed, Options::new());
    println!("bytes of syntax trees: {} in columns, {} in Compact", bytes.len(), packed.as_bytes().len());
    let schema = Schema::of::<[Syntax]>();
    let codec = schema.codec(LayoutId::Compact).expect("a layout of the type");
    let columns = Columns::<Syntax>::open(&bytes).expect("they were encoded");
    let is_wanted = |_: &str, of: &str, field: &str| match of {
        "Call" => field == "function" || field == "arguments",
        "Let" => field == "name" || field == "value",
        "Use" => field == "name",
        _ => false,
    };
    let selection = Selection::of_fields(columns.tree(), is_wanted);
    let by_columns = || {
        let mut names = Names::default();
        columns.visit(0..columns.len(), Some(&selection), &mut names).expect("they were encoded");
        names.sum
    };
    let by_walk = || {
        let mut names = Names::default();
        let value = codec.value(packed.as_bytes());
        Walker::new(&codec).value(&value, &mut names).expect("they were packed");
        names.sum
    };
    assert_eq!(by_columns(), by_walk());
    compare(
        "a walk for a third of the fields of syntax trees, beside one over Compact",
        &mut || _ = black_box(by_columns()),
        &mut || _ = black_box(by_walk()),
    );
    let names = |tree: &Packed<[Syntax], Compact>| -> u128 {
        let unpacked = Packed::<Vec<Syntax>, Compact>::unpack_from(tree.as_bytes()).expect("they were packed");
        unpacked.iter().map(sum).sum()
    };
    assert_eq!(names(&packed), by_columns());
    compare("the same, beside unpacking and a recursion", &mut || _ = black_box(by_columns()), &mut || {
        _ = black_box(names(&packed))
    });
}

/// Adds up the numbers of names of a tree in memory.
fn sum(tree: &Syntax) -> u128 {
    match tree {
        Syntax::Use { name, .. } => (*name).into(),
        Syntax::Text { .. } => 0,
        Syntax::Call { function, arguments, .. } => sum(function) + arguments.iter().map(sum).sum::<u128>(),
        Syntax::Let { name, value, .. } => u128::from(*name) + sum(value),
    }
}
