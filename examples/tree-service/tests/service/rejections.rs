//! Tests that invalid requests are refused with the right status, and with a body that says why.

use crate::common;

use common::{Reply, Service, counted, packed, request, run};
use http::StatusCode;
use packed_data::{Compact, Indexed};
use tree_service::tree::Tree;

const JSON: (&str, &str) = ("content-type", "application/json");
const PACKED: (&str, &str) = ("content-type", "application/vnd.packed-data");
const LEAF: &[u8] = &[0, 5, 0, 0, 0, 0, 0, 0, 0];

#[track_caller]
fn refused(reply: &Reply, status: u16) -> packed_data_axum::Problem {
    let problem = reply.problem();
    assert_eq!((reply.status, problem.status), (status, status), "{problem:?}");
    assert!(!problem.detail.is_empty(), "{problem:?}");
    // (RFC 9457, 4.2.1.)
    let phrase = StatusCode::from_u16(status).unwrap().canonical_reason().unwrap();
    assert_eq!(problem.title == phrase, problem.kind == "about:blank", "{problem:?}");
    let text = String::from_utf8_lossy(&reply.body);
    for internal in ["tree_service::", "packed_data::", "alloc::", ".rs", "panicked", "redb"] {
        assert!(!text.contains(internal), "{internal} in {text}");
    }
    problem
}

/// One rule for `/sum` and `/increment`: no number wraps around.
#[test]
fn numbers_that_do_not_fit() {
    run(async {
        let service = Service::start(&[]).await;
        let tree = |n| Tree::node(Tree::Leaf(n), Tree::Leaf(1));
        for (n, path, status) in [
            (i64::MAX, "POST /sum", 422),
            (i64::MAX, "POST /increment", 422),
            (i64::MAX - 1, "POST /sum", 200),
            (i64::MAX - 1, "POST /increment", 200),
            (i64::MIN, "POST /increment", 200),
        ] {
            for (body, kind) in [packed::<_, Compact>(&tree(n)), packed::<_, Indexed>(&tree(n))] {
                let reply = request(service.address, path, &[("content-type", &kind)], &body).await;
                match status {
                    200 => assert_eq!(reply.status, 200, "{path} {n}"),
                    _ => assert!(refused(&reply, status).detail.contains("fit in 64 bits")),
                }
            }
        }
    });
}

#[test]
fn bodies() {
    run(async {
        let service = Service::start(&["--body-limit", "10000", "--depth-limit", "16"]).await;
        let post = async |path: &str, header: (&str, &str), body: &[u8]| {
            request(service.address, path, &[header, ("accept", "application/json")], body).await
        };
        for path in ["POST /sum", "POST /right-most", "POST /increment", "POST /stats", "PUT /trees/a"] {
            let truncated = refused(&post(path, PACKED, &LEAF[..4]).await, 400);
            assert!(truncated.offset.is_some(), "{truncated:?}");
            refused(&post(path, PACKED, &[LEAF, &[0]].concat()).await, 400);
            refused(&post(path, PACKED, &[]).await, 400);
            let tag = refused(&post(path, PACKED, &[&[1], LEAF, &[9; 9]].concat()).await, 422);
            assert_eq!((tag.offset, tag.path.as_deref()), (Some(10), Some("Tree::Node.1")), "{tag:?}");

            let malformed = refused(&post(path, JSON, b"{\"Leaf\": 1").await, 400);
            assert!(malformed.offset.is_some());
            let other = refused(&post(path, JSON, b"{\"Node\": [{\"Leaf\": 1}, {\"Leaf\": \"x\"}]}").await, 422);
            assert!(other.path.is_some_and(|path| path.contains("Node")));
            refused(&post(path, JSON, b"{\"Twig\": 1}").await, 422);

            refused(&post(path, PACKED, &packed::<_, Compact>(&counted(10)).0).await, 413);
            refused(&post(path, ("content-type", "text/plain"), LEAF).await, 415);
            refused(&post(path, ("content-type", "application/vnd.packed-data; layout=other"), LEAF).await, 415);
            refused(&post(path, ("x-nothing", "at all"), LEAF).await, 415);
            let other = "application/vnd.packed-data; layout=compact; type=0000000000000000";
            refused(&post(path, ("content-type", other), LEAF).await, 422);
            refused(&request(service.address, path, &[JSON, ("content-encoding", "br")], b"x").await, 415);

            // Levels to the left count.
            let mut deep = vec![1; 17];
            for _ in 0..18 {
                deep.extend(LEAF);
            }
            refused(&post(path, PACKED, &deep).await, 422);
            deep.drain(..1);
            deep.truncate(deep.len() - LEAF.len());
            assert!(post(path, PACKED, &deep).await.status < 300);
        }
    });
}

