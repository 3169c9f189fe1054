//! PDF: other programs read in our files what pictures show.

use std::fs;
use std::path::Path;
use std::process::Command;

use image::{DynamicImage, RgbImage};
use queenreel::board::SquareNames;
use queenreel::internals::page::Theme;
use queenreel::record::ScheduleOptions;

use crate::common::board_reader::{Reader, expected, read};
use crate::common::decode::read_rgb;
use crate::common::films::{events, scheduled_frames};
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, names, repository_file};
use crate::common::svg::{MOST_DIFFERENT, mean_difference};
use crate::common::table::words;
use crate::common::tools::run_tool;

/// The pages as pictures with this resolution.
fn pages(path: &Path, dpi: u32) -> Option<Vec<RgbImage>> {
    pages_by("pdftoppm", path, dpi)
}

fn pages_by(rasteriser: &str, path: &Path, dpi: u32) -> Option<Vec<RgbImage>> {
    let directory = tempfile::tempdir().unwrap();
    let mut command = Command::new(rasteriser);
    command.args(["-png", "-r", &dpi.to_string()]).arg(path).arg(directory.path().join("page"));
    run_tool(&mut command)?;
    let files = names(directory.path()).into_iter();
    Some(files.map(|name| read_rgb(&directory.path().join(name))).collect())
}

/// The output of a program about a document.
fn printed(program: &str, options: &[&str], path: &Path, output: &[&str]) -> Option<String> {
    let printed = run_tool(Command::new(program).args(options).arg(path).args(output))?.stdout;
    Some(String::from_utf8_lossy(&printed).into_owned())
}

/// The text of a range of pages.
fn text(path: &Path, first: u32, last: u32) -> Option<String> {
    printed("pdftotext", &["-f", &first.to_string(), "-l", &last.to_string(), "-layout"], path, &["-"])
}

/// The document without compression.
fn uncompressed(path: &Path) -> Option<String> {
    printed("qpdf", &["--qdf", "--object-streams=disable"], path, &["-"])
}

/// The value of a line that `pdfinfo` prints.
fn fact<'a>(info: &'a str, name: &str) -> &'a str {
    let mut lines = info.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim).unwrap()
}

fn check(path: &Path) {
    let Some(checked) = printed("qpdf", &["--check"], path, &[]) else { return };
    assert!(checked.contains("No syntax or stream encoding errors"), "{checked}");
    assert!(!checked.contains("WARNING"), "{checked}");
}

#[test]
fn pages_are_the_frames_of_a_film() {
    let sandbox = Sandbox::new();
    let films = [
        "search 5",
        "search 5 --view lecture --every 7",
        "search 6 --theme midnight --coordinates --every 5",
        "search 4 --theme heatmap --size 200",
        "search 6 --algorithm marking --panel stack --every 9",
        "search 8 --tree --piece white --grid --every 40",
        "race 5 backtracking bitfield --every 20",
    ];
    for (index, film) in sampled(2, films.into_iter().enumerate()) {
        let (pdf, frames) = (format!("film{index}.pdf"), format!("frames{index}"));
        sandbox.succeed(&words(&format!("{film} -o {pdf}")));
        // A directory of frames has pages of the same size.
        let even = if film.starts_with("search") { "--pace even" } else { "" };
        sandbox.succeed(&words(format!("{film} {even} -o {frames}/").trim_end()));
        check(&sandbox.path(&pdf));
        let Some(pages) = pages(&sandbox.path(&pdf), 96) else { return };
        let files: Vec<String> =
            names(&sandbox.path(&frames)).into_iter().filter(|name| name.starts_with("frame-")).collect();
        assert_eq!(pages.len(), files.len(), "{film}");
        for (page, file) in pages.iter().zip(files) {
            let difference = mean_difference(page, &read_rgb(&sandbox.path(&frames).join(&file)));
            assert!(difference < MOST_DIFFERENT, "{film}, {file}: {difference}");
        }
    }
}

