//! A server of one page and one file, on the loopback address, for one browser. It is small enough to read: `GET` and
//! `HEAD` of two resources, a connection for each request.
//!
//! Other programs and pages do not get at the file: the path has a secret part, and a request must name the address in
//! its `Host`, so that a name that a page of another site makes point here is refused.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::source::Source;

/// The greatest size of the head of a request.
const HEAD: usize = 16 << 10;
/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_secs(30);
/// Why a file that was shortened is not read.
const SHORTER: &str = "the file is shorter than it was when `packed explore` opened it: start that again\n";
/// How many bytes are read and sent at once.
const PIECE: usize = 256 << 10;

/// A server that has an address, and does not answer yet.
pub(super) struct Server {
    listener: TcpListener,
    address: SocketAddr,
    served: Arc<Served>,
}

/// What is served.
struct Served {
    /// The secret part of the paths.
    secret: String,
    hosts: [String; 2],
    page: String,
    file: Mutex<Source>,
    /// The size of the file when it was opened.
    size: u64,
    /// Where the file is, if it is no pipe, and what the system said of it then.
    path: Option<PathBuf>,
    stamp: Option<Stamp>,
}

/// The size of the file at a path, and when it was changed.
type Stamp = (u64, SystemTime);

/// An answer: its status, its headers, and the bytes that follow.
struct Answer {
    status: &'static str,
    headers: String,
    body: Body,
}

enum Body {
    Page,
    Bytes(Range<u64>),
    Text(&'static str),
}

impl Server {
    /// Takes a free port of the loopback address. `path` shows whether what `file` reads has changed.
    pub(super) fn bind(page: String, mut file: Source, path: Option<PathBuf>) -> io::Result<Self> {
        let (size, stamp) = (file.size()?, stamp(path.as_deref()));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let hosts = [format!("127.0.0.1:{}", address.port()), format!("localhost:{}", address.port())];
        let served = Arc::new(Served { secret: secret(), hosts, page, file: Mutex::new(file), size, path, stamp });
        Ok(Self { listener, address, served })
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.address, self.served.secret)
    }

    /// Answers requests, each in a thread, until the process ends.
    pub(super) fn run(self) -> io::Result<()> {
        for stream in self.listener.incoming() {
            // (A connection that failed before it was taken is of no interest.)
            let Ok(stream) = stream else { continue };
            let served = Arc::clone(&self.served);
            std::thread::Builder::new().spawn(move || {
                // (A browser that goes away is no error.)
                _ = served.answer(stream);
            })?;
        }
        Ok(())
    }
}

fn stamp(path: Option<&Path>) -> Option<Stamp> {
    let known = std::fs::metadata(path?).ok().filter(std::fs::Metadata::is_file)?;
    Some((known.len(), known.modified().ok()?))
}

/// Returns 128 bits that others do not know, in hexadecimal digits: two hashes with keys from the system's source of
/// random numbers.
fn secret() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

