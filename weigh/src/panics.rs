//! The panic that failed a case, among all that happen in its process.
//!
//! A case may catch panics, raise others while it unwinds, and its threads may panic too. The one
//! that failed the case is the one whose payload arrives at [`catch`]. Its words are in the payload;
//! its place is known to the panic hook only, which therefore notes each panic. The hook allocates
//! nothing, since what it allocates would count in the figures of a case that catches a panic.

use std::any::{Any, TypeId};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::{Mutex, PoisonError};

thread_local! {
    /// Whether this thread runs the case.
    static RUNS_CASE: Cell<bool> = const { Cell::new(false) };
}

static NOTES: Mutex<Notes> = Mutex::new(Notes { notes: [const { None }; 16], next: 0 });

/// Runs `work`. If it panics, returns the words of the panic that ended it, and its place.
pub(crate) fn catch(work: impl FnOnce()) -> Result<(), String> {
    RUNS_CASE.set(true);
    // Some systems allocate a mutex when it is first locked.
    drop(NOTES.lock());
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        note(info.payload(), info.location());
        usual(info);
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = message(&*payload);
        forget(payload);
        message
    })
}

/// The words that a panic was raised with.
pub(crate) fn words(payload: &dyn Any) -> &str {
    let words = payload.downcast_ref::<&str>().copied();
    let words = words.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    words.unwrap_or("no message")
}

/// Leaks the payload of a panic: it may be of any type, and its destructor may panic again.
pub(crate) fn forget(payload: Box<dyn Any + Send>) {
    std::mem::forget(payload);
}

fn note(payload: &dyn Any, location: Option<&Location<'_>>) {
    let own = RUNS_CASE.try_with(Cell::get).unwrap_or(false);
    let note = location.map(|at| Note { payload: Identity::of(payload), own, at: Place::new(at) });
    NOTES.lock().unwrap_or_else(PoisonError::into_inner).push(note);
}

fn message(payload: &(dyn Any + Send)) -> String {
    let words = words(payload);
    match NOTES.lock().unwrap_or_else(PoisonError::into_inner).of(Identity::of(payload)) {
        Some(at) => format!("panicked at {}:{}: {words}", at.file(), at.line),
        None => format!("panicked: {words}"),
    }
}

/// What of a payload is the same in the hook and where it is caught. Its address is not, but the
/// address of its text is. Two panics that exist at a time with one literal for their text, or with
/// payloads of one other type, are not told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    kind: TypeId,
    text: Option<(usize, usize)>,
}

impl Identity {
    fn of(payload: &dyn Any) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Self { kind: payload.type_id(), text: text.map(|text| (text.as_ptr().addr(), text.len())) }
    }
}

struct Note {
    payload: Identity,
    /// Whether the thread that panicked is the one that runs the case.
    own: bool,
    at: Place,
}

/// The latest panics.
struct Notes {
    notes: [Option<Note>; 16],
    /// The index of the oldest.
    next: usize,
}

impl Notes {
    fn push(&mut self, note: Option<Note>) {
        self.notes[self.next] = note;
        self.next = (self.next + 1) % self.notes.len();
    }

    /// The place of the latest panic with this payload; one of the case's own thread is preferred.
    fn of(&self, payload: Identity) -> Option<&Place> {
        let (newer, older) = self.notes.split_at(self.next);
        let latest_first = newer.iter().rev().chain(older.iter().rev()).flatten();
        let alike = || latest_first.clone().filter(|note| note.payload == payload);
        alike().find(|note| note.own).or_else(|| alike().next()).map(|note| &note.at)
    }
}

/// A place in a source file, of whose path the end is kept.
struct Place {
    path: [u8; 256],
    len: usize,
    line: u32,
}

impl Place {
    fn new(at: &Location<'_>) -> Self {
        let mut place = Self { path: [0; 256], len: 0, line: at.line() };
        let kept = at.file().as_bytes();
        let kept = &kept[kept.len().saturating_sub(place.path.len())..];
        place.path[..kept.len()].copy_from_slice(kept);
        place.len = kept.len();
        place
    }

    fn file(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.path[..self.len])
    }
}
