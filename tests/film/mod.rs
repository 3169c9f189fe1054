//! Films: races, limits, and what is around a film.

mod intro_outro;
mod limits;
mod race;