impl Served {
    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let mut head = Vec::new();
        let mut piece = [0; 2048];
        let (answer, is_head) = loop {
            let mut headers = [httparse::EMPTY_HEADER; 64];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&head) {
                Ok(httparse::Status::Complete(_)) => break (self.choose(&request), request.method == Some("HEAD")),
                Ok(httparse::Status::Partial) if head.len() < HEAD => {}
                _ => break (refused("400 Bad Request", "no request that this server understands\n"), false),
            }
            let count = stream.read(&mut piece)?;
            if count == 0 {
                return Ok(());
            }
            head.extend_from_slice(piece.get(..count).unwrap_or_default());
        };
        self.send(&mut stream, &answer, is_head)?;
        // (What was not read would make the system reset the connection, and the answer would be lost.)
        stream.shutdown(Shutdown::Write)?;
        io::copy(&mut stream.take(HEAD as u64), &mut io::sink()).map(drop)
    }

    /// Returns the answer to a request.
    fn choose(&self, request: &httparse::Request<'_, '_>) -> Answer {
        let header = |name: &str| {
            let found = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(found.value).ok()
        };
        if !header("host").is_some_and(|host| self.hosts.iter().any(|known| known == host)) {
            return refused("403 Forbidden", "the address of this server has another name\n");
        }
        if !matches!(request.method, Some("GET" | "HEAD")) {
            return refused("405 Method Not Allowed", "expected GET or HEAD\n");
        }
        let path = request.path.and_then(|path| path.strip_prefix('/')?.strip_prefix(&self.secret));
        match path {
            Some("/") => Answer { status: "200 OK", headers: html(), body: Body::Page },
            Some("/file") => self.part(header("range")),
            _ => refused("404 Not Found", "there is no such page\n"),
        }
    }

    /// Returns a part of the file (RFC 9110, section 14): one range, otherwise all of it. Says whether the file has
    /// changed since it was opened; does not answer if it has become shorter.
    fn part(&self, range: Option<&str>) -> Answer {
        let size = self.size;
        match self.file.lock().unwrap_or_else(PoisonError::into_inner).size() {
            Ok(now) if now >= size => {}
            Ok(_) => return refused("409 Conflict", SHORTER),
            Err(_) => return refused("500 Internal Server Error", "the system cannot read the file\n"),
        }
        let is_same = stamp(self.path.as_deref()) == self.stamp;
        let changed = if is_same { "" } else { "packed-changed: yes\r\n" };
        let octets = format!("content-type: application/octet-stream\r\naccept-ranges: bytes\r\n{changed}");
        let Some(text) = range.and_then(|range| range.strip_prefix("bytes=")).filter(|text| !text.contains(',')) else {
            return Answer { status: "200 OK", headers: octets, body: Body::Bytes(0..size) };
        };
        match parse_range(text, size) {
            Some(range) => Answer {
                status: "206 Partial Content",
                headers: format!("{octets}content-range: bytes {}-{}/{size}\r\n", range.start, range.end - 1),
                body: Body::Bytes(range),
            },
            None => Answer {
                headers: format!("{octets}content-range: bytes */{size}\r\n"),
                ..refused("416 Range Not Satisfiable", "the file does not have these bytes\n")
            },
        }
    }

    fn send(&self, stream: &mut TcpStream, answer: &Answer, is_head: bool) -> io::Result<()> {
        let len = match &answer.body {
            Body::Page => self.page.len() as u64,
            Body::Bytes(range) => range.end - range.start,
            Body::Text(text) => text.len() as u64,
        };
        let head = format!(
            "HTTP/1.1 {}\r\n{}content-length: {len}\r\nconnection: close\r\ncache-control: no-store\r\n\
             x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\r\n",
            answer.status, answer.headers
        );
        stream.write_all(head.as_bytes())?;
        if is_head {
            return Ok(());
        }
        match &answer.body {
            Body::Page => stream.write_all(self.page.as_bytes()),
            Body::Text(text) => stream.write_all(text.as_bytes()),
            Body::Bytes(range) => self.send_bytes(stream, range.clone()),
        }
    }

    fn send_bytes(&self, stream: &mut TcpStream, mut range: Range<u64>) -> io::Result<()> {
        let mut piece = vec![0; PIECE];
        while range.start < range.end {
            let count = usize::try_from(range.end - range.start).unwrap_or(PIECE).min(PIECE);
            let piece = piece.get_mut(..count).unwrap_or_default();
            {
                let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(range.start))?;
                file.read_exact(piece)?;
            }
            stream.write_all(piece)?;
            range.start += count as u64;
        }
        Ok(())
    }
}

/// Returns the headers of the page. Its content security policy is in it; that it may not be in a frame, only a header
/// can say.
fn html() -> String {
    "content-type: text/html; charset=utf-8\r\ncontent-security-policy: frame-ancestors 'none'\r\n\
     cross-origin-resource-policy: same-origin\r\n"
        .into()
}

fn refused(status: &'static str, why: &'static str) -> Answer {
    Answer { status, headers: "content-type: text/plain; charset=utf-8\r\n".into(), body: Body::Text(why) }
}

