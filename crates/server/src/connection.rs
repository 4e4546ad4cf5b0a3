//! A connection that is closed so that the other side hears the last word.
//!
//! A socket that is closed while bytes wait to be read is reset, and a reset may
//! overtake what was sent last: the reason why it is closed. So whoever lets go of a
//! connection says that nothing more comes, and what still arrives is read and
//! forgotten until the other side closes too or a short time has passed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::limits;

/// A stream with its place among the connections, which is held until it is closed.
pub(crate) struct Connection {
    /// Always there until it is dropped.
    open: Option<(TcpStream, OwnedSemaphorePermit)>,
}

impl Connection {
    /// A connection that takes this place.
    pub(crate) fn new(stream: TcpStream, place: OwnedSemaphorePermit) -> Connection {
        Connection { open: Some((stream, place)) }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        match &mut self.open {
            Some((stream, _)) => Ok(Pin::new(stream)),
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some((stream, place)) = self.open.take() else { return };
        // Where the server ends there is nobody left to wait.
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            let _ = timeout(limits::LINGER, forget_the_rest(stream)).await;
            drop(place);
        });
    }
}

async fn forget_the_rest(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let mut bytes = [0; 4096];
    while stream.read(&mut bytes).await? > 0 {}
    Ok(())
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}
