//! Where things are on pages of every size and shape: nothing overlaps, nothing is cut off, and nothing
//! leaves its place.

use queenreel::draw::Painter;
use queenreel::encode::Format;
use queenreel::film::{FilmBuilder, Source, View};
use queenreel::font::{Font, Weight};
use queenreel::page::slot::{Align, CodeState, TextSlot};
use queenreel::page::{Medium, Page, PageError, PageSize, PageStyle, PanelContent};
use queenreel::picture::Rect;
use queenreel::record::{Counter, Selection, Shot};
use queenreel::search::{Algorithm, CodeForm, Listing, Order};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::sample::{is_sweep, sampled};

/// Something on a page.
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

/// Letters without accents reach this far above and below their baseline, in ems.
const ASCENT: f32 = 0.77;
const DESCENT: f32 = 0.24;

/// The part of a text's rectangle in which it is written; `Err` with its width if that is too wide.
fn written(slot: &TextSlot, text: &str, font: &Font) -> Result<Option<Rect>, u32> {
    let TextSlot { area, baseline, ref style, align } = *slot;
    let font = font.weight(style.weight);
    let width = font.pixels(text, style.em);
    if text.is_empty() || width == 0 {
        return Ok(None);
    }
    if width > area.width {
        return Err(width);
    }
    let free = area.width - width;
    let left = match align {
        Align::Left => 0,
        Align::Centre => free / 2,
        Align::Right => free,
    };
    let baseline = area.y + baseline;
    let has_descender = text.contains(['g', 'j', 'p', 'q', 'y', 'Q', ',', ';', '(', ')']);
    let down = if has_descender { (DESCENT * style.em).ceil() as u32 } else { 0 };
    let top = baseline.saturating_sub((ASCENT * style.em).ceil() as u32).max(area.y);
    let bottom = (baseline + down).min(area.bottom());
    Ok(Some(Rect { x: area.x + left, y: top, width, height: bottom - top }))
}

/// A page, and all that it has shown.
struct Seen {
    things: Vec<Thing>,
    faults: Vec<String>,
}

