//! `go-pointers` and `haskell-native`: programs in other languages.
//!
//! The first line that a program reads is `TASK BYTES ARGUMENT`. It is followed by this number of bytes, which are the
//! tree in the layout `Compact`.

use crate::Error;
use crate::process::Process;

/// A language that need not be installed.
pub(super) struct Language {
    /// The name of the contestant.
    pub(super) name: &'static str,
    /// The path of the program, if it could be built.
    program: Option<&'static str>,
    /// The compiler, and the package that contains it.
    compiler: &'static str,
    package: &'static str,
}

/// The languages.
pub(super) const LANGUAGES: &[Language] = &[
    Language { name: "go-pointers", program: option_env!("BENCH_GO"), compiler: "go", package: "golang-go" },
    Language { name: "haskell-native", program: option_env!("BENCH_HASKELL"), compiler: "ghc", package: "ghc" },
];

impl Language {
    /// Returns the line for a language that does not take part.
    pub(super) fn missing(&self) -> Option<String> {
        let Self { name, compiler, package, .. } = self;
        self.program.is_none().then(|| {
            format!(
                "{name} does not take part: `{compiler}` was not found when this was built. Install it with \
                 `apt-get install {package}`, then `cargo clean --manifest-path bench/Cargo.toml -p bench`, \
                 and run again."
            )
        })
    }

    /// Starts the program on a task, if the program exists.
    pub(super) fn start(&self, task: &str, bytes: &[u8], argument: i64) -> Result<Option<Process>, Error> {
        let Some(program) = self.program else { return Ok(None) };
        let process = Process::start(program, &format!("{task} {} {argument}", bytes.len()), bytes);
        process.map(Some).map_err(|error| format!("{}: {program}: {error}", self.name).into())
    }
}
