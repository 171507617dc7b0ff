//! Tests the program: its flags, its end, and the database after a crash.

use crate::common;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Program, command, connect, counted, finish, head, packed, request, run};
use packed_data::{Compact, Indexed, Packed};
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;
use tree_service::tree::{Tree, random, right_most};

fn output(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    command().args(arguments).envs(environment.iter().copied()).output().expect("the program starts")
}

#[test]
fn invalid_flags() {
    let bad: [&[&str]; 13] = [
        &["--address", "nowhere"],
        &["--address"],
        &["--body-limit", "-1"],
        &["--body-limit", "many"],
        &["--depth-limit", "0"],
        &["--depth-limit", "1025"],
        &["--timeout", "0"],
        &["--idle-timeout", "0"],
        &["--response-timeout", "-1"],
        &["--response-memory", "much"],
        &["--log-format", "xml"],
        &["--unknown"],
        &["pack"],
    ];
    for arguments in bad {
        let Output { status, stdout, stderr } = output(arguments, &[]);
        let message = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains("Usage:") || message.contains("--help"), "{message}");
        assert!(stdout.is_empty());
    }
    for (name, value) in [
        ("TREE_SERVICE_TIMEOUT", "soon"),
        ("TREE_SERVICE_IN_MEMORY", "perhaps"),
        ("TREE_SERVICE_IDLE_TIMEOUT", "0"),
        ("TREE_SERVICE_RESPONSE_TIMEOUT", "0"),
        ("TREE_SERVICE_RESPONSE_MEMORY", "-1"),
    ] {
        assert_eq!(output(&[], &[(name, value)]).status.code(), Some(2), "{name}={value}");
    }
    assert_eq!(output(&["pack", "--levels", "0"], &[("TREE_SERVICE_IN_MEMORY", "1")]).status.code(), Some(0));
    let help = output(&["--help"], &[]);
    assert_eq!(help.status.code(), Some(0));
    let text = String::from_utf8_lossy(&help.stdout);
    for flag in [
        "--address",
        "--database",
        "--body-limit",
        "--depth-limit",
        "--log-format",
        "--idle-timeout",
        "--response-timeout",
        "--response-memory",
        "TREE_SERVICE_ADDRESS",
    ] {
        assert!(text.contains(flag), "{flag} is not explained");
    }
}

#[test]
fn an_error_is_one_line() {
    let scratch = tempfile::tempdir().unwrap();
    let no_database = scratch.path().join("none");
    std::fs::write(&no_database, "this is not a database, but it is a file of some length").unwrap();
    let no_database = no_database.to_str().unwrap();
    let held = Program::start(&scratch.path().join("held"), &[]);
    let (held_file, held_address) = (scratch.path().join("held"), held.address.to_string());
    let failing: [&[&str]; 5] = [
        &["--address", "127.0.0.1:0", "--database", no_database],
        &["--address", "127.0.0.1:0", "--database", scratch.path().to_str().unwrap()],
        &["--address", "127.0.0.1:0", "--database", held_file.to_str().unwrap()],
        &["--address", &held_address, "--in-memory"],
        &["pack", "no-such-file.json"],
    ];
    for arguments in failing {
        let Output { status, stderr, .. } = output(arguments, &[]);
        let message = String::from_utf8_lossy(&stderr);
        assert_eq!((status.code(), message.lines().count()), (Some(1), 1), "{arguments:?}: {message}");
        assert!(message.starts_with("tree-service: "), "{message}");
    }
}

