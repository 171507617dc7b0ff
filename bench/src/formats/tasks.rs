//! The tasks, and the contestants of each.

use std::hint::black_box;
use std::io::Write;

use super::archived::Rkyv;
use super::capnp::{Capnp, Messaged};
use super::data::{Data, Random};
use super::decoded::{Bitcode, Borsh, Ciborium, Minicbor, Postcard, RmpSerde, SerdeJson, Wincode};
use super::format::Format;
use super::packed::{InLayout, Reads, unpack_borrowed};
use super::planus::{Planus, Tabled};
use super::prost::{Described, Prost};
use crate::{Answer, Comparison, Error, Figure, Measured, Results, layouts};

/// Runs a statement for each layout that is compared: `layouts! { [each_layout] |L| statement; }`.
macro_rules! each_layout {
    (|$Name:ident| $run:stmt; $(
        $layout:ident $L:ty: $family:ident $shapes:ident, $wire:expr, $order:expr, $floats:literal,
        $views:tt $edit:tt $few:tt $bench:tt;
    )+) => {$(
        each_layout! { @ $bench $Name $L, $run }
    )+};
    (@ [bench] $Name:ident $L:ty, $run:stmt) => {{
        type $Name = $L;
        $run
    }};
    (@ [] $Name:ident $L:ty, $run:stmt) => {};
}

/// A data set, before and after the update.
pub(super) struct Set<D> {
    data: D,
    updated: D,
}

impl<D: Universal> Set<D> {
    /// Generates one `part`-th of a full set, with a seed of its own.
    pub(super) fn generate(part: usize) -> Self {
        let seed = D::NAME.bytes().fold(0, |seed, byte| seed * 256 + u64::from(byte));
        let generate = || D::generate(&mut Random::new(seed), (D::ENTRIES / part).max(2));
        let (data, mut updated) = (generate(), generate());
        updated.update();
        Self { data, updated }
    }

