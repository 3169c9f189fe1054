//! Video at a constant frame rate.

#[cfg(feature = "mp4")]
mod h264;
#[cfg(feature = "mp4")]
mod i420;
#[cfg(feature = "mp4")]
mod mp4;
mod y4m;
mod yuv;

#[cfg(feature = "mp4")]
pub use mp4::Mp4;
pub use y4m::Y4m;
