//! The records: events of a log, and the users who caused them. Both are generated from their numbers alone, so that
//! every process knows the same ones.

use std::fmt::Write;

use columnar::Columnar;
use packed_data::Packable;
use serde::{Deserialize, Serialize};

/// An event of the log.
#[derive(Clone, Debug, Default, Packable, Serialize, Deserialize, Columnar)]
pub(crate) struct Event {
    /// In milliseconds.
    pub(crate) time: u64,
    pub(crate) user: u32,
    pub(crate) action: Action,
    pub(crate) path: String,
    pub(crate) agent: String,
}

/// What the user did.
#[derive(Clone, Debug, Default, Packable, Serialize, Deserialize, Columnar)]
pub(crate) enum Action {
    #[default]
    View,
    /// The words that were searched for.
    Search(String),
    /// An item, and its price in cents.
    Buy(u32, u64),
    /// A status, and its reason.
    Failed(u16, String),
}

/// A user.
#[derive(Clone, Debug, Default, Packable, Serialize, Deserialize, Columnar)]
pub(crate) struct User {
    pub(crate) id: u32,
    /// Two letters.
    pub(crate) country: String,
    pub(crate) is_paying: bool,
    pub(crate) name: String,
}

/// An event, joined with its user.
#[derive(Clone, Debug, Packable, Serialize, Deserialize, Columnar)]
pub(crate) struct Visit {
    pub(crate) is_paying: bool,
    pub(crate) is_failure: bool,
    pub(crate) cents: u64,
    pub(crate) country: String,
    pub(crate) path: String,
}

impl Action {
    /// Returns the cents that were paid.
    pub(crate) fn cents(&self) -> u64 {
        if let Self::Buy(_, cents) = self { *cents } else { 0 }
    }

    /// Returns whether the event is a failure.
    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(..))
    }
}

/// Returns the minute of a time in milliseconds.
pub(crate) fn minute(time: u64) -> u64 {
    time / 60_000
}

const COUNTRIES: [&str; 24] = [
    "AR", "AU", "BR", "CA", "CH", "CL", "DE", "DK", "ES", "FI", "FR", "GB", "ID", "IN", "IT", "JP", "KE", "KR", "MX",
    "NG", "NL", "PL", "SE", "US",
];

const AGENTS: [&str; 4] = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
    "curl/8.14.1",
];

const REASONS: [&str; 3] = ["not found", "the session has expired", "upstream timed out"];

/// A log of some size.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    pub(crate) events: u64,
    pub(crate) users: u32,
    paths: Vec<String>,
    words: Vec<String>,
}

impl Log {
    pub(crate) fn new(events: u64, users: u32) -> Self {
        let paths = (0..200).map(|n| format!("/{}/{}", ["shop", "help", "account", "news"][n % 4], 1000 + 37 * n));
        let words =
            (0..100).map(|n| format!("{} size {n}", ["blue shirt", "rain coat", "hat", "walking boots"][n % 4]));
        Self { events, users: users.max(1), paths: paths.collect(), words: words.collect() }
    }

    /// Fills in the event with a number. Times ascend with the numbers, by three milliseconds on average.
    pub(crate) fn event(&self, number: u64, event: &mut Event) {
        let random = mix(number);
        event.time = 3 * number + random % 3;
        event.user = (mix(random) % u64::from(self.users)) as u32;
        event.action = match random >> 8 & 0xFF {
            0..160 => Action::View,
            160..208 => Action::Search(pick(&self.words, random >> 16).into()),
            208..240 => Action::Buy((random >> 16 & 0xFFF) as u32, random >> 32 & 0x7FFF),
            _ => Action::Failed(404 + (random >> 16 & 0x7F) as u16, pick(&REASONS, random >> 24).into()),
        };
        event.path.clear();
        event.path.push_str(pick(&self.paths, random >> 40));
        event.agent.clear();
        event.agent.push_str(pick(&AGENTS, random >> 50));
    }

    /// Fills in the user with a number.
    pub(crate) fn user(&self, number: u32, user: &mut User) {
        let random = mix(u64::from(number) ^ 0x5EED);
        user.id = number;
        user.country.clear();
        user.country.push_str(pick(&COUNTRIES, random));
        user.is_paying = random >> 32 & 7 == 0;
        user.name.clear();
        // (Writing to a string cannot fail.)
        let _ = write!(user.name, "user {number}");
    }
}

/// Returns the text that a random number chooses.
fn pick<T: AsRef<str>>(texts: &[T], random: u64) -> &str {
    texts[(random % texts.len() as u64) as usize].as_ref()
}

/// Returns a number that looks random (the finaliser of SplitMix64).
pub(crate) fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Returns a number for a country, by which visits are sent to workers.
pub(crate) fn country_number(country: &[u8]) -> u64 {
    mix(country.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