impl Seen {
    /// Everything on a page during a search.
    fn of(page: &mut Page, subject: &Subject) -> Self {
        let squares = (subject.n * subject.n) as usize;
        let (mut things, mut faults) = (Vec::new(), Vec::new());
        let areas: Vec<Rect> = page.layers.squares.iter().map(|(slot, _)| slot.area).collect();
        let board = Rect::around(areas[..squares].iter().copied()).unwrap();
        if areas[..squares].iter().map(|area| area.pixels()).sum::<u64>() != board.pixels() {
            faults.push("squares overlap, or there are gaps between them".to_owned());
        }
        things.push(Thing::solid("the board", board));
        things.extend(areas[squares..].iter().map(|area| Thing::solid("the sign of the caption", *area)));
        things.extend(page.layers.fills.iter().map(|(fill, _)| Thing::solid("a hairline", fill.area)));
        let mut texts: Vec<(String, Option<Rect>)> = vec![(String::new(), None); page.layers.texts.len()];
        let font = page.font.clone();
        let start = page.layers.texts.iter().map(|(slot, text)| (slot.clone(), text.clone()));
        for (index, (slot, text)) in start.collect::<Vec<_>>().into_iter().enumerate() {
            add_text(&mut texts[index], &slot, &text.text, &font, &mut faults);
        }
        // Some frames, of each kind that there is.
        let last = subject.frames.len() - 1;
        let some = subject.frames.iter().enumerate().filter(|(index, _)| index % 5 == 0 || *index == last);
        for (_, frame) in some {
            page.show(&Shot::of_search(frame, false));
            for change in page.layers.texts.changes() {
                add_text(&mut texts[change.index], change.slot, &change.now.text, &font, &mut faults);
            }
            for (slot, cell) in page.layers.entries.iter() {
                let (_, weight) = slot.style(cell.look);
                let width = font.weight(weight).pixels(&cell.text, slot.em);
                let (up, down) =
                    (slot.baseline() >= (0.7 * slot.em) as u32, slot.baseline() < slot.area.height);
                if width > slot.area.width || !up || !down {
                    faults.push(format!("{:?} is cut in a cell: {:?}", cell.text, slot.area));
                }
            }
            for (_, tip) in page.layers.tip.iter() {
                let (Some(tip), Some(tree)) = (tip, page.layers.tree) else { continue };
                let [_, (x, y)] = tip.ends;
                let reach = tree.tip_radius.ceil() as u32;
                if x < reach || x + reach > tree.area.width || y + reach > tree.area.height {
                    faults.push(format!(
                        "the tip at ({x}, {y}), {reach} wide, leaves the tree: {:?}",
                        tree.area
                    ));
                }
            }
        }
        for ((text, inked), (slot, _)) in texts.into_iter().zip(page.layers.texts.iter()) {
            let Some(inked) = inked else { continue };
            things.push(Thing { what: format!("{text:?}"), painted: slot.area, inked });
        }
        for (slot, _) in page.layers.entries.iter() {
            things.push(Thing::solid("a cell", slot.area));
        }
        for (slot, CodeState { line, .. }) in page.layers.code.iter() {
            let text: String = line.runs.iter().map(|(_, text)| text.as_str()).collect();
            let width = |(weight, text): &(Weight, String)| font.weight(*weight).pixels(text, slot.em);
            let width = line.runs.iter().map(width).sum::<u32>();
            if line.left + width > slot.area.width {
                faults.push(format!("{text:?} is {width} wide from {}, in {:?}", line.left, slot.area));
            }
            if let Some(number) = &line.number {
                let width = font.pixels(number, slot.number_em);
                let right = slot.numbers;
                if width + slot.bar_width > right || right >= line.left {
                    faults.push(format!("no room for the number of line {number}: {width} to {right}"));
                }
            }
            let (up, down) = ((ASCENT * slot.em).floor() as u32, (DESCENT * slot.em).floor() as u32);
            if slot.baseline < up || slot.baseline + down > slot.area.height {
                faults.push(format!("{text:?} is cut: em {}, {} of {:?}", slot.em, slot.baseline, slot.area));
            }
            things.push(Thing::solid(format!("{text:?}"), slot.area));
        }
        if let Some(tree) = page.layers.tree {
            things.push(Thing::solid("the tree", tree.area));
            let nodes = page.layers.nodes.iter().map(|(node, _)| (node.area, "a node"));
            let cells = page.layers.cells.iter().map(|(cell, _)| (cell.area, "a cell"));
            for (area, what) in nodes.chain(cells) {
                if tree.area.shared(area) != Some(area) {
                    faults.push(format!("{what} leaves the tree: {area:?}, {:?}", tree.area));
                }
            }
        }
        Self { things, faults }
    }

