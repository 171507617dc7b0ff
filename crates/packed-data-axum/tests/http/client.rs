//! Tests the client with a server.
#![cfg(feature = "client")]

use crate::common;

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post as route};
use common::{Tree, node, other, packed, perfect, run, serve, sum};
use futures_util::stream;
use packed_data::{Compact, Fingerprint, Indexed, Limits, Packed};
use packed_data_axum::{
    Accept, ClientError, Negotiated, PackedBody, PackedStream, RequestExt, ResponseExt, STREAM, content_type,
};

async fn add(PackedBody(tree): PackedBody<Tree>) -> PackedBody<i64, Compact, Vec<u8>> {
    PackedBody(Packed::pack(&tree.read(sum)))
}

async fn echo(accept: Accept<Tree, Indexed>, Negotiated(tree): Negotiated<Tree, Indexed>) -> Response {
    accept.reply(tree)
}

/// Trees of growing depth: some are short enough to be sent in one piece with their prefix, some are not.
async fn grow() -> PackedStream<Tree> {
    PackedStream::new(stream::iter((0..12).map(|depth| Ok::<_, Infallible>(Packed::pack(&perfect(depth))))))
}

async fn nothing() -> PackedStream<Tree> {
    PackedStream::new(stream::empty::<Result<Packed<Tree>, Infallible>>())
}

/// Two trees, and then, after they were sent, an error.
async fn fails() -> PackedStream<Tree> {
    PackedStream::new(stream::unfold(0, |n| async move {
        if n < 2 {
            return Some((Ok(Packed::<Tree>::pack(&Tree::Leaf(n))), n + 1));
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        Some((Err("no more"), n))
    }))
}

/// Returns a response with this content type, and a body in these pieces.
fn raw(content: Option<&str>, pieces: &[&[u8]]) -> Response {
    let pieces = Vec::from_iter(pieces.iter().map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece))));
    let mut headers = HeaderMap::new();
    if let Some(content) = content {
        headers.insert("content-type", content.parse().expect("a header"));
    }
    (headers, Body::from_stream(stream::iter(pieces))).into_response()
}

const TYPE: &str = "application/vnd.packed-data";

/// The message of `ClientError::BrokenOff`.
const BROKEN_OFF: &str = "broken off: expected a length and a whole value, found an early end or an invalid length";

fn app() -> Router {
    Router::new()
        .route("/sum", route(add))
        .route("/echo", route(echo))
        .route("/grow", get(grow))
        .route("/nothing", get(nothing))
        .route("/fails", get(fails))
        .route("/untyped", get(|| async { raw(None, &[&[0; 9]]) }))
        .route("/text", get(|| async { "text" }))
        .route("/indexed", get(|| async { raw(Some("application/vnd.packed-data; layout=indexed"), &[&[0; 9]]) }))
        .route("/bare", get(|| async { raw(Some(TYPE), &[&[0; 4], &[0; 5]]) }))
        .route("/invalid", get(|| async { raw(Some(TYPE), &[&[9]]) }))
        .route("/long", get(|| async { PackedBody(Packed::<Tree>::pack(&perfect(10))) }))
        .route("/chunks", get(|| async { raw(Some(TYPE), &[[0_u8; 9].as_slice(); 1000]) }))
        .route("/cut", get(|| async { raw(Some(STREAM), &[&[9, 0, 0], &[0; 7], &[9, 0]]) }))
        .route("/prefix", get(|| async { raw(Some(STREAM), &[&[0xFF]]) }))
        .route("/huge", get(|| async { raw(Some(STREAM), &[&[0xFE, 0, 0, 0], &[0, 0, 0, 0, 1]]) }))
        .route("/bad-item", get(|| async { raw(Some(STREAM), &[&[1, 9]]) }))
        .route("/one-bad-item", get(|| async { raw(Some(STREAM), &[&[1, 9], &[9, 0], &[0; 8]]) }))
        .route("/teapot", get(|| async { (axum::http::StatusCode::IM_A_TEAPOT, "short and stout") }))
        .route(
            "/no-problem",
            get(|| async {
                let headers = [("content-type", "application/problem+json")];
                (axum::http::StatusCode::BAD_GATEWAY, headers, "nonsense")
            }),
        )
}