#[test]
fn boards_are_read_back_from_pages() {
    let sandbox = Sandbox::new();
    for theme in sampled(2, ["ink", "classic"]) {
        sandbox.succeed(&["search", "6", "--theme", theme, "-o", "film.pdf"]);
        let Some(pages) = pages(&sandbox.path("film.pdf"), 96) else { return };
        let frames = scheduled_frames(6, || events(6, 1), &ScheduleOptions::default(), None).unwrap();
        assert_eq!(pages.len(), frames.len());
        let theme = Theme::named(theme).unwrap();
        let mut reader = Reader::new(size(6), &theme);
        for (page, frame) in pages.into_iter().zip(&frames) {
            let seen = reader.read(&DynamicImage::ImageRgb8(page).into_rgba8());
            assert_eq!(seen, expected(&frame.board, true), "step {}", frame.step);
        }
    }
}

#[test]
fn hatching_is_that_of_the_pictures() {
    let sandbox = Sandbox::new();
    for side in ["240", "480", "1080"] {
        for ending in ["pdf", "png"] {
            let board = "board 15800000 --attacks --theme ink --size";
            sandbox.succeed(&words(&format!("{board} {side} --force -o board.{ending}")));
        }
        // `pdftoppm` blackens each quarter of a pixel that a line touches, so that thin lines are too wide.
        let Some(pages) = pages_by("pdftocairo", &sandbox.path("board.pdf"), 96) else { return };
        let difference = mean_difference(&pages[0], &read_rgb(&sandbox.path("board.png")));
        assert!(difference < MOST_DIFFERENT, "{side}: {difference}");
    }
}

#[test]
fn a_board_and_a_gallery_are_the_pictures_that_they_are_as_png() {
    let sandbox = Sandbox::new();
    let stills = [
        ("board 15863724", 96),
        ("board 11111111 --coordinates --theme midnight", 96),
        ("board 58647321 --panel diagonals", 96),
        ("board 1,3,6,8,10,5,9,2,4,7 --canvas 148x105mm", 300),
        ("gallery 6", 96),
        ("gallery 6 --theme heatmap --canvas letter-landscape", 300),
        ("gallery 8 --canvas 16:9 --fundamental", 96),
        ("sheet 4", 96),
        ("sheet 4 --canvas a4", 300),
    ];
    for (index, (still, dpi)) in sampled(2, stills.into_iter().enumerate()) {
        let [pdf, png] = ["pdf", "png"].map(|ending| {
            let name = format!("still{index}.{ending}");
            sandbox.succeed(&words(&format!("{still} -o {name}")));
            sandbox.path(&name)
        });
        check(&pdf);
        let Some(pages) = pages(&pdf, dpi) else { return };
        let picture = read_rgb(&png);
        assert_eq!(pages.len(), 1);
        // Paper does not have a whole number of pixels.
        let (width, height) = picture.dimensions();
        let (across, down) = pages[0].dimensions();
        assert!(width.abs_diff(across) < 2 && height.abs_diff(down) < 2, "{still}");
        let shared = |image: &RgbImage| {
            image::imageops::crop_imm(image, 0, 0, width.min(across), height.min(down)).to_image()
        };
        let difference = mean_difference(&shared(&pages[0]), &shared(&picture));
        assert!(difference < MOST_DIFFERENT, "{still}: {difference}");
        if index == 0 {
            let page = DynamicImage::ImageRgb8(pages[0].clone()).into_rgba8();
            let seen = read(&page, size(8), &Theme::default());
            assert_eq!(seen.iter().filter(|(_, seen)| seen.queen).count(), 8);
        }
    }
}

#[test]
fn captions_and_coordinates_are_text() {
    let sandbox = Sandbox::new();
    let search = "search 4 --view lecture --title 'Four queens'";
    sandbox.succeed(&words(&format!("{search} -o film.pdf")));
    let film = sandbox.path("film.pdf");
    let Some(whole) = text(&film, 1, 1000) else { return };
    for words in ["Four queens", "Dead end in column", "if no queen attacks the square", "placements"] {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    // Every caption is on its page, word for word.
    sandbox.succeed(&words(&format!("{search} --pace even -o frames/")));
    let frames = sandbox.listed("frames/frames.json");
    assert!(frames.len() > 20);
    for (index, frame) in (1..).zip(&frames) {
        let page = text(&film, index, index).unwrap();
        let caption = frame["caption"].as_str().unwrap_or_default();
        let fact = caption.split(": ").next().unwrap();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&page).contains(&words(fact)), "{index}: {fact}\n{page}");
    }
    sandbox.succeed(&words("board 15863724 --coordinates -o board.pdf"));
    let board = text(&sandbox.path("board.pdf"), 1, 1).unwrap();
    let found: Vec<&str> = board.split_whitespace().collect();
    for label in ["a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5", "6", "7", "8"] {
        assert_eq!(found.iter().filter(|word| **word == label).count(), 1, "{label}: {board}");
    }
}

