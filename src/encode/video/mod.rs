//! Video at a constant frame rate.

#[cfg(feature = "mp4")]
mod mp4;
mod y4m;

#[cfg(feature = "mp4")]
pub use mp4::Mp4;
pub use y4m::Y4m;
