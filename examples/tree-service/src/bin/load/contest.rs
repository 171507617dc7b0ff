//! The comparison of formats: the same request, with the tree in several formats.

use std::sync::Arc;

use packed_data::{Compact, Indexed, Packed};
use packed_data_axum::{Wire, content_type};
use tokio::runtime::Runtime;
use tree_service::tree::{Tree, random};

use crate::client::{self, Request};
use crate::service::Service;
use crate::{Plan, median};

/// The numbers in the leaves.
const LEAVES: [(&str, fn() -> Box<dyn FnMut() -> i64>); 2] = [
    ("1, 2, 3, ... (short in JSON and postcard, eight bytes packed)", || {
        let mut n = 0;
        Box::new(move || {
            n += 1;
            n
        })
    }),
    ("random, of 48 bits", || {
        let mut next = random(1);
        Box::new(move || next() >> 16)
    }),
];

/// A format with its own service.
struct Contestant {
    /// The row in the table.
    row: usize,
    name: &'static str,
    service: Service,
    request: Arc<Request>,
    bytes: usize,
    results: Results,
}

/// The measured numbers, one for each round.
#[derive(Default)]
struct Results {
    rate: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
    cpu: Vec<f64>,
}

/// Measures, and prints tables.
pub(crate) fn measure(runtime: &Runtime, plan: Plan, sizes: &[u32]) -> Result<(), String> {
    for (numbers, leaves) in LEAVES {
        for &levels in sizes {
            eprintln!("2^{levels} leaves: {numbers}");
            let tree = Tree::perfect(levels, &mut leaves());
            let mut contestants = contestants(&tree)?;
            // The first round warms up.
            for round in 0..=plan.rounds {
                for contestant in &mut contestants {
                    contestant.measure(runtime, plan, round > 0)?;
                }
                // The last contestant begins the next round, so that none always follows the same one.
                contestants.rotate_right(1);
            }
            contestants.sort_by_key(|contestant| contestant.row);
            println!("\n`POST /sum`, 2^{levels} leaves: {numbers}\n");
            print_table(&contestants);
        }
    }
    Ok(())
}

fn contestants(tree: &Tree) -> Result<Vec<Contestant>, String> {
    let json = serde_json::to_vec(tree).map_err(|error| error.to_string())?;
    let postcard = postcard::to_allocvec(tree).map_err(|error| error.to_string())?;
    let contestant =
        |name, path, kind, body: &[u8]| Contestant::new(name, Request::post(path, kind, body, 200), body.len());
    let mut all = vec![
        packed::<Compact>("packed, `Compact`", tree)?,
        packed::<Indexed>("packed, `Indexed`", tree)?,
        contestant("JSON, to a `Box` tree", "/compare/json/sum", "application/json", &json)?,
        contestant("JSON, by `Negotiated`", "/sum", "application/json", &json)?,
        contestant("postcard, to a `Box` tree", "/compare/postcard/sum", "application/octet-stream", &postcard)?,
    ];
    all.iter_mut().enumerate().for_each(|(row, contestant)| contestant.row = row);
    Ok(all)
}

fn packed<L: Wire>(name: &'static str, tree: &Tree) -> Result<Contestant, String> {
    let body = Packed::<Tree, L>::pack(tree).into_inner();
    let kind = content_type::<Tree, L>();
    let request = Request::post("/sum", kind.to_str().unwrap_or_default(), &body, 200);
    Contestant::new(name, request, body.len())
}

impl Contestant {
    fn new(name: &'static str, request: Arc<Request>, bytes: usize) -> Result<Self, String> {
        Ok(Self { row: 0, name, service: Service::start()?, request, bytes, results: Results::default() })
    }

    fn measure(&mut self, runtime: &Runtime, plan: Plan, counts: bool) -> Result<(), String> {
        let before = self.service.cpu();
        let run = client::run(self.service.address, Arc::clone(&self.request), plan.connections, plan.run);
        let mut run = runtime.block_on(run).map_err(|error| format!("{}: {error}", self.name))?;
        let cpu = self.service.cpu().zip(before).and_then(|(after, before)| after.checked_sub(before));
        if counts {
            self.results.rate.push(run.rate());
            self.results.p50.push(run.percentile(50));
            self.results.p99.push(run.percentile(99));
            self.results.cpu.push(cpu.map_or(f64::NAN, |cpu| cpu.as_secs_f64() * 1e6 / run.times.len() as f64));
        }
        Ok(())
    }
}

fn print_table(contestants: &[Contestant]) {
    println!(
        "| | body, bytes | requests per second | relative to the first | p50, µs | p99, µs | server CPU per request, µs | \
         memory, MB |"
    );
    println!("| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let first = contestants.first().map_or(&[][..], |first| &first.results.rate);
    for contestant in contestants {
        let Results { rate, p50, p99, cpu } = &contestant.results;
        let [p50, p99, cpu] = [p50, p99, cpu].map(|numbers| median(numbers.clone()));
        let memory = contestant.service.peak().map_or(f64::NAN, |bytes| bytes as f64 / 1e6);
        let (rate, ratio) =
            (median(rate.clone()), median(rate.iter().zip(first).map(|(rate, first)| rate / first).collect()));
        println!(
            "| {} | {} | {rate:.0} | {ratio:.2} | {p50:.0} | {p99:.0} | {cpu:.0} | {memory:.1} |",
            contestant.name, contestant.bytes,
        );
    }
}
