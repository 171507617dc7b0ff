//! The contestants of each task.
//!
//! Encoders write into fresh memory, and decoders make values in fresh memory, except those with a name in `-into`.
//! Decoders get unchecked bytes. `packed-cursor`, `packed-view`, `rkyv-access`, `capnp-access` and `planus-access` make
//! no values: they validate, or check while they read, and sum all the numbers.

use std::hint::black_box;

use packed_data::{Compact, Cursor, Done, Indexed, Layout, Limits, Packable, Packed, Unpack, pack_into};
use rkyv::rancor;

use super::list::{self, ArchivedList, List};
use super::records::{self, ArchivedRecord, Record, RecordView};
use super::{messages, tables};
use crate::serialisers::{
    Bitcode, Borsh, Ciborium, Minicbor, Postcard, Prost, Rkyv, RmpSerde, SerdeJson, Serialiser, Wincode,
};
use crate::{Answer, Comparison};

const DECODES: &str = "packed bytes can be unpacked";

/// Limits as deep as the longest list.
const DEEP: Limits = Limits { depth: u32::MAX, stack: super::STACK / 2, ..Limits::DEFAULT };

/// Adds the contestants that encode records.
pub(super) fn encode_records<'r>(on: &mut Comparison<'r>, records: &'r Vec<Record>) {
    add_memcpy(on, Packed::<Vec<Record>, Compact>::pack(records), |packed| digest(&unpacked(packed)));
    add_pack::<_, Compact>(on, records, digest);
    add_pack_into(on, records, digest);
    add_pack::<_, Indexed>(on, records, digest);
    Rkyv::add_encode(on, records, digest);
    Bitcode::add_encode(on, records, digest);
    Wincode::add_encode(on, records, digest);
    Postcard::add_encode(on, records, digest);
    Borsh::add_encode(on, records, digest);
    Minicbor::add_encode(on, records, digest);
    Ciborium::add_encode(on, records, digest);
    RmpSerde::add_encode(on, records, digest);
    SerdeJson::add_encode(on, records, digest);
    let decoded = |bytes: &Vec<u8>| digest(&messages::to_records(bytes).expect(DECODES));
    on.add("capnp", "", || messages::of_records(black_box(records)), decoded);
    let table = tables::records(records);
    let decoded = |bytes: &Vec<u8>| tables::digest(&tables::to_records(bytes).expect(DECODES));
    on.add("planus", "", move || tables::bytes(black_box(&table)), decoded);
    let messages = records::messages(records);
    let answer = |bytes: &Vec<u8>| records::digest_of_messages(&Prost::decode(bytes));
    on.add(
        <Prost as Serialiser<records::RecordMessages>>::NAME,
        "",
        move || Prost::encode(black_box(&messages)),
        answer,
    );
}

/// Adds the contestants that decode records.
pub(super) fn decode_records<'r>(on: &mut Comparison<'r>, records: &'r Vec<Record>) {
    add_memcpy(on, Packed::<Vec<Record>, Compact>::pack(records), |packed| digest(&unpacked(packed)));
    add_unpack::<_, Compact>(on, records, digest);
    add_unpack::<_, Indexed>(on, records, digest);
    add_read(on, "packed-cursor", records, |packed: &Packed<Vec<Record>, Compact, &[u8]>| packed.read(digest_cursor));
    add_read(on, "packed-view", records, |packed: &Packed<Vec<Record>, Indexed, &[u8]>| {
        packed.view().iter().fold(0, |sum, record| {
            let RecordView { number, byte, float } = record.fields();
            records::add(sum, number, byte, float)
        })
    });
    Rkyv::add_decode(on, records, digest);
    let bytes = Rkyv::encode(records);
    on.add("rkyv-access", "", move || digest_archived(black_box(&bytes)), number);
    Bitcode::add_decode(on, records, digest);
    Wincode::add_decode(on, records, digest);
    Postcard::add_decode(on, records, digest);
    Borsh::add_decode(on, records, digest);
    Minicbor::add_decode(on, records, digest);
    Ciborium::add_decode(on, records, digest);
    RmpSerde::add_decode(on, records, digest);
    SerdeJson::add_decode(on, records, digest);
    let message = messages::of_records(records);
    let bytes = message.clone();
    on.add("capnp", "", move || messages::to_records(black_box(&bytes)).expect(DECODES), digest);
    on.add("capnp-access", "", move || messages::digest(black_box(&message)).expect(DECODES), number);
    let table = tables::bytes(&tables::records(records));
    let bytes = table.clone();
    on.add("planus", "", move || tables::to_records(black_box(&bytes)).expect(DECODES), tables::digest);
    on.add("planus-access", "", move || tables::digest_in_place(black_box(&table)).expect(DECODES), number);
    let bytes = Prost::encode(&records::messages(records));
    on.add(
        <Prost as Serialiser<records::RecordMessages>>::NAME,
        "",
        move || Prost::decode(black_box(&bytes)),
        records::digest_of_messages,
    );
}

