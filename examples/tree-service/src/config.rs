//! What can be set: by flags, or by the environment.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use packed_data::Limits;

/// A service that computes with trees in the bytes they are sent and stored in.
#[derive(Debug, Parser)]
#[command(name = "tree-service", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do other than to serve.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to serve.
    #[command(flatten)]
    pub config: Config,
}

/// What there is to do other than to serve.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes a packed tree to the standard output: that of a JSON document, or one with random numbers.
    Pack(PackArgs),
}

/// Which tree to pack.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// A file of JSON; `-` for the standard input.
    #[arg(required_unless_present = "levels")]
    pub json: Option<PathBuf>,
    /// A perfect tree of so many levels, in place of a file.
    #[arg(long, conflicts_with = "json", value_parser = clap::value_parser!(u32).range(0..=24))]
    pub levels: Option<u32>,
    /// The layout.
    #[arg(long, value_enum, default_value_t)]
    pub layout: LayoutName,
}

/// A layout that trees are packed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LayoutName {
    /// Tags and numbers, and nothing else.
    #[default]
    Compact,
    /// With the size of what is to the left.
    Indexed,
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: an object a line.
    Json,
}

/// How to serve.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Where to listen; port 0 for any free one.
    #[arg(long, env = "TREE_SERVICE_ADDRESS", default_value = "127.0.0.1:3000", value_name = "ADDRESS:PORT")]
    pub address: SocketAddr,
    /// The file of the database, which is made if it is not there.
    #[arg(long, env = "TREE_SERVICE_DATABASE", default_value = "tree-service.redb", value_name = "FILE")]
    pub database: PathBuf,
    /// Keeps the trees in memory; they end with the program.
    #[arg(long, env = "TREE_SERVICE_IN_MEMORY", value_parser = BoolishValueParser::new())]
    pub in_memory: bool,
    /// How long a body may be, in bytes.
    #[arg(long, env = "TREE_SERVICE_BODY_LIMIT", default_value_t = 16 << 20, value_name = "BYTES")]
    pub body_limit: usize,
    /// How deep a tree may be nested; what is to the right does not count.
    #[arg(long, env = "TREE_SERVICE_DEPTH_LIMIT", default_value_t = Limits::DEFAULT.depth, value_name = "LEVELS",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Limits::DEFAULT.depth)))]
    pub depth_limit: u32,
    /// How long a request may take, from the end of its head to the beginning of its response, in seconds.
    #[arg(long, env = "TREE_SERVICE_TIMEOUT", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Duration,
    /// How long a connection may be idle, and how long the head of a request may take, in seconds.
    #[arg(long, env = "TREE_SERVICE_IDLE_TIMEOUT", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub idle_timeout: Duration,
    /// How long a client may take to read a response, from its first byte to its last, in seconds.
    #[arg(long, env = "TREE_SERVICE_RESPONSE_TIMEOUT", default_value = "60", value_name = "SECONDS",
          value_parser = seconds)]
    pub response_timeout: Duration,
    /// How many bytes the long responses (64 KiB and more) that clients have not read yet may take, all together.
    #[arg(long, env = "TREE_SERVICE_RESPONSE_MEMORY", default_value_t = 256 << 20, value_name = "BYTES")]
    pub response_memory: usize,
    /// How long requests that run may go on after the service was told to end, in seconds.
    #[arg(long, env = "TREE_SERVICE_GRACE", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub grace: Duration,
    /// How many connections there may be at once; others wait, or take the place of one that waits for its client.
    #[arg(long, env = "TREE_SERVICE_CONNECTIONS", default_value_t = 4096, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub connections: u32,
    /// What to log: a level, or levels of modules, as `info,tower_http=debug`.
    #[arg(long, env = "TREE_SERVICE_LOG", default_value = "info", value_name = "FILTER")]
    pub log: tracing_subscriber::filter::Targets,
    /// How lines of the log look.
    #[arg(long, env = "TREE_SERVICE_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Serves the same as ordinary services do, which make values of what they get, under /compare.
    #[arg(long, env = "TREE_SERVICE_COMPARE", value_parser = BoolishValueParser::new())]
    pub compare: bool,
}

impl Config {
    /// The bounds on the trees that come in.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth_limit, ..Limits::DEFAULT }
    }
}

/// A duration in seconds, which may have a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| format!("expected a number of seconds above 0, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_flags_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn seconds_are_positive_numbers() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "x", "NaN", "inf", "1e300", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
