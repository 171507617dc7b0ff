//! Tests packed data in requests and responses, through real sockets.

use crate::common;

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post as route;
use common::{Mixed, Reply, Tree, finish, head, node, other, packed, perfect, post, run, serve, sum};
use packed_data::{Compact, Fingerprint, Indexed, Limits, Packable, Packed};
use packed_data_axum::{PackedBody, Wire, limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn add(PackedBody(tree): PackedBody<Tree>) -> PackedBody<i64, Compact, Vec<u8>> {
    PackedBody(Packed::pack(&tree.read(sum)))
}

async fn echo<T: Packable + 'static, L: Wire>(body: PackedBody<T, L>) -> PackedBody<T, L> {
    body
}

fn app() -> Router {
    Router::new()
        .route("/sum", route(add))
        .route("/echo", route(echo::<Tree, Compact>))
        .route("/indexed", route(echo::<Tree, Indexed>))
        .route("/mixed", route(echo::<Mixed, Compact>))
        .route("/words", route(echo::<Vec<String>, Compact>))
        .route("/small", route(echo::<Tree, Compact>).layer(DefaultBodyLimit::max(64)))
        .route("/shallow", route(echo::<Tree, Compact>).layer(limits(Limits { depth: 3, ..Limits::DEFAULT })))
        .route("/short", route(echo::<Tree, Compact>).layer(limits(Limits { bytes: 20, ..Limits::DEFAULT })))
        .route("/units", route(echo::<Vec<()>, Compact>).layer(limits(Limits { empty_elements: 9, ..Limits::DEFAULT })))
}

const TYPE: &str = "application/vnd.packed-data";

/// Posts bytes as packed data without parameters.
async fn post_bytes(address: std::net::SocketAddr, path: &str, bytes: &[u8]) -> Reply {
    post(address, path, &[("content-type", TYPE)], bytes).await
}

#[test]
fn a_value_is_read_and_another_is_returned() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(4));
        let reply = post(address, "/sum", &[("content-type", &header)], &body).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        assert_eq!(reply.header("content-type"), packed::<_, Compact>(&0_i64).1);
        assert_eq!(reply.header("content-length"), "8");
        assert_eq!(reply.body, 136_i64.to_le_bytes());
    });
}

#[test]
fn an_echo_returns_the_same_bytes() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Indexed>(&perfect(10));
        let reply = post(address, "/indexed", &[("content-type", &header)], &body).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, header.as_str()));
        assert!(header.starts_with("application/vnd.packed-data; layout=indexed; type="), "{header}");
        assert_eq!(reply.header("content-length"), body.len().to_string());
        assert_eq!(reply.body, body);
    });
}

#[test]
fn parameters_may_be_absent_quoted_and_in_capitals() {
    run(async {
        let address = serve(app()).await;
        let (body, _) = packed::<_, Compact>(&perfect(1));
        let fingerprint = Fingerprint::of::<Tree>().to_string();
        for header in [
            TYPE.to_string(),
            "Application/VND.Packed-Data".into(),
            format!("{TYPE}; layout=compact"),
            format!("{TYPE};Layout=\"Compact\""),
            format!("{TYPE}; type={fingerprint}"),
            format!("{TYPE}; TYPE={}; layout=COMPACT; other=1", fingerprint.to_uppercase()),
        ] {
            let reply = post(address, "/echo", &[("content-type", &header)], &body).await;
            assert_eq!(reply.status, 200, "{header}: {reply:?}");
        }
    });
}

#[test]
fn another_content_type_is_415() {
    run(async {
        let address = serve(app()).await;
        let (body, expected) = packed::<_, Compact>(&perfect(1));
        for (header, found) in [
            ("text/plain", "the content type `text/plain`"),
            ("application/json", "JSON"),
            ("application/vnd.packed-data-stream", "a stream of packed values"),
            ("application/vnd.packed-data; layout=indexed", "the layout `indexed`"),
            ("application/vnd.packed-data; layout=haskell", "the layout `haskell`"),
            ("application/vnd.packed-data; type=12", "the content type `application/vnd.packed-data; type=12`"),
            ("nonsense", "the content type `nonsense`"),
            ("", "the content type ``"),
            ("\u{e9}", "the content type that is not visible ASCII"),
        ] {
            let reply = post(address, "/echo", &[("content-type", header)], &body).await;
            assert_eq!(reply.status, 415, "{header}");
            assert_eq!(reply.header("accept"), expected);
            let problem = reply.problem();
            assert_eq!(problem.title, "unsupported media type");
            assert_eq!(problem.detail, format!("expected `{expected}`, found {found}"));
        }
        let reply = post(address, "/echo", &[], &body).await;
        assert_eq!(reply.status, 415);
        assert_eq!(reply.problem().detail, format!("expected `{expected}`, found no content type"));
        let reply = post(address, "/echo", &[("content-type", TYPE), ("content-encoding", "gzip")], &body).await;
        assert_eq!(reply.status, 415);
        assert_eq!(
            reply.problem().detail,
            format!("expected `{expected}`, found a body with the content coding `gzip`")
        );
        let reply = post(address, "/echo", &[("content-type", TYPE), ("content-encoding", "identity")], &body).await;
        assert_eq!(reply.status, 200);
    });
}

