//! The `queenreel` program; `queenreel --help` describes its commands.

#![deny(missing_docs)]

use std::process::ExitCode;

fn main() -> ExitCode {
    queenreel::cli::main()
}

/// Detects a closed standard output before the standard library starts: the library replaces the output by
/// `/dev/null`, where writes are lost without an error.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod at_start {
    #[allow(
        unsafe_code,
        reason = "the system calls it with nothing else initialised, and it makes one system call"
    )]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static CHECK: extern "C" fn() = check;

    extern "C" fn check() {
        if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
            queenreel::cli::close_standard_output();
        }
    }
}