/// Adds the contestants that encode a vector of integers.
pub(super) fn encode_integers<'i>(on: &mut Comparison<'i>, integers: &'i Vec<i32>) {
    add_memcpy(on, Packed::<Vec<i32>, Compact>::pack(integers), |packed| sum(&unpacked(packed)));
    add_pack::<_, Compact>(on, integers, sum);
    add_pack_into(on, integers, sum);
    add_pack::<_, Indexed>(on, integers, sum);
    Rkyv::add_encode(on, integers, sum);
    Bitcode::add_encode(on, integers, sum);
    Wincode::add_encode(on, integers, sum);
    Postcard::add_encode(on, integers, sum);
    Borsh::add_encode(on, integers, sum);
    Minicbor::add_encode(on, integers, sum);
    Ciborium::add_encode(on, integers, sum);
    RmpSerde::add_encode(on, integers, sum);
    SerdeJson::add_encode(on, integers, sum);
    let decoded = |bytes: &Vec<u8>| sum(&messages::to_integers(bytes).expect(DECODES));
    on.add("capnp", "", || messages::of_integers(black_box(integers)), decoded);
    let table = tables::Integers { integers: Some(integers.clone()) };
    let decoded = |bytes: &Vec<u8>| tables::sum(&tables::to_integers(bytes).expect(DECODES));
    on.add("planus", "", move || tables::bytes(black_box(&table)), decoded);
}

/// Adds the contestants that decode a vector of integers.
pub(super) fn decode_integers<'i>(on: &mut Comparison<'i>, integers: &'i Vec<i32>) {
    add_memcpy(on, Packed::<Vec<i32>, Compact>::pack(integers), |packed| sum(&unpacked(packed)));
    add_unpack::<_, Compact>(on, integers, sum);
    add_copy_into(on, integers);
    add_unpack::<_, Indexed>(on, integers, sum);
    add_read(on, "packed-view", integers, |packed: &Packed<Vec<i32>, Compact, &[u8]>| {
        packed.view().scalars().iter().map(i64::from).sum()
    });
    Rkyv::add_decode(on, integers, sum);
    let bytes = Rkyv::encode(integers);
    on.add("rkyv-access", "", move || sum_archived(black_box(&bytes)), number);
    Bitcode::add_decode(on, integers, sum);
    Wincode::add_decode(on, integers, sum);
    Postcard::add_decode(on, integers, sum);
    Borsh::add_decode(on, integers, sum);
    Minicbor::add_decode(on, integers, sum);
    Ciborium::add_decode(on, integers, sum);
    RmpSerde::add_decode(on, integers, sum);
    SerdeJson::add_decode(on, integers, sum);
    let message = messages::of_integers(integers);
    let bytes = message.clone();
    on.add("capnp", "", move || messages::to_integers(black_box(&bytes)).expect(DECODES), sum);
    on.add("capnp-access", "", move || messages::sum(black_box(&message)).expect(DECODES), number);
    let table = tables::bytes(&tables::Integers { integers: Some(integers.clone()) });
    let bytes = table.clone();
    on.add("planus", "", move || tables::to_integers(black_box(&bytes)).expect(DECODES), tables::sum);
    on.add("planus-access", "", move || tables::sum_in_place(black_box(&table)).expect(DECODES), number);
}

