//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use packed_data_file::Compression;
use packed_data_schema::{CompatibilityRule, LayoutId};

use crate::input::{Bare, parse_layout};
use crate::json_text::Wide;

/// Looks into packed data: what is in a file, whether it is whole, where its bytes go; and changes it to JSON and back.
///
/// Files with a header need no flags. Bare bytes need --schema and --layout. `-` is standard input. The exit status is
/// 0, 1 if something is wrong with the data, and 2 if something is wrong with the command line.
#[derive(Debug, Parser)]
#[command(name = "packed", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: When,
    /// Do not show the progress of what takes long (only a terminal does)
    #[arg(long, global = true)]
    pub no_progress: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what is in files: layout, type, records, sizes, checksums, metadata
    Info {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print a line of JSON for each file
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        bare: Bare,
    },
    /// Print values: all, or those that are selected; sorted, grouped, or parts of them
    ///
    /// The values are the records of a file; the elements, if its only value is a list and they are selected; otherwise
    /// that value.
    Cat(Box<Cat>),
    /// Print the first values
    Head(Ends),
    /// Print the last values
    Tail(Ends),
    /// Print the number of values
    Count(Count),
    /// Answer a question in SQL about files of records, by DataFusion: runs the program `packed-sql`
    ///
    /// A table has the name of its file, without the extension. The program is the package in `examples/sql`.
    Sql {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The question, such as `select count(*) from products`
        query: String,
    },
    /// Print one part of a value
    Get {
        /// The file
        file: PathBuf,
        /// A path such as `[12].user.name`, as errors print it, or a JSON Pointer such as `/12/user/name`
        path: String,
        /// How to print it
        #[arg(long = "as", value_enum, default_value = "json", value_name = "FORM")]
        form: Form,
        /// Validate the whole value, and not only the part that is printed (always done in layouts other than Indexed)
        #[arg(long)]
        validate: bool,
        #[command(flatten)]
        bare: Bare,
    },
    /// Show a file as a page in the browser: values, bytes, sizes, schema
    ///
    /// The page is served on the loopback address, at a free port, until Ctrl-C; with --to it is written to a file that
    /// contains all, and works without a network. Files of records are read as far as they are shown.
    Explore(Explore),
    /// Print bytes beside paths, types and values, up to the first error
    Hex {
        /// The file
        file: PathBuf,
        /// The part to print
        path: Option<String>,
        #[command(flatten)]
        bare: Bare,
    },
    /// Check files: header, checksums, and every value
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also read every value, write it again, and compare the bytes
        #[arg(long)]
        deep: bool,
        #[command(flatten)]
        bare: Bare,
    },
    /// Show where the bytes go, and what they would be in each layout
    Stat {
        /// The file
        file: PathBuf,
        /// How many types and fields to list
        #[arg(long, default_value = "12", value_name = "N")]
        top: usize,
        #[command(flatten)]
        bare: Bare,
    },
    /// Print the schema
    ///
    /// `packed schema infer` prints the schema that `packed pack` would infer. `packed schema diff` and `packed schema
    /// export` are `packed diff` and `packed export`.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Schema {
        /// A file of packed data, or the text of a schema
        #[arg(required = true)]
        file: Option<PathBuf>,
        #[command(subcommand)]
        command: Option<SchemaCommand>,
    },
    /// List the differences of two schemas: whether a reader with the first reads bytes of the second; or of two files
    Diff(Diff),
    /// Print the schema in the language of another tool: CDDL, JSON Schema, Kaitai Struct, Rust or TypeScript
    Export(Export),
    /// Convert between packed files, JSON, CBOR, CSV, Parquet and Arrow
    ///
    /// The form of the input follows from its header and its name (`.json`, `.jsonl`, `.cbor`, `.csv`, `.parquet`,
    /// `.arrow`, `.feather`), the form of the output from `--to` and its name.
    Convert(Convert),
    /// Pack JSON, CSV, Parquet or Arrow
    ///
    /// Without a schema one is inferred. The elements of a list of objects are records, and so are lines; otherwise the
    /// document is one value.
    Pack(Pack),
    /// Write the records of several files to one
    ///
    /// The new file has keys if all files have keys at the same path: those that `packed index` wrote.
    Concat(Concat),
    /// Write a file of records again with the keys of each block, by which records are found
    Index {
        /// The file
        file: PathBuf,
        /// The path to the key in a record: an integer, a duration or a time
        #[arg(long, value_name = "PATH")]
        key: String,
        /// The new file; by default it replaces the old one
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Write what can be saved of a damaged file, and report what cannot
    Repair {
        /// The damaged file
        file: PathBuf,
        /// The new file
        out: PathBuf,
    },
    /// Ask a file the questions of the example `json`, beside serde_json
    Bench {
        /// The file
        file: PathBuf,
        /// The path to look up; by default the deepest
        #[arg(long)]
        path: Option<String>,
        #[command(flatten)]
        bare: Bare,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages to a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
}

/// The other names of commands on schemas.
#[derive(Debug, Subcommand)]
pub(crate) enum SchemaCommand {
    /// Print the schema that `packed pack` would infer
    Infer(Infer),
    /// List the differences of two schemas
    #[command(hide = true)]
    Diff(Diff),
    /// Print the schema in the language of another tool
    #[command(hide = true)]
    Export(Export),
}

/// The arguments of `schema infer`.
#[derive(Debug, Args)]
pub(crate) struct Infer {
    /// The JSON document, or lines of JSON
    pub file: PathBuf,
    /// Only the part of the document at a JSON Pointer
    #[arg(long, value_name = "POINTER")]
    pub at: Option<String>,
    /// The enum for any document
    #[arg(long)]
    pub document: bool,
}

/// The arguments of `explore`.
#[derive(Debug, Args)]
pub(crate) struct Explore {
    /// The file
    pub file: PathBuf,
    /// Open the page in the browser
    #[arg(long, conflicts_with = "to")]
    pub open: bool,
    /// Write a page that contains the file, instead of serving it
    #[arg(long, value_name = "PAGE")]
    pub to: Option<PathBuf>,
    #[command(flatten)]
    pub bare: Bare,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The schema of the reader: a file of packed data, or the text of a schema
    pub a: PathBuf,
    /// The schema of the bytes
    pub b: PathBuf,
    /// The layout; by default that of the second file, or Compact
    #[arg(long, value_name = "NAME", value_parser = parse_layout)]
    pub layout: Option<LayoutId>,
    /// Accept a difference that is known to do no harm, by its rule and path, such as `field-swapped@Size.width`;
    /// may be repeated
    #[arg(long = "accept", value_name = "RULE@PATH", value_parser = parse_difference)]
    pub accepted: Vec<(CompatibilityRule, String)>,
    /// Compare the values of two files instead: records of the same number
    #[arg(long, conflicts_with_all = ["layout", "accepted"])]
    pub values: bool,
    /// Compare the values: records with the same value at this path
    #[arg(long, value_name = "PATH", conflicts_with_all = ["layout", "accepted"])]
    pub key: Option<String>,
}

/// The arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// A file of packed data, or the text of a schema
    pub file: PathBuf,
    /// The language
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub to: Language,
    /// The layout that TypeScript reads, Compact or Indexed; by default that of the file, or Compact
    #[arg(long, value_name = "NAME", value_parser = parse_layout)]
    pub layout: Option<LayoutId>,
}

