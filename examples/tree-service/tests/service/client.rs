//! Tests the client of `packed-data-axum` with the service.

use crate::common;

use common::{Service, counted, run};
use packed_data::{Compact, Indexed, Packed};
use packed_data_axum::{ClientError, RequestExt, ResponseExt};
use tree_service::store::Entry;
use tree_service::tree::{Stats, Tree};

#[test]
fn a_program_that_is_a_client() {
    run(async {
        let service = Service::start(&[]).await;
        let client = reqwest::Client::new();
        let tree = counted(10);

        let sum = client.post(service.url("/sum")).packed(&tree).send().await.unwrap();
        assert_eq!(sum.packed_response::<i64, Compact>().await.unwrap().unpack(), Ok(524_800));

        // A tree in the other layout, which is already packed, is sent without a copy.
        let packed = Packed::<Tree, Indexed>::pack(&tree);
        let request = client.post(service.url("/increment")).packed_data(packed).accept_packed::<Tree, Indexed>();
        let incremented = request.send().await.unwrap().packed_response::<Tree, Indexed>().await.unwrap();
        assert_eq!(tree_service::tree::right_most(&incremented), 1025);

        let request = client.post(service.url("/stats")).packed(&tree).accept_packed::<Stats, Compact>();
        let stats = request.send().await.unwrap().packed_response::<Stats, Compact>().await.unwrap().unpack().unwrap();
        assert_eq!((stats.leaves, stats.depth, stats.bytes), (1024, 10, 1024 * 9 + 1023));

        let put = client.put(service.url("/trees/mine")).packed_data(incremented).send().await.unwrap();
        assert_eq!(put.status(), 201);
        let request = client.get(service.url("/trees/mine")).accept_packed::<Tree, Indexed>();
        let stored = request.send().await.unwrap().packed_response::<Tree, Indexed>().await.unwrap();
        assert_eq!(tree_service::tree::sum(&stored), Ok(524_800 + 1024));
        let request = client.get(service.url("/trees")).accept_packed::<Vec<Entry>, Compact>();
        let list = request.send().await.unwrap().packed_response::<Vec<Entry>, Compact>().await.unwrap();
        assert_eq!(list.unpack().unwrap()[0].name, "mine");
    });
}

#[test]
fn a_client_receives_the_problem() {
    run(async {
        let service = Service::start(&["--body-limit", "100"]).await;
        let client = reqwest::Client::new();
        let reply = client.post(service.url("/sum")).packed(&"not a tree").send().await.unwrap();
        let Err(ClientError::Status { status, problem: Some(problem) }) = reply.packed_response::<i64, Compact>().await
        else {
            panic!("a string has no sum");
        };
        assert_eq!((status.as_u16(), problem.status), (422, 422));
        let reply = client.post(service.url("/sum")).packed(&counted(5)).send().await.unwrap();
        let Err(ClientError::Status { status, .. }) = reply.packed_response::<i64, Compact>().await else {
            panic!("the body is too long");
        };
        assert_eq!(status, 413);
        let request = client.get(service.url("/trees/none")).accept_packed::<Tree, Indexed>();
        let Err(ClientError::Status { status, problem: Some(problem) }) =
            request.send().await.unwrap().packed_response::<Tree, Indexed>().await
        else {
            panic!("no tree has this name");
        };
        assert_eq!((status.as_u16(), problem.title.as_str()), (404, "Not Found"));
    });
}
