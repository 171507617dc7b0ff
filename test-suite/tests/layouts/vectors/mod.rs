//! Bytes that other libraries wrote: packing must write the same bytes, and reading must return the value.
//!
//! The tests read the files in `vectors/` of this package, and every file that `PACKED_DATA_VECTORS=FILE[:FILE...]`
//! names.

mod formats;
mod json;
mod types;
mod vector;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use formats::check_line;
use vector::VectorLine;

/// The vectors of this package.
const OWN: [&str; 3] =
    ["test-suite/vectors/haskell.jsonl", "test-suite/vectors/more.jsonl", "test-suite/vectors/characters.jsonl"];

/// Number of mistakes of a file that are shown.
const MISTAKES_SHOWN: usize = 20;

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn vectors_of_other_libraries() {
    let named = std::env::var("PACKED_DATA_VECTORS").unwrap_or_default();
    let files = OWN.into_iter().chain(named.split(':')).filter(|name| !name.is_empty());
    let mistakes: Vec<String> = files.flat_map(|name| check_file(name).err().unwrap_or_default()).collect();
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
}

/// Checks a file and prints how many lines of each format passed, or returns the mistakes.
fn check_file(name: &str) -> Result<(), Vec<String>> {
    let path = find(name).ok_or_else(|| vec![format!("{name}: no such file")])?;
    let text = std::fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])?;
    let (passed, mistakes) = check_text(name, &text);
    report(name, &passed);
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
}

/// Finds a file by its name, relative to the current directory or to the workspace: Cargo runs tests in the package's
/// directory.
fn find(name: &str) -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let user = std::env::var_os("PWD").map(PathBuf::from);
    let directories = [user, package.parent().map(Path::to_owned), Some(package.to_owned())];
    directories.into_iter().flatten().map(|directory| directory.join(name)).find(|path| path.exists())
}

/// Returns how many lines of each format passed, and the mistakes in the others.
fn check_text(name: &str, text: &str) -> (BTreeMap<String, usize>, Vec<String>) {
    let (mut passed, mut mistakes) = (BTreeMap::new(), Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match VectorLine::parse(line).and_then(|line| check_line(&line).map(|()| line.format)) {
            Ok(format) => *passed.entry(format).or_default() += 1,
            Err(mistake) => mistakes.push(format!("{name}:{}: {mistake}", number + 1)),
        }
    }
    if passed.is_empty() && mistakes.is_empty() {
        mistakes.push(format!("{name}: no lines"));
    }
    if mistakes.len() > MISTAKES_SHOWN {
        let more = mistakes.split_off(MISTAKES_SHOWN).len();
        mistakes.push(format!("{name}: and {more} more lines"));
    }
    (passed, mistakes)
}

/// Writes to the terminal directly, because the test harness captures the output of tests.
fn report(name: &str, passed: &BTreeMap<String, usize>) {
    let lines = passed.iter().map(|(format, count)| format!("{count:6} {format}\n"));
    let text = format!("\nvectors that passed, of {name}:\n{}", lines.collect::<String>());
    std::io::stdout().write_all(text.as_bytes()).unwrap();
}

mod the_runner {
    use super::*;

