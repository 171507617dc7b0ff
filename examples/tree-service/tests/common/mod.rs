//! The service in this process or as a separate program, and raw requests.
#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::Parser;
use packed_data::{Packable, Packed};
use packed_data_axum::{Problem, Wire, content_type};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tree_service::config::{Cli, Config};
use tree_service::store::Store;
use tree_service::tree::Tree;

/// Runs a test on threads like those of the service, for at most two minutes.
pub fn run<R>(test: impl Future<Output = R>) -> R {
    let runtime = tree_service::run::runtime().expect("threads");
    let result = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(120), test).await });
    result.expect("the test takes less than two minutes")
}

/// A service in this process.
pub struct Service {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    ended: JoinHandle<bool>,
}

impl Service {
    /// Starts a service with flags. The trees are in memory.
    pub async fn start(flags: &[&str]) -> Self {
        let config = config(flags);
        // The backlog is large enough for all connections that a test opens at once.
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
        let listener: TcpListener = socket.listen(2048).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let app = tree_service::app::app(Store::in_memory().expect("a store"), &config);
        let (end, signal) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let signal = async { signal.await.unwrap_or_default() };
            tree_service::server::serve(listener, app, &config, signal).await
        });
        Self { address, end: Some(end), ended }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Signals the service to end.
    pub fn end(&mut self) {
        self.end.take().expect("the service was not signalled before").send(()).expect("the service runs");
    }

    /// Waits for the end of the service. Returns whether all requests have ended.
    pub async fn ended(self) -> bool {
        self.ended.await.expect("the service does not panic")
    }
}

fn config(flags: &[&str]) -> Config {
    Cli::try_parse_from([&["tree-service"], flags].concat()).expect("valid flags").config
}

/// The service as a program.
pub struct Program {
    pub child: Child,
    pub address: SocketAddr,
}

impl Program {
    /// Starts the program on a free port, and waits until it listens.
    pub fn start(database: &Path, flags: &[&str]) -> Self {
        let mut child = command()
            .args(["--address", "127.0.0.1:0", "--log", "warn", "--database"])
            .arg(database)
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        Self { child, address: address.unwrap_or_else(|| panic!("no address in `{line}`")) }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command that runs the program, without the variables that would configure it.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tree-service"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TREE_SERVICE_") {
            command.env_remove(name);
        }
    }
    command
}

/// Returns a tree with the leaves 1, 2, 3, ...
pub fn counted(levels: u32) -> Tree {
    let mut n = 0;
    Tree::perfect(levels, &mut || {
        n += 1;
        n
    })
}

/// Packs a value. Returns the bytes and their content type.
pub fn packed<T: Packable + 'static, L: Wire>(value: &T) -> (Vec<u8>, String) {
    let header = content_type::<T, L>();
    (Packed::<T, L>::pack(value).into_inner(), header.to_str().expect("ASCII").to_string())
}

/// A response that was read from a socket.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn problem(&self) -> Problem {
        assert!(self.head.contains("content-type: application/problem+json"), "{self:?}");
        serde_json::from_slice(&self.body).expect("a problem")
    }
}

/// Returns the head of a request.
pub fn head(method_and_path: &str, headers: &[(&str, &str)]) -> String {
    let mut head = format!("{method_and_path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head + "\r\n"
}

pub async fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// Sends a request with a body of known length.
pub async fn request(address: SocketAddr, method_and_path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let length = body.len().to_string();
    let headers = [headers, &[("content-length", length.as_str())]].concat();
    let mut stream = connect(address).await;
    stream.write_all(&[head(method_and_path, &headers).as_bytes(), body].concat()).await.expect("the request is taken");
    finish(stream).await
}

/// Reads a response to its end.
pub async fn finish(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A service that has refused a body may close the connection while the rest of the body is in transit.
    let end = stream.read_to_end(&mut bytes).await;
    let split = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let split = split.unwrap_or_else(|| panic!("no response: {end:?}, {bytes:?}"));
    let head = String::from_utf8_lossy(&bytes[..split]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Reply { status, head, body: bytes[split + 4..].to_vec() }
}
