//! Dataflows on many workers of one process, with and without messages as bytes between them.

use std::cell::RefCell;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use packed_data::{Indexed, Packable};
use packed_data_timely::{Failure, PackedBuilder, PackedContainer, exchange, execute};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::core::{Exchange, Filter, Inspect};
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;
use timely::{CommunicationConfig, Config, WorkerConfig};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Event {
    user: u32,
    text: String,
}

const EVENTS: u32 = 20_000;

fn event(number: u32) -> Event {
    Event { user: number % 100, text: format!("event {number}") }
}

/// The configurations with this many workers: with references between them, and with bytes.
fn configs(workers: usize) -> [Config; 2] {
    [CommunicationConfig::Process(workers), CommunicationConfig::ProcessBinary(workers)]
        .map(|communication| Config { communication, worker: WorkerConfig::default() })
}

fn finish(worker: &mut Worker) {
    while worker.has_dataflows() {
        worker.step_or_park(None);
    }
}

/// Each event arrives once, and those of a user at one worker.
#[test]
fn records_are_exchanged() {
    for workers in [1, 2, 3, 4] {
        for config in configs(workers) {
            let results = execute(config, |worker| {
                let received = Rc::new(RefCell::new(Vec::new()));
                let receive = received.clone();
                let mut input = InputHandle::<u64, PackedBuilder<Event, Indexed>>::new_with_builder();
                worker.dataflow(|scope| {
                    let by_user = exchange::<Event, Indexed, _>(|event| event.view().fields().user.into());
                    scope.input_from(&mut input).sink(by_user, "receive", move |(events, _)| {
                        events.for_each(|_, events| {
                            receive.borrow_mut().extend(events.iter().map(|event| event.into_unpacked().unwrap()));
                        });
                    });
                });
                for number in (0..EVENTS).skip(worker.index()).step_by(worker.peers()) {
                    input.send(&event(number));
                }
                drop(input);
                finish(worker);
                let received = received.take();
                let expected = worker.index();
                assert!(received.iter().all(|event| event.user as usize % worker.peers() == expected));
                received
            });
            let mut received: Vec<_> = results.unwrap().into_iter().flatten().collect();
            received.sort();
            let mut expected: Vec<_> = (0..EVENTS).map(event).collect();
            expected.sort();
            assert!(received == expected, "{workers} workers");
        }
    }
}

/// Timely's own operators, which take any container.
#[test]
fn operators_of_timely() {
    for config in configs(2) {
        let results = execute(config, |worker| {
            let seen = Rc::new(RefCell::new(0));
            let see = seen.clone();
            type Builder = CapacityContainerBuilder<PackedContainer<Event, Indexed>>;
            let mut input = InputHandle::<u64, Builder>::new_with_builder();
            worker.dataflow(|scope| {
                scope
                    .input_from(&mut input)
                    .filter(|event| event.view().fields().user < 50)
                    .exchange(|event| event.view().fields().user.into())
                    .inspect(move |event| {
                        assert!(event.view().fields().user < 50);
                        *see.borrow_mut() += 1;
                    });
            });
            for number in (0..EVENTS).skip(worker.index()).step_by(worker.peers()) {
                input.send(&event(number));
                if number % 1000 == 0 {
                    input.advance_to(u64::from(number / 1000) + 1);
                    worker.step();
                }
            }
            drop(input);
            finish(worker);
            seen.take()
        });
        assert_eq!(results.unwrap().iter().sum::<u32>(), EVENTS / 2);
    }
}

