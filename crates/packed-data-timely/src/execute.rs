//! Runs a dataflow, and returns an error if a worker or a connection is lost.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver};

use timely::communication::{AllocatorBuilder, Hooks, WorkerGuards};
use timely::worker::Worker;
use timely::{CommunicationConfig, WorkerConfig};

/// Runs `logic` on each worker of this process, as `timely::execute` does, until all its dataflows are complete.
/// Returns the results in the order of the workers.
///
/// In contrast to `timely::execute`, it does not wait for the other workers if one of them has ended early: they may
/// wait forever for what that one owes them.
///
/// # Errors
///
/// Returns a [`Failure`] as soon as a worker of this process panics. Its reason may be a message that was refused
/// ([`MessageError`](crate::MessageError)), or a process that was killed: then timely closes the connection, and each
/// worker of all other processes panics.
///
/// After a failure other workers of this process may still be running, and what they have computed is not complete. End
/// the process: its connections close, and the workers of the other processes end with a failure too.
///
/// ```
/// use packed_data_timely::{Failure, execute};
///
/// let doubled = execute(timely::Config::process(2), |worker| 2 * worker.index())?;
/// assert_eq!(doubled, [0, 2]);
///
/// # std::panic::set_hook(Box::new(|_| {}));
/// let failure = execute(timely::Config::process(2), |worker| {
///     assert_eq!(worker.index(), 0, "only the first one can do this");
/// });
/// let text = failure.unwrap_err().to_string();
/// assert!(text.starts_with("worker 1 has ended early: assertion"), "{text}");
/// # Ok::<(), Failure>(())
/// ```
pub fn execute<R, F>(config: timely::Config, logic: F) -> Result<Vec<R>, Failure>
where
    R: Send + 'static,
    F: Fn(&mut Worker) -> R + Send + Sync + 'static,
{
    let (builders, others) = try_build(config.communication, Hooks::default())?;
    execute_from(builders, others, config.worker, logic)
}

/// Starts the communication of this process's workers with all others, for [`execute_from`]: as `try_build_with` of
/// timely's configuration does, except that it never panics.
///
/// # Errors
///
/// Returns [`Failure::Start`] if the process is none of the cluster, or if the connections cannot be made.
///
/// ```
/// use packed_data_timely::try_build;
/// use timely::CommunicationConfig;
/// use timely::communication::Hooks;
///
/// let addresses = vec!["localhost:2101".to_owned(), "localhost:2102".to_owned()];
/// let config = CommunicationConfig::Cluster { threads: 1, process: 5, addresses, report: false, zerocopy: false };
/// let failure = try_build(config, Hooks::default()).err().map(|failure| failure.to_string());
/// assert_eq!(failure.as_deref(), Some("cannot start: expected a process from 0 to 1, found 5"));
/// ```
pub fn try_build(
    config: CommunicationConfig,
    hooks: Hooks,
) -> Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>), Failure> {
    // (Timely would wait for the processes before it.)
    if let CommunicationConfig::Cluster { process, addresses, .. } = &config
        && *process >= addresses.len()
    {
        let expected = match addresses.len() {
            0 => "addresses of processes, found none".into(),
            count => format!("a process from 0 to {}, found {process}", count - 1),
        };
        return Err(Failure::Start(format!("expected {expected}")));
    }
    // (It panics if what connects is no process of the cluster.)
    let start = catch_unwind(AssertUnwindSafe(|| config.try_build_with(hooks)));
    start.unwrap_or_else(|panic| Err(message(&*panic))).map_err(Failure::Start)
}

