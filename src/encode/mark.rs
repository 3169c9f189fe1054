//! The mark in every file that says which program wrote it.

use super::Format;

/// The name of the program in marks and manifests.
pub const PROGRAM: &str = "queenreel";

impl Format {
    /// The mark of the program, as it is in a file of this format; for PNG frames, in each file. Only a QOI has
    /// none.
    pub(crate) fn mark(self) -> Vec<u8> {
        let name = PROGRAM.as_bytes();
        match self {
            // A comment extension.
            Self::Gif => [&[0x21, 0xfe, name.len() as u8], name, &[0]].concat(),
            // The type and the data of a text chunk.
            Self::Apng | Self::PngFrames | Self::Png => [b"tEXtSoftware\0", name].concat(),
            Self::WebP => riff_chunk(*b"EXIF", &exif(name)),
            Self::Mp4 => metadata(name),
            // A comment.
            Self::Svg | Self::Html => [b"<!--", name, b"-->"].concat(),
            // Metadata.
            Self::Jpeg => exif(name),
            // A comment.
            Self::Ppm => [b"#", name, b"\n"].concat(),
            // After the end.
            Self::Bmp | Self::Tiff => [b"\0Software\0", name].concat(),
            // It has no room for one, and some readers take more bytes at its end for another picture.
            Self::Qoi => Vec::new(),
            // A property of the document.
            Self::Pptx => [b"<Application>", name, b"</Application>"].concat(),
            // A comment.
            Self::Pdf => [b"%", name, b"\n"].concat(),
            // The last parameter of the header line.
            Self::Y4m => [b" XSOFTWARE=", name, b"\n"].concat(),
        }
    }
}

/// A TIFF directory with one entry, `Software`, and its text.
fn exif(name: &[u8]) -> Vec<u8> {
    const SOFTWARE: u16 = 0x0131;
    const ASCII: u16 = 2;
    const DIRECTORY: u32 = 8;
    const TEXT: u32 = DIRECTORY + 2 + 12 + 4;
    let text = [name, b"\0"].concat();
    [
        &b"II*\0"[..],
        &DIRECTORY.to_le_bytes(),
        &1_u16.to_le_bytes(),
        &SOFTWARE.to_le_bytes(),
        &ASCII.to_le_bytes(),
        &(text.len() as u32).to_le_bytes(),
        &TEXT.to_le_bytes(),
        &0_u32.to_le_bytes(),
        &text,
    ]
    .concat()
}

/// A chunk of a WebP.
pub(super) fn riff_chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = &[0][..data.len() % 2];
    [&kind, &(data.len() as u32).to_le_bytes()[..], data, padding].concat()
}

/// The boxes in which ffmpeg, too, names the encoder of an MP4.
fn metadata(name: &[u8]) -> Vec<u8> {
    const UTF_8: u32 = 1;
    let text = mp4_box(*b"data", &[&UTF_8.to_be_bytes(), &[0; 4], name]);
    let list = mp4_box(*b"ilst", &[&mp4_box(*b"\xa9too", &[&text])]);
    let handler = mp4_box(*b"hdlr", &[&[0; 8], b"mdirappl", &[0; 9]]);
    mp4_box(*b"udta", &[&mp4_box(*b"meta", &[&[0; 4], &handler, &list])])
}

/// A box of an MP4.
pub(super) fn mp4_box(kind: [u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let payload = parts.concat();
    [&(8 + payload.len() as u32).to_be_bytes()[..], &kind, &payload].concat()
}
