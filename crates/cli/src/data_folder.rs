//! Where the user's games are kept.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The data folder: `PLYWISE_DATA`, or `plywise` where the system keeps such
/// things; `None` where nothing says where.
pub(crate) fn find() -> Option<PathBuf> {
    folder_on(std::env::consts::OS, |name| std::env::var_os(name))
}

/// The data folder on a system with these variables.
fn folder_on(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let within = |name: &str, inner: &str| Some(folder(name)?.join(Path::new(inner)));
    let usual = || match system {
        // Shells for Windows set HOME as well, which no other program looks at.
        "windows" => within("APPDATA", "plywise").or_else(|| within("USERPROFILE", ".plywise")),
        "macos" => within("HOME", "Library/Application Support/plywise"),
        _ => within("HOME", ".local/share/plywise"),
    };
    folder("PLYWISE_DATA").or_else(|| within("XDG_DATA_HOME", "plywise")).or_else(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_its_place() {
        let all = [("HOME", "/home/anna"), ("APPDATA", "/data"), ("USERPROFILE", "/users/anna")];
        let with = |more: &[(&'static str, &'static str)], system| {
            let known: Vec<_> = all.iter().chain(more).copied().collect();
            folder_on(system, move |name| {
                known.iter().rev().find(|(own, _)| *own == name).map(|(_, value)| value.into())
            })
        };
        let at = |path: &str| Some(PathBuf::from(path));
        assert_eq!(with(&[], "linux"), at("/home/anna/.local/share/plywise"));
        assert_eq!(with(&[], "windows"), at("/data/plywise"));
        assert_eq!(with(&[("APPDATA", "")], "windows"), at("/users/anna/.plywise"));
        assert_eq!(with(&[], "macos"), at("/home/anna/Library/Application Support/plywise"));
        assert_eq!(with(&[("XDG_DATA_HOME", "/x")], "macos"), at("/x/plywise"));
        assert_eq!(
            with(&[("PLYWISE_DATA", "/mine"), ("XDG_DATA_HOME", "/x")], "linux"),
            at("/mine")
        );
        assert_eq!(folder_on("linux", |_| None), None);
    }
}
