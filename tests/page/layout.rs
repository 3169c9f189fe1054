//! Layout of pages of every size and shape: nothing overlaps, is cut off, or changes its position.

use queenreel::encode::Format;
use queenreel::film::{FilmBuilder, Source, View};
use queenreel::internals::draw::Painter;
use queenreel::internals::font::Font;
use queenreel::internals::page::scene::Tag;
use queenreel::internals::page::shape::{Shape, Text};
use queenreel::internals::page::{Medium, Page, PageError, PageSize, PageStyle, PanelContent};
use queenreel::internals::picture::Rect;
use queenreel::record::{Counter, FilmFrame, Selection};
use queenreel::search::{Algorithm, CodeForm, Listing, Order};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::sample::{all_cases, sampled};
use crate::common::shown::{ShownText, cells, code_lines, fills, items, nodes, squares, texts, tree};

/// An item on a page.
struct Thing {
    what: String,
    /// The rectangle that is painted when it changes.
    painted: Rect,
    /// The part of it that ever has ink.
    inked: Rect,
}

impl Thing {
    fn solid(what: impl Into<String>, area: Rect) -> Self {
        Self { what: what.into(), painted: area, inked: area }
    }
}

/// Extent of letters without accents above and below their baseline, in ems.
const ASCENT: f32 = 0.77;
const DESCENT: f32 = 0.24;

/// The part of a text's rectangle with ink; `Err` with its width if that is too wide.
fn written(line: &ShownText<'_>, font: &Font) -> Result<Option<Rect>, u32> {
    let ShownText { area, text, .. } = *line;
    let (style, font) = (&text.style, font.weight(text.style.weight));
    let width = font.pixels(&text.content, style.em);
    if text.content.is_empty() || width == 0 {
        return Ok(None);
    }
    if width > text.width || text.left + text.width > area.width {
        return Err(width);
    }
    let left = area.x + text.start(width);
    let baseline = line.baseline();
    let has_descender = text.content.contains(['g', 'j', 'p', 'q', 'y', 'Q', ',', ';', '(', ')']);
    let down = if has_descender { (DESCENT * style.em).ceil() as u32 } else { 0 };
    let top = baseline.saturating_sub((ASCENT * style.em).ceil() as u32).max(area.y);
    let bottom = (baseline + down).min(area.bottom());
    Ok(Some(Rect { x: left, y: top, width, height: bottom - top }))
}

/// A page, and everything that it has shown.
struct Seen {
    things: Vec<Thing>,
    faults: Vec<String>,
}

