//! From the command line to the exit status.

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
use crate::limit::broken;
use crate::outcome::Outcome;
use crate::panics;
use crate::render;
use crate::spawn::{self, Manner};
use crate::tally;

/// The most bytes of a case's path. A process cannot be started with an argument of any length: Linux
/// allows 128 KiB, Windows 32 Ki units in all.
const LONGEST_PATH: usize = 1024;

/// Weighs the cases as the command line asks, and prints what they weigh.
///
/// Each case runs in a process of its own: the program runs itself again, calls `main` again and
/// comes here again, and then the case runs, reports, and the process ends. Thus whatever stands
/// before this call happens in each of those processes too, and whatever stands after it does not.
/// A program calls it once: a second call, of it or of [`results`], is refused.
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
        complain(&error);
        2
    });
    if status != 0 {
        std::process::exit(status);
    }
}

/// Weighs all cases and gives the results, for a program that shows them in its own way.
///
/// Each case runs in a process of its own, as with [`main`]; in those processes this function does
/// not return, whatever happens. It reads nothing else from the command line than what those
/// processes get from it. Like `main` it is called once.
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
/// If two cases have one name, a name is too long, the counting allocator is not installed, or this
/// is the second call. A case that fails is no error: its [`Outcome`] says so.
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

/// Does what the arguments ask, and returns the exit status.
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

/// Fails if this process has called [`main`] or [`results`] before. The process of a case of the
/// second call would have to pass the first one, and run the code between them.
fn only_call() -> Result<(), Error> {
    static CALLED: AtomicBool = AtomicBool::new(false);
    if CALLED.swap(true, Relaxed) { Err(Error::CalledTwice) } else { Ok(()) }
}

/// Is the process of one case: runs it and ends. No error and no panic returns to the program, which
/// would take it for a result and run on.
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

/// Prints one line to standard error, if there is a reader.
fn complain(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "weigh: {}", render::one_line(&what.to_string()));
}

/// Has the program say what to weigh, and checks it.
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
        String::from("it contains a zero byte, which no argument of a process can")
    } else {
        return Ok(());
    };
    Err(Error::UnusableName { case: path.chars().take(60).collect(), reason })
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

/// Whether the output is one JSON document even if no case is chosen: a flag, the named
/// configuration or that of every case says so.
fn all_json(weigh: &Weigh<'_>, options: &Options) -> Result<bool, Error> {
    let named = options.config.as_ref().map(|name| named(&weigh.named, name)).transpose()?;
    let format = options.format.or(named.map(|config| config.format));
    let cases = || !weigh.cases.is_empty() && weigh.cases.iter().all(|case| case.config.format == Format::Json);
    Ok(format.map_or_else(cases, |format| format == Format::Json))
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
    let all: HashSet<String> = weigh.cases.iter().map(Case::path).collect();
    let json = all_json(&weigh, options)?;
    let cases = chosen(weigh, options)?;
    let place = |name: &str| baseline::place(name, options.baseline_dir.as_deref());
    // Read before the cases run: what is missing is reported at once, and what this run saves is not
    // what it compares with.
    let baseline = options.baseline.as_deref().map(|name| Baseline::load(name, &place(name))).transpose()?;
    let save = options.save_baseline.as_deref();
    let save = save.map(|name| Save::prepare(name, place(name), cases.len() == all.len())).transpose()?;
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
    let limit = case.time_limit.or(options.time_limit).unwrap_or(case.config.time_limit);
    let manner = Manner { limit, quiet: !options.nocapture, keep_env: options.keep_env };
    let report = spawn::run(&case.path(), manner);
    let limits = |weight| case.limits.iter().filter_map(move |limit| broken(limit, weight));
    let checks = report.weight.iter().flat_map(limits);
    let failures = report.failure.iter().cloned().chain(checks).collect();
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

/// Prints, and does not mind a reader that has gone.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}
