//! The plan of reading a table.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use packed_data_schema::filter::Condition;

use crate::condition::Sql;
use crate::query::Query;
use crate::table::{Place, Source};

/// How many blocks become one batch, at most. (A block has about 64 KiB.)
const BLOCKS: usize = 8;

/// Reads the selected columns of the records that fulfil the conditions.
#[derive(Debug)]
pub(crate) struct Scan {
    source: Arc<Source>,
    columns: SchemaRef,
    query: Arc<Query>,
    partitions: usize,
    properties: Arc<PlanProperties>,
}

impl Scan {
    pub(crate) fn new(
        source: Arc<Source>,
        columns: SchemaRef,
        conditions: Vec<Condition>,
        partitions: usize,
    ) -> Result<Self> {
        let query = Arc::new(source.query(&columns, conditions)?);
        let partitions = partitions.clamp(1, source.block_count().max(1));
        let properties = PlanProperties::new(
            EquivalenceProperties::new(columns.clone()),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(Self { source, columns, query, partitions, properties: Arc::new(properties) })
    }

    /// Returns the blocks of a partition.
    fn blocks(&self, partition: usize) -> Range<usize> {
        let count = self.source.block_count();
        partition * count / self.partitions..(partition + 1) * count / self.partitions
    }
}

impl DisplayAs for Scan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<&str> = self.columns.fields().iter().map(|field| field.name().as_str()).collect();
        write!(f, "PackedScan: file={}, columns=[{}]", self.source.name, columns.join(", "))?;
        let conditions: Vec<String> = self.query.conditions().iter().map(|of| Sql(of).to_string()).collect();
        write!(f, ", conditions=[{}]", conditions.join(" AND "))?;
        let (read, all) = (self.query.selected().filter(|selected| *selected).count(), self.source.block_count());
        if read < all { write!(f, ", blocks={read} of {all}") } else { Ok(()) }
    }
}

impl ExecutionPlan for Scan {
    fn name(&self) -> &str {
        "PackedScan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let blocks = self.blocks(partition);
        let (source, columns, query) = (self.source.clone(), self.columns.clone(), self.query.clone());
        let mut next = Some(Place { block: blocks.start, record: 0 });
        // (Nothing follows an error.)
        let batches = std::iter::from_fn(move || {
            let from = next.take().filter(|from| from.block < blocks.end)?;
            let end = (from.block + BLOCKS).min(blocks.end);
            let batch = source.batch(from, end, &columns, &query);
            Some(batch.map(|(batch, to)| {
                next = Some(to);
                batch
            }))
        });
        let batches = futures::stream::iter(batches);
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.columns.clone(), batches)))
    }
}
