//! A packed JSON document: it is saved, mapped, validated, and queried in place, with sizes and times compared with
//! those of serde_json.
//!
//!     cargo run --release -p examples --example json
//!     cargo run --release -p examples --example json -- FILE.json --path 'a.b[3].c' --output FILE.packed

mod files;
mod measure;
mod model;
mod path;
mod plain;
mod query;
mod sample;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use packed_data::{Compact, Indexed, Limits, Packed};
use serde_json::Value;

use files::{Draft, Mapped};
use measure::{compare, grouped, time, time_short, total};
use model::Json;
use path::Path;
use query::Find;

const USAGE: &str = "usage: json [FILE.json] [--layout compact|indexed] [--path PATH] [--output FILE]";

const HELP: &str = "
Packs a JSON document (by default one that ships with the example), saves it, maps it back, validates it, and
counts nodes, finds the deepest path, sums numbers, looks a path up and edits numbers in the packed bytes.

  --layout LAYOUT      indexed (the default: any element in constant time) or compact (the smallest)
  --path PATH          look this path up: a.b[3].c, or as a JSON pointer /a/b/3/c; by default the deepest
  --output FILE        keep the packed document
  --write-sample FILE  write the document that ships with the example, and do nothing else
  -h, --help           print this";

/// For documents of this size or more, progress is shown, and times are measured in fewer rounds.
const LARGE: usize = 16 << 20;

/// The options of the command line.
struct Options {
    input: PathBuf,
    output: Option<PathBuf>,
    path: Option<Path>,
    is_compact: bool,
}

/// The command to run.
enum Command {
    Help,
    WriteSample(PathBuf),
    Run(Options),
}

