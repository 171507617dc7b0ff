//! Rows of named cells.

use std::io::Write;

use super::super::csv;
use crate::args::RowForm;
use crate::error::Outcome;

/// The names of the columns, and how rows are printed.
pub(super) struct Table {
    names: Vec<String>,
    form: RowForm,
}

impl Table {
    pub(super) fn new(names: impl Iterator<Item = String>, form: RowForm) -> Self {
        Self { names: names.collect(), form }
    }

    /// Writes the line of names, if there is one.
    pub(super) fn header(&self, to: &mut dyn Write) -> Outcome {
        if self.form == RowForm::Csv { csv::header(self.names.iter().map(|name| &**name), to) } else { Ok(()) }
    }

    /// Writes a row. Cells of CSV are JSON, those of other forms are in that form.
    pub(super) fn row(&self, cells: &[Vec<u8>], to: &mut dyn Write) -> Outcome {
        if self.form == RowForm::Csv {
            return csv::row(cells, to);
        }
        let (colon, comma) = if self.form == RowForm::Json { (":", ",") } else { (": ", ", ") };
        for (index, (name, cell)) in self.names.iter().zip(cells).enumerate() {
            write!(to, "{}{}{colon}", if index == 0 { "{" } else { comma }, serde_json::Value::from(&**name))?;
            to.write_all(cell)?;
        }
        Ok(to.write_all(b"}\n")?)
    }
}
