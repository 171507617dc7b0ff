//! Why a command fails, and the exit status for it.

use std::fmt;
use std::io;

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The data: a file that cannot be read, or is not what it should be. Status 1.
    Data(String),
    /// The command line: unknown names, paths and options that do not belong together. Status 2.
    Usage(String),
    /// The output cannot be written; its name is added where it is known. Status 1.
    Output(io::Error),
    /// The reader of the output has closed it, and wants no more. No message, status 0.
    Closed,
    /// Problems of the data that were reported before. Status 1.
    Reported,
}

/// The result of most functions of the command.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Returns a failure of the data that names the file.
    pub fn of_file(name: &str, error: impl fmt::Display) -> Self {
        Self::Data(format!("{name}: {error}"))
    }

    /// Returns the failure of what this program was built without.
    pub(crate) fn without_feature() -> Self {
        let build = "cargo install --path crates/packed-data-cli --features arrow";
        Self::Usage(format!("this program was built without Parquet and Arrow; with them: {build}"))
    }

    /// Returns the outcome of a command that went on after problems, and reported each of them.
    pub(crate) fn if_reported(failed: bool) -> Outcome {
        if failed { Err(Self::Reported) } else { Ok(()) }
    }

    /// Returns the exit status of the process.
    pub fn status(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Data(_) | Self::Output(_) | Self::Reported => 1,
            Self::Usage(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data(text) | Self::Usage(text) => f.write_str(text),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Closed => f.write_str("the output was closed"),
            Self::Reported => f.write_str("there were errors"),
        }
    }
}

impl std::error::Error for Failure {}

/// For writers: all that commands write goes to the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Output(error),
        }
    }
}
