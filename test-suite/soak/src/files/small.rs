//! A disk that is full: a small file system in memory, where it can be mounted; otherwise a limit on the size of files.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::process::this_program;

/// The size of the file system, in MiB.
const SIZE: u64 = 6;

/// A small disk, with at most one file to write.
pub(crate) struct Small {
    folder: PathBuf,
    is_mounted: bool,
    /// How large a file may be, in MiB, if nothing is mounted.
    limit: Cell<u64>,
}

impl Small {
    pub(crate) fn new(work: &Path) -> io::Result<Self> {
        let folder = work.join("small");
        fs::create_dir(&folder)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE}m,mode=700"), "soak"]).arg(&folder);
        let mounted = mount.stdout(Stdio::null()).stderr(Stdio::null()).status();
        Ok(Self { folder, is_mounted: mounted.is_ok_and(|status| status.success()), limit: Cell::new(0) })
    }

    /// How a disk is made full, in words.
    pub(crate) fn means(&self) -> &'static str {
        if self.is_mounted { "by a file system of 6 MiB in memory" } else { "by limits on the size of a file" }
    }

    /// The file to write.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join("file")
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Fills half of the disk, or all of it.
    pub(crate) fn begin(&self, is_full: bool) -> io::Result<()> {
        self.limit.set(if is_full { 0 } else { SIZE / 2 });
        if !self.is_mounted {
            return Ok(());
        }
        let mut ballast = File::create(self.ballast())?;
        let mebibyte = vec![1; 1 << 20];
        for _ in 0..if is_full { SIZE + 1 } else { SIZE / 2 } {
            match ballast.write_all(&mebibyte) {
                Err(error) if error.kind() != io::ErrorKind::StorageFull => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes space. Returns whether there was more to make.
    pub(crate) fn make_space(&self) -> io::Result<bool> {
        if self.is_mounted {
            let exists = self.ballast().exists();
            return if exists { fs::remove_file(self.ballast()).map(|()| true) } else { Ok(false) };
        }
        let limit = self.limit.get();
        self.limit.set(SIZE.min(limit + SIZE / 2));
        Ok(limit < SIZE)
    }

    /// Returns a command that runs this program with this disk.
    pub(crate) fn command(&self) -> Result<Command, String> {
        let program = this_program()?;
        if self.is_mounted {
            return Ok(program);
        }
        let mut command = Command::new("bash");
        let limit = self.limit.get() * 1024;
        command.args(["-c", &format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"")]);
        command.arg(program.get_program());
        Ok(command)
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
        }
    }
}