#[test]
fn trees_for_curl() {
    let mut child = command()
        .args(["pack", "-", "--layout", "indexed"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(&serde_json::to_vec(&counted(3)).unwrap()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, packed::<_, Indexed>(&counted(3)).0);
    let random = output(&["pack", "--levels", "5"], &[]).stdout;
    assert_eq!(random.len(), 32 * 9 + 31);
    assert!(Packed::<Tree, Compact, _>::from_bytes(random).is_ok());
}

#[test]
fn the_environment_sets_the_same_options_as_flags() {
    let scratch = tempfile::tempdir().unwrap();
    let mut child = command()
        .envs([
            ("TREE_SERVICE_ADDRESS", "127.0.0.1:0"),
            ("TREE_SERVICE_LOG_FORMAT", "json"),
            ("TREE_SERVICE_LOG", "debug"),
        ])
        .env("TREE_SERVICE_DATABASE", scratch.path().join("here.redb"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap().parse().unwrap();
    assert!(scratch.path().join("here.redb").exists());
    run(async { assert_eq!(request(address, "GET /health", &[], &[]).await.status, 200) });
    child.kill().unwrap();
    let log = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    let lines = Vec::from_iter(log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect(line)));
    let of_request = |line: &&serde_json::Value| line["span"]["path"] == "/health" && line["span"]["method"] == "GET";
    assert!(lines.iter().any(|line| of_request(&line)), "{log}");
}

/// After SIGTERM or ctrl-c, a running request is completed, and then the program ends with success.
#[cfg(unix)]
#[test]
fn a_program_that_receives_a_signal_to_end() {
    let scratch = tempfile::tempdir().unwrap();
    let (body, kind) = packed::<_, Compact>(&counted(4));
    let length = body.len().to_string();
    let headers = [("content-type", kind.as_str()), ("content-length", &length), ("accept", "application/json")];
    for signal in ["-TERM", "-INT"] {
        let mut program = Program::start(&scratch.path().join("trees"), &[]);
        run(async {
            let mut stream = connect(program.address).await;
            stream.write_all(head("POST /sum", &headers).as_bytes()).await.unwrap();
            stream.write_all(&body[..50]).await.unwrap();
            sleep(Duration::from_millis(200)).await;
            let kill = std::process::Command::new("kill").args([signal, &program.child.id().to_string()]).status();
            assert!(kill.expect("`kill` is installed").success());
            sleep(Duration::from_millis(200)).await;
            assert!(program.child.try_wait().unwrap().is_none(), "a request is still running");
            stream.write_all(&body[50..]).await.unwrap();
            assert_eq!(finish(stream).await.body, b"136");
        });
        assert_eq!(program.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

/// The numbers in the right-most leaves of the trees, by name: of the last acknowledged tree, and of the last sent
/// tree.
#[derive(Clone, Default)]
struct Writes {
    acknowledged: BTreeMap<String, i64>,
    sent: BTreeMap<String, i64>,
}

/// Stores trees, under new names and old ones, until there is no response.
async fn write_until_the_end(url: String, client: usize, round: i64, writes: Arc<Mutex<Writes>>) {
    let http = reqwest::Client::new();
    let mut next = random(client as u64 + 1);
    for n in 0.. {
        let number = round * 1_000_000 + n;
        let mut leaf = next() >> 40;
        let tree = Tree::node(
            Tree::perfect(u32::try_from(n % 9).unwrap(), &mut || {
                leaf += 1;
                leaf
            }),
            Tree::Leaf(number),
        );
        let name = if n % 3 == 0 { format!("same-{client}") } else { format!("new-{round}-{client}-{n}") };
        writes.lock().unwrap().sent.insert(name.clone(), number);
        let (body, kind) = packed::<_, Indexed>(&tree);
        let put = http.put(format!("{url}/trees/{name}")).header("content-type", kind).body(body);
        match put.send().await {
            Ok(response) if response.status().is_success() => {
                writes.lock().unwrap().acknowledged.insert(name, number);
            }
            Ok(response) => panic!("refused: {}", response.status()),
            Err(_) => return,
        }
    }
}

/// The program is killed with SIGKILL while clients write, and restarted on the same file. Every acknowledged tree is
/// stored, and is valid.
#[test]
fn acknowledged_trees_survive_a_crash() {
    let scratch = tempfile::tempdir().unwrap();
    let database = scratch.path().join("trees");
    let writes = Arc::new(Mutex::new(Writes::default()));
    run(async {
        for round in 0..4 {
            let mut program = Program::start(&database, &[]);
            let before = writes.lock().unwrap().clone();
            check(&program, &before).await;
            let clients = (0..8)
                .map(|client| tokio::spawn(write_until_the_end(program.url(""), client, round, Arc::clone(&writes))));
            let clients = Vec::from_iter(clients);
            sleep(Duration::from_millis(300 + 170 * round.unsigned_abs())).await;
            program.child.kill().expect("it runs"); // SIGKILL
            program.child.wait().expect("it ends");
            for client in clients {
                client.await.expect("the client was not refused");
            }
        }
        let program = Program::start(&database, &[]);
        let writes = writes.lock().unwrap().clone();
        assert!(writes.acknowledged.len() > 50, "only {} trees were stored", writes.acknowledged.len());
        check(&program, &writes).await;
    });
}

/// The program ends and is started again on the same file: it finds the trees, in the order of their names. Another
/// program finds out what is in the file, and one with another type cannot read it.
#[test]
fn a_program_that_is_started_again() {
    use packed_data_redb::PackedTable;
    use redb::ReadableDatabase;

    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("trees");
    let names = ["z", "a", "b-2", "b", "a.b"];
    let mut program = Program::start(&path, &[]);
    run(async {
        for (name, levels) in names.iter().zip(1..) {
            let (body, kind) = packed::<_, Compact>(&counted(levels));
            let headers = [("content-type", kind.as_str())];
            let reply = request(program.address, &format!("PUT /trees/{name}"), &headers, &body).await;
            assert_eq!(reply.status, 201, "{name}");
        }
    });
    program.child.kill().expect("it runs");
    program.child.wait().expect("it ends");

    {
        let database = redb::Database::open(&path).unwrap();
        let trees = PackedTable::<String, Tree>::open(&database, "trees").unwrap();
        assert_eq!((trees.note(), trees.check(&database.begin_read().unwrap()).unwrap().records), (None, 5));
        let error = PackedTable::<String, (Tree, Tree)>::open(&database, "trees").unwrap_err().to_string();
        assert!(error.starts_with("table `trees`: another type: expected (Tree, Tree) ("), "{error}");
    }

    let program = Program::start(&path, &[]);
    run(async {
        let json = [("accept", "application/json")];
        let list = request(program.address, "GET /trees", &json, &[]).await;
        let list: Vec<serde_json::Value> = serde_json::from_slice(&list.body).unwrap();
        let found: Vec<_> = list.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
        assert_eq!(found, ["a", "a.b", "b", "b-2", "z"]);
        for (name, levels) in names.iter().zip(1..) {
            let reply = request(program.address, &format!("GET /trees/{name}/right-most"), &json, &[]).await;
            assert_eq!((reply.status, reply.body), (200, (1 << levels).to_string().into_bytes()), "{name}");
        }
    });
}

async fn check(program: &Program, writes: &Writes) {
    for (name, number) in &writes.acknowledged {
        let kind = "application/vnd.packed-data; layout=indexed";
        let reply = request(program.address, &format!("GET /trees/{name}"), &[("accept", kind)], &[]).await;
        assert_eq!(reply.status, 200, "{name} was acknowledged, but is not stored");
        let tree = Packed::<Tree, Indexed, _>::from_bytes(reply.body).expect("a valid tree");
        let found = right_most(&tree);
        // The last sent tree may have been stored without an acknowledgement.
        assert!(found == *number || found == writes.sent[name], "{name}: expected {number}, found {found}");
    }
}