#[test]
fn fonts_are_embedded_subsets() {
    let sandbox = Sandbox::new();
    let font = repository_file("fonts/NotoSans-Bold.ttf");
    let films = [
        (vec![], vec!["AAAAAA+NotoSans-Regular", "AAAAAB+NotoSans-Bold"]),
        (vec!["--font", font.to_str().unwrap()], vec!["AAAAAA+Text-Regular"]),
    ];
    for (options, wanted) in films {
        let search = words("search 4 --view lecture --every 5 --force -o film.pdf");
        sandbox.succeed(&[&search[..], &options].concat());
        let path = sandbox.path("film.pdf");
        let Some(fonts) = printed("pdffonts", &[], &path, &[]) else { return };
        let fonts: Vec<Vec<&str>> =
            fonts.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(fonts.iter().map(|font| font[0]).collect::<Vec<_>>(), wanted);
        for font in &fonts {
            assert_eq!(font[1..7], ["CID", "TrueType", "Identity-H", "yes", "yes", "yes"]);
        }
        assert!(text(&path, 1, 99).unwrap().contains("queen"));
    }
    // Outlines need no font.
    sandbox.succeed(&words("board 2413 -o board.pdf"));
    assert_eq!(printed("pdffonts", &[], &sandbox.path("board.pdf"), &[]).unwrap().lines().count(), 2);
}

#[test]
fn pages_have_sizes_labels_and_descriptions() {
    const MM: f64 = 72.0 / 25.4;
    let sandbox = Sandbox::new();
    for (command, count, width, height) in [
        ("search 6", 57, 360.0, 360.0),
        ("search 4 --canvas 1280x720", 13, 960.0, 540.0),
        ("search 4 --canvas a4", 13, 210.0 * MM, 297.0 * MM),
        ("board 2413 --canvas 210x148mm", 1, 210.0 * MM, 148.0 * MM),
        ("gallery 8 --canvas a3-landscape", 1, 420.0 * MM, 297.0 * MM),
        ("gallery 5 --animate", 10, 360.0, 360.0),
        ("sheet 6 --canvas letter", 4, 612.0, 792.0),
    ] {
        sandbox.succeed(&words(&format!("{command} -o out.pdf")));
        let path = sandbox.path("out.pdf");
        check(&path);
        let Some(info) = printed("pdfinfo", &[], &path, &[]) else { return };
        assert_eq!(fact(&info, "Pages"), count.to_string(), "{command}");
        assert_eq!(fact(&info, "Tagged"), "yes");
        assert_eq!(fact(&info, "Producer"), "queenreel");
        let size: Vec<f64> =
            fact(&info, "Page size").split([' ', 'x']).filter_map(|side| side.parse().ok()).collect();
        let is_right = |side: f64, wanted: f64| (side - wanted).abs() < 0.01;
        assert!(is_right(size[0], width) && is_right(size[1], height), "{command}: {size:?}");
        let document = uncompressed(&path).unwrap();
        assert_eq!(document.matches("/S /Figure").count(), count, "{command}");
        assert_eq!(document.matches("/Alt").count(), count, "{command}");
        assert!(document.contains("/Lang (en)") && document.contains("/DisplayDocTitle true"));
    }
    // The number of a page is the number of its step, even if steps are left out.
    sandbox.succeed(&words("search 6 --every 10 -o some.pdf"));
    let path = sandbox.path("some.pdf");
    let document = uncompressed(&path).unwrap();
    let labels = document.split("/PageLabels").nth(1).unwrap();
    assert!(labels.contains("/St 10") && labels.contains("/St 20") && !labels.contains("/St 11"), "{labels}");
    assert!(document.contains("Queens on "));
}

