#!/usr/bin/env python3
"""The licences of everything that is compiled into the program, with their texts: licences.py TARGET.

Reads `cargo metadata` for the target and the sources that cargo has unpacked; nothing is fetched.
"""

import json
import subprocess
import sys
from pathlib import Path

NAMES = ("license", "licence", "copying", "unlicense", "notice")


def program_packages(target: str) -> list[dict]:
    """The foreign packages that are linked into the program, each once, by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    root = next(id for id, package in packages.items() if package["name"] == "plywise")
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
    found = (file.read_text(encoding="utf-8", errors="replace").strip() for file in files if file.is_file())
    return list(dict.fromkeys(found))


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("licences.py TARGET, such as x86_64-unknown-linux-musl")
    packages = program_packages(sys.argv[1])
    print("Plywise is free software under the GNU General Public License, version 3 or later (LICENSE).")
    print("It contains the following packages under their own licences.\n")
    for package in packages:
        print(f"{package['name']} {package['version']}: {package['license'] or 'see below'}")
    by_text: dict[str, list[str]] = {}
    for package in packages:
        found = texts(package)
        if not found and not package["license"]:
            sys.exit(f"{package['name']} has no licence")
        for text in found:
            by_text.setdefault(text, []).append(package["name"])
    for text, names in by_text.items():
        print("\n" + "=" * 80 + "\n" + ", ".join(dict.fromkeys(names)) + "\n" + "=" * 80 + "\n" + text)
    print("\n" + "=" * 80 + "\nRust's standard library: MIT OR Apache-2.0, https://www.rust-lang.org\n" + "=" * 80)
    print("SQLite, inside libsqlite3-sys, is in the public domain.")


if __name__ == "__main__":
    main()
