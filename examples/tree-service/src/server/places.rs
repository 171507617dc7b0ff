//! How many connections there may be, and which one makes way for another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::progress::{Progress, TimeLimits};

/// How long a connection that waits for its client is left alone, though others wait for a place.
const LEFT_ALONE: Duration = Duration::from_secs(1);
/// How long to wait for a place before looking for a connection that could make way.
const LOOK: Duration = Duration::from_millis(100);

/// The places for connections.
pub(super) struct Places {
    limits: TimeLimits,
    free: Arc<Semaphore>,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    connections: HashMap<u64, Arc<Progress>>,
}

/// A connection's place, free again once it is dropped.
pub(super) struct Place {
    /// What the connection does.
    pub(super) progress: Arc<Progress>,
    number: u64,
    taken: Arc<Mutex<Taken>>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    pub(super) fn new(count: u32, limits: TimeLimits) -> Self {
        Self { limits, free: Arc::new(Semaphore::new(count as usize)), taken: Arc::default() }
    }

    /// Takes a place. If there is none, connections that only wait for their clients make way, one at a time; the one
    /// that has waited longest goes first.
    pub(super) async fn take(&self) -> Place {
        loop {
            let permit = timeout(LOOK, Arc::clone(&self.free).acquire_owned()).await;
            // The semaphore is never closed.
            if let Ok(Ok(permit)) = permit {
                return self.place(permit);
            }
            self.make_way();
        }
    }

    fn place(&self, permit: OwnedSemaphorePermit) -> Place {
        let progress = Arc::new(Progress::new(self.limits));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let number = taken.next;
        taken.next += 1;
        taken.connections.insert(number, Arc::clone(&progress));
        Place { progress, number, taken: Arc::clone(&self.taken), _permit: permit }
    }

    /// Ends the connection that has waited longest for its client, if any has waited for long.
    fn make_way(&self) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = taken.connections.values().filter_map(|progress| Some((progress.waits_since()?, progress)));
        let longest = waiting.min_by_key(|(since, _)| *since);
        if let Some((_, progress)) = longest.filter(|(since, _)| Instant::now() - *since >= LEFT_ALONE) {
            progress.end();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).connections.remove(&self.number);
    }
}