/// Parses `first-last`, `first-` or `-count`; `None` if the file has none of these bytes.
fn parse_range(text: &str, size: u64) -> Option<Range<u64>> {
    let (first, last) = text.trim().split_once('-')?;
    let range = match (first, last) {
        ("", count) => size.saturating_sub(count.parse().ok()?)..size,
        (first, "") => first.parse().ok()?..size,
        (first, last) => first.parse().ok()?..last.parse::<u64>().ok()?.saturating_add(1).min(size),
    };
    (range.start < range.end).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        for (text, range) in [
            ("0-0", Some(0..1)),
            ("2-", Some(2..10)),
            ("-3", Some(7..10)),
            ("-20", Some(0..10)),
            ("4-100", Some(4..10)),
            ("10-12", None),
            ("5-4", None),
            ("-0", None),
            ("a-b", None),
            ("7", None),
            ("-", None),
            ("18446744073709551615-18446744073709551615", None),
        ] {
            assert_eq!(parse_range(text, 10), range, "{text}");
        }
        assert_eq!(parse_range("0-", 0), None);
    }

    /// Sends a request, and returns the answer.
    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn requests() {
        let file = Source::Memory(io::Cursor::new(b"0123456789".to_vec()));
        let server = Server::bind("the page".into(), file, None).unwrap();
        let (address, url) = (server.address, server.address());
        std::thread::spawn(|| server.run());
        let path = url.strip_prefix(&format!("http://{address}")).unwrap().to_owned();
        assert_eq!(path.len(), 34);
        let get = |method: &str, path: &str, host: &str, more: &str| {
            ask(address, &format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"))
        };
        let here = address.to_string();
        let page = get("GET", &path, &here, "");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\ncontent-type: text/html"), "{page}");
        assert!(page.contains("content-length: 8\r\n") && page.ends_with("\r\n\r\nthe page"), "{page}");
        assert!(page.contains("frame-ancestors 'none'"), "{page}");
        assert!(get("GET", &path, &format!("localhost:{}", address.port()), "").ends_with("the page"));
        assert!(get("HEAD", &path, &here, "").ends_with("\r\n\r\n"));
        let file = format!("{path}file");
        let part = get("GET", &file, &here, "Range: bytes=2-4\r\n");
        assert!(part.starts_with("HTTP/1.1 206 "), "{part}");
        assert!(part.contains("content-range: bytes 2-4/10\r\n") && part.ends_with("\r\n\r\n234"), "{part}");
        assert!(get("GET", &file, &here, "").ends_with("\r\n\r\n0123456789"));
        assert!(get("GET", &file, &here, "Range: bytes=10-\r\n").starts_with("HTTP/1.1 416 "));
        assert!(!part.contains("packed-changed"), "{part}");
        // Other sites and programs.
        assert!(get("GET", &path, "evil.example", "").starts_with("HTTP/1.1 403 "));
        assert!(get("GET", "/", &here, "").starts_with("HTTP/1.1 404 "));
        assert!(get("GET", "/00000000000000000000000000000000/file", &here, "").starts_with("HTTP/1.1 404 "));
        assert!(get("POST", &path, &here, "").starts_with("HTTP/1.1 405 "));
        assert!(ask(address, &format!("GET {path} HTTP/1.1\r\n\r\n")).starts_with("HTTP/1.1 403 "));
        assert!(ask(address, "\u{1}\r\n\r\n").starts_with("HTTP/1.1 400 "));
        let long = format!("GET / HTTP/1.1\r\nHost: {}\r\n", "a".repeat(HEAD));
        assert!(ask(address, &long).starts_with("HTTP/1.1 400 "));
    }

    /// A file that changes while it is served: the answers say so.
    #[test]
    fn changed_file() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123456789").unwrap();
        let opened = Source::File(file.reopen().unwrap());
        let server = Server::bind("the page".into(), opened, Some(file.path().to_owned())).unwrap();
        let (address, url) = (server.address, server.address());
        std::thread::spawn(|| server.run());
        let path = url.strip_prefix(&format!("http://{address}")).unwrap().to_owned();
        let part = || ask(address, &format!("GET {path}file HTTP/1.1\r\nHost: {address}\r\nRange: bytes=2-4\r\n\r\n"));
        assert!(!part().contains("packed-changed"));
        let is_changed = |answer: &str| answer.contains("\r\npacked-changed: yes\r\n") && answer.ends_with("234");
        file.as_file().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let other = part();
        assert!(is_changed(&other), "{other}");
        file.as_file().set_len(9).unwrap();
        let shorter = part();
        assert!(shorter.starts_with("HTTP/1.1 409 ") && shorter.ends_with(SHORTER), "{shorter}");
        // Another file takes the place of this one, or none does: the bytes are still those that were opened.
        file.as_file().set_len(10).unwrap();
        let aside = file.path().with_extension("aside");
        std::fs::rename(file.path(), &aside).unwrap();
        let gone = part();
        assert!(is_changed(&gone), "{gone}");
        std::fs::rename(&aside, file.path()).unwrap();
    }
}
