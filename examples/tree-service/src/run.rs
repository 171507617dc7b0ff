//! From the command line to the end of the program.

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

/// The stack of each thread, in bytes: more than the default of 2 MiB, so that JSON of 128 levels and trees of 1,024 are
/// read in a debug build, too. Only what is used of it takes memory.
const STACK: usize = 16 << 20;
/// How many connections may wait to be taken.
const BACKLOG: u32 = 2048;

/// Does what the command line says.
///
/// # Errors
///
/// In words.
pub fn run(cli: Cli) -> Result<(), String> {
    match cli.command {
        Some(Command::Pack(args)) => pack::pack(&args, &mut io::stdout().lock()).map_err(|error| said("pack", error)),
        None => runtime().map_err(|error| said("threads", error))?.block_on(serve_until_told(&cli.config)),
    }
}

/// The threads that serve.
///
/// # Errors
///
/// There are none to be had.
pub fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build()
}

async fn serve_until_told(config: &Config) -> Result<(), String> {
    log(config);
    let store = if config.in_memory { Store::in_memory() } else { Store::open(&config.database) };
    let store = store.map_err(|error| said(config.database.display(), error))?;
    let end = told_to_end().map_err(|error| said("signals", error))?;
    let listener = listen(config).map_err(|error| said(config.address, error))?;
    let address = listener.local_addr().map_err(|error| said(config.address, error))?;
    // Whoever started this may wait for the line; if nobody reads it, that is no error.
    let _ = writeln!(io::stdout(), "listening on http://{address}");
    let app = app::app(store, config);
    if serve(listener, app, config, end).await {
        Ok(())
    } else {
        Err("some requests were still running after the time that --grace gives them".into())
    }
}

fn listen(config: &Config) -> io::Result<tokio::net::TcpListener> {
    let socket = if config.address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(config.address)?;
    socket.listen(BACKLOG)
}

/// Lines of the log go to the standard error.
fn log(config: &Config) {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match config.log_format {
        LogFormat::Text => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let _ = tracing_subscriber::registry().with(lines.with_filter(config.log.clone())).try_init();
}

fn said(what: impl Display, error: impl Display) -> String {
    format!("{what}: {error}")
}
