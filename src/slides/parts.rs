//! The parts of a presentation, as PowerPoint writes them.

use std::time::Duration;

use super::xml::Xml;
use super::{Slide, SlideSize};

const DRAWING: (&str, &str) = ("xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main");
const PRESENTATION: (&str, &str) = ("xmlns:p", "http://schemas.openxmlformats.org/presentationml/2006/main");
const RELATIONSHIPS: (&str, &str) =
    ("xmlns:r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships");
const SVG: (&str, &str) = ("xmlns:asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main");

/// Marks the extension of a picture that has its SVG.
const SVG_EXTENSION: &str = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}";

const ENGLISH: (&str, &str) = ("lang", "en-US");

/// The size of pages of notes.
const NOTES_PAGE: [(&str, &str); 2] = [("cx", "6858000"), ("cy", "9144000")];

const THEME: &str = include_str!("package/theme.xml");

/// The parts that are the same in every presentation, or depend only on the size of its slides: path in the package,
/// content type after the prefix that those of presentations share, and text.
const FIXED: [(&str, &str, &str); 8] = [
    (
        "ppt/slideMasters/slideMaster1.xml",
        "presentationml.slideMaster",
        include_str!("package/slide_master.xml"),
    ),
    (
        "ppt/slideLayouts/slideLayout1.xml",
        "presentationml.slideLayout",
        include_str!("package/slide_layout.xml"),
    ),
    (
        "ppt/notesMasters/notesMaster1.xml",
        "presentationml.notesMaster",
        include_str!("package/notes_master.xml"),
    ),
    // Each master has one of its own.
    ("ppt/theme/theme1.xml", "theme", THEME),
    ("ppt/theme/theme2.xml", "theme", THEME),
    ("ppt/presProps.xml", "presentationml.presProps", include_str!("package/pres_props.xml")),
    ("ppt/viewProps.xml", "presentationml.viewProps", include_str!("package/view_props.xml")),
    ("ppt/tableStyles.xml", "presentationml.tableStyles", include_str!("package/table_styles.xml")),
];

/// The parts that do not depend on the slides, with their paths.
pub fn fixed(size: SlideSize) -> impl Iterator<Item = (&'static str, String)> {
    let place = Placeholders::of(size);
    FIXED.iter().map(move |(path, _, text)| (*path, place.fill(text)))
}

