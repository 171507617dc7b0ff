//! One of the two processes: it prints each epoch that it has counted and stored.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use packed_data::Indexed;
use packed_data_timely::{PackedBuilder, exchange, execute_from};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::events::{EVENTS, Event};
use super::store::{Counted, Store};
use crate::Mistake;

/// The exit status if the other process is lost.
pub(crate) const FAILED: i32 = 3;

/// How many epochs a process may be ahead of what both have stored.
const AHEAD: u64 = 4;

/// Runs one process of the dataflow, until it is killed.
#[derive(Clone, Debug, Args)]
pub(crate) struct Process {
    /// Where the epochs are stored
    folder: PathBuf,
    /// Which process it is: 0 or 1
    #[arg(long)]
    index: usize,
    /// The first epoch
    #[arg(long)]
    from: u64,
    /// The address of the first process
    #[arg(long)]
    address: Option<String>,
    /// Takes its time: its memory is measured
    #[arg(long)]
    steady: bool,
    #[arg(long, value_enum)]
    fault: Option<Mistake>,
}

impl Process {
    pub(crate) fn run(&self) -> ExitCode {
        let run = || {
            let store = Store::open(&self.folder, self.index).map_err(|error| error.to_string())?;
            let (builders, guard) = self.connected().map_err(|error| error.to_string())?;
            // (One worker takes it.)
            let (store, process) = (Mutex::new(Some(store)), self.clone());
            let config = WorkerConfig::default();
            let results = execute_from(builders, guard, config, move |worker| {
                println!("connected");
                let store = store.lock().ok().and_then(|mut store| store.take()).expect("one worker");
                process.count(worker, store);
            });
            results.map(drop).map_err(|failure| failure.to_string())
        };
        match run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // (In one piece, since threads that panic write at the same time.)
                let _ = io::stderr().write_all(format!("error: {error}\n").as_bytes());
                ExitCode::from(FAILED as u8)
            }
        }
    }

    /// Connects the two processes: the first one listens on a free port, and prints its address.
    fn connected(&self) -> io::Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>)> {
        let sockets = match &self.address {
            None => {
                let listener = TcpListener::bind("127.0.0.1:0")?;
                println!("listening on {}", listener.local_addr()?);
                vec![None, Some(listener.accept()?.0)]
            }
            Some(address) => vec![Some(TcpStream::connect(address)?), None],
        };
        for socket in sockets.iter().flatten() {
            socket.set_nodelay(true)?;
        }
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets(threads, sockets, self.index, 1, hooks)?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
    }

    /// Feeds the dataflow with the events of this process, one epoch after the other.
    fn count(&self, worker: &mut Worker, store: Store) {
        let mut input = InputHandle::<u64, PackedBuilder<Event, Indexed>>::new_with_builder();
        let probe = ProbeHandle::new();
        let (from, fault) = (self.from, self.fault);
        worker.dataflow(|scope| {
            let by_user = exchange::<Event, Indexed, _>(Event::route);
            let counted = scope.input_from(&mut input).unary_frontier::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                by_user,
                "count",
                |mut capability, _| {
                    capability.downgrade(&from);
                    let mut counting = Counting { store, open: BTreeMap::new(), next: from, fault };
                    move |(events, frontier), _| {
                        events.for_each(|time, events| {
                            let time = *time.least().expect("a message has a time");
                            let (count, sum) = counting.open.entry(time).or_default();
                            for event in events.iter() {
                                *count += 1;
                                *sum = u64::wrapping_add(*sum, Event::digest(&event));
                            }
                        });
                        while !frontier.is_empty() && !frontier.less_equal(&counting.next) {
                            counting.finish_epoch();
                            capability.downgrade(&counting.next);
                        }
                    }
                },
            );
            counted.probe_with(&probe);
        });
        for epoch in from.. {
            let begin = Instant::now();
            input.advance_to(epoch);
            for number in 0..EVENTS {
                let is_left_out = self.fault == Some(Mistake::Drop) && epoch == 20 && number == 7;
                if !is_left_out {
                    input.send(&Event::new(self.index as u64, epoch, number));
                }
            }
            input.advance_to(epoch + 1);
            worker.step();
            while probe.less_than(&epoch.saturating_sub(AHEAD)) {
                worker.step_or_park(None);
            }
            let pause = Duration::from_millis(if self.steady { 30 } else { 3 });
            while let Some(rest) = pause.checked_sub(begin.elapsed()) {
                worker.step_or_park(Some(rest));
            }
        }
    }
}

/// What is counted, and what was stored.
struct Counting {
    store: Store,
    /// The events and the sum of each epoch that is not complete.
    open: BTreeMap<u64, (u64, u64)>,
    /// The first epoch that is not complete.
    next: u64,
    fault: Option<Mistake>,
}

impl Counting {
    /// Stores the next epoch, of which no more events come, and acknowledges it.
    fn finish_epoch(&mut self) {
        let epoch = self.next;
        self.next += 1;
        let (events, sum) = self.open.remove(&epoch).unwrap_or_default();
        // (Before it was killed, it had stored epochs that the other process had not.)
        if epoch < self.store.next() {
            return;
        }
        assert_eq!(epoch, self.store.next(), "an epoch is missing");
        let is_early = self.fault == Some(Mistake::Early);
        if is_early {
            println!("epoch {epoch}");
            std::thread::sleep(Duration::from_millis(5));
        }
        self.store.push(&Counted { epoch, events, sum }).unwrap_or_else(|error| panic!("epoch {epoch}: {error}"));
        if !is_early {
            println!("epoch {epoch}");
        }
    }
}
