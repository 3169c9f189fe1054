//! Pages to step through, read without their script: the stored state of each step equals the solver's.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use miniz_oxide::inflate::decompress_to_vec;
use queenreel::internals::page::Theme;
use queenreel::search::Algorithm;
use serde::Deserialize;

use crate::common::alone::states;
use crate::common::sandbox::Sandbox;
use crate::common::search_oracle::{Kind, SearchSpec, truths};
use crate::common::table::words;
use crate::common::tools::{python, run_tool};

/// The film of a page. Growing lists are stored as differences.
#[derive(Deserialize)]
struct Film {
    title: String,
    unit: [String; 2],
    times: Vec<u64>,
    numbers: Vec<u64>,
    queens: Vec<u64>,
    solutions: Vec<usize>,
    backtracks: Vec<usize>,
    captions: Vec<usize>,
    texts: Vec<String>,
    blocks: Vec<Block>,
    drawings: Vec<String>,
    slots: Vec<Slot>,
    /// Motion of slots: kind, delay, length, drawing, element and other numbers.
    #[serde(default)]
    moves: Vec<Vec<Vec<Option<i64>>>>,
}

#[derive(Deserialize)]
struct Block {
    grid: Option<[u32; 3]>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Slot {
    /// Left, top, width and height.
    area: [u32; 4],
    block: Option<usize>,
    first: Option<[u32; 4]>,
    #[serde(default)]
    runs: Vec<usize>,
    steps: Vec<usize>,
    drawings: Vec<usize>,
    looks: Vec<usize>,
    #[serde(default)]
    moves: Vec<usize>,
}

fn sums(differences: &[usize]) -> Vec<usize> {
    let add = |sum: &mut usize, difference: &usize| {
        *sum += difference;
        Some(*sum)
    };
    differences.iter().scan(0, add).collect()
}

/// The text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap().0
}

/// The words that follow a text, to the end of their quotes.
fn quoted<'a>(html: &'a str, before: &str) -> Vec<&'a str> {
    html.split(before).skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

fn page(command: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words(&format!("{command} -o film.html --force --quiet")));
    String::from_utf8(sandbox.read("film.html")).unwrap()
}

/// The film of a page as JSON.
pub fn film(html: &str) -> Vec<u8> {
    let packed = BASE64_STANDARD.decode(between(html, "id=\"film\">", "<")).unwrap();
    decompress_to_vec(&packed).unwrap()
}

fn read(html: &str) -> Film {
    serde_json::from_slice(&film(html)).unwrap()
}

impl Slot {
    /// The drawing at a step.
    fn drawing<'a>(&self, film: &'a Film, step: usize) -> &'a str {
        let changes = sums(&self.steps).partition_point(|change| *change <= step);
        changes.checked_sub(1).map_or("", |look| &film.drawings[self.drawings[self.looks[look]]])
    }
}

/// The marks of queens: figures with curves, in the colour of queens on the board.
fn queen_marks(html: &str) -> Vec<String> {
    let ink = Theme::default().inks().ink;
    let symbols = html.split("<g id=\"").skip(1).filter_map(|symbol| {
        let (id, rest) = symbol.split_once('"')?;
        let path = rest.split_once("</g>")?.0.split_once(" d=\"")?.1;
        path.split('"').next()?.contains('q').then_some(id)
    });
    let marks = symbols.map(|id| format!("href=\"#{id}\""));
    assert!(marks.clone().count() > 0);
    marks.map(|mark| format!("{mark}\u{0}fill=\"{ink}\"")).collect()
}

/// The squares with queens on a board of six at a step, as rows and columns. The board is given by its upper left
/// corner and the side of its squares.
fn queens(film: &Film, marks: &[String], [left, top, side]: [u32; 3], step: usize) -> BTreeSet<(u8, u8)> {
    let is_queen = |element: &str| {
        marks.iter().any(|mark| mark.split('\u{0}').all(|attribute| element.contains(attribute)))
    };
    let squares = film.slots.iter().filter_map(|slot| {
        let [x, y, width, height] = slot.area;
        let row = y.checked_sub(top)? / side + 1;
        let column = x.checked_sub(left)? / side + 1;
        let is_square = width == side && height == side && row <= 6 && column <= 6;
        is_square.then_some((slot, (row as u8, column as u8)))
    });
    let with_queens = squares.filter(|(slot, _)| slot.drawing(film, step).split('<').any(is_queen));
    with_queens.map(|(_, square)| square).collect()
}

