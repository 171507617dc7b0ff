//! The loop that takes connections, and how it ends.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long the head of a request may take, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(30);
/// How long to wait when there are no more file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until `end`; then takes no more connections, lets the requests that run come to their end, within `grace`,
/// and says whether all did.
///
/// It is written out (`axum::serve` is the short form) for the sake of the time limit on heads and the limit on
/// connections.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    connections: u32,
    grace: Duration,
    end: impl Future<Output = ()>,
) -> bool {
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(connections as usize));
    let mut end = pin!(end);
    loop {
        let next = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            (permit, listener.accept().await)
        };
        tokio::select! {
            () = &mut end => break,
            (permit, accepted) = next => match accepted {
                Ok((stream, _)) => {
                    let connection = graceful.watch(connection(stream, app.clone()));
                    tokio::spawn(async move {
                        // A client that breaks off is its own business.
                        if let Err(error) = connection.await {
                            tracing::debug!(%error, "a connection broke off");
                        }
                        drop(permit);
                    });
                }
                Err(error) => refuse(&error).await,
            },
        }
    }
    drop(listener);
    tracing::info!(connections = graceful.count(), "ending");
    tokio::time::timeout(grace, graceful.shutdown()).await.is_ok()
}

fn connection(stream: TcpStream, app: Router) -> http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    // An answer is written at once; nothing is gained by waiting for more.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(1 << 20)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
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