    const GOOD: &str = r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "07"}"#;

    /// Checks that each of these lines is refused with this mistake.
    #[track_caller]
    fn refused(mistakes: &[(&str, &str)]) {
        for (line, mistake) in mistakes {
            let text = format!("{GOOD}\n\n{line}\n{GOOD}\n");
            let (passed, found) = check_text("file", &text);
            assert_eq!(passed, BTreeMap::from([("cereal".to_owned(), 2)]), "{line}");
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(found[0].starts_with("file:3: "), "{found:?}");
            assert!(found[0].contains(mistake), "{line}: {found:?}");
        }
    }

    #[test]
    fn refuses_lines_that_cannot_be_read() {
        refused(&[
            ("{", "not JSON"),
            ("7", "no `format`"),
            (r#"{"type": "Word8", "value": 7, "hex": "07"}"#, "no `format`"),
            (r#"{"format": "cereal", "value": 7, "hex": "07"}"#, "no `type`"),
            (r#"{"format": "cereal", "type": "Word8", "hex": "07"}"#, "no `value`"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7}"#, "no `hex`"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": 7}"#, "no `hex`"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "7"}"#, "hexadecimal"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "0x"}"#, "hexadecimal"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "é"}"#, "hexadecimal"),
        ]);
    }

    #[test]
    fn refuses_unknown_formats_and_types() {
        refused(&[
            (r#"{"format": "bincode", "type": "Word8", "value": 7, "hex": "07"}"#, "unknown format `bincode`"),
            (r#"{"format": "cereal", "type": "word8", "value": 7, "hex": "07"}"#, "unknown type `word8`"),
            (r#"{"format": "cereal", "type": "Text", "value": "a", "hex": "61"}"#, "`cereal` cannot write `Text`"),
            (
                r#"{"format": "packed-data+InsertFieldSize", "type": "Bytes", "value": [], "hex": ""}"#,
                "`packed-data` cannot write `Bytes`",
            ),
        ]);
    }

    #[test]
    fn refuses_values_that_are_not_of_the_type() {
        refused(&[
            (r#"{"format": "cereal", "type": "Word8", "value": 256, "hex": "00"}"#, "a number for u8, found 256"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7.5, "hex": "07"}"#, "a number for u8"),
            (r#"{"format": "cereal", "type": "Char", "value": "ab", "hex": "61"}"#, "one character"),
            (r#"{"format": "cereal", "type": "Double", "value": "nan", "hex": ""}"#, "a float"),
            (r#"{"format": "cereal", "type": "Tree", "value": {"Twig": 1}, "hex": ""}"#, "a constructor of Tree"),
            (r#"{"format": "cereal", "type": "Tree", "value": {"Node": [1]}, "hex": ""}"#, "2 fields"),
            (r#"{"format": "cereal", "type": "T", "value": {"C3": 1}, "hex": "02"}"#, "`null`"),
            (r#"{"format": "cereal", "type": "Person", "value": {"age": 1}, "hex": ""}"#, "`name`"),
            (r#"{"format": "cereal", "type": "Map<Int,Int>", "value": [[1, 2], [1, 3]], "hex": ""}"#, "equal keys"),
        ]);
    }

    #[test]
    fn refuses_other_bytes() {
        refused(&[
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "08"}"#, "expected 08, found 07"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": "0700"}"#, "differs at byte 1"),
            (r#"{"format": "cereal", "type": "Word8", "value": 7, "hex": ""}"#, "differs at byte 0"),
        ]);
    }

    #[test]
    fn refuses_files_without_lines() {
        assert_eq!(check_text("file", "\n").1, ["file: no lines"]);
        assert_eq!(check_file("no/such/file").unwrap_err(), ["no/such/file: no such file"]);
        assert!(check_file("vectors").is_err());
    }

    #[test]
    fn shows_some_mistakes_and_counts_the_others() {
        let (_, mistakes) = check_text("file", &"{\n".repeat(MISTAKES_SHOWN + 3));
        assert_eq!(mistakes.len(), MISTAKES_SHOWN + 1);
        assert_eq!(mistakes.last().unwrap(), "file: and 3 more lines");
    }

    #[test]
    fn counts_lines_by_format() {
        let (passed, mistakes) = check_text("file", GOOD);
        assert_eq!((passed, mistakes), (BTreeMap::from([("cereal".to_owned(), 1)]), vec![]));
    }

    #[test]
    fn finds_files_from_the_workspace() {
        assert!(find("test-suite/vectors/haskell.jsonl").is_some());
        assert!(find("vectors/haskell.jsonl").is_some());
    }
}
