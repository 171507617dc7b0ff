//! The loop that accepts connections, and its end.

mod progress;
mod service;
mod slots;
mod socket;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};

use self::progress::{Progress, TimeLimits};
use self::service::tracked;
use self::slots::Slots;
use self::socket::Socket;
use crate::config::Config;

/// The pause after a connection could not be accepted, for example because there are no more file descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// The maximum size of a connection's read buffer, and of its write buffer, in bytes.
const BUFFER: usize = 1 << 20;

/// Serves until `end`. Then it accepts no more connections, and waits for the running requests, at most for the time
/// limit `--grace`. Returns whether all requests have ended.
///
/// `axum::serve` would be shorter, but has no limits on connections: on their number, and on the time that each waits
/// for its client.
pub async fn serve(listener: TcpListener, app: Router, config: &Config, end: impl Future<Output = ()>) -> bool {
    let graceful = GracefulShutdown::new();
    let limits = TimeLimits { idle: config.idle_timeout, response: config.response_timeout };
    let slots = Slots::new(config.connections, limits);
    let mut end = pin!(end);
    loop {
        let next = async {
            let (stream, _) = listener.accept().await?;
            io::Result::Ok((stream, slots.take().await))
        };
        tokio::select! {
            () = &mut end => break,
            accepted = next => match accepted {
                Ok((stream, slot)) => {
                    let connection = connection(stream, app.clone(), &slot.progress, &graceful);
                    tokio::spawn(async move {
                        // A client may close its connection at any time: this is not an error of the service.
                        if let Err(error) = connection.await {
                            tracing::debug!(%error, "a connection ended with an error");
                        }
                        drop(slot);
                    });
                }
                Err(error) => accept_failed(&error).await,
            },
        }
    }
    drop(listener);
    tracing::info!(connections = graceful.count(), "ending");
    tokio::time::timeout(config.grace, graceful.shutdown()).await.is_ok()
}

/// Serves one connection. The socket has the time limits; hyper's own limit would also end a response that is still
/// being written.
fn connection(
    stream: TcpStream,
    app: Router,
    progress: &Arc<Progress>,
    graceful: &GracefulShutdown,
) -> impl Future<Output = hyper::Result<()>> + use<> {
    // A response is written at once; waiting for more data would only delay it.
    let _ = stream.set_nodelay(true);
    let socket = Socket::new(stream, Arc::clone(progress));
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(socket), tracked(app, Arc::clone(progress)));
    graceful.watch(connection)
}

/// Logs that a connection could not be accepted, and waits, unless only that connection has failed.
async fn accept_failed(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionReset) {
        tracing::warn!(%error, "no connection can be accepted");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns a future that is ready when the program receives a signal to end: ctrl-c or SIGTERM.
///
/// # Errors
///
/// If the program cannot listen for the signals.
pub fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}
