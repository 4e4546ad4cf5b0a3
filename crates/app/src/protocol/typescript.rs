//! The TypeScript of the messages: written here, checked in, never edited.
//!
//! Each module of the protocol has a file of its own in `web/src/protocol`;
//! `messages.ts` passes all of them on.

use std::any::{TypeId, type_name};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::{Ask, Tell};

/// What every file begins with.
const HEAD: &str =
    "// Written by `PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript`. Do not edit.\n";

/// The file that the page imports from.
const MESSAGES: &str = "
/** What the page sends: a number of its own choice, which answers carry, and a wish. */
export type Request = { id: number } & Ask;

/** What the server sends: the number of the request that this answers, or null, and news. */
export type Message = { id: number | null } & Tell;
";

/// Walks through types and those that they mention.
struct Walker<'a> {
    config: &'a Config,
    seen: HashSet<TypeId>,
    /// For each module, its types by name.
    modules: BTreeMap<&'static str, BTreeMap<String, WrittenType>>,
}

/// A type in TypeScript.
struct WrittenType {
    text: String,
    mentions: Mentions,
}

/// The module and name of each type of ours that a type mentions.
#[derive(Default)]
struct Mentions(BTreeSet<(&'static str, String)>);

impl TypeVisitor for Mentions {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            self.0.insert((module_of::<T>(), T::ident(&Config::new())));
        }
    }
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
            let mut mentions = Mentions::default();
            T::visit_dependencies(&mut mentions);
            let written = WrittenType { text: format!("{docs}export {decl}\n"), mentions };
            let module = self.modules.entry(module_of::<T>()).or_default();
            module.insert(T::name(self.config), written);
        }
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for Walker<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.walk::<T>();
    }
}

/// The module that a type stands in.
fn module_of<T: ?Sized>() -> &'static str {
    type_name::<T>().rsplit("::").nth(1).unwrap_or("messages")
}

/// The files by name.
fn generated() -> BTreeMap<String, String> {
    let config = Config::new();
    let mut walker = Walker { config: &config, seen: HashSet::new(), modules: BTreeMap::new() };
    walker.walk::<Ask>();
    walker.walk::<Tell>();
    let passed_on =
        walker.modules.keys().map(|module| format!("export type * from './{module}';\n"));
    let messages = format!(
        "{HEAD}//\n// The page sends a Request and hears Messages. See crates/app/src/protocol.\n\n\
         import type {{ Ask }} from './{}';\nimport type {{ Tell }} from './{}';\n\n{}{MESSAGES}",
        module_of::<Ask>(),
        module_of::<Tell>(),
        passed_on.collect::<String>()
    );
    let mut files = BTreeMap::from([("messages.ts".to_owned(), messages)]);
    for (module, types) in &walker.modules {
        files.insert(format!("{module}.ts"), file(module, types));
    }
    files
}

/// The file of a module.
fn file(module: &str, types: &BTreeMap<String, WrittenType>) -> String {
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, name) in types.values().flat_map(|written| &written.mentions.0) {
        if *from != module {
            imports.entry(from).or_default().insert(name);
        }
    }
    let imports = imports.into_iter().map(|(from, names)| {
        let names: Vec<&str> = names.into_iter().collect();
        format!("import type {{ {} }} from './{from}';\n", names.join(", "))
    });
    let imports: String = imports.collect();
    let gap = if imports.is_empty() { "" } else { "\n" };
    let types: Vec<&str> = types.values().map(|written| &*written.text).collect();
    format!("{HEAD}{gap}{imports}\n{}", tidy(&types.join("\n")))
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

/// The names of the files that are there.
fn written(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_typescript_is_that_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    let generated = generated();
    if env::var_os("PLYWISE_WRITE_TYPES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for old in written(&folder).iter().filter(|name| !generated.contains_key(*name)) {
            fs::remove_file(folder.join(old)).unwrap();
        }
        for (name, text) in &generated {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let how = "PLYWISE_WRITE_TYPES=1 cargo test -p plywise-app typescript";
    let names: BTreeSet<String> = generated.keys().cloned().collect();
    assert_eq!(written(&folder), names, "web/src/protocol has other files (left): {how}");
    for (name, text) in &generated {
        let is_new = fs::read_to_string(folder.join(name)).unwrap() == *text;
        assert!(is_new, "web/src/protocol/{name} is old: {how}");
    }
}
