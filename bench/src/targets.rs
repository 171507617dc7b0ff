//! The targets of packed-data, compared with the measured figures.

use crate::{Results, ratio};

/// The library that stores values column by column.
const COLUMN_WISE: &str = "bitcode";

/// A ratio that a contestant must not exceed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The tasks to which it applies.
    pub tasks: &'static [&'static str],
    /// The sizes to which it applies.
    pub sizes: fn(&str) -> bool,
    /// The contestant and its layout.
    pub one: (&'static str, &'static str),
    /// The contestant with which it is compared. The layout `*` means the best of all layouts. The name `*` means the
    /// best of all other libraries; with the layout `row-wise`, without those that store data by columns.
    pub other: (&'static str, &'static str),
    /// The ratio that must not be exceeded.
    pub at_most: f64,
}

impl Target {
    /// Returns a row of Markdown if the target has figures: the worst ratio, and where it was measured.
    pub(crate) fn row(&self, results: &[Results]) -> Option<String> {
        let concerned = results.iter().filter(|r| self.tasks.contains(&r.task) && (self.sizes)(&r.size));
        let ratios = concerned.filter_map(|results| Some((self.ratio(results)?, results)));
        let ((worst, best), at) = ratios.max_by(|((a, _), _), ((b, _), _)| a.total_cmp(b))?;
        let name =
            |(name, layout): (&str, &str)| crate::harness::full_name(name, if layout == "*" { "" } else { layout });
        let (other, who) = match self.other {
            ("*", "row-wise") => ("the best peer that stores row by row".into(), format!(", {best}")),
            ("*", _) => ("the best peer".into(), format!(", {best}")),
            other => (name(other), String::new()),
        };
        let what = format!("{} / {other} ({})", name(self.one), self.tasks.join(", "));
        Some(row(&what, self.at_most, worst, &format!("{}, {}{who}", at.task, at.size)))
    }

    /// Returns the ratio to the best of the others, and the name of that one.
    fn ratio(&self, results: &Results) -> Option<(f64, &'static str)> {
        let one = results.find(self.one.0, self.one.1)?;
        let others = results.measured.iter().filter(|m| self.is_other(m.contestant, m.layout));
        others.map(|other| (ratio(one, other), other.contestant)).max_by(|(a, _), (b, _)| a.total_cmp(b))
    }

    fn is_other(&self, contestant: &str, layout: &str) -> bool {
        match self.other {
            ("*", which) => !contestant.starts_with("packed-") && (which != "row-wise" || contestant != COLUMN_WISE),
            (name, which) => contestant == name && (which == "*" || which == layout),
        }
    }
}

/// The verdict on a target that is missed.
pub(crate) const MISSED: &str = "**missed**";

/// Returns a row of the table of targets: the target, the measured figure, and where it was measured.
pub(crate) fn row(what: &str, at_most: f64, measured: f64, at: &str) -> String {
    let verdict = if measured <= at_most { "met" } else { MISSED };
    let at_most = format!("{at_most:.2}");
    let at_most = at_most.trim_end_matches('0').trim_end_matches('.');
    format!("| {what} | {at_most} | {measured:.2} ({at}) | {verdict} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Measured};

    #[test]
    fn the_worst_ratio_counts() {
        let results = |size: &str, fold: f64| Results {
            task: "sum",
            size: size.into(),
            measured: vec![
                Measured { contestant: "packed-fold", layout: "Compact", figure: Figure::Times(vec![fold]) },
                Measured { contestant: "c-packed", layout: "", figure: Figure::Times(vec![10.0]) },
            ],
        };
        let target = Target {
            tasks: &["sum", "eval"],
            sizes: |size| size.parse::<u32>().is_ok_and(|depth| depth >= 10),
            one: ("packed-fold", "Compact"),
            other: ("c-packed", ""),
            at_most: 1.0,
        };
        let row = target.row(&[results("5", 90.0), results("10", 4.0), results("15", 8.0)]).unwrap();
        assert_eq!(row, "| packed-fold (Compact) / c-packed (sum, eval) | 1 | 0.80 (sum, 15) | met |\n");
        assert!(target.row(&[results("15", 11.0)]).unwrap().contains("**missed**"));
        assert!(target.row(&[results("5", 90.0)]).is_none());
    }

    #[test]
    fn the_best_of_all_others_is_named() {
        let times = |contestant, layout, time| Measured { contestant, layout, figure: Figure::Times(vec![time]) };
        let results = Results {
            task: "serialize",
            size: "log".into(),
            measured: vec![
                times("packed-data", "Compact", 6.0),
                times("packed-data", "Indexed", 1.0),
                times("bitcode", "", 2.0),
                times("postcard", "", 3.0),
                times("borsh", "", 4.0),
            ],
        };
        let row = |which| {
            let one = ("packed-data", "Compact");
            let target = Target { tasks: &["serialize"], sizes: |_| true, one, other: ("*", which), at_most: 1.0 };
            target.row(std::slice::from_ref(&results)).unwrap()
        };
        assert!(row("").contains("| 3.00 (serialize, log, bitcode) |"), "{}", row(""));
        assert!(row("row-wise").contains("| 2.00 (serialize, log, postcard) |"), "{}", row("row-wise"));
    }
}
