//! What a scan reads: some columns of the rows that fulfil conditions.

use datafusion::arrow::array::{BooleanArray, RecordBatch};
use datafusion::arrow::compute::{concat_batches, filter_record_batch};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;
use packed_data::Limits;
use packed_data_arrow::{BatchBuilder, ColumnReader};
use packed_data_columns::{ColumnFilter, PartialReader};
use packed_data_file::ColumnBlock;
use packed_data_schema::LayoutId;
use packed_data_schema::filter::{Condition, Logic};

use crate::bridge;
use crate::table::external;

/// A query of a file, made once for all its blocks.
pub(crate) struct Query {
    /// All of the conditions.
    condition: Condition,
    /// For each block whether it may have rows that fulfil them.
    selected: Vec<bool>,
    reader: ColumnReader,
    /// Reads what the conditions test of rows in columns; `None` if there is none.
    tested: Option<PartialReader>,
}

impl std::fmt::Debug for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query").field("condition", &self.condition).finish_non_exhaustive()
    }
}

impl Query {
    pub(crate) fn new(
        builder: &BatchBuilder<'_>,
        layout: LayoutId,
        condition: Condition,
        selected: Vec<bool>,
    ) -> Result<Self> {
        let reader = ColumnReader::new(builder).map_err(external)?;
        let paths: Vec<_> = condition.paths().into_iter().cloned().collect();
        let mut tested = None;
        if !paths.is_empty() {
            let parts = PartialReader::new(reader.tree(), layout, &paths).map_err(external)?;
            let all = || PartialReader::of_all(reader.tree(), layout);
            tested = Some(parts.or_else(all).ok_or_else(|| external("the layout does not have the type"))?);
        }
        Ok(Self { condition, selected, reader, tested })
    }

    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    pub(crate) fn conditions(&self) -> &[Condition] {
        match &self.condition {
            Condition::And(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    pub(crate) fn is_selected(&self, block: usize) -> bool {
        self.selected.get(block).is_none_or(|selected| *selected)
    }

    pub(crate) fn selected(&self) -> impl Iterator<Item = bool> {
        self.selected.iter().copied()
    }

    /// Returns the rows of a block of columns that fulfil the conditions. Only the columns that they name are read, and
    /// if there are such rows, those of the batch.
    pub(crate) fn batch(
        &self,
        builder: &mut BatchBuilder<'_>,
        block: &ColumnBlock<'_>,
        schema: &SchemaRef,
    ) -> Result<RecordBatch> {
        let wrong = |error| external(block.error(error));
        let columns = block.open(self.reader.tree()).map_err(wrong)?;
        let mut mask = None;
        if let Some(tested) = &self.tested {
            let filter =
                ColumnFilter::new(tested, self.reader.tree(), &self.condition, Logic::Sql).map_err(external)?;
            let found = filter.matching(&columns, 0..columns.len(), &Limits::DEFAULT).map_err(wrong)?;
            if found.is_empty() {
                return bridge::batch(builder.finish().map_err(external)?, schema);
            }
            let mut matches = vec![false; block.len()];
            for matching in found.iter().filter_map(|number| usize::try_from(*number).ok()) {
                matches[matching] = true;
            }
            mask = Some(BooleanArray::from(matches)).filter(|_| found.len() < block.len());
        }
        let (mut rows, mut batches) = (self.reader.rows(builder, &columns).map_err(external)?, Vec::new());
        while !rows.is_empty() {
            builder
                .push_rows(&mut rows)
                .map_err(|error| external(format!("block at byte {}: {error}", block.offset())))?;
            batches.push(bridge::batch(builder.finish().map_err(external)?, schema)?);
        }
        let batch = match &batches[..] {
            [one] => one.clone(),
            all => concat_batches(schema, all)?,
        };
        Ok(match mask {
            Some(mask) => filter_record_batch(&batch, &mask)?,
            None => batch,
        })
    }
}
