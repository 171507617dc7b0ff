//! Bad input: what stops a run before it has figures.

use std::fmt;
use std::path::PathBuf;

/// What stops a run before it has figures. Each says in one line what to do; [`main`](crate::main)
/// prints that line and exits with status 2.
///
/// ```
/// let error = weigh::Error::AllocatorNotInstalled;
/// assert!(error.to_string().contains("#[global_allocator]"));
/// assert_eq!(error.to_string().lines().count(), 1);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Two cases have one name.
    DuplicateCase(String),
    /// Two configurations have one name.
    DuplicateConfig(String),
    /// A case has a name that its process cannot be started with.
    UnusableName {
        /// The path of the case, or the beginning of it.
        case: String,
        /// Why.
        reason: String,
    },
    /// [`main`](crate::main) or [`results`](crate::results) was called before in this process.
    CalledTwice,
    /// [`Counting`](crate::Counting) is not the global allocator.
    AllocatorNotInstalled,
    /// A flag is not known.
    UnknownFlag(String),
    /// A flag has no value, or one that does not suit it.
    FlagValue {
        /// The flag, with its dashes.
        flag: String,
        /// What it was given, if anything.
        given: Option<String>,
        /// What it takes.
        takes: String,
    },
    /// `--threshold` stands without `--baseline`.
    ThresholdWithoutBaseline,
    /// No configuration has the name that `--config` asks for.
    UnknownConfig {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// There is no baseline file.
    BaselineMissing(PathBuf),
    /// The baseline file is of another version of the format.
    BaselineVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// The baseline file cannot be read, or is no baseline.
    BaselineUnreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The baseline file cannot be written.
    BaselineUnwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A case's process does not know the case: the program builds other cases each time it runs.
    CaseVanished(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateCase(name) => {
                write!(f, "two cases are named {name:?}: rename one, or put it in another group")
            }
            Self::DuplicateConfig(name) => {
                write!(f, "two configurations are named {name:?}: rename one")
            }
            Self::UnusableName { case, reason } => write!(f, "no case can be named {case:?}: {reason}"),
            Self::CalledTwice => {
                f.write_str("`main` or `results` was called before: name all cases in one call, in groups if need be")
            }
            Self::AllocatorNotInstalled => f.write_str(
                "the counting allocator is not installed: add `#[global_allocator] static \
                 ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();`",
            ),
            Self::UnknownFlag(flag) => {
                write!(f, "unknown flag `{flag}`: run with --help to see those there are")
            }
            Self::FlagValue { flag, given: None, takes } => {
                write!(f, "`{flag}` needs a value: give it {takes}")
            }
            Self::FlagValue { flag, given: Some(given), takes } => {
                write!(f, "`{flag}` does not take {given:?}: give it {takes}")
            }
            Self::ThresholdWithoutBaseline => {
                f.write_str("`--threshold` has nothing to compare with: give a `--baseline NAME` too")
            }
            Self::UnknownConfig { name, known } if known.is_empty() => {
                write!(f, "no configuration is named {name:?}: the program defines none, leave `--config` out")
            }
            Self::UnknownConfig { name, known } => {
                write!(f, "no configuration is named {name:?}: choose one of {}", known.join(", "))
            }
            Self::BaselineMissing(path) => {
                write!(f, "there is no baseline {}: run with --save-baseline first", path.display())
            }
            Self::BaselineVersion { path, found } => write!(
                f,
                "the baseline {} is of version {found}, this program reads version {}: run with \
                 --save-baseline to make it anew, with all cases",
                path.display(),
                crate::json::VERSION,
            ),
            Self::BaselineUnreadable { path, reason } => write!(
                f,
                "cannot read the baseline {} ({reason}): run with --save-baseline to make it anew, with all cases",
                path.display()
            ),
            Self::BaselineUnwritable { path, reason } => write!(
                f,
                "cannot write the baseline {} ({reason}): choose another place with --baseline-dir",
                path.display()
            ),
            Self::CaseVanished(name) => write!(
                f,
                "case {name:?} is gone when the program runs again: give cases the same names each \
                 time"
            ),
        }
    }
}

impl std::error::Error for Error {}