fn client() -> reqwest::Client {
    reqwest::Client::new()
}

fn url(address: SocketAddr, path: &str) -> String {
    format!("http://{address}{path}")
}

/// Requests a tree.
async fn tree_of(address: SocketAddr, path: &str) -> Result<Packed<Tree, Compact, Bytes>, ClientError> {
    client().get(url(address, path)).send().await?.packed_response::<Tree, Compact>().await
}

#[test]
fn there_and_back() {
    run(async {
        let address = serve(app()).await;
        let tree = perfect(12);
        let response = client().post(url(address, "/sum")).packed(&tree).send().await.expect("an answer");
        let sum = response.packed_response::<i64, Compact>().await.expect("a number");
        assert_eq!(sum.unpack(), Ok(4096 * 4097 / 2));
        // In another layout, and as a value that is already packed.
        for request in [
            client().post(url(address, "/echo")).packed_in::<Indexed, _>(&tree),
            client().post(url(address, "/echo")).packed_data(Packed::<Tree, Indexed>::pack(&tree)),
            client().post(url(address, "/echo")).packed(&tree).accept_packed::<Tree, Indexed>(),
        ] {
            let response = request.send().await.expect("an answer");
            let echoed = response.packed_response::<Tree, Indexed>().await.expect("a tree");
            assert!(echoed.unpack() == Ok(tree.clone()));
        }
        // Without a preference, the layout of the response is that of the request.
        let response = client().post(url(address, "/echo")).packed(&tree).send().await.expect("an answer");
        assert!(response.packed_response::<Tree, Compact>().await.expect("a tree").unpack() == Ok(tree));
        // A response may omit the fingerprint of its type.
        assert_eq!(tree_of(address, "/bare").await.expect("a tree").unpack(), Ok(Tree::Leaf(0)));
    });
}