/// The arguments of `cat`.
#[derive(Debug, Args)]
pub(crate) struct Cat {
    /// The file
    pub file: PathBuf,
    /// Only the values with these numbers, from A to B - 1; either may be left out
    #[arg(long, value_name = "A..B", value_parser = parse_range)]
    pub range: Option<std::ops::Range<u64>>,
    /// Only values that fulfil a condition, such as `stock < 5 and not discontinued`
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<String>,
    /// Only the parts at these paths, such as `name,user.age`
    #[arg(long, value_name = "PATHS", conflicts_with_all = ["group_by", "agg"])]
    pub select: Option<String>,
    /// Sort by the values at these paths; `-` before one is for descending order. Of groups: by columns of the output
    #[arg(long, value_name = "PATHS", allow_hyphen_values = true)]
    pub sort: Option<String>,
    /// Print at most this many lines
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Only this many values, drawn at random
    #[arg(long, value_name = "N", conflicts_with_all = ["group_by", "agg"])]
    pub sample: Option<u64>,
    /// Draws other values with another number
    #[arg(long, value_name = "NUMBER", default_value = "0", requires = "sample")]
    pub seed: u64,
    /// A line for each group of values that are equal at these paths
    #[arg(long, value_name = "PATHS")]
    pub group_by: Option<String>,
    /// What is computed of each group, or of all values: `count`, or count, sum, min, max, mean of a path, such as
    /// `count, sum(stock)`; by default count
    #[arg(long, value_name = "LIST")]
    pub agg: Option<String>,
    /// How to print them, each on a line
    #[arg(long = "as", value_enum, default_value = "json", value_name = "FORM")]
    pub form: RowForm,
    #[command(flatten)]
    pub bare: Bare,
}

