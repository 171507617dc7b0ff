//! Sends hostile bodies and headers. Each body is either a value, or is refused with 400 or 422 and the error that the
//! library reports for it. The server keeps running.

use crate::common;

use std::net::SocketAddr;
use std::pin::Pin;

use axum::Router;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use axum::routing::post as route;
use common::{Mixed, Tree, packed, perfect, post, run, serve};
use packed_data::{Cbor, Compact, Indexed, Packable, Packed};
use packed_data_axum::{Accept, Negotiated, PackedBody, Problem, Wire, content_type};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use test_suite::{Sample, TestLayout};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A shape in a layout: its route, its mutants, and the expected responses.
struct Case {
    name: &'static str,
    echo: fn(Request) -> Reply,
    content_type: HeaderValue,
    mutants: Vec<(Vec<u8>, Expected)>,
}

/// The expected response: 200, or a problem with an offset and a path.
type Expected = Result<(), (u64, Option<String>)>;

/// A response that is on its way.
type Reply = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Extracts a body as a handler does, and returns it. (The router is compiled for one function type, not for each
/// shape.)
fn echo<T: Sample, L: Wire>(request: Request) -> Reply {
    Box::pin(async move { PackedBody::<T, L>::from_request(request, &()).await.into_response() })
}

fn case<T: Sample, L: TestLayout + Wire>(name: &'static str) -> Case {
    let sample = Packed::<T, L>::pack(&T::sample()).into_inner();
    let expect = |bytes: &[u8]| match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let path = error.path().to_string();
            Err((error.offset() as u64, Some(path).filter(|path| !path.is_empty())))
        }
    };
    let mutants = mutants(&sample).into_iter().map(|bytes| {
        let expected = expect(&bytes);
        (bytes, expected)
    });
    Case {
        name,
        echo: echo::<T, L>,
        content_type: content_type::<T, L>(),
        mutants: std::iter::once((sample.clone(), Ok(()))).chain(mutants).collect(),
    }
}

/// The distance between the places that are tried: all places, but fewer without optimisation. (It is no multiple of 3,
/// the number of large numbers.)
const STEP: usize = if cfg!(debug_assertions) { 4 } else { 1 };

/// Returns mutants of a sample: each byte changed, each prefix, numbers inserted at each position, and bytes appended.
fn mutants(sample: &[u8]) -> Vec<Vec<u8>> {
    let huge: [&[u8]; 3] = [&[0xFE; 9], &[0xFD, 0xFF, 0xFF, 0xFF, 0x7F], &[0xFC, 0xFF, 0xFF]];
    let mut mutants = vec![vec![1; 4000], vec![0xFF; 4000]];
    mutants.extend(huge.map(|more| [sample, more].concat()));
    mutants.extend(huge.map(|number| [number, sample].concat()));
    for at in (0..sample.len()).step_by(STEP) {
        let (before, here) = sample.split_at(at);
        for change in [1_u8, 0x7F, 0x80, 0xFE] {
            mutants.push([before, &[here[0].wrapping_add(change)], &here[1..]].concat());
        }
        mutants.push(before.to_vec());
        mutants.push([before, huge[at % 3], here].concat());
        mutants.push([before, huge[at % 3], &here[1..]].concat());
    }
    mutants
}

/// Every shape of the test suite, in the layouts that have a content type.
#[expect(clippy::vec_init_then_push, reason = "a macro pushes")]
fn cases() -> Vec<Case> {
    use test_suite::constructors::*;
    use test_suite::*;

    let mut results = Vec::new();
    with_shapes! { rich each_shape! @@ case results compact packed_data::Compact; }
    with_shapes! { rich each_shape! @@ case results indexed packed_data::Indexed; }
    with_shapes! { rich each_shape! @@ case results cbor packed_data::Cbor; }
    results
}

/// Sends many requests over one connection.
struct Connection(TcpStream);

impl Connection {
    /// Sends a body. Returns the status and the body of the response.
    async fn ask(&mut self, path: &str, content_type: &HeaderValue, body: &[u8]) -> (u16, Vec<u8>) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {}\r\ncontent-length: {}\r\n\r\n",
            content_type.to_str().expect("ASCII"),
            body.len()
        );
        self.0.write_all(&[head.as_bytes(), body].concat()).await.expect("the request is taken");
        let mut reply = Vec::new();
        loop {
            assert_ne!(self.0.read_buf(&mut reply).await.expect("an answer"), 0, "the connection is closed");
            let Some(end) = reply.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(&reply[..end]).expect("ASCII");
            let length = head.split("\r\ncontent-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
            let length: usize = length.and_then(|length| length.parse().ok()).expect("a length");
            if reply.len() == end + 4 + length {
                let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
                return (status, reply.split_off(end + 4));
            }
        }
    }
}

