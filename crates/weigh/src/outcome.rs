//! The outcome of a case.

use crate::case::path;
use crate::config::Config;
use crate::weight::Weight;

/// The outcome of a case: its figures and its failures.
///
/// ```no_run
/// let outcomes = weigh::results(|w| {
///     w.value("table", || vec![0_u8; 100]);
/// })?;
/// assert!(outcomes.iter().all(|outcome| outcome.passed()));
/// # Ok::<(), weigh::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The groups around the case, the outermost first.
    pub group: Vec<String>,
    /// The name of the case.
    pub name: String,
    /// The figures. `None` if the case failed before it had figures.
    pub weight: Option<Weight>,
    /// The change since the baseline. `None` without a baseline or without figures.
    pub change: Option<Change>,
    /// The failures: exceeded limits, the message of a panic, the exit of the process, growth above the threshold.
    /// Empty if the case passed.
    pub failures: Vec<String>,
    pub(crate) config: Config,
}

impl Outcome {
    /// Returns whether the case passed: it ran to its end within its limits.
    ///
    /// ```no_run
    /// # let outcomes = weigh::results(|_| ())?;
    /// let failed = outcomes.iter().filter(|outcome| !outcome.passed()).count();
    /// # Ok::<(), weigh::Error>(())
    /// ```
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// Returns the groups and the name, joined by slashes.
    ///
    /// ```no_run
    /// # let outcomes = weigh::results(|_| ())?;
    /// for outcome in &outcomes {
    ///     println!("{}", outcome.path());
    /// }
    /// # Ok::<(), weigh::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        path(&self.group, &self.name)
    }
}

/// The change of a case since the baseline.
///
/// ```
/// use weigh::Change;
///
/// let grown = Change::Known { before: 1_000, now: 1_500 };
/// assert_eq!(grown.growth(), Some(50.0));
/// assert_eq!(Change::New.growth(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The baseline does not have the case.
    New,
    /// The allocated bytes.
    Known {
        /// In the baseline.
        before: u64,
        /// In this run.
        now: u64,
    },
}

impl Change {
    /// Returns the growth in percent of the allocated bytes before: negative if the case allocates less, infinite if it
    /// allocated nothing before, `None` for a new case.
    ///
    /// ```
    /// let shrunk = weigh::Change::Known { before: 200, now: 150 };
    /// assert_eq!(shrunk.growth(), Some(-25.0));
    /// ```
    #[must_use]
    pub fn growth(self) -> Option<f64> {
        match self {
            Self::New => None,
            Self::Known { before, now } if before == now => Some(0.0),
            Self::Known { before, now } => Some(100.0 * (now as f64 - before as f64) / before as f64),
        }
    }
}
