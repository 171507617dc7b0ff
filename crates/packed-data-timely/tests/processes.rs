//! Dataflows on two processes, which are connected by sockets, and what happens when one of them or its messages are
//! lost or damaged. The processes run `child`, below, in this same program.

use std::any::Any;
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use packed_data::{Indexed, Packable, Packed};
use packed_data_timely::{PackedBuilder, exchange, execute_from};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// An event, in the version that all processes should have.
#[derive(Packable)]
struct Event {
    user: u32,
    text: String,
}

/// The next version of it.
mod next {
    use packed_data::Packable;

    #[derive(Packable)]
    pub(super) struct Event {
        pub(super) user: u32,
        pub(super) text: Option<String>,
    }
}

/// What the dataflow needs of either version.
trait Version: Packable + 'static {
    fn new(number: u32) -> Self;
    fn route(event: &Packed<Self, Indexed, &[u8]>) -> u64;
    fn size(event: &Packed<Self, Indexed, &[u8]>) -> u64;
}

impl Version for Event {
    fn new(number: u32) -> Self {
        Self { user: number / 7 % 100, text: format!("event {number}") }
    }

    fn route(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        event.view().fields().user.into()
    }

    fn size(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        event.view().fields().text.len() as u64
    }
}

impl Version for next::Event {
    fn new(number: u32) -> Self {
        Self { user: number / 7 % 100, text: Some(format!("event {number}")) }
    }

    fn route(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        event.view().fields().user.into()
    }

    fn size(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        event.unpack().map_or(0, |event| event.text.map_or(0, |text| text.len() as u64))
    }
}

const EVENTS: u32 = 50_000;

/// The process that the other tests start. On its own it is no test: then its variables are not set.
#[test]
fn child() {
    let Ok(process) = std::env::var("TEST_PROCESS") else { return };
    // (Whoever waits for this process waits for a minute at most.)
    thread::spawn(|| {
        thread::sleep(Duration::from_secs(60));
        eprintln!("error: the process does not end");
        std::process::exit(4);
    });
    let number = |name: &str| std::env::var(name).unwrap().parse::<usize>().unwrap();
    let (builders, guard) = connected(process.parse().unwrap(), number("TEST_THREADS"));
    let events = if number("TEST_ENDLESS") == 1 { u32::MAX } else { EVENTS };
    let config = WorkerConfig::default();
    let results = match number("TEST_VERSION") {
        1 => execute_from(builders, guard, config, move |worker| count::<Event>(worker, events)),
        _ => execute_from(builders, guard, config, move |worker| count::<next::Event>(worker, events)),
    };
    match results {
        Ok(results) => println!("answer {}", results.iter().sum::<u64>()),
        Err(failure) => {
            eprintln!("error: {failure}");
            std::process::exit(3);
        }
    }
}

/// Connects the two processes: the first one listens where it can, and prints where that is.
fn connected(process: usize, threads: usize) -> (Vec<AllocatorBuilder>, Box<dyn Any + Send>) {
    let sockets = if process == 0 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        println!("listening on {}", listener.local_addr().unwrap());
        vec![None, Some(listener.accept().unwrap().0)]
    } else {
        vec![Some(TcpStream::connect(std::env::var("TEST_ADDRESS").unwrap()).unwrap()), None]
    };
    let hooks = Hooks::default();
    let threads_of_process = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(threads_of_process, sockets, process, threads, hooks).unwrap();
    (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
}

