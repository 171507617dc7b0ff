//! Contestants that are measured in turn.

use std::time::{Duration, Instant};

use crate::contestant::{Answer, Contestant, InProcess, on_state};
use crate::{Error, Settings, allocator};

/// One task on one input, and its contestants.
pub struct Comparison<'c> {
    task: &'static str,
    size: String,
    entrants: Vec<Entrant<'c>>,
}

struct Entrant<'c> {
    name: &'static str,
    layout: &'static str,
    contestant: Box<dyn Contestant + 'c>,
}

impl<'c> Comparison<'c> {
    /// A comparison on an input of this size (a depth, a count, or the name of a data set).
    pub fn new(task: &'static str, size: impl ToString) -> Self {
        Self { task, size: size.to_string(), entrants: Vec::new() }
    }

    /// Adds a contestant of this process: `run` is timed, and `answer` returns the answer of its result. `layout` is
    /// empty if there is no choice.
    pub fn add<O>(
        &mut self,
        name: &'static str,
        layout: &'static str,
        run: impl FnMut() -> O + 'c,
        answer: impl FnMut(&O) -> Answer + 'c,
    ) {
        self.add_contestant(name, layout, InProcess { run, answer });
    }

    /// Adds a contestant of this process that works on its own state, such as a buffer that it fills again and again.
    pub fn add_on<S: 'c>(
        &mut self,
        name: &'static str,
        layout: &'static str,
        state: S,
        run: impl FnMut(&mut S) + 'c,
        answer: impl FnMut(&S) -> Answer + 'c,
    ) {
        self.add_contestant(name, layout, on_state(state, run, answer));
    }

    /// Adds a contestant that measures its own time, such as another process.
    pub fn add_contestant(&mut self, name: &'static str, layout: &'static str, contestant: impl Contestant + 'c) {
        self.entrants.push(Entrant { name, layout, contestant: Box::new(contestant) });
    }

    /// Compares the answers, then times the contestants in turn, round after round, for approximately as long as
    /// `budget` allows.
    ///
    /// # Errors
    ///
    /// If the answer of a contestant differs from that of the majority.
    pub fn run(mut self, settings: &Settings, budget: Duration) -> Result<Results, Error> {
        let start = Instant::now();
        self.compare_answers(settings)?;
        let sample = Duration::from_micros(if settings.quick { 200 } else { 500 });
        let iterations: Vec<u64> =
            self.entrants.iter_mut().map(|entrant| enough(&mut *entrant.contestant, sample)).collect();
        let most = if settings.quick { 15 } else { 41 };
        let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); self.entrants.len()];
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        for round in 0..most {
            if round >= 3 && start.elapsed() > budget {
                break;
            }
            for &index in &order {
                rounds[index].push(sample_of(&mut *self.entrants[index].contestant, iterations[index]));
            }
            next_order(&mut order, round);
        }
        let (task, size) = (self.task, self.size);
        let measured = self.entrants.into_iter().zip(rounds).map(|(entrant, rounds)| Measured {
            contestant: entrant.name,
            layout: entrant.layout,
            figure: Figure::Times(rounds),
        });
        Ok(Results { task, size, measured: measured.collect() })
    }

    /// Compares the answers, then measures the peak of the heap of each contestant while it works, in bytes, without
    /// its input and without anything that was allocated before.
    ///
    /// # Errors
    ///
    /// If the answer of a contestant differs from that of the majority.
    pub fn weigh(mut self, settings: &Settings) -> Result<Results, Error> {
        self.compare_answers(settings)?;
        let (task, size) = (self.task, self.size);
        let measured = self.entrants.into_iter().map(|mut entrant| Measured {
            contestant: entrant.name,
            layout: entrant.layout,
            figure: Figure::Bytes(allocator::weigh(|| entrant.contestant.time(1)).0.peak),
        });
        Ok(Results { task, size, measured: measured.collect() })
    }

    fn compare_answers(&mut self, settings: &Settings) -> Result<(), Error> {
        let answers: Vec<Answer> = self.entrants.iter_mut().map(|entrant| entrant.contestant.answer()).collect();
        let votes = |answer: &Answer| answers.iter().filter(|other| *other == answer).count();
        let Some(expected) = answers.iter().copied().max_by_key(votes) else { return Ok(()) };
        let wrong: Vec<String> = self
            .entrants
            .iter()
            .zip(&answers)
            .filter(|(_, answer)| **answer != expected)
            .map(|(entrant, answer)| format!("{} returns {answer}", full_name(entrant.name, entrant.layout)))
            .collect();
        if wrong.is_empty() {
            return Ok(());
        }
        let Self { task, size, .. } = self;
        let table = settings.table.name();
        Err(format!("{table}, {task}, {size}: {}; the others return {expected}", wrong.join(", ")).into())
    }
}

/// Returns a number of iterations with which a sample takes much longer than the clock's resolution.
fn enough(contestant: &mut dyn Contestant, sample: Duration) -> u64 {
    let mut iterations = 1;
    loop {
        let time = contestant.time(iterations);
        if time >= sample {
            return iterations;
        }
        let wanted = sample.as_nanos() * u128::from(iterations) / time.as_nanos().max(1);
        let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
        iterations = wanted.clamp(iterations * 2, iterations.saturating_mul(100));
    }
}

