//! What the workers feed the dataflow with: each an equal share of the users and of the events.

use std::error::Error;
use std::path::{Path, PathBuf};

use packed_data::Indexed;
use packed_data_file::{Options, Records};
use timely::worker::Worker;

use crate::graph::{Form, Inputs};
use crate::model::{Event, Log, User, minute};
use crate::packed::Packed;

/// Feeds the worker's share of the users.
fn users<F: Form>(worker: &Worker, log: &Log, inputs: &mut Inputs<F>) {
    let Some(mut input) = inputs.users.take() else { return };
    let mut user = User::default();
    for number in (0..log.users).skip(worker.index()).step_by(worker.peers()) {
        log.user(number, &mut user);
        input.send(&user);
    }
}

/// Feeds the worker's share of a log that is generated.
pub(crate) fn generated<F: Form>(worker: &mut Worker, log: &Log, mut inputs: Inputs<F>) {
    users(worker, log, &mut inputs);
    let mut event = Event::default();
    for number in (0..log.events).skip(worker.index()).step_by(worker.peers()) {
        log.event(number, &mut event);
        inputs.advance(worker, minute(event.time));
        inputs.events.send(&event);
    }
}

/// Feeds the worker's share of a log in a file: the bytes of its events are copied.
pub(crate) fn from_file(worker: &mut Worker, log: &Log, file: &LogFile, mut inputs: Inputs<Packed>) {
    users(worker, log, &mut inputs);
    let LogFile { path, events } = file;
    for number in (0..events.len()).skip(worker.index()).step_by(worker.peers()) {
        let event = events.get(number).unwrap_or_else(|error| panic!("{}", failed(path, &error)));
        inputs.advance(worker, minute(event.view().fields().time));
        inputs.events.send(event);
    }
}

/// A log in a file.
pub(crate) struct LogFile {
    path: PathBuf,
    events: Records<Event, Indexed>,
}

impl LogFile {
    /// Opens the file. One that was not closed is refused: its end may be missing, and so would be a part of the
    /// answer.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Box<dyn Error>> {
        let events = Records::open(&path).map_err(|error| failed(&path, &error))?;
        if !events.blocks().has_index() {
            let expected = "expected a file that was closed";
            let found = events.len();
            return Err(format!("{}: {expected}, found {found} events and no index after them", path.display()).into());
        }
        Ok(Self { path, events })
    }

    /// Returns the number of events.
    pub(crate) fn len(&self) -> u64 {
        self.events.len()
    }

    /// Returns an event.
    pub(crate) fn event(&self, number: u64) -> Result<Event, Box<dyn Error>> {
        Ok(self.events.get(number).map_err(|error| failed(&self.path, &error))?.unpack()?)
    }
}

/// Returns the text of an error, which names the file once. (An error of the operating system does already.)
fn failed(path: &Path, error: &packed_data_file::Error) -> String {
    match error {
        packed_data_file::Error::File { error, .. } => format!("{}: {error}", path.display()),
        error => format!("{}: {error}", path.display()),
    }
}

/// Writes a log to a file.
pub(crate) fn write(log: &Log, path: &Path) -> Result<(), Box<dyn Error>> {
    let mut writer = Options::<Event, Indexed>::new().create(path)?;
    let mut event = Event::default();
    for number in 0..log.events {
        log.event(number, &mut event);
        writer.write(&event)?;
    }
    writer.close()?;
    Ok(())
}
