//! What became of a case.

use crate::case::path;
use crate::config::Config;
use crate::weight::Weight;

/// What became of a case: what it weighed, and what is wrong, if anything.
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
    /// What it weighed. `None` if it did not get that far.
    pub weight: Option<Weight>,
    /// How it compares with the baseline. `None` if there is none, or no weight.
    pub change: Option<Change>,
    /// Limits passed, a panic's message, how the process ended, growth past the threshold: none of
    /// them if all is well.
    pub failures: Vec<String>,
    pub(crate) config: Config,
}

impl Outcome {
    /// Whether the case ran to its end within its limits.
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

    /// The groups and the name, with slashes between.
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

/// How a case compares with the baseline.
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
    /// The baseline does not know the case.
    New,
    /// The bytes allocated.
    Known {
        /// In the baseline.
        before: u64,
        /// In this run.
        now: u64,
    },
}

impl Change {
    /// By how many percent the case allocates more than it did; below zero if it allocates less,
    /// infinite if it allocated nothing.
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