#[test]
fn the_parts_of_a_lecture_are_those_of_the_search() {
    let html = page("search 6 --all --view lecture");
    let (film, marks) = (read(&html), queen_marks(&html));
    let truths = truths(SearchSpec::whole(6));
    assert_eq!((&*film.title, &*film.unit[1]), ("Backtracking search for 6 queens", "steps"));
    assert_eq!((film.times.len(), film.captions.len()), (truths.len(), truths.len()));
    let grid = film.blocks.iter().find_map(|block| block.grid).unwrap();
    let is_code = |block: usize| film.blocks[block].name.as_deref() == Some("code");
    let mut code: Vec<&Slot> = film.slots.iter().filter(|slot| slot.block.is_some_and(is_code)).collect();
    code.sort_by_key(|slot| slot.area[1]);
    let mut number = 0;
    for (step, truth) in truths.iter().enumerate() {
        number += film.numbers[step];
        assert_eq!(number, truth.counters[0], "step {step}");
        assert_eq!(film.queens[step], truth.queens.len() as u64, "step {step}");
        let expected: BTreeSet<(u8, u8)> = truth.queens.iter().copied().collect();
        assert_eq!(queens(&film, &marks, grid, step), expected, "step {step}");
        let words: Vec<&str> = truth.caption.split_whitespace().collect();
        assert_eq!(film.texts[film.captions[step]], words.join(" ").replace(": ", ". ") + ".");
        // A highlighted line has a bar before its colour.
        let is_lit = |line: &usize| code[*line].drawing(&film, step).matches("<path").count() > 1;
        assert!((0..code.len()).filter(is_lit).eq([truth.kind.line()]), "step {step}");
    }
    let growing = |counter: usize| {
        let grows = |step: &usize| truths[*step].counters[counter] > truths[step - 1].counters[counter];
        (1..truths.len()).filter(grows).collect::<Vec<_>>()
    };
    assert_eq!((sums(&film.backtracks), sums(&film.solutions)), (growing(3), growing(4)));
    // Clicks: each line leads to its steps, each node to the step of its queen.
    for (line, slot) in code.iter().enumerate() {
        let runs: Vec<usize> = (0..truths.len()).filter(|step| truths[*step].kind.line() == line).collect();
        assert_eq!(sums(&slot.runs), runs, "line {line}");
    }
    let nodes = film.slots.iter().filter(|slot| slot.first.is_some());
    let firsts: BTreeSet<usize> = nodes.filter_map(|slot| sums(&slot.steps).get(1).copied()).collect();
    let places = (0..truths.len()).filter(|step| matches!(truths[*step].kind, Kind::Place | Kind::Solution));
    assert_eq!(firsts, places.collect());
}

#[test]
fn the_boards_of_a_race_are_those_of_its_solvers() {
    let field = [Algorithm::Backtracking, Algorithm::Marking];
    let html = page("race 6 backtracking marking");
    let (film, marks) = (read(&html), queen_marks(&html));
    let lanes = field.map(|algorithm| states(algorithm, 6, false));
    assert_eq!(film.times.len(), lanes.iter().map(Vec::len).max().unwrap());
    // Two boards side by side: the parts that occur most often are their squares.
    let mut sides: BTreeMap<u32, Vec<&Slot>> = BTreeMap::new();
    for slot in film.slots.iter().filter(|slot| slot.area[2] == slot.area[3]) {
        sides.entry(slot.area[2]).or_default().push(slot);
    }
    let (side, squares) = sides.into_iter().max_by_key(|(_, slots)| slots.len()).unwrap();
    let lefts: BTreeSet<u32> = squares.iter().map(|slot| slot.area[0]).collect();
    let lefts: Vec<u32> = lefts.into_iter().collect();
    let top = squares.iter().map(|slot| slot.area[1]).min().unwrap();
    assert_eq!(lefts.len(), 12);
    for tick in 0..film.times.len() {
        let mut total = 0;
        for (states, left) in lanes.iter().zip([lefts[0], lefts[6]]) {
            let state = &states[tick.min(states.len() - 1)];
            assert_eq!(queens(&film, &marks, [left, top, side], tick), state.queens, "tick {tick}");
            total += state.queens.len() as u64;
        }
        assert_eq!(film.queens[tick], total, "tick {tick}");
    }
}

