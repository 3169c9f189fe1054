//! The parts of a presentation, as PowerPoint writes them.

use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;

use crate::encode::PROGRAM;
use crate::words::is_right_to_left;

use super::{Slide, SlideSize};

/// The path of a part and its text, with `$name` placeholders.
type Template = (&'static str, &'static str);

pub const APP_PROPERTIES: &str = "docProps/app.xml";

/// Parts that occur once, and whose lines of text are joined.
const JOINED: [Template; 9] = [
    ("[Content_Types].xml", include_str!("package/content_types.xml")),
    ("_rels/.rels", include_str!("package/package_relationships.xml")),
    (APP_PROPERTIES, include_str!("package/app_properties.xml")),
    ("docProps/core.xml", include_str!("package/core_properties.xml")),
    ("ppt/_rels/presentation.xml.rels", include_str!("package/presentation_relationships.xml")),
    ("ppt/presentation.xml", include_str!("package/presentation.xml")),
    ("ppt/slideMasters/_rels/slideMaster1.xml.rels", include_str!("package/slide_master_relationships.xml")),
    ("ppt/slideLayouts/_rels/slideLayout1.xml.rels", include_str!("package/slide_layout_relationships.xml")),
    ("ppt/notesMasters/_rels/notesMaster1.xml.rels", include_str!("package/notes_master_relationships.xml")),
];

const THEME: &str = include_str!("package/theme.xml");

/// Parts that occur once, and whose line breaks are preserved.
const WITH_LINES: [Template; 8] = [
    ("ppt/slideMasters/slideMaster1.xml", include_str!("package/slide_master.xml")),
    ("ppt/slideLayouts/slideLayout1.xml", include_str!("package/slide_layout.xml")),
    ("ppt/notesMasters/notesMaster1.xml", include_str!("package/notes_master.xml")),
    // Each master needs its own theme.
    ("ppt/theme/theme1.xml", THEME),
    ("ppt/theme/theme2.xml", THEME),
    ("ppt/presProps.xml", include_str!("package/pres_props.xml")),
    ("ppt/viewProps.xml", include_str!("package/view_props.xml")),
    ("ppt/tableStyles.xml", include_str!("package/table_styles.xml")),
];

/// The parts of each slide and of its notes. The slide has a title above its visible area, for the outline and for
/// screen readers, and a picture that covers this area.
const OF_SLIDE: [Template; 4] = [
    ("ppt/slides/_rels/slide$slide.xml.rels", include_str!("package/slide_relationships.xml")),
    ("ppt/slides/slide$slide.xml", include_str!("package/slide.xml")),
    ("ppt/notesSlides/_rels/notesSlide$slide.xml.rels", include_str!("package/notes_relationships.xml")),
    ("ppt/notesSlides/notesSlide$slide.xml", include_str!("package/notes.xml")),
];

