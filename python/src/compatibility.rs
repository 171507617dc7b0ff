//! What `Schema.can_read` returns.

use packed_data_schema as packed;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Compatibility {
    found: packed::Compatibility,
    differences: Py<PyTuple>,
}

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
    #[getter]
    fn effect(&self) -> String {
        self.found.effect().to_string()
    }

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
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }

    #[getter]
    fn meaning(&self) -> &str {
        &self.0.meaning
    }

    #[getter]
    fn effect(&self) -> String {
        self.0.effect.to_string()
    }

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
