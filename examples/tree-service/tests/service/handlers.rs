//! Tests every path with every content type, through real sockets.

use crate::common;

use common::{Reply, Service, counted, packed, request, run};
use packed_data::{Cbor, Compact, Indexed, Packed};
use packed_data_axum::Wire;
use serde::de::DeserializeOwned;
use tree_service::store::Entry;
use tree_service::tree::{Stats, Tree};

const JSON: &str = "application/json";

fn json<T: DeserializeOwned>(reply: &Reply) -> T {
    assert!(reply.head.contains("content-type: application/json"), "{reply:?}");
    serde_json::from_slice(&reply.body).expect("JSON")
}

/// Returns the tree in every format of a body, with its content type.
fn formats(tree: &Tree) -> [(Vec<u8>, String); 4] {
    let json = (serde_json::to_vec(tree).expect("JSON"), JSON.into());
    [packed::<_, Compact>(tree), packed::<_, Indexed>(tree), packed::<_, Cbor>(tree), json]
}

#[test]
fn every_response_to_every_format() {
    run(async {
        let service = Service::start(&[]).await;
        let tree = counted(5);
        for (body, kind) in formats(&tree) {
            let post = async |path: &str| {
                let headers = [("content-type", kind.as_str()), ("accept", JSON)];
                let reply = request(service.address, &format!("POST {path}"), &headers, &body).await;
                assert_eq!(reply.status, 200, "{kind} {path} {reply:?}");
                reply
            };
            assert_eq!(json::<i64>(&post("/sum").await), 32 * 33 / 2);
            assert_eq!(json::<i64>(&post("/right-most").await), 32);
            let stats: Stats = json(&post("/stats").await);
            assert_eq!((stats.leaves, stats.nodes, stats.depth), (32, 31, 5));
            assert_eq!((stats.min, stats.max), (1, 32));
            // JSON and CBOR are packed in `Compact`.
            let is_read_in_place = kind.starts_with("application/vnd.packed-data");
            let expected = if is_read_in_place { body.len() } else { Packed::<Tree>::pack(&tree).as_bytes().len() };
            assert_eq!(stats.bytes, expected as u64, "{kind}");
            let incremented: Tree = json(&post("/increment").await);
            assert_eq!(incremented.sum(), tree.sum() + 32);
        }
    });
}

/// Sends a body in layout `L`, and checks the response in layout `M`.
async fn incremented<L: Wire, M: Wire>(service: &Service) {
    let tree = counted(3);
    let (body, kind) = packed::<_, L>(&tree);
    let (_, wanted) = packed::<_, M>(&tree);
    let headers = [("content-type", kind.as_str()), ("accept", wanted.as_str())];
    let reply = request(service.address, "POST /increment", &headers, &body).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(reply.head.contains(&format!("content-type: {wanted}")), "{reply:?}");
    let answer = Packed::<Tree, M>::from_slice(&reply.body).expect("a valid tree");
    assert_eq!(answer.unpack().expect("not deep").sum(), tree.sum() + 8);
}

#[test]
fn increment_answers_in_either_layout() {
    run(async {
        let service = Service::start(&[]).await;
        incremented::<Compact, Compact>(&service).await;
        incremented::<Compact, Indexed>(&service).await;
        incremented::<Indexed, Compact>(&service).await;
        incremented::<Indexed, Indexed>(&service).await;
    });
}

#[test]
fn packed_requests_get_packed_answers_unless_they_ask() {
    run(async {
        let service = Service::start(&[]).await;
        let (body, kind) = packed::<_, Compact>(&counted(2));
        let reply = request(service.address, "POST /sum", &[("content-type", &kind)], &body).await;
        assert_eq!((reply.status, reply.body), (200, 10_i64.to_le_bytes().to_vec()));
    });
}

#[test]
fn trees_are_stored_listed_read_and_removed() {
    run(async {
        let service = Service::start(&[]).await;
        let at = service.address;
        for (index, (body, kind)) in formats(&counted(4)).into_iter().enumerate() {
            let path = format!("PUT /trees/tree-{index}");
            assert_eq!(request(at, &path, &[("content-type", &kind)], &body).await.status, 201);
            assert_eq!(request(at, &path, &[("content-type", &kind)], &body).await.status, 204);
        }
        let list: Vec<Entry> = json(&request(at, "GET /trees", &[], &[]).await);
        let bytes = Packed::<Tree, Indexed>::pack(&counted(4)).as_bytes().len() as u64;
        let expected = Vec::from_iter((0..4).map(|index| Entry { name: format!("tree-{index}"), bytes }));
        assert_eq!(list, expected);
        let part: Vec<Entry> = json(&request(at, "GET /trees?after=tree-0&limit=1", &[], &[]).await);
        assert_eq!(part, expected[1..2]);

        for index in 0..3 {
            // The tree is validated only the first time.
            for _ in 0..2 {
                let path = format!("GET /trees/tree-{index}");
                assert_eq!(json::<i64>(&request(at, &format!("{path}/sum"), &[], &[]).await), 136);
                assert_eq!(json::<i64>(&request(at, &format!("{path}/right-most"), &[], &[]).await), 16);
                assert_eq!(json::<Tree>(&request(at, &path, &[], &[]).await), counted(4));
                for (body, kind) in formats(&counted(4)) {
                    let reply = request(at, &path, &[("accept", &kind)], &[]).await;
                    assert_eq!((reply.status, reply.body), (200, body));
                }
            }
        }
        assert_eq!(request(at, "DELETE /trees/tree-1", &[], &[]).await.status, 204);
        for removed in
            ["DELETE /trees/tree-1", "GET /trees/tree-1", "GET /trees/tree-1/sum", "GET /trees/tree-1/right-most"]
        {
            let reply = request(at, removed, &[], &[]).await;
            assert_eq!((reply.status, reply.problem().status), (404, 404), "{removed}");
        }
    });
}

