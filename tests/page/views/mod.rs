//! The teaching view: captions, counters, code and tree, as recorded and as drawn.

mod captions;
mod code;
mod drawn;
mod notes;
mod program;
mod style;
mod tree;
mod truth;