/// Readers may copy boards from several pages into one document: a name means the same in all of them.
#[test]
fn names_of_several_pages_do_not_clash() {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for command in [
        "search 4",
        "search 5 --size 300",
        "search 6 --piece white",
        "search 6 --theme ink --attacks",
        "race 4 eager marking",
        "gallery 6 --animate",
    ] {
        let html = page(command);
        let definitions = between(&html, "<defs>", "</defs>");
        let names = quoted(definitions, " id=\"");
        assert!(!names.is_empty() && !html.contains('\u{1}'), "{command}");
        for name in &names {
            assert!(name.len() > 4 && name[..4] == names[0][..4], "{command}: {names:?}");
            let known = known.entry((*name).to_owned()).or_insert_with(|| definitions.to_owned());
            assert_eq!(known, definitions, "{command}: {name}");
        }
        for markup in read(&html).drawings.iter().map(String::as_str).chain([&html[..]]) {
            for used in quoted(markup, "href=\"#") {
                assert!(names.contains(&used), "{command}: {used}");
            }
        }
    }
}

#[test]
fn pages_and_their_script_are_small() {
    for (command, most) in [
        ("search 8", 60_000),
        ("search 8 --view lecture", 150_000),
        ("search 8 --all --view lecture", 1_200_000),
    ] {
        let html = page(command);
        println!("{command}: {} bytes", html.len());
        assert!(html.len() <= most, "{command}: {} bytes", html.len());
        let script = script(&html);
        assert!(script.len() <= 15_000, "the script has {} bytes", script.len());
        assert!(script.ends_with("});"), "it is whole");
    }
}

fn script(html: &str) -> &str {
    html.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0
}

/// The number of elements of a drawing.
fn elements(drawing: &str) -> usize {
    let mut depth = 0_usize;
    let mut count = 0;
    for tag in drawing.split('<').skip(1) {
        if tag.starts_with('/') {
            depth -= 1;
            continue;
        }
        count += usize::from(depth == 0);
        depth += usize::from(!tag.contains("/>"));
    }
    count
}

#[test]
fn parts_move_within_half_of_their_step() {
    for (command, least) in [
        ("search 4 --view lecture --delay 1s", 200),
        ("search 5 --algorithm min-conflicts --view lecture --delay 150ms", 200),
        ("race 4 backtracking marking min-conflicts --delay 400ms", 200),
        ("search 4 --panel arrays --delay 300ms", 200),
        ("gallery 5", 20),
        // Only the solution is shown for longer.
        ("search 4 --delay 110ms --hold 1s", 4),
    ] {
        let html = page(command);
        let film = read(&html);
        let kinds = html.matches("@keyframes m").count();
        let mut moving = 0;
        for slot in &film.slots {
            assert!(slot.moves.is_empty() || slot.moves.len() == slot.looks.len(), "{command}");
            let steps = sums(&slot.steps);
            for (change, list) in slot.moves.iter().enumerate().filter(|(_, list)| **list != 0) {
                let time = film.times[steps[change]];
                assert!(time >= 120 && change > 0, "{command}: a step of {time} ms");
                let looks = [change, change - 1].map(|change| slot.drawings[slot.looks[change]]);
                for part in &film.moves[*list] {
                    let [kind, delay, length, drawing] = [0, 1, 2, 3].map(|at| part[at].unwrap());
                    let what = format!("{command}, step {}: {part:?}", steps[change]);
                    assert!((kind as usize) < kinds && delay >= 0 && length > 0, "{what}");
                    assert!(2 * (delay + length) as u64 <= time, "{what}");
                    let drawing = &film.drawings[looks[usize::from(drawing > 1)]];
                    assert!(part[4].is_none_or(|element| (element as usize) < elements(drawing)), "{what}");
                    moving += 1;
                }
            }
        }
        println!("{command}: {moving} moves in {} lists of {kinds} kinds", film.moves.len());
        assert!(moving >= least, "{command}: {moving}");
    }
}