/// Finding 13: only the first of several lines was read, and `GZIP` in capitals was accepted.
#[test]
fn every_content_coding_is_read() {
    run(async {
        let address = serve(app()).await;
        let (body, expected) = packed::<_, Compact>(&perfect(1));
        let ask = async |codings: &[&str]| {
            let mut headers = vec![("content-type", TYPE)];
            headers.extend(codings.iter().map(|coding| ("content-encoding", *coding)));
            post(address, "/echo", &headers, &body).await
        };
        for (codings, found) in [
            (&["identity", "gzip"][..], "gzip"),
            (&["identity, gzip"], "identity, gzip"),
            (&["gzip", "identity"], "gzip"),
            (&["GZIP"], "GZIP"),
            (&["", ", ,", "Identity,, zstd"], "Identity,, zstd"),
            (&["identity", "\"identity\""], "\"identity\""),
            (&["identity identity"], "identity identity"),
        ] {
            let reply = ask(codings).await;
            assert_eq!(reply.status, 415, "{codings:?}");
            let detail = format!("expected `{expected}`, found a body with the content coding `{found}`");
            assert_eq!(reply.problem().detail, detail, "{codings:?}");
        }
        for codings in [&["Identity"][..], &["identity", "IDENTITY"], &["identity, ,identity"], &[""]] {
            assert_eq!(ask(codings).await.status, 200, "{codings:?}");
        }
    });
}

/// Transfer codings other than `chunked` are not decoded.
#[test]
fn another_transfer_coding_is_415() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&Tree::Leaf(7));
        let chunk = [b"9\r\n", body.as_slice(), b"\r\n0\r\n\r\n"].concat();
        for (coding, status) in [("chunked", 200), ("Chunked", 200), ("gzip, chunked", 415)] {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let head = head("/sum", &[("content-type", &header), ("transfer-encoding", coding)]);
            stream.write_all(&[head.as_bytes(), &chunk].concat()).await.expect("the request is taken");
            assert_eq!(finish(stream).await.status, status, "{coding}");
        }
    });
}

/// A content type that can be read in two ways is refused.
#[test]
fn an_ambiguous_content_type_is_415() {
    run(async {
        let address = serve(app()).await;
        let (body, _) = packed::<_, Compact>(&perfect(1));
        let ask = async |lines: &[&str]| {
            let headers = Vec::from_iter(lines.iter().map(|line| ("content-type", *line)));
            post(address, "/echo", &headers, &body).await
        };
        for lines in [
            &[TYPE, TYPE][..],
            &[TYPE, "application/vnd.packed-data; layout=indexed"],
            &["application/vnd.packed-data, application/vnd.packed-data"],
            &["application/vnd.packed-data; layout=compact; Layout=indexed"],
            &["application/vnd.packed-data; layout=compact; layout=compact"],
            &["application/vnd.packed-data; layout"],
        ] {
            let reply = ask(lines).await;
            assert_eq!((reply.status, reply.problem().status), (415, 415), "{lines:?}");
        }
        for line in
            ["application/vnd.packed-data;; layout=compact;", "application/vnd.packed-data ;x=\"; layout=indexed\""]
        {
            assert_eq!(ask(&[line]).await.status, 200, "{line}");
        }
    });
}

#[test]
fn another_fingerprint_is_422_and_both_are_named() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&other::Tree::Leaf(7));
        let reply = post(address, "/echo", &[("content-type", &header)], &body).await;
        assert_eq!(reply.status, 422);
        let (expected, found) = (Fingerprint::of::<Tree>(), Fingerprint::of::<other::Tree>());
        let detail = format!("expected a value of type {expected}, found one of type {found}");
        assert_eq!(reply.problem().detail, detail);
    });
}