/// Where the placeholders of the masters are, as PowerPoint has them on a wide slide.
struct Placeholders(Vec<(&'static str, u32)>);

impl Placeholders {
    fn of(size: SlideSize) -> Self {
        let (width, height) = (size.width(), size.height());
        let across = |part: f64| (f64::from(width) * part) as u32;
        let down = |part: f64| (f64::from(height) * part) as u32;
        // The picture of the slide on a page of notes.
        let (room_width, room_height, centre) = (5_486_400.0, 3_086_100.0, 3_429_000);
        let scale = f64::min(room_width / f64::from(width), room_height / f64::from(height));
        let image = |side: u32| (f64::from(side) * scale).round() as u32;
        Self(vec![
            ("$left", across(0.068_75)),
            ("$width", across(0.8625)),
            ("$title_top", down(0.053_241)),
            ("$title_height", title_height(height)),
            ("$text_top", down(0.266_204)),
            ("$text_height", down(0.634_491)),
            ("$image_left", centre - image(width) / 2),
            ("$image_width", image(width)),
            ("$image_height", image(height)),
        ])
    }

    fn fill(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, value) in &self.0 {
            filled = filled.replace(&format!("\"{name}\""), &format!("\"{value}\""));
        }
        filled
    }
}

/// The height of a title on a slide of this height.
fn title_height(height: u32) -> u32 {
    (f64::from(height) * 0.193_287) as u32
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

/// The types of all parts of a presentation with this number of slides.
pub fn content_types(slides: u32) -> Vec<u8> {
    let namespace = ("xmlns", "http://schemas.openxmlformats.org/package/2006/content-types");
    Xml::document("Types", &[namespace], |xml| {
        let relationships = "application/vnd.openxmlformats-package.relationships+xml";
        let by_extension = [
            ("png", "image/png"),
            ("svg", "image/svg+xml"),
            ("rels", relationships),
            ("xml", "application/xml"),
        ];
        for (extension, content_type) in by_extension {
            xml.empty("Default", &[("Extension", extension), ("ContentType", content_type)]);
        }
        let mut part = |path: &str, content_type: &str| {
            let path = format!("/{path}");
            xml.empty("Override", &[("PartName", &path), ("ContentType", content_type)]);
        };
        let office = |kind: &str| format!("application/vnd.openxmlformats-officedocument.{kind}+xml");
        part("ppt/presentation.xml", &office("presentationml.presentation.main"));
        for number in 1..=slides {
            part(&slide_path(number), &office("presentationml.slide"));
        }
        for (path, content_type, _) in FIXED {
            part(path, &office(content_type));
        }
        for number in 1..=slides {
            part(&notes_path(number), &office("presentationml.notesSlide"));
        }
        part("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml");
        part("docProps/app.xml", &office("extended-properties"));
    })
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// Relationships `rId1`, `rId2`… of an Office document: kinds and targets.
fn relationships(targets: &[(&str, &str)]) -> Vec<u8> {
    let targets: Vec<_> =
        targets.iter().map(|(kind, target)| (format!("{OFFICE}/{kind}"), *target)).collect();
    typed_relationships(&targets)
}

fn typed_relationships(targets: &[(String, &str)]) -> Vec<u8> {
    Xml::document("Relationships", &[("xmlns", PACKAGE)], |xml| {
        for (number, (kind, target)) in (1..).zip(targets) {
            let id = id(number);
            xml.empty("Relationship", &[("Id", &id), ("Type", kind), ("Target", target)]);
        }
    })
}

fn id(number: u32) -> String {
    format!("rId{number}")
}

/// The relationships of the package.
pub fn package_relationships() -> Vec<u8> {
    typed_relationships(&[
        (format!("{OFFICE}/officeDocument"), "ppt/presentation.xml"),
        (format!("{PACKAGE}/metadata/core-properties"), "docProps/core.xml"),
        (format!("{OFFICE}/extended-properties"), "docProps/app.xml"),
    ])
}

/// The relationships of the parts that do not depend on the slides, with their paths.
pub fn fixed_relationships() -> [(&'static str, Vec<u8>); 3] {
    let layout = ("slideLayout", "../slideLayouts/slideLayout1.xml");
    [
        (
            "ppt/slideMasters/_rels/slideMaster1.xml.rels",
            relationships(&[layout, ("theme", "../theme/theme1.xml")]),
        ),
        (
            "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
            relationships(&[("slideMaster", "../slideMasters/slideMaster1.xml")]),
        ),
        ("ppt/notesMasters/_rels/notesMaster1.xml.rels", relationships(&[("theme", "../theme/theme2.xml")])),
    ]
}

/// The parts to which a presentation refers, before its slides.
const OF_PRESENTATION: [(&str, &str); 6] = [
    ("slideMaster", "slideMasters/slideMaster1.xml"),
    ("notesMaster", "notesMasters/notesMaster1.xml"),
    ("presProps", "presProps.xml"),
    ("viewProps", "viewProps.xml"),
    ("theme", "theme/theme1.xml"),
    ("tableStyles", "tableStyles.xml"),
];

pub fn presentation_relationships(slides: u32) -> Vec<u8> {
    let paths: Vec<String> = (1..=slides).map(|number| format!("slides/slide{number}.xml")).collect();
    let slides = paths.iter().map(|path| ("slide", path.as_str()));
    relationships(&OF_PRESENTATION.into_iter().chain(slides).collect::<Vec<_>>())
}

/// The list of slides, and their size.
pub fn presentation(slides: u32, size: SlideSize) -> Vec<u8> {
    /// Identifiers of slides are at least this.
    const FIRST_SLIDE: u32 = 256;
    let namespaces = [DRAWING, RELATIONSHIPS, PRESENTATION];
    Xml::document("p:presentation", &namespaces, |xml| {
        xml.element("p:sldMasterIdLst", &[], |xml| {
            xml.empty("p:sldMasterId", &[("id", "2147483648"), ("r:id", "rId1")]);
        });
        xml.element("p:notesMasterIdLst", &[], |xml| xml.empty("p:notesMasterId", &[("r:id", "rId2")]));
        xml.element("p:sldIdLst", &[], |xml| {
            for index in 0..slides {
                let relationship = id(OF_PRESENTATION.len() as u32 + 1 + index);
                let slide = (FIRST_SLIDE + index).to_string();
                xml.empty("p:sldId", &[("id", &slide), ("r:id", &relationship)]);
            }
        });
        let (width, height) = (size.width().to_string(), size.height().to_string());
        let mut sides = vec![("cx", width.as_str()), ("cy", height.as_str())];
        sides.extend(size.is_4_by_3().then_some(("type", "screen4x3")));
        xml.empty("p:sldSz", &sides);
        xml.empty("p:notesSz", &NOTES_PAGE);
    })
}

/// The title of the presentation.
pub fn core_properties(title: &str) -> Vec<u8> {
    let namespaces = [
        ("xmlns:cp", "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"),
        ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
    ];
    Xml::document("cp:coreProperties", &namespaces, |xml| xml.text("dc:title", title))
}

/// What is known of the presentation without reading its slides.
pub fn app_properties(program: &str, slides: u32, size: SlideSize) -> Vec<u8> {
    let namespace = ("xmlns", "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties");
    let slides = slides.to_string();
    Xml::document("Properties", &[namespace], |xml| {
        xml.text("Application", program);
        xml.text("PresentationFormat", size.name());
        xml.text("Slides", &slides);
        xml.text("Notes", &slides);
        xml.text("HiddenSlides", "0");
    })
}

/// A slide: a title above it, for the outline and for screen readers, and a picture that covers it.
pub fn slide(slide: &Slide<'_>, size: SlideSize) -> Vec<u8> {
    let (width, height) = (size.width().to_string(), size.height().to_string());
    let title_height = title_height(size.height()).to_string();
    let above = format!("-{title_height}");
    let namespaces = [DRAWING, RELATIONSHIPS, PRESENTATION];
    Xml::document("p:sld", &namespaces, |xml| {
        shapes(xml, |xml| {
            xml.element("p:sp", &[], |xml| {
                placeholder(xml, ("2", "Title 1"), &[("noGrp", "1")], &[("type", "title")]);
                xml.element("p:spPr", &[], |xml| frame(xml, ("0", &above), (&width, &title_height)));
                text(xml, slide.title);
            });
            xml.element("p:pic", &[], |xml| {
                xml.element("p:nvPicPr", &[], |xml| {
                    xml.empty("p:cNvPr", &[("id", "3"), ("name", "Graphic 2"), ("descr", slide.alt)]);
                    xml.element("p:cNvPicPr", &[], |xml| {
                        xml.empty("a:picLocks", &[("noChangeAspect", "1")]);
                    });
                    xml.empty("p:nvPr", &[]);
                });
                xml.element("p:blipFill", &[], |xml| {
                    xml.element("a:blip", &[("r:embed", &id(PNG))], |xml| {
                        xml.element("a:extLst", &[], |xml| {
                            xml.element("a:ext", &[("uri", SVG_EXTENSION)], |xml| {
                                xml.empty("asvg:svgBlip", &[SVG, ("r:embed", &id(VECTORS))]);
                            });
                        });
                    });
                    xml.element("a:stretch", &[], |xml| xml.empty("a:fillRect", &[]));
                });
                xml.element("p:spPr", &[], |xml| {
                    frame(xml, ("0", "0"), (&width, &height));
                    xml.element("a:prstGeom", &[("prst", "rect")], |xml| xml.empty("a:avLst", &[]));
                });
            });
        });
        xml.element("p:clrMapOvr", &[], |xml| xml.empty("a:masterClrMapping", &[]));
        if let Some(time) = slide.advance {
            let millis = millis(time).to_string();
            xml.empty("p:transition", &[("spd", "fast"), ("advClick", "1"), ("advTm", &millis)]);
        }
    })
}

/// The format has 32 bits for the milliseconds.
fn millis(time: Duration) -> u32 {
    time.as_millis().try_into().unwrap_or(u32::MAX)
}

/// The relationships of a slide by their numbers.
const PNG: u32 = 2;
const VECTORS: u32 = 3;

/// The relationships of a slide with this number, and a picture with that.
pub fn slide_relationships(number: u32, picture: u32) -> Vec<u8> {
    let media = |extension: &str| format!("../media/image{picture}.{extension}");
    relationships(&[
        ("slideLayout", "../slideLayouts/slideLayout1.xml"),
        ("image", &media("png")),
        ("image", &media("svg")),
        ("notesSlide", &format!("../notesSlides/notesSlide{number}.xml")),
    ])
}

/// The notes of a slide, a paragraph for each line.
pub fn notes(notes: &str) -> Vec<u8> {
    let namespaces = [DRAWING, RELATIONSHIPS, PRESENTATION];
    Xml::document("p:notes", &namespaces, |xml| {
        shapes(xml, |xml| {
            xml.element("p:sp", &[], |xml| {
                let locks = [("noGrp", "1"), ("noRot", "1"), ("noChangeAspect", "1")];
                placeholder(xml, ("2", "Slide Image Placeholder 1"), &locks, &[("type", "sldImg")]);
                xml.empty("p:spPr", &[]);
            });
            xml.element("p:sp", &[], |xml| {
                let kind = [("type", "body"), ("idx", "1")];
                placeholder(xml, ("3", "Notes Placeholder 2"), &[("noGrp", "1")], &kind);
                xml.empty("p:spPr", &[]);
                text(xml, notes);
            });
        });
        xml.element("p:clrMapOvr", &[], |xml| xml.empty("a:masterClrMapping", &[]));
    })
}

pub fn notes_relationships(number: u32) -> Vec<u8> {
    relationships(&[
        ("notesMaster", "../notesMasters/notesMaster1.xml"),
        ("slide", &format!("../slides/slide{number}.xml")),
    ])
}

/// The shapes of a slide or a page of notes.
fn shapes(xml: &mut Xml, shapes: impl FnOnce(&mut Xml)) {
    xml.element("p:cSld", &[], |xml| {
        xml.element("p:spTree", &[], |xml| {
            xml.element("p:nvGrpSpPr", &[], |xml| {
                xml.empty("p:cNvPr", &[("id", "1"), ("name", "")]);
                xml.empty("p:cNvGrpSpPr", &[]);
                xml.empty("p:nvPr", &[]);
            });
            xml.element("p:grpSpPr", &[], |xml| {
                xml.element("a:xfrm", &[], |xml| {
                    xml.empty("a:off", &[("x", "0"), ("y", "0")]);
                    xml.empty("a:ext", &[("cx", "0"), ("cy", "0")]);
                    xml.empty("a:chOff", &[("x", "0"), ("y", "0")]);
                    xml.empty("a:chExt", &[("cx", "0"), ("cy", "0")]);
                });
            });
            shapes(xml);
        });
    });
}

/// What a placeholder is: its number and its name, what cannot be done with it, and its kind.
fn placeholder(xml: &mut Xml, (id, name): (&str, &str), locks: &[(&str, &str)], kind: &[(&str, &str)]) {
    xml.element("p:nvSpPr", &[], |xml| {
        xml.empty("p:cNvPr", &[("id", id), ("name", name)]);
        xml.element("p:cNvSpPr", &[], |xml| xml.empty("a:spLocks", locks));
        xml.element("p:nvPr", &[], |xml| xml.empty("p:ph", kind));
    });
}

fn frame(xml: &mut Xml, (x, y): (&str, &str), (width, height): (&str, &str)) {
    xml.element("a:xfrm", &[], |xml| {
        xml.empty("a:off", &[("x", x), ("y", y)]);
        xml.empty("a:ext", &[("cx", width), ("cy", height)]);
    });
}

/// Text, a paragraph for each line.
fn text(xml: &mut Xml, text: &str) {
    xml.element("p:txBody", &[], |xml| {
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        let lines = if text.is_empty() { vec![""] } else { text.lines().collect() };
        for line in lines {
            xml.element("a:p", &[], |xml| {
                if line.is_empty() {
                    xml.empty("a:endParaRPr", &[ENGLISH]);
                } else {
                    xml.element("a:r", &[], |xml| {
                        xml.empty("a:rPr", &[ENGLISH, ("dirty", "0")]);
                        xml.text("a:t", line);
                    });
                }
            });
        }
    });
}