impl Seen {
    /// Everything on a page during a search.
    fn of(page: &mut Page, subject: &Subject) -> Self {
        let count = (subject.n * subject.n) as usize;
        let (mut things, mut faults) = (Vec::new(), Vec::new());
        let areas = squares(page);
        let board = Rect::around(areas[..count].iter().copied()).unwrap();
        if areas[..count].iter().map(|area| area.pixels()).sum::<u64>() != board.pixels() {
            faults.push("squares overlap, or there are gaps between them".to_owned());
        }
        things.push(Thing::solid("the board", board));
        things.extend(areas[count..].iter().map(|area| Thing::solid("the sign of the caption", *area)));
        things.extend(fills(page).into_iter().map(|(area, _)| Thing::solid("a hairline", area)));
        let mut seen = vec![(String::new(), None); texts(page).len()];
        add_texts(&mut seen, page, &mut faults);
        // Some frames of each kind.
        let last = subject.frames.len() - 1;
        let some = subject.frames.iter().enumerate().filter(|(index, _)| index % 5 == 0 || *index == last);
        let mut bar = None;
        for (_, frame) in some {
            page.show(&FilmFrame::of_search(frame, false));
            add_texts(&mut seen, page, &mut faults);
            for cell in cells(page) {
                let (text, em) = (cell.text, cell.text.style.em);
                let width = page.font.weight(text.style.weight).pixels(&text.content, em);
                let (up, down) = (text.baseline >= (0.7 * em) as u32, text.baseline < cell.area.height);
                if width > cell.area.width || !up || !down {
                    faults.push(format!("{:?} is cut in a cell: {:?}", text.content, cell.area));
                }
            }
            for (_, item) in items(page, |tag| tag == Tag::Tree(None)) {
                let mut discs = item.drawing.shapes().filter_map(|shape| match *shape {
                    Shape::Disc { centre, radius, .. } => Some((centre, radius)),
                    _ => None,
                });
                // The first disc is the page around it.
                let Some(((x, y), radius)) = discs.nth(1) else { continue };
                let (x, y, reach, area) = (x as u32, y as u32, radius.ceil() as u32, item.area);
                if x < reach || x + reach > area.width || y + reach > area.height {
                    faults.push(format!("the tip at ({x}, {y}), {reach} wide, leaves the tree: {area:?}"));
                }
            }
            bar = code_lines(page).iter().find_map(|line| line.bar).or(bar);
        }
        for ((text, inked), line) in seen.into_iter().zip(texts(page)) {
            let Some(inked) = inked else { continue };
            things.push(Thing { what: format!("{text:?}"), painted: line.area, inked });
        }
        things.extend(cells(page).into_iter().map(|cell| Thing::solid("a cell", cell.area)));
        let width = |text: &Text| page.font.weight(text.style.weight).pixels(&text.content, text.style.em);
        for line in code_lines(page) {
            let text = line.text();
            for run in &line.runs {
                let (em, end) = (run.style.em, run.left + width(run));
                if end > line.area.width {
                    faults.push(format!("{text:?} ends at {end}, in {:?}", line.area));
                }
                let (up, down) = ((ASCENT * em).floor() as u32, (DESCENT * em).floor() as u32);
                if run.baseline < up || run.baseline + down > line.area.height {
                    faults.push(format!("{text:?} is cut: em {em}, {} of {:?}", run.baseline, line.area));
                }
            }
            if let Some(number) = line.number {
                let (width, right) = (width(number), number.left + number.width);
                let (bar, _) = bar.expect("a line of the code has run");
                if width + bar.width > right || line.left().is_some_and(|left| right >= left) {
                    let number = &number.content;
                    faults.push(format!("no room for the number of line {number}: {width} to {right}"));
                }
            }
            things.push(Thing::solid(format!("{text:?}"), line.area));
        }
        if let Some(tree) = tree(page) {
            things.push(Thing::solid("the tree", tree));
            for (place, item) in nodes(page) {
                if [place, item.area].into_iter().any(|area| tree.shared(area) != Some(area)) {
                    faults.push(format!("a node or a cell leaves the tree: {:?}, {tree:?}", item.area));
                }
            }
        }
        Self { things, faults }
    }

    /// Checks that all items are on the page and apart from each other. The painted rectangle of an item may
    /// overlap another where it never has ink.
    fn check(&mut self, page: &Page) {
        let whole = Rect { x: 0, y: 0, width: page.width, height: page.height };
        for (index, one) in self.things.iter().enumerate() {
            if whole.shared(one.painted) != Some(one.painted) {
                self.faults.push(format!("{} leaves the page: {:?}", one.what, one.painted));
            }
            for (_, other) in self.things.iter().enumerate().filter(|(other, _)| *other != index) {
                if one.painted.overlaps(other.inked) {
                    self.faults.push(format!(
                        "{} at {:?} is painted over {} at {:?}",
                        one.what, one.painted, other.what, other.inked
                    ));
                }
            }
        }
    }
}

/// The faults of pages.
#[derive(Default)]
struct Checked {
    pages: usize,
    faults: Vec<String>,
}

impl Checked {
    /// Shows a search on a page of a style, and adds the first faults, each once. Only a small page may have too
    /// little space.
    fn add(&mut self, case: &str, subject: &Subject, style: &PageStyle, is_small: bool) -> Option<Page> {
        let page = Page::of_board(size(subject.n), style);
        let fault = |error| (!is_small).then(|| format!("{case}: {error}"));
        let mut page = page.map_err(|error| self.faults.extend(fault(error))).ok()?;
        self.pages += 1;
        let mut seen = Seen::of(&mut page, subject);
        seen.check(&page);
        seen.faults.dedup();
        self.faults.extend(seen.faults.iter().take(4).map(|fault| format!("{case}: {fault}")));
        Some(page)
    }

    fn assert_no_faults(&self) {
        let (number, pages) = (self.faults.len(), self.pages);
        assert!(self.faults.is_empty(), "{number} faults on {pages} pages:\n{}", self.faults.join("\n"));
    }
}

/// Merges the texts of a page with the earlier texts of the same lines.
fn add_texts(seen: &mut [(String, Option<Rect>)], page: &Page, faults: &mut Vec<String>) {
    let lines = texts(page);
    assert_eq!(seen.len(), lines.len());
    for ((text, inked), line) in seen.iter_mut().zip(lines) {
        if inked.is_some() && page.scene.change(line.id).is_none() {
            continue;
        }
        match written(&line, &page.font) {
            Ok(Some(area)) => {
                line.text.content.clone_into(text);
                *inked = Some(inked.map_or(area, |before| before.with(area)));
            }
            Ok(None) => {}
            Err(width) => faults.push(format!("{:?} is {width} wide, in {:?}", line.text.content, line.area)),
        }
    }
}

