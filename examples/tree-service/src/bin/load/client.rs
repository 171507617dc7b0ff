//! A client that sends the same request repeatedly, and parses only the necessary parts of the responses.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request, ready to be sent.
pub(crate) struct Request {
    bytes: Vec<u8>,
    /// The expected status of the response.
    status: [u8; 3],
}

impl Request {
    /// Returns a `POST` request with the expected status of its response.
    pub(crate) fn post(path: &str, content_type: &str, body: &[u8], status: u16) -> Arc<Self> {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\r\n"
        );
        let mut digits = [b'0'; 3];
        digits.iter_mut().zip(status.to_string().bytes()).for_each(|(digit, byte)| *digit = byte);
        Arc::new(Self { bytes: [head.as_bytes(), body].concat(), status: digits })
    }
}

/// The results of a run.
#[derive(Default)]
pub(crate) struct Run {
    /// The time of each request.
    pub(crate) times: Vec<Duration>,
    /// The time of the whole run.
    pub(crate) length: Duration,
}

impl Run {
    /// Returns the number of requests per second.
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.length.as_secs_f64()
    }

    /// Returns a percentile of the times, in microseconds.
    pub(crate) fn percentile(&mut self, percent: usize) -> f64 {
        self.times.sort_unstable();
        let index = self.times.len().saturating_sub(1).saturating_mul(percent) / 100;
        self.times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
    }
}

/// Sends a request repeatedly, on `connections` connections, for the time `length`.
pub(crate) async fn run(
    address: SocketAddr,
    request: Arc<Request>,
    connections: usize,
    length: Duration,
) -> Result<Run, String> {
    let start = Instant::now();
    let end = start + length;
    let tasks = (0..connections).map(|_| tokio::spawn(send_in_sequence(address, Arc::clone(&request), end)));
    let mut run = Run::default();
    for task in Vec::from_iter(tasks) {
        run.times.extend(task.await.map_err(|error| error.to_string())??);
    }
    run.length = start.elapsed();
    Ok(run)
}

/// Sends a request repeatedly until `end`, one at a time. Returns the times.
async fn send_in_sequence(address: SocketAddr, request: Arc<Request>, end: Instant) -> Result<Vec<Duration>, String> {
    let mut times = Vec::new();
    let mut connection = None;
    let mut response = Vec::new();
    while Instant::now() < end {
        let start = Instant::now();
        let mut stream = match connection.take() {
            Some(stream) => stream,
            None => connect(address).await?,
        };
        let open = exchange(&mut stream, &request, &mut response).await?;
        connection = open.then_some(stream);
        times.push(start.elapsed());
    }
    Ok(times)
}

async fn connect(address: SocketAddr) -> Result<TcpStream, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    Ok(stream)
}

/// Sends a request and reads the response. Returns whether the connection stays open.
///
/// A service that refuses a body need not read it. So it is not an error if the client cannot send the whole body.
async fn exchange(stream: &mut TcpStream, request: &Request, response: &mut Vec<u8>) -> Result<bool, String> {
    response.clear();
    let sent = stream.write_all(&request.bytes).await;
    loop {
        if let Some((head, length, open)) = parse(response)
            && response.len() >= head + length
        {
            if response.get(9..12) != Some(&request.status[..]) {
                return Err(format!("unexpected response: {}", String::from_utf8_lossy(response)));
            }
            return Ok(open && sent.is_ok());
        }
        match stream.read_buf(response).await {
            Ok(read) if read > 0 => {}
            // The request was refused, and the connection was reset before the response was read.
            _ if request.status[0] == b'4' => return Ok(false),
            end => return Err(format!("no response: {end:?}")),
        }
    }
}

/// Returns the lengths of head and body, and whether the connection stays open; `None` if the head is incomplete.
fn parse(response: &[u8]) -> Option<(usize, usize, bool)> {
    let end = response.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(response.get(..end)?).ok()?;
    let length = head.split("\r\n").find_map(|line| line.strip_prefix("content-length: "))?.parse().ok()?;
    Some((end + 4, length, !head.contains("connection: close")))
}
