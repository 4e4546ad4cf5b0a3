//! Files to which is added.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::FileRefusal;
use crate::lock::lock;

/// A file to which is added, and to which nobody else adds meanwhile.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: File,
    /// Whether what it holds goes when the first is added.
    is_written_over: AtomicBool,
    /// Whether we made it, and nobody else adds to it: then it goes if nothing was added.
    is_only_ours: bool,
}

/// What is good of a file that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Good<T> {
    /// In bytes from the beginning. What follows is the beginning of something
    /// that we did not write to its end, and is cut off.
    pub length: u64,
    /// What it holds.
    pub held: T,
}

impl GrowingFile {
    /// Opens a file, or makes it; `who` else might be writing to it. If it holds
    /// anything, `judge` says what of it is good, or refuses it: then it stays as
    /// it is.
    pub fn open<T: Default, E: From<FileRefusal>>(
        path: &Path,
        who: &str,
        judge: impl FnOnce(&File) -> Result<Good<T>, E>,
    ) -> Result<(GrowingFile, T), E> {
        let (file, is_new) = open(path)?;
        // From here on it is ours: of two programs that begin at once, one is
        // refused, before it looks at what the other one writes.
        lock(&file, path, who)?;
        let held = held(&file, path, judge)?;
        Ok((GrowingFile::new(path, file, is_new), held))
    }

    /// Opens a file that the user wants written over, or makes it. What it holds
    /// stays until there is something to write instead.
    pub fn over(path: &Path, who: &str) -> Result<GrowingFile, FileRefusal> {
        let (file, is_new) = open(path)?;
        lock(&file, path, who)?;
        let growing = GrowingFile::new(path, file, is_new);
        growing.is_written_over.store(true, Ordering::Relaxed);
        Ok(growing)
    }

    fn new(path: &Path, file: File, is_only_ours: bool) -> GrowingFile {
        let is_written_over = AtomicBool::new(false);
        GrowingFile { path: path.to_owned(), file, is_written_over, is_only_ours }
    }

    /// Like [`open`](GrowingFile::open) for a file that several programs may add to in
    /// turn: nobody is kept out.
    pub(crate) fn open_shared<T: Default>(
        path: &Path,
        judge: impl FnOnce(&File) -> Result<Good<T>, FileRefusal>,
    ) -> Result<(GrowingFile, T), FileRefusal> {
        let (file, _) = open(path)?;
        let turn = Turn::wait(&file);
        let held = held(&file, path, judge)?;
        drop(turn);
        Ok((GrowingFile::new(path, file, false), held))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file: to read what it holds, and to wait for a turn.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// How many bytes it has.
    pub fn length(&self) -> Result<u64, FileRefusal> {
        let length = self.file.metadata().map(|data| data.len());
        length.map_err(|error| FileRefusal::io("write", &self.path, &error))
    }

    /// Adds all of a text, or nothing: a full disk leaves no half of it.
    pub fn add(&self, text: &str) -> Result<(), FileRefusal> {
        if text.is_empty() {
            return Ok(());
        }
        if self.is_written_over.swap(false, Ordering::Relaxed)
            && self.file.metadata().is_ok_and(|data| data.is_file())
        {
            self.cut(0)?;
        }
        let before = self.file.metadata().map(|data| data.len());
        // A device has no end to go to.
        let _ = (&self.file).seek(SeekFrom::End(0));
        (&self.file).write_all(text.as_bytes()).map_err(|error| {
            if let Ok(length) = before {
                // What is no file has no length either, and nothing is left to try.
                self.file.set_len(length).ok();
            }
            FileRefusal::io("write", &self.path, &error)
        })
    }

    /// Takes away what stands behind so many bytes, which whoever calls knows to
    /// be ours.
    pub fn cut(&self, length: u64) -> Result<(), FileRefusal> {
        self.file.set_len(length).map_err(|error| FileRefusal::io("write", &self.path, &error))
    }
}

/// A run that is refused before its first result leaves nothing behind.
impl Drop for GrowingFile {
    fn drop(&mut self) {
        if self.is_only_ours && self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// How often a turn is tried for, and how long to wait in between: whoever has it
/// writes a game.
const TRIES: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(10);

/// A turn at a file that several programs add to. It ends when it is dropped.
pub(crate) struct Turn<'a>(&'a File);

impl Turn<'_> {
    /// Waits for a turn, but not for ever: somebody may keep the file for himself.
    /// Where there are no locks, one write at the end is still in one piece.
    pub(crate) fn wait(file: &File) -> Turn<'_> {
        for _ in 0..TRIES {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN),
                _ => break,
            }
        }
        Turn(file)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// The file, and whether it was made just now.
fn open(path: &Path) -> Result<(File, bool), FileRefusal> {
    check_kept(path)?;
    let mut options = OpenOptions::new();
    // Where Windows lets us add, it does not let us cut.
    let options = if cfg!(windows) { options.write(true) } else { options.append(true) };
    options.read(true).truncate(false);
    let opened = match options.clone().create_new(true).open(path) {
        // A link to nothing is there as well, and leads to a file to be made.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            options.create(true).open(path).map(|file| (file, false))
        }
        made => made.map(|file| (file, true)),
    };
    opened.map_err(|error| FileRefusal::io("write", path, &error))
}

/// Refuses what keeps nothing, before it is opened: without a reader a pipe would
/// take what is written and lose it.
pub(crate) fn check_kept(path: &Path) -> Result<(), FileRefusal> {
    match fs::metadata(path) {
        Ok(found) if is_pipe(&found) => {
            let error = io::Error::other("it is a pipe, which keeps nothing; take a file");
            Err(FileRefusal::io("write", path, &error))
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_pipe(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;

    found.file_type().is_fifo() || found.file_type().is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

fn held<T: Default, E: From<FileRefusal>>(
    file: &File,
    path: &Path,
    judge: impl FnOnce(&File) -> Result<Good<T>, E>,
) -> Result<T, E> {
    let data = file.metadata().map_err(|error| FileRefusal::io("read", path, &error))?;
    if !data.is_file() || data.len() == 0 {
        return Ok(T::default());
    }
    let good = judge(file)?;
    if good.length < data.len() {
        file.set_len(good.length).map_err(|error| FileRefusal::io("write", path, &error))?;
    }
    Ok(good.held)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    #[test]
    fn what_is_written_over_stays_until_there_is_something_else() {
        let path =
            std::env::temp_dir().join(format!("plywise-growing-over-{}", std::process::id()));
        fs::write(&path, "precious").unwrap();
        let growing = GrowingFile::over(&path, "test").unwrap();
        growing.add("").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"precious");
        for text in ["one", "two"] {
            growing.add(text).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), b"onetwo");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_was_made_for_nothing_goes() {
        let folder = crate::testing::empty_folder("growing");
        let open = |name: &str| {
            let path = folder.join(name);
            GrowingFile::open::<(), FileRefusal>(&path, "test", |_| Ok(Good::default())).unwrap().0
        };
        drop(open("new"));
        assert!(!folder.join("new").exists());
        open("used").add("one").unwrap();
        assert_eq!(fs::read(folder.join("used")).unwrap(), b"one");
        fs::write(folder.join("empty"), "").unwrap();
        drop(open("empty"));
        assert!(folder.join("empty").exists(), "it was there before");
        fs::remove_dir_all(&folder).unwrap();
    }
}