/// Invalid bytes lead to a problem with the right status, byte and field.
#[test]
fn invalid_bytes_are_400_or_422() {
    run(async {
        let address = serve(app()).await;
        let mixed = Mixed {
            flag: true,
            name: "n".into(),
            words: vec!["w".into()],
            ages: [("a".to_string(), 1), ("b".to_string(), 2)].into(),
            units: vec![(); 3],
        };
        let (good, _) = packed::<_, Compact>(&mixed);
        assert_eq!(good, [1, 1, b'n', 1, 1, b'w', 2, 1, b'a', 1, 1, b'b', 2, 3]);
        assert_eq!(post_bytes(address, "/mixed", &good).await.status, 200);
        let changed = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        for (bytes, status, offset, path, detail) in [
            (changed(0, 7), 422, 0, Some("Mixed.flag"), "invalid bool: expected 0 or 1, found 7"),
            (
                changed(2, 0xFF),
                422,
                2,
                Some("Mixed.name"),
                "invalid string: expected UTF-8, found another byte sequence",
            ),
            (
                changed(11, b'a'),
                422,
                10,
                Some("Mixed.ages > [1]"),
                "duplicate key: expected unique keys, found one twice",
            ),
            (
                changed(8, b'c'),
                422,
                10,
                Some("Mixed.ages > [1]"),
                "unsorted keys: expected ascending order, found a smaller key",
            ),
            (
                good[..5].to_vec(),
                400,
                5,
                Some("Mixed.words > [0]"),
                "unexpected end of input: expected at least 1 more byte, found 0",
            ),
            (
                [good.as_slice(), &[0]].concat(),
                400,
                14,
                None,
                "trailing bytes: expected the end of the input, found 1 more byte",
            ),
            (
                [&good[..13], &[0xFC, 3, 0]].concat(),
                400,
                13,
                Some("Mixed.units"),
                "number not minimal: expected the shortest form of 3, found a longer one",
            ),
            (vec![], 400, 0, Some("Mixed.flag"), "unexpected end of input: expected at least 1 more byte, found 0"),
        ] {
            let reply = post_bytes(address, "/mixed", &bytes).await;
            let problem = reply.problem();
            assert_eq!((reply.status, problem.detail.as_str()), (status, detail), "{bytes:?}");
            assert_eq!((problem.offset, problem.path.as_deref()), (Some(offset), path), "{bytes:?}");
            assert_eq!(problem.title, if status == 400 { "malformed body" } else { "value of another shape" });
        }
        let problem = post_bytes(address, "/echo", &[1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9]).await.problem();
        assert_eq!(
            problem.to_string(),
            "422 value of another shape: invalid tag: expected 0 to 1, found 9, at byte 10 in Tree::Node.1"
        );
        // A size that does not agree with the bytes after it.
        let (mut indexed, _) = packed::<_, Indexed>(&node(node(Tree::Leaf(1), Tree::Leaf(2)), Tree::Leaf(3)));
        indexed[1] += 1;
        let reply = post_bytes(address, "/indexed", &indexed).await;
        assert_eq!(reply.status, 400);
        assert!(reply.problem().detail.starts_with("size mismatch: "), "{reply:?}");
    });
}

#[test]
fn limits_are_the_routes_own() {
    run(async {
        let address = serve(app()).await;
        let left = |levels| (0..levels).fold(Tree::Leaf(0), |tree, _| node(tree, Tree::Leaf(1)));
        let (deep, _) = packed::<_, Compact>(&left(4));
        assert_eq!(post_bytes(address, "/echo", &deep).await.status, 200);
        let reply = post_bytes(address, "/shallow", &deep).await;
        assert_eq!(reply.status, 422);
        assert_eq!(reply.problem().detail, "too deep: expected at most 3 nested levels, found more");
        assert_eq!(post_bytes(address, "/shallow", &packed::<_, Compact>(&left(3)).0).await.status, 200);
        let reply = post_bytes(address, "/units", &[10]).await;
        assert_eq!((reply.status, post_bytes(address, "/units", &[9]).await.status), (422, 200));
        assert_eq!(reply.problem().detail, "too many parts without bytes: expected at most 9, found more");
        // This limit on bytes is checked after reading; axum's limit before.
        let reply = post_bytes(address, "/short", &deep).await;
        assert_eq!(reply.status, 413);
        assert_eq!(reply.problem().detail, "too large: expected at most 20 bytes, found more");
    });
}

