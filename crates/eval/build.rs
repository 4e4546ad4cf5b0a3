//! Chooses the network that is built into the program: the one that ships, or
//! the file that the variable EVALFILE names, as OpenBench does.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The network that ships, from this folder.
const SHIPS: &str = "../../nets/v3.nnue";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let file = env::var_os("EVALFILE").filter(|file| !file.is_empty()).map(PathBuf::from);
    let file = file.unwrap_or_else(|| PathBuf::from(SHIPS));
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = fs::read(&file)
        .map_err(|error| format!("cannot read the network {}: {error}", file.display()))?;
    if !bytes.starts_with(b"PLYWNNUE") {
        return Err(format!("{} is no network of this program", file.display()));
    }
    let out = env::var_os("OUT_DIR").ok_or("cargo did not say where to write")?;
    fs::write(Path::new(&out).join("network.nnue"), bytes)
        .map_err(|error| format!("cannot write the network: {error}"))
}
