//! The TypeScript of the messages: written here, checked in, never edited.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::{Ask, Tell};

/// What the file begins with.
const HEAD: &str =
    "// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p app typescript`. Do not edit.
//
// The page sends a Request and hears Messages. See crates/app/src/protocol.

/** What the page sends: a number of its own choice, which answers carry, and a wish. */
export type Request = { id: number } & Ask;

/** What the server sends: the number of the request that this answers, or null, and news. */
export type Message = { id: number | null } & Tell;
";

/// Walks through types and those that they mention.
struct Walker<'a> {
    config: &'a Config,
    seen: HashSet<TypeId>,
    written: BTreeMap<String, String>,
}

impl Walker<'_> {
    fn walk<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only our own types have a place of their own.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let decl = T::decl(self.config);
            self.written.insert(T::name(self.config), format!("{docs}export {decl}\n"));
        }
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for Walker<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.walk::<T>();
    }
}

fn generated() -> String {
    let config = Config::new();
    let mut walker = Walker { config: &config, seen: HashSet::new(), written: BTreeMap::new() };
    walker.walk::<Ask>();
    walker.walk::<Tell>();
    let types: Vec<String> = walker.written.into_values().collect();
    format!("{HEAD}\n{}", tidy(&types.join("\n")))
}

/// Short comments on one line, no blanks at the ends of lines.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut tidied = String::new();
    let mut at = 0;
    while at < lines.len() {
        let (line, taken) = match lines[at..] {
            ["/**", said, " */", ..] => (format!("/**{} */", said.trim_start_matches(" *")), 3),
            [line, ..] => (line.to_owned(), 1),
            [] => break,
        };
        tidied.push_str(&line);
        tidied.push('\n');
        at += taken;
    }
    tidied
}

#[test]
fn the_typescript_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/messages.ts");
    let generated = generated();
    if env::var_os("PLYWISE_WRITE_TYPES").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &generated).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == generated,
        "web/src/protocol/messages.ts is old: PLYWISE_WRITE_TYPES=1 cargo test -p app typescript"
    );
}
