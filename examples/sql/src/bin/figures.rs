//! Measures one question, a filtered aggregate over trades, asked in several ways:
//!
//! ```sh
//! figures write FOLDER COUNT               # writes the files, and answers.json
//! figures measure FOLDER PYTHON ROUNDS     # after `packed convert` has made FOLDER/indexed.parquet
//! ```
//!
//! In each round all are timed in turn; the figure of each is the median over the rounds of its time divided by that of
//! the first. All run on one thread. PYTHON has DuckDB.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, UInt32Type};
use datafusion::prelude::{SessionConfig, SessionContext};
use packed_data::{Compact, Indexed, Layout, Packed};
use packed_data_arrow::{Options, RecordBatches};
use packed_data_file::{Blocks, Records};
use packed_data_schema::Schema;
use sql::Table;
use sql::trades::{Order, SideCase, SideView, StateView, Trade, order, write};

type Fallible<T = ()> = Result<T, Box<dyn Error>>;

/// The question.
const QUERY: &str = "SELECT count(*), sum(quantity), max(price) FROM trades WHERE price > 1000 AND side = 'Buy'";

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    count: u64,
    sum: u64,
    max: f64,
}

impl Answer {
    const NONE: Self = Self { count: 0, sum: 0, max: f64::MIN };

    #[inline]
    fn add(&mut self, quantity: u32, price: f64) {
        self.count += 1;
        self.sum += u64::from(quantity);
        self.max = self.max.max(price);
    }
}

fn main() -> Fallible {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", folder, count] => write_files(Path::new(folder), count.parse()?),
        ["measure", folder, python, rounds] => measure(Path::new(folder), python, rounds.parse()?),
        _ => Err("usage: figures write FOLDER COUNT | figures measure FOLDER PYTHON ROUNDS".into()),
    }
}

/// Writes the trades in two layouts, and the answers of a loop over views to a few questions.
fn write_files(folder: &Path, count: u64) -> Fallible {
    std::fs::create_dir_all(folder)?;
    write::<Indexed>(&folder.join("indexed.packed"), count)?;
    write::<Compact>(&folder.join("compact.packed"), count)?;
    let trades = Records::<Trade, Indexed>::open(folder.join("indexed.packed"))?;
    let (mut notes, mut of_symbol, mut times) = (0_u64, 0_u64, 0_u64);
    for trade in &trades {
        let trade = trade?;
        let fields = trade.view().fields();
        notes += u64::from(fields.note.is_some());
        of_symbol += u64::from(fields.symbol == "S007");
        times += u64::from(fields.time);
    }
    let Answer { count: matches, sum, max } = checked_view(&trades, add_indexed)?;
    let json = format!(
        r#"{{"rows":{count},"matches":{matches},"sum":{sum},"max":{max:?},"notes":{notes},"of_symbol":{of_symbol},"times":{times}}}"#
    );
    std::fs::write(folder.join("answers.json"), json + "\n")?;
    write_orders(folder)
}

/// Writes orders, and the answers of a loop over views.
fn write_orders(folder: &Path) -> Fallible {
    let path = folder.join("orders.packed");
    let mut file = packed_data_file::Options::<Order, Indexed>::new().create(&path)?;
    for id in 0..10_000 {
        file.write(&order(id))?;
    }
    file.close()?;
    let (mut items, mut paid, mut refused, mut tags, mut millis, mut sizes) = (0_u64, 0, 0_u64, 0_u64, 0_u64, 0.0);
    let mut letters = String::new();
    for order in &Records::<Order, Indexed>::open(&path)? {
        let order = order?;
        let fields = order.view().fields();
        items += fields.items.iter().map(|item| u64::from(item.fields().count)).sum::<u64>();
        match fields.state.case() {
            StateView::Open => {}
            StateView::Paid { cents } => paid += cents,
            StateView::Refused(reason) => refused += u64::from(reason == "reason 3"),
        }
        tags += fields.tags.iter().map(|(_, value)| u64::from(value)).sum::<u64>();
        millis += fields.at.duration_since(std::time::UNIX_EPOCH)?.as_millis() as u64;
        sizes += fields.size.map_or(0.0, |size| size.map(f64::from).sum());
        if letters.chars().count() < 4 {
            letters.push(fields.letter);
        }
    }
    let json = format!(
        r#"{{"items":{items},"paid":{paid},"refused":{refused},"tags":{tags},"millis":{millis},"sizes":{sizes:?},"letters":"{letters}"}}"#
    );
    std::fs::write(folder.join("orders.json"), json + "\n")?;
    Ok(())
}

