//! Asks files of packed records a question in SQL, and prints the answer:
//!
//! ```sh
//! packed-sql trades.packed "SELECT symbol, sum(price) FROM trades GROUP BY symbol"
//! ```
//!
//! `packed sql` runs this program. A table has the name of its file, without the extension. A file must not change
//! meanwhile, since it is mapped.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::prelude::SessionContext;
use sql::Table;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((query, files)) = words.split_last().filter(|(_, files)| !files.is_empty()) else {
        eprintln!("usage: packed-sql FILE... QUERY");
        return ExitCode::from(2);
    };
    match answer(files, query) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("packed-sql: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(files: &[String], query: &str) -> Result<()> {
    let context = SessionContext::new();
    for file in files {
        let path = PathBuf::from(file);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // SAFETY: the documentation above demands that the file does not change.
        let table = unsafe { Table::open(&path) }?;
        context.register_table(name, Arc::new(table))?;
    }
    tokio::runtime::Runtime::new()?.block_on(async { context.sql(query).await?.show().await })
}
