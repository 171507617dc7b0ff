//! Figures as cost per unit, for tables of inputs from small to large.

use std::fmt::Write as _;

use crate::harness::full_name;
use crate::{Figure, Measured, Results};

/// The unit of inputs that differ only in their number of units. Times are then shown per unit, and as bytes per
/// second.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The name of one unit.
    pub unit: &'static str,
    /// Returns the number of units of an input of this size. (Sizes are powers of two, written as exponents.)
    pub units: fn(&str) -> f64,
    /// Returns the number of bytes of an input of this size.
    pub bytes: fn(&str) -> f64,
}

impl Scale {
    /// Returns the tables of a task, with a row for each size and a column for each contestant.
    pub(crate) fn tables(&self, results: &[Results]) -> String {
        let names = names(results);
        if results.iter().flat_map(|results| &results.measured).any(|one| matches!(one.figure, Figure::Bytes(_))) {
            let part = |size: &str, one: &Measured| format!("{:.2}", one.value() / (self.bytes)(size));
            return format!(
                "Peak of the heap, as a part of the buffer's size:\n\n{}",
                self.table(results, &names, part)
            );
        }
        let time = |size: &str, one: &Measured| format!("{:.2}", one.value() / (self.units)(size));
        let speed = |size: &str, one: &Measured| format!("{:.1}", (self.bytes)(size) / one.value());
        format!(
            "Nanoseconds a {}:\n\n{}\n\nGigabytes of the buffer (that of `Compact`) a second:\n\n{}",
            self.unit,
            self.table(results, &names, time),
            self.table(results, &names, speed),
        )
    }

    fn table(&self, results: &[Results], names: &[(&str, &str)], cell: impl Fn(&str, &Measured) -> String) -> String {
        let mut text = String::from("| size |");
        names.iter().for_each(|(name, layout)| _ = write!(text, " {} |", full_name(name, layout)));
        _ = write!(text, "\n| --: |{}", " --: |".repeat(names.len()));
        for results in results {
            _ = write!(text, "\n| 2^{} |", results.size);
            for (name, layout) in names {
                let cell = results.find(name, layout).map(|one| cell(&results.size, one));
                _ = write!(text, " {} |", cell.unwrap_or_default());
            }
        }
        text
    }
}

/// Returns all contestants, in the order of their first appearance.
pub(crate) fn names<'r>(results: impl IntoIterator<Item = &'r Results>) -> Vec<(&'static str, &'static str)> {
    let mut names = Vec::new();
    for one in results.into_iter().flat_map(|results| &results.measured) {
        if !names.contains(&(one.contestant, one.layout)) {
            names.push((one.contestant, one.layout));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_a_unit_and_bytes_a_second() {
        let scale = Scale { unit: "leaf", units: |_| 1024.0, bytes: |_| 10240.0 };
        let results = |contestant, figure| {
            let measured = vec![Measured { contestant, layout: "", figure }];
            [Results { task: "sum", size: "10".into(), measured }]
        };
        let text = scale.tables(&results("one", Figure::Times(vec![2048.0])));
        assert!(text.starts_with("Nanoseconds a leaf:\n\n| size | one |\n| --: | --: |\n| 2^10 | 2.00 |\n"), "{text}");
        assert!(text.ends_with("| 2^10 | 5.0 |"), "{text}");
        let text = scale.tables(&results("one", Figure::Bytes(20480)));
        assert!(text.ends_with("| 2^10 | 2.00 |"), "{text}");
    }
}
