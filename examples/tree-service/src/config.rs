//! The configuration, by flags or by the environment.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use packed_data::Limits;

/// A service that computes with packed trees: it reads them in the bytes in which they are sent and stored.
#[derive(Debug, Parser)]
#[command(name = "tree-service", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command; without a command, the program serves.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The configuration of the service.
    #[command(flatten)]
    pub config: Config,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes a packed tree to standard output: the tree of a JSON document, or a tree with random numbers.
    Pack(PackArgs),
}

/// The tree to pack.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// A JSON file; `-` for standard input.
    #[arg(required_unless_present = "levels")]
    pub json: Option<PathBuf>,
    /// The levels of a perfect tree with random numbers, instead of a file.
    #[arg(long, conflicts_with = "json", value_parser = clap::value_parser!(u32).range(0..=24))]
    pub levels: Option<u32>,
    /// The layout.
    #[arg(long, value_enum, default_value_t)]
    pub layout: LayoutName,
}

/// A layout in which trees are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LayoutName {
    /// Only tags and numbers.
    #[default]
    Compact,
    /// Each node also has the size of its left tree.
    Indexed,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// JSON for programs: one object in each line.
    Json,
}

/// The configuration of the service.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// The address of the service; port 0 chooses a free port.
    #[arg(long, env = "TREE_SERVICE_ADDRESS", default_value = "127.0.0.1:3000", value_name = "ADDRESS:PORT")]
    pub address: SocketAddr,
    /// The file of the database; it is created if it does not exist.
    #[arg(long, env = "TREE_SERVICE_DATABASE", default_value = "tree-service.redb", value_name = "FILE")]
    pub database: PathBuf,
    /// Stores the trees in memory; they are lost when the program ends.
    #[arg(long, env = "TREE_SERVICE_IN_MEMORY", value_parser = BoolishValueParser::new())]
    pub in_memory: bool,
    /// The maximum length of a body, in bytes.
    #[arg(long, env = "TREE_SERVICE_BODY_LIMIT", default_value_t = 16 << 20, value_name = "BYTES")]
    pub body_limit: usize,
    /// The maximum depth of a tree; only steps to the left count.
    #[arg(long, env = "TREE_SERVICE_DEPTH_LIMIT", default_value_t = Limits::DEFAULT.depth, value_name = "LEVELS",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Limits::DEFAULT.depth)))]
    pub depth_limit: u32,
    /// The time limit of a request, from the end of its head to the beginning of its response, in seconds.
    #[arg(long, env = "TREE_SERVICE_TIMEOUT", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Duration,
    /// The time limit of an idle connection, including the time to send the head of the next request, in seconds.
    #[arg(long, env = "TREE_SERVICE_IDLE_TIMEOUT", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub idle_timeout: Duration,
    /// The time limit of a client to read a response, from its first byte to its last, in seconds.
    #[arg(long, env = "TREE_SERVICE_RESPONSE_TIMEOUT", default_value = "60", value_name = "SECONDS",
          value_parser = seconds)]
    pub response_timeout: Duration,
    /// The maximum memory of all long responses (64 KiB and more) that clients have not read yet, in bytes.
    #[arg(long, env = "TREE_SERVICE_RESPONSE_MEMORY", default_value_t = 256 << 20, value_name = "BYTES")]
    pub response_memory: usize,
    /// The time limit of running requests after the service receives a signal to end, in seconds.
    #[arg(long, env = "TREE_SERVICE_GRACE", default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub grace: Duration,
    /// The maximum number of connections at once. Others wait, or replace a connection that waits for its client.
    #[arg(long, env = "TREE_SERVICE_CONNECTIONS", default_value_t = 4096, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub connections: u32,
    /// The level of the log, or the levels of modules, such as `info,tower_http=debug`.
    #[arg(long, env = "TREE_SERVICE_LOG", default_value = "info", value_name = "FILTER")]
    pub log: tracing_subscriber::filter::Targets,
    /// The format of the log.
    #[arg(long, env = "TREE_SERVICE_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Also serves handlers of ordinary services, which deserialise the body, under /compare.
    #[arg(long, env = "TREE_SERVICE_COMPARE", value_parser = BoolishValueParser::new())]
    pub compare: bool,
}

impl Config {
    /// Returns the limits on received trees.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth_limit, ..Limits::DEFAULT }
    }
}

/// Parses a duration in seconds, which may have a fraction.
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