#[test]
fn motion_adds_few_bytes_and_changes_no_step() {
    for delay in ["", " --delay 600ms"] {
        let command = format!("search 6 --all --view lecture{delay}");
        let [none, soft] = [" --motion none", ""].map(|motion| page(&format!("{command}{motion}")));
        println!("{command}: {} bytes, {} with motion", none.len(), soft.len());
        assert!(soft.len() * 100 < none.len() * 115, "{command}: {} and {} bytes", none.len(), soft.len());
        assert!(!none.contains("@keyframes") && soft.contains("@keyframes"));
        let [none, soft] = [none, soft].map(|html| read(&html));
        assert!(none.moves.is_empty() && none.slots.iter().all(|slot| slot.moves.is_empty()));
        assert_eq!((&none.times, &none.captions, &none.texts), (&soft.times, &soft.captions, &soft.texts));
        for (none, soft) in none.slots.iter().zip(&soft.slots) {
            // A line that is drawn again moves, but looks as before.
            let mut looks: Vec<_> = sums(&soft.steps).into_iter().zip(soft.looks.iter().copied()).collect();
            looks.dedup_by_key(|(_, look)| *look);
            let expected: Vec<_> = sums(&none.steps).into_iter().zip(none.looks.iter().copied()).collect();
            assert_eq!((none.area, expected), (soft.area, looks));
        }
    }
}

/// Browsers accept a name like `--0`, but the W3C checker does not.
#[test]
fn names_of_custom_properties_begin_with_a_letter() {
    for command in [
        "search 6 --view lecture",
        "search 5 --algorithm min-conflicts --view lecture",
        "race 5 backtracking marking",
    ] {
        let html = page(command);
        let names: Vec<&str> = html.split("var(--").skip(1).map(|text| &text[..1]).collect();
        assert!(names.iter().all(|name| name.starts_with(char::is_alphabetic)), "{command}: {names:?}");
        assert!(html.contains("(calc(var(--"), "{command}: no numbers of single moves");
    }
}

#[test]
fn a_transcript_says_how_many_frames_it_leaves_out() {
    for (solutions, is_cut) in [("150", false), ("200", true)] {
        let html = page(&format!("search 10 --solutions {solutions}"));
        let described = between(&html, "<noscript>", "</noscript>");
        let frames = read(&html).captions.len();
        assert_eq!(frames > 20_000, is_cut);
        let ends = described.split_once("<p>Not described: ").map(|(_, end)| end.trim_end());
        let left_out = frames.saturating_sub(20_000);
        let says = format!("{},{:03} more frames.</p>", left_out / 1000, left_out % 1000);
        assert_eq!(ends, is_cut.then_some(says.as_str()));
    }
}

#[test]
fn the_policy_allows_the_script_and_the_style_of_the_page_alone() {
    const SHA256: &str = "import base64, hashlib, sys; print(base64.b64encode(hashlib.sha256(sys.argv[1].encode()).digest()).decode())";

    let html = page("search 4 --title 'a \"quoted\" </title> & more'");
    let policy = between(&html, "Content-Security-Policy\" content=\"", "\"");
    let hash = |content: &str| {
        let output = run_tool(python(&["hashlib"])?.args(["-c", SHA256, content]))?;
        Some(format!("sha256-{}", String::from_utf8(output.stdout).unwrap().trim_end()))
    };
    if let (Some(script), Some(style)) = (hash(script(&html)), hash(between(&html, "<style>", "</style>"))) {
        let allowed = format!("script-src '{script}'; style-src '{style}'");
        let expected = format!("default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'");
        assert_eq!(policy, expected);
    }
    for address in ["http:", "https:", "//www", "src=", "@import", "url("] {
        let found = html.split(address).count() - 1;
        // The SVG namespace in the script is not an address that is opened.
        let names = usize::from(["http:", "//www"].contains(&address));
        assert_eq!(found, names, "{address}");
    }
    assert_eq!(html.matches("</title>").count(), 1);
}
