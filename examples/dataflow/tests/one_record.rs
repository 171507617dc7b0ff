//! One record's way from a client's request over HTTP into redb, through a dataflow, and to another process: how often
//! its bytes are copied at each step. The book's chapter "Where it lives" has the same numbers.
//!
//! The record has almost a mebibyte. So a step that copies it into new memory allocates as much, which is counted; and
//! no buffer that exists before is as large. Where nothing is copied, the addresses are compared too.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::routing::post;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use packed_data::{Indexed, Packable, Packed};
use packed_data_axum::PackedBody;
use packed_data_redb::PackedTable;
use packed_data_timely::{PackedBuilder, PackedContainer, exchange, execute};
use redb::{Database, ReadableDatabase};
use timely::bytes::arc::BytesMut;
use timely::container::PushInto;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::ContainerBytes;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::Operator;

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

#[derive(Packable)]
struct Note {
    user: u32,
    title: String,
    text: String,
}

/// A little less than one of redb's pages, whose sizes are powers of two.
const LARGE: usize = (1 << 20) - (1 << 13);

/// Fits into one read of the server.
const SMALL: usize = 1000;

fn note(size: usize) -> Packed<Note, Indexed> {
    let text = (0..size).map(|n| char::from(b'a' + (n % 26) as u8)).collect();
    Packed::pack(&Note { user: 7, title: "to be copied".into(), text })
}

/// Runs one step, and returns into how many new buffers of the size of the record it can have copied it.
#[track_caller]
fn step<R>(record: &[u8], work: impl FnOnce() -> R) -> (u64, R) {
    let (weight, result) = weigh::measure(work);
    (buffers(record, weight.allocated), result)
}

#[track_caller]
fn buffers(record: &[u8], allocated: u64) -> u64 {
    let size = record.len() as u64;
    assert!(allocated % size < size / 2, "{allocated} bytes are no multiple of {size}, more or less");
    allocated / size
}

/// A body that remembers where its pieces are.
struct Spy {
    body: Body,
    pieces: Arc<Mutex<Vec<Range<usize>>>>,
}

impl http_body::Body for Spy {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(piece) = frame.data_ref()
        {
            let start = piece.as_ptr().addr();
            self.pieces.lock().unwrap_or_else(PoisonError::into_inner).push(start..start + piece.len());
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What a handler received.
struct Received {
    note: Packed<Note, Indexed, Bytes>,
    /// What was allocated to make one value of the body.
    allocated: u64,
    pieces: Vec<Range<usize>>,
}

/// Receives a note, as any handler with a [`PackedBody`] does.
async fn receive(State(sender): State<tokio::sync::mpsc::Sender<Received>>, request: Request) -> StatusCode {
    let pieces = Arc::new(Mutex::new(Vec::new()));
    let (parts, body) = request.into_parts();
    let request = Request::from_parts(parts, Body::new(Spy { body, pieces: pieces.clone() }));
    let mut allocated = 0;
    let extracted = {
        let mut extraction = pin!(PackedBody::<Note, Indexed>::from_request(request, &()));
        std::future::poll_fn(|cx| {
            let (weight, polled) = weigh::measure(|| extraction.as_mut().poll(cx));
            allocated += weight.allocated;
            polled
        })
        .await
    };
    let note = extracted.expect("a note").into_inner();
    let pieces = std::mem::take(&mut *pieces.lock().unwrap_or_else(PoisonError::into_inner));
    sender.send(Received { note, allocated, pieces }).await.map_or(StatusCode::GONE, |()| StatusCode::NO_CONTENT)
}

/// Sends a request as a client does; returns the response.
fn send(address: SocketAddr, note: &[u8]) -> String {
    let mut socket = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/vnd.packed-data; layout=indexed\r\n\r\n",
        note.len(),
    );
    socket.write_all(&[head.as_bytes(), note].concat()).expect("a request");
    let mut response = String::new();
    socket.read_to_string(&mut response).expect("a response");
    response
}

/// Sends a note to a server over the loopback, and returns what its handler received.
fn over_http(note: &Packed<Note, Indexed>) -> Received {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let (answered, answer) = tokio::sync::oneshot::channel();
    let bytes = note.as_bytes().to_vec();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a socket");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || answered.send(send(address, &bytes)));
        let server = axum::serve(listener, Router::new().route("/", post(receive)).with_state(sender));
        drop(tokio::spawn(server.into_future()));
        let received = receiver.recv().await.expect("a note");
        let response = answer.await.expect("a response");
        assert!(response.starts_with("HTTP/1.1 204"), "{response}");
        received
    })
}

