//! What `Schema.can_read` returns.

use packed_data_schema as packed;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The result of `Schema.can_read`. It is true if all values are read as they were written.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Compatibility {
    found: packed::Compatibility,
    differences: Py<PyTuple>,
}

/// One difference between two schemas.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Difference(packed::Difference);

impl Compatibility {
    pub(crate) fn new(py: Python<'_>, found: packed::Compatibility) -> PyResult<Self> {
        let differences: PyResult<Vec<_>> =
            found.differences.iter().map(|difference| Py::new(py, Difference(difference.clone()))).collect();
        Ok(Self { differences: PyTuple::new(py, differences?)?.unbind(), found })
    }
}

#[pymethods]
impl Compatibility {
    /// `fine`: all values are read as they were written; `narrowed`: some are refused; `broken`: values are refused,
    /// or read as other values.
    #[getter]
    fn effect(&self) -> String {
        self.found.effect().to_string()
    }

    /// The differences, at most 100.
    #[getter]
    fn differences(&self, py: Python<'_>) -> Py<PyTuple> {
        self.differences.clone_ref(py)
    }

    fn __bool__(&self) -> bool {
        self.found.is_full()
    }

    fn __str__(&self) -> String {
        self.found.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Compatibility {}: {} differences>", self.effect(), self.found.differences.len() + self.found.more())
    }
}

#[pymethods]
impl Difference {
    /// Where, in the schema of the reader: `Line.colour`; `[]` is an element.
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }

    /// What is different, and what that means for the bytes.
    #[getter]
    fn meaning(&self) -> &str {
        &self.0.meaning
    }

    #[getter]
    fn effect(&self) -> String {
        self.0.effect.to_string()
    }

    /// The name of the rule that it is an instance of.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule.id()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Difference {}>", self.0)
    }
}
