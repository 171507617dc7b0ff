//! Answers of the engine are those of a loop over views; the plan shows what was passed down; damage is an error.

use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::prelude::{SessionConfig, SessionContext};
use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Cbor, Compact, Indexed, Layout, Packed, RandomAccess};
use packed_data_columns::ColumnSchema;
use packed_data_file::{Form, Options, Records};
use sql::Table;
use sql::trades::{Side, SideView, Trade, trade, write};

const COUNT: u64 = 30_000;

/// Returns an engine with the trades of a file.
fn engine(path: &std::path::Path) -> SessionContext {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(3));
    // SAFETY: the tests do not change the file while it is a table.
    let table = unsafe { Table::open(path) }.unwrap();
    context.register_table("trades", Arc::new(table)).unwrap();
    context
}

fn run(context: &SessionContext, query: &str) -> Result<Vec<RecordBatch>, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(async {
        let frame = context.sql(query).await.map_err(|error| error.to_string())?;
        frame.collect().await.map_err(|error| error.to_string())
    })
}

/// Returns the answer as text: a line for each row.
fn ask(context: &SessionContext, query: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for batch in run(context, query).unwrap() {
        for row in 0..batch.num_rows() {
            let cells = batch.columns().iter().map(|column| array_value_to_string(column, row).unwrap());
            lines.push(cells.collect::<Vec<_>>().join(" "));
        }
    }
    lines
}

/// Returns the line of the plan that reads the file.
fn plan(context: &SessionContext, query: &str) -> String {
    let lines = ask(context, &format!("EXPLAIN {query}")).join("\n");
    let line = lines.lines().find(|line| line.contains("PackedScan")).unwrap().trim().to_owned();
    assert_eq!(lines.contains("FilterExec"), query.contains("note"), "{lines}");
    line
}

fn answers<L: Layout>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trades.packed");
    write::<L>(&path, COUNT).unwrap();
    answers_of::<L>(&path);
}

/// Writes the trades in columns, with statistics of each block.
fn write_columns<L: Layout>(path: &std::path::Path) {
    let options = Options::<Trade, L>::new().form(Form::Columns).statistics(true).compress("zstd".parse().unwrap());
    let mut file = options.create(path).unwrap();
    (0..COUNT).for_each(|number| _ = file.write(&trade(number)).unwrap());
    file.close().unwrap();
}

#[test]
fn columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trades.packed");
    write_columns::<Compact>(&path);
    assert_eq!(packed_data_file::Blocks::open(&path).unwrap().form(0), Some(1));
    answers_of::<Compact>(&path);
    // The statistics say which blocks have trades of a number.
    let query = plan(&engine(&path), "SELECT sum(quantity) FROM trades WHERE id = 4321");
    let blocks = query.split_once(", blocks=1 of ").map(|(_, all)| all.parse::<u32>().unwrap());
    assert!(blocks.is_some_and(|all| all > 5), "{query}");
}

/// A column that no value can have been written as is an error of the queries that read it.
#[test]
fn wrong_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trades.packed");
    let options = Options::<Trade, Compact>::new().form(Form::Columns);
    let mut file = options.create(&path).unwrap();
    (0..100).for_each(|number| _ = file.write(&trade(number)).unwrap());
    file.close().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let (offset, start) = {
        let file = packed_data_file::Blocks::from_bytes(&bytes).unwrap();
        let (block, tree) = (file.columns(0).unwrap().unwrap(), ColumnSchema::of::<Trade>());
        let column = (0..tree.len()).find(|column| tree.path(*column) == "symbol").unwrap();
        (block.offset() as usize, block.open(&tree).unwrap().span(column).start)
    };
    let header = BlockHeader::read(&bytes[offset..]).unwrap();
    let payload = offset + BlockHeader::SIZE..offset + BlockHeader::SIZE + header.stored as usize;
    bytes[payload.start + start] = 99;
    let header = BlockHeader { checksum: checksum(&bytes[payload]), ..header };
    bytes[offset..offset + BlockHeader::SIZE].copy_from_slice(&header.to_bytes());
    // (The index has the old checksum.)
    std::fs::write(&path, packed_data_file::repair_bytes(&bytes).unwrap().0).unwrap();
    let context = engine(&path);
    assert_eq!(ask(&context, "SELECT count(*), min(id) FROM trades WHERE price >= 0"), ["100 0"]);
    let error = run(&context, "SELECT min(symbol) FROM trades").unwrap_err();
    assert!(error.contains("of the block") || error.contains("symbol"), "{error}");
    let error = run(&context, "SELECT min(id) FROM trades WHERE symbol = 'S007'").unwrap_err();
    assert!(error.contains("of the file") && error.contains("in the column symbol"), "{error}");
}

