//! Finds out whether the H.264 encoder is built with its assembler code, for `--version`.
//! The rules are those of the build script of `openh264-sys2`, which does not export its result.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=OPENH264_NO_ASM");
    let is_x86 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64" || arch == "x86");
    let nasm = || Command::new("nasm").arg("-v").output().is_ok_and(|output| output.status.success());
    let h264 = match (env::var_os("CARGO_FEATURE_MP4"), is_x86) {
        (None, _) => "left out of this build",
        (Some(_), true) if env::var_os("OPENH264_NO_ASM").is_none() && nasm() => "openh264, with nasm: fast",
        (Some(_), true) => "openh264, without nasm: same bytes, slower",
        (Some(_), false) => "openh264",
    };
    println!("cargo::rustc-env=QUEENREEL_H264={h264}");
}
