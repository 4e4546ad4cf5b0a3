//! What one page, and all of them together, may ask of the sockets. What they may
//! ask of the engine is limited by `app`.

use std::time::Duration;

/// Sockets open at once.
pub(crate) const SOCKETS: usize = 256;
/// Connections open at once: a browser opens some more for files.
pub(crate) const CONNECTIONS: usize = 2 * SOCKETS;
/// Messages a second that a page may send, and how many at once after a rest.
pub(crate) const MESSAGES_A_SECOND: f64 = 50.0;
/// See [`MESSAGES_A_SECOND`].
pub(crate) const MESSAGES_AT_ONCE: f64 = 200.0;
/// Messages that wait for a page that does not read; then it is let go.
pub(crate) const OUTBOX: usize = 512;
/// A page that says nothing, not even on being asked, is gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(75);
/// How often it is asked.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long a browser may take for the head of a request.
pub(crate) const HEAD: Duration = Duration::from_secs(10);
/// How long a connection that is closed may take to hear so.
pub(crate) const LINGER: Duration = Duration::from_secs(2);
/// How long to wait where the computer has no room for another connection.
pub(crate) const BREATH: Duration = Duration::from_millis(100);
/// Threads that answer pages: they wait for the kept games, but think about nothing.
pub(crate) const CLERKS: usize = 16;