fn answers_of<L: Layout>(path: &std::path::Path) {
    let context = engine(path);
    let records = Records::<Trade, L>::open(path).unwrap();
    let trades: Vec<Trade> = records.iter().map(|record| record.unwrap().unpack().unwrap()).collect();
    assert_eq!(trades.len() as u64, COUNT);

    let count = |test: &dyn Fn(&Trade) -> bool| vec![trades.iter().filter(|trade| test(trade)).count().to_string()];
    let select = |condition: &str| ask(&context, &format!("SELECT count(*) FROM trades WHERE {condition}"));
    assert_eq!(select("true"), count(&|_| true));
    assert_eq!(select("price > 100.5"), count(&|trade| trade.price > 100.5));
    assert_eq!(select("100.5 >= price"), count(&|trade| trade.price <= 100.5));
    assert_eq!(select("symbol = 'S007'"), count(&|trade| trade.symbol == "S007"));
    assert_eq!(select("symbol < 'S1' AND quantity <> 7"), count(&|trade| *trade.symbol < *"S1" && trade.quantity != 7));
    assert_eq!(select("side = 'Sell'"), count(&|trade| trade.side == Side::Sell));
    assert_eq!(select("side <> 'Sell'"), count(&|trade| trade.side != Side::Sell));
    assert_eq!(select("side = 'Neither'"), ["0"]);
    assert_eq!(select("quantity BETWEEN 10 AND 20"), count(&|trade| (10..=20).contains(&trade.quantity)));
    assert_eq!(select("quantity > -1"), count(&|_| true));
    assert_eq!(select("id < 100 OR price < 3"), count(&|trade| trade.id < 100 || trade.price < 3.0));
    assert_eq!(select("note = 'note 7'"), count(&|trade| trade.note.as_deref() == Some("note 7")));
    assert_eq!(select("note IS NULL AND time >= 80000"), count(&|trade| trade.note.is_none() && trade.time >= 80_000));
    assert_eq!(select("upper(symbol) = 'S007'"), count(&|trade| trade.symbol == "S007"));

    let sum = trades.iter().filter(|trade| trade.price > 1000.0 && trade.side == Side::Buy);
    let sum: u64 = sum.map(|trade| u64::from(trade.quantity)).sum();
    let query = "SELECT sum(quantity) FROM trades WHERE price > 1000 AND side = 'Buy'";
    assert_eq!(ask(&context, query), [sum.to_string()]);
    let plan = |query: &str| {
        let plan = plan(&context, query);
        plan.split_once(", blocks=").map_or(plan.clone(), |(before, _)| before.to_owned())
    };
    assert_eq!(
        plan(query),
        "PackedScan: file=trades.packed, columns=[quantity], conditions=[price > 1000 AND side = 'Buy']",
    );
    assert_eq!(
        plan("SELECT id FROM trades WHERE note = 'x' AND time < 5"),
        "PackedScan: file=trades.packed, columns=[id, note], conditions=[time < 5]",
    );
    // Rows in all columns.
    let row = &trades[4321];
    let note = row.note.clone().unwrap_or_default();
    let expected =
        format!("{} {} {} {:?} {} {:?} {note}", row.id, row.symbol, row.time, row.price, row.quantity, row.side);
    assert_eq!(ask(&context, "SELECT * FROM trades WHERE id = 4321"), [expected]);
    assert_eq!(ask(&context, "SELECT id FROM trades WHERE id >= 7 ORDER BY id LIMIT 2"), ["7", "8"]);
}

#[test]
fn compact() {
    answers::<Compact>();
}

#[test]
fn indexed() {
    answers::<Indexed>();
}

#[test]
fn cbor() {
    answers::<Cbor>();
}

/// Sums up over views, without unpacking.
fn by_view<L: RandomAccess + Layout>(path: &std::path::Path) -> (u64, u64) {
    let records = Records::<Trade, L>::open(path).unwrap();
    let (mut count, mut sum) = (0, 0);
    for record in &records {
        let record: Packed<Trade, L, &[u8]> = record.unwrap();
        let fields = record.view().fields();
        if fields.price > 1000.0 && matches!(fields.side.case(), SideView::Buy) {
            (count, sum) = (count + 1, sum + u64::from(fields.quantity));
        }
    }
    (count, sum)
}

#[test]
fn a_loop_over_views() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trades.packed");
    write::<Indexed>(&path, COUNT).unwrap();
    let (count, sum) = by_view::<Indexed>(&path);
    let query = "SELECT count(*), sum(quantity) FROM trades WHERE price > 1000 AND side = 'Buy'";
    assert_eq!(ask(&engine(&path), query), [format!("{count} {sum}")]);
    assert!(count > 1000);
}

#[test]
fn damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trades.packed");
    write::<Indexed>(&path, COUNT).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let offset = packed_data_file::Blocks::from_bytes(&bytes).unwrap().block(2).unwrap().offset();
    bytes[offset as usize + 1000] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = run(&engine(&path), "SELECT sum(quantity) FROM trades").unwrap_err();
    assert!(error.contains(&format!("at byte {offset} of the file")), "{error}");

    // A record that is not valid, in a block whose checksum is right.
    let schema = packed_data_schema::Schema::of::<Trade>().to_string();
    let path = folder.path().join("false.packed");
    let mut file = packed_data_file::RawWriter::create(&path, "Indexed", &schema, &[]).unwrap();
    file.write(Packed::<Trade, Indexed>::pack(&trade(0)).as_bytes()).unwrap();
    file.write(&[7; 40]).unwrap();
    file.close().unwrap();
    let error = run(&engine(&path), "SELECT sum(quantity) FROM trades").unwrap_err();
    assert!(error.contains("false.packed: record 1: invalid tag: expected 0 to 1, found 7, at byte "), "{error}");

    // A file of another kind.
    std::fs::write(&path, b"something else").unwrap();
    // SAFETY: the file does not change.
    assert!(unsafe { Table::open(&path) }.is_err());
}
