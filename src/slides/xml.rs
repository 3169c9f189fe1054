//! XML in memory.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// Attributes: names and values.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Writes elements, attributes and text. Characters that XML forbids are replaced.
pub struct Xml(Writer<Vec<u8>>);

impl Xml {
    /// A document with this root.
    pub fn document(name: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut xml = Self(Writer::new(Vec::new()));
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("yes"))));
        xml.element(name, attributes, content);
        xml.0.into_inner()
    }

    /// An element with content.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>, content: impl FnOnce(&mut Self)) {
        self.write(Event::Start(start(name, attributes)));
        content(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(start(name, attributes)));
    }

    /// An element with text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.element(name, &[], |xml| xml.write(Event::Text(BytesText::new(&permitted(text)))));
    }

    fn write(&mut self, event: Event<'_>) {
        let written: io::Result<()> = self.0.write_event(event);
        written.expect("memory can be written");
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'_>) -> BytesStart<'a> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        start.push_attribute((*name, permitted(value)));
    }
    start
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
