//! External requirements of checks: programs, modules of Python and Node.js, permissions. A check without them is
//! skipped with a line that names them, or fails if `QUEENREEL_REQUIRE_TOOLS` is 1.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::sandbox::{Sandbox, repository_file, stdout};

const REQUIRE: &str = "QUEENREEL_REQUIRE_TOOLS";

/// Skips a check that needs this.
pub fn skip(what: &str) {
    skip_unless(REQUIRE, what);
}

/// Skips a check that needs this, or fails if the variable is 1.
pub fn skip_unless(variable: &str, what: &str) {
    static SKIPPED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_required = env::var_os(variable).is_some_and(|value| value == "1");
    assert!(!is_required, "{what} is not there, and {variable} is 1");
    let check = thread::current().name().unwrap_or("a check").to_owned();
    let line = format!("{check}\t{what}\n");
    let mut skipped = SKIPPED.lock().unwrap();
    if skipped.insert(line.clone()) {
        // Written to the handle directly: output of macros is only shown for checks that fail.
        let said = format!("skipped: {check}: {what} is not there\n");
        io::stderr().write_all(said.as_bytes()).unwrap();
        let file = File::options().create(true).append(true).open(skipped_in_this_run());
        file.unwrap().write_all(line.as_bytes()).unwrap();
    }
}

/// The file in which all binaries of one `cargo test` record skipped checks: a line with each check and its
/// requirement.
pub fn skipped_in_this_run() -> PathBuf {
    const LONG_AGO: Duration = Duration::from_secs(3600);
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = "here";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("skipped-{run}"));
    // An earlier run with the same number may have ended before it reported what it skipped.
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
    if modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > LONG_AGO)) {
        let _ = fs::remove_file(&path);
    }
    path
}

/// Whether all these programs are installed; otherwise the check is skipped.
pub fn installed(programs: &[&str]) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_missing = |program: &&&str| {
        let file = format!("{program}{}", env::consts::EXE_SUFFIX);
        !env::split_paths(&path).any(|directory| directory.join(&file).is_file())
    };
    let missing = programs.iter().find(is_missing);
    missing.inspect(|program| skip(program)).is_none()
}

/// Python with these modules.
pub fn python(modules: &[&str]) -> Option<Command> {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    if !installed(&["python3"]) {
        return None;
    }
    let mut known = KNOWN.lock().unwrap();
    let missing = modules.iter().find(|module| {
        let found = known.entry((**module).to_owned()).or_insert_with(|| {
            let output = Command::new("python3").args(["-c", &format!("import {module}")]).output();
            output.unwrap().status.success()
        });
        !*found
    });
    drop(known);
    let name = match missing {
        None => return Some(Command::new("python3")),
        Some(&"pptx") => "python-pptx",
        Some(&"PIL") => "Pillow",
        Some(module) => module,
    };
    skip(name);
    None
}

/// A font of a Debian package, by its path below `/usr/share/fonts/truetype`.
pub fn system_font(path: &str) -> Option<PathBuf> {
    existing(Path::new("/usr/share/fonts/truetype").join(path), path)
}

/// This path; `None`, and the check is skipped, if it does not exist.
fn existing(path: PathBuf, what: &str) -> Option<PathBuf> {
    let is_there = path.exists();
    if !is_there {
        skip(what);
    }
    is_there.then_some(path)
}

/// A file of a package that `tests/browser/package.json` names.
#[allow(dead_code, reason = "only a browser uses it")]
pub fn node_module(file: &str) -> Option<PathBuf> {
    let path = repository_file("tests/browser/node_modules").join(file);
    let package = file.split('/').next().unwrap();
    existing(path, &format!("{package} (npm install --no-package-lock --prefix tests/browser)"))
}

