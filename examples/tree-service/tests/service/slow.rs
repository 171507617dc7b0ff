//! Tests clients that are idle, send slowly, or do not read: which resources they hold, and for how long.

use crate::common;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use common::{Program, Service, connect, counted, packed, request, run};
use packed_data::Indexed;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

const KIND: &str = "application/vnd.packed-data; layout=indexed";
/// A limit that no test reaches.
const NEVER: &str = "1000";

/// Returns a tree of 11.6 MB: more than the system buffers of a response that is not read.
fn large() -> &'static [u8] {
    static LARGE: OnceLock<Vec<u8>> = OnceLock::new();
    LARGE.get_or_init(|| packed::<_, Indexed>(&counted(20)).0)
}

async fn put(address: SocketAddr, name: &str) {
    let reply = request(address, &format!("PUT /trees/{name}"), &[("content-type", KIND)], large()).await;
    assert!(matches!(reply.status, 201 | 204), "{reply:?}");
}

async fn health(address: SocketAddr) -> u16 {
    timeout(Duration::from_secs(60), request(address, "GET /health", &[], &[]))
        .await
        .expect("a response to /health")
        .status
}

/// Returns a connection with a small buffer on the client's side.
async fn connect_with_small_buffer(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a size");
    socket.connect(address).await.expect("a connection")
}

/// Requests the tree `large` `times` times at once, and reads only the first bytes of the response. Returns the
/// connection and these bytes.
async fn begin(address: SocketAddr, times: usize) -> (TcpStream, String) {
    let mut stream = connect_with_small_buffer(address).await;
    let head = format!("GET /trees/large HTTP/1.1\r\nhost: localhost\r\naccept: {KIND}\r\n\r\n");
    stream.write_all(head.repeat(times).as_bytes()).await.expect("the request is taken");
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.expect("a response begins");
    (stream, String::from_utf8(first.into()).expect("ASCII"))
}

/// Returns the connection of a client that reads only the beginning of its response.
async fn never_reading(address: SocketAddr) -> TcpStream {
    let (stream, first) = begin(address, 1).await;
    assert_eq!(first, "HTTP/1.1 200");
    stream
}

/// Waits until the service has closed a connection. It does not read from the connection; it writes until that fails.
async fn closed(stream: &mut TcpStream) {
    let refused = async {
        while stream.write_all(b"\r").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(60), refused).await.expect("the connection is closed");
}

fn length(file: &Path) -> u64 {
    std::fs::metadata(file).expect("the file").len()
}

/// Finding 7: each of the three clients pinned a snapshot of the database, and the file grew to eight times its size
/// with 15 writes.
#[test]
fn clients_that_never_read_do_not_pin_the_database() {
    let scratch = tempfile::tempdir().unwrap();
    let database = scratch.path().join("trees");
    let program = Program::start(&database, &["--response-timeout", NEVER, "--grace", "0.1"]);
    run(async {
        let address = program.address;
        for _ in 0..3 {
            put(address, "large").await;
        }
        let before = length(&database);
        let mut clients = Vec::new();
        for _ in 0..3 {
            clients.push(never_reading(address).await);
            // Each client reads another version of the tree.
            put(address, "large").await;
        }
        for _ in 0..9 {
            put(address, "large").await;
            assert_eq!(health(address).await, 200);
        }
        let after = length(&database);
        assert!(after <= 2 * before, "the file grew from {before} to {after} bytes");
        // The clients can still read the rest of their responses.
        for client in clients {
            let mut rest = Vec::new();
            let mut tree = client.take(large().len() as u64);
            timeout(Duration::from_secs(60), tree.read_to_end(&mut rest)).await.expect("the rest").expect("no error");
            assert_eq!(rest.len(), large().len());
        }
    });
}

/// Finding 7: other clients could not use the connections that such clients held.
#[test]
fn clients_that_never_read_are_replaced_by_others() {
    run(async {
        let service = Service::start(&["--connections", "3", "--response-timeout", NEVER]).await;
        put(service.address, "large").await;
        let mut clients = Vec::new();
        for _ in 0..3 {
            clients.push(never_reading(service.address).await);
        }
        for _ in 0..3 {
            assert_eq!(health(service.address).await, 200);
        }
    });
}

#[test]
fn idle_clients_are_replaced_by_others() {
    run(async {
        let service = Service::start(&["--connections", "3", "--idle-timeout", NEVER]).await;
        let mut idle = Vec::new();
        for _ in 0..3 {
            idle.push(connect(service.address).await);
        }
        // An incomplete head does not count as a request.
        idle[0].write_all(b"GET /health HT").await.unwrap();
        assert_eq!(health(service.address).await, 200);
    });
}

#[test]
fn a_response_that_is_not_read_is_aborted_at_the_limit() {
    run(async {
        let service = Service::start(&["--response-timeout", "1", "--idle-timeout", NEVER]).await;
        put(service.address, "large").await;
        let start = Instant::now();
        let mut client = never_reading(service.address).await;
        closed(&mut client).await;
        assert!(start.elapsed() >= Duration::from_secs(1), "it was closed early");
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest).await;
        assert!(rest.len() < large().len());
        assert_eq!(health(service.address).await, 200);
    });
}

