//! Text in scripts whose letters join, change or are written from right to left, compared with Pango's rendering.

use std::fs;

use image::RgbImage;

use crate::common::decode::read_rgb;
use crate::common::lists::rows;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::svg::rasterised;
use crate::common::table::words;
use crate::common::tools::{installed, run_tool, system_font};

/// Fonts, their families, and titles.
const TITLES: &str = include_str!("titles.txt");

/// The height of the part of a page with its title, in pixels.
const TITLE: u32 = 112;

/// The darkness of the columns of the title, from the first dark one on, each blurred with its neighbours.
fn columns(picture: &RgbImage) -> Vec<f64> {
    const BLUR: usize = 9;
    let paper = i32::from(picture.get_pixel(1, 1)[1]);
    let ink = |x| (0..TITLE).map(|y| f64::from((paper - i32::from(picture.get_pixel(x, y)[1])).max(0))).sum();
    let columns: Vec<f64> = (0..picture.width()).map(ink).collect();
    columns.windows(BLUR).map(|near| near.iter().sum::<f64>() / BLUR as f64).collect()
}

/// The difference of two lists: 0 if they are equal, 2 if nothing overlaps.
fn difference(one: &[f64], other: &[f64]) -> f64 {
    let sum = |list: &[f64]| list.iter().sum::<f64>().max(1.0);
    let (one_sum, other_sum) = (sum(one), sum(other));
    one.iter().zip(other).map(|(a, b)| (a / one_sum - b / other_sum).abs()).sum()
}