/// Records that are larger than a container, and than the buffer of a connection.
#[test]
fn large_records() {
    const SIZES: [usize; 6] = [1, 1 << 16, (1 << 20) - 1, 1 << 20, 3 << 20, 10];
    for config in configs(2) {
        let results = execute(config, |worker| {
            let received = Rc::new(RefCell::new(Vec::new()));
            let receive = received.clone();
            let mut input = InputHandle::<u64, PackedBuilder<Event, Indexed>>::new_with_builder();
            worker.dataflow(|scope| {
                let all_to_last = exchange::<Event, Indexed, _>(|_| 1);
                scope.input_from(&mut input).sink(all_to_last, "receive", move |(events, _)| {
                    events.for_each(|_, events| {
                        receive.borrow_mut().extend(events.iter().map(|event| event.into_unpacked().unwrap()));
                    });
                });
            });
            if worker.index() == 0 {
                SIZES.iter().for_each(|size| input.send(&Event { user: 7, text: "x".repeat(*size) }));
            }
            drop(input);
            finish(worker);
            received.take()
        });
        let results = results.unwrap();
        let sizes = |worker: usize| results[worker].iter().map(|event| event.text.len()).collect::<Vec<_>>();
        assert_eq!((sizes(0), sizes(1)), (vec![], SIZES.to_vec()));
    }
}

/// A worker that panics ends the computation, although the others wait for it.
#[test]
fn a_worker_that_panics_is_a_failure() {
    let failure = execute(Config::process(3), |worker| {
        let mut input = InputHandle::<u64, PackedBuilder<Event, Indexed>>::new_with_builder();
        worker.dataflow(|scope| {
            let by_user = exchange::<Event, Indexed, _>(|event| event.view().fields().user.into());
            scope.input_from(&mut input).sink(by_user, "receive", |(events, _)| events.for_each(|_, _| ()));
        });
        input.send(&event(7));
        if worker.index() == 1 {
            panic!("this worker has enough");
        }
        // The input is not dropped before the dataflow is complete, which never happens.
        finish(worker);
    });
    let failure = failure.unwrap_err();
    assert_eq!(failure, Failure::Worker { index: 1, message: "this worker has enough".into() });
    assert_eq!(failure.to_string(), "worker 1 has ended early: this worker has enough");
}

/// Starts the first of two processes, which cannot start.
fn does_not_start(address: String) {
    let communication = CommunicationConfig::Cluster {
        threads: 1,
        process: 0,
        addresses: vec![address, "nor this".into()],
        report: false,
        zerocopy: false,
    };
    let failure = execute(Config { communication, worker: WorkerConfig::default() }, |_| ()).unwrap_err();
    assert!(matches!(&failure, Failure::Start(_)), "{failure}");
    assert!(failure.to_string().starts_with("cannot start: "), "{failure}");
}

#[test]
fn a_cluster_that_cannot_start_is_a_failure() {
    does_not_start("not an address".into());
}

/// It would try to connect to the processes before it, for ever.
#[test]
fn a_process_that_is_none_of_the_cluster_is_a_failure() {
    for (process, addresses, text) in [
        (5, vec!["localhost:1".to_owned(), "localhost:2".to_owned()], "expected a process from 0 to 1, found 5"),
        (1, vec!["localhost:1".to_owned()], "expected a process from 0 to 0, found 1"),
        (0, vec![], "expected addresses of processes, found none"),
    ] {
        for zerocopy in [false, true] {
            let addresses = addresses.clone();
            let communication =
                CommunicationConfig::Cluster { threads: 1, process, addresses, report: false, zerocopy };
            let failure = execute(Config { communication, worker: WorkerConfig::default() }, |_| ()).unwrap_err();
            assert_eq!(failure, Failure::Start(text.into()));
        }
    }
}

/// What connects is no process of the cluster: it ends the connection, or says that it is a process which there is not.
#[test]
fn a_stranger_that_connects_is_a_failure() {
    for greeting in [&[][..], &[0xFF; 8]] {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let stranger = thread::spawn(move || {
            let mut stream = loop {
                match TcpStream::connect(address) {
                    Ok(stream) => break stream,
                    Err(_) => thread::sleep(Duration::from_millis(10)),
                }
            };
            stream.write_all(greeting).unwrap();
        });
        does_not_start(address.to_string());
        stranger.join().unwrap();
    }
}