#[test]
fn a_body_above_the_limit_is_413() {
    run(async {
        let address = serve(app()).await;
        let (body, _) = packed::<_, Compact>(&perfect(3));
        assert_eq!(body.len(), 79);
        let reply = post_bytes(address, "/small", &body).await;
        assert_eq!(reply.status, 413);
        let problem = reply.problem();
        assert_eq!(problem.title, "body too large");
        assert_eq!(problem.detail, "expected a body within the limit of this route, found a longer one");
        // A body of exactly the limit is read; then it is found to be malformed.
        assert_eq!(post_bytes(address, "/small", &body[..64]).await.status, 400);
        assert_eq!(post_bytes(address, "/small", &body[..65]).await.status, 413);
        // axum's default is 2 MB.
        assert_eq!(post_bytes(address, "/echo", &vec![0; 2_097_153]).await.status, 413);
        assert_eq!(post_bytes(address, "/echo", &vec![0; 2_097_152]).await.status, 400);
    });
}

/// The client announces gigabytes and sends a few bytes: the server responds without waiting for the rest.
#[test]
fn a_long_body_is_refused_when_it_is_announced() {
    run(async {
        let address = serve(app()).await;
        for length in ["68719476736", "18446744073709551613"] {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let head = head("/echo", &[("content-type", TYPE), ("content-length", length)]);
            stream.write_all(&[head.as_bytes(), &[1, 2, 3]].concat()).await.expect("the request is taken");
            let reply = finish(stream).await;
            assert_eq!((reply.status, reply.problem().title.as_str()), (413, "body too large"), "{length}");
        }
    });
}

/// A client that sends `Expect: 100-continue` is refused before it sends its body, if the headers suffice for that.
#[test]
fn a_client_that_asks_first() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(3));
        for (length, content, answer) in [
            (body.len(), header.as_str(), "HTTP/1.1 100 "),
            (1 << 30, header.as_str(), "HTTP/1.1 413 "),
            (body.len(), "text/plain", "HTTP/1.1 415 "),
        ] {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let length = length.to_string();
            let headers = [("content-type", content), ("content-length", &length), ("expect", "100-continue")];
            stream.write_all(head("/sum", &headers).as_bytes()).await.expect("the request is taken");
            let mut first = [0; 13];
            stream.read_exact(&mut first).await.expect("an answer");
            assert_eq!(std::str::from_utf8(&first), Ok(answer));
            if answer.contains("100") {
                stream.write_all(&body).await.expect("the body is taken");
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await.expect("an answer");
                let end = rest.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the first answer");
                let reply = Reply::parse(&rest[end + 4..]);
                assert_eq!((reply.status, reply.body), (200, 36_i64.to_le_bytes().to_vec()));
            }
        }
    });
}

/// Trailers after the last chunk are not part of the body.
#[test]
fn trailers() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&Tree::Leaf(7));
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = head("/sum", &[("content-type", &header), ("transfer-encoding", "chunked"), ("trailer", "more")]);
        let body = [head.as_bytes(), b"9;extension=1\r\n", &body, b"\r\n0\r\nmore: or less\r\n\r\n"].concat();
        stream.write_all(&body).await.expect("the request is taken");
        let reply = finish(stream).await;
        assert_eq!((reply.status, reply.body), (200, 7_i64.to_le_bytes().to_vec()));
    });
}

/// A body in chunks that never ends is refused at the limit.
#[test]
fn an_endless_body_is_cut_off() {
    run(async {
        let address = serve(app()).await;
        for chunk in [1, 1 << 14] {
            let stream = TcpStream::connect(address).await.expect("a connection");
            let (reader, mut writer) = stream.into_split();
            let path = if chunk == 1 { "/small" } else { "/echo" };
            let head = head(path, &[("content-type", TYPE), ("transfer-encoding", "chunked")]);
            let sender = tokio::spawn(async move {
                writer.write_all(head.as_bytes()).await?;
                let piece = [format!("{chunk:x}\r\n").into_bytes(), vec![1; chunk], b"\r\n".to_vec()].concat();
                let mut sent = 0;
                loop {
                    writer.write_all(&piece).await?;
                    sent += chunk;
                    assert!(sent < 1 << 30, "the body is not cut off");
                }
                #[allow(unreachable_code)]
                Ok::<(), std::io::Error>(())
            });
            let mut bytes = Vec::new();
            let mut reader = reader;
            // After the response, the connection may be reset.
            let _ = reader.read_to_end(&mut bytes).await;
            let reply = Reply::parse(&bytes);
            assert_eq!((reply.status, reply.problem().title.as_str()), (413, "body too large"), "chunks of {chunk}");
            drop(reader);
            assert!(sender.await.expect("no panic").is_err(), "the connection is closed");
        }
    });
}

