//! The parts of a presentation, as PowerPoint writes them.

use std::borrow::Cow;
use std::time::Duration;

use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;

use crate::encode::PROGRAM;

use super::{Slide, SlideSize};

const THEME: &str = include_str!("package/theme.xml");

/// The parts that are the same in every presentation, or depend only on the size of its slides, with their paths.
const FIXED: [(&str, &str); 8] = [
    ("ppt/slideMasters/slideMaster1.xml", include_str!("package/slide_master.xml")),
    ("ppt/slideLayouts/slideLayout1.xml", include_str!("package/slide_layout.xml")),
    ("ppt/notesMasters/notesMaster1.xml", include_str!("package/notes_master.xml")),
    // Each master has one of its own.
    ("ppt/theme/theme1.xml", THEME),
    ("ppt/theme/theme2.xml", THEME),
    ("ppt/presProps.xml", include_str!("package/pres_props.xml")),
    ("ppt/viewProps.xml", include_str!("package/view_props.xml")),
    ("ppt/tableStyles.xml", include_str!("package/table_styles.xml")),
];

/// The parts that do not depend on the slides, with their paths.
pub fn fixed(size: SlideSize) -> impl Iterator<Item = (&'static str, String)> {
    let places = places(size);
    FIXED.iter().map(move |(path, text)| (*path, filled(text, &places)))
}

/// Where the placeholders of the masters are, as PowerPoint has them on a wide slide.
fn places(size: SlideSize) -> Vec<(&'static str, String)> {
    let (width, height) = (size.width(), size.height());
    let across = |part: f64| (f64::from(width) * part) as u32;
    let down = |part: f64| (f64::from(height) * part) as u32;
    // The picture of the slide on a page of notes.
    let (room_width, room_height, centre) = (5_486_400.0, 3_086_100.0, 3_429_000);
    let scale = f64::min(room_width / f64::from(width), room_height / f64::from(height));
    let image = |side: u32| (f64::from(side) * scale).round() as u32;
    let places = [
        ("left", across(0.068_75)),
        ("width", across(0.8625)),
        ("title_top", down(0.053_241)),
        ("title_height", title_height(height)),
        ("text_top", down(0.266_204)),
        ("text_height", down(0.634_491)),
        ("image_left", centre - image(width) / 2),
        ("image_width", image(width)),
        ("image_height", image(height)),
    ];
    places.map(|(name, place)| (name, place.to_string())).into()
}

/// The height of a title on a slide of this height.
fn title_height(height: u32) -> u32 {
    (f64::from(height) * 0.193_287) as u32
}

/// A text with values where their names are after a dollar sign.
fn filled(text: &str, values: &[(&str, String)]) -> String {
    let mut parts = text.split('$');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let value = values.iter().find(|(known, _)| *known == name);
        filled += &value.expect("each name in a package has a value").1;
        filled += rest;
    }
    filled
}

/// The same on one line, without the spaces at the beginnings of lines.
fn joined(text: &str, values: &[(&str, String)]) -> String {
    filled(&text.lines().map(str::trim_start).collect::<String>(), values)
}

/// The paths of the parts of a slide, numbered from 1.
pub fn slide_path(number: u32) -> String {
    format!("ppt/slides/slide{number}.xml")
}

pub fn notes_path(number: u32) -> String {
    format!("ppt/notesSlides/notesSlide{number}.xml")
}

pub fn media_path(number: u32, extension: &str) -> String {
    format!("ppt/media/image{number}.{extension}")
}

/// The path of the relationships of a part.
pub fn relationships_path(part: &str) -> String {
    let (directory, name) = part.rsplit_once('/').unwrap_or(("", part));
    format!("{directory}/_rels/{name}.rels")
}

