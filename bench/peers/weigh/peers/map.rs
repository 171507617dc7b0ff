//! A map from strings to numbers; and many small maps.

use std::collections::{BTreeMap, HashMap};

use rkyv::rancor;
use rkyv::util::AlignedVec;
use weigh::Weigh;

use crate::cases::map::{WORD, Words, maps, words};

pub(super) fn write(w: &mut Weigh<'_>) {
    w.func_with("postcard", |words: &Words| postcard::to_stdvec(words), words);
    w.func_with("wincode", |words: &Words| wincode::serialize(words), words);
    w.func_with("rkyv", |words: &Words| rkyv::to_bytes::<rancor::Error>(words), words);
    w.func_with("serde_json", |words: &Words| serde_json::to_vec(words), words);
}

pub(super) fn read(w: &mut Weigh<'_>) {
    let found = |words: Words| assert_eq!(words.get(WORD.0), Some(&WORD.1));
    w.func_with(
        "postcard, from_bytes and get",
        move |bytes: &Vec<u8>| postcard::from_bytes(bytes).map(found),
        || postcard::to_stdvec(&words()).expect("serialises"),
    );
    w.func_with(
        "wincode, deserialize and get",
        move |bytes: &Vec<u8>| wincode::deserialize(bytes).map(found),
        || wincode::serialize(&words()).expect("serialises"),
    );
    w.func_with(
        "rkyv, access and get",
        |bytes: &AlignedVec| {
            let words = rkyv::access::<rkyv::Archived<Words>, rancor::Error>(bytes)?;
            assert_eq!(words.get(WORD.0).map(|n| n.to_native()), Some(WORD.1));
            Ok::<_, rancor::Error>(())
        },
        || rkyv::to_bytes::<rancor::Error>(&words()).expect("serialises"),
    );
    w.func_with(
        "serde_json, from_slice and get",
        move |bytes: &Vec<u8>| serde_json::from_slice(bytes).map(found),
        || serde_json::to_vec(&words()).expect("serialises"),
    );
}

pub(super) fn unpack(w: &mut Weigh<'_>) {
    type Ordered = Vec<BTreeMap<u32, u32>>;
    type Hashed = Vec<HashMap<u32, u32>>;

    for entries in [4, 11] {
        w.func_with(
            format!("postcard, ordered maps of {entries}"),
            |bytes: &Vec<u8>| postcard::from_bytes::<Ordered>(bytes).map(drop),
            move || postcard::to_stdvec::<Ordered>(&maps(entries)).expect("serialises"),
        );
        w.func_with(
            format!("wincode, ordered maps of {entries}"),
            |bytes: &Vec<u8>| wincode::deserialize::<Ordered>(bytes).map(drop),
            move || wincode::serialize::<Ordered>(&maps(entries)).expect("serialises"),
        );
        w.func_with(
            format!("rkyv, ordered maps of {entries}"),
            |bytes: &AlignedVec| rkyv::from_bytes::<Ordered, rancor::Error>(bytes).map(drop),
            move || rkyv::to_bytes::<rancor::Error>(&maps::<BTreeMap<u32, u32>>(entries)).expect("serialises"),
        );
    }
    w.func_with(
        "postcard, hashed maps of 20",
        |bytes: &Vec<u8>| postcard::from_bytes::<Hashed>(bytes).map(drop),
        || postcard::to_stdvec::<Hashed>(&maps(20)).expect("serialises"),
    );
    w.func_with(
        "wincode, hashed maps of 20",
        |bytes: &Vec<u8>| wincode::deserialize::<Hashed>(bytes).map(drop),
        || wincode::serialize::<Hashed>(&maps(20)).expect("serialises"),
    );
}
