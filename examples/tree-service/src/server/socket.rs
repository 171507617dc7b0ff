//! A socket with time limits on the waits for its client.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::progress::Progress;

/// A client's socket. Every wait ends with an error at the deadline of [`Progress`].
///
/// Then the socket is closed by a reset. Otherwise the system would keep the unsent bytes until the client reads them.
pub(super) struct Socket {
    stream: TcpStream,
    progress: Arc<Progress>,
    timer: Pin<Box<Sleep>>,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, progress: Arc<Progress>) -> Self {
        Self { stream, progress, timer: Box::pin(sleep_until(Instant::now())) }
    }

    /// Returns the result. If it is pending and the deadline has passed, returns an error instead.
    fn within_limits<R>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if result.is_ready() {
            return result;
        }
        let Some(deadline) = self.progress.deadline(context.waker()) else { return Poll::Pending };
        if self.timer.deadline() != deadline {
            self.timer.as_mut().reset(deadline);
        }
        ready!(self.timer.as_mut().poll(context));
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client exceeded the time limit")))
    }

    fn after_write(&mut self, context: &mut Context<'_>, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if result.is_ready() {
            self.progress.written();
        } else {
            self.progress.stalled();
        }
        self.within_limits(context, result)
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.within_limits(context, result)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.after_write(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.after_write(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        if self.progress.flushed() {
            // The connection may already wait for the next head, with the timer at the limit of the response.
            let _: Poll<io::Result<()>> = self.within_limits(context, Poll::Pending);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
