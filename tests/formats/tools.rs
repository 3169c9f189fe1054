//! Other programs, asked what they see; where one is not installed, a test says so and passes.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a program prints; `None`, and a word about it, where it is not installed.
pub fn ask(program: &str, arguments: &[&str], path: &Path) -> Option<Vec<u8>> {
    let mut command = Command::new(program);
    match command.args(arguments).arg(path).stdin(Stdio::null()).stderr(Stdio::inherit()).output() {
        Ok(output) => {
            assert!(output.status.success(), "{program} cannot read {}", path.display());
            Some(output.stdout)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped for want of {program}");
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// A property of the first stream, or of each of its packets.
pub fn probe(entries: &str, path: &Path) -> Option<Vec<String>> {
    let arguments = ["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries];
    let output =
        ask("ffprobe", &[&arguments[..], &["-of", "default=noprint_wrappers=1:nokey=1"]].concat(), path)?;
    Some(String::from_utf8(output).unwrap().lines().map(str::to_owned).collect())
}

/// The pictures that ffmpeg sees, in a pixel format of its own, each of so many bytes.
pub fn ffmpeg(path: &Path, pixel_format: &str, bytes: usize) -> Option<Vec<Vec<u8>>> {
    let directory = tempfile::tempdir().unwrap();
    let raw = directory.path().join("raw");
    let program = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(path)
        // Without these ffmpeg converts colours fast, and wrong by up to three.
        .args(["-sws_flags", "accurate_rnd+full_chroma_int", "-fps_mode", "passthrough"])
        .args(["-f", "rawvideo", "-pix_fmt", pixel_format])
        .arg(&raw)
        .stdin(Stdio::null())
        .status();
    match program {
        Ok(status) => assert!(status.success(), "ffmpeg cannot read {}", path.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped for want of ffmpeg");
            return None;
        }
        Err(error) => panic!("ffmpeg: {error}"),
    }
    Some(fs::read(raw).unwrap().chunks(bytes).map(<[u8]>::to_vec).collect())
}

/// How far two pictures are apart where they are furthest.
pub fn difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}
