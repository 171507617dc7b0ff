//! The progress of a connection: its phase, the start of the phase, and its deadline.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use tokio::time::Instant;

/// The time limits of a connection. The layers limit the time between them, from the head of a request to the response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
    /// From the end of a response, or the start of the connection, to the end of a request's head.
    pub(crate) idle: Duration,
    /// From the moment a response is ready until the system has accepted its last byte.
    pub(crate) response: Duration,
}

/// The progress of one connection. The socket, the service and the list of connections share it.
pub(crate) struct Progress {
    limits: TimeLimits,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    /// The task of the connection, after its socket had to wait.
    task: Option<Waker>,
}

#[derive(Clone, Copy)]
enum Phase {
    /// The client is idle, or sends the head of a request.
    Head { since: Instant },
    /// The body of the request arrives, or the service computes.
    Request,
    /// The response is written.
    Response {
        since: Instant,
        /// Whether the whole response was handed to the connection.
        produced: bool,
        /// The time since which the client has received nothing.
        stalled: Option<Instant>,
    },
    /// The connection is closed at the next opportunity.
    Over { since: Instant },
}

impl Progress {
    pub(crate) fn new(limits: TimeLimits) -> Self {
        Self { limits, state: Mutex::new(State { phase: Phase::Head { since: Instant::now() }, task: None }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The head of a request has arrived.
    pub(crate) fn request(&self) {
        self.enter(Phase::Request);
    }

    /// A response is ready to be written.
    pub(crate) fn response(&self) {
        self.enter(Phase::Response { since: Instant::now(), produced: false, stalled: None });
    }

    /// Begins a phase, unless the connection is over.
    fn enter(&self, next: Phase) {
        let mut state = self.state();
        if !matches!(state.phase, Phase::Over { .. }) {
            state.phase = next;
        }
    }

    /// The whole response was handed to the connection.
    pub(crate) fn produced(&self) {
        if let Phase::Response { produced, .. } = &mut self.state().phase {
            *produced = true;
        }
    }

    /// The system has accepted some bytes.
    pub(crate) fn written(&self) {
        if let Phase::Response { stalled, .. } = &mut self.state().phase {
            *stalled = None;
        }
    }

    /// The system has accepted all bytes that were handed to the connection. Returns whether this ends the response.
    pub(crate) fn flushed(&self) -> bool {
        let phase = &mut self.state().phase;
        let ends = matches!(phase, Phase::Response { produced: true, .. });
        if ends {
            *phase = Phase::Head { since: Instant::now() };
        }
        ends
    }

    /// The system accepts no bytes now.
    pub(crate) fn stalled(&self) {
        if let Phase::Response { stalled, .. } = &mut self.state().phase {
            stalled.get_or_insert_with(Instant::now);
        }
    }

    /// Stores the task to wake when the connection is over. Returns the time until which the socket may wait.
    pub(crate) fn deadline(&self, task: &Waker) -> Option<Instant> {
        let mut state = self.state();
        if !state.task.as_ref().is_some_and(|known| known.will_wake(task)) {
            state.task = Some(task.clone());
        }
        match state.phase {
            Phase::Head { since } => since.checked_add(self.limits.idle),
            Phase::Request => None,
            Phase::Response { since, .. } => since.checked_add(self.limits.response),
            Phase::Over { since } => Some(since),
        }
    }

    /// Returns the time since which the connection waits for its client; `None` if it does not wait.
    pub(crate) fn waits_since(&self) -> Option<Instant> {
        match self.state().phase {
            Phase::Head { since } => Some(since),
            Phase::Response { stalled, .. } => stalled,
            Phase::Request | Phase::Over { .. } => None,
        }
    }

    /// Closes the connection.
    pub(crate) fn end(&self) {
        let task = {
            let mut state = self.state();
            state.phase = Phase::Over { since: Instant::now() };
            state.task.take()
        };
        task.into_iter().for_each(Waker::wake);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: TimeLimits = TimeLimits { idle: Duration::from_secs(3), response: Duration::from_secs(50) };

    /// Returns the time until the deadline, in seconds.
    fn left(progress: &Progress) -> Option<f64> {
        let deadline = progress.deadline(Waker::noop())?;
        Some(deadline.saturating_duration_since(Instant::now()).as_secs_f64())
    }

    #[test]
    fn each_phase_has_its_own_limit() {
        let progress = Progress::new(LIMITS);
        assert!(left(&progress).is_some_and(|left| left <= 3.0));
        progress.request();
        assert_eq!(left(&progress), None);
        progress.response();
        assert!(left(&progress).is_some_and(|left| (3.0..=50.0).contains(&left)));
        // A part of the response was flushed.
        assert!(!progress.flushed());
        assert!(left(&progress).is_some_and(|left| left > 3.0));
        progress.produced();
        assert!(progress.flushed());
        assert!(!progress.flushed());
        assert!(left(&progress).is_some_and(|left| left <= 3.0));
    }

    #[test]
    fn accepted_bytes_do_not_extend_the_limit_of_a_response() {
        let progress = Progress::new(LIMITS);
        progress.request();
        progress.response();
        let first = progress.deadline(Waker::noop());
        progress.stalled();
        progress.written();
        assert_eq!(progress.deadline(Waker::noop()), first);
    }

    #[test]
    fn a_connection_waits_for_its_client_while_idle_or_stalled() {
        let progress = Progress::new(LIMITS);
        assert!(progress.waits_since().is_some());
        progress.request();
        progress.stalled();
        assert_eq!(progress.waits_since(), None);
        progress.response();
        assert_eq!(progress.waits_since(), None);
        progress.stalled();
        let since = progress.waits_since();
        assert!(since.is_some());
        progress.stalled();
        assert_eq!(progress.waits_since(), since);
        progress.written();
        assert_eq!(progress.waits_since(), None);
    }

    #[test]
    fn a_connection_that_is_over_stays_so() {
        let progress = Progress::new(LIMITS);
        progress.end();
        progress.request();
        progress.response();
        assert_eq!(left(&progress), Some(0.0));
        assert_eq!(progress.waits_since(), None);
    }
}
