//! Chromium, driven through WebDriver.

use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::RgbImage;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::lists::rows;
use crate::common::tools::skip;

/// Shared by all browsers, and exclusive for one whose frame rate is measured.
static MACHINE: RwLock<()> = RwLock::new(());

/// A lock on the machine for the lifetime of a browser.
enum Hold {
    Shared { _guard: RwLockReadGuard<'static, ()> },
    Alone { _guard: RwLockWriteGuard<'static, ()> },
}

/// A browser with one page, which ends when it is dropped, also if a test panics.
pub struct Browser {
    driver: Driver,
    session: String,
    _profile: TempDir,
    _hold: Hold,
}

/// The program that starts and drives the browser.
struct Driver(Child);

impl Driver {
    /// The driver and its port; `None` if it is not installed.
    fn start() -> Option<(Self, u16)> {
        // The driver picks a free IPv4 port, and exits if the same IPv6 port is in use.
        for _ in 0..5 {
            let mut driver = Command::new("chromedriver");
            driver.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut driver = match driver.spawn() {
                Ok(driver) => Self(driver),
                Err(error) if error.kind() == ErrorKind::NotFound => return None,
                Err(error) => panic!("chromedriver: {error}"),
            };
            let lines = BufReader::new(driver.0.stdout.take().unwrap()).lines();
            let port = lines.map_while(Result::ok).find_map(|line| {
                let (_, port) = line.split_once("started successfully on port ")?;
                port.trim_end_matches('.').parse::<u16>().ok()
            });
            if let Some(port) = port {
                return Some((driver, port));
            }
        }
        panic!("chromedriver ended five times before it named its port");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver closes the browser with its session, and answers when it has.
        let _ = minreq::delete(&self.session).with_timeout(300).send();
    }
}

impl Browser {
    /// Starts a browser; `None`, and the check is skipped, if it is not installed.
    pub fn start() -> Option<Self> {
        let guard = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
        Self::held(Hold::Shared { _guard: guard })
    }

    /// Starts a browser while no other one runs, and keeps others from starting.
    pub fn start_alone() -> Option<Self> {
        let guard = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
        Self::held(Hold::Alone { _guard: guard })
    }

    fn held(hold: Hold) -> Option<Self> {
        let Some((driver, port)) = Driver::start() else {
            skip("chromedriver");
            return None;
        };
        let sessions = format!("http://127.0.0.1:{port}/session");
        let profile = tempfile::tempdir().unwrap();
        let directory = format!("--user-data-dir={}", profile.path().display());
        let arguments = rows(include_str!("arguments.txt")).map(|[argument]| argument);
        let arguments: Vec<&str> = arguments.chain([&directory[..]]).collect();
        let options = json!({
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "timeouts": { "script": 240_000 },
        });
        let started = post(&sessions, &json!({ "capabilities": { "alwaysMatch": options } }));
        let id = match started {
            Ok(started) => started["sessionId"].as_str().unwrap().to_owned(),
            Err(error) if error.contains("cannot find") => {
                skip("chromium");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        Some(Self { driver, session: format!("{sessions}/{id}"), _profile: profile, _hold: hold })
    }

    fn ask(&self, command: &str, parameters: &Value) -> Value {
        post(&format!("{}/{command}", self.session), parameters)
            .unwrap_or_else(|error| panic!("{command} of driver {}: {error}", self.driver.0.id()))
    }

    /// Sends a command of the Chrome DevTools protocol.
    pub fn tools(&self, command: &str, parameters: &Value) -> Value {
        self.ask("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Opens a file in a window of this size in CSS pixels, with `scale` device pixels per CSS pixel.
    pub fn open(&self, path: &Path, (width, height): (u32, u32), scale: u32) {
        self.resize((width, height), scale);
        self.visit(&format!("file://{}", path.display()));
    }

    /// Resizes the window, in CSS pixels; `scale` is the number of device pixels per CSS pixel.
    pub fn resize(&self, (width, height): (u32, u32), scale: u32) {
        let window = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false
        });
        self.tools("Emulation.setDeviceMetricsOverride", &window);
    }

    pub fn visit(&self, address: &str) {
        self.ask("url", &json!({ "url": address }));
    }

    /// Runs what follows in an iframe of the page, until another page is visited.
    pub fn enter_frame(&self, index: u64) {
        self.ask("frame", &json!({ "id": index }));
    }

    /// Runs a script in each page before the page's scripts.
    pub fn before_pages(&self, script: &str) {
        self.tools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    pub fn run(&self, script: &str) {
        self.ask("execute/sync", &json!({ "script": script, "args": [] }));
    }

    /// Waits until a JavaScript expression is true.
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != Value::Bool(true) {
            assert!(start.elapsed() < Duration::from_secs(60), "waited for {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases keys, one after the other, by their names in JavaScript; the space bar is `Space`.
    pub fn press(&self, keys: &str) {
        for key in keys.split(' ') {
            // Keys without a character have WebDriver's codes.
            let value = match key {
                "Space" => " ",
                "Tab" => "\u{e004}",
                "Escape" => "\u{e00c}",
                "PageUp" => "\u{e00e}",
                "PageDown" => "\u{e00f}",
                "End" => "\u{e010}",
                "Home" => "\u{e011}",
                "ArrowLeft" => "\u{e012}",
                "ArrowRight" => "\u{e014}",
                character => character,
            };
            let act = |kind: &str| json!({ "type": kind, "value": value });
            let keys = json!({ "type": "key", "id": "keys", "actions": [act("keyDown"), act("keyUp")] });
            self.ask("actions", &json!({ "actions": [keys] }));
        }
    }

    /// Presses the mouse or a finger at one point of the window, and releases it at another.
    pub fn point(&self, kind: &str, from: (f64, f64), to: (f64, f64)) {
        let go = |(x, y): (f64, f64), milliseconds: u64| {
            json!({
                "type": "pointerMove", "duration": milliseconds,
                "x": x.round() as i64, "y": y.round() as i64
            })
        };
        let act = |kind: &str| json!({ "type": kind, "button": 0 });
        let actions = [go(from, 0), act("pointerDown"), go(to, 50), act("pointerUp")];
        let pointer = json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions
        });
        self.ask("actions", &json!({ "actions": [pointer] }));
        let _ = minreq::delete(format!("{}/actions", self.session)).with_timeout(300).send();
    }

    /// The log entries since the last call: from pages (`browser`), or about them (`performance`).
    pub fn log(&self, kind: &str) -> Vec<Value> {
        self.ask("se/log", &json!({ "type": kind })).as_array().unwrap().clone()
    }

    /// The value of a JavaScript expression.
    pub fn value(&self, expression: &str) -> Value {
        self.ask("execute/sync", &json!({ "script": format!("return {expression}"), "args": [] }))
    }

    /// The value of a JavaScript expression, as a type of Rust.
    pub fn read<T: DeserializeOwned>(&self, expression: &str) -> T {
        serde_json::from_value(self.value(expression)).unwrap()
    }

    /// Stops all animations at a time of the film, and returns how many there are.
    pub fn seek(&self, time: Duration) -> u64 {
        let script = "document.getAnimations().map(one => { one.pause(); one.currentTime = TIME }).length";
        let milliseconds = (time.as_secs_f64() * 1000.0).to_string();
        self.read(&script.replace("TIME", &milliseconds))
    }

    /// Sets the preference for reduced motion.
    pub fn reduce_motion(&self, reduces: bool) {
        let value = if reduces { "reduce" } else { "no-preference" };
        self.features(&json!([{ "name": "prefers-reduced-motion", "value": value }]));
    }

    /// Emulates media features.
    pub fn features(&self, features: &Value) {
        self.tools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Emulates a medium, like `print`; the screen if it is empty.
    pub fn medium(&self, medium: &str) {
        self.tools("Emulation.setEmulatedMedia", &json!({ "media": medium }));
    }

    /// A screenshot of the window.
    pub fn picture(&self) -> RgbImage {
        let film_frame =
            self.tools("Page.captureScreenshot", &json!({ "format": "png", "optimizeForSpeed": true }));
        let png = BASE64_STANDARD.decode(film_frame["data"].as_str().unwrap()).unwrap();
        image::load_from_memory(&png).unwrap().into_rgb8()
    }
}

/// The answer to a command, or the message of its failure.
fn post(url: &str, parameters: &Value) -> Result<Value, String> {
    let request = minreq::post(url).with_timeout(300).with_json(parameters);
    let answer = request.and_then(minreq::Request::send).map_err(|error| error.to_string())?;
    let mut answer: Value = answer.json().map_err(|error| error.to_string())?;
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", answer["value"]["message"])),
        None => Ok(answer["value"].take()),
    }
}