/// Adds the contestants that encode a list. If it is long, only those whose recursion has small frames, or that do not
/// recurse.
pub(super) fn encode_list<'l>(on: &mut Comparison<'l>, list: &'l List, long: bool) {
    add_memcpy(on, Packed::<List, Compact>::pack(list), |packed| packed.read(list::sum_packed));
    add_pack::<_, Compact>(on, list, list::sum);
    add_pack_into(on, list, list::sum);
    add_pack::<_, Indexed>(on, list, list::sum);
    Rkyv::add_encode(on, list, list::sum);
    Wincode::add_encode(on, list, list::sum);
    Postcard::add_encode(on, list, list::sum);
    Borsh::add_encode(on, list, list::sum);
    if !long {
        Minicbor::add_encode(on, list, list::sum);
        Ciborium::add_encode(on, list, list::sum);
        RmpSerde::add_encode(on, list, list::sum);
    }
}

/// Adds the contestants that decode a list. If it is long, only those whose recursion has small frames, or that do not
/// recurse.
pub(super) fn decode_list<'l>(on: &mut Comparison<'l>, list: &'l List, long: bool) {
    add_memcpy(on, Packed::<List, Compact>::pack(list), |packed| packed.read(list::sum_packed));
    add_unpack::<_, Compact>(on, list, list::sum);
    add_unpack::<_, Indexed>(on, list, list::sum);
    add_read(on, "packed-cursor", list, |packed: &Packed<List, Compact, &[u8]>| packed.read(list::sum_packed));
    Rkyv::add_decode(on, list, list::sum);
    let bytes = Rkyv::encode(list);
    on.add("rkyv-access", "", move || sum_archived_list(black_box(&bytes)), number);
    Wincode::add_decode(on, list, list::sum);
    Postcard::add_decode(on, list, list::sum);
    Borsh::add_decode(on, list, list::sum);
    if !long {
        Minicbor::add_decode(on, list, list::sum);
        Ciborium::add_decode(on, list, list::sum);
        RmpSerde::add_decode(on, list, list::sum);
    }
}

/// Adds the limits: copying the packed bytes, into fresh memory and into the same memory again and again.
fn add_memcpy<'c, T>(
    on: &mut Comparison<'c>,
    packed: Packed<T, Compact>,
    answer: fn(&Packed<T, Compact, &[u8]>) -> Answer,
) where
    T: Packable + 'c,
{
    let bytes = packed.into_inner();
    let reused = bytes.clone();
    let check = move |bytes: &Vec<u8>| answer(&Packed::from_bytes(bytes.as_slice()).expect(DECODES));
    on.add("memcpy", "", move || black_box(&bytes).clone(), check);
    let copy = move |out: &mut Vec<u8>| {
        out.clear();
        out.extend_from_slice(black_box(&reused));
    };
    on.add_on("memcpy-into", "", Vec::new(), copy, check);
}

fn add_pack<'c, T, L>(on: &mut Comparison<'c>, value: &'c T, answer: fn(&T) -> Answer)
where
    T: Packable + for<'b> Unpack<'b>,
    L: Layout,
{
    on.add(
        "packed-pack",
        L::NAME,
        || Packed::<T, L>::pack(black_box(value)),
        move |packed| answer(&unpacked(&packed.as_slice())),
    );
}

