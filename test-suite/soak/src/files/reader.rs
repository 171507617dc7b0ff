//! A thread that reads the file while it is written.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::thread;

use super::check;
use crate::figures::Fault;
use crate::random::Random;

/// What the reader knows of the file.
#[derive(Default)]
pub(crate) struct Shared {
    /// The path and the number of the file. It is locked while the file is cut off or removed.
    file: RwLock<Option<(PathBuf, u64)>>,
    /// The records that were acknowledged.
    promised: AtomicU64,
    stop: AtomicBool,
}

impl Shared {
    /// Keeps the reader out until the guard is dropped.
    pub(crate) fn alone(&self) -> RwLockWriteGuard<'_, Option<(PathBuf, u64)>> {
        self.file.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new file.
    pub(crate) fn begin(&self, path: &Path, number: u64) {
        let mut file = self.alone();
        self.promised.store(0, Ordering::SeqCst);
        *file = Some((path.into(), number));
    }

    /// Removes the file.
    pub(crate) fn end(&self, path: &Path) -> std::io::Result<()> {
        let mut file = self.alone();
        *file = None;
        if path.exists() { std::fs::remove_file(path) } else { Ok(()) }
    }

    pub(crate) fn promise(&self, records: u64) {
        self.promised.store(records, Ordering::SeqCst);
    }

    /// Promises fewer records; the caller has kept the reader out.
    pub(crate) fn take_back(&self, records: u64) {
        self.promised.store(records, Ordering::SeqCst);
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// Reads the end of the file and some other blocks, again and again. Returns how often.
pub(crate) fn read(shared: &Shared, seed: u64) -> Result<u64, Fault> {
    let (mut random, mut passes) = (Random::new(seed), 0);
    while !shared.stop.load(Ordering::SeqCst) {
        let current = shared.file.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, number)) = &*current {
            let promised = shared.promised.load(Ordering::SeqCst);
            if promised > 0 || path.exists() {
                check::part(path, *number, promised, &mut random)?;
                passes += 1;
            }
        }
        drop(current);
        thread::sleep(random.millis(1..15));
    }
    Ok(passes)
}
