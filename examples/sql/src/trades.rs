//! The records of the tests and figures: trades of a market, made up.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use packed_data::{Layout, Packable};
use packed_data_file::{Error, Options};

/// Who has made an offer.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub enum Side {
    Buy,
    Sell,
}

/// A trade.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Trade {
    /// Its number.
    pub id: u64,
    /// The symbol of what is traded.
    pub symbol: String,
    /// Seconds of the day.
    pub time: u32,
    /// The price.
    pub price: f64,
    /// How many.
    pub quantity: u32,
    /// Who has made the offer.
    pub side: Side,
    /// A remark.
    pub note: Option<String>,
}

/// Returns trade number `id`.
pub fn trade(id: u64) -> Trade {
    // (The multiplier of a linear congruential generator; its upper bits are as random as is needed here.)
    let random = (id + 1).wrapping_mul(0x5851_F42D_4C95_7F2D).rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D);
    let part = |shift: u32, count: u64| (random >> shift) % count;
    Trade {
        id,
        symbol: format!("S{:03}", part(40, 500)),
        time: (id % 86_400) as u32,
        price: part(20, 100_000) as f64 / 64.0,
        quantity: part(8, 1000) as u32 + 1,
        side: if part(3, 2).eq(&0) { Side::Buy } else { Side::Sell },
        note: part(12, 16).eq(&0).then(|| format!("note {}", part(16, 100))),
    }
}

/// Writes the trades from 0 to `count`.
///
/// # Errors
///
/// Those of the file.
pub fn write<L: Layout>(path: &Path, count: u64) -> Result<(), Error> {
    let mut file = Options::<Trade, L>::new().create(path)?;
    for id in 0..count {
        file.write(&trade(id))?;
    }
    file.close()
}

/// What has become of an order.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub enum State {
    Open,
    Paid { cents: u64 },
    Refused(String),
}

/// A part of an order.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Item {
    pub name: String,
    pub count: u32,
}

/// An order: a record with parts of many kinds.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Order {
    pub id: u32,
    pub items: Vec<Item>,
    pub state: State,
    pub tags: BTreeMap<String, u32>,
    pub at: SystemTime,
    pub size: Option<[f32; 2]>,
    pub letter: char,
}

/// Returns order number `id`.
pub fn order(id: u32) -> Order {
    let item = |number: u32| Item { name: format!("item {number}"), count: id % 7 + number };
    Order {
        id,
        items: (0..id % 4).map(item).collect(),
        state: match id % 3 {
            0 => State::Open,
            1 => State::Paid { cents: u64::from(id) * 100 },
            _ => State::Refused(format!("reason {}", id % 5)),
        },
        tags: (0..id % 3).map(|tag| (format!("tag {tag}"), id + tag)).collect(),
        at: SystemTime::UNIX_EPOCH + Duration::from_millis(u64::from(id) * 1001),
        size: id.is_multiple_of(5).then_some([0.5, id as f32]),
        letter: ['a', '\u{e4}', '\u{1F980}'][(id % 3) as usize],
    }
}
