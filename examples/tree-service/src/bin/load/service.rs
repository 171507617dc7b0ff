//! The service in a separate process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The first argument that makes this program the service.
pub(crate) const SERVE: &str = "--serve";
/// The unit in which Linux counts the time of a process.
const TICK: Duration = Duration::from_millis(10);

/// A running service.
pub(crate) struct Service {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Service {
    /// Starts a service on a free port, and waits until it listens.
    pub(crate) fn start() -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args([SERVE, "--address", "127.0.0.1:0", "--in-memory", "--compare", "--log", "warn"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        Ok(Self { child, address: address.ok_or("expected the address of the service in its output, found none")? })
    }

    /// Returns the processor time of the service, including the time of the kernel for it.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The second field is a name in brackets; the 14th and the 15th are the times.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let ticks = fields.next()?.parse::<u32>().ok()?.checked_add(fields.next()?.parse().ok()?)?;
        TICK.checked_mul(ticks)
    }

    /// Returns the peak memory of the service, in bytes.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
