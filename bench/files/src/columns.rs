//! A query over rows, over rows with statistics, and over columns; beside DuckDB over Parquet, if there is a Python
//! that has it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use packed_data::{Compact, Indexed, Layout, Limits};
use packed_data_columns::{ColumnFilter, ColumnSchema, Error, PartialReader};
use packed_data_file::{Blocks, Form, Options};
use packed_data_schema::filter::{Atom, Condition, Logic, Pruner};
use packed_data_schema::path::Path as ValuePath;
use packed_data_schema::{LayoutId, Schema, Value};

use super::blocks::{Table, query, write};
use super::peers::{Contestant, answer, times};
use crate::record::Record;

/// The environment variable with the path of a Python that has the package `duckdb`.
const PYTHON: &str = "DUCKDB_PYTHON";

/// Returns what is read of a record.
fn of_value(value: Value<'_>) -> u64 {
    let code = match value.field("code").map(Atom::of) {
        Some(Atom::Int(code)) => u32::try_from(code).expect("a code"),
        other => panic!("{other:?}"),
    };
    answer(code, value.field("text").and_then(|text| text.as_str()).expect("a text"))
}

/// Adds up what is read of the records that fulfil a condition.
fn of_rows(path: &Path, condition: &str, with_statistics: bool) -> u64 {
    let mut sum = 0;
    query(path, condition, with_statistics, |value| sum += of_value(value));
    sum
}

/// Does the same with the columns that the condition names, and those that are added up.
fn of_columns(path: &Path, condition: &str) -> u64 {
    // SAFETY: nothing changes the file.
    let blocks = unsafe { Blocks::open_mapped(path) }.expect("a file");
    let schema = Schema::parse(&blocks.header().schema).expect("a schema");
    let layout: LayoutId = blocks.header().layout.parse().expect("a layout");
    let condition = Condition::parse(condition, &schema, 0).expect("a condition");
    let pruner = Pruner::new(&schema, &condition, Logic::TwoValued);
    let selected = blocks.select(|statistics| pruner.may_match(statistics));
    let tree = ColumnSchema::new(&schema);
    let reader = |paths: &[ValuePath]| {
        PartialReader::new(&tree, layout, paths).ok().flatten().expect("such values can be packed")
    };
    let tested = reader(&condition.paths().into_iter().cloned().collect::<Vec<_>>());
    let filter = ColumnFilter::new(&tested, &tree, &condition, Logic::TwoValued).expect("a condition on records");
    let needed = reader(&["code", "text"].map(|path| ValuePath::parse(path).expect("a path")));
    let mut sum = 0;
    for (index, _) in selected.iter().enumerate().filter(|(_, selected)| **selected) {
        let block = blocks.columns(index).expect("an intact block").expect("a block of columns");
        let columns = block.open(&tree).expect("columns");
        let found = filter.matching(&columns, 0..columns.len(), &Limits::DEFAULT).expect("columns");
        if found.is_empty() {
            continue;
        }
        let each = |_, record: Vec<u8>| {
            sum += of_value(needed.codec().value(&record));
            Ok::<(), Error>(())
        };
        needed.read(&columns, found, &Limits::DEFAULT, each).expect("columns");
    }
    sum
}

/// DuckDB in a process of its own, on one thread: it receives a condition on a line, and answers with a sum.
struct DuckDb {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

const SCRIPT: &str = r#"
import sys, duckdb
csv, parquet = sys.argv[1:]
duckdb.sql("SET threads = 1")
duckdb.sql(f"COPY (SELECT * FROM read_csv('{csv}', header = true, columns = {{'time': 'UBIGINT', 'level': 'VARCHAR', "
    f"'code': 'UINTEGER', 'host': 'VARCHAR', 'text': 'VARCHAR'}})) TO '{parquet}' (FORMAT parquet, COMPRESSION zstd)")
print(duckdb.__version__, flush = True)
for condition in sys.stdin:
    found = duckdb.sql(f"SELECT coalesce(sum(code + strlen(text)), 0) FROM '{parquet}' WHERE {condition}").fetchall()
    print(int(found[0][0]), flush = True)
"#;

impl DuckDb {
    /// Starts the process, which makes a Parquet file of the records; `None` if there is no such Python.
    fn start(records: &[Record], folder: &Path) -> Option<Self> {
        let python = env::var_os(PYTHON)?;
        let (csv, parquet) = (folder.join("records.csv"), folder.join("duckdb-zstd.parquet"));
        let mut out = std::io::BufWriter::new(fs::File::create(&csv).expect("a file"));
        writeln!(out, "time,level,code,host,text").expect("a file");
        for Record { time, level, code, host, text } in records {
            writeln!(out, "{time},{level:?},{code},{host},{text}").expect("a file");
        }
        drop(out);
        let mut command = Command::new(python);
        let arguments = [Path::new("-c"), Path::new(SCRIPT), &csv, &parquet];
        let mut process =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
        let mut this = Self { answers: BufReader::new(process.stdout.take().expect("a pipe")), process };
        println!("DuckDB {}\n", this.line());
        _ = fs::remove_file(csv);
        Some(this)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("an answer");
        line.trim().to_owned()
    }

    fn query(&mut self, condition: &str) -> u64 {
        writeln!(self.process.stdin.as_mut().expect("a pipe"), "{condition}").expect("a process");
        self.line().parse().expect("a sum")
    }
}

/// Returns what is measured over some records.
pub(crate) fn tables<'c>(records: &'c [Record], folder: &'c Path) -> Vec<Table<'c>> {
    let file = |name: &str| folder.join(name);
    fn options<L: Layout>() -> Options<Record, L> {
        Options::new()
    }
    let in_columns = |size| {
        let zstd = "zstd".parse().expect("a method");
        options::<Compact>().form(Form::Columns).statistics(true).compress(zstd).block_size(size)
    };
    write(records, &file("rows"), options::<Indexed>());
    write(records, &file("rows-statistics"), options::<Indexed>().statistics(true));
    write(records, &file("columns-small"), in_columns(64 << 10));
    write(records, &file("columns"), in_columns(1 << 20));
    let duckdb = DuckDb::start(records, folder).map(|process| std::rc::Rc::new(std::cell::RefCell::new(process)));
    let times = times(records.len());
    let clustered = format!("time >= {} and time < {}", times.start, times.end);
    let mut tables = Vec::new();
    for (name, condition) in [("clustered", clustered), ("spread", "code < 6".to_owned())] {
        let run = |of: fn(&Path, &str) -> u64, path: PathBuf| {
            let condition = condition.clone();
            move || of(&path, &condition)
        };
        let mut contestants = vec![
            Contestant::new("rows, Indexed", run(|path, text| of_rows(path, text, false), file("rows"))),
            Contestant::new(
                "rows, Indexed, statistics",
                run(|path, text| of_rows(path, text, true), file("rows-statistics")),
            ),
            Contestant::new("columns, zstd, statistics, blocks of 64 KiB", run(of_columns, file("columns-small"))),
            Contestant::new("columns, zstd, statistics, blocks of 1 MiB", run(of_columns, file("columns"))),
        ];
        if let Some(duckdb) = &duckdb {
            let (duckdb, condition) = (duckdb.clone(), condition.clone());
            contestants.push(Contestant::new("DuckDB, Parquet, zstd", move || duckdb.borrow_mut().query(&condition)));
        }
        tables.push((format!("a hundredth of the records, {name}"), contestants));
    }
    tables
}
