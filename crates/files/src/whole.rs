//! Files that are written in one piece.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::Refusal;

/// A file that is going to be written in one piece, and may be.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
}

/// More than a file has that we would know again as ours.
const LONGEST: u64 = 64 << 20;

impl WholeFile {
    /// A file that is not there yet, or that the user wants written over.
    pub fn anew(path: &Path, is_forced: bool) -> Result<WholeFile, Refusal> {
        let whole = WholeFile::writable(path)?;
        if !is_forced && is_begun(path) {
            return Err(Refusal::exists(path));
        }
        Ok(whole)
    }

    /// A file that is not there yet, or holds an earlier one of its kind; `what`
    /// that is.
    pub fn again(
        path: &Path,
        what: &str,
        is_ours: impl FnOnce(&str) -> bool,
    ) -> Result<WholeFile, Refusal> {
        let whole = WholeFile::writable(path)?;
        if !is_begun(path) {
            return Ok(whole);
        }
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
        if read.is_ok() && is_ours(&text) {
            return Ok(whole);
        }
        Err(Refusal::other_than(what, path))
    }

    /// Writes all of it: a crash or a full disk leaves what was there before.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Refusal> {
        self.replace(bytes).map_err(|error| Refusal::io("write", &self.path, &error))
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        if fs::metadata(&self.path).is_ok_and(|found| !found.is_file()) {
            // A device or a pipe takes what it is given, and stays what it is.
            return OpenOptions::new().write(true).open(&self.path)?.write_all(bytes);
        }
        // Where the name is a link, what it leads to is written.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let (part, mut file) = beside(&path)?;
        let written = file.write_all(bytes);
        drop(file);
        written.and_then(|()| fs::rename(&part, &path)).inspect_err(|_| {
            let _ = fs::remove_file(&part);
        })
    }

    /// Refuses a place where nothing can be written, before anything is done that
    /// is to be written there.
    fn writable(path: &Path) -> Result<WholeFile, Refusal> {
        let opened = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::other("it is a folder")),
            // To open a pipe might take for ever.
            Ok(found) if !found.is_file() => Ok(()),
            Ok(_) => OpenOptions::new().write(true).open(path).map(drop),
            Err(_) => beside(path).map(|(part, _)| drop(fs::remove_file(part))),
        };
        opened.map_err(|error| Refusal::io("write", path, &error))?;
        Ok(WholeFile { path: path.to_owned() })
    }
}

/// Whether a file is there that holds anything.
fn is_begun(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
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