/// Pages with this shorter side, in the four default shapes.
fn pages(short: u32) -> [PageSize; 4] {
    let long = |a: u32, b: u32| (short * a).div_ceil(b);
    let sizes = [(long(16, 9), short), (short, short), (short, long(16, 9)), (long(4, 3), short)];
    sizes.map(|(width, height)| PageSize::Pixels(width, height))
}

/// The lines of counters: names and numbers.
fn counter_lines(page: &Page) -> Vec<ShownText<'_>> {
    let names = Counter::ALL.map(Counter::name);
    let is_counter = |pair: &&[ShownText<'_>]| names.contains(&pair[0].text.content.as_str());
    texts(page).windows(2).filter(is_counter).flatten().copied().collect()
}

impl Checked {
    /// Checks the alignment of items on a wide page.
    fn add_alignment(&mut self, case: &str, page: &Page, n: u64) {
        let unit = page.width.min(page.height) as f32 / 108.0;
        let margin = (6.0 * unit).round() as u32;
        let count = (n * n) as usize;
        let areas = squares(page);
        let board = Rect::around(areas[..count].iter().copied()).unwrap();
        let mut check = |what: &str, is: u32, should_be: u32| {
            if is.abs_diff(should_be) > 2 {
                self.faults.push(format!("{case}: {what} is at {is}, not at {should_be}"));
            }
        };
        // The column next to the board is aligned with its top and its foot, on both sides.
        let right = page.width - margin;
        if let Some(chip) = areas.get(count) {
            check("the top of the caption", chip.y, board.y);
        }
        let counters = counter_lines(page);
        if let Some(foot) = counters.iter().map(ShownText::baseline).max() {
            check("the foot of the counters", foot, board.bottom());
            let rooms = || counters.iter().map(ShownText::room);
            check("the right edge of the counters", rooms().map(Rect::right).max().unwrap(), right);
            let last = rooms().map(|room| room.x).min().unwrap();
            let left = areas.get(count).map_or(last, |chip| chip.x);
            check("the left edge of the counters", last, left);
        }
        for line in code_lines(page) {
            check("the right edge of the code", line.area.right(), right);
        }
        if let Some(tree) = tree(page) {
            check("the right edge of the tree", tree.right(), right);
        }
        for (rule, _) in fills(page) {
            check("the right edge of a hairline", rule.right(), right);
        }
    }
}

const VIEWS: [View; 3] = [View::Plain, View::Article, View::Lecture];

fn subjects() -> Vec<Subject> {
    let algorithms =
        [Algorithm::Backtracking, Algorithm::ForwardChecking, Algorithm::MinConflicts, Algorithm::Bitfield];
    let searches = (1..=12).chain([16, 20, 64]).zip(algorithms.into_iter().cycle());
    let mut subjects: Vec<Subject> =
        searches.map(|(n, algorithm)| Subject::new(n, algorithm, 1, 60)).collect();
    // Whole searches, whose trees reach their full width.
    subjects.push(Subject::new(5, Algorithm::Backtracking, u64::MAX, 500));
    subjects.push(Subject::new(8, Algorithm::MinConflicts, 1, 200));
    subjects
}

#[test]
fn nothing_overlaps_or_is_cut_on_pages_of_any_size_and_shape() {
    let mut checked = Checked::default();
    for subject in sampled(5, subjects()) {
        // Measuring captions of large boards takes long.
        let sizes: &[u32] = match subject.n {
            1 | 4 | 5 | 8 => &[480, 720, 1080, 2160],
            0..=12 => &[480, 1080],
            _ => &[1080],
        };
        for (view, short) in VIEWS.into_iter().flat_map(|view| sizes.iter().map(move |short| (view, *short)))
        {
            for (shape, canvas) in pages(short).into_iter().enumerate() {
                let titles = ["", "Queens, one by one"];
                let has_both = subject.n <= 12 && short == 1080;
                for title in if has_both { &titles[..] } else { &titles[shape % 2..][..1] } {
                    let Subject { n, algorithm, .. } = subject;
                    let case = format!("{n} queens, {algorithm}, {view:?}, {canvas:?}, {title:?}");
                    let (page, style) = (Some(canvas), subject.style(view, title));
                    let style = PageStyle { page, coordinates: true, ..style };
                    let page = checked.add(&case, &subject, &style, short < 1080 || n > 20);
                    if let Some(page) = page.filter(|_| shape == 0 && view != View::Plain) {
                        checked.add_alignment(&case, &page, n);
                    }
                }
            }
        }
    }
    assert!(checked.pages > if all_cases() { 400 } else { 80 }, "{}", checked.pages);
    checked.assert_no_faults();
}

