//! The programs as packages of a workspace, in the folder of build products, and how they are built and measured.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use super::emit::{Library, program};
use super::types::sixty;
use crate::Error;

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

/// A workspace with a package for each library.
pub(crate) struct Project {
    directory: PathBuf,
}

impl Project {
    /// Writes the packages. The versions of the libraries are those of this crate's lock file.
    pub(crate) fn write() -> Result<Self, Error> {
        let here = env!("CARGO_MANIFEST_DIR");
        let directory = PathBuf::from(here).join("target/build-cost");
        let types = sixty();
        let mut members = Vec::new();
        for library in Library::ALL {
            let package = library.package();
            let source = directory.join(&package).join("src");
            fs::create_dir_all(&source)?;
            let dependencies = library.dependencies(&format!("{here}/.."));
            let manifest = format!(
                "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"
            );
            fs::write(directory.join(&package).join("Cargo.toml"), manifest)?;
            fs::write(source.join("main.rs"), program(library, &types))?;
            members.push(format!("\"{package}\""));
        }
        // With the profiles that every package has by default.
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(PathBuf::from(here).join("Cargo.lock"), directory.join("Cargo.lock"))?;
        Ok(Self { directory })
    }

    /// Builds a program and its dependencies.
    pub(crate) fn build(&self, library: Library, build: Build) -> Result<(), Error> {
        let output = self.cargo(build.arguments(), library).output()?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{} does not build:\n{}", library.package(), String::from_utf8_lossy(&output.stderr)).into())
    }

    /// Builds a program whose dependencies are built, and returns the cost.
    pub(crate) fn rebuild(&self, library: Library, build: Build) -> Result<Cost, Error> {
        File::options()
            .append(true)
            .open(self.directory.join(library.package()).join("src/main.rs"))?
            .set_modified(SystemTime::now())?;
        let (start, before) = (Instant::now(), processor_time());
        self.build(library, build)?;
        let processor = before.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
        Ok(Cost { elapsed: start.elapsed(), processor })
    }

    /// Returns the bytes of code and constant data of a program, as `size` counts them.
    pub(crate) fn code(&self, library: Library) -> Result<u64, Error> {
        let program = self.directory.join("target/release").join(library.package());
        let output = Command::new("size").arg(program).output().map_err(|error| format!("size: {error}"))?;
        let text = String::from_utf8(output.stdout)?;
        let number = text.lines().nth(1).and_then(|line| line.split_whitespace().next());
        Ok(number.ok_or("`size` prints no size")?.parse()?)
    }

    /// Returns the lines of LLVM IR of an optimised build, before the optimisation; `None` if the tool is missing.
    pub(crate) fn lines(&self, library: Library) -> Result<Option<u64>, Error> {
        let output = self.cargo(&["llvm-lines", "--release"], library).output()?;
        let text = String::from_utf8(output.stdout)?;
        let total = text.lines().find(|line| line.ends_with("(TOTAL)"));
        Ok(total.and_then(|line| line.split_whitespace().next()?.parse().ok()))
    }

    fn cargo(&self, arguments: &[&str], library: Library) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).arg("--package").arg(library.package()).arg("--target-dir").arg("target");
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