/// Each record is validated when it is read.
fn checked_view<L: Layout>(trades: &Records<Trade, L>, add: Add<L>) -> Fallible<Answer> {
    let mut answer = Answer::NONE;
    for trade in trades {
        add(&trade?, &mut answer);
    }
    Ok(answer)
}

/// The records were validated before.
fn view<L: Layout>(trades: &Blocks, add: Add<L>) -> Fallible<Answer> {
    let mut answer = Answer::NONE;
    for index in 0..trades.block_count() {
        let block = trades.block(index)?;
        for at in 0..block.len() {
            let bytes = block.get(at).ok_or("a record is not in its block")?;
            // SAFETY: `measure` has validated each record of the file, whose bytes are in memory and do not change.
            let trade = unsafe { Packed::<Trade, L, &[u8]>::from_bytes_unchecked(bytes) };
            add(&trade, &mut answer);
        }
    }
    Ok(answer)
}

/// Adds a record to the answer, if it fulfils the conditions.
type Add<L> = fn(&Packed<Trade, L, &[u8]>, &mut Answer);

/// Fields are at random access.
#[inline]
fn add_indexed(trade: &Packed<Trade, Indexed, &[u8]>, answer: &mut Answer) {
    let fields = trade.view().fields();
    let price = fields.price;
    if price > 1000.0 && matches!(fields.side.case(), SideView::Buy) {
        answer.add(fields.quantity, price);
    }
}

/// Fields are read in order.
#[inline]
fn add_compact(trade: &Packed<Trade, Compact, &[u8]>, answer: &mut Answer) {
    let (price, quantity, is_buy) = trade.read(|trade| {
        let fields = trade.fields().skip().skip().skip();
        let (price, fields) = fields.read();
        let (quantity, fields) = fields.read();
        let (is_buy, fields) = fields.with(|side| match side.case() {
            SideCase::Buy(fields) => fields.done(true),
            SideCase::Sell(fields) => fields.done(false),
        });
        fields.skip().done((price, quantity, is_buy))
    });
    if price > 1000.0 && is_buy {
        answer.add(quantity, price);
    }
}

/// The batches are in memory.
fn arrow(batches: &[RecordBatch]) -> Fallible<Answer> {
    let mut answer = Answer::NONE;
    for batch in batches {
        let column = |name: &str| batch.column_by_name(name).ok_or("a column is missing");
        let prices = column("price")?.as_primitive::<Float64Type>().values();
        let quantities = column("quantity")?.as_primitive::<UInt32Type>().values();
        let sides = column("side")?.as_dictionary::<Int8Type>().keys().values();
        for ((price, side), quantity) in prices.iter().zip(sides).zip(quantities) {
            if *price > 1000.0 && *side == 0 {
                answer.add(*quantity, *price);
            }
        }
    }
    Ok(answer)
}

/// An engine with one table and one thread.
struct Engine(SessionContext, tokio::runtime::Runtime);

impl Engine {
    fn new(path: &Path) -> Fallible<Self> {
        let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
        // SAFETY: nothing changes the files while this program runs.
        let table = unsafe { Table::open(path) }?;
        context.register_table("trades", Arc::new(table))?;
        Ok(Self(context, tokio::runtime::Builder::new_multi_thread().worker_threads(1).build()?))
    }

    fn ask(&self) -> Fallible<Answer> {
        use datafusion::arrow::array::AsArray;
        use datafusion::arrow::datatypes::{Float64Type, Int64Type, UInt64Type};

        let batches = self.1.block_on(async { self.0.sql(QUERY).await?.collect().await })?;
        let batch = batches.first().ok_or("no answer")?;
        Ok(Answer {
            count: batch.column(0).as_primitive::<Int64Type>().value(0).try_into()?,
            sum: batch.column(1).as_primitive::<UInt64Type>().value(0),
            max: batch.column(2).as_primitive::<Float64Type>().value(0),
        })
    }
}

/// DuckDB in a process of Python. It says how long each answer has taken.
struct Duck(Child, ChildStdin, BufReader<ChildStdout>);

impl Duck {
    fn new(python: &str, path: &Path) -> Fallible<Self> {
        let program = format!(
            "import duckdb, sys, time\n\
             d = duckdb.connect()\n\
             d.execute('SET threads = 1')\n\
             d.execute(\"CREATE VIEW trades AS SELECT * FROM read_parquet('{}')\")\n\
             for line in sys.stdin:\n    \
                 start = time.perf_counter()\n    \
                 row = d.execute(line).fetchone()\n    \
                 print(time.perf_counter() - start, *row, flush=True)\n",
            path.display()
        );
        let mut child =
            Command::new(python).args(["-c", &program]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take().ok_or("no input")?, child.stdout.take().ok_or("no output")?);
        Ok(Self(child, input, BufReader::new(output)))
    }

