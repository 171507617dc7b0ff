//! The comparison of all formats at a task.

use std::io::Write;

use super::archived::Rkyv;
use super::capnp::{Capnp, Messaged};
use super::columns::InColumns;
use super::decoded::{Bitcode, Borsh, Ciborium, Minicbor, Postcard, RmpSerde, Savefile, SerdeJson, Wincode};
use super::format::{Format, READS};
use super::packed::{InLayout, Reads, unpack_borrowed};
use super::planus::{Planus, Tabled};
use super::prost::{Described, Prost};
use super::set::Set;
use super::unaligned;
use packed_data::{Indexed, Layout};

use crate::{Comparison, Error, Figure, Measured, Results, layouts};

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

impl<D: Universal> Set<D> {
    /// Returns the comparison of all formats at a task that takes time or memory.
    ///
    /// # Errors
    ///
    /// If the program of [`unaligned`] cannot be built or started.
    pub(super) fn comparison(&self, task: &'static str) -> Result<Comparison<'_>, Error> {
        let mut comparison = Comparison::new(task, D::NAME);
        let mut enter = Enter { task, set: self, comparison: &mut comparison };
        each(&mut enter);
        if task == "borrow" {
            layouts! { [each_layout] |L| enter.unpack_borrowed::<L>(); }
        }
        if task == "validate-and-read" {
            enter.read_lazily();
        }
        // (Memory cannot be counted in another process, and is that of `rkyv`.)
        if task != "memory" {
            comparison.add_contestant(unaligned::NAME, "", unaligned::start(task, D::NAME, self.part)?);
        }
        Ok(comparison)
    }

    /// Returns the number of bytes that each format needs.
    pub(super) fn sizes(&self, task: &'static str) -> Result<Results, Error> {
        let mut weigh = Weigh { task, set: self, measured: Ok(Vec::new()) };
        each(&mut weigh);
        let archive = unaligned::start("bytes", D::NAME, self.part)?.output()?;
        weigh.add(unaligned::NAME, "", &archive);
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
    work.format::<InColumns<false>>();
    work.format::<InColumns<true>>();
    work.format::<Rkyv>();
    work.format::<Capnp>();
    work.format::<Planus<D>>();
    work.format::<Prost<D>>();
    work.format::<Bitcode>();
    work.format::<Wincode>();
    work.format::<Postcard>();
    work.format::<Borsh>();
    work.format::<Savefile>();
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

impl<'c, D: Universal> ForEach<D> for Enter<'_, 'c, D> {
    fn format<F: Format<D> + 'static>(&mut self) {
        if let Some(contestant) = self.set.contestant::<F>(self.task) {
            self.comparison.add_contestant(F::NAME, F::LAYOUT, contestant);
        }
    }
}

impl<D: Universal> Enter<'_, '_, D> {
    /// Adds the unpacking of structs with borrowed texts.
    fn unpack_borrowed<L: Reads>(&mut self) {
        let kept = self.set.kept::<InLayout<L>>();
        let run = move || unpack_borrowed::<D, L>(kept.as_bytes());
        self.comparison.add("packed-data-unpack", L::NAME, run, |answer| *answer);
    }
}

impl<D: Universal> Enter<'_, '_, D> {
    /// Adds the query by lazy views, which checks what it reads.
    fn read_lazily(&mut self) {
        let kept = self.set.kept::<InLayout<Indexed>>();
        let run = move || D::query_lazy(kept.as_bytes()).expect(READS);
        self.comparison.add("packed-data-lazy", Indexed::NAME, run, |answer| *answer);
    }
}

/// Collects sizes.
struct Weigh<'d, D> {
    task: &'static str,
    set: &'d Set<D>,
    measured: Result<Vec<Measured>, Error>,
}

impl<D: Universal> ForEach<D> for Weigh<'_, D> {
    fn format<F: Format<D> + 'static>(&mut self) {
        self.add(F::NAME, F::LAYOUT, F::bytes(&self.set.kept::<F>()));
    }
}

impl<D> Weigh<'_, D> {
    fn add(&mut self, contestant: &'static str, layout: &'static str, bytes: &[u8]) {
        let Ok(measured) = &mut self.measured else { return };
        match compressed_len(self.task, bytes) {
            Ok(len) => measured.push(Measured { contestant, layout, figure: Figure::Bytes(len as u64) }),
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