/// Returns the bytes of all texts, at worker 0.
fn count<T: Version>(worker: &mut Worker, events: u32) -> u64 {
    let all = Rc::new(Cell::new(0));
    let total = all.clone();
    let mut input = InputHandle::<u64, PackedBuilder<T, Indexed>>::new_with_builder();
    let probe = ProbeHandle::new();
    worker.dataflow(|scope| {
        scope
            .input_from(&mut input)
            .unary(exchange::<T, Indexed, _>(T::route), "size", |_, _| {
                |events, output| {
                    events.for_each_stamp(|capability, containers| {
                        let sum = containers.flat_map(|events| events.iter().map(|event| T::size(&event))).sum::<u64>();
                        output.session(&capability).give(sum);
                    });
                }
            })
            .container::<Vec<u64>>()
            .probe_with(&probe)
            .sink(Exchange::new(|_: &u64| 0), "sum", move |(sums, _)| {
                sums.for_each(|_, sums| total.set(total.get() + sums.drain(..).sum::<u64>()));
            });
    });
    for (number, sent) in (0..events).skip(worker.index()).step_by(worker.peers()).zip(1_u64..) {
        input.send(&T::new(number));
        if sent % 1000 == 0 {
            input.advance_to(sent / 1000);
            while probe.less_than(&(sent / 1000).saturating_sub(3)) {
                worker.step_or_park(None);
            }
            if sent == 20_000 {
                println!("running");
            }
        }
    }
    drop(input);
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
    all.get()
}

/// How the two processes are started.
#[derive(Clone, Copy)]
struct Start {
    threads: usize,
    versions: [usize; 2],
    is_endless: bool,
}

const START: Start = Start { threads: 2, versions: [1, 1], is_endless: false };

impl Start {
    /// Starts both processes. The second is connected to the address that `reach` returns for that of the first.
    fn spawn(self, reach: impl FnOnce(String) -> String) -> [Process; 2] {
        let mut first = self.process(0, "");
        let address = first.wait_for("listening on ");
        let second = self.process(1, &reach(address));
        [first, second]
    }

    fn process(self, process: usize, address: &str) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact", "--nocapture"])
            .env("TEST_ADDRESS", address)
            .env("TEST_PROCESS", process.to_string())
            .env("TEST_THREADS", self.threads.to_string())
            .env("TEST_VERSION", self.versions[process].to_string())
            .env("TEST_ENDLESS", u8::from(self.is_endless).to_string())
            .env("RUST_BACKTRACE", "0")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process { child, output }
    }
}

/// A process that was started.
struct Process {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Waits until the process has printed a line with some text; returns what comes after that text.
    fn wait_for(&mut self, text: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the process has ended without `{text}`");
            if let Some((_, rest)) = line.split_once(text) {
                return rest.trim_end().to_owned();
            }
        }
    }

    /// Waits until the process has ended; returns its status, the rest of its output, and its errors.
    fn finish(mut self) -> (Option<i32>, String, String) {
        let (mut output, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut output).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (self.child.wait().unwrap().code(), output, errors)
    }

    fn answer(self) -> u64 {
        let (status, output, errors) = self.finish();
        assert_eq!(status, Some(0), "{errors}");
        output.lines().find_map(|line| line.strip_prefix("answer ")?.parse().ok()).unwrap()
    }

    /// Waits until the process has ended with an error and without an answer; returns its errors.
    fn failed(self) -> String {
        let (status, output, errors) = self.finish();
        assert_eq!(status, Some(3), "{errors}");
        assert!(!output.contains("answer"), "{output}");
        assert!(errors.contains("error: worker "), "{errors}");
        errors
    }
}

#[test]
fn two_processes_have_the_answer() {
    let expected: u64 = (0..EVENTS).map(|number| Event::new(number).text.len() as u64).sum();
    for threads in [1, 2] {
        let processes = Start { threads, ..START }.spawn(|address| address);
        assert_eq!(processes.map(Process::answer), [expected, 0]);
    }
    // The relay of the other tests loses nothing by itself.
    let processes = START.spawn(|target| relay(target, |_| Fate::Pass));
    assert_eq!(processes.map(Process::answer), [expected, 0]);
}

#[test]
fn a_process_that_is_killed() {
    for killed in [0, 1] {
        let mut processes = Start { is_endless: true, ..START }.spawn(|address| address);
        processes.iter_mut().for_each(|process| _ = process.wait_for("running"));
        processes[killed].child.kill().unwrap();
        let [first, second] = processes;
        let errors = if killed == 0 { second.failed() } else { first.failed() };
        assert!(errors.contains("timely communication error: "), "{errors}");
        assert!(errors.contains("the connection to another process was lost"), "{errors}");
        assert!(errors.contains("the answer is not complete"), "{errors}");
    }
}

