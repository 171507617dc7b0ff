//! A server on a real socket, raw requests, and types that implement `Packable` and the traits of serde.
#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use packed_data::{Cursor, Done, Layout, Packable, Packed};
use packed_data_axum::{Problem, Wire, content_type};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// The paper's tree.
#[derive(Clone, Debug, PartialEq, Packable, Serialize, Deserialize)]
pub enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// A type of the same name with another shape.
pub mod other {
    #[derive(Debug, PartialEq, packed_data::Packable)]
    pub enum Tree {
        Leaf(u64),
        Node(Box<Tree>, Box<Tree>),
    }
}

/// A type in whose values many kinds of errors are possible.
#[derive(Clone, Debug, PartialEq, Packable, Serialize, Deserialize)]
pub struct Mixed {
    pub flag: bool,
    pub name: String,
    pub words: Vec<String>,
    pub ages: std::collections::BTreeMap<String, u8>,
    pub units: Vec<()>,
}

pub fn node(left: Tree, right: Tree) -> Tree {
    Tree::Node(Box::new(left), Box::new(right))
}

/// Returns a perfect tree with the leaves 1, 2, 3, ...
pub fn perfect(depth: u32) -> Tree {
    fn grow(depth: u32, next: &mut i64) -> Tree {
        if depth == 0 {
            *next += 1;
            return Tree::Leaf(*next);
        }
        let left = grow(depth - 1, next);
        node(left, grow(depth - 1, next))
    }
    grow(depth, &mut 0)
}

pub fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum);
            let (right, fields) = fields.with(sum);
            fields.done(left.wrapping_add(right))
        }
    }
}

/// The number of panics in threads of the server.
static PANICS: AtomicUsize = AtomicUsize::new(0);

const SERVER: &str = "server";

/// Runs a test and its server, and fails if the server panics.
///
/// In a debug build, a level of nesting takes kilobytes of stack, so the threads have more stack than tokio's default.
pub fn run<R>(test: impl Future<Output = R>) -> R {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() == Some(SERVER) {
                PANICS.fetch_add(1, Ordering::Relaxed);
            }
            default_hook(info);
        }));
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_name(SERVER)
        .thread_stack_size(32 << 20)
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let result = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(120), test).await });
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "the server panicked");
    result.expect("the test takes less than two minutes")
}

/// Serves on a free port of this machine.
pub async fn serve(app: Router) -> SocketAddr {
    // The backlog is large enough for all connections that a test opens at once.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
    let listener = socket.listen(2048).expect("a listener");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Reply {
    /// Parses a response.
    pub fn parse(bytes: &[u8]) -> Self {
        let head = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the headers");
        let text = std::str::from_utf8(&bytes[..head]).expect("headers in ASCII");
        let mut lines = text.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_string()))
            .collect::<HashMap<_, _>>();
        let body = &bytes[head + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        let body = if chunked { dechunk(body) } else { body.to_vec() };
        Self { status: status.expect("a status"), headers, body }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Returns the body as a problem. Fails if it reveals details of the server.
    #[track_caller]
    pub fn problem(&self) -> Problem {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let text = std::str::from_utf8(&self.body).expect("UTF-8");
        let (_, after_address) = text.split_once("web.md#").expect(text);
        for internal in ["::common", "packed_data::", "alloc::", "core::", ".rs", "panicked", "/src/"] {
            assert!(!after_address.contains(internal), "{internal} in {text}");
        }
        let problem: Problem = serde_json::from_str(text).expect(text);
        assert_eq!(problem.status, self.status, "{text}");
        let (_, kind) = problem.kind.split_once("/book/src/web.md#").expect(text);
        let chapter = include_str!("../../../../book/src/web.md");
        assert!(chapter.contains(&format!("### {}", kind.replace('-', " "))), "the book does not explain {kind}");
        problem
    }
}

/// Decodes a body in chunked transfer coding.
fn dechunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(line) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..line]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let size = size.expect("the size of a chunk");
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&rest[line + 2..line + 2 + size]);
        rest = &rest[line + 2 + size + 2..];
    }
    panic!("the last chunk is missing after {} bytes", body.len())
}

/// Returns the head of a request that has a body.
pub fn head(path: &str, headers: &[(&str, &str)]) -> String {
    let mut head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head + "\r\n"
}

/// Sends a request with a body of known length.
pub async fn post(address: SocketAddr, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let length = body.len().to_string();
    let headers = [headers, &[("content-length", length.as_str())]].concat();
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // A server that refuses a body may close the connection while the client still sends. Its response arrives anyway.
    _ = stream.write_all(&[head(path, &headers).as_bytes(), body].concat()).await;
    finish(stream).await
}

/// Reads a response to its end.
pub async fn finish(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A server that has refused a body may close the connection while the rest of the body is in transit.
    let end = stream.read_to_end(&mut bytes).await;
    assert!(!bytes.is_empty(), "no response: {end:?}");
    Reply::parse(&bytes)
}

/// Packs a value. Returns the bytes and their content type.
pub fn packed<T: Packable + 'static, L: Wire>(value: &T) -> (Vec<u8>, String) {
    let header = content_type::<T, L>();
    (Packed::<T, L>::pack(value).into_inner(), header.to_str().expect("ASCII").to_string())
}
