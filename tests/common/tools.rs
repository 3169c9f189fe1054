//! Other programs: what they read in our files. Where one is not installed, the check that needs it
//! is skipped with a message, or fails if `QUEENREEL_REQUIRE_TOOLS` is 1.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const REQUIRE: &str = "QUEENREEL_REQUIRE_TOOLS";

/// Runs a program without standard input; `None`, and the check is skipped, if it is not installed.
///
/// It must succeed.
pub fn run_tool(command: &mut Command) -> Option<Output> {
    let output = start_tool(command);
    if output.is_none() {
        skip(&command.get_program().to_string_lossy());
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

/// Runs a program in a terminal, and types a text when it has shown another; returns what it shows, and
/// its exit status in the last line. `None` if Python is not installed.
#[cfg(unix)]
pub fn run_in_terminal(prompt: &str, typed: &str, command: &[&str]) -> Option<String> {
    const PYTHON: &str = "
import os, pty, signal, sys
prompt, typed, command = sys.argv[1].encode(), sys.argv[2].encode(), sys.argv[3:]
signal.alarm(60)
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
shown = b''
while True:
    if typed and prompt in shown:
        os.write(terminal, typed)
        typed = b''
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
print(shown.decode())
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let mut python = Command::new("python3");
    run_tool(python.args(["-c", PYTHON, prompt, typed]).args(command))
        .map(|output| String::from_utf8(output.stdout).unwrap())
}

fn start_tool(command: &mut Command) -> Option<Output> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command:?}: {}: {errors}", output.status);
            Some(output)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// Skips a check that needs this program, or this permission.
pub fn skip(program: &str) {
    let required = std::env::var_os(REQUIRE).is_some_and(|value| value == "1");
    assert!(!required, "{program} is not available, and {REQUIRE} is 1");
    println!("skipped: {program} is not available");
}

/// A property of the first stream, or of each of its packets.
pub fn probe(entries: &str, path: &Path) -> Option<Vec<String>> {
    let mut ffprobe = Command::new("ffprobe");
    ffprobe.args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries]);
    ffprobe.args(["-of", "default=noprint_wrappers=1:nokey=1"]).arg(path);
    let output = run_tool(&mut ffprobe)?;
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
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
