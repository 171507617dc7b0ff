//! Finds the panic that failed a case, among all panics in its process.
//!
//! A case may catch panics and raise others while it unwinds, and its threads may panic too. The panic that failed the
//! case is the one whose payload arrives at [`catch`]. Its message is in the payload. Only the panic hook knows its
//! source location, so the hook records each panic. The hook does not allocate, because its allocations would count in
//! the figures of a case that catches a panic.

use std::any::{Any, TypeId};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::{Mutex, PoisonError};

thread_local! {
    /// Whether this thread runs the case.
    static RUNS_CASE: Cell<bool> = const { Cell::new(false) };
}

static RECENT: Mutex<RecentPanics> = Mutex::new(RecentPanics { records: [const { None }; 16], next: 0 });

/// Runs `work`. If it panics, returns the message and the source location of the panic that ended it.
pub(crate) fn catch(work: impl FnOnce()) -> Result<(), String> {
    RUNS_CASE.set(true);
    // Some systems allocate a mutex when it is first locked.
    drop(RECENT.lock());
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        record(info.payload(), info.location());
        default_hook(info);
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = message(&*payload);
        forget(payload);
        message
    })
}

/// Returns the text of a panic's payload.
pub(crate) fn text(payload: &dyn Any) -> &str {
    text_in(payload).unwrap_or("no message")
}

/// Returns the text of a payload; `None` if its type is neither `&str` nor `String`.
fn text_in(payload: &dyn Any) -> Option<&str> {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

/// Leaks the payload of a panic: it may have any type, and its destructor may panic again.
pub(crate) fn forget(payload: Box<dyn Any + Send>) {
    std::mem::forget(payload);
}

/// Records a panic; called by the hook.
fn record(payload: &dyn Any, location: Option<&Location<'_>>) {
    let own = RUNS_CASE.try_with(Cell::get).unwrap_or(false);
    let record =
        location.map(|at| PanicRecord { payload: Identity::of(payload), own, location: SourceLocation::new(at) });
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).push(record);
}

/// Returns the message for the panic with this payload.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = text(payload);
    match RECENT.lock().unwrap_or_else(PoisonError::into_inner).location_of(Identity::of(payload)) {
        Some(location) => format!("panicked at {}:{}: {text}", location.file(), location.line),
        None => format!("panicked: {text}"),
    }
}

/// The identity of a payload, which is the same in the hook and where the panic is caught. The address of the payload
/// differs, but the address of its text is the same. Two panics that exist at the same time have the same identity if
/// their text is the same literal, or if their payloads have the same other type.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    kind: TypeId,
    text: Option<(usize, usize)>,
}

impl Identity {
    fn of(payload: &dyn Any) -> Self {
        let text = text_in(payload);
        Self { kind: payload.type_id(), text: text.map(|text| (text.as_ptr().addr(), text.len())) }
    }
}

struct PanicRecord {
    payload: Identity,
    /// Whether the thread that panicked is the one that runs the case.
    own: bool,
    location: SourceLocation,
}

/// The latest panics, in a ring buffer.
struct RecentPanics {
    records: [Option<PanicRecord>; 16],
    /// The index of the oldest.
    next: usize,
}

impl RecentPanics {
    fn push(&mut self, record: Option<PanicRecord>) {
        self.records[self.next] = record;
        self.next = (self.next + 1) % self.records.len();
    }

    /// Returns the location of the latest panic with this payload; a panic of the case's own thread is preferred.
    fn location_of(&self, payload: Identity) -> Option<&SourceLocation> {
        let (newer, older) = self.records.split_at(self.next);
        let latest_first = newer.iter().rev().chain(older.iter().rev()).flatten();
        let same = || latest_first.clone().filter(|record| record.payload == payload);
        same().find(|record| record.own).or_else(|| same().next()).map(|record| &record.location)
    }
}

/// A line in a source file. The end of the path is stored, at most 256 bytes.
struct SourceLocation {
    path: [u8; 256],
    len: usize,
    line: u32,
}

impl SourceLocation {
    fn new(at: &Location<'_>) -> Self {
        let mut location = Self { path: [0; 256], len: 0, line: at.line() };
        let end = at.file().as_bytes();
        let end = &end[end.len().saturating_sub(location.path.len())..];
        location.path[..end.len()].copy_from_slice(end);
        location.len = end.len();
        location
    }

    fn file(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.path[..self.len])
    }
}