/// The content types of all parts.
pub fn content_types(slides: u32) -> String {
    let office = "application/vnd.openxmlformats-officedocument.presentationml";
    let all = |path: fn(u32) -> String, kind: &str| -> String {
        let paths = (1..=slides).map(path);
        paths
            .map(|path| format!(r#"<Override PartName="/{path}" ContentType="{office}.{kind}+xml"/>"#))
            .collect::<Vec<_>>()
            .concat()
    };
    let values = [("slides", all(slide_path, "slide")), ("notes", all(notes_path, "notesSlide"))];
    joined(include_str!("package/content_types.xml"), &values)
}

/// Relationships `rId1`, `rId2`… of an Office document: kinds and targets.
pub fn relationships(targets: &[(&str, &str)]) -> String {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let targets = (1..).zip(targets).map(|(number, (kind, target))| {
        format!(r#"<Relationship Id="rId{number}" Type="{office}/{kind}" Target="{target}"/>"#)
    });
    joined(include_str!("package/relationships.xml"), &[("targets", targets.collect())])
}

/// The relationships of the package.
pub fn package_relationships() -> String {
    joined(include_str!("package/package_relationships.xml"), &[])
}

/// What all slides are arranged by.
const LAYOUT: (&str, &str) = ("slideLayout", "../slideLayouts/slideLayout1.xml");

/// The relationships of the parts that do not depend on the slides, with their paths.
pub const FIXED_RELATIONSHIPS: [(&str, &[(&str, &str)]); 3] = [
    ("ppt/slideMasters/_rels/slideMaster1.xml.rels", &[LAYOUT, ("theme", "../theme/theme1.xml")]),
    ("ppt/slideLayouts/_rels/slideLayout1.xml.rels", &[("slideMaster", "../slideMasters/slideMaster1.xml")]),
    ("ppt/notesMasters/_rels/notesMaster1.xml.rels", &[("theme", "../theme/theme2.xml")]),
];

/// The parts to which a presentation refers, before its slides.
const OF_PRESENTATION: [(&str, &str); 6] = [
    ("slideMaster", "slideMasters/slideMaster1.xml"),
    ("notesMaster", "notesMasters/notesMaster1.xml"),
    ("presProps", "presProps.xml"),
    ("viewProps", "viewProps.xml"),
    ("theme", "theme/theme1.xml"),
    ("tableStyles", "tableStyles.xml"),
];

pub fn presentation_relationships(slides: u32) -> String {
    let paths: Vec<String> = (1..=slides).map(|number| format!("slides/slide{number}.xml")).collect();
    let slides = paths.iter().map(|path| ("slide", path.as_str()));
    relationships(&OF_PRESENTATION.into_iter().chain(slides).collect::<Vec<_>>())
}

/// The list of slides, and their size.
pub fn presentation(slides: u32, size: SlideSize) -> String {
    /// Identifiers of slides are at least this.
    const FIRST_SLIDE: u32 = 256;
    let slides = (0..slides).map(|index| {
        let relationship = OF_PRESENTATION.len() as u32 + 1 + index;
        format!(r#"<p:sldId id="{}" r:id="rId{relationship}"/>"#, FIRST_SLIDE + index)
    });
    let kind = if size.is_4_by_3() { r#" type="screen4x3""# } else { "" };
    let values = [
        ("slides", slides.collect()),
        ("width", size.width().to_string()),
        ("height", size.height().to_string()),
        ("kind", kind.to_owned()),
    ];
    joined(include_str!("package/presentation.xml"), &values)
}

/// The title of the presentation.
pub fn core_properties(title: &str) -> String {
    let title = escape(permitted(title)).into_owned();
    joined(include_str!("package/core_properties.xml"), &[("title", title)])
}

/// What is known of the presentation without reading its slides.
pub fn app_properties(slides: u32, size: SlideSize) -> String {
    let values =
        [("program", PROGRAM.to_owned()), ("format", size.name().to_owned()), ("slides", slides.to_string())];
    joined(include_str!("package/app_properties.xml"), &values)
}

/// A slide: a title above it, for the outline and for screen readers, and a picture that covers it.
pub fn slide(slide: &Slide<'_>, size: SlideSize) -> String {
    let transition = slide
        .advance
        .map(|time| format!(r#"<p:transition spd="fast" advClick="1" advTm="{}"/>"#, millis(time)));
    let values = [
        ("title", paragraphs(slide.title)),
        ("title_height", title_height(size.height()).to_string()),
        ("alt", Attribute::from(("descr", permitted(slide.alt))).value.into_owned()),
        ("width", size.width().to_string()),
        ("height", size.height().to_string()),
        ("transition", transition.unwrap_or_default()),
    ];
    joined(include_str!("package/slide.xml"), &values)
}

/// The format has 32 bits for the milliseconds.
fn millis(time: Duration) -> u32 {
    time.as_millis().try_into().unwrap_or(u32::MAX)
}

/// The relationships of a slide with this number, and a picture with that.
pub fn slide_relationships(number: u32, picture: u32) -> String {
    let media = |extension: &str| format!("../media/image{picture}.{extension}");
    relationships(&[
        LAYOUT,
        ("image", &media("png")),
        ("image", &media("svg")),
        ("notesSlide", &format!("../notesSlides/notesSlide{number}.xml")),
    ])
}

/// The notes of a slide, a paragraph for each line.
pub fn notes(notes: &str) -> String {
    joined(include_str!("package/notes.xml"), &[("notes", paragraphs(notes))])
}

pub fn notes_relationships(number: u32) -> String {
    relationships(&[
        ("notesMaster", "../notesMasters/notesMaster1.xml"),
        ("slide", &format!("../slides/slide{number}.xml")),
    ])
}

/// Text, a paragraph for each line.
fn paragraphs(text: &str) -> String {
    let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
    let paragraph = |line| match line {
        "" => r#"<a:p><a:endParaRPr lang="en-US"/></a:p>"#.to_owned(),
        line => {
            let line = escape(permitted(line));
            format!(r#"<a:p><a:r><a:rPr lang="en-US" dirty="0"/><a:t>{line}</a:t></a:r></a:p>"#)
        }
    };
    lines.into_iter().map(paragraph).collect()
}

/// The text with the replacement character for each that XML 1.0 does not permit.
fn permitted(text: &str) -> Cow<'_, str> {
    let is_forbidden = |c: char| match c {
        '\t' | '\n' | '\r' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        c => c < ' ',
    };
    if text.contains(is_forbidden) {
        Cow::Owned(text.replace(is_forbidden, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}
