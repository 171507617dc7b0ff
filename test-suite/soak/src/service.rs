//! The example `tree-service` under load from several clients, killed with SIGKILL and started again on the same
//! database. Each change that was acknowledged must be there afterwards, and each answer must be right. A second
//! service, which is not killed, must not grow.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use packed_data::{Compact, Indexed, Packed};
use packed_data_axum::{ClientError, RequestExt, ResponseExt};
use reqwest::{Client, Response, StatusCode};
use tree_service::tree::{self, Tree};

use crate::figures::{Fault, Figures};
use crate::memory::Memory;
use crate::process::{Process, program_beside};
use crate::random::Random;
use crate::{Mistake, Test};

/// How many clients write to the service that is killed, and how many to the other one.
const CLIENTS: u64 = 8;
const STEADY_CLIENTS: u64 = 4;
/// How many names each client has.
const NAMES: usize = 40;

/// Runs the soak test of a service.
pub(crate) fn run(figures: &mut Figures, test: &Test) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| format!("no threads: {error}"))?;
    let mut work = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let database = work.path().join("trees.redb");
    let (steady, url) = start(&work.path().join("steady.redb"), None)?;
    let calm = Arc::new(Life { url, is_ending: AtomicBool::new(false) });
    let steady_clients = (0..STEADY_CLIENTS).map(|number| {
        let (mut client, life) = (Person::new(test.seed, 100 + number, None), Arc::clone(&calm));
        runtime.spawn(async move {
            let outcome = client.use_service(&life, 4..40).await;
            (client, outcome)
        })
    });
    let steady_clients = steady_clients.collect::<Vec<_>>();
    let memories = ["killed service", "steady service"].map(Memory::new);
    let clients = (0..CLIENTS).map(|number| Person::new(test.seed, number, test.fault)).collect();
    let random = Random::new(test.seed);
    let mut soak = Soak { figures, test, random, runtime: &runtime, database, clients, steady, memories };
    let mut outcome = Ok(());
    while outcome.is_ok() && !test.is_over() {
        outcome = soak.round();
        if steady_clients.iter().any(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    outcome = outcome.and_then(|()| soak.last_check());
    let Soak { memories, clients, database, steady, .. } = soak;
    calm.is_ending.store(true, Ordering::SeqCst);
    let steady_size = size(&work.path().join("steady.redb"));
    for client in steady_clients {
        match runtime.block_on(client) {
            Ok((client, Ok(()))) => {
                figures.add("answers of a steady service", client.counts.answers);
                figures.add("changes of it", client.counts.changes);
            }
            Ok((_, Err(fault))) => figures.fault(fault),
            Err(error) => figures.fault(format!("a client panicked: {error}")),
        }
    }
    drop(steady);
    for client in clients {
        figures.add("answers", client.counts.answers);
        figures.add("acknowledged", client.counts.changes);
        figures.add("refused as they should be", client.counts.refused);
        figures.add("stored without an acknowledgement", client.counts.unknown_stored);
        figures.errors("broken off by a kill", client.counts.broken_off);
    }
    figures.add("MB of the databases", (size(&database) + steady_size) / 1_000_000);
    memories.into_iter().for_each(|memory| figures.memory(memory));
    if test.keeps(outcome.is_err() || figures.has_faults()) {
        work.disable_cleanup(true);
        eprintln!("service: see {}", work.path().display());
    }
    outcome
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

/// Starts a service on a free port, and waits until it listens; returns its address too.
fn start(database: &Path, fault: Option<Mistake>) -> Result<(Process, String), String> {
    let process = spawn(database, fault)?;
    let address = process.wait_for("listening on ")?;
    Ok((process, address))
}

/// Starts a service: the program beside this one.
fn spawn(database: &Path, fault: Option<Mistake>) -> Result<Process, String> {
    let mut command = program_beside("tree-service")?;
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TREE_SERVICE_") {
            command.env_remove(name);
        }
    }
    command.args(["--address", "127.0.0.1:0", "--log", "warn", "--database"]).arg(database);
    if fault == Some(Mistake::Early) {
        command.arg("--in-memory");
    }
    Process::start(&mut command)
}

/// The time between the start of a service and its end.
struct Life {
    url: String,
    /// Whether it is about to be killed, so that requests may fail.
    is_ending: AtomicBool,
}

