//! Arguments of every command that writes pictures: what their files are made of.

use clap::{Arg, Args};

use super::names::{formats_with, usual_qualities};
use crate::cli::values;
use crate::encode::{Compression, EncodeOption, EncodeOptions, Format, Quality, VectorText};

/// For pictures of pixels.
#[derive(Debug, Args)]
pub struct PixelArgs {
    /// How hard PNGs are compressed, also those of an APNG or of slides; the best takes several times as
    /// long [default: normal]
    #[arg(long, value_name = "LEVEL", value_parser = values::one_of(Compression::ALL, Compression::name))]
    pub compression: Option<Compression>,

    #[arg(long, value_name = "QUALITY", value_parser = values::quality, allow_negative_numbers = true, help = quality_help())]
    pub quality: Option<Quality>,
}

/// For pictures that may also be vectors.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Keep the text of an SVG as text, which readers can select; it may look different where its font
    /// is not installed
    #[arg(long)]
    pub svg_text: bool,

    #[command(flatten)]
    pub pixels: PixelArgs,
}

/// The help of these options for commands that make single pictures.
pub fn still_help(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "compression" => argument
            .help("How hard a PNG is compressed; the best takes several times as long [default: normal]"),
        "quality" => {
            let usual = Format::Jpeg.usual_quality().get();
            argument.help(format!("Picture quality of a JPEG, from 1 to 100 [default: {usual}]"))
        }
        _ => argument,
    }
}

fn quality_help() -> String {
    let (formats, usual) = (formats_with(EncodeOption::Quality), usual_qualities());
    format!("Picture quality of {formats}, from 1 to 100 [default: {usual}]")
}

impl PixelArgs {
    /// The options that were given, with their names.
    pub fn given(&self) -> impl Iterator<Item = (EncodeOption, &'static str)> + use<> {
        let compression = self.compression.map(|_| (EncodeOption::Compression, "--compression"));
        compression.into_iter().chain(self.quality.map(|_| (EncodeOption::Quality, "--quality")))
    }

    /// The options of an encoder.
    pub fn encode_options(&self) -> EncodeOptions {
        let Self { compression, quality } = *self;
        EncodeOptions { compression: compression.unwrap_or_default(), quality, ..EncodeOptions::default() }
    }
}

impl PictureArgs {
    /// The options that were given, with their names.
    pub fn given(&self) -> impl Iterator<Item = (EncodeOption, &'static str)> + use<> {
        let text = self.svg_text.then_some((EncodeOption::Text, "--svg-text"));
        text.into_iter().chain(self.pixels.given())
    }

    /// The options of an encoder.
    pub fn encode_options(&self) -> EncodeOptions {
        let text = if self.svg_text { VectorText::Text } else { VectorText::Outlines };
        EncodeOptions { text, ..self.pixels.encode_options() }
    }
}
