//! Every format, decoded by other programs: pictures, times, tags, limits and faults.

mod apng;
mod faults;
mod frame_lists;
mod gif;
mod mp4;
mod origin;
mod png;
mod program;
mod reference;
mod stills;
mod summary;
mod webp;
mod y4m;
