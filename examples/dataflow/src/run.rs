//! Runs the dataflow on the workers of this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use packed_data_timely::{Failure, execute_from, try_build};
use timely::communication::Hooks;
use timely::communication::logging::{CommunicationEvent, CommunicationEventBuilder};
use timely::logging_core::Logger;
use timely::synchronization::Barrier;
use timely::worker::Worker;

use crate::answer::Answer;
use crate::columns::Columns;
use crate::feed::{self, LogFile};
use crate::graph::{Form, Inputs, build};
use crate::model::Log;
use crate::packed::Packed;
use crate::vectors::Vectors;

/// The form of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormName {
    Packed,
    Vectors,
    Columns,
}

impl FormName {
    pub(crate) const ALL: [Self; 3] = [Self::Packed, Self::Vectors, Self::Columns];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Vectors => "vectors",
            Self::Columns => "columns",
        }
    }
}

/// What the workers of a process have computed.
pub(crate) struct Outcome {
    /// From the moment when all workers are ready until the dataflow is complete.
    pub(crate) time: Duration,
    /// The bytes of all messages to other processes, with their headers.
    pub(crate) sent: u64,
    /// The answer, in the process with worker 0.
    pub(crate) answer: Option<Answer>,
}

/// Runs the dataflow on this process's workers.
pub(crate) fn run(
    config: timely::Config,
    form: FormName,
    log: &Log,
    file: Option<Arc<LogFile>>,
) -> Result<Outcome, Failure> {
    let sent = Arc::new(AtomicU64::new(0));
    let hooks = Hooks { log_fn: count_sent(&sent), ..Hooks::default() };
    let (builders, others) = try_build(config.communication, hooks)?;
    let log = log.clone();
    let results = execute_from(builders, others, config.worker, move |worker| {
        Barrier::new(worker).wait();
        match (form, &file) {
            (FormName::Packed, Some(file)) => {
                timed(worker, |worker, inputs| feed::from_file(worker, &log, file, inputs))
            }
            (FormName::Packed, None) => timed::<Packed>(worker, |worker, inputs| feed::generated(worker, &log, inputs)),
            (FormName::Vectors, _) => timed::<Vectors>(worker, |worker, inputs| feed::generated(worker, &log, inputs)),
            (FormName::Columns, _) => timed::<Columns>(worker, |worker, inputs| feed::generated(worker, &log, inputs)),
        }
    })?;
    let time = results.iter().map(|(time, _)| *time).max().unwrap_or_default();
    let answer = results.into_iter().find_map(|(_, answer)| answer);
    Ok(Outcome { time, sent: sent.load(Ordering::SeqCst), answer })
}

/// Runs a worker until the dataflow is complete; returns how long that took.
fn timed<F: Form>(worker: &mut Worker, feed: impl FnOnce(&mut Worker, Inputs<F>)) -> (Duration, Option<Answer>) {
    let begin = Instant::now();
    let (inputs, answer) = build::<F>(worker);
    feed(worker, inputs);
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    (begin.elapsed(), (worker.index() == 0).then(|| answer.take()))
}

/// What timely calls in each of its threads that send or receive.
type LogFn = dyn Fn(timely::communication::logging::CommunicationSetup) -> Option<Logger<CommunicationEventBuilder>>
    + Send
    + Sync;

/// Returns a hook that counts the bytes of messages that are sent to other processes.
fn count_sent(sent: &Arc<AtomicU64>) -> Arc<LogFn> {
    let sent = sent.clone();
    Arc::new(move |setup| {
        let sent = sent.clone();
        setup.sender.then(|| {
            Logger::new(Instant::now(), Duration::default(), move |_, events: &mut Option<Vec<_>>| {
                for (_, event) in events.iter().flatten() {
                    if let CommunicationEvent::Message(message) = event {
                        sent.fetch_add(message.header.required_bytes() as u64, Ordering::SeqCst);
                    }
                }
            })
        })
    })
}