struct Soak<'a> {
    figures: &'a mut Figures,
    test: &'a Test,
    random: Random,
    runtime: &'a tokio::runtime::Runtime,
    database: PathBuf,
    clients: Vec<Person>,
    steady: Process,
    memories: [Memory; 2],
}

impl Soak<'_> {
    /// Starts the service, checks what it has, uses it, and kills it.
    fn round(&mut self) -> Result<(), Fault> {
        self.figures.add("rounds", 1);
        if self.random.one_in(5) {
            let mut process = spawn(&self.database, self.test.fault)?;
            std::thread::sleep(self.random.millis(0..60));
            process.kill();
            process.end(Duration::from_secs(30))?;
            self.figures.add("kills at the start", 1);
        }
        let (mut process, url) = start(&self.database, self.test.fault)?;
        let life = Arc::new(Life { url, is_ending: AtomicBool::new(false) });
        self.with_clients(&life, |mut client, life| async move {
            let outcome = client.check(&life).await;
            (client, outcome)
        })?;
        let time = if self.random.one_in(12) { 5000..20_000 } else { 50..3000 };
        let until = (Instant::now() + self.random.millis(time)).min(self.test.until);
        let is_killed = !self.random.one_in(8);
        let ends = Ending { process: &mut process, until, is_killed };
        self.use_and_end(&life, ends)
    }

    /// Lets all clients use the service, and ends it meanwhile.
    fn use_and_end(&mut self, life: &Arc<Life>, ending: Ending<'_>) -> Result<(), Fault> {
        let clients = std::mem::take(&mut self.clients).into_iter().map(|mut client| {
            let life = Arc::clone(life);
            self.runtime.spawn(async move {
                let outcome = client.use_service(&life, 0..3).await;
                (client, outcome)
            })
        });
        let clients = clients.collect::<Vec<_>>();
        let Ending { process, until, is_killed } = ending;
        while Instant::now() < until && !clients.iter().any(tokio::task::JoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(20).min(until.saturating_duration_since(Instant::now())));
            self.memories[1].sample_now_and_then(self.steady.id());
        }
        self.memories[0].sample_now_and_then(process.id());
        life.is_ending.store(true, Ordering::SeqCst);
        if is_killed {
            process.kill();
            self.figures.add("kills", 1);
        } else {
            process.terminate()?;
            self.figures.add("ends by SIGTERM", 1);
        }
        let mut outcome = Ok(());
        for client in clients {
            let (client, result) =
                self.runtime.block_on(client).map_err(|error| format!("a client panicked: {error}"))?;
            self.clients.push(client);
            outcome = outcome.and(result);
        }
        let status = process.end(Duration::from_secs(60))?;
        if !is_killed && !status.success() {
            return Err(format!("the service ended with the status {:?} after SIGTERM", status.code()).into());
        }
        outcome
    }

    /// Runs something for all clients at once.
    fn with_clients<F>(&mut self, life: &Arc<Life>, run: impl Fn(Person, Arc<Life>) -> F) -> Result<(), Fault>
    where
        F: Future<Output = (Person, Result<(), Fault>)> + Send + 'static,
    {
        let clients = std::mem::take(&mut self.clients).into_iter();
        let running = clients.map(|client| self.runtime.spawn(run(client, Arc::clone(life)))).collect::<Vec<_>>();
        let mut outcome = Ok(());
        for client in running {
            let (client, result) =
                self.runtime.block_on(client).map_err(|error| format!("a client panicked: {error}"))?;
            self.clients.push(client);
            outcome = outcome.and(result);
        }
        outcome
    }

    /// Checks what the service has in the end.
    fn last_check(&mut self) -> Result<(), Fault> {
        let (_process, url) = start(&self.database, self.test.fault)?;
        let life = Arc::new(Life { url, is_ending: AtomicBool::new(false) });
        self.with_clients(&life, |mut client, life| async move {
            let outcome = client.check(&life).await;
            (client, outcome)
        })
    }
}

/// How a service is ended.
struct Ending<'p> {
    process: &'p mut Process,
    until: Instant,
    is_killed: bool,
}

/// A client with names of its own, so that it knows what each of them must be.
struct Person {
    number: u64,
    random: Random,
    fault: Option<Mistake>,
    /// For each name the version of the tree that is stored; `None` if there is none.
    stored: Vec<Option<u64>>,
    /// A change that was sent and not acknowledged: the index of the name, and the new version.
    sent: Option<(usize, Option<u64>)>,
    /// The next version.
    next: u64,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    answers: u64,
    /// Acknowledged ones.
    changes: u64,
    refused: u64,
    broken_off: u64,
    unknown_stored: u64,
}

