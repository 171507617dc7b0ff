//! The slots for connections: a limit on their number, and the choice of a connection that is closed to free a slot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::progress::{Progress, TimeLimits};

/// The time that a connection may wait for its client before it can be closed to free its slot.
const MIN_WAIT: Duration = Duration::from_secs(1);
/// The time to wait for a free slot before a connection is closed.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The slots for connections.
pub(super) struct Slots {
    limits: TimeLimits,
    free: Arc<Semaphore>,
    occupied: Arc<Mutex<Occupied>>,
}

#[derive(Default)]
struct Occupied {
    next: u64,
    connections: HashMap<u64, Arc<Progress>>,
}

/// The slot of a connection. It is freed on drop.
pub(super) struct Slot {
    /// The progress of the connection.
    pub(super) progress: Arc<Progress>,
    number: u64,
    occupied: Arc<Mutex<Occupied>>,
    _permit: OwnedSemaphorePermit,
}

impl Slots {
    pub(super) fn new(count: u32, limits: TimeLimits) -> Self {
        Self { limits, free: Arc::new(Semaphore::new(count as usize)), occupied: Arc::default() }
    }

    /// Takes a slot. If none is free, closes connections that only wait for their clients, one at a time, beginning
    /// with the one that has waited longest.
    pub(super) async fn take(&self) -> Slot {
        loop {
            let permit = timeout(CHECK_INTERVAL, Arc::clone(&self.free).acquire_owned()).await;
            // The semaphore is never closed.
            if let Ok(Ok(permit)) = permit {
                return self.slot(permit);
            }
            self.free_one();
        }
    }

    fn slot(&self, permit: OwnedSemaphorePermit) -> Slot {
        let progress = Arc::new(Progress::new(self.limits));
        let mut occupied = self.occupied.lock().unwrap_or_else(PoisonError::into_inner);
        let number = occupied.next;
        occupied.next += 1;
        occupied.connections.insert(number, Arc::clone(&progress));
        Slot { progress, number, occupied: Arc::clone(&self.occupied), _permit: permit }
    }

    /// Closes the connection that has waited longest for its client, if it has waited at least [`MIN_WAIT`].
    fn free_one(&self) {
        let occupied = self.occupied.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = occupied.connections.values().filter_map(|progress| Some((progress.waits_since()?, progress)));
        let longest = waiting.min_by_key(|(since, _)| *since);
        if let Some((_, progress)) = longest.filter(|(since, _)| Instant::now() - *since >= MIN_WAIT) {
            progress.end();
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.occupied.lock().unwrap_or_else(PoisonError::into_inner).connections.remove(&self.number);
    }
}
