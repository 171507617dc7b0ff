//! The formats that are compared with packed data.

use rkyv::rancor::Error;
use serde::Deserialize;

use crate::record::{ArchivedOrder, Order, State};

/// A format: how an order is written, and what is read of it.
pub(crate) trait Format {
    const NAME: &'static str;
    fn write(order: &Order, out: &mut Vec<u8>);
    /// The sum of the prices and the length of the customer's name.
    fn answer(bytes: &[u8]) -> u64;
    /// The customer's number.
    fn one_field(bytes: &[u8]) -> u64;
}

pub(crate) struct Postcard;
pub(crate) struct Json;
pub(crate) struct Rkyv;
pub(crate) struct RkyvUnchecked;

/// An order, borrowed.
#[derive(Deserialize)]
struct Borrowed<'a> {
    _number: u64,
    _placed: i64,
    _state: State,
    #[serde(borrow)]
    customer: BorrowedCustomer<'a>,
    items: Vec<BorrowedItem<'a>>,
    _note: Option<&'a str>,
}

#[derive(Deserialize)]
struct BorrowedCustomer<'a> {
    id: u32,
    name: &'a str,
    _town: &'a str,
}

#[derive(Deserialize)]
struct BorrowedItem<'a> {
    _name: &'a str,
    _count: u16,
    price: u32,
}

impl Format for Postcard {
    const NAME: &'static str = "postcard";

    fn write(order: &Order, out: &mut Vec<u8>) {
        *out = postcard::to_extend(order, std::mem::take(out)).expect("in memory");
    }

    fn answer(bytes: &[u8]) -> u64 {
        let order: Borrowed<'_> = postcard::from_bytes(bytes).expect("valid");
        order.items.iter().map(|item| u64::from(item.price)).sum::<u64>() + order.customer.name.len() as u64
    }

    fn one_field(bytes: &[u8]) -> u64 {
        postcard::from_bytes::<Borrowed<'_>>(bytes).expect("valid").customer.id.into()
    }
}

impl Format for Json {
    const NAME: &'static str = "JSON";

    fn write(order: &Order, out: &mut Vec<u8>) {
        serde_json::to_writer(out, order).expect("in memory");
    }

    fn answer(bytes: &[u8]) -> u64 {
        let order: Order = serde_json::from_slice(bytes).expect("valid");
        order.items.iter().map(|item| u64::from(item.price)).sum::<u64>() + order.customer.name.len() as u64
    }

    fn one_field(bytes: &[u8]) -> u64 {
        serde_json::from_slice::<Order>(bytes).expect("valid").customer.id.into()
    }
}

fn of_archive(order: &ArchivedOrder) -> u64 {
    order.items.iter().map(|item| u64::from(item.price.to_native())).sum::<u64>() + order.customer.name.len() as u64
}

impl Format for Rkyv {
    const NAME: &'static str = "rkyv, checked";

    fn write(order: &Order, out: &mut Vec<u8>) {
        *out = rkyv::api::high::to_bytes_in::<_, Error>(order, std::mem::take(out)).expect("in memory");
    }

    fn answer(bytes: &[u8]) -> u64 {
        of_archive(rkyv::access::<ArchivedOrder, Error>(bytes).expect("valid"))
    }

    fn one_field(bytes: &[u8]) -> u64 {
        rkyv::access::<ArchivedOrder, Error>(bytes).expect("valid").customer.id.to_native().into()
    }
}

impl Format for RkyvUnchecked {
    const NAME: &'static str = "rkyv, trusted";

    fn write(order: &Order, out: &mut Vec<u8>) {
        Rkyv::write(order, out);
    }

    fn answer(bytes: &[u8]) -> u64 {
        // SAFETY: this program wrote the bytes, as this type.
        of_archive(unsafe { rkyv::access_unchecked::<ArchivedOrder>(bytes) })
    }

    fn one_field(bytes: &[u8]) -> u64 {
        // SAFETY: this program wrote the bytes, as this type.
        unsafe { rkyv::access_unchecked::<ArchivedOrder>(bytes) }.customer.id.to_native().into()
    }
}

/// Returns the bytes that all orders take in each format.
pub(crate) fn sizes(orders: &[Order]) -> [(&'static str, usize); 4] {
    fn of<F: Format>(orders: &[Order]) -> (&'static str, usize) {
        let mut out = Vec::new();
        let size = |order| {
            out.clear();
            F::write(order, &mut out);
            out.len()
        };
        (F::NAME, orders.iter().map(size).sum())
    }
    let packed = |order| packed_data::packed::packed_size::<Order, packed_data::Indexed>(order).expect("in memory");
    let packed = ("packed-data (Indexed)", orders.iter().map(packed).sum());
    [packed, of::<Postcard>(orders), of::<Rkyv>(orders), of::<Json>(orders)]
}
