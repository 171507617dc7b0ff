//! A server on a real socket, requests byte by byte, and types that are packable and have serde.
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

/// The same name, another shape.
pub mod other {
    #[derive(Debug, PartialEq, packed_data::Packable)]
    pub enum Tree {
        Leaf(u64),
        Node(Box<Tree>, Box<Tree>),
    }
}

/// Some of everything that can be wrong.
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

/// A perfect tree of leaves 1, 2, 3, ...
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

/// How often a thread of a server panicked.
static PANICS: AtomicUsize = AtomicUsize::new(0);

const SERVER: &str = "server";

/// Runs a test beside its server; whatever happens, the server must not panic.
///
/// A debug build takes kilobytes of stack a level: threads have more of it than tokio gives them.
pub fn run<R>(test: impl Future<Output = R>) -> R {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() == Some(SERVER) {
                PANICS.fetch_add(1, Ordering::Relaxed);
            }
            usual(info);
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
    result.expect("the test takes no two minutes")
}

/// Serves on a free port of this machine.
pub async fn serve(app: Router) -> SocketAddr {
    // Room for as many connections at once as a test opens.
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
    /// Takes a response apart.
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

    /// The body as a problem; and nothing in it is the server's own business.
    #[track_caller]
    pub fn problem(&self) -> Problem {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let text = std::str::from_utf8(&self.body).expect("UTF-8");
        let (_, said) = text.split_once("web.md#").expect(text);
        for inside in ["::common", "packed_data::", "alloc::", "core::", ".rs", "panicked", "/src/"] {
            assert!(!said.contains(inside), "{inside} in {text}");
        }
        let problem: Problem = serde_json::from_str(text).expect(text);
        assert_eq!(problem.status, self.status, "{text}");
        let (_, kind) = problem.kind.split_once("/book/src/web.md#").expect(text);
        let chapter = include_str!("../../../book/src/web.md");
        assert!(chapter.contains(&format!("### {}", kind.replace('-', " "))), "the book does not explain {kind}");
        problem
    }
}

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

/// The head of a request that has a body.
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
    // A server that refuses a body may close the connection while it is being sent: the answer is there nevertheless.
    _ = stream.write_all(&[head(path, &headers).as_bytes(), body].concat()).await;
    finish(stream).await
}

/// Reads a response to its end.
pub async fn finish(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A server that has refused a body may close the connection while some of it is under way.
    let end = stream.read_to_end(&mut bytes).await;
    assert!(!bytes.is_empty(), "no response: {end:?}");
    Reply::parse(&bytes)
}

/// Packs, and gives the bytes with their content type.
pub fn packed<T: Packable + 'static, L: Wire>(value: &T) -> (Vec<u8>, String) {
    let header = content_type::<T, L>();
    (Packed::<T, L>::pack(value).into_inner(), header.to_str().expect("ASCII").to_string())
}
