//! Files that are written in one piece.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use crate::FileRefusal;
use crate::apart::target;

/// A file that is going to be written in one piece, and may be.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// What was there when it was looked at; none where the user wants it written
    /// over whatever it is.
    seen: Option<Seen>,
    /// Whether it was written already: then it is ours.
    is_ours: AtomicBool,
}

/// What was there when a file was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    /// Nothing that anybody would miss.
    Nothing,
    /// A file of this length, changed then.
    File { length: u64, changed: Option<SystemTime> },
}

/// More than a file has that we would know again as ours.
const LONGEST: u64 = 64 << 20;

impl WholeFile {
    /// A file that is not there yet, or that the user wants written over.
    pub fn anew(path: &Path, is_forced: bool) -> Result<WholeFile, FileRefusal> {
        let seen = (!is_forced).then(|| Seen::at(path));
        if seen.is_some_and(|seen| seen != Seen::Nothing) {
            return Err(writable(path).err().unwrap_or_else(|| FileRefusal::exists(path)));
        }
        WholeFile::new(path, seen)
    }

    /// A file that is not there yet, or holds an earlier one of its kind; `what`
    /// that is.
    pub fn again(
        path: &Path,
        what: &str,
        is_ours: impl FnOnce(&str) -> bool,
    ) -> Result<WholeFile, FileRefusal> {
        let seen = Seen::at(path);
        let whole = WholeFile::new(path, Some(seen))?;
        if seen == Seen::Nothing {
            return Ok(whole);
        }
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
        if read.is_ok() && is_ours(&text) {
            return Ok(whole);
        }
        Err(FileRefusal::other_than(what, path))
    }

    fn new(path: &Path, seen: Option<Seen>) -> Result<WholeFile, FileRefusal> {
        writable(path)?;
        Ok(WholeFile { path: path.to_owned(), seen, is_ours: AtomicBool::new(false) })
    }

    /// Where it is, at the end of all links.
    pub fn target(&self) -> PathBuf {
        target(&self.path)
    }

    /// Writes all of it: a crash or a full disk leaves what was there before. If
    /// somebody else has written to it since it was looked at, that stays, and all of
    /// it goes into a new file next to it, which the refusal names.
    pub fn write(&self, bytes: &[u8]) -> Result<(), FileRefusal> {
        let cannot = |error: io::Error| FileRefusal::io("write", &self.path, &error);
        if fs::metadata(&self.path).is_ok_and(|found| !found.is_file()) {
            // A device or a pipe takes what it is given, and stays what it is.
            let opened = OpenOptions::new().write(true).open(&self.path);
            return opened.and_then(|mut file| file.write_all(bytes)).map_err(cannot);
        }
        let (part, mut file) = beside(&self.target()).map_err(cannot)?;
        let written = file.write_all(bytes);
        drop(file);
        match written {
            Ok(()) => self.put(&part),
            Err(error) => {
                let _ = fs::remove_file(&part);
                Err(cannot(error))
            }
        }
    }

    /// The same for a file that was written under another name in the folder of
    /// [`target`](WholeFile::target): it gets this one's name, and its permissions
    /// where there is an old one.
    pub fn put(&self, part: &Path) -> Result<(), FileRefusal> {
        let placed = self.place(part);
        if placed.is_err() {
            // Where it was put elsewhere, it is no longer here.
            let _ = fs::remove_file(part);
        }
        placed
    }