#[test]
fn a_wrong_size_of_the_left_tree() {
    run(async {
        let service = Service::start(&[]).await;
        let (mut body, kind) = packed::<_, Indexed>(&counted(1));
        body[1] = 8;
        refused(&request(service.address, "POST /sum", &[("content-type", &kind)], &body).await, 400);
    });
}

#[test]
fn responses_that_are_not_possible() {
    run(async {
        let service = Service::start(&[]).await;
        let leaves = [1_u8].iter().chain(LEAF).chain(LEAF).copied().collect::<Vec<_>>();
        for path in ["POST /sum", "POST /right-most", "POST /increment", "POST /stats", "GET /trees"] {
            let headers = [PACKED, ("accept", "text/html, application/json;q=0")];
            refused(&request(service.address, path, &headers, &leaves).await, 406);
        }
        // A sum of more than 64 bits.
        let body = b"{\"Node\": [{\"Leaf\": 9223372036854775807}, {\"Leaf\": 1}]}";
        refused(&request(service.address, "POST /sum", &[JSON], body).await, 422);
        assert_eq!(request(service.address, "PUT /trees/big", &[JSON], body).await.status, 201);
        refused(&request(service.address, "GET /trees/big/sum", &[], &[]).await, 422);
        // A tree may be too deep for JSON; packed, it is accepted.
        let mut leaning = Vec::new();
        for _ in 0..5000 {
            leaning.extend([&[1], LEAF].concat());
        }
        leaning.extend(LEAF);
        let headers = [PACKED, ("accept", "application/json")];
        refused(&request(service.address, "POST /increment", &headers, &leaning).await, 406);
        assert_eq!(request(service.address, "POST /increment", &[PACKED], &leaning).await.status, 200);
        // It is also too deep to be stored, unless it is in the layout of the store.
        refused(&request(service.address, "PUT /trees/deep", &[PACKED], &leaning).await, 422);
    });
}

#[test]
fn paths_methods_names_and_queries() {
    run(async {
        let service = Service::start(&[]).await;
        let at = service.address;
        refused(&request(at, "GET /nothing", &[], &[]).await, 404);
        let reply = request(at, "GET /sum", &[], &[]).await;
        refused(&reply, 405);
        assert!(reply.head.contains("allow: post"), "{}", reply.head);
        refused(&request(at, "PATCH /trees/a", &[], &[]).await, 405);
        let long = format!("PUT /trees/{}", "x".repeat(101));
        for name in ["PUT /trees/a%20b", "PUT /trees/%ff", "PUT /trees/%2e%2f", long.as_str(), "GET /trees/%00"] {
            refused(&request(at, name, &[PACKED], LEAF).await, 400);
        }
        assert_eq!(request(at, &long[..long.len() - 1], &[PACKED], LEAF).await.status, 201);
        for query in ["limit=-1", "limit=x", "limit=99999999999999999999999"] {
            refused(&request(at, &format!("GET /trees?{query}"), &[], &[]).await, 400);
        }
        assert_eq!(request(at, "GET /trees?limit=0&other=1", &[], &[]).await.body, b"[]");
    });
}

#[test]
fn content_codings_that_are_not_decoded() {
    run(async {
        let service = Service::start(&[]).await;
        for codings in [&["identity", "gzip"][..], &["identity, gzip"], &["gzip, br"], &["br"]] {
            let mut headers = vec![PACKED];
            headers.extend(codings.iter().map(|coding| ("content-encoding", *coding)));
            refused(&request(service.address, "POST /sum", &headers, LEAF).await, 415);
        }
    });
}

/// The limit holds for the length of a compressed body after decompression.
#[test]
fn a_compressed_body() {
    run(async {
        let service = Service::start(&["--body-limit", "1000"]).await;
        // A gzip member with stored blocks.
        let gzip = |bytes: &[u8]| {
            let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
            let length = u16::try_from(bytes.len()).expect("a short body");
            out.push(1);
            out.extend(length.to_le_bytes());
            out.extend((!length).to_le_bytes());
            out.extend(bytes);
            let crc = bytes.iter().fold(!0_u32, |crc, byte| {
                (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
            });
            out.extend((!crc).to_le_bytes());
            out.extend(u32::from(length).to_le_bytes());
            out
        };
        let headers = [JSON, ("content-encoding", "gzip"), ("accept", "application/json")];
        let reply = request(service.address, "POST /sum", &headers, &gzip(b"{\"Leaf\": 7}")).await;
        assert_eq!((reply.status, reply.body), (200, b"7".to_vec()));
        let long = [&[b' '; 2000][..], b"{\"Leaf\": 7}"].concat();
        refused(&request(service.address, "POST /sum", &headers, &gzip(&long)).await, 413);
        refused(&request(service.address, "POST /sum", &headers, b"not gzip at all").await, 400);
    });
}