/// Runs `logic` on the workers for which `builders` were made, as [`execute`] does: by [`try_build`], which takes
/// hooks, or with sockets that are connected already.
///
/// # Errors
///
/// As for [`execute`].
///
/// ```
/// use packed_data_timely::{execute_from, try_build};
/// use timely::communication::Hooks;
/// use timely::{CommunicationConfig, WorkerConfig};
///
/// let (builders, others) = try_build(CommunicationConfig::ProcessBinary(2), Hooks::default())?;
/// let indices = execute_from(builders, others, WorkerConfig::default(), |worker| worker.index())?;
/// assert_eq!(indices, [0, 1]);
/// # Ok::<(), packed_data_timely::Failure>(())
/// ```
pub fn execute_from<R, F>(
    builders: Vec<AllocatorBuilder>,
    others: Box<dyn Any + Send>,
    config: WorkerConfig,
    logic: F,
) -> Result<Vec<R>, Failure>
where
    R: Send + 'static,
    F: Fn(&mut Worker) -> R + Send + Sync + 'static,
{
    let workers = builders.len();
    let (sender, receiver) = mpsc::channel();
    let guards = timely::execute::execute_from(builders, others, config, move |worker| {
        let outcome = catch_unwind(AssertUnwindSafe(|| run(worker, &logic)));
        let (outcome, panic) = match outcome {
            Ok(result) => (Ok(result), None),
            Err(panic) => (Err(message(&*panic)), Some(panic)),
        };
        // (After a failure nothing receives it.)
        let _ = sender.send((worker.index(), outcome));
        // The channels to other workers are dropped in a panic, by which timely knows that they are not complete.
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    });
    let guards = guards.map_err(Failure::Start)?;
    match gather(&receiver, workers) {
        Ok(results) => join(guards).map(|()| results),
        Err(failure) => {
            // (Dropping the guards would wait for the workers.)
            std::mem::forget(guards);
            Err(failure)
        }
    }
}

/// Runs the logic of a worker and its dataflows until they are complete.
fn run<R>(worker: &mut Worker, logic: &impl Fn(&mut Worker) -> R) -> R {
    let result = logic(worker);
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    result
}

/// Returns the results of all workers, or the first failure.
fn gather<R>(receiver: &Receiver<(usize, Result<R, String>)>, workers: usize) -> Result<Vec<R>, Failure> {
    let mut results = Vec::with_capacity(workers);
    while results.len() < workers {
        match receiver.recv() {
            Ok((index, Ok(result))) => results.push((index, result)),
            Ok((index, Err(message))) => return Err(Failure::Worker { index, message }),
            Err(_) => return Err(Failure::Connection("a worker could not begin".into())),
        }
    }
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Waits for the threads of the workers, which have returned, and for those of the connections.
fn join(guards: WorkerGuards<()>) -> Result<(), Failure> {
    let joined = catch_unwind(AssertUnwindSafe(|| guards.join().into_iter().collect::<Result<Vec<()>, _>>()));
    match joined {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(message)) => Err(Failure::Connection(message)),
        Err(panic) => Err(Failure::Connection(message(&*panic))),
    }
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a text".into())
}

/// Why a computation has not ended as it should: see [`execute`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The workers, or the connections to other processes, could not be started.
    Start(String),
    /// A worker has panicked before its dataflows were complete.
    Worker {
        /// The index of the worker among those of all processes.
        index: usize,
        /// The text of the panic.
        message: String,
    },
    /// The workers of this process are complete, but the connection to another one has not ended as it should: workers
    /// of that process may be incomplete.
    Connection(String),
}

/// The panic message of timely's workers when another worker, which lost a connection, has panicked before them.
const POISONED: &str = "MergeQueue poisoned.";

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(message) => write!(f, "cannot start: {message}"),
            Self::Worker { index, message } if message == POISONED => write!(
                f,
                "worker {index} has ended early: the connection to another process was lost, or another worker has \
                 ended early; the answer is not complete"
            ),
            Self::Worker { index, message } => write!(f, "worker {index} has ended early: {message}"),
            Self::Connection(message) => write!(f, "the connection to another process was lost at the end: {message}"),
        }
    }
}

impl std::error::Error for Failure {}