/// Our letters as pixels, as outlines and as text, which Pango shapes.
#[test]
fn titles_look_as_pango_draws_them() {
    if !installed(&["rsvg-convert"]) {
        return;
    }
    for [font, family, title] in sampled(4, rows(TITLES)) {
        let Some(font) = system_font(font) else { continue };
        let sandbox = Sandbox::new();
        let page = ["--canvas", "1800x1120", "--font", font.to_str().unwrap(), "--title", title];
        for (film, output) in [
            ("search 4 --select 0", "-o pixels.png"),
            ("search 4 --select 0", "-o outlines.svg"),
            ("search 4 --select 0", "-o text.svg --svg-text"),
            // The still of a film that does not play.
            ("search 4 --poster poster.png --thumbnail first -o film.svg", ""),
        ] {
            sandbox.succeed(&[&words(film)[..], &page, &words(output)].concat());
        }
        let text = fs::read_to_string(sandbox.path("text.svg")).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        assert!(document.descendants().any(|node| node.text() == Some(title)), "{title}: as it was given");
        // The font has no bold letters, but installed fonts of its family may.
        let text = text.replace(r#" font-weight="700""#, "").replace("'Noto Sans'", &format!("'{family}'"));
        fs::write(sandbox.path("text.svg"), text).unwrap();

        let pixels = columns(&read_rgb(&sandbox.path("pixels.png")));
        let [outlines, pango, film] = ["outlines.svg", "text.svg", "film.svg"]
            .map(|name| columns(&rasterised(&sandbox.path(name), 1).unwrap()));
        let drawn = difference(&pixels, &pango);
        let seen = difference(&outlines, &pixels).max(difference(&film, &pixels));
        let first = |columns: &[f64]| columns.iter().position(|ink| *ink > 0.0).unwrap();
        let last = |columns: &[f64]| columns.iter().rposition(|ink| *ink > 0.0).unwrap();
        let mut reversed = pixels.clone();
        reversed[first(&pixels)..=last(&pixels)].reverse();
        let turned = difference(&reversed, &pango);
        println!("{title}: {drawn:.3}, as outlines {seen:.3}, turned around {turned:.3}");
        assert!(drawn < 0.25 && seen < 0.25, "{title}: {drawn:.3}, as outlines {seen:.3}");
        assert!(turned > 2.0 * drawn, "{title}: {drawn:.3}, turned around {turned:.3}");
        assert!(last(&pixels).abs_diff(last(&pango)) <= 8, "{title}: as wide as Pango's");
    }
}

/// Text copied from a PDF equals the original.
#[test]
fn pdf_has_the_text_of_titles() {
    for [font, _, title] in rows(TITLES) {
        let Some(font) = system_font(font) else { continue };
        let sandbox = Sandbox::new();
        let command = ["search", "4", "--select", "0", "--canvas", "900x560", "--title", title];
        sandbox.succeed(&[&command[..], &["--font", font.to_str().unwrap(), "-o", "x.pdf"]].concat());
        let mut pdftotext = std::process::Command::new("pdftotext");
        let Some(output) = run_tool(pdftotext.arg(sandbox.path("x.pdf")).arg("-")) else { return };
        let text = String::from_utf8(output.stdout).unwrap();
        // Direction marks are added where the direction changes.
        let is_mark = |letter| matches!(letter, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
        // Poppler also reverses the letters of a ligature.
        let plain = |text: &str| text.replace(is_mark, "").replace("لا", "ال");
        let text = plain(&text);
        // Readers guess the order of words in two directions.
        let title = plain(title);
        for word in title.split(|letter: char| !letter.is_alphabetic() && letter.is_ascii()) {
            assert!(text.contains(word), "{title}: {word} in {text}");
        }
    }
}

/// All formats draw the same text, and none draws an empty box.
#[test]
fn text_is_the_same_in_all_formats() {
    let Some(font) = system_font("dejavu/DejaVuSans.ttf") else { return };
    let sandbox = Sandbox::new();
    let header = "{\"queens\":4,\"algorithm\":\"ملكات\"}\n";
    let log = "{\"place\":[1,1],\"caption\":\"שמונה מלכות\"}\n{\"place\":[3,2]}\n";
    sandbox.write("log.jsonl", [header, log].concat());
    let replay = format!("replay log.jsonl --caption --title مسئله --font {}", font.display());
    let names = "x.gif x.png x.svg x.pdf x.html x.pptx x.mp4 x.webp x.apng frames/";
    for name in words(names) {
        let select = if name == "x.png" { " --select 1" } else { "" };
        sandbox.succeed(&words(&format!("{replay}{select} -o {name}")));
    }
    let page = fs::read_to_string(sandbox.path("x.html")).unwrap();
    assert!(page.contains("<title>مسئله</title>"));
    // A subset of the font has no rules for joining letters.
    let poster = page.split("id=\"poster\"").nth(1).unwrap().split("</svg>").next().unwrap();
    let texts: Vec<&str> = poster.split("<text").skip(1).collect();
    assert!(!texts.is_empty() && !texts.concat().contains('م'), "{poster}");
}

#[test]
fn decomposed_letters_are_drawn_as_composed_ones() {
    let sandbox = Sandbox::new();
    let pairs = [
        ("Été à Århus", "E\u{301}te\u{301} a\u{300} A\u{30a}rhus"),
        ("Tiếng Việt", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t"),
        ("Ñandú", "N\u{303}andu\u{301}"),
        ("Ωμέγα", "\u{2126}με\u{301}γα"),
        ("Йод", "И\u{306}од"),
    ];
    for (composed, decomposed) in sampled(5, pairs) {
        let drawn = |title: &str, name: &str| {
            sandbox.write("code.py", format!("# {title}\nplace()\n"));
            let header = format!("{{\"queens\":4,\"algorithm\":\"{title}\"}}");
            let event = format!("{{\"place\":[1,1],\"caption\":\"{title}\",\"line\":2}}");
            sandbox.write("log.jsonl", format!("{header}\n{event}\n{{\"place\":[3,2]}}\n"));
            let gallery = "[[film]]\nkind = \"gallery\"\nqueens = \"4\"\n";
            sandbox.write("recipe.toml", format!("{gallery}title = \"{title}\"\noutput = \"recipe.svg\"\n"));
            let intro = if name == "x.gif" { " --intro 1s" } else { "" };
            let replay = "replay log.jsonl --view lecture --code-file code.py --title";
            sandbox.succeed(&words(&format!("{replay} '{title}'{intro} -o {name} --force")));
            sandbox.succeed(&words("make recipe.toml --force"));
            (fs::read(sandbox.path(name)).unwrap(), fs::read(sandbox.path("recipe.svg")).unwrap())
        };
        for name in ["x.gif", "x.svg", "x.html", "x.pdf"] {
            assert!(drawn(composed, name) == drawn(decomposed, name), "{composed} in {name}");
        }
    }
}

#[test]
fn variation_selectors_and_joiners_draw_nothing() {
    let sandbox = Sandbox::new();
    let drawn = |title: &str, piece: &str| {
        let command = format!("search 4 --title {title} --piece {piece} --canvas 640x560 -o - --format gif");
        sandbox.succeed(&words(&command)).stdout
    };
    let plain = drawn("Queens™", "Q");
    for (title, piece) in [
        ("Queens™\u{fe0f}", "Q"),
        ("Queens™\u{fe0e}", "Q\u{fe0e}"),
        ("Que\u{200d}ens™", "Q\u{200d}"),
        ("\u{feff}Queens\u{2060}™", "Q"),
        ("Qu\u{ad}eens™", "Q\u{fe0f}"),
    ] {
        assert!(drawn(title, piece) == plain, "{title:?} {piece:?}");
    }
    assert!(drawn("Queens™", "♛\u{fe0e}") == drawn("Queens™", "black"));
    assert!(drawn("Queens™", "♕\u{fe0f}") == drawn("Queens™", "white"));
}
