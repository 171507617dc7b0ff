//! The loop that takes connections, and how it ends.

mod places;
mod progress;
mod service;
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

use self::places::Places;
use self::progress::{Progress, TimeLimits};
use self::service::noted;
use self::socket::Socket;
use crate::config::Config;

/// How long to wait when there are no more file descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// The most bytes that a connection reads ahead, or has in its own buffer to be written.
const BUFFER: usize = 1 << 20;

/// Serves until `end`; then takes no more connections, lets the requests that run come to their end within the time of
/// `--grace`, and returns whether all did.
///
/// It is written out (`axum::serve` is the short form) for the sake of the limits on connections: their number, and the
/// time that each waits for its client.
pub async fn serve(listener: TcpListener, app: Router, config: &Config, end: impl Future<Output = ()>) -> bool {
    let graceful = GracefulShutdown::new();
    let limits = TimeLimits { idle: config.idle_timeout, response: config.response_timeout };
    let places = Places::new(config.connections, limits);
    let mut end = pin!(end);
    loop {
        let next = async {
            let (stream, _) = listener.accept().await?;
            io::Result::Ok((stream, places.take().await))
        };
        tokio::select! {
            () = &mut end => break,
            accepted = next => match accepted {
                Ok((stream, place)) => {
                    let connection = connection(stream, app.clone(), &place.progress, &graceful);
                    tokio::spawn(async move {
                        // A client that breaks off is its own business.
                        if let Err(error) = connection.await {
                            tracing::debug!(%error, "a connection broke off");
                        }
                        drop(place);
                    });
                }
                Err(error) => refuse(&error).await,
            },
        }
    }
    drop(listener);
    tracing::info!(connections = graceful.count(), "ending");
    tokio::time::timeout(config.grace, graceful.shutdown()).await.is_ok()
}

/// Serves one connection. The time limits are those of the socket; hyper's own would also end a response that is still
/// being written.
fn connection(
    stream: TcpStream,
    app: Router,
    progress: &Arc<Progress>,
    graceful: &GracefulShutdown,
) -> impl Future<Output = hyper::Result<()>> + use<> {
    // An answer is written at once; nothing is gained by waiting for more.
    let _ = stream.set_nodelay(true);
    let socket = Socket::new(stream, Arc::clone(progress));
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(socket), noted(app, Arc::clone(progress)));
    graceful.watch(connection)
}

/// A connection could not be taken.
async fn refuse(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionReset) {
        tracing::warn!(%error, "no connection can be taken");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Until the program is told to end: ctrl-c, or SIGTERM.
///
/// # Errors
///
/// The signals cannot be waited for.
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