    fn ask(&mut self) -> Fallible<(f64, Answer)> {
        writeln!(self.1, "{QUERY}")?;
        self.1.flush()?;
        let mut line = String::new();
        self.2.read_line(&mut line)?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [seconds, count, sum, max] => {
                Ok((seconds.parse()?, Answer { count: count.parse()?, sum: sum.parse()?, max: max.parse()? }))
            }
            _ => Err(format!("DuckDB has answered {line:?}").into()),
        }
    }
}

impl Drop for Duck {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn measure(folder: &Path, python: &str, rounds: usize) -> Fallible {
    let (indexed_path, compact_path) = (folder.join("indexed.packed"), folder.join("compact.packed"));
    let (indexed, compact) =
        (Records::<Trade, Indexed>::open(&indexed_path)?, Records::<Trade, Compact>::open(&compact_path)?);
    let expected = checked_view(&indexed, add_indexed)?;
    if checked_view(&compact, add_compact)? != expected {
        return Err("the two files differ".into());
    }
    let schema = Schema::of::<Trade>();
    let codec = schema.codec(packed_data_schema::LayoutId::Indexed)?;
    let start = Instant::now();
    let batches: Vec<RecordBatch> =
        RecordBatches::new(&indexed, &codec, &Options::new().rows(65_536))?.collect::<Result<_, _>>()?;
    let made = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let engine = Engine::new(&indexed_path)?;
    if engine.ask()? != expected {
        return Err("DataFusion has another answer".into());
    }
    let first = start.elapsed().as_secs_f64();
    let compact_engine = Engine::new(&compact_path)?;
    compact_engine.ask()?;
    let mut duck = Duck::new(python, &folder.join("indexed.parquet"))?;
    duck.ask()?;

    type Way<'w> = (&'static str, Box<dyn FnMut() -> Fallible<(Option<f64>, Answer)> + 'w>);
    let timed = |answer: Fallible<Answer>| answer.map(|answer| (None, answer));
    let mut ways: Vec<Way<'_>> = vec![
        ("a loop over views, `Indexed`", Box::new(|| timed(view(indexed.blocks(), add_indexed)))),
        ("a loop over views, `Compact`", Box::new(|| timed(view(compact.blocks(), add_compact)))),
        ("the first, each record validated when it is read", Box::new(|| timed(checked_view(&indexed, add_indexed)))),
        ("the second, each record validated when it is read", Box::new(|| timed(checked_view(&compact, add_compact)))),
        ("a loop over Arrow arrays in memory", Box::new(|| timed(arrow(&batches)))),
        ("DataFusion over the packed file, `Indexed`", Box::new(|| timed(engine.ask()))),
        ("DataFusion over the packed file, `Compact`", Box::new(|| timed(compact_engine.ask()))),
        ("DuckDB over Parquet", Box::new(|| duck.ask().map(|(seconds, answer)| (Some(seconds), answer)))),
    ];
    let mut ratios = vec![Vec::new(); ways.len()];
    let mut seconds = vec![Vec::new(); ways.len()];
    for _ in 0..rounds {
        let mut base = None;
        for (index, (name, way)) in ways.iter_mut().enumerate() {
            let start = Instant::now();
            let (took, answer) = way()?;
            let took = took.unwrap_or_else(|| start.elapsed().as_secs_f64());
            if answer != expected {
                return Err(format!("{name}: {answer:?}, expected {expected:?}").into());
            }
            let base = *base.get_or_insert(took);
            ratios[index].push(took / base);
            seconds[index].push(took);
        }
    }
    println!("{} records, {} of them fulfil the conditions; {rounds} rounds", indexed.len(), expected.count);
    let base = median(&mut seconds[0]);
    println!("the first: {base:.3} s");
    for ((name, _), (ratios, seconds)) in ways.iter().zip(ratios.iter_mut().zip(&mut seconds)) {
        println!("| {name} | {:.2} | ({:.3} s)", median(ratios), median(seconds));
    }
    println!("| DataFusion over the packed file, the first query, which checks every record | {:.2} |", first / base);
    println!("| from packed records to Arrow batches, all columns, checked | {:.2} |", made / base);
    Ok(())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
