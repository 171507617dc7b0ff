//! Names as a hostile file, message or peer may have them, and what must hold of a text in which they are printed.
//!
//! Crates that do not depend on this one include the file as a module of their tests.

/// Characters that are not printed as they are, of each kind: controls of C0 and C1, separators, and format characters.
pub const CHARACTERS: [char; 22] = [
    '\0',
    '\x07',
    '\x08',
    '\t',
    '\n',
    '\r',
    '\x1B',
    '\x7F',
    '\u{85}',
    '\u{9B}',
    '\u{9D}',
    '\u{AD}',
    '\u{61C}',
    '\u{200B}',
    '\u{200E}',
    '\u{2028}',
    '\u{2029}',
    '\u{202E}',
    '\u{2066}',
    '\u{2069}',
    '\u{FEFF}',
    '\u{E0041}',
];

/// Returns names with each of these characters, and with sequences that a terminal obeys.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = CHARACTERS.iter().map(|of| format!("a{of}b")).collect();
    names.extend(["\x1B[2J\x1B[31mred", "\x1B]0;title\x07", "\u{9B}8m", "whole\r\npacked: ok"].map(str::to_owned));
    names.push(CHARACTERS.iter().collect());
    names
}

/// Returns the text of schemas with a name at each place that one has: as pairs of different types.
pub fn schemas(name: &str) -> Vec<String> {
    let n = format!("{}:{name}", name.len());
    let types = [
        format!("struct {n} 2 {n} #1 1:n #2\nbool\nu8\n"),
        format!("struct {n} extensible 2 1:n #1 default {n} #2\nu8\nbool\n"),
        format!("struct 1:S condition 1 {n} #1\nwith {n} #2\nbool\n"),
        format!("enum {n} 2 {n} 2 {n} #1 1:n #2 1:B 0\nbool\nu8\n"),
        format!("enum {n} 1 {n} 1 1:0 #1\ni64\n"),
        format!("enum {n} 3 1:X 1 {n} #1 {n} 0 1:B 0\nf32\n"),
        format!("enum {n} extensible 2 1:A 0 other {n} 1 1:0 #1\nunknown\n"),
        format!("sequence #1\nstruct {n} 2 {n} #2 1:m #3\nchar\nsequence #1\n"),
        format!("sorted #1\nentry {n} 2 {n} #2 1:n #3\nstruct {n} 1 1:0 #4\nwith {n} #4\nbool\n"),
        format!("array 3 #1\ntuple 0: 2 1:0 #2 1:1 #3\nstruct {n} 1 {n} #4\nwith {n} #4\nbool\n"),
        format!("optional {n} 2 {n} 0 1:B 1 bare {n} #1\nstruct {n} 1 {n} #2\nbool\n"),
        format!("struct {n} 1 {n} #1\nstr\n"),
        format!("struct {n} 1 {n} #1\ncbor\n"),
    ];
    types.map(|of| format!("packed-data schema 1\n{of}")).into()
}

/// Fails if a text has one of the characters. Line feeds are allowed, but not the name itself with one.
#[track_caller]
pub fn require_printable(text: &str, name: &str, of: &str) {
    let is_bad = |of: &char| *of != '\n' && (of.is_control() || CHARACTERS.contains(of));
    if let Some(found) = text.chars().find(is_bad) {
        panic!("{of}: {found:?} is printed, of the name {name:?}: {text:?}");
    }
    assert!(!name.contains('\n') || !text.contains(name), "{of}: the name {name:?} is printed as it is: {text:?}");
}
