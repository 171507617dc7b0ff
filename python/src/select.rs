//! Iterators over the records of a file: all of some numbers, or those that fulfil a condition.

use std::collections::VecDeque;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use pyo3::prelude::*;

use crate::data::{Body, Handle};
use crate::file::{Failed, File, Numbers};
use crate::keys;
use crate::value::object;

/// An iterator over records.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct RecordIter {
    file: Arc<File>,
    numbers: Numbers,
    next: AtomicU64,
}

impl RecordIter {
    pub(crate) fn new(file: Arc<File>, numbers: Numbers) -> Self {
        Self { file, numbers, next: AtomicU64::new(0) }
    }
}

#[pymethods]
impl RecordIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if index >= self.numbers.count {
            return Ok(None);
        }
        self.file.record(py, self.numbers.get(index)).map(Some)
    }
}

/// Which records are selected.
enum Test {
    Condition(Condition),
    Key(keys::At, RangeInclusive<u128>),
}

/// An iterator over records that fulfil a condition, or have certain keys. They are searched for some thousand at a
/// time, without the interpreter's lock.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct Selected {
    test: Test,
    file: Arc<File>,
    /// (Waited for only without the interpreter's lock.)
    search: Mutex<Search>,
}

/// How far a search has come.
struct Search {
    /// The numbers of the records that were not searched.
    numbers: VecDeque<Range<u64>>,
    found: VecDeque<Result<Handle, Failed>>,
}

impl Search {
    fn is_over(&self) -> bool {
        self.numbers.is_empty() && self.found.is_empty()
    }
}

/// So many records are searched before a signal is looked for.
const SEARCHED: usize = 4096;
/// So many are found before they are returned.
const FOUND: usize = 64;

impl Selected {
    fn new(test: Test, file: Arc<File>, numbers: VecDeque<Range<u64>>) -> Self {
        Self { test, file, search: Mutex::new(Search { numbers, found: VecDeque::new() }) }
    }

    /// Returns those that fulfil a condition. Blocks that have none of them, as their statistics say, are not read.
    pub(crate) fn of_condition(file: Arc<File>, condition: Condition) -> Self {
        let mut numbers = VecDeque::new();
        let mut next = 0;
        if let Body::Records(blocks) = &file.data.body {
            let pruner = Pruner::new(file.data.codec.schema(), &condition, Logic::TwoValued);
            let selected = blocks.select(|statistics| pruner.may_match(statistics));
            let passed = selected.iter().enumerate().filter(|(_, selected)| !**selected);
            for passed in passed.filter_map(|(block, _)| blocks.numbers(block)) {
                numbers.push_back(next..passed.start);
                next = passed.end;
            }
        }
        numbers.push_back(next..file.len());
        Self::new(Test::Condition(condition), file, numbers)
    }

    /// Returns none.
    pub(crate) fn none(file: Arc<File>) -> Self {
        Self::new(Test::Condition(Condition::Or(Vec::new())), file, VecDeque::new())
    }

    /// Returns those with certain keys.
    pub(crate) fn by_key(file: Arc<File>, at: keys::At, keys: RangeInclusive<u128>) -> Self {
        let numbers = match &file.data.body {
            Body::Records(blocks) if !keys.is_empty() => {
                let with_keys = blocks.with_keys(*keys.start(), *keys.end());
                with_keys.filter_map(|block| blocks.numbers(block)).collect()
            }
            _ => VecDeque::new(),
        };
        Self::new(Test::Key(at, keys), file, numbers)
    }

    /// Searches some records.
    fn search(&self, search: &mut Search) {
        let Self { test, file, .. } = self;
        let Search { numbers, found } = search;
        let filter = match test {
            Test::Condition(condition) => Filter::new(&file.data.codec, 0, condition, Logic::TwoValued).ok(),
            Test::Key(..) => None,
        };
        let matches = |handle: &Handle| match test {
            // (The value may be in a block of its own; it has the same codec.)
            Test::Condition(_) => {
                filter.as_ref().is_some_and(|filter| filter.matches_bytes(handle.data.bytes(&handle.span)))
            }
            Test::Key(at, keys) => at.of(&handle.value()).is_some_and(|key| keys.contains(&key)),
        };
        for _ in 0..SEARCHED {
            let Some(range) = numbers.front_mut() else { return };
            let Some(number) = range.next() else {
                numbers.pop_front();
                continue;
            };
            match file.checked(number) {
                Ok(handle) if matches(&handle) => found.push_back(Ok(handle)),
                Ok(_) => {}
                Err(error) => found.push_back(Err(error)),
            }
            if found.len() >= FOUND {
                return;
            }
        }
    }
}

#[pymethods]
impl Selected {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            // (Another thread may search.)
            let search = match self.search.try_lock() {
                Ok(search) => Some(search),
                Err(TryLockError::Poisoned(search)) => Some(search.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            let next = search.map(|mut search| (search.found.pop_front(), search.is_over()));
            match next {
                Some((Some(Ok(handle)), _)) => return object(py, &handle, handle.value()).map(Some),
                Some((Some(Err(error)), _)) => return Err(self.file.raise(py, &error)),
                Some((None, true)) => return Ok(None),
                Some((None, false)) | None => {
                    py.check_signals()?;
                    py.detach(|| {
                        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
                        if search.found.is_empty() {
                            self.search(&mut search);
                        }
                    });
                }
            }
        }
    }
}