/// A command that runs a copy of the program as a user who may not write everywhere: this user, or another one if
/// this is root. All users may enter the directory of the copy.
#[cfg(unix)]
pub fn program_of_no_root(sandbox: &Sandbox) -> Option<Command> {
    use std::os::unix::fs::PermissionsExt;

    let program = sandbox.path("queenreel");
    // Not copied by this process: a child that it starts meanwhile would keep the file open, so that it could not
    // be run.
    run_tool(Command::new("cp").arg(env!("CARGO_BIN_EXE_queenreel")).arg(&program))?;
    fs::set_permissions(sandbox.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    let command = || {
        let mut command = Command::new(&program);
        if rustix::process::getuid().is_root() {
            command = Command::new("setpriv");
            command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(&program);
        }
        command
    };
    let works = command().arg("--version").output().is_ok_and(|output| output.status.success());
    if !works {
        skip("a user other than root who may run programs in the directory for temporary files");
    }
    works.then(command)
}

/// Runs a program without standard input; `None`, and the check is skipped, if it is not installed.
///
/// It must succeed.
pub fn run_tool(command: &mut Command) -> Option<Output> {
    let output = start_tool(command);
    if output.is_none() {
        let program = Path::new(command.get_program()).file_name().unwrap_or_default();
        skip(&program.to_string_lossy());
    }
    output
}

/// Runs the first program of these that is installed.
pub fn run_any_tool(programs: &[&str], arguments: impl Fn(&mut Command) -> &mut Command) -> Option<Output> {
    let output = programs.iter().find_map(|program| start_tool(arguments(&mut Command::new(program))));
    if output.is_none() {
        skip(&programs.join(" or "));
    }
    output
}

/// Runs a program in a terminal, and types a text when a prompt appears; returns the output, with the exit status
/// in the last line. `None` without Python.
#[cfg(unix)]
pub fn run_in_terminal(prompt: &str, typed: &str, command: &[&str]) -> Option<String> {
    let mut python = python(&["pty"])?;
    python.args(["-c", include_str!("terminal.py"), prompt, typed]).args(command);
    Some(stdout(&run_tool(&mut python)?))
}

fn start_tool(command: &mut Command) -> Option<Output> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command:?}: {}: {errors}", output.status);
            Some(output)
        }
        // It may be installed for another user.
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied].contains(&error.kind()) => {
            None
        }
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// A property of the first stream, or of each of its packets.
pub fn probe(entries: &str, path: &Path) -> Option<Vec<String>> {
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries]);
    ffprobe.args(["-of", "default=noprint_wrappers=1:nokey=1"]).arg(path);
    Some(stdout(&run_tool(&mut ffprobe)?).lines().map(str::to_owned).collect())
}

/// The pictures that ffmpeg decodes, in this pixel format, each of this number of bytes.
pub fn ffmpeg(path: &Path, pixel_format: &str, bytes: usize) -> Option<Vec<Vec<u8>>> {
    let directory = tempfile::tempdir().unwrap();
    let raw = directory.path().join("raw");
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i"]).arg(path);
    // Without these flags ffmpeg converts colours fast, and wrong by up to three.
    ffmpeg.args(["-sws_flags", "accurate_rnd+full_chroma_int", "-fps_mode", "passthrough"]);
    ffmpeg.args(["-f", "rawvideo", "-pix_fmt", pixel_format]).arg(&raw);
    run_tool(&mut ffmpeg)?;
    Some(fs::read(raw).unwrap().chunks(bytes).map(<[u8]>::to_vec).collect())
}

/// The frames of an animation decoded by Pillow (WebP by libwebp): milliseconds, and RGB bytes.
pub fn pillow(path: &Path, bytes: usize) -> Option<Vec<(u32, Vec<u8>)>> {
    let read = run_tool(python(&["PIL"])?.args(["-c", include_str!("pillow.py")]).arg(path))?.stdout;
    let frame = |bytes: &[u8]| {
        let (millis, pixels) = bytes.split_first_chunk().unwrap();
        (u32::from_le_bytes(*millis), pixels.to_vec())
    };
    Some(read.chunks(4 + bytes).map(frame).collect())
}