/// Sends all mutants of a case. Returns how many were refused.
async fn send(address: SocketAddr, case: Case) -> usize {
    let mut connection = Connection(TcpStream::connect(address).await.expect("a connection"));
    let path = format!("/{}", case.name);
    let mut refused = 0;
    for (bytes, expected) in case.mutants {
        let (status, body) = connection.ask(&path, &case.content_type, &bytes).await;
        match expected {
            Ok(()) => assert_eq!((status, &body), (200, &bytes), "{path}"),
            Err((offset, field)) => {
                let problem: Problem = serde_json::from_slice(&body).expect("a problem");
                assert!(matches!(status, 400 | 422), "{path}: {problem} for {bytes:?}");
                assert_eq!((problem.offset, problem.path), (Some(offset), field), "{path}: {bytes:?}");
                refused += 1;
            }
        }
    }
    refused
}

#[test]
fn mutants_of_every_shape() {
    // In a debug build, the deepest of them takes more stack than the thread of a test has.
    let builder = std::thread::Builder::new().stack_size(32 << 20);
    let cases = builder.spawn(cases).expect("a thread").join().expect("no panic");
    run(async {
        let mut app = Router::new();
        for case in &cases {
            let echo = case.echo;
            app = app.route(&format!("/{}", case.name), route(move |request: Request| echo(request)));
        }
        let address = serve(app).await;
        let mut tasks = tokio::task::JoinSet::new();
        let (mut sent, mut refused) = (0, 0);
        for case in cases {
            sent += case.mutants.len();
            tasks.spawn(send(address, case));
        }
        while let Some(task) = tasks.join_next().await {
            refused += task.expect("no mismatch");
        }
        println!("{sent} bodies, {refused} refused");
        assert!(sent > 10_000 && refused > sent / 3, "{sent} bodies, {refused} refused");
    });
}

/// Sends mutants that are unpacked or deserialised.
#[test]
fn mutants_in_another_layout_and_in_json() {
    async fn echo(accept: Accept<Mixed>, Negotiated(mixed): Negotiated<Mixed>) -> Response {
        accept.reply(mixed)
    }
    run(async {
        let address = serve(Router::new().route("/", route(echo))).await;
        let mixed = Mixed {
            flag: true,
            name: "name".into(),
            words: vec!["to".into(), "be".into()],
            ages: [("a".to_string(), 1), ("b".to_string(), 2)].into(),
            units: vec![(); 3],
        };
        let json = serde_json::to_vec(&mixed).expect("JSON");
        let samples = [
            (HeaderValue::from_static("application/json"), json),
            (content_type::<Mixed, Indexed>(), packed::<_, Indexed>(&mixed).0),
        ];
        for (content_type, sample) in samples {
            let mut connection = Connection(TcpStream::connect(address).await.expect("a connection"));
            for mutant in mutants(&sample) {
                let (status, body) = connection.ask("/", &content_type, &mutant).await;
                assert!(matches!(status, 200 | 400 | 422), "{status} for {mutant:?}");
                if status != 200 {
                    let problem: Problem = serde_json::from_slice(&body).expect("a problem");
                    assert!(problem.status == status && problem.offset.is_some(), "{problem}");
                }
            }
        }
    });
}

/// Valid requests get their responses while hostile ones are sent at the same time.
#[test]
fn good_beside_hostile() {
    async fn echo(body: PackedBody<Tree>) -> PackedBody<Tree> {
        body
    }
    run(async {
        let address = serve(Router::new().route("/", route(echo))).await;
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..200 {
            tasks.spawn(async move {
                let (mut body, header) = packed::<_, Compact>(&perfect(8));
                let is_good = n % 4 == 0;
                if !is_good {
                    let at = body.len() - 9;
                    body[at] = 2 + (n % 250) as u8;
                }
                let reply = post(address, "/", &[("content-type", &header)], &body).await;
                assert_eq!(reply.status, if is_good { 200 } else { 422 });
            });
        }
        while let Some(task) = tasks.join_next().await {
            task.expect("no mismatch");
        }
    });
}

/// Each level may hold a value of 1 KiB inline.
#[derive(Packable, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a large value on each level of the stack is the point")]
enum Inline {
    Leaf(#[serde(with = "bytes")] [u8; 1024]),
    Node(Vec<Inline>),
}

/// Serialises arrays of 1,024 bytes as sequences.
mod bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8; 1024], serializer: S) -> Result<S::Ok, S::Error> {
        bytes.as_slice().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 1024], D::Error> {
        let bytes = Vec::deserialize(deserializer)?;
        bytes.try_into().map_err(|bytes: Vec<u8>| D::Error::invalid_length(bytes.len(), &"1024 bytes"))
    }
}

