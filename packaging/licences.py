#!/usr/bin/env python3
"""The licences of everything that is compiled into the program, with their texts: licences.py TARGET [PACKAGE].

PACKAGE is whose program is meant (default: plywise). Reads `cargo metadata` for the target and the sources that cargo
has unpacked, the licences that come with Rust's compiler, and the texts beside this file; nothing is fetched.
"""

import html
import json
import re
import subprocess
import sys
from pathlib import Path

NAMES = ("license", "licence", "copying", "unlicense", "notice")
# What the linker adds, by the target's last words.
C_LIBRARIES = {
    "-linux-musl": ("musl, the C library", "musl.txt"),
    "-windows-gnu": ("mingw-w64, the C library", "mingw-w64.txt"),
    "-wasip1-threads": ("wasi-libc, the C library, whose greatest part is musl", "musl.txt"),
}
# For packages that declare this licence and forgot its text.
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


def program_packages(target: str, program: str = "plywise") -> list[dict]:
    """The foreign packages that are linked into the program, each once, by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if answer.returncode != 0:
        sys.exit("licences: cargo metadata failed")
    data = json.loads(answer.stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    root = next((id for id, package in packages.items() if package["name"] == program), None)
    if root is None:
        sys.exit(f"licences: there is no package {program}")
    seen: set[str] = set()
    waiting = [root]
    while waiting:
        id = waiting.pop()
        if id in seen:
            continue
        seen.add(id)
        for dependency in nodes[id]["deps"]:
            # Neither tests nor build scripts are part of the program.
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    found = [packages[id] for id in seen if packages[id]["source"] is not None]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[str]:
    """The licence texts of a package, each once."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(NAMES))
    if package.get("license_file"):
        files.append(folder / package["license_file"])
    found = list(dict.fromkeys(read(file) for file in files if file.is_file()))
    licence = package["license"] or ""
    if not found and licence == "MIT":
        authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
        return [f"Copyright (c) {authors}\n\n{MIT}"]
    # The text of Plywise's own licence is a file of its own.
    if not found and not licence.startswith("GPL-3.0"):
        sys.exit(f"licences: {package['name']} {package['version']} ({licence or 'no licence'}) has no licence text")
    return found


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").strip()


def of_the_linker(target: str) -> list[tuple[str, str]]:
    """What the linker adds, and its licence: Rust's library, the C library."""
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True).stdout.strip()
    file = Path(sysroot) / "share/doc/rust/COPYRIGHT-library.html"
    rust = "MIT OR Apache-2.0, https://www.rust-lang.org"
    if file.is_file():
        plain = html.unescape(re.sub(r"<[^>]+>", "", read(file)))
        rust = re.sub(r"\n(\s*\n){2,}", "\n\n", plain).strip()
    found = [("Rust's standard library", rust)]
    for suffix, (name, text) in C_LIBRARIES.items():
        if target.endswith(suffix):
            found.append((name, read(Path(__file__).parent / "licences" / text)))
    if target.endswith("-windows-gnu"):
        exception = "GPL-3.0-or-later with the GCC Runtime Library Exception 3.1, which permits it in every program"
        found.append(("libgcc", exception))
    return found


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit("licences.py TARGET [PACKAGE], such as x86_64-unknown-linux-musl")
    packages = program_packages(*sys.argv[1:])
    print("Plywise is free software under the GNU General Public License, version 3 or later (LICENSE).")
    print("It contains the following packages under their own licences.\n")
    for package in packages:
        print(f"{package['name']} {package['version']}: {package['license'] or 'see below'}")
    linked = of_the_linker(sys.argv[1])
    for name, _ in linked:
        print(f"{name}: see below")
    if any(package["name"] == "libsqlite3-sys" for package in packages):
        print("SQLite, inside libsqlite3-sys, is in the public domain.")
    by_text: dict[str, list[str]] = {}
    for package in packages:
        for text in texts(package):
            by_text.setdefault(text, []).append(package["name"])
    for text, names in by_text.items():
        print_text(", ".join(dict.fromkeys(names)), text)
    for name, text in linked:
        print_text(name, text)


def print_text(names: str, text: str) -> None:
    print("\n" + "=" * 80 + "\n" + names + "\n" + "=" * 80 + "\n" + text)


if __name__ == "__main__":
    main()
