//! A file of packed records as a table.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use memmap2::Mmap;
use packed_data::Limits;
use packed_data_arrow::{BatchBuilder, Enums, Options, arrow_schema};
use packed_data_file::Blocks;
use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::{LayoutId, Schema};

use crate::bridge;
use crate::condition;
use crate::query::Query;
use crate::scan::Scan;

/// A file of packed records, mapped into memory, as a table for DataFusion.
#[derive(Debug)]
pub struct Table(Arc<Source>);

impl Table {
    /// Maps a file. Its records are checked when they are first read.
    ///
    /// # Errors
    ///
    /// The file cannot be read, its header is damaged, or its type has no columns.
    ///
    /// # Safety
    ///
    /// The file must not change while the table exists. (Files of `packed-data-file` are only appended to, or replaced
    /// as a whole.)
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Self> {
        // SAFETY: the caller promises that the file does not change.
        let blocks = unsafe { Blocks::open_mapped(path.as_ref()) }.map_err(external)?;
        if let Some(damage) = blocks.damage().first() {
            let text = format!("{} bytes that are no block, at byte {} of the file", damage.bytes, damage.offset);
            return Err(DataFusionError::External(text.into()));
        }
        let schema = Schema::parse(&blocks.header().schema).map_err(external)?;
        let layout = blocks.header().layout.parse::<LayoutId>();
        let layout = layout.map_err(external)?;
        // (The layout has the type, and the type columns; then later calls do not fail for that.)
        schema.codec(layout).map_err(external)?;
        let columns = arrow_schema(&schema, &options()).map_err(external)?;
        let is_checked = (0..blocks.block_count()).map(|_| AtomicBool::new(false)).collect();
        let name = path.as_ref().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let columns = bridge::schema(&columns)?;
        Ok(Self(Arc::new(Source { name, blocks, schema, layout, columns, is_checked })))
    }
}

/// Enums are structs, because the functions of SQL engines know little of unions.
fn options() -> Options {
    Options::new().rows(usize::MAX).enums(Enums::Struct)
}

fn options_of(columns: &SchemaRef) -> Options {
    options().columns(columns.fields().iter().map(|field| field.name().clone()))
}

/// The number of the form of a block of columns.
const COLUMNS: u8 = 1;

pub(crate) fn external(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DataFusionError {
    DataFusionError::External(error.into())
}

/// A record, by its block and its index in it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) block: usize,
    pub(crate) record: usize,
}

/// The file.
pub(crate) struct Source {
    pub(crate) name: String,
    blocks: Blocks<Mmap>,
    schema: Schema,
    layout: LayoutId,
    pub(crate) columns: SchemaRef,
    /// Whether the records of a block were checked.
    is_checked: Vec<AtomicBool>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Source {
    pub(crate) fn block_count(&self) -> usize {
        self.blocks.block_count()
    }

    /// Prepares a query of some columns of the rows that fulfil conditions.
    pub(crate) fn query(&self, columns: &SchemaRef, conditions: Vec<Condition>) -> Result<Query> {
        let codec = self.schema.codec(self.layout).map_err(external)?;
        let builder = BatchBuilder::new(&codec, &options_of(columns)).map_err(external)?;
        let condition = Condition::And(conditions);
        let pruner = Pruner::new(&self.schema, &condition, Logic::Sql);
        let selected = self.blocks.select(|statistics| pruner.may_match(statistics));
        Query::new(&builder, self.layout, condition, selected)
    }

    /// Returns the rows from a place on that fulfil the conditions, with the selected columns, and the place where they
    /// end: at block `end`, or earlier if the batch is full.
    pub(crate) fn batch(
        &self,
        from: Place,
        end: usize,
        columns: &SchemaRef,
        query: &Query,
    ) -> Result<(RecordBatch, Place)> {
        let codec = self.schema.codec(self.layout).map_err(external)?;
        let mut builder = BatchBuilder::new(&codec, &options_of(columns)).map_err(external)?;
        let filter = Filter::new(&codec, 0, query.condition(), Logic::Sql).map_err(external)?;
        let mut at = from;
        while at.block < end && !builder.is_full() {
            if !query.is_selected(at.block) {
                at.block += 1;
                continue;
            }
            if self.blocks.form(at.block) == Some(COLUMNS) {
                // (A block of columns is a batch of its own.)
                if !builder.is_empty() {
                    break;
                }
                let block = self.blocks.columns(at.block).map_err(external)?;
                let batch =
                    query.batch(&mut builder, &block.ok_or_else(|| external("no block of columns"))?, columns)?;
                return Ok((batch, Place { block: at.block + 1, record: 0 }));
            }
            let block = self.blocks.block(at.block).map_err(external)?;
            let is_checked = self.is_checked[at.block].load(Ordering::Relaxed);
            while at.record < block.len() && !builder.is_full() {
                let number = block.first() + at.record as u64;
                let damaged = |error: &dyn std::fmt::Display| {
                    let text = format!("{}: record {number}: {error}", self.name);
                    DataFusionError::External(text.into())
                };
                let record = block.get(at.record).ok_or_else(|| damaged(&"not in its block"))?;
                if !is_checked {
                    codec.validate(record, &Limits::DEFAULT).map_err(|error| damaged(&error))?;
                }
                if filter.matches_bytes(record) {
                    builder.push_checked(record).map_err(|error| damaged(&error))?;
                }
                at.record += 1;
            }
            if at.record == block.len() {
                // (Its first records were checked by this scan too, if a batch ended among them.)
                self.is_checked[at.block].store(true, Ordering::Relaxed);
                at = Place { block: at.block + 1, record: 0 };
            }
        }
        Ok((bridge::batch(builder.finish().map_err(external)?, columns)?, at))
    }
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        self.0.columns.clone()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let support = |filter: &&Expr| match condition::of(filter, &self.0.schema) {
            Some(_) => TableProviderFilterPushDown::Exact,
            None => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(support).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        _limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let columns = match projection {
            Some(projection) => Arc::new(self.0.columns.project(projection)?),
            None => self.0.columns.clone(),
        };
        let conditions = filters.iter().filter_map(|filter| condition::of(filter, &self.0.schema)).collect();
        let partitions = state.config().target_partitions();
        Ok(Arc::new(Scan::new(self.0.clone(), columns, conditions, partitions)?))
    }
}
