//! Styles with the panels of a view.

use queenreel::page::{BoardStyle, PageSize, Panels};
use queenreel::record::{Counter, Scene};
use queenreel::search::{Algorithm, SearchTree};

use super::oracle::Course;
use crate::common::known::size;

/// Panels for a search: those whose names are given.
pub fn panels(course: Course, names: &str) -> Panels {
    let narrator = course.narrator();
    let has = |name| names.split_whitespace().any(|wanted| wanted == name);
    Panels {
        title: if has("title") { format!("{} queens, one by one", course.n) } else { String::new() },
        captions: if has("caption") { narrator.wide_captions().collect() } else { Vec::new() },
        counters: if has("counters") { Counter::of(Algorithm::Backtracking).to_vec() } else { Vec::new() },
        most: 99_999,
        code: has("code").then(|| narrator.listing().unwrap().clone()),
        tree: has("tree").then(|| SearchTree::of(course.events()).unwrap().into()),
    }
}

pub fn style(course: Course, names: &str, page: &str) -> BoardStyle {
    let page: PageSize = page.parse().unwrap();
    BoardStyle { page: Some(page), panels: panels(course, names), ..BoardStyle::default() }
}

/// The empty board without any notes.
pub fn empty(course: Course) -> Scene {
    Scene::empty(size(course.n))
}
