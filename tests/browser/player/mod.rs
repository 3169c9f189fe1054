//! Pages to step through.

mod accessibility;
mod contrast_themes;
mod controls;
mod embedding;
mod motion;
mod safety;
mod saved;
mod walks;
mod windows;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::common::sandbox::Sandbox;
use crate::common::table::words;
use crate::driver::Browser;

/// Windows in CSS pixels.
const WIDE: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (360, 740);

const AT: &str = "+document.querySelector('#scrubber').value";
const IS_PLAYING: &str = "document.body.classList.contains('playing')";

/// Collapses white space.
fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A browser, and a directory of pages.
struct Player {
    browser: Browser,
    sandbox: Sandbox,
}

impl Player {
    fn start() -> Option<Self> {
        Browser::start().map(Self::of)
    }

    /// Starts, and films a command.
    fn with(film: &str) -> Option<Self> {
        let player = Self::start()?;
        player.film(film);
        Some(player)
    }

    /// Starts with a film, and opens it.
    fn showing(film: &str, end: &str) -> Option<Self> {
        let player = Self::with(film)?;
        player.open(WIDE, end);
        Some(player)
    }

    fn of(browser: Browser) -> Self {
        browser.before_pages(include_str!("watch.js"));
        Self { browser, sandbox: Sandbox::new() }
    }

    /// Films a command as `film.html`.
    fn film(&self, command: &str) {
        let command = format!("{command} -o film.html --force --quiet");
        self.sandbox.succeed(&words(&command));
    }

    /// The address of a file.
    fn address(&self, file: &str) -> String {
        format!("file://{}", self.sandbox.path(file).display())
    }

    /// Visits a file, which may have parameters and a hash, in a window of this size.
    fn visit(&self, size: (u32, u32), file: &str) {
        // Otherwise only the hash of the address would change.
        self.browser.visit("about:blank");
        self.browser.resize(size, 1);
        self.browser.visit(&self.address(file));
    }

    /// Opens the film in a window of this size; `end` is appended to its address.
    fn open(&self, size: (u32, u32), end: &str) {
        self.open_file(size, &format!("film.html{end}"));
    }

    fn open_file(&self, size: (u32, u32), file: &str) {
        self.visit(size, file);
        self.browser.wait("document.body.classList.contains('ready')");
        self.browser.run(include_str!("read.js"));
    }

    fn value(&self, expression: &str) -> Value {
        self.browser.value(expression)
    }

    fn read<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.browser.read(expression)
    }

    /// The index of the current step.
    fn at(&self) -> usize {
        self.read(AT)
    }

    /// The index of the last step.
    fn last(&self) -> usize {
        self.read("+document.querySelector('#scrubber').max")
    }

    fn is_playing(&self) -> bool {
        self.read(IS_PLAYING)
    }

    /// The centre of an element, in the window.
    fn middle(&self, element: &str) -> (f64, f64) {
        self.read(&format!("middle({element})"))
    }

    /// The text of an element.
    fn text(&self, selector: &str) -> String {
        self.read(&format!("document.querySelector({selector:?}).textContent"))
    }

    fn press(&self, keys: &str) {
        self.browser.press(keys);
    }

    fn click(&self, place: (f64, f64)) {
        self.browser.point("mouse", place, place);
    }

    fn assert_no_faults(&self, context: &str) {
        assert_eq!(self.value("window.faults"), Value::Array(Vec::new()), "{context}");
    }
}
