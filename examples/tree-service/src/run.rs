//! Runs the program, from the command line to its end.

use std::fmt::Display;
use std::io::{self, Write};

use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Cli, Command, Config, LogFormat};
use crate::server::{serve, told_to_end};
use crate::store::Store;
use crate::{app, pack};

/// The stack of each thread, in bytes. It is more than the default of 2 MiB, so that a debug build, too, can read JSON
/// of 128 levels and trees of 1,024 levels. Only the used part of a stack takes memory.
const STACK: usize = 16 << 20;
/// The maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 2048;

/// Runs the command of the command line.
///
/// # Errors
///
/// A message for the user, if the command fails.
pub fn run(cli: Cli) -> Result<(), String> {
    match cli.command {
        Some(Command::Pack(args)) => {
            pack::pack(&args, &mut io::stdout().lock()).map_err(|error| message("pack", error))
        }
        None => runtime().map_err(|error| message("threads", error))?.block_on(serve_until_signal(&cli.config)),
    }
}

/// Returns the threads that serve.
///
/// # Errors
///
/// If no threads can be started.
pub fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build()
}

async fn serve_until_signal(config: &Config) -> Result<(), String> {
    log(config);
    let store = if config.in_memory { Store::in_memory() } else { Store::open(&config.database) };
    let store = store.map_err(|error| message(config.database.display(), error))?;
    let end = told_to_end().map_err(|error| message("signals", error))?;
    let listener = listen(config).map_err(|error| message(config.address, error))?;
    let address = listener.local_addr().map_err(|error| message(config.address, error))?;
    // The parent process may wait for this line. It is not an error if no process reads it.
    let _ = writeln!(io::stdout(), "listening on http://{address}");
    let app = app::app(store, config);
    if serve(listener, app, config, end).await {
        Ok(())
    } else {
        Err("some requests were still running at the end of the time limit --grace".into())
    }
}

fn listen(config: &Config) -> io::Result<tokio::net::TcpListener> {
    let socket = if config.address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(config.address)?;
    socket.listen(BACKLOG)
}

/// Starts the log, on standard error.
fn log(config: &Config) {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match config.log_format {
        LogFormat::Text => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let _ = tracing_subscriber::registry().with(lines.with_filter(config.log.clone())).try_init();
}

/// Returns a message for the user.
fn message(subject: impl Display, error: impl Display) -> String {
    format!("{subject}: {error}")
}
