//! Good requests while other clients send hostile ones. Hostile requests must not slow the good requests down more than
//! other good requests would.

use std::net::SocketAddr;
use std::sync::Arc;

use packed_data::{Compact, Packed};
use packed_data_axum::content_type;
use tokio::runtime::Runtime;
use tree_service::tree::Tree;

use crate::client::{self, Request, Run};
use crate::service::Service;
use crate::{Plan, median};

/// What the other clients send, and the results.
struct OtherClients {
    name: &'static str,
    /// The request of the other clients, if there are any.
    request: Option<Arc<Request>>,
    rate: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
    /// The rate of the other clients.
    other_rate: Vec<f64>,
}

/// Measures, and prints a table.
pub(crate) fn measure(runtime: &Runtime, plan: Plan) -> Result<(), String> {
    let service = Service::start()?;
    let kind = content_type::<Tree, Compact>();
    let kind = kind.to_str().unwrap_or_default();
    let good = Request::post("/sum", kind, &pack(10), 200);
    let mut all = other_clients(kind);
    for round in 0..=plan.rounds {
        for others in &mut all {
            let both = both(service.address, Arc::clone(&good), others.request.clone(), plan);
            let (mut run, other) = runtime.block_on(both).map_err(|error| format!("{}: {error}", others.name))?;
            if round > 0 {
                others.rate.push(run.rate());
                others.p50.push(run.percentile(50));
                others.p99.push(run.percentile(99));
                others.other_rate.push(other.rate());
            }
        }
    }
    println!(
        "\n{0} connections send good requests (`POST /sum`, 2^10 leaves, `Compact`); {0} other connections send:\n",
        plan.connections
    );
    println!("| other connections | good requests per second | p50, µs | p99, µs | other requests per second |");
    println!("| :--- | ---: | ---: | ---: | ---: |");
    for OtherClients { name, rate, p50, p99, other_rate, .. } in all {
        let [rate, p50, p99, other_rate] = [rate, p50, p99, other_rate].map(median);
        let other_rate = if other_rate.is_nan() { "none".into() } else { format!("{other_rate:.0}") };
        println!("| {name} | {rate:.0} | {p50:.0} | {p99:.0} | {other_rate} |");
    }
    let peak = service.peak().map_or(f64::NAN, |bytes| bytes as f64 / 1e6);
    println!("\nPeak memory of the service: {peak:.1} MB.");
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

fn other_clients(kind: &str) -> Vec<OtherClients> {
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
        ("none", None),
        ("good: the same request", post(kind, &pack(10), 200)),
        ("good: 2^16 leaves", post(kind, &long, 200)),
        ("hostile: 2^16 leaves, the last byte is missing", post(kind, truncated, 400)),
        ("hostile: 2^16 leaves, the last tag is wrong", post(kind, &wrong, 422)),
        ("hostile: 600,000 nested nodes", post(kind, &vec![1; 600_000], 422)),
        ("hostile: 600,000 random bytes", post(kind, &noise(600_000), 422)),
        ("hostile: an empty body", post(kind, &[], 400)),
        ("hostile: 17 MB, the limit is 16 MiB", post(kind, &vec![0; 17_000_000], 413)),
        ("hostile: JSON of 66,000 nested nodes", post(json, &open, 400)),
        ("hostile: JSON of 60 nodes, incomplete", post(json, &unfinished, 400)),
    ];
    let new =
        |(name, request)| OtherClients { name, request, rate: vec![], p50: vec![], p99: vec![], other_rate: vec![] };
    requests.into_iter().map(new).collect()
}

/// Returns random bytes after an invalid tag.
fn noise(length: usize) -> Vec<u8> {
    let mut next = tree_service::tree::random(7);
    let mut bytes = Vec::from_iter((0..length).map(|_| next().to_le_bytes()[3]));
    bytes.insert(0, 200);
    bytes
}

/// Runs the good and the other clients at the same time. Returns both results.
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
