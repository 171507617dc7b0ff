//! The programs as packages of a workspace, in the folder of build products, and how they are built and measured.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use super::emit::{self, Library};
use super::syntax::syntax;
use super::tree;
use super::types::sixty;
use crate::Error;

/// What the programs of all libraries do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reads and writes values of sixty types.
    Sixty,
    /// Works with a syntax tree.
    Tree,
}

impl Kind {
    /// Returns the libraries that are compared, in their order in the tables.
    pub(crate) const fn libraries(self) -> &'static [Library] {
        match self {
            Self::Sixty => &[
                Library::Packed(&["Compact"]),
                Library::Packed(&["Indexed"]),
                Library::Serde,
                Library::Rkyv,
                Library::Wincode,
                Library::Nothing,
            ],
            Self::Tree => &[
                Library::Packed(&["Compact"]),
                Library::Packed(&["Compact", "Indexed"]),
                Library::Serde,
                Library::Rkyv,
                Library::Nothing,
            ],
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Sixty => "sixty",
            Self::Tree => "tree",
        }
    }

    fn source(self, library: Library) -> String {
        match self {
            Self::Sixty => emit::program(library, &sixty()),
            Self::Tree => tree::program(library, &syntax()),
        }
    }
}

/// A program: what it does, and with which library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program(pub(crate) Kind, pub(crate) Library);

impl Program {
    /// Returns the name of its package.
    pub(crate) fn package(self) -> String {
        let (name, layout) = self.1.names();
        format!("{}-{name}{}{}", self.0.name(), if layout.is_empty() { "" } else { "-" }, layout.to_lowercase())
    }
}

/// How a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    Check,
    Debug,
    Release,
}

impl Build {
    pub(crate) const ALL: [Self; 3] = [Self::Check, Self::Debug, Self::Release];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check"],
            Self::Debug => &["build"],
            Self::Release => &["build", "--release"],
        }
    }
}

/// The cost of a build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) elapsed: Duration,
    /// The time of all processors, in user and system mode; `None` if the system does not tell.
    pub(crate) processor: Option<Duration>,
}

/// A workspace with a package for each program.
pub(crate) struct Project {
    directory: PathBuf,
}

impl Project {
    /// Writes the packages. The versions of the libraries are those of this crate's lock file.
    pub(crate) fn write() -> Result<Self, Error> {
        let here = env!("CARGO_MANIFEST_DIR");
        let directory = PathBuf::from(here).join("target/build-cost");
        let mut members = Vec::new();
        let kinds = [Kind::Sixty, Kind::Tree].into_iter();
        for program in kinds.flat_map(|kind| kind.libraries().iter().map(move |library| Program(kind, *library))) {
            let (package, Program(kind, library)) = (program.package(), program);
            let source = directory.join(&package).join("src");
            fs::create_dir_all(&source)?;
            let dependencies = library.dependencies(&format!("{here}/.."));
            let manifest = format!(
                "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"
            );
            fs::write(directory.join(&package).join("Cargo.toml"), manifest)?;
            fs::write(source.join("main.rs"), kind.source(library))?;
            members.push(format!("\"{package}\""));
        }
        // With the profiles that every package has by default.
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(PathBuf::from(here).join("Cargo.lock"), directory.join("Cargo.lock"))?;
        Ok(Self { directory })
    }

    /// Builds a program and its dependencies.
    pub(crate) fn build(&self, program: Program, build: Build) -> Result<(), Error> {
        let output = self.cargo(build.arguments(), program).output()?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{} does not build:\n{}", program.package(), String::from_utf8_lossy(&output.stderr)).into())
    }

    /// Builds a program whose dependencies are built, and returns the cost.
    pub(crate) fn rebuild(&self, program: Program, build: Build) -> Result<Cost, Error> {
        File::options()
            .append(true)
            .open(self.directory.join(program.package()).join("src/main.rs"))?
            .set_modified(SystemTime::now())?;
        let (start, before) = (Instant::now(), processor_time());
        self.build(program, build)?;
        let processor = before.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
        Ok(Cost { elapsed: start.elapsed(), processor })
    }

    /// Returns the bytes of code and constant data of a program, as `size` counts them.
    pub(crate) fn code(&self, program: Program) -> Result<u64, Error> {
        let path = self.directory.join("target/release").join(program.package());
        let output = Command::new("size").arg(path).output().map_err(|error| format!("size: {error}"))?;
        let text = String::from_utf8(output.stdout)?;
        let number = text.lines().nth(1).and_then(|line| line.split_whitespace().next());
        Ok(number.ok_or("`size` prints no size")?.parse()?)
    }

    /// Returns the lines of LLVM IR of an optimised build, before the optimisation; `None` if the tool is missing.
    pub(crate) fn lines(&self, program: Program) -> Result<Option<u64>, Error> {
        let output = self.cargo(&["llvm-lines", "--release"], program).output()?;
        let text = String::from_utf8(output.stdout)?;
        let total = text.lines().find(|line| line.ends_with("(TOTAL)"));
        Ok(total.and_then(|line| line.split_whitespace().next()?.parse().ok()))
    }

    fn cargo(&self, arguments: &[&str], program: Program) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).arg("--package").arg(program.package()).arg("--target-dir").arg("target");
        // (An incremental build of what has not changed would do nothing.)
        cargo.current_dir(&self.directory).env("CARGO_INCREMENTAL", "0").env_remove("RUSTFLAGS");
        cargo
    }
}

/// Returns the processor time of all child processes that have ended. (Only on Linux, which counts hundredths of a
/// second.)
fn processor_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces; the third field follows it.
    let fields = stat.rsplit_once(')')?.1;
    let ticks: u64 = fields.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}