fn main() -> ExitCode {
    let outcome = match command() {
        Ok(Command::Help) => print(&format!("{USAGE}\n{HELP}\n")),
        Ok(Command::WriteSample(path)) => write_sample(&path),
        Ok(Command::Run(options)) if options.is_compact => run::<Compact>(&options),
        Ok(Command::Run(options)) => run::<Indexed>(&options),
        Err(error) => {
            eprintln!("json: {error}; {USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("json: {error}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<Command, lexopt::Error> {
    use lexopt::prelude::*;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/json/shop.json");
    let mut options = Options { input: shipped.into(), output: None, path: None, is_compact: false };
    let mut given = false;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("write-sample") => return Ok(Command::WriteSample(arguments.value()?.into())),
            Long("output") => options.output = Some(arguments.value()?.into()),
            Long("path") => options.path = Some(arguments.value()?.parse_with(Path::parse)?),
            Long("layout") => {
                options.is_compact = arguments.value()?.parse_with(|layout| match layout {
                    "compact" => Ok(true),
                    "indexed" => Ok(false),
                    _ => Err("expected `compact` or `indexed`"),
                })?;
            }
            Value(input) if !given => (options.input, given) = (input.into(), true),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Run(options))
}

fn write_sample(path: &std::path::Path) -> Result<(), String> {
    Draft::write(Some(path), sample::document().as_bytes())?.keep(path)
}

/// Does all of the work in layout `L`.
fn run<L: Find>(options: &Options) -> Result<(), String> {
    let text = files::read(&options.input)?;
    files::refuse_same(&options.input, options.output.as_deref())?;
    let progress = Progress::new(text.len());
    progress.step("parse");
    let value = files::parse(&options.input, &text)?;
    progress.step("pack");
    let json = Json::from(&value);
    let packed = Packed::<Json, L>::with_limits(&Limits::DEFAULT)
        .pack(&json)
        .map_err(|error| format!("cannot pack {}: {error}", options.input.display()))?;

    progress.step("write and map");
    let draft = Draft::write(options.output.as_deref(), packed.as_bytes())?;
    let mapped = draft.map::<L>()?;

    progress.step("ask");
    let answers = answer(options, &value, &mapped)?;
    let sizes = sizes(text.len(), &value, &json);
    let times = times(&progress, options, &draft, &mapped, (&value, &json), &answers.path);
    drop(progress);

    let mut report = format!("{}\n\n{sizes}\n\n{times}\n", answers.text);
    if let Some(output) = &options.output {
        drop(mapped); // some systems do not rename a mapped file
        draft.keep(output)?;
        report += &format!("\nwritten to {}\n", output.display());
    }
    print(&report)
}

/// Like `print!`, which however panics if the output is closed.
fn print(text: &str) -> Result<(), String> {
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| format!("cannot print: {error}"))
}

/// A progress bar for large input on a terminal; otherwise nothing is shown.
struct Progress {
    bar: ProgressBar,
    is_large: bool,
}

impl Progress {
    /// Number of steps.
    const STEPS: u64 = 10;

    fn new(bytes: usize) -> Self {
        let is_large = bytes >= LARGE;
        // The bar is drawn to stderr, and only if that is a terminal.
        let bar = if is_large { ProgressBar::new(Self::STEPS) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{elapsed:>4} [{bar:30}] {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        Self { bar, is_large }
    }

    /// Begins the next step.
    fn step(&self, what: &'static str) -> &'static str {
        self.bar.inc(1);
        self.bar.set_message(what);
        what
    }

    /// Returns the number of rounds of a measurement.
    fn rounds(&self) -> usize {
        if self.is_large { 3 } else { 9 }
    }
}

impl Drop for Progress {
    /// Clears the line, also after an error, so that later output begins on an empty line.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The answers of the document, and the path that was looked up.
struct Answers {
    text: String,
    path: Path,
}

/// Queries the packed document, and compares with `serde_json::Value`.
fn answer<L: Find>(options: &Options, value: &Value, packed: &Mapped<L>) -> Result<Answers, String> {
    let totals = query::totals(packed).map_err(|error| error.to_string())?;
    let deepest = query::deepest_path(packed);
    let expected = plain::totals(value);
    // The sum of floats depends on their order, and the members of an object have no order.
    let differ = (totals.sum - expected.sum).abs() > 1e-9 * expected.sum.abs().max(1.0);
    if (totals.nodes, totals.numbers) != (expected.nodes, expected.numbers) || differ {
        return Err(format!("the packed document differs: expected {expected:?}, found {totals:?}"));
    }
    let mut edited = packed.to_vec();
    query::add_one(&mut edited).map_err(|error| error.to_string())?;
    let after = query::totals(&edited).map_err(|error| error.to_string())?;
    let mut text = format!(
        "{}: {} nodes, {} numbers that sum to {} (to {} when one is added to each)\ndeepest, at level {}: {deepest}",
        options.input.file_name().unwrap_or_default().display(),
        grouped(totals.nodes),
        grouped(totals.numbers),
        totals.sum,
        after.sum,
        deepest.0.len(),
    );
    let path = match &options.path {
        Some(path) => Path(path.0.clone()),
        None => deepest,
    };
    let found = L::find(packed, &path).ok_or_else(|| format!("there is nothing at {path}"))?;
    text += &format!("\nat {path}: {}", found.read(query::describe));
    Ok(Answers { text, path })
}

/// Returns the table of sizes.
fn sizes(given: usize, value: &Value, json: &Json) -> String {
    let minified = value.to_string().len();
    let row =
        |what, bytes: usize| format!("\n  {what:<34} {:>12} {:>9.2}", grouped(bytes), bytes as f64 / minified as f64);
    let mut table = format!("  {:<34} {:>12} {:>9}", "size", "bytes", "ratio");
    table += &row("JSON as given", given);
    table += &row("JSON without spaces", minified);
    table += &row("packed, Compact", Packed::<Json, Compact>::pack(json).as_bytes().len());
    table += &row("packed, Indexed", Packed::<Json, Indexed>::pack(json).as_bytes().len());
    table
}

/// Returns the table of times: the same work with `serde_json::Value` and with the packed document.
fn times<L: Find>(
    progress: &Progress,
    options: &Options,
    draft: &Draft,
    packed: &Mapped<L>,
    (value, json): (&Value, &Json),
    path: &Path,
) -> String {
    let rounds = progress.rounds();
    // Every operation below has already succeeded once, so results are not checked again.
    let rows = [
        compare(
            progress.step("open (parse; map and validate)"),
            rounds,
            || time(|| files::parse(&options.input, &files::read(&options.input)?)),
            || time(|| draft.map::<L>()),
        ),
        compare(
            progress.step("count nodes and sum numbers"),
            rounds,
            || time(|| plain::totals(value)),
            || time(|| query::totals(packed)),
        ),
        compare(
            progress.step("find the deepest path"),
            rounds,
            || time(|| plain::deepest_path(value)),
            || time(|| query::deepest_path(packed)),
        ),
        compare(
            progress.step("look a path up"),
            rounds,
            || time_short(|| plain::find(value, path).is_some()),
            || time_short(|| L::find(packed, path).is_some()),
        ),
    ];
    let all = total("all of these", &rows);
    let edit = compare(
        progress.step("add one to every number, in place"),
        rounds,
        || {
            let mut value = value.clone();
            time(|| plain::add_one(&mut value))
        },
        || {
            let mut packed = packed.to_vec();
            time(|| query::add_one(&mut packed))
        },
    );
    let write = compare(
        progress.step("make the bytes (serialise; pack)"),
        rounds,
        || time(|| serde_json::to_vec(value)),
        || time(|| Packed::<Json, L>::pack(json)),
    );
    let mut table = format!("  time, median of {rounds:<19} {:>12} {:>12} {:>10}", "serde_json", L::NAME, "faster");
    for row in rows.iter().chain([&all, &edit, &write]) {
        table += &format!("\n{row}");
    }
    table
}
