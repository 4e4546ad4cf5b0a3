//! Files under several names.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::FileRefusal;

/// Where a command reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source<'a> {
    /// A file.
    File(&'a Path),
    /// Standard input, which may be a file too.
    Stdin,
}

/// Refuses a command that would write to a file that it reads, or twice to the same
/// one, whatever names, links or redirections they come by. Nothing is opened for
/// that. Devices and pipes are nobody's: several may write to one.
pub fn check_apart(written: &[&Path], read: &[Source<'_>]) -> Result<(), FileRefusal> {
    let sources: Vec<Identity> = read.iter().filter_map(Identity::of_source).collect();
    let mut targets: Vec<Identity> = Vec::new();
    for path in written {
        let Some(identity) = Identity::of(path) else { continue };
        if sources.contains(&identity) {
            return Err(FileRefusal::read_too(path));
        }
        if targets.contains(&identity) {
            return Err(FileRefusal::written_twice(path));
        }
        targets.push(identity);
    }
    Ok(())
}

/// What makes two names those of one file.
#[derive(PartialEq, Eq, Debug)]
enum Identity {
    /// The file's number on its disk.
    #[cfg(unix)]
    Number { disk: u64, file: u64 },
    /// Its full name: where there are no numbers, and for a file to be made.
    Name(PathBuf),
}

impl Identity {
    /// None for what is no plain file and nothing that could become one.
    fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(found) => Identity::of_found(&found, || path.canonicalize().ok()),
            Err(_) => {
                let target = target(path);
                let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
                Some(Identity::Name(folder.join(target.file_name()?)))
            }
        }
    }

    fn of_source(source: &Source<'_>) -> Option<Identity> {
        match source {
            Source::File(path) => Identity::of(path),
            Source::Stdin => Identity::of_stdin(),
        }
    }

    #[cfg(unix)]
    fn of_stdin() -> Option<Identity> {
        use std::os::fd::AsFd;

        let handle = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        let found = fs::File::from(handle).metadata().ok()?;
        Identity::of_found(&found, || None)
    }

    /// Elsewhere nobody can say which file was redirected; it is locked against
    /// writing there.
    #[cfg(not(unix))]
    fn of_stdin() -> Option<Identity> {
        None
    }

    #[cfg(unix)]
    fn of_found(found: &Metadata, _: impl FnOnce() -> Option<PathBuf>) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;

        found.is_file().then(|| Identity::Number { disk: found.dev(), file: found.ino() })
    }

    #[cfg(not(unix))]
    fn of_found(found: &Metadata, name: impl FnOnce() -> Option<PathBuf>) -> Option<Identity> {
        found.is_file().then(name).flatten().map(Identity::Name)
    }
}

/// More links than anybody follows.
const MOST_LINKS: usize = 40;

/// The file that a name leads to, through links, whether it is there or not.
pub(crate) fn target(path: &Path) -> PathBuf {
    if let Ok(full) = fs::canonicalize(path) {
        return full;
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;
    use crate::testing::empty_folder;

    #[test]
    fn a_file_is_known_under_each_of_its_names() {
        let folder = empty_folder("apart");
        let at = |name: &str| folder.join(name);
        fs::write(at("a"), "a").unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        let roundabout = folder.join("..").join(folder.file_name().unwrap()).join("a");
        for other in [at("a"), at("hard"), roundabout] {
            if cfg!(unix) || other != at("hard") {
                let refused = check_apart(&[&other], &[Source::File(&at("a"))]).unwrap_err();
                assert!(refused.to_string().contains("is read by the same command"), "{refused}");
            }
        }
        let (new, again) = (at("new"), folder.join("./new"));
        let refused = check_apart(&[&new, &again], &[]).unwrap_err();
        assert!(refused.to_string().contains("would be written twice"), "{refused}");
        check_apart(&[&at("b"), &at("c")], &[Source::File(&at("a"))]).unwrap();
        check_apart(&[&folder, &folder], &[]).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_even_to_nothing() {
        use std::os::unix::fs::symlink;

        let folder = empty_folder("apart-links");
        let at = |name: &str| folder.join(name);
        symlink("second", at("first")).unwrap();
        symlink("third", at("second")).unwrap();
        assert_eq!(target(&at("first")), at("third"));
        assert!(check_apart(&[&at("first"), &at("third")], &[]).is_err());
        fs::write(at("third"), "").unwrap();
        assert!(check_apart(&[&at("first")], &[Source::File(&at("third"))]).is_err());
        let null = Path::new("/dev/null");
        check_apart(&[null, null], &[Source::File(null)]).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