    /// Returns the comparison of all formats at a task that takes time or memory.
    pub(super) fn comparison(&self, task: &'static str) -> Comparison<'_> {
        let mut comparison = Comparison::new(task, D::NAME);
        let mut enter = Enter { task, set: self, comparison: &mut comparison };
        each(&mut enter);
        if task == "borrow" {
            layouts! { [each_layout] |L| enter.unpack_borrowed::<L>(); }
        }
        comparison
    }

    /// Returns the number of bytes that each format needs.
    pub(super) fn sizes(&self, task: &'static str) -> Result<Results, Error> {
        let mut weigh = Weigh { task, data: &self.data, measured: Ok(Vec::new()) };
        each(&mut weigh);
        Ok(Results { task, size: D::NAME.into(), measured: weigh.measured? })
    }
}

/// Data that every format can write.
pub(super) trait Universal: Described + Messaged + Tabled {}

impl<D: Described + Messaged + Tabled> Universal for D {}

/// An operation on every format.
trait ForEach<D: Universal> {
    /// Does it with one format.
    fn format<F: Format<D> + 'static>(&mut self);
}

fn each<D: Universal>(work: &mut impl ForEach<D>) {
    layouts! { [each_layout] |L| work.format::<InLayout<L>>(); }
    work.format::<Rkyv>();
    work.format::<Capnp>();
    work.format::<Planus<D>>();
    work.format::<Prost<D>>();
    work.format::<Bitcode>();
    work.format::<Wincode>();
    work.format::<Postcard>();
    work.format::<Borsh>();
    work.format::<Minicbor>();
    work.format::<Ciborium>();
    work.format::<RmpSerde>();
    work.format::<SerdeJson>();
}

/// Adds contestants to a comparison.
struct Enter<'e, 'c, D> {
    task: &'static str,
    set: &'c Set<D>,
    comparison: &'e mut Comparison<'c>,
}

fn kept<D: Data, F: Format<D>>(data: &D) -> F::Kept {
    let mut format = F::default();
    format.prepare(data);
    F::keep(format.serialize(data))
}

impl<'c, D: Universal> ForEach<D> for Enter<'_, 'c, D> {
    fn format<F: Format<D> + 'static>(&mut self) {
        let Set { data, updated } = self.set;
        let on = &mut *self.comparison;
        let mut format = F::default();
        match self.task {
            "serialize" => {
                format.prepare(data);
                let run = |format: &mut F| _ = black_box(format.serialize(data));
                let answer =
                    |_: &F| Answer::from(F::is(&F::default().deserialize(F::bytes(&kept::<D, F>(data))), data));
                on.add_on(F::NAME, F::LAYOUT, format, run, answer);
            }
            "deserialize" => {
                let kept = kept::<D, F>(data);
                let run = move || format.deserialize(F::bytes(&kept));
                on.add(F::NAME, F::LAYOUT, run, |value| F::is(value, data).into());
            }
            "memory" => {
                let kept = kept::<D, F>(data);
                let run = move || F::default().deserialize(F::bytes(&kept));
                on.add(F::NAME, F::LAYOUT, run, |value| F::is(value, data).into());
            }
            "borrow" => {
                let Some(borrow) = F::BORROW else { return };
                let state = (format, kept::<D, F>(data));
                let run = move |(format, kept): &mut (F, F::Kept)| borrow(format, F::bytes(kept));
                on.add_on(F::NAME, F::LAYOUT, state, run, |(_, kept)| F::default().query(F::bytes(kept)));
            }
            "validate" => {
                let Some(validate) = F::VALIDATE else { return };
                let run = move |kept: &mut F::Kept| validate(F::bytes(kept));
                on.add_on(F::NAME, F::LAYOUT, kept::<D, F>(data), run, |kept| F::default().query(F::bytes(kept)));
            }
            "read" => {
                let Some(read) = F::READ else { return };
                let kept = kept::<D, F>(data);
                on.add(F::NAME, F::LAYOUT, move || read(&kept), |answer| *answer);
            }
            "validate-and-read" => {
                let kept = kept::<D, F>(data);
                on.add(F::NAME, F::LAYOUT, move || format.query(F::bytes(&kept)), |answer| *answer);
            }
            "update" => {
                let state = (format, kept::<D, F>(data));
                let run = |(format, kept): &mut (F, F::Kept)| format.update(kept);
                let answer =
                    |(_, kept): &(F, F::Kept)| F::is(&F::default().deserialize(F::bytes(kept)), updated).into();
                on.add_on(F::NAME, F::LAYOUT, state, run, answer);
            }
            _ => unreachable!("all tasks are listed"),
        }
    }
}

impl<D: Universal> Enter<'_, '_, D> {
    /// Adds the unpacking of structs with borrowed texts.
    fn unpack_borrowed<L: Reads>(&mut self) {
        let kept = kept::<D, InLayout<L>>(&self.set.data);
        let run = move || unpack_borrowed::<D, L>(kept.as_bytes());
        self.comparison.add("packed-data-unpack", L::NAME, run, |answer| *answer);
    }
}

/// Collects sizes.
struct Weigh<'d, D> {
    task: &'static str,
    data: &'d D,
    measured: Result<Vec<Measured>, Error>,
}

impl<D: Universal> ForEach<D> for Weigh<'_, D> {
    fn format<F: Format<D> + 'static>(&mut self) {
        let kept = kept::<D, F>(self.data);
        let Ok(measured) = &mut self.measured else { return };
        match compressed_len(self.task, F::bytes(&kept)) {
            Ok(len) => {
                let figure = Figure::Bytes(len as u64);
                measured.push(Measured { contestant: F::NAME, layout: F::LAYOUT, figure });
            }
            Err(error) => self.measured = Err(error.into()),
        }
    }
}

fn compressed_len(task: &str, bytes: &[u8]) -> std::io::Result<usize> {
    match task {
        "bytes-zstd" => Ok(zstd::bulk::compress(bytes, 3)?.len()),
        "bytes-zlib" => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(bytes)?;
            Ok(encoder.finish()?.len())
        }
        _ => Ok(bytes.len()),
    }
}