#[test]
fn the_same_film_has_the_same_bytes() {
    let sandbox = Sandbox::new();
    let search = "search 5 --view lecture";
    for command in [search, "gallery 8 --canvas a4", "sheet 4", "board 2413"] {
        sandbox.succeed(&words(&format!("{command} -o one.pdf")));
        sandbox.succeed(&words(&format!("{command} -o two.pdf")));
        assert!(sandbox.read("one.pdf") == sandbox.read("two.pdf"), "{command}");
    }
    let film = sandbox.succeed(&words(&format!("{search} --format pdf -o -"))).stdout;
    sandbox.succeed(&words(&format!("{search} -o one.pdf")));
    assert!(film == sandbox.read("one.pdf"));
}

#[test]
fn the_search_for_eight_queens_is_small() {
    let sandbox = Sandbox::new();
    let report = sandbox.stdout(&words("search 8 -o film.pdf"));
    assert!(report.starts_with("film.pdf: 219 pages, "), "{report}");
    assert!(sandbox.read("film.pdf").len() <= 250_000);
    let Some(info) = printed("pdfinfo", &[], &sandbox.path("film.pdf"), &[]) else { return };
    assert_eq!(fact(&info, "Pages"), "219");
}

#[test]
fn any_text_is_a_title_and_a_caption() {
    let sandbox = Sandbox::new();
    for title in [") Tj (\\ <</S 1>> % endstream endobj", "Żółć ½ — “é”", "((((", "\\"] {
        sandbox.succeed(&["search", "4", "--title", title, "--view", "article", "-o", "film.pdf"]);
        let path = sandbox.path("film.pdf");
        check(&path);
        let Some(info) = printed("pdfinfo", &[], &path, &[]) else { return };
        assert_eq!(fact(&info, "Title"), title);
        assert!(text(&path, 1, 1).unwrap().contains(title), "{title}");
    }
}

#[test]
fn a_paper_about_the_program_is_not_replaced() {
    let sandbox = Sandbox::new();
    let other = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n% a paper about queenreel\n%%EOF\n";
    sandbox.write("paper.pdf", other);
    for command in ["search 4", "board 2413", "sheet 4", "gallery 4"] {
        let command = format!("{command} -o paper.pdf");
        sandbox.refuse(1, &words(&command), &["queenreel has not written it"]);
    }
    assert_eq!(sandbox.read("paper.pdf"), other);
}

#[cfg(target_os = "linux")]
#[test]
fn faults_of_the_file_system_are_reported_and_leave_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = Sandbox::new();
    for command in ["search 4", "gallery 6 --animate"] {
        let command = format!("{command} -o /dev/full --format pdf");
        sandbox.refuse(1, &words(&command), &["cannot write /dev/full: No space left"]);
    }
    // A film that fails leaves the existing file unchanged.
    sandbox.succeed(&words("search 4 -o film.pdf"));
    let before = sandbox.read("film.pdf");
    let log = "{\"queens\":4}\n{\"place\":[1,1]}\n{\"place\":[9,9]}\n";
    assert!(!sandbox.feed(log, &["replay", "-", "-o", "film.pdf"]).status.success());
    assert_eq!(sandbox.read("film.pdf"), before);
    assert_eq!(sandbox.names(), ["film.pdf"]);
    // Programs that run as root may write everywhere.
    fs::create_dir(sandbox.path("locked")).unwrap();
    fs::set_permissions(sandbox.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    let output = sandbox.run(&words("sheet 4 -o locked/sheet.pdf"));
    assert!(output.status.success() || names(&sandbox.path("locked")).is_empty());
}

#[test]
fn square_names_are_those_of_the_film() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&words("search 4 --squares numbers -o film.pdf"));
    let Some(document) = uncompressed(&sandbox.path("film.pdf")) else { return };
    let frames = scheduled_frames(4, || events(4, 1), &ScheduleOptions::default(), None).unwrap();
    let last = frames.last().unwrap().queens_in_words(SquareNames::Numbers);
    assert!(document.contains(&last.replace('(', "\\(").replace(')', "\\)")), "{last}");
}
