#!/usr/bin/env python3
"""Records what command lines do: the status of each, and digests of what it prints and writes.

Two programs do the same if their records are the same:

    QUEENREEL_LINES=lines cargo test random_commands
    tests/record.py lines target/release/queenreel > before.txt
    tests/record.py lines OTHER/queenreel > after.txt
    diff before.txt after.txt

The lines are the random ones of that directory, those of README.md, the guide and the gallery, and the examples of
help. Each is run twice; what differs then is recorded as 'varies'. Times of work in reports are left out.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Times of work, in reports.
TIME = re.compile(rb"(?<=in )[\d,.]+ (?:ms|s|min)(?: \d+ s)?")
OTHER_PROGRAMS = ("ffmpeg", "gifsicle", "jq ", "cargo ")
MOST_SECONDS = 120


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def files(directory):
    """All files, by their paths, with what tells whether they have changed."""
    paths = (path for path in sorted(directory.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_size) for path in paths}


def run(line, directory, bin_directory, log):
    """Runs a line; returns its status, and digests of its output and of the files that it changes."""
    before = files(directory)
    environment = {**os.environ, "PATH": f"{bin_directory}:{os.environ['PATH']}", "TMPDIR": str(directory.parent)}
    try:
        ended = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], cwd=directory, env=environment, input=log,
            capture_output=True, timeout=MOST_SECONDS, check=False,
        )
        status, printed = ended.returncode, [ended.stdout, ended.stderr]
    except subprocess.TimeoutExpired:
        status, printed = "timeout", [b"", b""]
    after = files(directory)
    place = str(directory.parent).encode()
    did = {"status": str(status)}
    for name, data in zip(("stdout", "stderr"), printed):
        did[name] = digest(TIME.sub(b"", data.replace(place, b"")))
    for path in sorted(before | after):
        if before.get(path) != after.get(path):
            did[str(path.relative_to(directory))] = digest(path.read_bytes()) if path in after else "removed"
    return did


def sequence(lines, bin_directory, prepare, log=b""):
    """Runs lines one after the other in a new directory."""
    with tempfile.TemporaryDirectory() as parent:
        directory = Path(parent) / "work"
        prepare(directory)
        return [run(line, directory, bin_directory, log) for line in lines]


def written(line, runs):
    """A line of the record: what both runs did."""
    names = sorted(runs[0].keys() | runs[1].keys())
    same = (f"{name}={runs[0][name]}" if runs[0].get(name) == runs[1].get(name) else f"{name}=varies" for name in names)
    return "\t".join([line, *same])


def of_pages():
    """The commands of the pages, without those of other programs."""
    pages = [ROOT / "README.md", ROOT / "docs/gallery.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
    blocks = (block for page in pages for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.M | re.S))
    lines = (line.split(" #")[0].strip() for block in blocks for line in block.splitlines())
    return list(dict.fromkeys(line for line in lines if line and not any(name in line for name in OTHER_PROGRAMS)))


def of_help(program):
    """The examples of the help of all commands."""
    listed = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    lines = []
    for command in re.findall(r"^  ([a-z]+) +[A-Z]", listed, re.M):
        text = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=False).stdout
        lines += re.findall(r"^  (?:queenreel|printf) [^\n]*?(?=   |\n)", text, re.M)
    return list(dict.fromkeys(line.strip() for line in lines))


def main():
    lines_directory, program = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    random = lines_directory.joinpath("lines.txt").read_text().splitlines()
    inputs = lines_directory / "inputs" / "work"
    log = inputs.joinpath("log.jsonl").read_bytes()

    def with_examples(directory):
        shutil.copytree(ROOT / "examples", directory / "examples")

    def with_inputs(directory):
        shutil.copytree(inputs, directory)

    with tempfile.TemporaryDirectory() as bin_directory, ThreadPoolExecutor(os.cpu_count()) as pool:
        os.symlink(program, Path(bin_directory) / "queenreel")
        listed = of_pages() + of_help(program)
        twice = list(pool.map(lambda _: sequence(listed, bin_directory, with_examples), range(2)))
        for line, *runs in zip(listed, *twice):
            print(written(line, runs), flush=True)

        def both(line):
            return [sequence([line], bin_directory, with_inputs, log)[0] for _ in range(2)]

        for line, runs in zip(random, pool.map(both, random)):
            print(written(line, runs), flush=True)


main()
