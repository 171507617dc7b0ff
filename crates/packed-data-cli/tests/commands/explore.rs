//! The page of `packed explore`: as a file, and as it is served. What the page does is tested in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::common::Folder;

const PACKED: &str = env!("CARGO_BIN_EXE_packed");

/// Returns the text of a script of a page.
fn script<'p>(page: &'p str, id: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    rest.split_once("</script>").unwrap().0
}

fn config(page: &str) -> serde_json::Value {
    serde_json::from_str(script(page, "config")).unwrap()
}

#[test]
fn as_a_file() {
    let folder = crate::folder();
    assert_eq!(folder.text(&["explore", "@words.packed", "--to", "@page.html"]), "");
    let page = std::fs::read_to_string(folder.path("page.html")).unwrap();
    let file = std::fs::read(folder.path("words.packed")).unwrap();
    assert_eq!(STANDARD.decode(script(&page, "file")).unwrap(), file);
    let expected = serde_json::json!({
        "name": "words.packed", "size": file.len(), "url": null, "schema": null, "layout": null
    });
    assert_eq!(config(&page), expected);
    // The module is compressed WebAssembly.
    assert_eq!(STANDARD.decode(script(&page, "module")).unwrap()[..2], [0x1F, 0x8B]);
    assert!(page.contains("default-src 'none'") && page.contains("connect-src 'none'"));
    // Bytes without a header have their schema and layout beside them.
    let bare = ["explore", "@tree.bin", "--schema", "@tree.schema", "--layout", "Indexed", "--to", "-"];
    let page = String::from_utf8(folder.run(&bare).out).unwrap();
    let config = config(&page);
    assert_eq!(config["schema"], std::fs::read_to_string(folder.path("tree.schema")).unwrap());
    assert_eq!((&config["layout"], &config["name"]), (&"Indexed".into(), &"tree.bin".into()));
}

/// A name or a schema from outside does not end the script in which it is.
#[test]
fn names_from_outside() {
    let folder = crate::folder();
    let name = "<!--<script>\u{1b}[31m\"&amp;.packed";
    std::fs::rename(folder.path("words.packed"), folder.path(name)).unwrap();
    let page = String::from_utf8(folder.run(&["explore", &format!("@{name}"), "--to", "-"]).out).unwrap();
    assert_eq!(config(&page)["name"], name);
    assert!(!script(&page, "config").contains(['<', '\u{1b}']));
    folder.write("schema", "packed-data schema 1\nstruct 9:</script> 0\n");
    folder.write("bytes", [0]);
    let bare = ["explore", "@bytes", "--schema", "@schema", "--layout", "Compact", "--to", "-"];
    let page = String::from_utf8(folder.run(&bare).out).unwrap();
    assert!(config(&page)["schema"].as_str().unwrap().contains("struct 9:</script> 0"));
}

#[test]
fn refused() {
    let folder = crate::folder();
    for (line, status, message) in [
        (&["explore", "@words.json"][..], 1, "JSON is read by `packed pack`"),
        (&["explore", "@tree.bin", "--to", "@page.html"], 1, "bytes without a header need --schema FILE"),
        (&["explore", "@nothing"], 1, "cannot read nothing"),
        (&["explore", "@words.packed", "--to", "@words.packed"], 2, "the output would replace the input"),
        (&["explore", "@words.packed", "--open", "--to", "@page.html"], 2, "cannot be used with"),
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.status, status, "{line:?}: {}", ran.text());
        assert!(ran.err.contains(message), "{line:?}: {}", ran.text());
    }
    assert!(!folder.names().contains(&"page.html".to_owned()));
    // A file that no page can contain. (It has no bytes but those of its header.)
    let file = std::fs::OpenOptions::new().write(true).open(folder.path("words.packed")).unwrap();
    file.set_len((256 << 20) + 1).unwrap();
    let ran = folder.run(&["explore", "@words.packed", "--to", "@page.html"]);
    assert_eq!(ran.status, 2, "{}", ran.text());
    assert!(ran.err.contains("words.packed has 268435457 bytes, and a page contains at most 268435456"), "{}", ran.err);
}

#[test]
fn as_it_is_served() {
    let folder = Folder::new();
    folder.write("words.json", crate::WORDS);
    assert_eq!(folder.run(&["pack", "@words.json"]).status, 0);
    let path = folder.path("words.packed");
    let mut child =
        Command::new(PACKED).arg("explore").arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (host, secret) = line.trim_end().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let get = |path: &str, range: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{secret}{path} HTTP/1.1\r\nHost: {host}\r\n{range}\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    };
    let page = String::from_utf8(get("", "")).unwrap();
    assert_eq!(config(&page)["url"], "file");
    assert_eq!(script(&page, "file"), "");
    assert!(page.contains("connect-src 'self'"));
    let part = get("file", "Range: bytes=3-9\r\n");
    assert!(part.starts_with(b"HTTP/1.1 206 ") && part.ends_with(&std::fs::read(&path).unwrap()[3..10]));
    child.kill().unwrap();
    let ran = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ran.stderr).unwrap(), "Open this address in a browser. Ctrl-C ends.\n");
}
