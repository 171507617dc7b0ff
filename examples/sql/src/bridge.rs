//! From the Arrow of `packed-data-arrow` to that of DataFusion, by the C data interface: arrays are passed as pointers,
//! and nothing is copied. Where both are of one version, this file is not needed.

use std::mem::transmute;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_schema::Schema;
use datafusion::arrow::array::{RecordBatch as TheirBatch, RecordBatchOptions, StructArray};
use datafusion::arrow::datatypes::{Schema as TheirSchema, SchemaRef};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use datafusion_arrow::ffi;

/// The same in the Arrow of DataFusion.
pub(crate) fn schema(schema: &Schema) -> Result<SchemaRef> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| DataFusionError::External(error.into()))?;
    // SAFETY: both types are the `struct ArrowSchema` of the C data interface, whose layout no version changes
    // (`repr(C)`). It is moved, so it is released once.
    let schema = unsafe { transmute::<FFI_ArrowSchema, ffi::FFI_ArrowSchema>(schema) };
    Ok(Arc::new(TheirSchema::try_from(&schema)?))
}

/// Passes on a batch, which has this schema.
pub(crate) fn batch(batch: RecordBatch, schema: &SchemaRef) -> Result<TheirBatch> {
    let rows = batch.num_rows();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    if batch.num_columns() == 0 {
        return Ok(TheirBatch::try_new_with_options(schema.clone(), Vec::new(), &options)?);
    }
    let data = arrow_array::Array::into_data(arrow_array::StructArray::from(batch));
    let (array, data_type) = to_ffi(&data).map_err(|error| DataFusionError::External(error.into()))?;
    // SAFETY: both types are the `struct ArrowArray` of the C data interface, whose layout no version changes
    // (`repr(C)`). It is moved, so it is released once.
    let array = unsafe { transmute::<FFI_ArrowArray, ffi::FFI_ArrowArray>(array) };
    // SAFETY: the same for `struct ArrowSchema`.
    let data_type = unsafe { transmute::<FFI_ArrowSchema, ffi::FFI_ArrowSchema>(data_type) };
    // SAFETY: `to_ffi` has made both of one array, which is valid.
    let data = unsafe { ffi::from_ffi(array, &data_type) }?;
    let (_, columns, _) = StructArray::from(data).into_parts();
    Ok(TheirBatch::try_new_with_options(schema.clone(), columns, &options)?)
}
