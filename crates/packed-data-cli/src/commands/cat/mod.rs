//! `packed cat`, `head` and `tail`: values, or parts of them, each on a line; or what is computed of groups of them.

mod group;
mod table;

use std::io::Write;
use std::ops::{ControlFlow, Range};

use packed_data_schema::filter::Columns;
use packed_data_schema::path::Path;
use packed_data_schema::{Codec, Value};

use super::{Printer, csv};
use crate::args::{Cat, Ends, Form, RowForm};
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Body, Input};
use crate::items::{self, Item};
use crate::order_key::{put_reversed, put_value};
use crate::rows::Rows;
use crate::sorter::Sorter;
use group::{Cell, Groups};
use table::Table;

pub(super) fn run(console: &mut Console<'_>, arguments: &Cat) -> Outcome {
    let Cat { file, range, form, bare, .. } = arguments;
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let mut rows = Rows::new(&input, &codec)?;
    if !arguments.selects() {
        rows.element = None;
    }
    arguments.condition.as_deref().map_or(Ok(()), |text| rows.select(text))?;
    let range = range.clone().unwrap_or(0..u64::MAX);
    if arguments.group_by.is_some() || arguments.agg.is_some() {
        return grouped(console, arguments, &mut rows, range);
    }
    let lines = Lines::new(&rows, arguments.select.as_deref(), *form)?;
    let order = arguments.sort.as_deref().map(|text| Order::new(text, &rows)).transpose()?;
    let sorted_by = order.as_ref().map(|order| &order.paths[..]).unwrap_or_default();
    lines.paths().into_iter().for_each(|paths| rows.need_only([paths, sorted_by].concat()));
    lines.header(console)?;
    let failed = match (order, arguments.sample) {
        (None, None) => printed(console, &rows, &lines, range, arguments.limit)?,
        (order, sample) => {
            let sample = sample.map(|count| (count, arguments.seed));
            sorted(console, &rows, &lines, range, &Plan { order, sample, limit: arguments.limit })?
        }
    };
    Failure::if_reported(failed)
}

/// Prints the first rows, or the last ones.
pub(super) fn ends(console: &mut Console<'_>, arguments: &Ends, is_head: bool) -> Outcome {
    let Ends { file, count, select, form, bare } = arguments;
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let mut rows = Rows::new(&input, &codec)?;
    let range = match (&rows.body, is_head) {
        (_, true) => 0..*count,
        (Body::Records(blocks), false) => blocks.len().saturating_sub(*count)..u64::MAX,
        (Body::Value(_), false) => rows.count(console)?.0.saturating_sub(*count)..u64::MAX,
    };
    let lines = Lines::new(&rows, select.as_deref(), *form)?;
    lines.paths().into_iter().for_each(|paths| rows.need_only(paths.to_vec()));
    lines.header(console)?;
    Failure::if_reported(printed(console, &rows, &lines, range, None)?)
}

