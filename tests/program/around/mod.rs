//! What a film shows besides its frames: cards, and a thumbnail.

mod cards;
mod command;
mod films;
mod thumbnails;
mod times;
