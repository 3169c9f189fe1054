//! Pictures of paper sizes: their printed size.

use std::path::Path;
use std::process::Command;

use roxmltree::Document;

use crate::common::lists::rows;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;
use crate::common::tools::{python, run_tool};

/// Pictures of all kinds, and their sheets in millimetres.
fn pages() -> impl Iterator<Item = (&'static str, [f64; 2])> {
    let sheets = rows(include_str!("paper.txt"));
    sheets.map(|[command, width, height]| (command, [width, height].map(|side| side.parse().unwrap())))
}

/// Width and height of pictures in millimetres by Pillow, one in each line, or `none`.
const SIZES: &str = "
import sys
from PIL import Image
for path in sys.argv[1:]:
    picture = Image.open(path)
    dpi = picture.info.get('dpi')
    if path.endswith('.webp'):
        exif = picture.getexif()
        dpi = (exif[282], exif[283]) if exif.get(296) == 2 else None
    elif path.endswith(('.tiff', '.tif')):
        dpi = dpi if picture.tag_v2.get(296) == 2 else None
    print(*(['none'] if dpi is None else [25.4 * side / float(dots) for side, dots in zip(picture.size, dpi)]))
";

fn sizes(sandbox: &Sandbox, files: &[&str]) -> Option<Vec<Option<[f64; 2]>>> {
    let paths = files.iter().map(|file| sandbox.path(file));
    let output = run_tool(python(&["PIL"])?.args(["-c", SIZES]).args(paths))?;
    let size = |line: &str| {
        let sides: Vec<f64> = line.split(' ').filter_map(|side| side.parse().ok()).collect();
        sides.try_into().ok()
    };
    Some(String::from_utf8(output.stdout).unwrap().lines().map(size).collect())
}

/// Whether two sizes differ by less than half a pixel at 300 dpi on each side.
fn is_near(one: [f64; 2], other: [f64; 2]) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < 0.05)
}

#[test]
fn pictures_have_the_size_of_their_sheet() {
    let sandbox = Sandbox::new();
    let files = ["p.png", "p.jpg", "p.jpeg", "p.bmp", "p.tiff", "p.tif", "p.webp"];
    for (command, sheet) in sampled(8, pages()) {
        // A WebP of solutions is a film.
        let is_still = |file: &&str| !command.starts_with("gallery") || *file != "p.webp";
        let files: Vec<&str> = files.into_iter().filter(is_still).collect();
        for file in &files {
            sandbox.succeed(&words(&format!("{command} -o {file} --quiet")));
        }
        let Some(sizes) = sizes(&sandbox, &files) else { return };
        for (file, size) in files.iter().zip(sizes) {
            assert!(is_near(size.unwrap(), sheet), "{command}, {file}: {size:?}");
            std::fs::remove_file(sandbox.path(file)).unwrap();
        }
    }
}

#[test]
fn pictures_beside_films_and_in_directories_have_the_size_of_their_sheet() {
    let sandbox = Sandbox::new();
    for (command, files) in [
        ("search 4 -o frames/", &["frames/frame-0001.png", "frames/frame-0005.png"][..]),
        ("search 4 -o film.gif --poster poster.tiff", &["poster.tiff"]),
        ("search 4 -o film.svg --poster poster.webp", &["poster.webp"]),
        ("search 4 -o film.pdf --poster poster.bmp", &["poster.bmp"]),
        ("race 4 eager marking -o race.gif --poster race.jpg", &["race.jpg"]),
        ("gallery 4 -o pictures/", &["pictures/solution-01.png", "pictures/solution-02.png"]),
        ("sheet 4 -o pages/", &["pages/page-01.png"]),
        // Films that are also still pictures.
        ("search 4 -o film.apng", &["film.apng"]),
        ("search 4 -o film.webp", &["film.webp"]),
        ("search 4 --select 5 -o still.webp", &["still.webp"]),
    ] {
        sandbox.succeed(&words(&format!("{command} --canvas 120x90mm --quiet")));
        let Some(sizes) = sizes(&sandbox, files) else { return };
        for (file, size) in files.iter().zip(sizes) {
            assert!(is_near(size.unwrap(), [120.0, 90.0]), "{command}, {file}: {size:?}");
        }
    }
}

#[test]
fn other_pictures_have_no_size_on_paper() {
    let sandbox = Sandbox::new();
    // Pillow reports a resolution for every JPEG and BMP.
    let files = ["p.png", "p.tiff", "p.webp"];
    for command in ["board 2413", "board 2413 --canvas 640x480", "gallery 4"] {
        for file in files {
            sandbox.succeed(&words(&format!("{command} -o {file} --force --quiet")));
        }
        let Some(sizes) = sizes(&sandbox, &files) else { return };
        assert_eq!(sizes, [None; 3], "{command}");
    }
}

#[test]
fn drawings_have_the_size_of_their_sheet() {
    let sandbox = Sandbox::new();
    let film = "search 4 --view article --canvas 150x100mm";
    let films = [(film, [150.0, 100.0]), ("gallery 4 --animate --canvas a4", [210.0, 297.0])];
    // A chart is not a vector drawing.
    for (command, sheet) in pages().filter(|(command, _)| !command.starts_with("compare")).chain(films) {
        sandbox.succeed(&words(&format!("{command} -o p.svg --force --quiet")));
        assert_sheet(&sandbox.path("p.svg"), sheet, command);
    }
    sandbox.succeed(&words(&format!("{film} -o f.gif --poster poster.svg --quiet")));
    assert_sheet(&sandbox.path("poster.svg"), [150.0, 100.0], "a poster");
}

fn assert_sheet(path: &Path, sheet: [f64; 2], name: &str) {
    let svg = std::fs::read_to_string(path).unwrap();
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    let millimetres = |side: &str| root.attribute(side)?.strip_suffix("mm")?.parse::<f64>().ok();
    assert_eq!(["width", "height"].map(millimetres), sheet.map(Some), "{name}");
    let pixels = sheet.map(|side| (side / 25.4 * 300.0).round());
    assert_eq!(root.attribute("viewBox"), Some(&format!("0 0 {} {}", pixels[0], pixels[1])[..]), "{name}");
    // Browsers use 96 pixels per inch.
    let Some(seen) = run_tool(Command::new("rsvg-convert").arg(path)) else { return };
    let seen = image::load_from_memory(&seen.stdout).unwrap();
    let expected = sheet.map(|side| side / 25.4 * 96.0);
    let seen = [seen.width(), seen.height()].map(f64::from);
    assert!(seen.iter().zip(expected).all(|(seen, side)| (seen - side).abs() < 1.0), "{name}: {seen:?}");
}
