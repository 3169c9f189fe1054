//! Files and standard output: what is written, and what is replaced.

mod outputs;
mod replacing;
#[cfg(target_os = "linux")]
mod standard_output;
