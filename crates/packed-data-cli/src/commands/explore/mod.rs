//! `packed explore`: a page in the browser that shows a file, served on the loopback address or written to a file.

mod page;
mod server;

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::args::Explore;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{is_stdio, name_of, read_header, read_schema};
use crate::output;
use crate::source::{Source, cannot_read};
use page::Page;
use server::Server;

/// The greatest file that a page may contain, in bytes: what a browser takes as one text.
const MOST: u64 = 256 << 20;

pub(super) fn run(console: &mut Console<'_>, arguments: &Explore) -> Outcome {
    let Explore { file, open, to, bare } = arguments;
    let schema = bare.schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
    let bare = schema.map(|schema| schema.to_string()).zip(bare.layout);
    let name = name_of(file);
    let mut source = Source::open(console, file)?;
    if bare.is_none() {
        read_header(&name, &mut source)?;
    }
    let size = source.size().map_err(|error| cannot_read(file, &error))?;
    let page = Page { name: &short_name(file), size, bare: bare.as_ref().map(|(schema, layout)| (&**schema, *layout)) };
    match to {
        Some(to) => write(console, file, &mut source, &page, to),
        None => serve(console, file, source, &page, *open),
    }
}

/// Writes a page that contains the file.
fn write(console: &mut Console<'_>, file: &Path, source: &mut Source, page: &Page<'_>, to: &Path) -> Outcome {
    output::refuse_same(file, to)?;
    if page.size > MOST {
        return Err(Failure::Usage(format!(
            "{} has {} bytes, and a page contains at most {MOST}: without --to, only what is shown is read",
            name_of(file),
            page.size
        )));
    }
    let mut bytes = Vec::new();
    let read = source.seek(SeekFrom::Start(0)).and_then(|_| source.read_to_end(&mut bytes));
    read.map_err(|error| cannot_read(file, &error))?;
    let text = page.with_file(&bytes);
    output::write_file(console, to, &mut |to| Ok(to.write_all(text.as_bytes())?))
}

/// Serves the page until the process ends.
fn serve(console: &mut Console<'_>, file: &Path, source: Source, page: &Page<'_>, open: bool) -> Outcome {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Data(format!("cannot serve on the loopback address: {error}"));
    let path = (!is_stdio(file)).then(|| file.to_owned());
    let server = Server::bind(page.of_server(), source, path).map_err(|error| failed(&error))?;
    let address = server.address();
    console.line(&address)?;
    console.out.flush()?;
    console.complain("Open this address in a browser. Ctrl-C ends.\n");
    if open && let Err(error) = open_in_browser(&address) {
        console.report(&format!("cannot open a browser: {error}"));
    }
    server.run().map_err(|error| failed(&error))
}

/// Returns the last part of a path.
fn short_name(file: &Path) -> String {
    match file.file_name() {
        Some(name) if !is_stdio(file) => name.to_string_lossy().into_owned(),
        _ => "standard input".into(),
    }
}

/// Asks the system to open an address.
fn open_in_browser(address: &str) -> std::io::Result<()> {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
