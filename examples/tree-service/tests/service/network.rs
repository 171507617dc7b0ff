//! Tests clients that are slow or close the connection early, many clients at once, and the end of the service.

use crate::common;

use std::time::Duration;

use common::{Service, connect, counted, finish, head, packed, request, run};
use packed_data::Compact;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};

#[test]
fn a_body_in_pieces_of_one_byte() {
    run(async {
        let service = Service::start(&[]).await;
        let (body, kind) = packed::<_, Compact>(&counted(4));
        let length = body.len().to_string();
        // The body is sent in packets of one byte.
        let mut stream = connect(service.address).await;
        let headers = [("content-type", kind.as_str()), ("content-length", &length), ("accept", "application/json")];
        stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
        for byte in &body {
            stream.write_all(&[*byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
        assert_eq!(finish(stream).await.body, b"136");
        // The body is sent in chunks of one byte.
        let mut stream = connect(service.address).await;
        let headers =
            [("content-type", kind.as_str()), ("transfer-encoding", "chunked"), ("accept", "application/json")];
        let mut bytes = head("POST /sum", &headers).into_bytes();
        for byte in &body {
            bytes.extend([b'1', b'\r', b'\n', *byte, b'\r', b'\n']);
        }
        bytes.extend(b"0\r\n\r\n");
        stream.write_all(&bytes).await.unwrap();
        assert_eq!(finish(stream).await.body, b"136");
    });
}

#[test]
fn a_slow_client_gets_the_time_limit_and_no_more() {
    run(async {
        let service = Service::start(&["--timeout", "0.5"]).await;
        let (body, kind) = packed::<_, Compact>(&counted(4));
        let length = body.len().to_string();
        let headers = [("content-type", kind.as_str()), ("content-length", &length), ("accept", "application/json")];
        // The client is slow, but within the limit.
        let mut stream = connect(service.address).await;
        stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
        for piece in body.chunks(40) {
            sleep(Duration::from_millis(20)).await;
            stream.write_all(piece).await.unwrap();
        }
        assert_eq!(finish(stream).await.body, b"136");
        // The client exceeds the limit.
        let start = Instant::now();
        let mut stream = connect(service.address).await;
        stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
        stream.write_all(&body[..20]).await.unwrap();
        let reply = finish(stream).await;
        assert_eq!((reply.status, reply.problem().status), (408, 408));
        assert!(start.elapsed() >= Duration::from_millis(500));
        // Afterwards, other clients are served.
        assert_eq!(request(service.address, "POST /sum", &headers[..1], &body).await.status, 200);
    });
}

#[test]
fn clients_that_close_the_connection_early_do_no_harm() {
    run(async {
        let service = Service::start(&[]).await;
        let (body, kind) = packed::<_, Compact>(&counted(8));
        let length = body.len().to_string();
        let headers = [("content-type", kind.as_str()), ("content-length", length.as_str())];
        for sent in [0, 1, body.len() / 2, body.len() - 1, body.len()] {
            for path in ["POST /sum", "POST /increment", "PUT /trees/a"] {
                let mut stream = connect(service.address).await;
                stream.write_all(head(path, &headers).as_bytes()).await.unwrap();
                stream.write_all(&body[..sent]).await.unwrap();
                drop(stream);
            }
        }
        let mut stream = connect(service.address).await;
        stream.write_all(b"POST /su").await.unwrap();
        drop(stream);
        assert_eq!(request(service.address, "POST /sum", &headers[..1], &body).await.status, 200);
        // A tree is stored only if the whole tree was sent.
        let names = request(service.address, "GET /trees", &[], &[]).await.body;
        assert!(names == b"[]" || names.starts_with(b"[{\"name\":\"a\""), "{names:?}");
    });
}

#[test]
fn a_thousand_at_once() {
    run(async {
        let service = Service::start(&[]).await;
        let address = service.address;
        let (body, kind) = packed::<_, Compact>(&counted(6));
        let clients = (0..1000).map(|n| {
            let (body, kind) = (body.clone(), kind.clone());
            tokio::spawn(async move {
                let headers = [("content-type", kind.as_str()), ("accept", "application/json")];
                if n % 10 == 0 {
                    let reply = request(address, &format!("PUT /trees/tree-{n}"), &headers, &body).await;
                    assert_eq!(reply.status, 201);
                } else {
                    assert_eq!(request(address, "POST /sum", &headers, &body).await.body, b"2080");
                }
            })
        });
        for client in Vec::from_iter(clients) {
            client.await.expect("it was served");
        }
        let reply = request(address, "GET /health", &[], &[]).await;
        assert_eq!(reply.body, b"{\"status\":\"ok\",\"trees\":100}");
    });
}

#[test]
fn connections_above_the_limit_wait() {
    run(async {
        let service = Service::start(&["--connections", "1"]).await;
        let first = connect(service.address).await;
        sleep(Duration::from_millis(100)).await;
        let second = tokio::spawn(async move { request(service.address, "GET /health", &[], &[]).await.status });
        sleep(Duration::from_millis(200)).await;
        assert!(!second.is_finished());
        drop(first);
        assert_eq!(second.await.unwrap(), 200);
    });
}

#[test]
fn running_requests_are_completed_at_the_end() {
    run(async {
        let mut service = Service::start(&[]).await;
        let (body, kind) = packed::<_, Compact>(&counted(4));
        let length = body.len().to_string();
        let headers = [("content-type", kind.as_str()), ("content-length", &length), ("accept", "application/json")];
        let mut stream = connect(service.address).await;
        stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
        stream.write_all(&body[..20]).await.unwrap();
        let idle = connect(service.address).await;
        sleep(Duration::from_millis(100)).await;
        service.end();
        sleep(Duration::from_millis(100)).await;
        assert!(tokio::net::TcpStream::connect(service.address).await.is_err(), "no more connections are accepted");
        stream.write_all(&body[20..]).await.unwrap();
        assert_eq!(finish(stream).await.body, b"136");
        assert!(timeout(Duration::from_secs(5), service.ended()).await.expect("it ends"), "all requests have ended");
        drop(idle);
    });
}

#[test]
fn requests_that_run_too_long_are_aborted_at_the_end() {
    run(async {
        let mut service = Service::start(&["--grace", "0.2"]).await;
        let mut stream = connect(service.address).await;
        let headers = [("content-type", "application/json"), ("content-length", "10")];
        stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
        sleep(Duration::from_millis(100)).await;
        service.end();
        assert!(!timeout(Duration::from_secs(5), service.ended()).await.expect("it ends"));
    });
}
