//! What the workers feed the dataflow with: each an equal share of the users and of the events.

use std::error::Error;
use std::path::Path;

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
pub(crate) fn from_file(worker: &mut Worker, log: &Log, path: &Path, mut inputs: Inputs<Packed>) {
    users(worker, log, &mut inputs);
    let events = open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for number in (0..events.len()).skip(worker.index()).step_by(worker.peers()) {
        let event = events.get(number).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        inputs.advance(worker, minute(event.view().fields().time));
        inputs.events.send(event);
    }
}

/// Opens a log in a file. A file that was not closed is refused: its end may be missing, and so would be a part of the
/// answer.
pub(crate) fn open(path: &Path) -> Result<Records<Event, Indexed>, Box<dyn Error>> {
    let events = Records::open(path)?;
    if !events.blocks().has_index() {
        let found = events.len();
        return Err(format!("expected a file that was closed, found {found} events and no index after them").into());
    }
    Ok(events)
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