    /// Checks that all things are on the page and apart from each other. What is painted may reach over
    /// the place of another, where that never has ink.
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

fn add_text(
    seen: &mut (String, Option<Rect>),
    slot: &TextSlot,
    text: &str,
    font: &Font,
    faults: &mut Vec<String>,
) {
    match written(slot, text, font) {
        Ok(Some(area)) => {
            text.clone_into(&mut seen.0);
            seen.1 = Some(seen.1.map_or(area, |before| before.with(area)));
        }
        Ok(None) => {}
        Err(width) => faults.push(format!("{text:?} is {width} wide, in {:?}", slot.area)),
    }
}

/// Pages with a shorter side like this, of the four usual shapes.
fn pages(short: u32) -> [(u32, u32); 4] {
    let long = |a: u32, b: u32| (short * a).div_ceil(b);
    [(long(16, 9), short), (short, short), (short, long(16, 9)), (long(4, 3), short)]
}

/// The page of a search in a view, if it works.
fn page(subject: &Subject, view: View, title: &str, size_: (u32, u32)) -> Result<Page, PageError> {
    let canvas = format!("{}x{}", size_.0, size_.1).parse().unwrap();
    let style = PageStyle { page: Some(canvas), coordinates: true, ..subject.style(view, title) };
    Page::of_board(size(subject.n), &style)
}

/// The baselines and the right edge of counters: of their names, and of their numbers.
fn counter_slots(page: &Page) -> Vec<&TextSlot> {
    let names = Counter::ALL.map(Counter::name);
    let mut slots = Vec::new();
    let texts: Vec<_> = page.layers.texts.iter().collect();
    for pair in texts.windows(2) {
        if names.contains(&pair[0].1.text.as_str()) {
            slots.extend([pair[0].0, pair[1].0]);
        }
    }
    slots
}

/// What is aligned with what on a wide page.
fn check_alignment(page: &Page, subject: &Subject, faults: &mut Vec<String>) {
    let unit = page.width.min(page.height) as f32 / 108.0;
    let margin = (6.0 * unit).round() as u32;
    let squares = (subject.n * subject.n) as usize;
    let areas: Vec<Rect> = page.layers.squares.iter().map(|(slot, _)| slot.area).collect();
    let board = Rect::around(areas[..squares].iter().copied()).unwrap();
    let mut check = |what: &str, is: u32, should_be: u32| {
        if is.abs_diff(should_be) > 2 {
            faults.push(format!("{what} is at {is}, not at {should_be}"));
        }
    };
    // The column beside the board begins at its top and ends at its foot, on both sides.
    let right = page.width - margin;
    if let Some(chip) = areas.get(squares) {
        check("the top of the caption", chip.y, board.y);
    }
    let counters = counter_slots(page);
    let baseline = |slot: &TextSlot| slot.area.y + slot.baseline;
    if let Some(foot) = counters.iter().map(|slot| baseline(slot)).max() {
        check("the foot of the counters", foot, board.bottom());
        check(
            "the right edge of the counters",
            counters.iter().map(|slot| slot.area.right()).max().unwrap(),
            right,
        );
        let last = counters.iter().map(|slot| slot.area.x).min().unwrap();
        let left = areas.get(squares).map_or(last, |chip| chip.x);
        check("the left edge of the counters", last, left);
    }
    for (slot, _) in page.layers.code.iter() {
        check("the right edge of the code", slot.area.right(), right);
    }
    if let Some(tree) = page.layers.tree {
        check("the right edge of the tree", tree.area.right(), right);
    }
    for (rule, _) in page.layers.fills.iter() {
        check("the right edge of a hairline", rule.area.right(), right);
    }
}

const VIEWS: [View; 3] = [View::Plain, View::Article, View::Lecture];

fn subjects() -> Vec<Subject> {
    let algorithms =
        [Algorithm::Backtracking, Algorithm::ForwardChecking, Algorithm::MinConflicts, Algorithm::Bitfield];
    let mut subjects: Vec<Subject> = Vec::new();
    for (index, n) in (1..=12).chain([16, 20, 64]).enumerate() {
        let algorithm = algorithms[index % algorithms.len()];
        subjects.push(Subject::new(n, algorithm, 1, 60));
    }
    // Whole searches, with trees that are as wide as they get.
    subjects.push(Subject::new(5, Algorithm::Backtracking, u64::MAX, 500));
    subjects.push(Subject::new(8, Algorithm::MinConflicts, 1, 200));
    subjects
}

#[test]
fn nothing_overlaps_or_is_cut_on_pages_of_any_size_and_shape() {
    let mut faults: Vec<String> = Vec::new();
    let mut works = 0;
    for subject in sampled(5, subjects()) {
        for view in VIEWS {
            // Captions of large boards take long to measure.
            let sizes: &[u32] = match subject.n {
                1 | 4 | 5 | 8 => &[480, 720, 1080, 2160],
                0..=12 => &[480, 1080],
                _ => &[1080],
            };
            for short in sizes.iter().copied() {
                for (shape, canvas) in pages(short).into_iter().enumerate() {
                    let titles = ["", "Queens, one by one"];
                    for title in
                        if subject.n <= 12 && short == 1080 { &titles[..] } else { &titles[shape % 2..][..1] }
                    {
                        let case = format!(
                            "{} queens, {}, {view:?}, {canvas:?}, {title:?}",
                            subject.n, subject.algorithm
                        );
                        let mut page = match page(&subject, view, title, canvas) {
                            Ok(page) => page,
                            Err(error) => {
                                // Only small pages may have too little room.
                                if short >= 1080 && subject.n <= 20 {
                                    faults.push(format!("{case}: {error}"));
                                }
                                continue;
                            }
                        };
                        works += 1;
                        let mut seen = Seen::of(&mut page, &subject);
                        seen.check(&page);
                        if shape == 0 && view != View::Plain {
                            check_alignment(&page, &subject, &mut seen.faults);
                        }
                        seen.faults.dedup();
                        faults.extend(seen.faults.iter().take(4).map(|fault| format!("{case}: {fault}")));
                    }
                }
            }
        }
    }
    assert!(works > if is_sweep() { 400 } else { 80 }, "{works}");
    assert!(faults.is_empty(), "{} faults on {works} pages:\n{}", faults.len(), faults.join("\n"));
}

/// Then whole blocks of a video are copied, and most of what changes takes few bytes.
#[test]
fn the_boards_of_videos_have_squares_of_whole_blocks() {
    let mut faults: Vec<String> = Vec::new();
    for n in sampled(3, [1, 4, 6, 8, 9, 12]) {
        let subject = Subject::new(n, Algorithm::Backtracking, 1, 60);
        for (view, short) in VIEWS.into_iter().flat_map(|view| [720, 1080].map(|short| (view, short))) {
            for (shape, canvas) in pages(short).into_iter().enumerate() {
                let title = ["", "Queens"][shape % 2];
                let case = format!("{n} queens, {view:?}, {canvas:?}, {title:?}");
                let page = format!("{}x{}", canvas.0, canvas.1).parse().ok();
                let medium = Medium::Video;
                let style = PageStyle { page, medium, coordinates: true, ..subject.style(view, title) };
                let mut page =
                    Page::of_board(size(n), &style).unwrap_or_else(|error| panic!("{case}: {error}"));
                let mut seen = Seen::of(&mut page, &subject);
                seen.check(&page);
                if shape == 0 && view != View::Plain {
                    check_alignment(&page, &subject, &mut seen.faults);
                }
                for (slot, _) in page.layers.squares.iter().take((n * n) as usize) {
                    let Rect { x, y, width, .. } = slot.area;
                    let unit = if width < 56 { 2 } else { 8 };
                    if [x, y, width].iter().any(|edge| edge % unit != 0) {
                        seen.faults.push(format!("a square is at {:?}", slot.area));
                    }
                }
                seen.faults.dedup();
                faults.extend(seen.faults.iter().take(4).map(|fault| format!("{case}: {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn listings_in_all_forms_fit_beside_a_board() {
    let mut faults: Vec<String> = Vec::new();
    let mut scrolling: Vec<(Algorithm, CodeForm)> = Vec::new();
    for algorithm in Algorithm::ALL {
        let n = u64::from(algorithm.most_queens()).min(8);
        let subject = Subject::new(n, algorithm, 1, 60);
        for (form, canvas) in
            CodeForm::ALL.into_iter().flat_map(|form| [(form, (1280, 720)), (form, (1024, 576))])
        {
            if (algorithm, form, canvas) == (Algorithm::Loops, CodeForm::Pseudo, (1024, 576)) {
                // Eight loops and a tree need a larger page.
                continue;
            }
            let style = subject.style(View::Lecture, "");
            let listing = Listing::in_form(form, algorithm, Order::Columns, size(n));
            let lines = listing.lines().len();
            let panels = PanelContent { code: Some(listing), ..style.panels };
            let page = format!("{}x{}", canvas.0, canvas.1).parse().ok();
            let style = PageStyle { panels, page, coordinates: true, ..style };
            let case = format!("{n} queens, {algorithm}, {}, {canvas:?}", form.name());
            let mut page = Page::of_board(size(n), &style).unwrap_or_else(|error| panic!("{case}: {error}"));
            let mut seen = Seen::of(&mut page, &subject);
            seen.check(&page);
            seen.faults.dedup();
            faults.extend(seen.faults.iter().take(3).map(|fault| format!("{case}: {fault}")));
            let slots: Vec<_> = page.layers.code.iter().collect();
            if slots.iter().any(|(slot, _)| slot.em.min(slot.number_em) < 11.0) {
                faults.push(format!("{case}: lines are too small"));
            }
            if slots.iter().any(|(_, state)| state.line.runs.iter().any(|(_, text)| text.ends_with('…'))) {
                faults.push(format!("{case}: lines are cut"));
            }
            if slots.len() < lines.min(9) {
                faults.push(format!("{case}: only {} of {lines} lines", slots.len()));
            }
            if slots.len() < lines && canvas == (1280, 720) {
                scrolling.push((algorithm, form));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let longest = [Algorithm::Marking, Algorithm::Loops].map(|algorithm| (algorithm, CodeForm::Python));
    assert_eq!(scrolling, longest);
}

#[test]
fn panels_of_state_are_legible_on_pages_of_any_size_and_shape() {
    let mut faults: Vec<String> = Vec::new();
    let mut works = 0;
    let algorithms =
        [Algorithm::Backtracking, Algorithm::Bitfield, Algorithm::Marking, Algorithm::Permutations];
    let cases = [4, 6, 8].into_iter().flat_map(|n| algorithms.map(|algorithm| (n, algorithm)));
    for (n, algorithm) in sampled(7, cases) {
        let subject = Subject::new(n, algorithm, 1, 120);
        for panel in subject.state_panels() {
            for short in [480, 1080, 2160] {
                for canvas in pages(short) {
                    let page = format!("{}x{}", canvas.0, canvas.1).parse().ok();
                    let style = PageStyle { page, coordinates: true, ..subject.style_with(panel) };
                    let case = format!("{n} queens, {algorithm}, {panel}, {canvas:?}");
                    match Page::of_board(size(n), &style) {
                        Ok(mut page) => {
                            works += 1;
                            let mut seen = Seen::of(&mut page, &subject);
                            seen.check(&page);
                            seen.faults.dedup();
                            faults.extend(seen.faults.iter().take(3).map(|fault| format!("{case}: {fault}")));
                        }
                        Err(error) if short >= 1080 => faults.push(format!("{case}: {error}")),
                        Err(_) => {}
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults on {works} pages:\n{}", faults.len(), faults.join("\n"));
    assert!(works > if is_sweep() { 250 } else { 30 }, "{works}");
}

#[test]
fn nothing_overlaps_or_is_cut_in_a_column_of_text() {
    let mut faults: Vec<String> = Vec::new();
    for subject in subjects().into_iter().filter(|subject| subject.n <= 5) {
        for width in [432, 480, 520, 640, 960] {
            for title in ["", "Queens"] {
                let style = PageStyle { width: Some(width), ..subject.style(View::Article, title) };
                let case = format!("{} queens, {}, {width} wide, {title:?}", subject.n, subject.algorithm);
                match Page::of_board(size(subject.n), &style) {
                    Ok(mut page) => {
                        let mut seen = Seen::of(&mut page, &subject);
                        seen.check(&page);
                        faults.extend(seen.faults.iter().take(4).map(|fault| format!("{case}: {fault}")));
                    }
                    Err(error) => faults.push(format!("{case}: {error}")),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn articles_are_legible_from_480_pixels_of_width() {
    for n in [1, 4, 8, 12] {
        let subject = Subject::new(n, Algorithm::Backtracking, 1, 60);
        // The board of a page that is so wide, with its margins and the space for coordinates.
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
    let views = [View::Plain, View::Article, View::Lecture];
    let formats: Vec<Format> =
        Format::available().filter(|format| !format.is_directory() && !format.is_still()).collect();
    let (mut accepted, mut refused) = (0, 0);
    let cases = [6, 9].into_iter().flat_map(|n| canvases.map(|canvas| (n, canvas)));
    let cases = cases.flat_map(|(n, canvas)| algorithms.map(|algorithm| (n, canvas, algorithm)));
    for (n, (width, height), algorithm) in sampled(9, cases) {
        for view in views {
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
    assert!(accepted > 5 && refused > 5, "{accepted} and {refused}");
}

#[test]
fn coordinates_are_on_the_page_or_it_is_refused_as_too_small() {
    let mut smallest = Vec::new();
    for n in [1, 4, 12] {
        let drawn = |side: u32| {
            let style = PageStyle {
                page: Some(PageSize::Pixels(side + 7, side)),
                coordinates: true,
                ..PageStyle::default()
            };
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
    // A shape becomes as large as the board and its coordinates need.
    for width in 32..200 {
        let page = Some(PageSize::Ratio(1, 1));
        let style = PageStyle { page, width: Some(width), coordinates: true, ..PageStyle::default() };
        let page = Page::of_board(size(4), &style).unwrap();
        Painter::new(&page).paint(&page);
    }
}
