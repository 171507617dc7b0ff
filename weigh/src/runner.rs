//! From the command line to the exit status.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Write};

use crate::args::{HELP, Mode, Options};
use crate::baseline::{self, Baseline};
use crate::case::Case;
use crate::child;
use crate::config::Config;
use crate::dsl::Weigh;
use crate::error::Error;
use crate::limit::broken;
use crate::outcome::Outcome;
use crate::render;
use crate::spawn;
use crate::tally;

/// Weighs the cases as the command line asks, and prints what they weigh.
///
/// Each case runs in a process of its own: the program runs itself again, calls `main` again and
/// comes here again, and then the case runs, reports, and the process ends. Thus whatever stands
/// before this call happens in each of those processes too, and whatever stands after it does not.
/// A program calls it once: a second call would never see its cases run.
///
/// Ends the process with exit status 1 if a case fails or allocates more than the baseline and its
/// threshold allow, and with 2, after one line to standard error, if the input is bad (see
/// [`Error`]). Otherwise it returns. `--help` explains the flags.
///
/// ```no_run
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// fn main() {
///     weigh::main(|w| {
///         w.group("vectors", |w| {
///             w.value("a thousand", || vec![7_u8; 1_000]).max_allocated(1_000).max_allocations(1);
///         });
///         w.action("read file", || std::fs::read("Cargo.toml"));
///     });
/// }
/// ```
pub fn main<'a>(cases: impl FnOnce(&mut Weigh<'a>)) {
    let status = run(std::env::args_os().skip(1), cases).unwrap_or_else(|error| {
        eprintln!("weigh: {}", render::one_line(&error.to_string()));
        2
    });
    if status != 0 {
        std::process::exit(status);
    }
}

/// Weighs all cases and gives the results, for a program that shows them in its own way.
///
/// Each case runs in a process of its own, as with [`main`]; in those processes this function does
/// not return. Of the command line only what those processes are told by it is read.
///
/// ```no_run
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// let outcomes = weigh::results(|w| {
///     w.value("a thousand", || vec![7_u8; 1_000]);
/// })?;
/// let weight = outcomes[0].weight.expect("no panic");
/// assert_eq!(weight.allocated, 1_000);
/// # Ok::<(), weigh::Error>(())
/// ```
///
/// # Errors
///
/// If two cases have one name, or the counting allocator is not installed. A case that fails is no
/// error: its [`Outcome`] says so.
pub fn results<'a>(cases: impl FnOnce(&mut Weigh<'a>)) -> Result<Vec<Outcome>, Error> {
    let weigh = build(cases)?;
    let mut args = std::env::args_os().skip(1).peekable();
    let flag = format!("--{}", spawn::CHILD_FLAG);
    if args.peek().is_some_and(|first| *first == *flag)
        && let Mode::Child(task) = Options::parse(args)?.mode
    {
        match child::run(&task, weigh.cases)? {}
    }
    let options = Options::default();
    Ok(weigh.cases.into_iter().map(|case| weighed(case, &options)).collect())
}

/// Does what the arguments ask, and gives the exit status.
fn run<'a>(args: impl IntoIterator<Item = OsString>, cases: impl FnOnce(&mut Weigh<'a>)) -> Result<i32, Error> {
    let options = Options::parse(args)?;
    if options.mode == Mode::Help {
        print(HELP);
        return Ok(0);
    }
    let weigh = build(cases)?;
    match &options.mode {
        Mode::Child(task) => match child::run(task, weigh.cases)? {},
        Mode::List => list(&options, &chosen(weigh, &options)?),
        _ => return weigh_all(weigh, &options),
    }
    Ok(0)
}

/// Has the program say what to weigh, and checks it.
fn build<'a>(cases: impl FnOnce(&mut Weigh<'a>)) -> Result<Weigh<'a>, Error> {
    if !tally::installed() {
        return Err(Error::AllocatorNotInstalled);
    }
    let mut weigh = Weigh::new();
    cases(&mut weigh);
    if let Some(name) = repeated(weigh.cases.iter().map(Case::path)) {
        return Err(Error::DuplicateCase(name));
    }
    match repeated(weigh.named.iter().map(|(name, _)| name.clone())) {
        Some(name) => Err(Error::DuplicateConfig(name)),
        None => Ok(weigh),
    }
}

fn repeated(names: impl Iterator<Item = String>) -> Option<String> {
    let mut seen = HashSet::new();
    names.into_iter().find(|name| !seen.insert(name.clone()))
}

/// The cases that the filters leave, configured as the flags ask.
fn chosen<'a>(weigh: Weigh<'a>, options: &Options) -> Result<Vec<Case<'a>>, Error> {
    let named = options.config.as_ref().map(|name| named(&weigh.named, name)).transpose()?;
    let cases = weigh.cases.into_iter().filter(|case| options.selects(&case.path()));
    Ok(cases
        .map(|mut case| {
            options.configure(&mut case.config, named.as_ref());
            case
        })
        .collect())
}

fn named(configs: &[(String, Config)], name: &str) -> Result<Config, Error> {
    let found = configs.iter().find(|(known, _)| known == name);
    found.map(|(_, config)| config.clone()).ok_or_else(|| Error::UnknownConfig {
        name: name.into(),
        known: configs.iter().map(|(known, _)| known.clone()).collect(),
    })
}

fn list(options: &Options, cases: &[Case<'_>]) {
    let suffix = if options.terse { ": test" } else { "" };
    for case in cases {
        print(&format!("{}{suffix}\n", render::one_line(&case.path())));
    }
}

fn weigh_all(weigh: Weigh<'_>, options: &Options) -> Result<i32, Error> {
    let total = weigh.cases.len();
    let cases = chosen(weigh, options)?;
    let all = cases.len() == total;
    let place = |name: &str| baseline::place(name, options.baseline_dir.as_deref());
    let baseline = options.baseline.as_deref();
    // Read before the cases run, so that a missing one is told at once.
    let baseline = baseline.map(|name| Baseline::load(name, &place(name))).transpose()?;
    let mut outcomes: Vec<_> = cases.into_iter().map(|case| weighed(case, options)).collect();
    if let Some(baseline) = baseline {
        baseline.compare(&mut outcomes, options.threshold.unwrap_or(0.0));
    }
    show(&outcomes, options);
    if let Some(name) = &options.save_baseline {
        baseline::save(&place(name), &outcomes, all)?;
    }
    Ok(i32::from(outcomes.iter().any(|outcome| !outcome.passed())))
}

/// Runs the case in its process and checks the limits.
fn weighed(case: Case<'_>, options: &Options) -> Outcome {
    let limit = case.time_limit.or(options.time_limit).unwrap_or(case.config.time_limit);
    let report = spawn::run(&case.path(), limit, !options.nocapture);
    let limits = |weight| case.limits.iter().filter_map(move |limit| broken(limit, weight));
    let checks = report.weight.iter().flat_map(limits);
    let failures = report.failure.iter().cloned().chain(checks).collect();
    Outcome { group: case.group, name: case.name, weight: report.weight, change: None, failures, config: case.config }
}

fn show(outcomes: &[Outcome], options: &Options) {
    let paint = options.colour.paint();
    print(&match options.mode {
        Mode::Test => render::test_lines(outcomes, paint),
        _ => render::outcomes(outcomes, paint),
    });
}

/// Prints, and does not mind a reader that has gone.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}
