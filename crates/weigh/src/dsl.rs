//! The functions with which a program defines its cases.

use std::fmt::Display;

use crate::case::Case;
use crate::column::Column;
use crate::config::{Config, Format};
use crate::probe::Probe;

/// The cases of a program. Its methods define cases, and return each [`Case`] to set limits.
///
/// A program defines its cases in the closure of [`main`](crate::main). The closure also runs in the process of each
/// case, where it must define the same cases. Do not do expensive work in it; use [`func_with`](Self::func_with) to
/// build what one case needs.
///
/// A name with its groups has at most 1,024 bytes, none of them zero, and is unique: it becomes an argument of the
/// process, and a row of the table.
///
/// The work of a case runs once, in a separate process. Its result is kept until all figures are taken, so it counts in
/// [`Weight::live`](crate::Weight::live).
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

    /// Adds a case that calls a function with an existing argument. The memory of the argument does not count.
    ///
    /// The argument is usually a reference. A value is moved into the function; if the function frees it, its bytes are
    /// subtracted from `Live`.
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

    /// Adds a case that calls a function with an argument which a closure builds. The closure runs only in the process
    /// of this case, and before the counting starts. The function borrows the argument, which is dropped after all
    /// figures are taken.
    ///
    /// This is `func'` of the original package, which evaluates the whole argument beforehand.
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

    /// Like [`func_with`](Self::func_with), for a function that owns its argument. The bytes of the argument that it
    /// frees are subtracted from `Live`.
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

    /// Adds a case that builds a value.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("table", || (0..256_u32).map(|n| n.count_ones()).collect::<Vec<_>>());
    /// # });
    /// ```
    pub fn value<R>(&mut self, name: impl Into<String>, build: impl FnOnce() -> R + 'a) -> &mut Case<'a> {
        self.case(name, move |probe| drop(probe.weigh(build)))
    }

    /// Adds a case that runs an action: work with an effect. Its result is kept like any value, even an `Err`. If an
    /// `Err` should fail the case, use [`io`](Self::io).
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.action("read file", || std::fs::read("Cargo.toml"));
    /// # });
    /// ```
    pub fn action<R>(&mut self, name: impl Into<String>, action: impl FnOnce() -> R + 'a) -> &mut Case<'a> {
        self.value(name, action)
    }

    /// Adds a case that runs an action with an existing argument. The case fails if the action returns an `Err`.
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

    /// Adds a group of cases under a name. Groups nest. A configuration that is set in a group holds until the end of
    /// the group.
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
        let outer_config = self.config.clone();
        self.group.push(name.into());
        inside(self);
        self.group.pop();
        self.config = outer_config;
    }

    /// Configures the following cases, until the end of the group. Adjacent cases with the same configuration share a
    /// table.
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

    /// Chooses the columns for the following cases, until the end of the group.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.set_columns([weigh::Column::Case, weigh::Column::Allocated]);
    /// # });
    /// ```
    pub fn set_columns(&mut self, columns: impl IntoIterator<Item = Column>) {
        self.config.columns = columns.into_iter().collect();
    }

    /// Chooses the format of the output for the following cases, until the end of the group.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.set_format(weigh::Format::Markdown);
    /// # });
    /// ```
    pub fn set_format(&mut self, format: Format) {
        self.config.format = format;
    }

    /// Adds a configuration that holds for all cases when the program runs with `--config NAME`.
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
