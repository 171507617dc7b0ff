//! Errors in the input, which stop a run before it has figures.

use std::fmt;
use std::path::PathBuf;

/// An error that stops a run before it has figures. Each message is one line that says what to do.
/// [`main`](crate::main) prints it and exits with status 2.
///
/// ```
/// let error = weigh::Error::AllocatorNotInstalled;
/// assert!(error.to_string().contains("#[global_allocator]"));
/// assert_eq!(error.to_string().lines().count(), 1);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Two cases have the same name.
    DuplicateCase(String),
    /// Two configurations have the same name.
    DuplicateConfig(String),
    /// The name of a case cannot be an argument of its process.
    UnusableName {
        /// The path of the case, or the beginning of it.
        case: String,
        /// The reason.
        reason: String,
    },
    /// [`main`](crate::main) or [`results`](crate::results) was called before in this process.
    CalledTwice,
    /// [`Counting`](crate::Counting) is not the global allocator.
    AllocatorNotInstalled,
    /// A flag is unknown.
    UnknownFlag(String),
    /// A flag has no value, or an invalid value.
    FlagValue {
        /// The flag, with its dashes.
        flag: String,
        /// The value, if there is one.
        given: Option<String>,
        /// A description of the valid values.
        takes: String,
    },
    /// `--threshold` is given without `--baseline`.
    ThresholdWithoutBaseline,
    /// No configuration has the name after `--config`.
    UnknownConfig {
        /// The name after `--config`.
        name: String,
        /// The names of all configurations.
        known: Vec<String>,
    },
    /// The baseline file does not exist.
    BaselineMissing(PathBuf),
    /// The baseline file has another version of the format.
    BaselineVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// The baseline file cannot be read, or is not a baseline.
    BaselineUnreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The baseline file cannot be written.
    BaselineUnwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A case's process does not have the case: the program defines other cases each time it runs.
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
            Self::UnusableName { case, reason } => write!(f, "a case cannot be named {case:?}: {reason}"),
            Self::CalledTwice => {
                f.write_str("`main` or `results` was called before: define all cases in one call, in groups if needed")
            }
            Self::AllocatorNotInstalled => f.write_str(
                "the counting allocator is not installed: add `#[global_allocator] static \
                 ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();`",
            ),
            Self::UnknownFlag(flag) => {
                write!(f, "unknown flag `{flag}`: run with --help to see all flags")
            }
            Self::FlagValue { flag, given: None, takes } => {
                write!(f, "`{flag}` needs a value: give it {takes}")
            }
            Self::FlagValue { flag, given: Some(given), takes } => {
                write!(f, "`{flag}` does not take {given:?}: give it {takes}")
            }
            Self::ThresholdWithoutBaseline => {
                f.write_str("`--threshold` needs a baseline: give a `--baseline NAME` too")
            }
            Self::UnknownConfig { name, known } if known.is_empty() => {
                write!(f, "no configuration is named {name:?}: the program defines none, remove `--config`")
            }
            Self::UnknownConfig { name, known } => {
                write!(f, "no configuration is named {name:?}: choose one of {}", known.join(", "))
            }
            Self::BaselineMissing(path) => {
                write!(f, "there is no baseline {}: run with --save-baseline first", path.display())
            }
            Self::BaselineVersion { path, found } => write!(
                f,
                "the baseline {} has version {found}, this program reads version {}: run all cases with \
                 --save-baseline to replace it",
                path.display(),
                crate::json::VERSION,
            ),
            Self::BaselineUnreadable { path, reason } => write!(
                f,
                "cannot read the baseline {} ({reason}): run all cases with --save-baseline to replace it",
                path.display()
            ),
            Self::BaselineUnwritable { path, reason } => write!(
                f,
                "cannot write the baseline {} ({reason}): choose another directory with --baseline-dir",
                path.display()
            ),
            Self::CaseVanished(name) => {
                write!(f, "case {name:?} is missing when the program runs again: give cases the same names each time")
            }
        }
    }
}

impl std::error::Error for Error {}
