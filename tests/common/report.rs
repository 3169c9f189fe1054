//! The program's report on a film: numbers, some of them rounded.

/// A number in a report, with its maximum rounding error.
#[derive(Debug, Clone, Copy)]
pub struct Rounded {
    number: f64,
    by: f64,
}

impl Rounded {
    /// Parses digits in units of this size; `None` for other text.
    fn of(digits: &str, unit: f64) -> Option<Self> {
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
        Some(Self { number: digits.parse::<f64>().ok()? * unit, by: 0.5 * unit * 0.1_f64.powi(decimals) })
    }

    /// A time in seconds; `None` for other text.
    pub fn seconds(text: &str) -> Option<Self> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            [millis, "ms"] => Self::of(millis, 1e-3),
            [seconds, "s"] => {
                let seconds = Self::of(seconds, 1.0)?;
                assert!(seconds.number < 60.0, "{text}");
                Some(seconds)
            }
            [minutes, "min", seconds, "s"] => {
                let Self { number, by } = Self::of(seconds, 1.0)?;
                assert!(number < 60.0, "{text}");
                Some(Self { number: minutes.parse::<f64>().ok()? * 60.0 + number, by })
            }
            _ => None,
        }
    }

    /// A number of bytes; `None` for other text.
    pub fn bytes(text: &str) -> Option<Self> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            [bytes, "B"] => Self::of(bytes, 1.0),
            [kilobytes, "kB"] => Self::of(kilobytes, 1e3),
            [megabytes, "MB"] => Self::of(megabytes, 1e6),
            _ => None,
        }
    }

    pub fn assert_is(&self, exact: f64, report: &str) {
        // A millionth allows for floating-point errors.
        assert!((self.number - exact).abs() <= self.by * (1.0 + 1e-6), "{exact}, not as in: {report}");
    }
}

/// The report on one output; values that it lacks are `None`.
#[derive(Debug, Default)]
pub struct Report {
    /// The whole line after the name.
    pub line: String,
    pub frames: Option<u64>,
    pub pictures: Option<u64>,
    /// Pictures per second.
    pub rate: Option<u64>,
    pub slides: Option<u64>,
    pub pages: Option<u64>,
    pub solutions: Option<u64>,
    pub steps: Option<u64>,
    /// Width and height in pixels.
    pub size: Option<(u64, u64)>,
    pub seconds: Option<Rounded>,
    pub bytes: Option<Rounded>,
}

impl Report {
    /// The line on the output of this name.
    pub fn of(printed: &str, name: &str) -> Option<Self> {
        let printed = format!("\n{printed}");
        let begins = ["", " (replaced)"].map(|replaced| format!("\n{name}{replaced}: "));
        let line = begins.iter().find_map(|begin| printed.split_once(begin.as_str()))?.1.lines().next()?;
        let mut report = Self { line: line.to_owned(), ..Self::default() };
        line.split(", ").for_each(|part| report.read(part));
        Some(report)
    }

    fn read(&mut self, part: &str) {
        let (seconds, bytes) = (Rounded::seconds(part), Rounded::bytes(part));
        self.seconds = self.seconds.or(seconds);
        self.bytes = self.bytes.or(bytes);
        let number = |text: &str| text.replace(',', "").parse::<u64>().ok();
        match part.split(' ').collect::<Vec<_>>()[..] {
            [frames, "frame" | "frames"] => self.frames = number(frames),
            [pictures, "picture" | "pictures"] => self.pictures = number(pictures),
            [pictures, "picture" | "pictures", "at", rate, "fps"] => {
                (self.pictures, self.rate) = (number(pictures), number(rate));
            }
            [slides, "slide" | "slides"] => self.slides = number(slides),
            [pages, "page" | "pages"] => self.pages = number(pages),
            [solutions, "solution" | "solutions"] => self.solutions = number(solutions),
            [steps, "step" | "steps"] => self.steps = number(steps),
            [steps, "steps", "on", pages, "pages"] => {
                (self.steps, self.pages) = (number(steps), number(pages));
            }
            [width, "×", height, "pixels"] => self.size = number(width).zip(number(height)),
            ["in", ..] | ["poster" | "subtitles" | "transcript" | "events"] => {}
            _ => assert!(seconds.is_some() || bytes.is_some(), "'{part}' is unknown in: {}", self.line),
        }
    }
}
