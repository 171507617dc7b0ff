//! Runs the program, from the command line to the exit status.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::args::{HELP, Mode, Options};
use crate::baseline::{self, Baseline, Save};
use crate::case::Case;
use crate::child;
use crate::config::{Config, Format};
use crate::dsl::Weigh;
use crate::error::Error;
use crate::format::commas;
use crate::limit::violation;
use crate::outcome::Outcome;
use crate::panics;
use crate::render;
use crate::spawn::{self, ProcessOptions};
use crate::tally;

/// The maximum length of a case's path, in bytes. Systems limit the length of a process's arguments: Linux allows 128
/// KiB for one, Windows 32 Ki units for all.
const LONGEST_PATH: usize = 1024;

/// Weighs the cases that the command line selects, and prints their figures.
///
/// Each case runs in a separate process. The program starts itself again, and calls `main` and this function again;
/// then the case runs and reports, and the process ends. So the code before this call also runs in each of those
/// processes, and the code after this call does not. A program calls this function once: a second call, also of
/// [`results`], is refused.
///
/// The process ends with exit status 1 if a case fails, or allocates more than the baseline and its threshold allow. It
/// ends with exit status 2, after one line on standard error, if the input is bad (see [`Error`]). Otherwise, this
/// function returns. `--help` explains the flags.
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
        complain(&error);
        2
    });
    if status != 0 {
        std::process::exit(status);
    }
}

/// Weighs all cases and returns the results, for a program that shows them in its own way.
///
/// Each case runs in a separate process, as with [`main`]. In those processes, this function never returns. On the
/// command line, it reads only the arguments that it passes to those processes. Like `main`, it is called once.
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
/// If two cases have the same name, a name is too long, the counting allocator is not installed, or this is the second
/// call. A case that fails is not an error: its [`Outcome`] has the failure.
pub fn results<'a>(cases: impl FnOnce(&mut Weigh<'a>)) -> Result<Vec<Outcome>, Error> {
    only_call()?;
    let mut args = std::env::args_os().skip(1).peekable();
    let flag = format!("--{}", spawn::CHILD_FLAG);
    if args.peek().is_some_and(|first| *first == *flag) {
        child(Options::parse(args), cases);
    }
    let options = Options::default();
    Ok(build(cases)?.cases.into_iter().map(|case| weighed(case, &options)).collect())
}

/// Runs the mode that the arguments select. Returns the exit status.
fn run<'a>(args: impl IntoIterator<Item = OsString>, cases: impl FnOnce(&mut Weigh<'a>)) -> Result<i32, Error> {
    only_call()?;
    let options = Options::parse(args)?;
    match options.mode {
        Mode::Help => print(HELP),
        Mode::Child(_) => child(Ok(options), cases),
        Mode::List => list(&options, &chosen(build(cases)?, &options)?),
        Mode::Weigh | Mode::Test => return weigh_all(build(cases)?, &options),
    }
    Ok(0)
}

/// Fails if this process has called [`main`] or [`results`] before. The process of a case of the second call would have
/// to skip the first one, and run the code between them.
fn only_call() -> Result<(), Error> {
    static CALLED: AtomicBool = AtomicBool::new(false);
    if CALLED.swap(true, Relaxed) { Err(Error::CalledTwice) } else { Ok(()) }
}

/// Runs one case and ends this process. Errors and panics do not return to the program, which would mistake them for a
/// result and continue.
fn child<'a>(options: Result<Options, Error>, cases: impl FnOnce(&mut Weigh<'a>)) -> ! {
    let run = || match options?.mode {
        Mode::Child(task) => child::run(&task, build(cases)?.cases),
        _ => Err(Error::UnknownFlag(format!("--{}", spawn::CHILD_FLAG))),
    };
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(never)) => match never {},
        Ok(Err(error)) => complain(&error),
        // The panic hook has printed it.
        Err(payload) => panics::forget(payload),
    }
    std::process::exit(2)
}

/// Prints one line to standard error; ignores a failure to write.
fn complain(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "weigh: {}", render::one_line(&what.to_string()));
}

