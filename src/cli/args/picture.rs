//! Arguments of every command that writes pictures: what their files are made of.

use clap::Args;

use crate::cli::values;
use crate::encode::{Compression, VectorText};

#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Keep the text of an SVG as text, which readers can select; it may look different where its font
    /// is not installed
    #[arg(long)]
    pub svg_text: bool,

    /// How hard PNGs are compressed, also those of an APNG or of slides; the best takes several times as
    /// long [default: normal]
    #[arg(long, value_name = "LEVEL", value_parser = values::compression())]
    pub compression: Option<Compression>,
}

impl PictureArgs {
    pub const fn text(&self) -> VectorText {
        if self.svg_text { VectorText::Text } else { VectorText::Outlines }
    }

    pub fn compression(&self) -> Compression {
        self.compression.unwrap_or_default()
    }
}
