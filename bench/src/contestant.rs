//! What is timed: work that can be repeated.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The answer of a contestant, which is compared with those of the others: a sum, a count, or a hash.
pub type Answer = i64;

/// A contestant: it can repeat its work.
pub trait Contestant {
    /// Does the work once, and returns its answer.
    fn answer(&mut self) -> Answer;

    /// Repeats the work `iterations` times, and returns how long that took. The time includes freeing the results of
    /// the work.
    fn time(&mut self, iterations: u64) -> Duration;
}

pub(crate) struct InProcess<R, A> {
    pub(crate) run: R,
    pub(crate) answer: A,
}

impl<O, R: FnMut() -> O, A: FnMut(&O) -> Answer> Contestant for InProcess<R, A> {
    fn answer(&mut self) -> Answer {
        let output = (self.run)();
        (self.answer)(&output)
    }

    fn time(&mut self, iterations: u64) -> Duration {
        let start = Instant::now();
        for _ in 0..iterations {
            black_box((self.run)());
        }
        start.elapsed()
    }
}

/// Returns a contestant of this process: `run` is timed, and `answer` returns the answer of its result.
pub(crate) fn made<O>(run: impl FnMut() -> O, answer: impl FnMut(&O) -> Answer) -> impl Contestant {
    InProcess { run, answer }
}

struct OnState<S, R, A> {
    state: S,
    run: R,
    answer: A,
}

impl<S, R: FnMut(&mut S), A: FnMut(&S) -> Answer> Contestant for OnState<S, R, A> {
    fn answer(&mut self) -> Answer {
        (self.run)(&mut self.state);
        (self.answer)(&self.state)
    }

    fn time(&mut self, iterations: u64) -> Duration {
        let start = Instant::now();
        for _ in 0..iterations {
            (self.run)(black_box(&mut self.state));
        }
        start.elapsed()
    }
}

/// Returns a contestant of this process that works on its own state, such as a buffer that it fills again and again.
pub(crate) fn on_state<S>(state: S, run: impl FnMut(&mut S), answer: impl FnMut(&S) -> Answer) -> impl Contestant {
    OnState { state, run, answer }
}

impl Contestant for Box<dyn Contestant + '_> {
    fn answer(&mut self) -> Answer {
        (**self).answer()
    }

    fn time(&mut self, iterations: u64) -> Duration {
        (**self).time(iterations)
    }
}
