//! Tests handlers that take and return packed data in any layout, and JSON.

use crate::common;

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post as route};
use common::{Mixed, Reply, Tree, head, node, other, packed, perfect, post, run, serve, sum};
use packed_data::{Cbor, Compact, Fingerprint, Indexed, Limits, Packed};
use packed_data_axum::{Accept, Negotiated, Problem, limits};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const JSON: &str = "application/json";
const CBOR: &str = "application/cbor";
const TREE: &str = r#"{"Node":[{"Node":[{"Leaf":1},{"Leaf":2}]},{"Leaf":3}]}"#;

fn tree() -> Tree {
    node(node(Tree::Leaf(1), Tree::Leaf(2)), Tree::Leaf(3))
}

async fn total(accept: Accept<i64>, Negotiated(tree): Negotiated<Tree>) -> Response {
    accept.reply(Packed::<i64>::pack(&tree.read(sum)))
}

async fn echo(accept: Accept<Tree>, Negotiated(tree): Negotiated<Tree>) -> Response {
    accept.reply(tree)
}

/// A handler whose own layout is `Indexed`.
async fn indexed(accept: Accept<Tree, Indexed>, Negotiated(tree): Negotiated<Tree, Indexed>) -> Response {
    accept.reply(tree)
}

async fn mixed(accept: Accept<Mixed>, Negotiated(mixed): Negotiated<Mixed>) -> Response {
    accept.reply(mixed)
}

/// A map whose keys JSON cannot express.
async fn not_in_json(accept: Accept<BTreeMap<(u8, u8), u8>>) -> Response {
    accept.reply(Packed::<BTreeMap<(u8, u8), u8>>::pack(&[((1, 2), 3)].into()))
}

/// A value that is too deep to be unpacked within the limits of its route.
async fn deep(accept: Accept<Tree>) -> Response {
    accept.reply(Packed::<Tree>::pack(&perfect(9)))
}

async fn own() -> Result<String, Problem> {
    Err(Problem::new(409, "expected a tree to be there, found none"))
}

fn app() -> Router {
    Router::new()
        .route("/total", route(total))
        .route("/echo", route(echo))
        .route("/indexed", route(indexed))
        .route("/mixed", route(mixed))
        .route("/not-in-json", get(not_in_json).post(not_in_json))
        .route("/deep", route(deep).layer(limits(Limits { depth: 8, ..Limits::DEFAULT })))
        .route("/own", route(own))
}

/// Sends a POST request, and returns the response.
async fn ask(address: SocketAddr, path: &str, content: &str, accept: Option<&str>, body: &[u8]) -> Reply {
    let mut headers = vec![("content-type", content)];
    headers.extend(accept.map(|accept| ("accept", accept)));
    post(address, path, &headers, body).await
}

/// A tree is sent and received in each pair of formats, and is the same tree.
#[test]
fn every_format_in_requests_and_responses() {
    run(async {
        let address = serve(app()).await;
        let (compact, compact_type) = packed::<_, Compact>(&tree());
        let (indexed, indexed_type) = packed::<_, Indexed>(&tree());
        assert_ne!(compact, indexed);
        let (cbor, cbor_type) = packed::<_, Cbor>(&tree());
        assert_eq!(
            (cbor.as_slice(), cbor_type.as_str()),
            (&b"\x83\x01\x83\x01\x82\0\x01\x82\0\x02\x82\0\x03"[..], CBOR)
        );
        let formats: [(&str, &[u8]); 4] =
            [(&compact_type, &compact), (&indexed_type, &indexed), (CBOR, &cbor), (JSON, TREE.as_bytes())];
        for path in ["/echo", "/indexed"] {
            for (content, body) in formats {
                for (accept, expected) in formats {
                    let reply = ask(address, path, content, Some(accept), body).await;
                    assert_eq!(reply.status, 200, "{content} to {accept}: {reply:?}");
                    assert_eq!((reply.header("content-type"), reply.body.as_slice()), (accept, expected));
                    assert_eq!(reply.header("content-length"), expected.len().to_string());
                    assert_eq!(reply.header("vary"), "accept");
                }
                // Without a preference, the format of the response is that of the request.
                for accept in [None, Some("*/*"), Some("application/*;q=0.3, image/png")] {
                    let reply = ask(address, path, content, accept, body).await;
                    assert_eq!((reply.header("content-type"), reply.body.as_slice()), (content, body), "{accept:?}");
                }
            }
        }
    });
}