/// Why a request has no right answer.
enum Failure {
    /// The connection was lost.
    Transport(String),
    Fault(Fault),
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self::Transport(format!("{error:?}"))
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Transport(error) => error.into(),
            error => Self::Fault(format!("not an answer: {error}").into()),
        }
    }
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Self::Fault(what.into())
    }
}

/// Returns the tree of a version of a name. Few of them are large.
fn tree_of(client: u64, name: usize, version: u64) -> Tree {
    let mut random = Random::new(client << 48 ^ (name as u64) << 40 ^ version);
    let levels = match random.below(200) {
        0 => 13,
        1..10 => 10,
        _ => random.below(8),
    };
    let tree = Tree::perfect(levels as u32, &mut || (random.next() >> 24) as i64);
    Tree::node(tree, Tree::Leaf(version as i64))
}

impl Person {
    fn new(seed: u64, number: u64, fault: Option<Mistake>) -> Self {
        let random = Random::new(seed ^ number << 32);
        Self { number, random, fault, stored: vec![None; NAMES], sent: None, next: 1, counts: Counts::default() }
    }

    fn url(&self, life: &Life, name: usize) -> String {
        format!("{}/trees/client-{}-{name}", life.url, self.number)
    }

    /// Sends requests until the service ends. An error of the connection is a fault before that.
    async fn use_service(&mut self, life: &Life, pause: std::ops::Range<u64>) -> Result<(), Fault> {
        let http = client()?;
        while !life.is_ending.load(Ordering::SeqCst) {
            match self.request(&http, life).await {
                Ok(()) => self.counts.answers += 1,
                Err(Failure::Fault(fault)) => return Err(fault),
                Err(Failure::Transport(_)) if life.is_ending.load(Ordering::SeqCst) => {
                    self.counts.broken_off += 1;
                    return Ok(());
                }
                Err(Failure::Transport(error)) => {
                    return Err(format!("a request failed while the service was running: {error}").into());
                }
            }
            tokio::time::sleep(self.random.millis(pause.clone())).await;
        }
        Ok(())
    }

    /// Sends one request, and checks its answer.
    async fn request(&mut self, http: &Client, life: &Life) -> Result<(), Failure> {
        let name = self.random.below(NAMES as u64) as usize;
        match self.random.below(20) {
            0..9 => self.put(http, life, name).await,
            9 | 10 => self.delete(http, life, name).await,
            11..14 => self.get(http, life, name).await,
            14 | 15 => self.right_most(http, life, name).await,
            16 => self.send_nonsense(http, life, name).await,
            17 => self.increment(http, life).await,
            _ => self.sum(http, life).await,
        }
    }

    async fn put(&mut self, http: &Client, life: &Life, name: usize) -> Result<(), Failure> {
        let version = self.next;
        self.next += 1;
        let packed = Packed::<Tree, Indexed>::pack(&tree_of(self.number, name, version));
        let existed = self.stored[name].is_some();
        self.sent = Some((name, Some(version)));
        if self.fault == Some(Mistake::Drop) && version.is_multiple_of(50) {
            // (It counts as acknowledged, and is never sent.)
            (self.stored[name], self.sent) = (Some(version), None);
            return Ok(());
        }
        let response = http.put(self.url(life, name)).packed_data(packed).send().await?;
        expect(&response, if existed { StatusCode::NO_CONTENT } else { StatusCode::CREATED })?;
        (self.stored[name], self.sent) = (Some(version), None);
        self.counts.changes += 1;
        Ok(())
    }

    async fn delete(&mut self, http: &Client, life: &Life, name: usize) -> Result<(), Failure> {
        let existed = self.stored[name].is_some();
        self.sent = Some((name, None));
        let response = http.delete(self.url(life, name)).send().await?;
        expect(&response, if existed { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND })?;
        (self.stored[name], self.sent) = (None, None);
        self.counts.changes += u64::from(existed);
        Ok(())
    }

    /// Returns the version of the tree that the service has; checks all of it.
    async fn find(&self, http: &Client, life: &Life, name: usize) -> Result<Option<u64>, Failure> {
        let response = http.get(self.url(life, name)).accept_packed::<Tree, Indexed>().send().await?;
        if response.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let found = response.packed_response::<Tree, Indexed>().await?;
        let version = tree::right_most(&found) as u64;
        if found.as_bytes() != Packed::<Tree, Indexed>::pack(&tree_of(self.number, name, version)).as_bytes() {
            return Err(format!("client {}, name {name}: not the tree of version {version}", self.number).into());
        }
        Ok(Some(version))
    }