/// Adds a contestant that packs into the same buffer again and again.
fn add_pack_into<'c, T>(on: &mut Comparison<'c>, value: &'c T, answer: fn(&T) -> Answer)
where
    T: Packable + for<'b> Unpack<'b>,
{
    let pack = |out: &mut Vec<u8>| {
        out.clear();
        pack_into::<T, Compact>(black_box(value), out).expect("the value is within the limits");
    };
    on.add_on("packed-pack-into", Compact::NAME, Vec::new(), pack, move |bytes| {
        answer(&unpacked(&Packed::<T, Compact, _>::from_bytes(bytes.as_slice()).expect(DECODES)))
    });
}

fn add_unpack<'c, T, L>(on: &mut Comparison<'c>, value: &'c T, answer: fn(&T) -> Answer)
where
    T: Packable + for<'b> Unpack<'b>,
    L: Layout,
{
    let bytes = Packed::<T, L>::pack(value).into_inner();
    let unpack = move || unpacked(&Packed::<T, L, _>::from_bytes(black_box(bytes.as_slice())).expect(DECODES));
    on.add("packed-unpack", L::NAME, unpack, answer);
}

/// Adds a contestant that copies packed integers into the same vector again and again.
fn add_copy_into<'c>(on: &mut Comparison<'c>, integers: &'c Vec<i32>) {
    let bytes = Packed::<Vec<i32>, Compact>::pack(integers).into_inner();
    let copy = move |out: &mut Vec<i32>| {
        let packed = Packed::<Vec<i32>, Compact, _>::from_bytes(black_box(bytes.as_slice())).expect(DECODES);
        packed.view().scalars().copy_to_slice(out);
    };
    on.add_on("packed-copy-into", Compact::NAME, vec![0; integers.len()], copy, sum);
}

/// Adds a contestant that validates and reads in place.
fn add_read<'c, T, L>(
    on: &mut Comparison<'c>,
    name: &'static str,
    value: &'c T,
    read: impl Fn(&Packed<T, L, &[u8]>) -> Answer + 'c,
) where
    T: Packable,
    L: Layout,
{
    let bytes = Packed::<T, L>::pack(value).into_inner();
    on.add(name, L::NAME, move || read(&Packed::from_bytes(black_box(bytes.as_slice())).expect(DECODES)), number);
}

fn unpacked<T: for<'b> Unpack<'b>, L: Layout>(packed: &Packed<T, L, &[u8]>) -> T {
    packed.within(&DEEP).unpack().expect(DECODES)
}

fn digest_cursor<'id, L: Layout>(records: Cursor<'_, 'id, [Record], L>) -> Done<'id, i64, L> {
    records.fold_items(0, |sum, record| {
        let (number, fields) = record.fields().read();
        let (byte, fields) = fields.read();
        let (float, fields) = fields.read();
        fields.done(records::add(sum, number, byte, float))
    })
}

fn digest_archived(bytes: &[u8]) -> i64 {
    let records = rkyv::access::<rkyv::vec::ArchivedVec<ArchivedRecord>, rancor::Error>(bytes).expect(DECODES);
    records.iter().fold(0, |sum, one| records::add(sum, one.number.to_native(), one.byte, one.float.to_native()))
}

fn sum_archived(bytes: &[u8]) -> i64 {
    let integers = rkyv::access::<rkyv::Archived<Vec<i32>>, rancor::Error>(bytes).expect(DECODES);
    integers.iter().map(|one| i64::from(one.to_native())).sum()
}

fn sum_archived_list(bytes: &[u8]) -> i64 {
    list::sum_archived(rkyv::access::<ArchivedList, rancor::Error>(bytes).expect(DECODES))
}

#[allow(clippy::ptr_arg, reason = "it is passed as a function of the encoded type")]
fn digest(records: &Vec<Record>) -> Answer {
    records::digest(records)
}

#[allow(clippy::ptr_arg, reason = "it is passed as a function of the encoded type")]
fn sum(integers: &Vec<i32>) -> Answer {
    integers.iter().map(|one| i64::from(*one)).sum()
}

fn number(number: &i64) -> Answer {
    *number
}
