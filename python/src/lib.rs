//! The compiled part of the Python package `packed_data`: files and values by the schema at run time.

mod arrow;
mod collections;
mod compatibility;
mod data;
mod depth;
mod eager;
mod elements;
mod equality;
mod errors;
mod file;
mod html;
mod keys;
mod map;
mod open;
mod print;
mod schema;
mod select;
mod shape;
mod source;
mod stream;
mod structs;
mod times;
mod value;
mod write;

/// The compiled part of the package `packed_data`, which exports what is public.
#[pyo3::pymodule]
mod _native {
    use packed_data_schema::LayoutId;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::collections::{ListBase, MapBase, SetBase, TupleBase};
    #[pymodule_export]
    use crate::compatibility::{Compatibility, Difference};
    #[pymodule_export]
    use crate::file::{FileBase, RecordsBase};
    #[pymodule_export]
    use crate::open::{Header, from_bytes, open, open_bytes, read_header};
    #[pymodule_export]
    use crate::schema::{Schema, Types};
    #[pymodule_export]
    use crate::structs::Struct;
    #[pymodule_export]
    use crate::value::{Value, at, layout_of, offset_of, schema_of, to_json, to_python, type_of, validate};
    #[pymodule_export]
    use crate::write::{Writer, pack, write, write_value};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("LAYOUTS", PyTuple::new(module.py(), LayoutId::ALL.iter().map(|layout| layout.name()))?)
    }
}