#[test]
fn refusals_hold_the_problem() {
    run(async {
        let address = serve(app()).await;
        let request = client().post(url(address, "/sum")).packed(&other::Tree::Leaf(1));
        let response = request.send().await.expect("an answer");
        let error = response.packed_response::<i64, Compact>().await.expect_err("another type");
        let (expected, found) = (Fingerprint::of::<Tree>(), Fingerprint::of::<other::Tree>());
        let text = format!(
            "request refused: 422 value of another shape: expected a value of type {expected}, found one of type {found}"
        );
        assert_eq!(error.to_string(), text);
        let ClientError::Status { status, problem: Some(problem) } = error else { panic!("{error:?}") };
        assert_eq!((status.as_u16(), problem.status), (422, 422));

        let bytes = Bytes::from_static(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
        let request = client().post(url(address, "/sum")).header("content-type", TYPE).body(bytes);
        let error =
            request.send().await.expect("an answer").packed_response::<i64, Compact>().await.expect_err("invalid");
        let ClientError::Status { problem: Some(problem), .. } = error else { panic!("{error:?}") };
        assert_eq!((problem.offset, problem.path.as_deref()), (Some(10), Some("Tree::Node.1")));

        // Without a problem, and with a body that is not a problem.
        let error = tree_of(address, "/teapot").await.expect_err("a teapot");
        assert_eq!(error.to_string(), "request refused: 418 I'm a teapot");
        let error = tree_of(address, "/no-problem").await.expect_err("a gateway");
        assert!(matches!(error, ClientError::Status { problem: None, status } if status == 502), "{error:?}");
    });
}

#[test]
fn wrong_content_types() {
    run(async {
        let address = serve(app()).await;
        let expected = content_type::<Tree, Compact>();
        let expected = expected.to_str().expect("ASCII");
        for (path, message) in [
            ("/untyped", format!("wrong content type: expected `{expected}`, found no content type")),
            (
                "/text",
                format!(
                    "wrong content type: expected `{expected}`, found the content type `text/plain; charset=utf-8`"
                ),
            ),
            ("/grow", format!("wrong content type: expected `{expected}`, found a stream of packed values")),
            ("/indexed", "wrong content type: expected the layout `compact`, found the layout `indexed`".into()),
        ] {
            let error = tree_of(address, path).await.expect_err(path);
            assert!(matches!(error, ClientError::ContentType { .. }), "{error:?}");
            assert_eq!(error.to_string(), message);
        }
        let response = client().get(url(address, "/long")).send().await.expect("an answer");
        let error = response.packed_response::<other::Tree, Compact>().await.expect_err("another type");
        let (expected, found) = (Fingerprint::of::<other::Tree>(), Fingerprint::of::<Tree>());
        assert!(matches!(error, ClientError::OtherType { expected: e, found: f } if (e, f) == (expected, found)));
        let message = format!("wrong type: expected a value of type {expected}, found one of type {found}");
        assert_eq!(error.to_string(), message);
        let response = client().get(url(address, "/long")).send().await.expect("an answer");
        let error = response.packed_items::<Tree, Compact>().await.err().expect("no stream");
        assert!(error.to_string().ends_with("found one packed value"), "{error}");
    });
}

#[test]
fn invalid_and_long_responses() {
    run(async {
        let address = serve(app()).await;
        let error = tree_of(address, "/invalid").await.expect_err("invalid");
        assert!(matches!(&error, ClientError::Invalid(invalid) if invalid.offset() == 0), "{error:?}");
        assert_eq!(error.to_string(), "invalid response: invalid tag: expected 0 to 1, found 9, at byte 0");
        let length = packed::<_, Compact>(&perfect(10)).0.len();
        // With an announced length, and in chunks.
        for (path, bytes, fits) in [
            ("/long", length, true),
            ("/long", length - 1, false),
            ("/chunks", 8999, false),
            ("/bare", 9, true),
            ("/bare", 8, false),
        ] {
            let response = client().get(url(address, path)).send().await.expect("an answer");
            let limits = Limits { bytes, ..Limits::DEFAULT };
            let result = response.packed_response_with::<Tree, Compact>(limits).await;
            match result {
                Ok(_) => assert!(fits, "{path} {bytes}"),
                Err(error) => {
                    assert!(!fits, "{path} {bytes}: {error}");
                    assert_eq!(error.to_string(), format!("too large: expected at most {bytes} bytes, found more"));
                }
            }
        }
        let error = tree_of("127.0.0.1:1".parse().expect("an address"), "/").await.expect_err("no server is there");
        assert!(matches!(error, ClientError::Transport(_)), "{error:?}");
    });
}

/// Returns the values of a stream, and the error that ends it, if any.
async fn items(address: SocketAddr, path: &str, limits: Limits) -> (Vec<Tree>, Option<ClientError>) {
    let response = client().get(url(address, path)).send().await.expect("an answer");
    let mut items = response.packed_items_with::<Tree, Compact>(limits).await.expect("a stream");
    let mut trees = Vec::new();
    loop {
        match items.next().await {
            Ok(Some(tree)) => trees.push(tree.unpack().expect("it is not deep")),
            Ok(None) => return (trees, None),
            Err(error) => return (trees, Some(error)),
        }
    }
}

#[test]
fn streams_of_values() {
    run(async {
        let address = serve(app()).await;
        let (trees, end) = items(address, "/grow", Limits::DEFAULT).await;
        assert!(end.is_none() && trees == Vec::from_iter((0..12).map(perfect)), "{end:?}");
        let (trees, end) = items(address, "/nothing", Limits::DEFAULT).await;
        assert!(end.is_none() && trees.is_empty());
        // An error of the server is not mistaken for the end.
        let (trees, end) = items(address, "/fails", Limits::DEFAULT).await;
        assert!(matches!(end, Some(ClientError::Transport(_))), "{end:?}");
        assert_eq!(trees, [Tree::Leaf(0), Tree::Leaf(1)]);
        let (trees, end) = items(address, "/cut", Limits::DEFAULT).await;
        assert_eq!((trees, end.map(|end| end.to_string())), (vec![Tree::Leaf(0)], Some(BROKEN_OFF.into())));
        let (_, end) = items(address, "/prefix", Limits::DEFAULT).await;
        assert!(matches!(end, Some(ClientError::BrokenOff)), "{end:?}");
        let (_, end) = items(address, "/bad-item", Limits::DEFAULT).await;
        assert!(matches!(end, Some(ClientError::Invalid(_))), "{end:?}");
        let (trees, end) = items(address, "/grow", Limits { bytes: 100, ..Limits::DEFAULT }).await;
        assert!(matches!(end, Some(ClientError::TooLarge { limit: 100 })), "{end:?}");
        assert_eq!(trees.len(), 4);
        let (_, end) = items(address, "/huge", Limits { bytes: 1 << 20, ..Limits::DEFAULT }).await;
        assert!(matches!(end, Some(ClientError::TooLarge { .. })), "{end:?}");
    });
}

/// An error after which the stream cannot be read is the last one, so that a loop which continues after errors ends.
#[test]
fn an_error_that_makes_the_rest_unreadable_ends_the_stream() {
    run(async {
        let address = serve(app()).await;
        for (path, expected) in [
            ("/one-bad-item", vec!["invalid response: invalid tag: expected 0 to 1, found 9, at byte 0", "a tree"]),
            ("/huge", vec!["too large: expected at most 67108864 bytes, found more"]),
            ("/prefix", vec![BROKEN_OFF]),
            ("/cut", vec!["a tree", BROKEN_OFF]),
        ] {
            let response = client().get(url(address, path)).send().await.expect("an answer");
            let mut items = response.packed_items::<Tree, Compact>().await.expect("a stream");
            let mut found = Vec::new();
            while let Some(item) = items.next().await.transpose() {
                found.push(item.map_or_else(|error| error.to_string(), |_| "a tree".into()));
                assert!(found.len() <= expected.len(), "{path}: {found:?}");
            }
            assert_eq!(found, expected, "{path}");
            assert!(matches!(items.next().await, Ok(None)), "{path}");
        }
    });
}

/// The content type of a problem is compared without regard to case, and as a whole: a longer name is another type.
#[test]
fn a_problem_is_known_by_its_content_type() {
    const BODY: &str = r#"{"title":"t","status":400}"#;
    let answer = |content: &'static str| {
        get(move || async move { (axum::http::StatusCode::BAD_REQUEST, [("content-type", content)], BODY) })
    };
    run(async move {
        let address = serve(
            Router::new()
                .route("/same", answer("Application/Problem+JSON;charset=utf-8"))
                .route("/other", answer("application/problem+json-seq")),
        );
        let address = address.await;
        for (path, known) in [("/same", true), ("/other", false)] {
            let error = tree_of(address, path).await.expect_err("refused");
            assert!(matches!(error, ClientError::Status { problem, .. } if problem.is_some() == known), "{path}");
        }
    });
}

