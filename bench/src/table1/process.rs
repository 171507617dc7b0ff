//! `go-pointers`, `haskell-native`, `haskell-packed-cursor` and `haskell-packed-view`: programs in other languages.
//!
//! The first line that a program reads is `TASK BYTES ARGUMENT`. It is followed by this number of bytes, which are the
//! tree in the layout of the contestant; in `Compact`, if it has none. A program that is several contestants reads the
//! way of reading and the layout before the task: `cursor Indexed TASK BYTES ARGUMENT`.

use crate::Error;
use crate::process::Process;

/// A contestant in a language that need not be installed.
pub(super) struct Language {
    /// The name of the contestant.
    pub(super) name: &'static str,
    /// The layout in which it reads the tree, if it does not make nodes of it.
    pub(super) layout: &'static str,
    /// The words before the task in its first line.
    prefix: &'static str,
    /// The tasks that it does.
    tasks: &'static [&'static str],
    /// The path of the program, if it could be built.
    program: Option<&'static str>,
    /// The compiler, and the packages that contain it and its libraries.
    compiler: &'static str,
    packages: &'static str,
}

/// The tasks of contestants that make nodes of the tree.
const OF_NODES: &[&str] = &["sum", "eval", "right-most", "increment", "contains", "build"];

/// The contestants, in the order of the tables.
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "go-pointers",
        layout: "",
        prefix: "",
        tasks: OF_NODES,
        program: option_env!("BENCH_GO"),
        compiler: "go",
        packages: "golang-go",
    },
    Language {
        name: "haskell-native",
        layout: "",
        prefix: "",
        tasks: OF_NODES,
        program: option_env!("BENCH_HASKELL"),
        compiler: "ghc",
        packages: "ghc",
    },
    haskell_packed(
        "haskell-packed-cursor",
        "Compact",
        "cursor Compact ",
        &["sum", "eval", "right-most", "increment", "contains", "build", "pack"],
    ),
    haskell_packed(
        "haskell-packed-cursor",
        "Indexed",
        "cursor Indexed ",
        &["sum", "eval", "right-most", "increment", "contains", "build", "pack"],
    ),
    haskell_packed("haskell-packed-view", "Indexed", "view Indexed ", &["sum", "eval", "right-most", "contains"]),
];

/// A contestant of the Haskell package in `haskell/`.
const fn haskell_packed(
    name: &'static str,
    layout: &'static str,
    prefix: &'static str,
    tasks: &'static [&'static str],
) -> Language {
    let program = option_env!("BENCH_HASKELL_PACKED");
    Language { name, layout, prefix, tasks, program, compiler: "ghc", packages: "ghc libghc-mmap-dev" }
}

impl Language {
    /// Returns the line for a language that does not take part.
    pub(super) fn missing(&self) -> Option<String> {
        let Self { name, layout, compiler, packages, .. } = self;
        self.program.is_none().then(|| {
            let space = if layout.is_empty() { "" } else { " " };
            format!(
                "{name}{space}{layout} does not take part: `{compiler}`, or a library, was not found when this was \
                 built. Install it with `apt-get install {packages}`, then \
                 `cargo clean --manifest-path bench/Cargo.toml -p bench`, and run again."
            )
        })
    }

    /// Starts the program on a task, if the program exists and does this task.
    pub(super) fn start(&self, task: &str, bytes: &[u8], argument: i64) -> Result<Option<Process>, Error> {
        let Some(program) = self.program.filter(|_| self.tasks.contains(&task)) else { return Ok(None) };
        let process = Process::start(program, &format!("{}{task} {} {argument}", self.prefix, bytes.len()), bytes);
        process.map(Some).map_err(|error| format!("{}: {program}: {error}", self.name).into())
    }
}