/// Prints rows as they come.
fn printed(
    console: &mut Console<'_>,
    rows: &Rows<'_>,
    lines: &Lines<'_>,
    range: Range<u64>,
    limit: Option<u64>,
) -> Outcome<bool> {
    let mut left = limit.unwrap_or(u64::MAX);
    if left == 0 {
        return Ok(false);
    }
    rows.for_each(console, "printing", range, lines.converted(), &mut |console, _, row| {
        // (A line may be as long as the file.)
        console.data(&mut |to| lines.put(rows.codec, row, to))?;
        left -= 1;
        Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}

/// In which order rows are printed, and which.
struct Plan<'c> {
    order: Option<Order<'c>>,
    /// How many are drawn, and the seed.
    sample: Option<(u64, u64)>,
    limit: Option<u64>,
}

/// Prints rows in an order, or some that are drawn. Their lines are sorted, not the rows.
fn sorted(
    console: &mut Console<'_>,
    rows: &Rows<'_>,
    lines: &Lines<'_>,
    range: Range<u64>,
    plan: &Plan<'_>,
) -> Outcome<bool> {
    let Plan { order, sample, limit } = plan;
    let mut sorter = Sorter::new(*limit);
    let mut drawn = Sorter::new(sample.map(|(count, _)| count));
    let failed = rows.for_each(console, "sorting", range, lines.converted(), &mut |_, number, row| {
        let mut line = Vec::new();
        // (The number of a row is the last part of each key, so that equal ones stay in order.)
        let key = |order: &Option<Order<'_>>| -> Outcome<Vec<u8>> {
            let mut key = order.as_ref().map_or(Ok(Vec::new()), |order| order.key(row))?;
            key.extend(number.to_be_bytes());
            Ok(key)
        };
        match sample {
            Some((_, seed)) => {
                let draw = [mixed(mixed(*seed) ^ number), number].map(u64::to_be_bytes).concat();
                if drawn.wants(&draw) {
                    let key = key(order)?;
                    line.extend((key.len() as u64).to_le_bytes());
                    line.extend(key);
                    lines.put(rows.codec, row, &mut line)?;
                    drawn.push(draw, line)?;
                }
            }
            None => {
                let key = key(order)?;
                if sorter.wants(&key) {
                    lines.put(rows.codec, row, &mut line)?;
                    sorter.push(key, line)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut drawn = drawn.finish()?;
    while let Some((_, mut line)) = drawn.next()? {
        let key = line.split_off(8);
        let len = key.len().min(usize::from_le_bytes(line.try_into().unwrap_or_default()));
        let (key, line) = key.split_at(len);
        sorter.push(key.to_vec(), line.to_vec())?;
    }
    let mut sorted = sorter.finish()?;
    while let Some((_, line)) = sorted.next()? {
        console.data(&mut |to| Ok(to.write_all(&line)?))?;
    }
    Ok(failed)
}

/// Mixes the bits of a number: the last step of the generator SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// An order of rows.
struct Order<'c> {
    paths: Vec<Path>,
    columns: Columns<'c>,
    descending: Vec<bool>,
}

impl<'c> Order<'c> {
    fn new(text: &str, rows: &Rows<'c>) -> Outcome<Self> {
        let items = items::parse("--sort", text, false, true)?;
        let items = items::check("--sort", text, items, rows.codec.schema(), rows.of())?;
        let descending = items.iter().map(|item| item.is_descending).collect();
        Ok(Self { paths: items::paths(&items), columns: columns(rows, &items)?, descending })
    }

    fn key(&self, row: Value<'_>) -> Outcome<Vec<u8>> {
        let mut key = Vec::new();
        for (value, is_descending) in self.columns.values(row).into_iter().zip(&self.descending) {
            let mut own = Vec::new();
            put_value(value, &mut own)?;
            put_in_order(&own, *is_descending, &mut key);
        }
        Ok(key)
    }
}

fn put_in_order(own: &[u8], is_descending: bool, key: &mut Vec<u8>) {
    if is_descending {
        put_reversed(own, key);
    } else {
        key.extend(own);
    }
}

/// Compiles the paths of a list.
fn columns<'c>(rows: &Rows<'c>, items: &[Item]) -> Outcome<Columns<'c>> {
    Columns::new(rows.codec, rows.of(), &items::paths(items)).map_err(|error| Failure::Usage(error.message))
}

/// How rows are printed.
struct Lines<'c> {
    printer: Printer<'c>,
    parts: Parts<'c>,
}

/// What of a row is printed.
enum Parts<'c> {
    All,
    Csv(csv::Csv<'c>),
    Selected(Vec<Path>, Columns<'c>, Table),
}

impl<'c> Lines<'c> {
    fn new(rows: &Rows<'c>, select: Option<&str>, form: RowForm) -> Outcome<Self> {
        let (schema, of) = (&rows.input.schema, rows.of());
        let printer = match form {
            RowForm::Json | RowForm::Csv => Form::Json,
            RowForm::Rust => Form::Rust,
            RowForm::Diag => Form::Diag,
        };
        let printer = Printer::new(schema, rows.input.layout, printer)?;
        let parts = match select {
            Some(text) => {
                let items = items::check("--select", text, items::parse("--select", text, false, false)?, schema, of)?;
                let columns = columns(rows, &items)?;
                Parts::Selected(
                    items::paths(&items),
                    columns,
                    Table::new(items.into_iter().map(|item| item.name), form),
                )
            }
            None if form == RowForm::Csv => Parts::Csv(csv::Csv::of_rows(schema, of)),
            None => Parts::All,
        };
        Ok(Self { printer, parts })
    }

    /// Returns the paths of the parts that are printed; `None` if a row is needed whole.
    fn paths(&self) -> Option<&[Path]> {
        match &self.parts {
            Parts::Selected(paths, ..) if !self.printer.converts() => Some(paths),
            _ => None,
        }
    }

    /// Returns the codec of the layout in which rows are printed, if it is another.
    fn converted(&self) -> Option<&Codec<'c>> {
        self.printer.cbor.as_ref()
    }

    fn header(&self, console: &mut Console<'_>) -> Outcome {
        console.data(&mut |to| match &self.parts {
            Parts::All => Ok(()),
            Parts::Csv(csv) => csv.header(to),
            Parts::Selected(_, _, table) => table.header(to),
        })
    }

    /// Writes the line of a row.
    fn put(&self, codec: &Codec<'_>, row: Value<'_>, line: &mut dyn Write) -> Outcome {
        self.printer.with_value(codec, row, &mut |row| match &self.parts {
            Parts::All => self.printer.print(row, line),
            Parts::Csv(csv) => csv.value(&row, line),
            Parts::Selected(_, columns, table) => {
                let cells = columns.values(row).into_iter().map(|value| {
                    let mut cell = Vec::new();
                    self.printer.print_part(value, &mut cell)?;
                    Ok(cell)
                });
                table.row(&cells.collect::<Outcome<Vec<_>>>()?, line)
            }
        })
    }
}

/// Prints what is computed of groups of rows.
fn grouped(console: &mut Console<'_>, arguments: &Cat, rows: &mut Rows<'_>, range: Range<u64>) -> Outcome {
    if !matches!(arguments.form, RowForm::Json | RowForm::Csv) {
        return Err(Failure::Usage("--group-by and --agg are printed with --as json or csv".into()));
    }
    let list = |flag, text: Option<&str>, functions| match text {
        Some(text) => {
            let items = items::parse(flag, text, functions, false)?;
            if let Some((_, path)) = items.iter().find(|(_, item)| functions && item.function.is_none()) {
                let known = "count, or count, sum, min, max or mean of a path in parentheses";
                return Err(Failure::Usage(format!("{flag}: expected {known}, found `{}`", path.name)));
            }
            items::check(flag, text, items, rows.codec.schema(), rows.of())
        }
        None => Ok(Vec::new()),
    };
    let names = list("--group-by", arguments.group_by.as_deref(), false)?;
    let functions = list("--agg", Some(arguments.agg.as_deref().unwrap_or("count")), true)?;
    let titles: Vec<_> = names.iter().chain(&functions).map(|item| item.name.clone()).collect();
    let order = arguments.sort.as_deref().map(|text| order_of_groups(text, &titles)).transpose()?;
    let mut groups = Groups::new(rows, &names, &functions)?;
    rows.need_only([items::paths(&names), items::paths(&functions)].concat());
    let failed = rows.for_each(console, "grouping", range, None, &mut |_, _, row| {
        groups.add(row)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let table = Table::new(titles.into_iter(), arguments.form);
    console.data(&mut |to| table.header(to))?;
    let mut left = arguments.limit.unwrap_or(u64::MAX);
    let mut sorter = Sorter::new(arguments.limit);
    let mut line = Vec::new();
    groups.finish(&mut |cells: Vec<Cell>| {
        line.clear();
        let key = order.iter().flatten().fold(Vec::new(), |mut key, (column, is_descending)| {
            put_in_order(&cells[*column].key, *is_descending, &mut key);
            key
        });
        let cells: Vec<_> = cells.into_iter().map(|cell| cell.json).collect();
        table.row(&cells, &mut line)?;
        if order.is_some() {
            sorter.push(key, line.clone())?;
        } else if left > 0 {
            left -= 1;
            console.data(&mut |to| Ok(to.write_all(&line)?))?;
        }
        Ok(order.is_some() || left > 0)
    })?;
    let mut sorted = sorter.finish()?;
    while let Some((_, line)) = sorted.next()? {
        console.data(&mut |to| Ok(to.write_all(&line)?))?;
    }
    Failure::if_reported(failed)
}

/// Returns the columns by which groups are sorted, and whether each is descending.
fn order_of_groups(text: &str, titles: &[String]) -> Outcome<Vec<(usize, bool)>> {
    let items = items::parse("--sort", text, true, true)?.into_iter().map(|(_, item)| {
        let column = titles.iter().position(|title| *title == item.name);
        let column = column.ok_or_else(|| {
            let titles: Vec<_> = titles.iter().map(|title| format!("`{title}`")).collect();
            Failure::Usage(format!("--sort: expected one of {}, found `{}`", titles.join(", "), item.name))
        });
        Ok((column?, item.is_descending))
    });
    items.collect()
}
