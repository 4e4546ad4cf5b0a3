//! Where the page comes from: whether npm can build it, and what the build says
//! if it cannot. Apart from the build script, so that it can be tested.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Why the page will not be part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// Whoever builds it does not want it.
    Unwanted,
    /// Its sources are not there.
    NoSources,
    /// There is no npm to build it with.
    NoNpm,
    /// It could not be built: what was tried, and what was said about it.
    Failed(String),
}

impl Missing {
    /// What stands in the way, known before anything is tried.
    pub(crate) fn find(no_page: Option<&OsStr>, web: &Path, npm: &str) -> Option<Missing> {
        if no_page.is_some_and(|value| !value.is_empty()) {
            return Some(Missing::Unwanted);
        }
        if !web.join("package.json").is_file() {
            return Some(Missing::NoSources);
        }
        let is_there = Command::new(npm).arg("--version").output();
        is_there.is_err().then_some(Missing::NoNpm)
    }

    /// What the program says when it is asked for the page.
    pub(crate) fn sentence(&self) -> String {
        let remedy = match self {
            Missing::Unwanted => "build it again without PLYWISE_NO_PAGE",
            Missing::NoSources => "build it again where the folder web is",
            Missing::NoNpm => "install Node.js 20.19 or later with npm, and build it again",
            Missing::Failed(what) => what,
        };
        format!("the page is not part of this program: {remedy}")
    }

    /// What the build says, in one line; nothing where that was wanted.
    pub(crate) fn warning(&self) -> Option<String> {
        let sentence = self.sentence();
        let line = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        (*self != Missing::Unwanted).then(|| format!("cargo::warning={line}"))
    }

    /// The table of the page's files as Rust, without any.
    pub(crate) fn table(&self) -> String {
        format!(
            "const MISSING: Option<&str> = Some({:?});\nstatic FILES: &[File] = &[];\n",
            self.sentence()
        )
    }
}