impl Cat {
    /// Returns whether elements of a list are printed, and not the list.
    pub(crate) fn selects(&self) -> bool {
        let Self { range, condition, select, sort, limit, sample, group_by, agg, form, .. } = self;
        range.is_some()
            || limit.or(*sample).is_some()
            || [condition, select, sort, group_by, agg].into_iter().any(Option::is_some)
            || *form == RowForm::Csv
    }
}

/// The arguments of `head` and `tail`.
#[derive(Debug, Args)]
pub(crate) struct Ends {
    /// The file
    pub file: PathBuf,
    /// How many
    #[arg(short = 'n', long = "count", value_name = "N", default_value = "10")]
    pub count: u64,
    /// Only the parts at these paths, such as `name,user.age`
    #[arg(long, value_name = "PATHS")]
    pub select: Option<String>,
    /// How to print them, each on a line
    #[arg(long = "as", value_enum, default_value = "json", value_name = "FORM")]
    pub form: RowForm,
    #[command(flatten)]
    pub bare: Bare,
}

/// The arguments of `count`.
#[derive(Debug, Args)]
pub(crate) struct Count {
    /// The file
    pub file: PathBuf,
    /// Only values that fulfil a condition
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<String>,
    #[command(flatten)]
    pub bare: Bare,
}

/// The arguments of `concat`.
#[derive(Debug, Args)]
pub(crate) struct Concat {
    /// The files: the first says the schema and the layout, by which the values of the others must be readable
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The new file
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How blocks are compressed: lz4, zstd, zstd:LEVEL or none; by default as those of the first file
    #[arg(long, value_name = "METHOD", value_parser = parse_compression)]
    pub compress: Option<Compression>,
    /// Store records by column, also if those of the first file are not
    #[arg(long)]
    pub columns: bool,
}

/// The arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The input
    pub input: PathBuf,
    /// The output
    pub output: PathBuf,
    /// What to write; by default what the name of the output says, otherwise a packed file
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: Option<To>,
    /// What the input is; by default what its header or its name says
    #[arg(long, value_enum, value_name = "FORM")]
    pub from: Option<From>,
    /// The schema of input without a header: a file with its text, or a packed file with that schema
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// The layout of the output; by default that of the input, or Compact. Of bare input, see --from-layout
    #[arg(long, value_name = "NAME", value_parser = parse_layout)]
    pub layout: Option<LayoutId>,
    /// How the blocks of a packed file of records are compressed: lz4, zstd, zstd:LEVEL or none
    #[arg(long, value_name = "METHOD", value_parser = parse_compression)]
    pub compress: Option<Compression>,
    /// Store the records of a packed file by column: fewer bytes, read in more time
    #[arg(long)]
    pub columns: bool,
    /// Refuse JSON and CBOR that would be changed: numbers that no float keeps, and names that are twice in an object
    #[arg(long)]
    pub strict: bool,
    /// The layout of bare input
    #[arg(long, value_name = "NAME", value_parser = parse_layout, requires = "schema")]
    pub from_layout: Option<LayoutId>,
}

