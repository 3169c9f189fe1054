//! The documents and the packages of this repository.

mod architecture;
mod dependencies;
mod facts;
mod links;
#[cfg(target_os = "linux")]
mod packaging;
mod readme;