    async fn get(&self, http: &Client, life: &Life, name: usize) -> Result<(), Failure> {
        let (found, expected) = (self.find(http, life, name).await?, self.stored[name]);
        if found == expected { Ok(()) } else { Err(Failure::Fault(self.lost(name, expected, found))) }
    }

    fn lost(&self, name: usize, expected: Option<u64>, found: Option<u64>) -> Fault {
        let what = format!("client {}, name {name}: expected version {expected:?}, found {found:?}", self.number);
        Fault { lost: 1, what }
    }

    async fn right_most(&self, http: &Client, life: &Life, name: usize) -> Result<(), Failure> {
        let url = format!("{}/right-most", self.url(life, name));
        let response = http.get(url).accept_packed::<i64, Compact>().send().await?;
        let expected = self.stored[name];
        if expected.is_none() {
            return expect(&response, StatusCode::NOT_FOUND);
        }
        let found = response.packed_response::<i64, Compact>().await?.unpack().map(|found| found as u64).ok();
        if found == expected { Ok(()) } else { Err(Failure::Fault(self.lost(name, expected, found))) }
    }

    async fn sum(&mut self, http: &Client, life: &Life) -> Result<(), Failure> {
        let tree = tree_of(self.number, 0, self.random.next() >> 20);
        let response = http.post(format!("{}/sum", life.url)).packed(&tree).send().await?;
        let (found, expected) = (response.packed_response::<i64, Compact>().await?.unpack(), tree.sum());
        if found.as_ref().is_ok_and(|found| i128::from(*found) == expected) {
            return Ok(());
        }
        Err(format!("a sum is {found:?}, expected {expected}").into())
    }

    async fn increment(&mut self, http: &Client, life: &Life) -> Result<(), Failure> {
        let tree = Packed::<Tree, Indexed>::pack(&tree_of(self.number, 1, self.random.next() >> 20));
        let expected = tree::increment(&tree);
        let request = http.post(format!("{}/increment", life.url)).packed_data(tree);
        let found = request.accept_packed::<Tree, Indexed>().send().await?.packed_response::<Tree, Indexed>().await?;
        if expected.is_some_and(|expected| expected.as_bytes() == found.as_bytes()) {
            return Ok(());
        }
        Err("an incremented tree is another one".to_owned().into())
    }

    /// Sends a tree without its last byte, which must be refused and change nothing.
    async fn send_nonsense(&mut self, http: &Client, life: &Life, name: usize) -> Result<(), Failure> {
        let mut bytes = Packed::<Tree, Indexed>::pack(&tree_of(self.number, name, 1)).into_inner();
        bytes.pop();
        let request = http.put(self.url(life, name)).body(bytes);
        let kind = packed_data_axum::content_type::<Tree, Indexed>();
        let response = request.header("content-type", kind).send().await?;
        self.counts.refused += 1;
        expect(&response, StatusCode::BAD_REQUEST)
    }

    /// Checks that the service has all that was acknowledged. What was sent without an acknowledgement may be there.
    async fn check(&mut self, life: &Life) -> Result<(), Fault> {
        let http = client()?;
        for name in 0..NAMES {
            let found = match self.find(&http, life, name).await {
                Ok(found) => found,
                Err(Failure::Fault(fault)) => return Err(fault),
                Err(Failure::Transport(error)) => return Err(format!("after a restart: {error}").into()),
            };
            let expected = self.stored[name];
            let sent = self.sent.filter(|(sent, _)| *sent == name).map(|(_, version)| version);
            if found != expected {
                if sent != Some(found) {
                    return Err(self.lost(name, expected, found));
                }
                self.counts.unknown_stored += 1;
                self.stored[name] = found;
            }
        }
        self.sent = None;
        Ok(())
    }
}

fn client() -> Result<Client, Fault> {
    Client::builder().timeout(Duration::from_secs(60)).build().map_err(|error| format!("no client: {error}").into())
}

fn expect(response: &Response, status: StatusCode) -> Result<(), Failure> {
    let found = response.status();
    if found == status {
        return Ok(());
    }
    Err(format!("{}: expected the status {status}, found {found}", response.url()).into())
}
