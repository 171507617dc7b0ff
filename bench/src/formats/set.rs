//! A data set, and one format at one task on it.

use std::hint::black_box;

use super::data::{Data, Random};
use super::format::Format;
use crate::contestant::{Answer, Contestant, made, on_state};

/// A data set, before and after the update.
pub(super) struct Set<D> {
    pub(super) data: D,
    updated: D,
    /// The set has one `part`-th of its entries.
    pub(super) part: usize,
}

impl<D: Data> Set<D> {
    /// Generates one `part`-th of a full set, with a seed of its own.
    pub(super) fn generate(part: usize) -> Self {
        let seed = D::NAME.bytes().fold(0, |seed, byte| seed * 256 + u64::from(byte));
        let generate = || D::generate(&mut Random::new(seed), (D::ENTRIES / part).max(2));
        let (data, mut updated) = (generate(), generate());
        updated.update();
        Self { data, updated, part }
    }

    /// Returns the data as a format keeps it.
    pub(super) fn kept<F: Format<D>>(&self) -> F::Kept {
        let mut format = F::default();
        format.prepare(&self.data);
        F::keep(format.serialize(&self.data))
    }

    /// Returns the contestant of a format at a task that takes time or memory, if it can take part.
    pub(super) fn contestant<F: Format<D> + 'static>(&self, task: &str) -> Option<Box<dyn Contestant + '_>> {
        let Self { data, updated, .. } = self;
        let mut format = F::default();
        Some(match task {
            "serialize" => {
                format.prepare(data);
                let run = |format: &mut F| _ = black_box(format.serialize(data));
                let answer = |_: &F| Answer::from(F::is(&F::default().deserialize(F::bytes(&self.kept::<F>())), data));
                Box::new(on_state(format, run, answer))
            }
            "deserialize" => {
                let kept = self.kept::<F>();
                let run = move || format.deserialize(F::bytes(&kept));
                Box::new(made(run, |value| F::is(value, data).into()))
            }
            "memory" => {
                let kept = self.kept::<F>();
                let run = move || F::default().deserialize(F::bytes(&kept));
                Box::new(made(run, |value| F::is(value, data).into()))
            }
            "borrow" => {
                let borrow = F::BORROW?;
                let state = (format, self.kept::<F>());
                let run = move |(format, kept): &mut (F, F::Kept)| borrow(format, F::bytes(kept));
                Box::new(on_state(state, run, |(_, kept)| F::default().query(F::bytes(kept))))
            }
            "validate" => {
                let validate = F::VALIDATE?;
                let run = move |kept: &mut F::Kept| validate(F::bytes(kept));
                Box::new(on_state(self.kept::<F>(), run, |kept| F::default().query(F::bytes(kept))))
            }
            "read" => {
                let read = F::READ?;
                let kept = self.kept::<F>();
                Box::new(made(move || read(&kept), |answer| *answer))
            }
            "validate-and-read" => {
                let kept = self.kept::<F>();
                Box::new(made(move || format.query(F::bytes(&kept)), |answer| *answer))
            }
            "update" => {
                let state = (format, self.kept::<F>());
                let run = |(format, kept): &mut (F, F::Kept)| format.update(kept);
                let answer =
                    |(_, kept): &(F, F::Kept)| F::is(&F::default().deserialize(F::bytes(kept)), updated).into();
                Box::new(on_state(state, run, answer))
            }
            _ => unreachable!("all tasks are listed"),
        })
    }
}