/// Lets the program define its cases, and checks them.
fn build<'a>(cases: impl FnOnce(&mut Weigh<'a>)) -> Result<Weigh<'a>, Error> {
    if !tally::installed() {
        return Err(Error::AllocatorNotInstalled);
    }
    let mut weigh = Weigh::new();
    cases(&mut weigh);
    weigh.cases.iter().try_for_each(|case| usable(&case.path()))?;
    if let Some(name) = repeated(weigh.cases.iter().map(Case::path)) {
        return Err(Error::DuplicateCase(name));
    }
    match repeated(weigh.named.iter().map(|(name, _)| name.clone())) {
        Some(name) => Err(Error::DuplicateConfig(name)),
        None => Ok(weigh),
    }
}

/// Fails unless a process can be started with this path as an argument, and a table can show it.
fn usable(path: &str) -> Result<(), Error> {
    let reason = if path.len() > LONGEST_PATH {
        format!(
            "with its groups the name has {} bytes, at most {} are allowed",
            commas(path.len()),
            commas(LONGEST_PATH)
        )
    } else if path.contains('\0') {
        String::from("it contains a zero byte, which an argument of a process cannot contain")
    } else {
        return Ok(());
    };
    Err(Error::UnusableName { case: path.chars().take(60).collect(), reason })
}

/// Returns the first name that occurs a second time.
fn repeated(names: impl Iterator<Item = String>) -> Option<String> {
    let mut seen = HashSet::new();
    names.into_iter().find(|name| !seen.insert(name.clone()))
}

/// Returns the cases that the filters select, configured by the flags.
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

/// Returns whether the output is one JSON document even if no case is selected: a flag, the named configuration, or the
/// configurations of all cases decide it.
fn all_json(weigh: &Weigh<'_>, options: &Options) -> Result<bool, Error> {
    let named = options.config.as_ref().map(|name| named(&weigh.named, name)).transpose()?;
    let format = options.format.or(named.map(|config| config.format));
    let cases = || !weigh.cases.is_empty() && weigh.cases.iter().all(|case| case.config.format == Format::Json);
    Ok(format.map_or_else(cases, |format| format == Format::Json))
}

/// Returns the configuration with this name.
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
    let all: HashSet<String> = weigh.cases.iter().map(Case::path).collect();
    let json = all_json(&weigh, options)?;
    let cases = chosen(weigh, options)?;
    let file = |name: &str| baseline::file_of(name, options.baseline_dir.as_deref());
    // Read before the cases run: a missing baseline is reported at once, and this run does not compare with the
    // baseline that it saves itself.
    let baseline = options.baseline.as_deref().map(|name| Baseline::load(name, &file(name))).transpose()?;
    let save = options.save_baseline.as_deref();
    let save = save.map(|name| Save::prepare(name, file(name), cases.len() == all.len())).transpose()?;
    let mut outcomes: Vec<_> = cases.into_iter().map(|case| weighed(case, options)).collect();
    if let Some(baseline) = &baseline {
        baseline.compare(&mut outcomes, options.threshold.unwrap_or(0.0));
    }
    show(&outcomes, json, options);
    if let Some(baseline) = &baseline {
        baseline.not_compared(&outcomes, &all).iter().for_each(|line| complain(line));
    }
    if let Some(why) = save.map(|save| save.finish(&outcomes)).transpose()?.flatten() {
        complain(&why);
    }
    Ok(i32::from(outcomes.iter().any(|outcome| !outcome.passed())))
}

/// Runs the case in its process and checks the limits.
fn weighed(case: Case<'_>, options: &Options) -> Outcome {
    let time_limit = case.time_limit.or(options.time_limit).unwrap_or(case.config.time_limit);
    let process = ProcessOptions { time_limit, quiet: !options.nocapture, keep_env: options.keep_env };
    let report = spawn::run(&case.path(), process);
    let violations = |weight| case.limits.iter().filter_map(move |limit| violation(limit, weight));
    let violations = report.weight.iter().flat_map(violations);
    let failures = report.failure.iter().cloned().chain(violations).collect();
    Outcome { group: case.group, name: case.name, weight: report.weight, change: None, failures, config: case.config }
}

fn show(outcomes: &[Outcome], json: bool, options: &Options) {
    let paint = options.colour.paint();
    print(&match options.mode {
        Mode::Test => render::test_lines(outcomes, paint),
        _ if outcomes.is_empty() && json => render::empty_document(),
        _ => render::outcomes(outcomes, paint),
    });
}

/// Prints to standard output; ignores a failure to write, for example to a closed pipe.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}
