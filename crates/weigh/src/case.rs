//! Cases and their limits.

use std::time::Duration;

use crate::config::Config;
use crate::limit::{Limit, at_most};
use crate::probe::Probe;
use crate::weight::Weight;

/// A case, whose methods set limits. [`Weigh::func`](crate::Weigh::func) and similar methods return it.
///
/// A figure may be equal to its limit. If a figure exceeds its limit, the case fails, and the run ends with exit
/// status 1.
///
/// ```no_run
/// # weigh::main(|w| {
/// w.value("table", || vec![0_u64; 1_000]).max_allocated(8_000).max_allocations(1);
/// # });
/// ```
pub struct Case<'a> {
    pub(crate) group: Vec<String>,
    pub(crate) name: String,
    pub(crate) config: Config,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) limits: Vec<Limit<'a>>,
    pub(crate) run: Box<dyn FnOnce(&mut Probe) + 'a>,
}

impl<'a> Case<'a> {
    /// Limits the total number of requested bytes.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("eight bytes", || Box::new(7_u64)).max_allocated(8);
    /// # });
    /// ```
    pub fn max_allocated(&mut self, bytes: u64) -> &mut Self {
        self.limit(at_most("allocated bytes", bytes, |weight| weight.allocated.into()))
    }

    /// Limits the number of requested blocks. Requests to change the size of a block are counted separately, see
    /// [`max_reallocations`](Self::max_reallocations).
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("one block", || Box::new(7_u64)).max_allocations(1);
    /// # });
    /// ```
    pub fn max_allocations(&mut self, blocks: u64) -> &mut Self {
        self.limit(at_most("allocations", blocks, |weight| weight.allocations.into()))
    }

    /// Limits the number of requests to change the size of a block. Use 0 for work that must know its size from the
    /// start.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("sized", || (0..100).collect::<Vec<u8>>()).max_reallocations(0);
    /// # });
    /// ```
    pub fn max_reallocations(&mut self, times: u64) -> &mut Self {
        self.limit(at_most("reallocations", times, |weight| weight.reallocations.into()))
    }

    /// Limits the number of bytes held at any time, without those that were held at the start.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("one at a time", || (1..100).map(|n| vec![0_u8; n].len()).sum::<usize>()).max_peak(99);
    /// # });
    /// ```
    pub fn max_peak(&mut self, bytes: u64) -> &mut Self {
        self.limit(at_most("peak bytes", bytes, |weight| weight.peak.into()))
    }

    /// Limits the number of bytes still held at the end, including the result.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.action("leaves nothing", || drop(vec![0_u8; 100])).max_live(0);
    /// # });
    /// ```
    pub fn max_live(&mut self, bytes: u64) -> &mut Self {
        self.limit(at_most("live bytes", bytes, |weight| weight.live.into()))
    }

    /// Adds a check of the figures. An `Err` is the message that is shown.
    ///
    /// ```no_run
    /// # weigh::main(|w| {
    /// w.value("no waste", || vec![0_u8; 100]).validate(|weight| match weight.live {
    ///     live if live == weight.peak as i64 => Ok(()),
    ///     live => Err(format!("holds {live} of {} bytes", weight.peak)),
    /// });
    /// # });
    /// ```
    pub fn validate(&mut self, check: impl Fn(&Weight) -> Result<(), String> + 'a) -> &mut Self {
        self.limit(Box::new(check))
    }

    /// Limits the time of this case's process. This limit takes precedence over the configuration and `--time-limit`.
    /// See [`Config::time_limit`].
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # weigh::main(|w| {
    /// w.value("long", || vec![0_u8; 1 << 30]).time_limit(Duration::from_secs(300));
    /// # });
    /// ```
    pub fn time_limit(&mut self, limit: Duration) -> &mut Self {
        self.time_limit = Some(limit);
        self
    }

    /// Returns the groups and the name, joined by slashes. Filters and baselines use this path.
    pub(crate) fn path(&self) -> String {
        path(&self.group, &self.name)
    }

    fn limit(&mut self, limit: Limit<'a>) -> &mut Self {
        self.limits.push(limit);
        self
    }
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("path", &self.path()).field("limits", &self.limits.len()).finish_non_exhaustive()
    }
}

/// Returns the groups and the name, joined by slashes.
pub(crate) fn path(group: &[String], name: &str) -> String {
    let parts: Vec<&str> = group.iter().map(String::as_str).chain([name]).collect();
    parts.join("/")
}