#[test]
fn the_service_describes_itself() {
    run(async {
        let service = Service::start(&[]).await;
        let at = service.address;
        let about: serde_json::Value = json(&request(at, "GET /about", &[], &[]).await);
        assert_eq!(about["fingerprint"], packed_data::Fingerprint::of::<Tree>().to_string());
        let health: serde_json::Value = json(&request(at, "GET /health", &[], &[]).await);
        assert_eq!(health, serde_json::json!({"status": "ok", "trees": 0}));
        let description: serde_json::Value = json(&request(at, "GET /openapi.json", &[], &[]).await);
        let paths = description["paths"].as_object().expect("paths");
        let expected = [
            "/about",
            "/health",
            "/increment",
            "/right-most",
            "/stats",
            "/sum",
            "/trees",
            "/trees/{name}",
            "/trees/{name}/right-most",
            "/trees/{name}/sum",
        ];
        assert!(paths.keys().map(String::as_str).eq(expected), "{:?}", paths.keys());
        let node = &description["components"]["schemas"]["Tree"]["oneOf"][1]["properties"]["Node"];
        assert_eq!(node["items"]["$ref"], "#/components/schemas/Tree");
        for (file, kind) in [
            ("/", "text/html"),
            ("/page.js", "text/javascript"),
            ("/packing.js", "text/javascript"),
            ("/page.css", "text/css"),
        ] {
            let reply = request(at, &format!("GET {file}"), &[], &[]).await;
            assert_eq!(reply.status, 200);
            assert!(reply.head.contains(&format!("content-type: {kind}")), "{}", reply.head);
            assert!(reply.head.contains("content-security-policy: default-src 'self'"), "{}", reply.head);
        }
    });
}

#[test]
fn long_responses_are_compressed_for_clients_that_accept_it() {
    run(async {
        let service = Service::start(&[]).await;
        let accept = |coding: &'static str| [("accept-encoding", coding)];
        for (coding, magic) in [("gzip", &[0x1f, 0x8b][..]), ("zstd", &[0x28, 0xb5, 0x2f, 0xfd][..])] {
            let reply = request(service.address, "GET /openapi.json", &accept(coding), &[]).await;
            assert!(reply.head.contains(&format!("content-encoding: {coding}")), "{}", reply.head);
            // The body is in chunks: the first line is the length of the first chunk.
            let line = reply.body.windows(2).position(|two| two == b"\r\n").expect("a chunk");
            assert!(reply.body[line + 2..].starts_with(magic));
        }
        // Packed data is compressed only above a higher minimum length.
        for (levels, compressed) in [(4, false), (10, false), (13, true)] {
            let (body, kind) = packed::<_, Compact>(&counted(levels));
            let headers = [("content-type", kind.as_str()), ("accept-encoding", "zstd")];
            let reply = request(service.address, "POST /increment", &headers, &body).await;
            assert_eq!(reply.status, 200);
            assert_eq!(reply.head.contains("content-encoding"), compressed, "{levels} levels: {}", reply.head);
        }
    });
}

#[test]
fn handlers_for_comparison_are_served_only_with_the_flag() {
    run(async {
        let tree = counted(6);
        let bodies = [
            ("json", serde_json::to_vec(&tree).expect("JSON")),
            ("postcard", postcard::to_allocvec(&tree).expect("postcard")),
        ];
        let (with, without) = (Service::start(&["--compare"]).await, Service::start(&[]).await);
        for (format, body) in &bodies {
            let path = format!("POST /compare/{format}/sum");
            let reply = request(with.address, &path, &[], body).await;
            assert_eq!((reply.status, reply.body), (200, b"2080".to_vec()));
            assert_eq!(request(with.address, &path, &[], b"\xff").await.problem().status, 400);
            assert_eq!(request(without.address, &path, &[], body).await.status, 404);
        }
    });
}