/// The limit holds for the whole response: a client that sometimes reads a little does not extend it.
#[test]
fn a_response_that_is_read_too_slowly_is_aborted_at_the_limit() {
    run(async {
        let service = Service::start(&["--response-timeout", "1", "--idle-timeout", NEVER]).await;
        put(service.address, "large").await;
        let mut client = never_reading(service.address).await;
        let (mut total, mut buffer) = (0, [0; 500]);
        let read = async {
            while let Ok(count @ 1..) = client.read(&mut buffer).await {
                total += count;
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(Duration::from_secs(60), read).await.expect("the connection is closed");
        assert!((500..large().len()).contains(&total), "{total} bytes");
    });
}

/// The limit on idle connections does not hold for responses.
#[test]
fn a_response_that_is_read_within_the_limit_is_complete() {
    run(async {
        let service = Service::start(&["--response-timeout", NEVER, "--idle-timeout", "2"]).await;
        put(service.address, "large").await;
        for encoding in ["identity", "gzip"] {
            let mut client = connect_with_small_buffer(service.address).await;
            let head = format!(
                "GET /trees/large HTTP/1.1\r\nhost: localhost\r\naccept: {KIND}\r\naccept-encoding: {encoding}\r\n\r\n"
            );
            client.write_all(head.as_bytes()).await.unwrap();
            let mut first = vec![0; 1000];
            client.read_exact(&mut first).await.unwrap();
            sleep(Duration::from_millis(2500)).await;
            // (The system accepts the end of the response before the client reads it: two seconds are enough to read
            // that, also on a busy machine.)
            let mut rest = Vec::new();
            // The stream ends, because the connection is idle after the response.
            client.read_to_end(&mut rest).await.unwrap();
            let whole = [first, rest].concat();
            let head = whole.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
            if encoding == "identity" {
                assert!(&whole[head..] == large());
            } else {
                assert!(whole.ends_with(b"\r\n0\r\n\r\n"), "the last chunk");
            }
        }
    });
}

#[test]
fn a_connection_is_closed_when_it_is_idle_or_its_head_is_slow() {
    run(async {
        let service = Service::start(&["--idle-timeout", "0.5"]).await;
        let end = async |mut client: TcpStream| {
            let mut rest = Vec::new();
            let end = timeout(Duration::from_secs(60), client.read_to_end(&mut rest)).await.expect("it is closed");
            assert!(rest.len() < 1000 && end.is_ok_and(|_| true) | rest.is_empty(), "{rest:?}");
        };
        // Nothing was sent; then a part of a head was sent; then a request got its response.
        end(connect(service.address).await).await;
        let mut begun = connect(service.address).await;
        begun.write_all(b"GET /health HTTP/1.1\r\nhost: loc").await.unwrap();
        end(begun).await;
        let mut answered = connect(service.address).await;
        answered.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        end(answered).await;
        // A head that grows does not extend the limit.
        let mut growing = connect(service.address).await;
        growing.write_all(b"GET /health HTTP/1.1\r\n").await.unwrap();
        let grow = async {
            while growing.write_all(b"x: y\r\n").await.is_ok() {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(Duration::from_secs(60), grow).await.expect("the connection is closed");
    });
}

#[test]
fn responses_that_are_not_read_take_limited_memory() {
    run(async {
        let memory = (large().len() * 5 / 2).to_string();
        let service = Service::start(&["--response-timeout", NEVER, "--response-memory", &memory]).await;
        let address = service.address;
        put(address, "large").await;
        // Even if a client requests many responses at once, it gets one at a time.
        let (first, status) = begin(address, 40).await;
        assert_eq!(status, "HTTP/1.1 200");
        let second = never_reading(address).await;
        let refused = request(address, "GET /trees/large", &[("accept", KIND)], &[]).await;
        assert_eq!(refused.status, 503);
        assert!(refused.problem().detail.contains("other clients have not read"));
        assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
        assert_eq!(health(address).await, 200);
        assert_eq!(request(address, "GET /trees/large/sum", &[], &[]).await.status, 200);
        // The memory is freed as soon as the clients disconnect.
        drop((first, second));
        let served = async {
            while request(address, "GET /trees/large", &[("accept", KIND)], &[]).await.status != 200 {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(Duration::from_secs(60), served).await.expect("the request is served");
    });
}

#[test]
fn a_service_that_ends_waits_for_slow_readers_only_within_the_limits() {
    run(async {
        for (flags, all) in [
            (["--response-timeout", NEVER, "--grace", "0.3"], false),
            (["--response-timeout", "0.5", "--grace", NEVER], true),
        ] {
            let mut service = Service::start(&flags).await;
            put(service.address, "large").await;
            let client = never_reading(service.address).await;
            service.end();
            assert_eq!(timeout(Duration::from_secs(60), service.ended()).await.expect("it ends"), all, "{flags:?}");
            drop(client);
        }
    });
}