/// The preferences are similar to the examples of the RFC.
#[test]
fn preferences() {
    run(async {
        let address = serve(app()).await;
        let packed_type = packed::<_, Compact>(&0_i64).1;
        let packed_type = packed_type.as_str();
        for (accept, expected) in [
            ("application/json;q=0.5, application/vnd.packed-data;q=0.4", JSON),
            ("application/json;q=0.4, application/vnd.packed-data;q=0.5", packed_type),
            ("*/*;q=0.1, application/vnd.packed-data;q=0.05", JSON),
            ("application/vnd.packed-data, */*", packed_type),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", JSON),
            ("application/json;q=0, */*", packed_type),
            // Finding 13.
            ("application/json;;q=0.5, text/html", JSON),
            ("application/vnd.packed-data;x=, application/json ; ;q=0.5,,", JSON),
            ("application/json;q=0.5, application/vnd.packed-data;;layout=\"compact\"; Q=0.501", packed_type),
        ] {
            let reply = ask(address, "/total", JSON, Some(accept), TREE.as_bytes()).await;
            assert_eq!((reply.status, reply.header("content-type")), (200, expected), "{accept}");
            assert_eq!(reply.body, if expected == JSON { b"6".to_vec() } else { 6_i64.to_le_bytes().to_vec() });
        }
    });
}

#[test]
fn nothing_acceptable_is_406_before_anything_is_done() {
    run(async {
        let address = serve(app()).await;
        let fingerprint = Fingerprint::of::<i64>();
        let (_, other_type) = packed::<_, Compact>(&other::Tree::Leaf(0));
        for accept in ["text/html", "*/*;q=0", "application/vnd.packed-data;layout=haskell", &other_type, "nonsense"] {
            // The body is not read.
            let reply = ask(address, "/total", "text/plain", Some(accept), b"nonsense").await;
            assert_eq!(reply.status, 406, "{accept}");
            let detail = format!(
                "expected one of `application/vnd.packed-data; layout=compact; type={fingerprint}, \
                 application/vnd.packed-data; layout=indexed; type={fingerprint}, application/cbor, application/json`"
            );
            assert_eq!(reply.problem().detail, detail);
        }
    });
}

#[test]
fn a_value_that_cannot_be_converted_is_406() {
    run(async {
        let address = serve(app()).await;
        let get = |path: &'static str, accept: &'static str| async move {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let head = head(path, &[("accept", accept), ("content-length", "0")]);
            stream.write_all(head.as_bytes()).await.expect("the request is taken");
            common::finish(stream).await
        };
        let reply = get("/not-in-json", JSON).await;
        assert_eq!((reply.status, reply.problem().detail.as_str()), (406, "JSON cannot express this value"));
        assert_eq!(get("/not-in-json", "application/vnd.packed-data").await.status, 200);
        for (accept, format) in [(JSON, JSON), ("application/vnd.packed-data;layout=indexed", "indexed")] {
            let reply = get("/deep", accept).await;
            let detail = format!("this value is nested too deep to be converted to {format}");
            assert_eq!((reply.status, reply.problem().detail), (406, detail));
        }
        assert_eq!(get("/deep", "application/vnd.packed-data").await.status, 200);
    });
}

#[test]
fn wrong_types_are_415_with_all_acceptable_types() {
    run(async {
        let address = serve(app()).await;
        let fingerprint = Fingerprint::of::<Tree>();
        let available = |first: &str, second: &str| {
            format!(
                "application/vnd.packed-data; layout={first}; type={fingerprint}, \
                 application/vnd.packed-data; layout={second}; type={fingerprint}, application/cbor, application/json"
            )
        };
        for (path, available) in
            [("/echo", available("compact", "indexed")), ("/indexed", available("indexed", "compact"))]
        {
            for (content, found) in [
                ("text/plain", "the content type `text/plain`"),
                ("application/vnd.packed-data-stream", "a stream of packed values"),
                ("application/vnd.packed-data; layout=haskell", "the layout `haskell`"),
            ] {
                let reply = ask(address, path, content, None, b"").await;
                assert_eq!((reply.status, reply.header("accept")), (415, available.as_str()));
                assert_eq!(reply.problem().detail, format!("expected one of `{available}`, found {found}"));
            }
        }
        let (body, content) = packed::<_, Compact>(&other::Tree::Leaf(0));
        let reply = ask(address, "/echo", &content, None, &body).await;
        assert_eq!((reply.status, reply.problem().title.as_str()), (422, "value of another shape"));
    });
}