/// Each byte is a separate chunk, and is sent separately.
#[test]
fn chunks_of_one_byte() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(5));
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("an option");
        let head = head("/sum", &[("content-type", &header), ("transfer-encoding", "chunked")]);
        stream.write_all(head.as_bytes()).await.expect("the request is taken");
        for byte in &body {
            stream.write_all(&[b'1', b'\r', b'\n', *byte, b'\r', b'\n']).await.expect("the request is taken");
            stream.flush().await.expect("the request is taken");
        }
        stream.write_all(b"0\r\n\r\n").await.expect("the request is taken");
        let reply = finish(stream).await;
        assert_eq!((reply.status, reply.body), (200, (32_i64 * 33 / 2).to_le_bytes().to_vec()));
    });
}

/// A slow client gets its response, and does not delay other clients.
#[test]
fn a_slow_client_delays_no_others() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(3));
        let length = body.len().to_string();
        let slow = tokio::spawn({
            let (body, header) = (body.clone(), header.clone());
            async move {
                let mut stream = TcpStream::connect(address).await.expect("a connection");
                let head = head("/sum", &[("content-type", &header), ("content-length", &length)]);
                for piece in [head.as_bytes(), &body].concat().chunks(16) {
                    stream.write_all(piece).await.expect("the request is taken");
                    tokio::time::sleep(Duration::from_millis(40)).await;
                }
                finish(stream).await
            }
        });
        let mut others = 0;
        while !slow.is_finished() {
            let reply = post(address, "/sum", &[("content-type", &header)], &body).await;
            assert_eq!(reply.body, 36_i64.to_le_bytes());
            others += 1;
        }
        assert!(others >= 5, "only {others} requests meanwhile");
        let reply = slow.await.expect("no panic");
        assert_eq!((reply.status, reply.body), (200, 36_i64.to_le_bytes().to_vec()));
    });
}

/// A client closes the connection in the middle of its body, with an announced length and in chunks. The server keeps
/// running.
#[test]
fn a_client_that_disconnects() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(6));
        for transfer in [("content-length", body.len().to_string()), ("transfer-encoding", "chunked".into())] {
            for sent in [0, 1, body.len() / 2] {
                let mut stream = TcpStream::connect(address).await.expect("a connection");
                let head = head("/sum", &[("content-type", &header), (transfer.0, &transfer.1)]);
                let mut bytes = head.into_bytes();
                if transfer.0 == "transfer-encoding" {
                    bytes.extend_from_slice(format!("{:x}\r\n", body.len()).as_bytes());
                }
                bytes.extend_from_slice(&body[..sent]);
                stream.write_all(&bytes).await.expect("the request is taken");
                drop(stream);
            }
        }
        // A client that only stops sending gets a response.
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = head("/sum", &[("content-type", &header), ("content-length", "1000")]);
        stream.write_all(&[head.as_bytes(), &body[..100]].concat()).await.expect("the request is taken");
        stream.shutdown().await.expect("half of the connection");
        let reply = finish(stream).await;
        assert_eq!(reply.status, 400);
        assert_eq!(reply.problem().detail, "expected the whole body, found an incomplete transfer");
        // A chunk without a size.
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = common::head("/sum", &[("content-type", &header), ("transfer-encoding", "chunked")]);
        stream.write_all(&[head.as_bytes(), b"nonsense\r\n"].concat()).await.expect("the request is taken");
        assert_eq!(finish(stream).await.status, 400);
        assert_eq!(post(address, "/sum", &[("content-type", &header)], &body).await.status, 200);
    });
}

#[test]
fn a_thousand_at_once() {
    run(async {
        let address = serve(app()).await;
        let (body, header) = packed::<_, Compact>(&perfect(6));
        let barrier = std::sync::Arc::new(tokio::sync::Barrier::new(1000));
        let mut tasks = tokio::task::JoinSet::new();
        for index in 0..1000_usize {
            let (body, header, barrier) = (body.clone(), header.clone(), barrier.clone());
            tasks.spawn(async move {
                let mut stream = TcpStream::connect(address).await.expect("a connection");
                let length = body.len().to_string();
                let head = head("/sum", &[("content-type", &header), ("content-length", &length)]);
                let request = [head.as_bytes(), &body].concat();
                // Each client sends a part, and waits until all connections are open.
                stream.write_all(&request[..request.len() - 1 - index % 100]).await.expect("the request is taken");
                barrier.wait().await;
                stream.write_all(&request[request.len() - 1 - index % 100..]).await.expect("the request is taken");
                finish(stream).await
            });
        }
        let mut answered = 0;
        while let Some(reply) = tasks.join_next().await {
            let reply = reply.expect("no panic");
            assert_eq!((reply.status, reply.body), (200, (64_i64 * 65 / 2).to_le_bytes().to_vec()));
            answered += 1;
        }
        assert_eq!(answered, 1000);
    });
}
