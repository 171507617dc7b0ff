//! The records: orders of a shop.

use packed_data::{Indexed, Packable, Packed};
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Clone, Debug, Packable, Serialize, Deserialize, rkyv::Archive, rkyv::Serialize)]
pub(crate) struct Order {
    pub(crate) number: u64,
    pub(crate) placed: i64,
    pub(crate) state: State,
    pub(crate) customer: Customer,
    pub(crate) items: Vec<Item>,
    pub(crate) note: Option<String>,
}

#[derive(Clone, Copy, Debug, Packable, Serialize, Deserialize, rkyv::Archive, rkyv::Serialize)]
pub(crate) enum State {
    Open,
    Paid(i64),
    Sent { at: i64, parcels: u8 },
}

#[derive(Clone, Debug, Packable, Serialize, Deserialize, rkyv::Archive, rkyv::Serialize)]
pub(crate) struct Customer {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) town: String,
}

#[derive(Clone, Debug, Packable, Serialize, Deserialize, rkyv::Archive, rkyv::Serialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) count: u16,
    pub(crate) price: u32,
}

impl Order {
    pub(crate) fn new(number: u64) -> Self {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let names = ["lamp", "table", "chair with arms", "shelf", "cup", "carpet, red", "desk", "clock"];
        let item = |n: u64| Item {
            name: names[((mixed >> n) % 8) as usize].into(),
            count: (1 + mixed % 3) as u16,
            price: ((mixed >> n) % 50_000) as u32,
        };
        let placed = 1_700_000_000 + (number * 37) as i64;
        Self {
            number,
            placed,
            state: match mixed % 3 {
                0 => State::Open,
                1 => State::Paid(placed + 60),
                _ => State::Sent { at: placed + 9000, parcels: 1 },
            },
            customer: Customer {
                id: (mixed % 5000) as u32,
                name: format!("Customer {}", mixed % 5000),
                town: format!("Town {}", mixed % 70),
            },
            items: (0..1 + mixed % 7).map(item).collect(),
            note: mixed.is_multiple_of(5).then(|| "leave at the door".into()),
        }
    }
}

/// Returns the sum of the prices and the length of the customer's name.
pub(crate) fn answer(order: &Packed<Order, Indexed, &[u8]>) -> u64 {
    let order = order.view().fields();
    order.items.iter().map(|item| u64::from(item.fields().price)).sum::<u64>()
        + order.customer.fields().name.len() as u64
}

/// Returns the customer's number.
pub(crate) fn one_field(order: &Packed<Order, Indexed, &[u8]>) -> u64 {
    order.view().fields().customer.fields().id.into()
}
