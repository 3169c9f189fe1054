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

use serde_json::Value;

use crate::common::sandbox::Sandbox;
use crate::driver::Browser;

/// Records errors in a page.
const WATCH: &str = "
    window.faults = [];
    addEventListener('securitypolicyviolation', (event) => faults.push(`policy: ${event.violatedDirective}`));
    addEventListener('error', (event) => faults.push(`error: ${event.message}`));
    addEventListener('unhandledrejection', (event) => faults.push(`rejection: ${event.reason}`));
";

const WIDE: (u32, u32) = (1280, 800);
const AT: &str = "+document.querySelector('#scrubber').value";
const IS_PLAYING: &str = "document.body.classList.contains('playing')";

/// A browser, and a directory of pages.
struct Player {
    browser: Browser,
    sandbox: Sandbox,
}

impl Player {
    fn start() -> Option<Self> {
        Browser::start().map(Self::of)
    }

    fn of(browser: Browser) -> Self {
        browser.before_pages(WATCH);
        Self { browser, sandbox: Sandbox::new() }
    }

    /// Films a command as `film.html`.
    fn film(&self, arguments: &[&str]) {
        self.sandbox.succeed(&[arguments, &["-o", "film.html", "--force", "--quiet"]].concat());
    }

    /// The address of a file.
    fn address(&self, file: &str) -> String {
        format!("file://{}", self.sandbox.path(file).display())
    }

    /// Opens the film in a window of this size; `end` is appended to its address.
    fn open(&self, size: (u32, u32), end: &str) {
        // Otherwise only the hash of the address would change.
        self.browser.visit("about:blank");
        self.browser.resize(size, 1);
        self.browser.visit(&self.address(&format!("film.html{end}")));
        self.browser.wait("document.body.classList.contains('ready')");
        self.browser.run(include_str!("read.js"));
    }

    fn value(&self, expression: &str) -> Value {
        self.browser.value(expression)
    }

    /// The index of the current step.
    fn at(&self) -> usize {
        self.value(AT).as_u64().unwrap() as usize
    }

    fn is_playing(&self) -> bool {
        self.value(IS_PLAYING).as_bool().unwrap()
    }

    /// The centre of an element, in the window.
    fn middle(&self, element: &str) -> (f64, f64) {
        let place = self.value(&format!(
            "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({element}.getBoundingClientRect())"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    fn click(&self, place: (f64, f64)) {
        self.browser.point("mouse", place, place);
    }

    fn assert_no_faults(&self, context: &str) {
        assert_eq!(self.value("window.faults"), Value::Array(Vec::new()), "{context}");
    }
}
