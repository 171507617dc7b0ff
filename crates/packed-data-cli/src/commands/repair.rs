//! `packed repair`: what can be saved of a damaged file.

use std::path::Path;

use packed_data_file::{Content, Repaired, repair_bytes};

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{name_of, read};
use crate::output::{refuse_same, write_file};
use crate::stat::grouped;

pub(super) fn run(console: &mut Console<'_>, file: &Path, out: &Path) -> Outcome {
    refuse_same(file, out)?;
    let bytes = read(console, file)?;
    let name = name_of(file);
    let (saved, report) = repair_bytes(&bytes).map_err(|error| Failure::of_file(&name, error))?;
    write_file(console, out, &mut |to| Ok(to.write_all(&saved)?))?;
    let Repaired { content, used_copy_of_header, blocks, records, repeated, lost, damage, .. } = report;
    let mut lines = Vec::new();
    if used_copy_of_header {
        lines.push("damaged header: the copy at the end of the file was used".to_owned());
    }
    for part in &damage {
        lines.push(format!("{} damaged bytes at byte {} of the file were left out", part.bytes, part.offset));
    }
    for range in &lost {
        lines.push(format!("the records {} to {} are lost", range.start, range.end - 1));
    }
    if repeated > 0 {
        lines.push(format!("{} blocks that were there twice were left out", grouped(repeated)));
    }
    lines.iter().for_each(|line| console.report(&format!("{name}: {line}")));
    let saved = match content {
        Content::Value => "one value".to_owned(),
        Content::Records => format!("{} records in {} blocks", grouped(records), grouped(blocks)),
    };
    // (To standard output goes the file itself.)
    let line = format!("{name}: saved {saved}");
    if crate::input::is_stdio(out) {
        console.report(&line)
    } else {
        console.line(&line)?
    }
    if lost.is_empty() && damage.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}
