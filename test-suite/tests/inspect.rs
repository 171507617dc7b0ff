//! Packed values are shown as their owned values are: `Debug`, dumps, and serde.

use packed_data::Packed;
use test_suite::{Sample, TestLayout, check, over_shapes};

over_shapes!(debug_is_that_of_the_owned_value);

/// Returns a text without what depends on the order of hash tables or on the indentation: its lines, sorted.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().map(str::trim).collect();
    lines.sort_unstable();
    lines
}

/// `{:#?}` prints what `#[derive(Debug)]` prints.
fn debug_is_that_of_the_owned_value<T: Sample, L: TestLayout>() {
    check(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        let unpacked = packed.unpack().unwrap();
        let (shown, owned) = (format!("{packed:#?}"), format!("{unpacked:#?}"));
        if lines(&shown) != lines(&owned) {
            let (a, b) = (lines(&shown), lines(&owned));
            let d = a.iter().zip(&b).find(|(a, b)| a != b);
            panic!("{d:?} {} {}", a.len(), b.len());
        }
        let (shown, owned) = (format!("{packed:?}"), format!("{unpacked:?}"));
        if !shown.contains("..") && shown.len() != owned.len() {
            panic!("{shown}\n{owned}");
        }
    });
}