/// Whole blocks of a video are then copied, and most changes take few bytes.
#[test]
fn the_boards_of_videos_have_squares_of_whole_blocks() {
    let mut checked = Checked::default();
    for n in sampled(3, [1, 4, 6, 8, 9, 12]) {
        let subject = Subject::new(n, Algorithm::Backtracking, 1, 60);
        for (view, short) in VIEWS.into_iter().flat_map(|view| [720, 1080].map(|short| (view, short))) {
            for (shape, canvas) in pages(short).into_iter().enumerate() {
                let title = ["", "Queens"][shape % 2];
                let case = format!("{n} queens, {view:?}, {canvas:?}, {title:?}");
                let (page, medium) = (Some(canvas), Medium::Video);
                let style = PageStyle { page, medium, coordinates: true, ..subject.style(view, title) };
                let Some(page) = checked.add(&case, &subject, &style, false) else { continue };
                if shape == 0 && view != View::Plain {
                    checked.add_alignment(&case, &page, n);
                }
                for area in squares(&page).into_iter().take((n * n) as usize) {
                    let Rect { x, y, width, .. } = area;
                    let unit = if width < 56 { 2 } else { 8 };
                    if [x, y, width].iter().any(|edge| edge % unit != 0) {
                        checked.faults.push(format!("{case}: a square is at {area:?}"));
                    }
                }
            }
        }
    }
    checked.assert_no_faults();
}

#[test]
fn listings_in_all_forms_fit_beside_a_board() {
    let mut checked = Checked::default();
    let mut scrolling: Vec<(Algorithm, CodeForm)> = Vec::new();
    for algorithm in Algorithm::ALL {
        let n = u64::from(algorithm.most_queens()).min(8);
        let subject = Subject::new(n, algorithm, 1, 60);
        let canvases = [(1280, 720), (1024, 576)];
        for (form, canvas) in CodeForm::ALL.into_iter().flat_map(|form| canvases.map(|canvas| (form, canvas)))
        {
            let style = subject.style(View::Lecture, "");
            let Some(listing) = Listing::in_form(form, algorithm, Order::Columns, size(n)) else { continue };
            let lines = listing.lines().len();
            let panels = PanelContent { code: Some(listing), ..style.panels };
            let page = Some(PageSize::Pixels(canvas.0, canvas.1));
            let style = PageStyle { panels, page, coordinates: true, ..style };
            let case = format!("{n} queens, {algorithm}, {}, {canvas:?}", form.name());
            let Some(page) = checked.add(&case, &subject, &style, false) else { continue };
            let shown = code_lines(&page);
            let mut texts = shown.iter().flat_map(|line| line.runs.iter().copied().chain(line.number));
            for (is_so, fault) in [
                (texts.any(|text| text.style.em < 11.0), "lines are too small"),
                (
                    shown.iter().flat_map(|line| &line.runs).any(|run| run.content.ends_with('…')),
                    "lines are cut",
                ),
                (shown.len() < lines.min(9), "too few lines"),
            ] {
                checked.faults.extend(is_so.then(|| format!("{case}: {fault}")));
            }
            if shown.len() < lines && canvas == (1280, 720) {
                scrolling.push((algorithm, form));
            }
        }
    }
    checked.assert_no_faults();
    let loops = [CodeForm::Pseudo, CodeForm::Words, CodeForm::Python].map(|form| (Algorithm::Loops, form));
    let longest: Vec<_> = [(Algorithm::Marking, CodeForm::Python)].into_iter().chain(loops).collect();
    assert_eq!(scrolling, longest);
}

#[test]
fn panels_of_state_are_legible_on_pages_of_any_size_and_shape() {
    let mut checked = Checked::default();
    let algorithms =
        [Algorithm::Backtracking, Algorithm::Bitfield, Algorithm::Marking, Algorithm::Permutations];
    let cases = [4, 6, 8].into_iter().flat_map(|n| algorithms.map(|algorithm| (n, algorithm)));
    for (n, algorithm) in sampled(7, cases) {
        let subject = Subject::new(n, algorithm, 1, 120);
        for panel in subject.state_panels() {
            for short in [480, 1080, 2160] {
                for canvas in pages(short) {
                    let (page, style) = (Some(canvas), subject.style_with(panel));
                    let style = PageStyle { page, coordinates: true, ..style };
                    let case = format!("{n} queens, {algorithm}, {panel}, {canvas:?}");
                    checked.add(&case, &subject, &style, short < 1080);
                }
            }
        }
    }
    checked.assert_no_faults();
    assert!(checked.pages > if all_cases() { 250 } else { 30 }, "{}", checked.pages);
}