#[test]
fn another_version_of_the_type() {
    for versions in [[1, 2], [2, 1]] {
        let errors = Start { versions, ..START }.spawn(|address| address).map(Process::failed).concat();
        for part in ["a message from another process is refused: another type: expected fingerprint ", "Event.text"] {
            assert!(errors.contains(part), "{part} is not in:\n{errors}");
        }
    }
}

#[test]
fn a_damaged_byte() {
    let (sender, damaged) = mpsc::channel();
    let mut is_done = false;
    let damage = move |message: &mut [u8]| {
        // The first letter of the first text, in the first message with records.
        if let (Some(marker), false) = (find(message, b"\xF5PKDF\r\n\x01"), is_done)
            && let Some(letter) = find(&message[marker..], b"event ")
        {
            message[marker + letter] = 0xFF;
            sender.send(letter - 40).unwrap();
            is_done = true;
        }
        Fate::Pass
    };
    let [errors, others] = START.spawn(|target| relay(target, damage)).map(Process::failed);
    let at = damaged.recv().unwrap();
    let expected = format!(
        "a message from another process is refused: a record is not valid: invalid string: expected UTF-8, found \
         another byte sequence, at byte {at} in [0] > Event.text\n"
    );
    assert!(errors.contains(&expected), "{expected} is not in:\n{errors}");
    assert!(others.contains("the connection to another process was lost"), "{others}");
}

#[test]
fn a_message_that_is_cut_off() {
    let cut = |message: &mut [u8]| if find(message, b"event 20").is_some() { Fate::Cut } else { Fate::Pass };
    for errors in START.spawn(|target| relay(target, cut)).map(Process::failed) {
        assert!(errors.contains("the connection to another process was lost"), "{errors}");
    }
}

/// The connection ends after a whole message, so nothing that was received is incomplete.
#[test]
fn a_connection_that_ends_between_messages() {
    let end = |message: &mut [u8]| if find(message, b"event 20").is_some() { Fate::End } else { Fate::Pass };
    for errors in START.spawn(|target| relay(target, end)).map(Process::failed) {
        assert!(errors.contains("the connection to another process was lost"), "{errors}");
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// What happens to a message.
enum Fate {
    Pass,
    /// Half of it is sent, then the connection is closed.
    Cut,
    /// All of it is sent, then the connection is closed.
    End,
}

/// Starts a relay to an address; returns its own. It passes on what it receives, after `look` has seen and perhaps
/// changed each message.
fn relay(target: String, look: impl FnMut(&mut [u8]) -> Fate + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (from, _) = listener.accept().unwrap();
        let to = TcpStream::connect(target).unwrap();
        let (mut back, mut forth) = (to.try_clone().unwrap(), from.try_clone().unwrap());
        thread::spawn(move || {
            // (Either end may be gone at any time.)
            let _ = std::io::copy(&mut back, &mut forth);
            let _ = forth.shutdown(Shutdown::Write);
        });
        if let Ok(Fate::Cut | Fate::End) = pass(&from, &to, look) {
            let _ = from.shutdown(Shutdown::Both);
        }
        let _ = to.shutdown(Shutdown::Write);
    });
    address
}

/// Passes messages on: a header of six numbers, of which the fifth is the length, and as many bytes.
fn pass(mut from: &TcpStream, mut to: &TcpStream, mut look: impl FnMut(&mut [u8]) -> Fate) -> std::io::Result<Fate> {
    loop {
        let mut header = [0; 48];
        from.read_exact(&mut header)?;
        let length = u64::from_be_bytes(*header[32..].first_chunk().unwrap());
        let mut payload = vec![0; length.try_into().unwrap()];
        from.read_exact(&mut payload)?;
        let fate = look(&mut payload);
        to.write_all(&header)?;
        match fate {
            Fate::Pass => to.write_all(&payload)?,
            Fate::End => return to.write_all(&payload).map(|()| Fate::End),
            Fate::Cut => return to.write_all(&payload[..payload.len() / 2]).map(|()| Fate::Cut),
        }
    }
}
