//! Good requests beside hostile ones: what the good ones lose must be no more than what other good ones in the place
//! of the hostile ones would cost them.

use std::net::SocketAddr;
use std::sync::Arc;

use packed_data::{Compact, Packed};
use packed_data_axum::content_type;
use tokio::runtime::Runtime;
use tree_service::tree::Tree;

use crate::client::{self, Request, Run};
use crate::service::Service;
use crate::{Plan, median};

/// Who sends requests beside the good ones.
struct Beside {
    name: &'static str,
    request: Option<Arc<Request>>,
    rate: Vec<f64>,
    half: Vec<f64>,
    most: Vec<f64>,
    own: Vec<f64>,
}

/// Measures, and prints a table.
pub(crate) fn measure(runtime: &Runtime, plan: Plan) -> Result<(), String> {
    let service = Service::start()?;
    let kind = content_type::<Tree, Compact>();
    let kind = kind.to_str().unwrap_or_default();
    let good = Request::post("/sum", kind, &pack(10), 200);
    let mut all = beside(kind);
    for round in 0..=plan.rounds {
        for beside in &mut all {
            let both = both(service.address, Arc::clone(&good), beside.request.clone(), plan);
            let (mut run, own) = runtime.block_on(both).map_err(|error| format!("{}: {error}", beside.name))?;
            if round > 0 {
                beside.rate.push(run.rate());
                beside.half.push(run.percentile(50));
                beside.most.push(run.percentile(99));
                beside.own.push(own.rate());
            }
        }
    }
    println!(
        "\n{0} connections send good requests (`POST /sum`, 2^10 leaves, `Compact`); beside them {0} others send:\n",
        plan.connections
    );
    println!("| beside them | good requests a second | p50, µs | p99, µs | other requests a second |");
    println!("| :--- | ---: | ---: | ---: | ---: |");
    for Beside { name, rate, half, most, own, .. } in all {
        let [rate, half, most, own] = [rate, half, most, own].map(median);
        let own = if own.is_nan() { "none".into() } else { format!("{own:.0}") };
        println!("| {name} | {rate:.0} | {half:.0} | {most:.0} | {own} |");
    }
    let peak = service.peak().map_or(f64::NAN, |bytes| bytes as f64 / 1e6);
    println!("\nThe most memory that the service had: {peak:.1} MB.");
    Ok(())
}

fn pack(levels: u32) -> Vec<u8> {
    let mut n = 0;
    let tree = Tree::perfect(levels, &mut || {
        n += 1;
        n
    });
    Packed::<Tree, Compact>::pack(&tree).into_inner()
}

fn beside(kind: &str) -> Vec<Beside> {
    let post = |kind: &str, body: &[u8], status| Some(Request::post("/sum", kind, body, status));
    let long = pack(16);
    let truncated = long.split_last().map_or(&long[..], |(_, rest)| rest);
    let mut wrong = long.clone();
    if let Some(tag) = wrong.iter_mut().rev().nth(8) {
        *tag = 9;
    }
    let json = "application/json";
    let open = b"{\"Node\":[".repeat(66_000);
    let unfinished = b"{\"Node\":[{\"Leaf\":1},".repeat(60);
    let requests = [
        ("nobody", None),
        ("good: the same", post(kind, &pack(10), 200)),
        ("good: 2^16 leaves", post(kind, &long, 200)),
        ("hostile: 2^16 leaves, the last byte missing", post(kind, truncated, 400)),
        ("hostile: 2^16 leaves, the last tag wrong", post(kind, &wrong, 422)),
        ("hostile: 600,000 nodes, one in the other", post(kind, &vec![1; 600_000], 422)),
        ("hostile: 600,000 random bytes", post(kind, &noise(600_000), 422)),
        ("hostile: an empty body", post(kind, &[], 400)),
        ("hostile: 17 MB, where 16 MiB are allowed", post(kind, &vec![0; 17_000_000], 413)),
        ("hostile: JSON of 66,000 nodes, one in the other", post(json, &open, 400)),
        ("hostile: JSON, 60 nodes, unfinished", post(json, &unfinished, 400)),
    ];
    let beside = |(name, request)| Beside { name, request, rate: vec![], half: vec![], most: vec![], own: vec![] };
    requests.into_iter().map(beside).collect()
}

/// Bytes that begin with a tag that there is not.
fn noise(length: usize) -> Vec<u8> {
    let mut next = tree_service::tree::random(7);
    let mut bytes = Vec::from_iter((0..length).map(|_| next().to_le_bytes()[3]));
    bytes.insert(0, 200);
    bytes
}

/// Both at once, over the same time.
async fn both(
    address: SocketAddr,
    good: Arc<Request>,
    other: Option<Arc<Request>>,
    plan: Plan,
) -> Result<(Run, Run), String> {
    let other = async {
        match other {
            Some(other) => client::run(address, other, plan.connections, plan.run).await,
            None => Ok(Run::default()),
        }
    };
    let (good, other) = tokio::join!(client::run(address, good, plan.connections, plan.run), other);
    Ok((good?, other?))
}