pub fn of_presentation(title: &str, slides: u32, size: SlideSize) -> Vec<(&'static str, String)> {
    let mut values = places(size);
    values.extend(of_slides(slides));
    values.extend([
        ("title", escape(permitted(title)).into_owned()),
        ("program", PROGRAM.to_owned()),
        ("format", size.name().to_owned()),
        ("kind", if size.is_4_by_3() { r#" type="screen4x3""# } else { "" }.to_owned()),
        ("width", size.width.to_string()),
        ("height", size.height.to_string()),
    ]);
    let joined = JOINED.map(|(path, text)| (path, joined(text, &values)));
    let with_lines = WITH_LINES.map(|(path, text)| (path, filled(text, &values)));
    joined.into_iter().chain(with_lines).collect()
}

/// Returns the parts of a slide with their paths; slides and pictures are numbered separately.
pub fn of_slide(slide: &Slide<'_>, number: u32, picture: u32, size: SlideSize) -> [(String, String); 4] {
    let transition = slide.advance.map(|time| {
        // The format has 32 bits for the milliseconds.
        let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        format!(r#"<p:transition spd="fast" advClick="1" advTm="{millis}"/>"#)
    });
    let values = [
        ("slide", number.to_string()),
        ("picture", picture.to_string()),
        ("title", paragraphs(slide.title)),
        ("title_height", title_height(size.height).to_string()),
        ("alt", Attribute::from(("descr", permitted(slide.alt).as_str())).value.into_owned()),
        ("width", size.width.to_string()),
        ("height", size.height.to_string()),
        ("transition", transition.unwrap_or_default()),
        ("notes", paragraphs(slide.notes)),
    ];
    OF_SLIDE.map(|(path, text)| (filled(path, &values), joined(text, &values)))
}

fn places(size: SlideSize) -> Vec<(&'static str, String)> {
    let SlideSize { width, height } = size;
    let across = |part: f64| (f64::from(width) * part) as u32;
    let down = |part: f64| (f64::from(height) * part) as u32;
    // The picture of the slide on a page of notes.
    let (room_width, room_height, centre) = (5_486_400.0, 3_086_100.0, 3_429_000);
    let scale = f64::min(room_width / f64::from(width), room_height / f64::from(height));
    let image = |side: u32| (f64::from(side) * scale).round() as u32;
    let places = [
        ("text_left", across(0.068_75)),
        ("text_width", across(0.8625)),
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

fn title_height(height: u32) -> u32 {
    (f64::from(height) * 0.193_287) as u32
}

fn of_slides(slides: u32) -> [(&'static str, String); 5] {
    /// The number of parts that a presentation refers to before its slides.
    const PARTS_BEFORE: u32 = 6;
    /// Identifiers of slides must be larger than this.
    const LAST_OTHER_ID: u32 = 255;
    let all = |text: &dyn Fn(u32) -> String| -> String { (1..=slides).map(text).collect() };
    let content_type = |part: &str, kind: &str| {
        let office = "application/vnd.openxmlformats-officedocument.presentationml";
        format!(r#"<Override PartName="/ppt/{part}.xml" ContentType="{office}.{kind}+xml"/>"#)
    };
    let relationship = |number| {
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let id = PARTS_BEFORE + number;
        format!(r#"<Relationship Id="rId{id}" Type="{office}/slide" Target="slides/slide{number}.xml"/>"#)
    };
    let id =
        |number| format!(r#"<p:sldId id="{}" r:id="rId{}"/>"#, LAST_OTHER_ID + number, PARTS_BEFORE + number);
    [
        ("slide_count", slides.to_string()),
        ("slide_types", all(&|slide| content_type(&format!("slides/slide{slide}"), "slide"))),
        ("notes_types", all(&|slide| content_type(&format!("notesSlides/notesSlide{slide}"), "notesSlide"))),
        ("slide_relationships", all(&relationship)),
        ("slide_ids", all(&id)),
    ]
}

/// Replaces `$name` placeholders by values.
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

/// Replaces placeholders, and joins the lines of text without their indentation.
fn joined(text: &str, values: &[(&str, String)]) -> String {
    filled(&text.lines().map(str::trim_start).collect::<String>(), values)
}

fn paragraphs(text: &str) -> String {
    let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
    let paragraph = |line| match line {
        "" => r#"<a:p><a:endParaRPr lang="en-US"/></a:p>"#.to_owned(),
        line => {
            let direction = if is_right_to_left(line) { r#"<a:pPr algn="r" rtl="1"/>"# } else { "" };
            let line = escape(permitted(line));
            format!(r#"<a:p>{direction}<a:r><a:rPr lang="en-US" dirty="0"/><a:t>{line}</a:t></a:r></a:p>"#)
        }
    };
    lines.into_iter().map(paragraph).collect()
}

/// Replaces each character that XML 1.0 does not permit by the replacement character.
fn permitted(text: &str) -> String {
    let is_forbidden =
        |letter| matches!(letter, '\u{fffe}' | '\u{ffff}') || letter < ' ' && !"\t\n\r".contains(letter);
    text.replace(is_forbidden, "\u{fffd}")
}
