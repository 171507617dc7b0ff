//! The commands, one in each file: calls one, and prints values.

mod bench;
mod cat;
mod check;
#[cfg(feature = "arrow")]
mod columns;
mod concat;
mod convert;
mod count;
mod csv;
mod differences;
mod explore;
mod export;
mod get;
mod hex;
mod index;
mod info;
mod man;
mod pack;
mod repair;
mod schema;
mod sql;
mod stat;

use std::io::Write;

use packed_data::Limits;
use packed_data_schema::{Codec, LayoutId, Schema, Value};

use crate::args::{Arguments, Command, Form, SchemaCommand, When};
use crate::console::Console;
use crate::error::{Failure, Outcome};

/// Runs a command.
pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Outcome {
    match arguments.color {
        When::Auto => {}
        when => console.has_colours = when == When::Always,
    }
    console.shows_progress &= !arguments.no_progress;
    match &arguments.command {
        Command::Info { files, json, bare } => info::run(console, files, *json, bare),
        Command::Cat(cat) => cat::run(console, cat),
        Command::Head(ends) => cat::ends(console, ends, true),
        Command::Tail(ends) => cat::ends(console, ends, false),
        Command::Count(count) => count::run(console, count),
        Command::Sql { files, query } => sql::run(console, files, query),
        Command::Concat(concat) => concat::run(console, concat),
        Command::Index { file, key, output } => index::run(console, file, key, output.as_deref()),
        Command::Get { file, path, form, validate, bare } => get::run(console, file, path, *form, *validate, bare),
        Command::Explore(explore) => explore::run(console, explore),
        Command::Hex { file, path, bare } => hex::run(console, file, path.as_deref(), bare),
        Command::Check { files, deep, bare } => check::run(console, files, *deep, bare),
        Command::Stat { file, top, bare } => stat::run(console, file, *top, bare),
        Command::Schema { file: Some(file), .. } => schema::print(console, file),
        Command::Schema { file: None, command: None } => Err(Failure::Usage("expected a file".into())),
        Command::Schema { command: Some(SchemaCommand::Infer(infer)), .. } => schema::infer(console, infer),
        Command::Diff(diff) if diff.values || diff.key.is_some() => differences::run(console, diff),
        Command::Diff(diff) | Command::Schema { command: Some(SchemaCommand::Diff(diff)), .. } => {
            schema::diff(console, diff)
        }
        Command::Export(export) | Command::Schema { command: Some(SchemaCommand::Export(export)), .. } => {
            export::run(console, export)
        }
        Command::Convert(convert) => convert::run(console, convert),
        Command::Pack(pack) => pack::run(console, pack),
        Command::Repair { file, out } => repair::run(console, file, out),
        Command::Bench { file, path, bare } => bench::run(console, file, path.as_deref(), bare),
        Command::Completions { shell } => man::completions(console, *shell),
        Command::Man { folder } => man::pages(folder),
    }
}

/// Prints values in one form.
struct Printer<'s> {
    form: Form,
    /// The layout in which values are printed, if they have to be converted to it first.
    cbor: Option<Codec<'s>>,
}

impl<'s> Printer<'s> {
    fn new(schema: &'s Schema, layout: LayoutId, form: Form) -> Outcome<Self> {
        let mut cbor = None;
        if form == Form::Diag && !layout.is_cbor() {
            cbor = Some(schema.codec(LayoutId::Cbor).map_err(|error| Failure::Data(error.to_string()))?);
        }
        Ok(Self { form, cbor })
    }

    /// Returns whether a value is converted before it is printed.
    fn converts(&self) -> bool {
        self.cbor.is_some()
    }

    /// Calls `f` with a whole value in the layout in which it is printed.
    fn with_value(&self, codec: &Codec<'_>, value: Value<'_>, f: &mut dyn FnMut(Value<'_>) -> Outcome) -> Outcome {
        // (The elements of a value that was converted are in that layout.)
        let Some(cbor) = self.cbor.as_ref().filter(|_| !value.layout().is_cbor()) else { return f(value) };
        let done = codec.convert(value.as_bytes(), cbor, &Limits::DEFAULT);
        let bytes = done.map_err(|error| Failure::Data(format!("cannot be written in the layout Cbor: {error}")))?;
        f(cbor.value(&bytes))
    }

    /// Prints a value, or a part of one, on a line.
    fn print(&self, value: Value<'_>, to: &mut dyn Write) -> Outcome {
        self.print_part(Some(value), to)?;
        Ok(to.write_all(b"\n")?)
    }

    /// Prints a part of a value, or that there is none.
    fn print_part(&self, value: Option<Value<'_>>, to: &mut dyn Write) -> Outcome {
        let Some(value) = value else {
            return Ok(to.write_all(if self.form == Form::Rust { b"None" } else { b"null" })?);
        };
        match self.form {
            Form::Json => value.write_json(to)?,
            Form::Rust => value.write_rust(to)?,
            Form::Diag => {
                let text = packed_data_cbor::to_diagnostic(value.as_bytes());
                to.write_all(text.map_err(|error| Failure::Data(error.to_string()))?.as_bytes())?;
            }
        }
        Ok(())
    }
}
