//! Vectors of numbers.

use rkyv::rancor;
use rkyv::util::AlignedVec;
use weigh::Weigh;
use wincode::ReadResult;
use wincode::config::{Config as WincodeConfig, Configuration};

use crate::cases::numbers::numbers;

/// wincode refuses to allocate the memory of a million numbers unless its limit is lifted.
fn wincode_config() -> impl WincodeConfig {
    Configuration::default().disable_preallocation_size_limit()
}

pub(super) fn pack_million(w: &mut Weigh<'_>) {
    pack(w, 1_000_000);
}

pub(super) fn pack_ten_million(w: &mut Weigh<'_>) {
    pack(w, 10_000_000);
}

fn pack(w: &mut Weigh<'_>, count: i64) {
    let numbers = move || numbers(count);
    w.func_with("postcard", |numbers: &Vec<i64>| postcard::to_stdvec(numbers), numbers);
    w.func_with("wincode", |numbers: &Vec<i64>| wincode::config::serialize(numbers, wincode_config()), numbers);
    w.func_with("rkyv", |numbers: &Vec<i64>| rkyv::to_bytes::<rancor::Error>(numbers), numbers);
    w.func_with("serde_json", |numbers: &Vec<i64>| serde_json::to_vec(numbers), numbers);
}

pub(super) fn read(w: &mut Weigh<'_>) {
    let million = || numbers(1_000_000);
    w.func_with(
        "postcard, from_bytes and sum",
        |bytes: &Vec<u8>| postcard::from_bytes::<Vec<i64>>(bytes).map(|numbers| numbers.iter().sum::<i64>()),
        move || postcard::to_stdvec(&million()).expect("serialises"),
    );
    w.func_with(
        "wincode, deserialize and sum",
        |bytes: &Vec<u8>| {
            let numbers: Vec<i64> = wincode::config::deserialize(bytes, wincode_config())?;
            ReadResult::Ok(numbers.iter().sum::<i64>())
        },
        move || wincode::config::serialize(&million(), wincode_config()).expect("serialises"),
    );
    w.func_with(
        "rkyv, access and sum",
        |bytes: &AlignedVec| {
            let numbers = rkyv::access::<rkyv::Archived<Vec<i64>>, rancor::Error>(bytes)?;
            Ok::<_, rancor::Error>(numbers.iter().map(|n| n.to_native()).sum::<i64>())
        },
        move || rkyv::to_bytes::<rancor::Error>(&million()).expect("serialises"),
    );
    w.func_with(
        "serde_json, from_slice and sum",
        |bytes: &Vec<u8>| serde_json::from_slice::<Vec<i64>>(bytes).map(|numbers| numbers.iter().sum::<i64>()),
        move || serde_json::to_vec(&million()).expect("serialises"),
    );
}

pub(super) fn edit(w: &mut Weigh<'_>) {
    w.func_owned(
        "rkyv, access_mut",
        |mut bytes: AlignedVec| {
            let numbers = rkyv::access_mut::<rkyv::Archived<Vec<i64>>, rancor::Error>(&mut bytes)?;
            for n in rkyv::vec::ArchivedVec::as_slice_seal(numbers).unseal() {
                *n += 1;
            }
            Ok::<_, rancor::Error>(bytes)
        },
        || rkyv::to_bytes::<rancor::Error>(&numbers(1_000_000)).expect("serialises"),
    );
}