/// The arguments of `pack`.
#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// The JSON document, lines of JSON, CSV, Parquet or Arrow
    pub file: PathBuf,
    /// What the input is, json, csv, parquet or arrow; by default what its name says, or JSON
    #[arg(long, value_enum, value_name = "FORM")]
    pub from: Option<From>,
    /// The schema: a file with its text, or a packed file with that schema. The document is one value of it
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// The layout
    #[arg(long, value_name = "NAME", default_value = "Compact", value_parser = parse_layout)]
    pub layout: LayoutId,
    /// The output; by default the input's name with the extension `packed`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How the blocks of records are compressed: lz4, zstd, zstd:LEVEL or none
    #[arg(long, value_name = "METHOD", value_parser = parse_compression)]
    pub compress: Option<Compression>,
    /// Store records by column: fewer bytes, read in more time
    #[arg(long)]
    pub columns: bool,
    /// Pack only the part of the document at a JSON Pointer
    #[arg(long, value_name = "POINTER")]
    pub at: Option<String>,
    /// Refuse JSON that would be changed: numbers that no float keeps, and names that are twice in an object
    #[arg(long)]
    pub strict: bool,
    /// Pack each element of the list, or each line, as a record, also with a schema
    #[arg(long, conflicts_with = "document")]
    pub records: bool,
    /// Pack the document as one value of the enum for any document
    #[arg(long, conflicts_with = "schema")]
    pub document: bool,
    /// Infer the schema from the first N records; a later one that is not of it is an error
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["schema", "document"])]
    pub sample: Option<u64>,
    /// What integers of more than 64 bits are: integers of 128 bits, or texts
    #[arg(long = "wide-integers", value_enum, default_value = "128", value_name = "FORM")]
    pub wide: Wide,
    /// Print to standard error what was inferred for each place, and why
    #[arg(long, conflicts_with_all = ["schema", "document"])]
    pub explain: bool,
    /// Metadata for the header; may be repeated
    #[arg(long = "meta", value_name = "KEY=VALUE", value_parser = parse_pair)]
    pub metadata: Vec<(String, String)>,
    /// Go on with the lines that are appended to the file, until it is removed, or until Ctrl-C. The schema is
    /// inferred from the lines that are there, unless it is stated
    #[arg(long, conflicts_with = "at")]
    pub follow: bool,
    /// End when no line has come for that many seconds
    #[arg(long, value_name = "SECONDS", requires = "follow")]
    pub idle: Option<f64>,
}

/// How values are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// JSON
    Json,
    /// Text that looks like Rust
    Rust,
    /// The diagnostic notation of CBOR: the value in the layout Cbor
    Diag,
}

/// How values are printed, each on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowForm {
    /// JSON
    Json,
    /// Text that looks like Rust
    Rust,
    /// The diagnostic notation of CBOR: the value in the layout Cbor
    Diag,
    /// Comma-separated values, after a line of names
    Csv,
}

/// The languages of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// CDDL (RFC 8610), of the layout Cbor
    Cddl,
    /// JSON Schema, of values as JSON
    Jsonschema,
    /// Kaitai Struct, of the layout Compact
    Kaitai,
    /// Rust types that derive Packable
    Rust,
    /// TypeScript that reads values in place, with the npm package packed-data
    Typescript,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// A file of packed data with a header
    Packed,
    /// JSON; records are lines
    Json,
    /// CBOR with the names that JSON has; records are a sequence of items
    Cbor,
    /// The bytes of the value in the layout, without a header
    Bare,
    /// Comma-separated values: a line for each record, or for each element of a list
    Csv,
    /// A Parquet file (needs the feature `arrow`)
    Parquet,
    /// An Arrow IPC file, also called Feather (needs the feature `arrow`)
    Arrow,
}

/// What `convert` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// A file of packed data with a header
    Packed,
    /// JSON
    Json,
    /// CBOR with the names that JSON has
    Cbor,
    /// The bytes of a value, without a header
    Bare,
    /// Comma-separated values; the first line has the names
    Csv,
    /// A Parquet file (needs the feature `arrow`)
    Parquet,
    /// An Arrow IPC file, also called Feather (needs the feature `arrow`)
    Arrow,
}

fn parse_range(text: &str) -> Result<std::ops::Range<u64>, String> {
    let wrong = || "expected A..B, such as 10..20, 10.. or ..20".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, default| if text.is_empty() { Ok(default) } else { text.parse().map_err(|_| wrong()) };
    let range = number(from, 0)?..number(to, u64::MAX)?;
    if range.start > range.end { Err("expected a range that does not end before it begins".into()) } else { Ok(range) }
}

pub(crate) fn parse_compression(text: &str) -> Result<Compression, String> {
    text.parse().map_err(|error: packed_data_file::CompressionError| error.to_string())
}

fn parse_difference(text: &str) -> Result<(CompatibilityRule, String), String> {
    let named = text.split_once('@').filter(|(_, path)| !path.is_empty());
    let (id, path) = named.ok_or("expected RULE@PATH, such as field-swapped@Size.width")?;
    let rule = CompatibilityRule::ALL.iter().find(|rule| rule.id() == id);
    let rule = rule.ok_or_else(|| {
        format!("no rule has the identifier `{id}`; `packed diff` prints those of differences in brackets")
    })?;
    Ok((*rule, path.to_owned()))
}

fn parse_pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}
