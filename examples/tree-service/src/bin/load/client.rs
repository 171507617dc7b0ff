//! Requests that are made once and sent over and over; of a response no more is looked at than has to be.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request, ready to be sent.
pub(crate) struct Request {
    bytes: Vec<u8>,
    /// The status of the response.
    status: [u8; 3],
}

impl Request {
    /// A `POST`, and what is answered to it.
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

/// What a run showed.
#[derive(Default)]
pub(crate) struct Run {
    /// How long each request took.
    pub(crate) times: Vec<Duration>,
    /// How long all of them took.
    pub(crate) length: Duration,
}

impl Run {
    /// Requests a second.
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.length.as_secs_f64()
    }

    /// The time within which so many of a hundred requests were answered, in microseconds.
    pub(crate) fn percentile(&mut self, percent: usize) -> f64 {
        self.times.sort_unstable();
        let index = self.times.len().saturating_sub(1).saturating_mul(percent) / 100;
        self.times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
    }
}

/// Sends a request over and over, on so many connections, for so long.
pub(crate) async fn run(
    address: SocketAddr,
    request: Arc<Request>,
    connections: usize,
    length: Duration,
) -> Result<Run, String> {
    let start = Instant::now();
    let end = start + length;
    let tasks = (0..connections).map(|_| tokio::spawn(one_after_the_other(address, Arc::clone(&request), end)));
    let mut run = Run::default();
    for task in Vec::from_iter(tasks) {
        run.times.extend(task.await.map_err(|error| error.to_string())??);
    }
    run.length = start.elapsed();
    Ok(run)
}

async fn one_after_the_other(
    address: SocketAddr,
    request: Arc<Request>,
    end: Instant,
) -> Result<Vec<Duration>, String> {
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

/// Sends a request, reads the response, and says whether the connection stays open.
///
/// A service that refuses a body need not read it: it is no error if not all of it can be sent.
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
            // Refused, and reset before the response was read.
            _ if request.status[0] == b'4' => return Ok(false),
            end => return Err(format!("no response: {end:?}")),
        }
    }
}

/// The lengths of head and body, and whether the connection stays open, if the head is complete.
fn parse(response: &[u8]) -> Option<(usize, usize, bool)> {
    let end = response.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(response.get(..end)?).ok()?;
    let length = head.split("\r\n").find_map(|line| line.strip_prefix("content-length: "))?.parse().ok()?;
    Some((end + 4, length, !head.contains("connection: close")))
}
