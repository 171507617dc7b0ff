//! What packed-data must reach, checked against what was measured.

use crate::{Results, ratio};

/// A ratio that a contestant must not exceed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The tasks for which it holds.
    pub tasks: &'static [&'static str],
    /// The sizes for which it holds.
    pub sizes: fn(&str) -> bool,
    /// The contestant and its layout.
    pub one: (&'static str, &'static str),
    /// Whom it is compared with; a layout of `*` stands for the best of all of them.
    pub other: (&'static str, &'static str),
    /// The ratio that must not be exceeded.
    pub at_most: f64,
}

impl Target {
    /// A row of Markdown for each target that has figures: the worst ratio, and where it was.
    pub(crate) fn row(&self, results: &[Results]) -> Option<String> {
        let concerned = results.iter().filter(|r| self.tasks.contains(&r.task) && (self.sizes)(&r.size));
        let ratios = concerned.filter_map(|results| Some((self.ratio(results)?, results)));
        let (worst, at) = ratios.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let name =
            |(name, layout): (&str, &str)| crate::harness::full_name(name, if layout == "*" { "" } else { layout });
        let verdict = if worst <= self.at_most { "met" } else { "**missed**" };
        Some(format!(
            "| {} / {} ({}) | {} | {worst:.2} ({}, {}) | {verdict} |\n",
            name(self.one),
            name(self.other),
            self.tasks.join(", "),
            self.at_most,
            at.task,
            at.size,
        ))
    }

    fn ratio(&self, results: &Results) -> Option<f64> {
        let one = results.find(self.one.0, self.one.1)?;
        let others = results.measured.iter().filter(|m| m.contestant == self.other.0);
        let others = others.filter(|m| self.other.1 == "*" || m.layout == self.other.1);
        others.map(|other| ratio(one, other)).max_by(f64::total_cmp)
    }
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
}
