//! Detects programs that are given instead of a log, and the commands that run them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::words::shown;

/// For each language: file extensions, typical beginnings of lines, and the command that runs a program.
const LANGUAGES: [(&[&str], &[&str], &str); 18] = [
    (&["js", "mjs", "cjs"], &["function ", "const ", "let ", "var ", "console."], "node {}"),
    (&["ts"], &["interface "], "npx tsx {}"),
    (&["java"], &["public ", "import java."], "java {}"),
    (&["cpp", "cc", "cxx"], &["#include <iostream>", "#include <vector>"], "c++ {} -o solver && ./solver"),
    (&["c"], &["#include", "#define", "int "], "cc {} -o solver && ./solver"),
    (&["rs"], &["fn ", "use std"], "rustc {} -o solver && ./solver"),
    (&["go"], &["package ", "func "], "go run {}"),
    (&["rb"], &["require ", "puts "], "ruby {}"),
    (&["sh", "bash"], &["set -"], "sh {}"),
    (&["php"], &["<?php"], "php {}"),
    (&["cs"], &["using System"], "dotnet run {}"),
    (&["kt", "kts"], &["fun "], "kotlin {}"),
    (&["swift"], &[], "swift {}"),
    (&["hs"], &["main ::"], "runghc {}"),
    (&["pl"], &["use strict", "my "], "perl {}"),
    (&["r"], &["library("], "Rscript {}"),
    (&["jl"], &["using "], "julia {}"),
    // Python is the last, since files in other languages may also have such lines of code.
    (&["py", "pyw"], &["def ", "import ", "from ", "class ", "print("], "python3 {}"),
];

/// The first bytes of executable files, on Linux, macOS and Windows.
const EXECUTABLES: [&[u8]; 3] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"MZ"];

/// Returns a message with the command that films a file, if the file has the extension of a program.
pub fn of_name(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    let (_, _, command) = LANGUAGES.iter().find(|(extensions, ..)| extensions.contains(&&*extension))?;
    Some(advice(command, path))
}

/// Returns a message with the command that films a file, if the file is a program.
pub fn of_file(path: &Path) -> Option<String> {
    of_name(path).or_else(|| of_beginning(path)).or_else(|| {
        let head = head(path)?;
        let text = String::from_utf8_lossy(&head);
        let begins = |beginning: &&str| text.lines().any(|line| line.starts_with(beginning));
        let (_, _, command) = LANGUAGES.iter().find(|(_, beginnings, _)| beginnings.iter().any(begins))?;
        Some(advice(command, path))
    })
}

/// Returns a message with the command that films a file, if the file is executable or begins with `#!`.
pub fn of_beginning(path: &Path) -> Option<String> {
    let head = head(path)?;
    if EXECUTABLES.iter().any(|beginning| head.starts_with(beginning)) {
        let directory = if path.parent() == Some(Path::new("")) { "./" } else { "" };
        return Some(advice(&format!("{directory}{{}}"), path));
    }
    let text = String::from_utf8_lossy(&head);
    let line = text.strip_prefix("#!")?.lines().next()?;
    Some(advice(&format!("{} {{}}", line.rsplit(['/', ' ']).next()?), path))
}

fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path).ok().filter(|_| path.is_file())?.take(4096).read_to_end(&mut head).ok()?;
    Some(head)
}

fn advice(command: &str, path: &Path) -> String {
    format!("this is a program: {} | queenreel replay", command.replace("{}", &argument(path)))
}

/// Returns a path as an argument of a command, in quotes if necessary; `FILE` for `/dev/stdin`.
pub fn argument(path: &Path) -> String {
    let path = shown(path);
    if path == "/dev/stdin" {
        "FILE".to_owned()
    } else if path.contains(|c: char| !c.is_alphanumeric() && !"/._-+~".contains(c)) {
        format!("'{}'", path.replace('\'', "'\\''"))
    } else {
        path
    }
}