/// Sends the records of a container from one worker to another one by a function of a view. Returns the buffers that
/// each of the two has allocated, and the bytes that arrived.
fn between_workers(container: PackedContainer<Note, Indexed>, record: &[u8]) -> (u64, u64, Vec<u8>) {
    let (container, record) = (Arc::new(Mutex::new(Some(container))), record.to_vec());
    let arrived = Arc::new(Mutex::new(Vec::with_capacity(record.len())));
    let kept = arrived.clone();
    let buffers = execute(timely::Config::process(2), move |worker| {
        let kept = kept.clone();
        let mut input = InputHandle::<u64, PackedBuilder<Note, Indexed>>::new_with_builder();
        let length = record.len();
        worker.dataflow(|scope| {
            let to_the_second = exchange::<Note, Indexed, _>(|_| 1);
            scope.input_from(&mut input).sink(to_the_second, "keep", move |(notes, _)| {
                notes.for_each(|_, notes| {
                    for note in notes.iter() {
                        assert_eq!(note.view().fields().user, 7);
                        // (Into memory that is there, so that it is not counted.)
                        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                        assert!(kept.capacity() >= length);
                        kept.extend_from_slice(note.as_bytes());
                    }
                });
            });
        });
        let mut mine = container.lock().unwrap_or_else(PoisonError::into_inner).take_if(|_| worker.index() == 0);
        step(&record, || {
            if let Some(container) = &mut mine {
                input.send_batch(container);
            }
            drop(input);
            while worker.has_dataflows() {
                worker.step_or_park(None);
            }
        })
        .0
    });
    let buffers = buffers.expect("two workers");
    let arrived = std::mem::take(&mut *arrived.lock().unwrap_or_else(PoisonError::into_inner));
    (buffers[0], buffers[1], arrived)
}

#[test]
fn each_step_copies_a_record_as_often_as_the_book_says() -> Result<(), Box<dyn std::error::Error>> {
    let mut steps = Vec::new();

    // A body that arrives in one piece stays where the server has read it; another one is joined.
    let sent = note(SMALL);
    let Received { note: small, pieces, .. } = over_http(&sent);
    let at = small.as_bytes().as_ptr().addr();
    let stays = pieces.iter().any(|piece| piece.contains(&at) && at + small.as_bytes().len() <= piece.end);
    assert!(stays && small.as_bytes() == sent.as_bytes(), "{pieces:?}");
    steps.push(("a body in one piece, to a valid value", 0));

    let sent = note(LARGE);
    let Received { note: received, allocated, pieces } = over_http(&sent);
    let record = received.as_bytes();
    assert!(pieces.len() > 1 && record == sent.as_bytes());
    steps.push(("a body in several pieces, to a valid value", buffers(record, allocated)));

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notes.redb");
    let database = Database::create(&path)?;
    let notes = PackedTable::<u32, Note>::create(&database, "notes")?;
    let transaction = database.begin_write()?;
    let (inserted, replaced) = step(record, || notes.write(&transaction)?.insert_packed(&7, &received));
    assert!(!replaced?);
    steps.push(("insertion into redb, from the value", inserted));
    let (committed, result) = step(record, || transaction.commit());
    result?;
    steps.push(("commit", committed));

    // In the page that was written, and the same page again.
    {
        let reader = notes.read(&database.begin_read()?)?;
        let (read, found) = step(record, || reader.get(&7));
        let found = found?.ok_or("no note")?;
        let (checked, value) = step(record, || found.value());
        let value = value?;
        let again = reader.get(&7)?.ok_or("no note")?;
        assert_eq!((value.as_bytes().as_ptr(), value.as_bytes() == record), (again.as_bytes().as_ptr(), true));
        steps.push(("get, from a page that redb has in memory", read));
        steps.push(("check of the value, in the page", checked));
    }

    // In a database that was opened again, a page is read once: the kernel copies it into a buffer of redb. (It is read
    // as soon as the database is opened, because this one is so small.)
    drop((notes, database));
    let (read, opened) = step(record, || -> Result<_, Box<dyn std::error::Error>> {
        let database = Database::open(&path)?;
        Ok(PackedTable::<u32, Note>::open(&database, "notes")?.read(&database.begin_read()?)?)
    });
    let reader = opened?;
    let (found_in_memory, found) = step(record, || reader.get(&7));
    let found = found?.ok_or("no note")?;
    assert_eq!((read, found_in_memory), (1, 0), "one buffer, which the kernel fills");
    let value = found.value()?;

    let (pushed, container) = step(record, || {
        let mut container = PackedContainer::<Note, Indexed>::default();
        container.push_into(value);
        container
    });
    steps.push(("into a container of the dataflow, from the page", pushed));
    let in_place = container.get(0).ok_or("no record")?;
    assert!(container.as_bytes().as_ptr_range().contains(&in_place.view().fields().text.as_ptr()));

    // To another process: into timely's buffer, and from the buffer into which the other process has received it.
    let mut buffer = Vec::with_capacity(container.length_in_bytes());
    let (allocated, ()) = step(record, || container.into_bytes(&mut buffer));
    let times = buffer.windows(record.len()).filter(|window| *window == record).count() as u64;
    assert_eq!((allocated, buffer.len()), (0, buffer.capacity()));
    steps.push(("from a container into timely's buffer for another process", times));
    let received = buffer.as_ptr_range();
    let (shared, arrived) =
        step(record, || PackedContainer::<Note, Indexed>::try_from_bytes(BytesMut::from(buffer).freeze()));
    let arrived = arrived?;
    assert!(received.contains(&arrived.as_bytes().as_ptr()) && arrived.as_bytes() == record);
    steps.push(("a message from another process, to valid records", shared));

    let (routed, delivered, bytes) = between_workers(arrived, record);
    assert!(bytes == record);
    steps.push(("exchange between workers, by a function of a view", routed));
    steps.push(("an operator that reads the record", delivered));

    let page = include_str!("../../../book/src/stores.md");
    for (name, copies) in steps {
        let row = format!("| {name} | {copies} |");
        assert!(page.lines().any(|line| line.starts_with(&row)), "the book lacks the row {row}");
    }
    Ok(())
}
