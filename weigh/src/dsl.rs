//! The vocabulary: what to weigh.

use std::fmt::Display;

use crate::case::Case;
use crate::column::Column;
use crate::config::{Config, Format};
use crate::probe::Probe;

/// What to weigh: hands out [`Case`]s to set limits on.
///
/// A program says what to weigh in the closure of [`main`](crate::main). That closure runs in the
/// process of each case too, where it must name the same cases; keep heavy work out of it, and let
/// [`func_with`](Self::func_with) build what one case needs.
///
/// A name with its groups has at most 1,024 bytes, none of them zero, and is the only one of its
/// kind: it becomes an argument of that process, and a row of the table.
///
/// The work itself runs once, in a process of its own. What it gives is kept until all figures are
/// taken, so that it counts in [`Weight::live`](crate::Weight::live).
#[derive(Debug)]
pub struct Weigh<'a> {
    pub(crate) cases: Vec<Case<'a>>,
    pub(crate) named: Vec<(String, Config)>,
    group: Vec<String>,
    config: Config,
}

impl<'a> Weigh<'a> {
    pub(crate) fn new() -> Self {
        Self { cases: Vec::new(), named: Vec::new(), group: Vec::new(), config: Config::new() }
    }

    /// A function and its argument, which is at hand already and does not count.
    ///
    /// The argument is commonly a reference; a value is moved into the function, and counts below
    /// zero in `Live` when the function frees it.
    ///
    /// ```no_run
    /// #[global_allocator]
    /// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
    ///
    /// fn double(numbers: &[i64]) -> Vec<i64> {
    ///     numbers.iter().map(|n| n * 2).collect()
    /// }
    ///
    /// let million: Vec<i64> = (0..1_000_000).collect();
    /// weigh::main(|w| {
    ///     w.func("double 1M i64", double, &million).max_allocated(8_000_000).max_allocations(1);
    /// });
    /// ```
    pub fn func<A: 'a, R>(
        &mut self,
        name: impl Into<String>,
        function: impl FnOnce(A) -> R + 'a,
        argument: A,
    ) -> &mut Case<'a> {
        self.case(name, move |probe| drop(probe.weigh(move || function(argument))))
    }

    /// A function and the closure that builds its argument, in the process of this case alone and
    /// before the counting starts. The function borrows the argument, which outlives the figures.
    ///
    /// This is the `func'` of the original, whose argument is built in full beforehand.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.func_with("sum", |n: &Vec<u64>| n.iter().sum::<u64>(), || (0..1_000_000).collect())
    ///     .max_allocated(0);
    /// # });
    /// ```
    pub fn func_with<A, R>(
        &mut self,
        name: impl Into<String>,
        function: impl FnOnce(&A) -> R + 'a,
        build: impl FnOnce() -> A + 'a,
    ) -> &mut Case<'a> {
        self.case(name, move |probe| {
            let argument = build();
            drop(probe.weigh(|| function(&argument)));
        })
    }

    /// As [`func_with`](Self::func_with), for a function that takes its argument as its own.
    /// What it frees of it counts below zero in `Live`.
    ///
    /// ```no_run
    /// use std::collections::BTreeSet;
    ///
    /// # weigh::main(|w| {
    /// w.func_owned("set", BTreeSet::from_iter, || (0..1_000).collect::<Vec<u32>>());
    /// # });
    /// ```
    pub fn func_owned<A, R>(
        &mut self,
        name: impl Into<String>,
        function: impl FnOnce(A) -> R + 'a,
        build: impl FnOnce() -> A + 'a,
    ) -> &mut Case<'a> {
        self.case(name, move |probe| {
            let argument = build();
            drop(probe.weigh(move || function(argument)));
        })
    }

    /// A value, and what it takes to build it.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("table", || (0..256_u32).map(|n| n.count_ones()).collect::<Vec<_>>());
    /// # });
    /// ```
    pub fn value<R>(&mut self, name: impl Into<String>, build: impl FnOnce() -> R + 'a) -> &mut Case<'a> {
        self.case(name, move |probe| drop(probe.weigh(build)))
    }

    /// An action: work with an effect. What it gives is kept like any value, an `Err` too; for one
    /// whose `Err` should fail the case, see [`io`](Self::io).
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.action("read file", || std::fs::read("Cargo.toml"));
    /// # });
    /// ```
    pub fn action<R>(&mut self, name: impl Into<String>, action: impl FnOnce() -> R + 'a) -> &mut Case<'a> {
        self.value(name, action)
    }

    /// An action on an argument, which is at hand already. The case fails if it gives an `Err`.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.io("read file", std::fs::read, "Cargo.toml");
    /// # });
    /// ```
    pub fn io<A: 'a, R, E: Display>(
        &mut self,
        name: impl Into<String>,
        action: impl FnOnce(A) -> Result<R, E> + 'a,
        argument: A,
    ) -> &mut Case<'a> {
        self.case(name, move |probe| probe.weigh_fallible(move || action(argument)))
    }

    /// Cases that belong together, under a name. Groups nest. What is configured in a group holds
    /// to its end.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.group("vectors", |w| {
    ///     w.value("empty", Vec::<u8>::new).max_allocations(0);
    ///     w.value("of one", || vec![1_u8]).max_allocations(1);
    /// });
    /// # });
    /// ```
    pub fn group(&mut self, name: impl Into<String>, inside: impl FnOnce(&mut Self)) {
        let outside = self.config.clone();
        self.group.push(name.into());
        inside(self);
        self.group.pop();
        self.config = outside;
    }

    /// Configures the cases that follow, to the end of the group. Neighbours with the same
    /// configuration share a table.
    ///
    /// ```no_run
    /// use weigh::{Column, Config, Format};
    ///
    /// # weigh::main(|w| {
    /// w.set_config(Config::new().format(Format::Markdown).columns([Column::Case, Column::Live]));
    /// # });
    /// ```
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// Chooses the columns for the cases that follow, to the end of the group.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.set_columns([weigh::Column::Case, weigh::Column::Allocated]);
    /// # });
    /// ```
    pub fn set_columns(&mut self, columns: impl IntoIterator<Item = Column>) {
        self.config.columns = columns.into_iter().collect();
    }

    /// Chooses the form of output for the cases that follow, to the end of the group.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.set_format(weigh::Format::Markdown);
    /// # });
    /// ```
    pub fn set_format(&mut self, format: Format) {
        self.config.format = format;
    }

    /// A configuration that holds for all cases when the program runs with `--config NAME`.
    ///
    /// ```no_run
    /// use weigh::{Config, Format};
    ///
    /// # weigh::main(|w| {
    /// w.named_config("readme", Config::new().format(Format::Markdown));
    /// # });
    /// ```
    pub fn named_config(&mut self, name: impl Into<String>, config: Config) {
        self.named.push((name.into(), config));
    }

    fn case(&mut self, name: impl Into<String>, run: impl FnOnce(&mut Probe) + 'a) -> &mut Case<'a> {
        let at = self.cases.len();
        self.cases.push(Case {
            group: self.group.clone(),
            name: name.into(),
            config: self.config.clone(),
            time_limit: None,
            limits: Vec::new(),
            run: Box::new(run),
        });
        &mut self.cases[at]
    }
}