/// Returns nanoseconds per iteration. One iteration before that is not counted: it finds the caches as the contestant
/// before left them, and the heap too, where a large block may have to wait until millions of small ones are merged.
fn sample_of(contestant: &mut dyn Contestant, iterations: u64) -> f64 {
    contestant.time(1);
    contestant.time(iterations).as_nanos() as f64 / iterations as f64
}

/// Changes the order for the next round, so that no contestant always follows the same one: every second round is
/// reversed, and every other round begins with another contestant.
fn next_order(order: &mut [usize], round: usize) {
    order.reverse();
    if round % 2 == 1 && order.len() > 1 {
        let by = order.len() / 3 + 1;
        order.rotate_left(by % order.len());
    }
}

/// The results of a comparison.
pub struct Results {
    /// The task.
    pub task: &'static str,
    /// The input: a depth, a count, or the name of a data set.
    pub size: String,
    /// The figure of each contestant, in the order in which they were added.
    pub measured: Vec<Measured>,
}

/// The figure of a contestant.
pub struct Measured {
    /// The name of the contestant.
    pub contestant: &'static str,
    /// Its layout; empty if there is no choice.
    pub layout: &'static str,
    /// The measured figure.
    pub figure: Figure,
}

/// A measured figure.
pub enum Figure {
    /// Nanoseconds per iteration, for each round.
    Times(Vec<f64>),
    /// A size.
    Bytes(u64),
    /// A number of other things.
    Count(u64),
}

impl Measured {
    /// Returns the name and the layout.
    pub fn full_name(&self) -> String {
        full_name(self.contestant, self.layout)
    }

    /// Returns the median over the rounds in nanoseconds, or the size in bytes, or the number.
    pub fn value(&self) -> f64 {
        match &self.figure {
            Figure::Times(rounds) => median(rounds.clone()),
            Figure::Bytes(number) | Figure::Count(number) => *number as f64,
        }
    }

    /// Returns the distance of the quartiles as a fraction of the median; 0 for others.
    pub fn spread(&self) -> f64 {
        let Figure::Times(rounds) = &self.figure else { return 0.0 };
        let mut sorted = rounds.clone();
        sorted.sort_by(f64::total_cmp);
        let quartile = |part: usize| sorted[(sorted.len() - 1) * part / 4];
        (quartile(3) - quartile(1)) / quartile(2)
    }
}

impl Results {
    /// Returns the figure of a contestant in a layout.
    pub fn find(&self, contestant: &str, layout: &str) -> Option<&Measured> {
        self.measured.iter().find(|one| one.contestant == contestant && one.layout == layout)
    }

    /// Returns the best figure: the fastest or the smallest.
    pub fn best(&self) -> Option<&Measured> {
        self.measured.iter().min_by(|a, b| a.value().total_cmp(&b.value()))
    }
}

/// Returns how many times as much `one` takes as `other`. For times, it is the median over the rounds of the ratio
/// within a round.
pub fn ratio(one: &Measured, other: &Measured) -> f64 {
    match (&one.figure, &other.figure) {
        (Figure::Times(ones), Figure::Times(others)) => median(ones.iter().zip(others).map(|(a, b)| a / b).collect()),
        _ => one.value() / other.value(),
    }
}

pub(crate) fn full_name(name: &str, layout: &str) -> String {
    if layout.is_empty() { name.to_owned() } else { format!("{name} ({layout})") }
}

/// Returns the median of at least one value.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn a_contestant_with_another_answer_is_named() {
        let mut comparison = Comparison::new("sum", 3);
        comparison.add("one", "", || 7, |n| *n);
        comparison.add("two", "Compact", || 8, |n| *n);
        comparison.add("three", "", || 7, |n| *n);
        let error = comparison.run(&Settings::new(Table::Table1), Duration::ZERO).err().unwrap().to_string();
        assert_eq!(error, "table1, sum, 3: two (Compact) returns 8; the others return 7");
    }

    #[test]
    fn rounds_begin_with_different_contestants() {
        let mut order = [0, 1, 2, 3, 4];
        let mut first = Vec::new();
        for round in 0..10 {
            first.push(order[0]);
            next_order(&mut order, round);
        }
        (0..5).for_each(|index| assert!(first.contains(&index), "{first:?}"));
    }

    #[test]
    fn medians_ratios_and_spreads() {
        let times = |rounds: &[f64]| Measured { contestant: "", layout: "", figure: Figure::Times(rounds.to_vec()) };
        let (one, other) = (times(&[2.0, 4.0, 60.0]), times(&[1.0, 2.0, 30.0]));
        assert_eq!((one.value(), ratio(&one, &other)), (4.0, 2.0));
        assert_eq!(times(&[1.0, 2.0, 3.0, 4.0, 5.0]).spread(), 2.0 / 3.0);
        assert_eq!(times(&[1.0, 2.0]).value(), 1.5);
    }

    #[test]
    fn memory_is_the_peak_of_the_heap() {
        let mut comparison = Comparison::new("memory", "vector");
        comparison.add("vector", "", || vec![1u8; 1000], |v| v.len() as i64);
        let results = comparison.weigh(&Settings::new(Table::Formats)).unwrap();
        assert_eq!(results.measured[0].value(), 1000.0);
    }
}