#[test]
fn nothing_overlaps_or_is_cut_in_a_column_of_text() {
    let mut checked = Checked::default();
    for subject in subjects().into_iter().filter(|subject| subject.n <= 5) {
        for width in [432, 480, 520, 640, 960] {
            for title in ["", "Queens"] {
                let style = PageStyle { width: Some(width), ..subject.style(View::Article, title) };
                let case = format!("{} queens, {}, {width} wide, {title:?}", subject.n, subject.algorithm);
                checked.add(&case, &subject, &style, false);
            }
        }
    }
    checked.assert_no_faults();
}

#[test]
fn articles_are_legible_from_480_pixels_of_width() {
    for n in [1, 4, 8, 12] {
        let subject = Subject::new(n, Algorithm::Backtracking, 1, 60);
        // The board for a page of this width, with margins and space for coordinates.
        let style = PageStyle { width: Some(432), ..subject.style(View::Article, "") };
        let page = Page::of_board(size(n), &style);
        assert!(page.is_ok(), "{n}: {page:?}");
        assert!(page.unwrap().width <= 480, "{n}");
    }
}

#[test]
fn a_canvas_that_one_format_accepts_all_accept() {
    let frames: Selection = "..2".parse().unwrap();
    let canvases =
        [(800, 450), (801, 451), (847, 475), (640, 360), (450, 800), (500, 500), (79, 79), (70, 70)];
    let algorithms =
        [Algorithm::Eager, Algorithm::Backtracking, Algorithm::MinConflicts, Algorithm::ForwardChecking];
    let formats: Vec<Format> =
        Format::drawn().filter(|format| !format.is_directory() && !format.is_still()).collect();
    let (mut accepted, mut refused) = (0, 0);
    let cases = [6, 9].into_iter().flat_map(|n| canvases.map(|canvas| (n, canvas)));
    let cases = cases.flat_map(|(n, canvas)| algorithms.map(|algorithm| (n, canvas, algorithm)));
    for (n, (width, height), algorithm) in sampled(25, cases) {
        for view in VIEWS {
            let search = Source::algorithm(size(n), algorithm, Order::Columns, 1, Some(1));
            let film = FilmBuilder::new(size(n)).view(view).canvas(width, height).select(frames.clone());
            let outcome = |format: &Format| {
                let film = film.clone().format(*format).film(&search, Vec::new());
                film.map(drop).map_err(|error| error.to_string())
            };
            let first = outcome(&formats[0]);
            *(if first.is_ok() { &mut accepted } else { &mut refused }) += 1;
            for format in &formats[1..] {
                let what = format!("{n}, {algorithm}, {view:?}, {width}×{height} as {format}");
                assert_eq!(outcome(format), first, "{what}");
            }
        }
    }
    assert!(accepted > 0 && refused > 0, "{accepted} and {refused}");
    assert!(!all_cases() || accepted > 5 && refused > 5, "{accepted} and {refused}");
}

#[test]
fn coordinates_are_on_the_page_or_it_is_refused_as_too_small() {
    let mut smallest = Vec::new();
    for n in [1, 4, 12] {
        let drawn = |side: u32| {
            let page = Some(PageSize::Pixels(side + 7, side));
            let style = PageStyle { page, coordinates: true, ..PageStyle::default() };
            match Page::of_board(size(n), &style) {
                Ok(page) => {
                    Painter::new(&page).paint(&page);
                    true
                }
                Err(PageError::TooSmall { .. }) => false,
                Err(error) => panic!("{n}, {side}: {error}"),
            }
        };
        let sides: Vec<u32> = (20..400).filter(|side| drawn(*side)).collect();
        smallest.push(sides[0]);
    }
    assert!(smallest.is_sorted() && smallest[0] < 120, "{smallest:?}");
    // A page given as a shape gets the size that the board and its coordinates need.
    for width in 32..200 {
        let page = Some(PageSize::Ratio(1, 1));
        let style = PageStyle { page, width: Some(width), coordinates: true, ..PageStyle::default() };
        let page = Page::of_board(size(4), &style).unwrap();
        Painter::new(&page).paint(&page);
    }
}