/// A body that is not JSON is 400, JSON of another shape is 422. The problem has the byte and the field.
#[test]
fn wrong_json() {
    run(async {
        let address = serve(app()).await;
        for (json, status, offset, path) in [
            ("", 400, 0, None),
            ("{", 400, 0, None),
            ("{\"Leaf\": 1}}", 400, 11, None),
            ("\u{e9}", 400, 0, None),
            ("{\"Node\":\n[{\"Leaf\": 1},\n {\"Leaf\": x}]}", 400, 33, None),
            ("{\"Leaf\": \"x\"}", 422, 11, Some("Leaf")),
            ("{\"Node\": [{\"Leaf\": 1},\n {\"Lead\": 2}]}", 422, 30, Some("Node[1]")),
            ("{\"Node\": [{\"Leaf\": 1}]}", 422, 21, Some("Node")),
            ("[]", 400, 0, None),
            ("\"x\"", 422, 2, None),
            ("{\"Leaf\": 9223372036854775808}", 422, 27, Some("Leaf")),
        ] {
            let reply = ask(address, "/echo", JSON, None, json.as_bytes()).await;
            let problem = reply.problem();
            assert_eq!((reply.status, problem.path.as_deref()), (status, path), "{json}: {problem}");
            assert_eq!(problem.offset, Some(offset), "{json}: {problem}");
        }
        let nested = [r#"{"Node":["#.repeat(200), r#"{"Leaf":0}"#.into(), r#",{"Leaf":0}]}"#.repeat(200)].concat();
        let reply = ask(address, "/echo", JSON, None, nested.as_bytes()).await;
        assert_eq!(reply.status, 400);
        assert!(reply.problem().detail.contains("recursion limit"), "{reply:?}");
        // JSON does not require an order of keys; packing sorts them.
        let json = r#"{"flag":true,"name":"n","words":[],"ages":{"b":1,"a":2},"units":[null]}"#;
        let reply = ask(address, "/mixed", JSON, Some(JSON), json.as_bytes()).await;
        assert_eq!(reply.status, 200);
        let sorted = r#"{"flag":true,"name":"n","words":[],"ages":{"a":2,"b":1},"units":[null]}"#;
        assert_eq!(String::from_utf8(reply.body).expect("UTF-8"), sorted);
    });
}

/// Problems do not send long data of the client back.
#[test]
fn problems_are_short() {
    run(async {
        let address = serve(app()).await;
        let long = "\u{e9}".repeat(400_000);
        let unknown = format!(r#"{{"{long}": 1}}"#);
        let inside = format!(r#"{{"flag":true,"name":"n","words":[],"ages":{{"{long}":256}},"units":[]}}"#);
        for (path, json) in [("/echo", unknown), ("/mixed", inside)] {
            let reply = ask(address, path, JSON, None, json.as_bytes()).await;
            assert_eq!(reply.status, 422);
            assert!(reply.body.len() < 4000, "{} bytes", reply.body.len());
            reply.problem();
        }
        let header = format!("text/{}", "a".repeat(10_000));
        let reply = ask(address, "/echo", &header, None, b"").await;
        assert_eq!(reply.status, 415);
        assert!(reply.body.len() < 1000, "{} bytes", reply.body.len());
        reply.problem();
    });
}

/// Bytes in another layout are validated before they are converted.
#[test]
fn wrong_bytes_in_another_layout() {
    run(async {
        let address = serve(app()).await;
        let content = "application/vnd.packed-data; layout=indexed";
        let problem = ask(address, "/echo", content, None, &[1, 9, 7]).await.problem();
        assert_eq!((problem.status, problem.offset, problem.path.as_deref()), (422, Some(2), Some("Tree::Node.0")));
        let problem = ask(address, "/echo", content, None, &[0, 1]).await.problem();
        assert_eq!((problem.status, problem.offset), (400, Some(1)));
    });
}

/// Neither reading in place nor converting counts last fields as levels. (Unpacking does.)
#[test]
fn a_long_right_spine() {
    run(async {
        let address = serve(app()).await;
        let spine = |levels| (0..levels).fold(Tree::Leaf(0), |tree, n| node(Tree::Leaf(n), tree));
        for levels in [1000, 2000] {
            let (body, content) = packed::<_, Compact>(&spine(levels));
            let reply = ask(address, "/total", &content, Some(JSON), &body).await;
            assert_eq!((reply.status, reply.body), (200, (levels * (levels - 1) / 2).to_string().into_bytes()));
            let (body, content) = packed::<_, Indexed>(&spine(levels));
            let other = ask(address, "/total", &content, Some(JSON), &body).await;
            assert_eq!((other.status, other.body), (200, (levels * (levels - 1) / 2).to_string().into_bytes()));
        }
    });
}

#[test]
fn problems_of_the_handler() {
    run(async {
        let address = serve(app()).await;
        let reply = ask(address, "/own", JSON, None, b"").await;
        assert_eq!((reply.status, reply.header("content-type")), (409, "application/problem+json"));
        let text = String::from_utf8(reply.body).expect("UTF-8");
        assert_eq!(
            text,
            r#"{"type":"about:blank","title":"Conflict","status":409,"detail":"expected a tree to be there, found none"}"#
        );
    });
}