/// Returns a value with `levels` levels in `Compact`; each level has an additional leaf if `leaves` is set.
fn nested(levels: usize, leaves: bool) -> Vec<u8> {
    let leaf = [&[0][..], &[7; 1024]].concat();
    let node = if leaves { [&[1, 2], leaf.as_slice()].concat() } else { vec![1, 1] };
    [node.repeat(levels), leaf].concat()
}

/// Finding 13: with the default limits, a body of 900 levels overflowed the stack of a thread with 2 MiB, which is the
/// stack of tokio's threads, and terminated the server.
#[test]
fn levels_with_large_values_do_not_overflow_a_stack_of_2_mib() {
    async fn echo<L: Wire>(accept: Accept<Inline, L>, Negotiated(value): Negotiated<Inline, L>) -> Response {
        accept.reply(value)
    }

    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(2 << 20)
        .enable_all()
        .build()
        .expect("a runtime");
    let app = Router::new()
        .route("/compact", route(echo::<Compact>))
        .route("/indexed", route(echo::<Indexed>))
        .route("/cbor", route(echo::<Cbor>));
    let address = runtime.block_on(serve(app));
    let exchange = async {
        let long = nested(900, true);
        assert!((920_000..930_000).contains(&long.len()), "{} bytes", long.len());
        let bodies =
            [nested(3, true), nested(700, true), long, nested(900, false), nested(1023, false), nested(5000, false)];
        for (index, body) in bodies.iter().enumerate() {
            for path in ["/compact", "/indexed", "/cbor"] {
                for accept in ["application/vnd.packed-data; layout=compact", "application/cbor", "application/json"] {
                    let headers = [("content-type", "application/vnd.packed-data; layout=compact"), ("accept", accept)];
                    let reply = post(address, path, &headers, body).await;
                    if reply.status != 200 {
                        let problem = reply.problem();
                        assert!(matches!(reply.status, 406 | 422), "body {index}, {path}, {accept}: {problem}");
                    }
                    // A few levels are accepted; 5,000 are refused.
                    assert!(index != 0 || reply.status == 200, "{path}, {accept}: {}", reply.status);
                    assert!(index != 5 || reply.status == 422, "{path}, {accept}: {}", reply.status);
                }
            }
        }
    };
    let exchange = async { tokio::time::timeout(std::time::Duration::from_secs(120), exchange).await };
    runtime.block_on(exchange).expect("it takes less than two minutes");
}

/// Generates a header of bytes that the server accepts in headers. Most of them are parts of content types.
fn any_header() -> impl Strategy<Value = HeaderValue> {
    let meaningful = prop::sample::select(vec![
        "application/",
        "vnd.packed-data",
        "-stream",
        "json",
        "*",
        "/",
        ";",
        ",",
        "=",
        "\"",
        "\\",
        " ",
        "q=",
        "0.5",
        "1",
        "layout=",
        "compact",
        "indexed",
        "type=",
        "b9893b66c68439b5",
        "+",
        ".",
        "text/",
        "charset=utf-8",
        "\u{e9}",
    ]);
    let piece = prop_oneof![4 => meaningful.prop_map(String::from), 1 => "[ -~]{0,4}"];
    prop::collection::vec(piece, 0..12)
        .prop_map(|pieces| HeaderValue::from_bytes(pieces.concat().as_bytes()).expect("no control characters"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any headers lead to one of the expected statuses.
    #[test]
    fn any_headers(content in any_header(), accept in any_header()) {
        let body = packed::<_, Compact>(&Tree::Leaf(1)).0;
        let request = || Request::builder()
            .header("content-type", content.clone())
            .header("accept", accept.clone())
            .body(body.clone().into())
            .expect("a request");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let accept = Accept::<Tree>::from_request_parts(&mut request().into_parts().0, &()).await;
            assert!(accept.is_ok() || matches!(accept, Err(problem) if problem.status == 406));
            for status in [
                PackedBody::<Tree>::from_request(request(), &()).await.err().map_or(200, |problem| problem.status),
                Negotiated::<Tree>::from_request(request(), &()).await.err().map_or(200, |problem| problem.status),
            ] {
                assert!(matches!(status, 200 | 400 | 415 | 422), "{status} for {content:?}");
            }
        });
    }
}