/// The bytes of a stream are exactly the prefixes and the values; the content type names the type.
#[test]
fn the_bytes_of_a_stream() {
    run(async {
        let address = serve(app()).await;
        let response = client().get(url(address, "/grow")).send().await.expect("an answer");
        let expected = format!("{STREAM}; layout=compact; type={}", Fingerprint::of::<Tree>());
        assert_eq!(response.headers()["content-type"], expected.as_str());
        assert!(!response.headers().contains_key("content-length"));
        let body = response.bytes().await.expect("a body");
        let mut bytes = Vec::new();
        for depth in 0..12 {
            let tree = packed::<_, Compact>(&perfect(depth)).0;
            match u16::try_from(tree.len()).expect("it is small") {
                length @ 0..=0xFB => bytes.push(length as u8),
                length => bytes.extend([&[0xFC][..], &length.to_le_bytes()].concat()),
            }
            bytes.extend(tree);
        }
        assert!(body == bytes);
    });
}

/// Sends 1,000 requests at once with the client.
#[test]
fn a_thousand_clients() {
    run(async {
        let address = serve(app()).await;
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..1000 {
            tasks.spawn(async move {
                let tree = node(Tree::Leaf(n), Tree::Leaf(1));
                let response = client().post(url(address, "/sum")).packed(&tree).send().await?;
                Ok::<_, ClientError>((n, response.packed_response::<i64, Compact>().await?.unpack()))
            });
        }
        let mut answered = 0;
        while let Some(task) = tasks.join_next().await {
            let (n, sum) = task.expect("no panic").expect("an answer");
            assert_eq!(sum, Ok(n + 1));
            answered += 1;
        }
        assert_eq!(answered, 1000);
    });
}