    fn place(&self, part: &Path) -> Result<(), FileRefusal> {
        let cannot = |error: io::Error| FileRefusal::io("write", &self.path, &error);
        let path = self.target();
        if let Ok(old) = fs::metadata(&path) {
            fs::set_permissions(part, old.permissions()).map_err(cannot)?;
        }
        let is_ours = self.is_ours.load(Ordering::Relaxed);
        let seen = self.seen.filter(|_| !is_ours);
        let mut is_free = seen.is_none_or(|seen| Seen::at(&path) == seen);
        if is_free && seen == Some(Seen::Nothing) {
            // The name is taken first: somebody may make the file at this moment.
            is_free = match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    Seen::at(&path) == Seen::Nothing
                }
                made => made.map(|_| true).map_err(cannot)?,
            };
        }
        if !is_free {
            let instead = free_name(&self.path).map_err(cannot)?;
            fs::rename(part, &instead).map_err(cannot)?;
            return Err(FileRefusal::changed(&self.path, &instead));
        }
        fs::rename(part, &path).map_err(cannot)?;
        self.is_ours.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Seen {
    fn at(path: &Path) -> Seen {
        match fs::metadata(path) {
            Ok(found) if is_begun(&found) => {
                Seen::File { length: found.len(), changed: found.modified().ok() }
            }
            _ => Seen::Nothing,
        }
    }
}

/// Refuses a place where nothing can be written, before anything is done that is to
/// be written there.
fn writable(path: &Path) -> Result<(), FileRefusal> {
    let opened = match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::other("it is a folder")),
        // To open a pipe might take for ever.
        Ok(found) if !found.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().write(true).open(path).map(drop),
        Err(_) => beside(&target(path)).map(|(part, _)| drop(fs::remove_file(part))),
    };
    opened.map_err(|error| FileRefusal::io("write", path, &error))
}

/// Whether this is a file that holds anything.
fn is_begun(found: &Metadata) -> bool {
    found.is_file() && found.len() > 0
}

/// A name next to a file's that was free, and is taken now.
fn free_name(path: &Path) -> io::Result<PathBuf> {
    let target = target(path);
    let mut number = 1;
    loop {
        let mut name = target.as_os_str().to_owned();
        name.push(if number == 1 { ".new".to_owned() } else { format!(".new{number}") });
        let name = PathBuf::from(name);
        match File::create_new(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|_| name),
        }
    }
}

/// A new file beside another one, under a name that nobody has.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = PathBuf::from(name);
        match File::create_new(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|file| (part, file)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;
    use crate::testing::empty_folder;

    #[test]
    fn what_appears_meanwhile_stays() {
        let folder = empty_folder("meanwhile");
        let path = folder.join("x");
        let (first, second) = (WholeFile::anew(&path, false), WholeFile::anew(&path, false));
        let (first, second) = (first.unwrap(), second.unwrap());
        fs::write(&path, "precious").unwrap();
        let refusals = [&first, &second].map(|whole| whole.write(b"ours").unwrap_err());
        assert_eq!(fs::read(&path).unwrap(), b"precious");
        for (refusal, name) in refusals.iter().zip(["x.new", "x.new2"]) {
            assert!(refusal.to_string().ends_with(name), "{refusal}");
            assert_eq!(fs::read(folder.join(name)).unwrap(), b"ours");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "parts are left");
        // Who wants it written over gets that.
        WholeFile::anew(&path, true).unwrap().write(b"ours").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_changes_meanwhile_stays() {
        let folder = empty_folder("changes");
        let path = folder.join("x");
        fs::write(&path, "ours").unwrap();
        let whole = WholeFile::again(&path, "ours", |text| text == "ours").unwrap();
        fs::write(&path, "precious").unwrap();
        assert!(whole.write(b"ours again").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"precious");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_run_writes_over_what_it_wrote() {
        let folder = empty_folder("over");
        let path = folder.join("x");
        // An empty file is nobody's.
        fs::write(&path, "").unwrap();
        let whole = WholeFile::anew(&path, false).unwrap();
        for text in ["one", "two", "three"] {
            whole.write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = empty_folder("links");
        fs::create_dir(folder.join("far")).unwrap();
        let (link, path) = (folder.join("link"), folder.join("far/x"));
        symlink("far/x", &link).unwrap();
        // A link to nothing leads to a file to be made.
        WholeFile::anew(&link, false).unwrap().write(b"one").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        WholeFile::anew(&link, true).unwrap().write(b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_dir_all(&folder).unwrap();
    }
}
