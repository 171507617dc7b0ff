//! The pictures of the book's page on the command: real output, in colours. `SNAPSHOTS=overwrite cargo test -p
//! packed-data-cli --test commands pictures` writes them to `book/src/command`.

use crate::common;

use std::fmt::Write;
use std::path::Path;

use common::Folder;

/// The colours of the terminal's codes.
const COLOURS: [(&str, &str); 6] = [
    ("\u{1b}[34m", "#1f4fa8"),
    ("\u{1b}[33m", "#8a5a00"),
    ("\u{1b}[32m", "#1b6e2c"),
    ("\u{1b}[31m", "#b3261e"),
    ("\u{1b}[1m", "#111111"),
    ("\u{1b}[2m", "#888888"),
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws the output of a command, as a terminal shows it.
fn drawn(command: &str, output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let columns = lines.iter().map(|line| plain(line).chars().count()).max().unwrap_or(0).max(command.len() + 2);
    let (width, height) = (columns * 8 + 32, (lines.len() + 2) * 18 + 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>text{{font:13px Menlo,Consolas,'DejaVu Sans \
         Mono',monospace;white-space:pre;fill:#222}}</style>\n<rect width=\"{width}\" height=\"{height}\" rx=\"6\" \
         fill=\"white\"/>\n",
        escaped(command)
    );
    writeln!(svg, "<text x=\"16\" y=\"24\" font-weight=\"bold\">$ {}</text>", escaped(command)).unwrap();
    for (number, line) in lines.iter().enumerate() {
        let y = 24 + (number + 1) * 18;
        // (Each run of one colour begins at its own place, since readers have different fonts.)
        let mut column = 0;
        for (colour, text) in runs(line) {
            let count = text.chars().count();
            if !text.trim().is_empty() {
                let (x, length) = (16 + column * 8, count * 8);
                let fill = colour.map_or(String::new(), |colour| format!(" style=\"fill:{colour}\""));
                let text = escaped(&text);
                writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" xml:space=\"preserve\"{fill}>{text}</text>"
                )
                .unwrap();
            }
            column += count;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Splits a line at the codes for colours.
fn runs(line: &str) -> Vec<(Option<&'static str>, String)> {
    let (mut runs, mut colour) = (Vec::new(), None);
    for (number, piece) in line.split('\u{1b}').enumerate() {
        let mut text = piece;
        if number > 0 {
            let (code, rest) = piece.split_once('m').unwrap();
            let code = format!("\u{1b}{code}m");
            colour =
                COLOURS.iter().find(|(known, _)| *known == code).map(|(_, colour)| *colour).or(match code.as_str() {
                    "\u{1b}[0m" => None,
                    _ => colour,
                });
            text = rest;
        }
        runs.push((colour, text.to_owned()));
    }
    runs
}

fn plain(line: &str) -> String {
    runs(line).into_iter().map(|(_, text)| text).collect()
}

fn compare(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/command").join(name);
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, svg).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    assert!(found == svg, "{name} is not what the command prints now: set SNAPSHOTS=overwrite");
}

#[test]
fn pictures() {
    let folder = Folder::new();
    let shop = common::shop().display().to_string();
    let packed = folder.run(&["pack", &shop, "--at", "/products", "--layout", "Indexed", "-o", "@products.packed"]);
    assert_eq!(packed.status, 0, "{}", packed.err);
    let hex = folder.run(&["hex", "@products.packed", "[0]", "--color", "always"]);
    assert_eq!(hex.status, 0);
    compare("hex.svg", &drawn("packed hex products.packed '[0]'", &String::from_utf8(hex.out).unwrap()));
    let stat = folder.run(&["stat", "@products.packed", "--color", "always"]);
    let text = String::from_utf8(stat.out).unwrap();
    // (The times of the last table differ from run to run, and are left out.)
    let (sizes, layouts) = text.rsplit_once("\n\n").unwrap();
    let without_times = |line: &str| {
        let end = [", and", "%", "bytes"].iter().find_map(|last| {
            let kept = if *last == ", and" { 0 } else { last.len() };
            line.find(last).map(|at| at + kept)
        });
        line[..end.unwrap_or(line.len())].to_owned()
    };
    let layouts: Vec<String> = layouts.lines().map(without_times).collect();
    assert!(layouts.len() > 4);
    compare("stat.svg", &drawn("packed stat products.packed", &format!("{sizes}\n\n{}", layouts.join("\n"))));
}
