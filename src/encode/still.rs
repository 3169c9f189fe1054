//! Single pictures, in all formats.

use std::io::{self, Cursor, Write};

use flatfilm::Error;
use flatfilm::png::{self, PngBands};
use flatfilm::webp::write_webp;
use image::codecs::jpeg::{JpegEncoder, PixelDensity};
use image::codecs::pnm::{PnmEncoder, PnmSubtype, SampleEncoding};
use image::{ImageEncoder, ImageFormat, RgbImage};
use tiff::encoder::colortype::RGB8;
use tiff::encoder::{Rational, TiffEncoder};
use tiff::tags::ResolutionUnit;

use crate::picture::{Canvas, Picture};

use super::mark::{MarkPosition, exif, sign, unsigned_name};
use super::marked::MarkedEnd;
use super::{Compression, EncodeError, EncodeOptions, Format};

/// Writes an indexed PNG with the lowest possible bit depth; returns the number of bytes written.
///
/// # Errors
/// When the writer fails, or the picture is empty, inconsistent or has more than 256 colours.
pub fn write_png(out: impl Write, picture: &Picture<'_>, compression: Compression) -> Result<u64, Error> {
    let mut out = MarkedEnd::new(out, Format::Png, picture.canvas);
    png::write_png(&mut out, picture, compression)?;
    Ok(out.close()?)
}

/// Writes a large PNG, whose rows `draw` writes from top to bottom; returns the number of bytes.
///
/// # Errors
/// When the writer or `draw` fails, or the picture is empty, incomplete or has more than 256 colours.
pub fn write_png_in_bands<E: From<EncodeError>>(
    out: impl Write,
    canvas: &Canvas,
    compression: Compression,
    draw: impl FnOnce(&mut PngBands<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let mut out = MarkedEnd::new(out, Format::Png, canvas);
    let mut bands = PngBands::new(&mut out, canvas, compression).map_err(EncodeError::from)?;
    draw(&mut bands)?;
    bands.finish().map_err(EncodeError::from)?;
    Ok(out.close().map_err(EncodeError::from)?)
}

/// Writes a raster [still](Format::draws_stills); returns the number of bytes.
///
/// # Errors
/// When the writer fails, the picture is empty, inconsistent, too large or has more than 256 colours (WebP: 255),
/// or the format has no raster stills: [`NeedsPages`](EncodeError::NeedsPages),
/// [`NeedsDirectory`](EncodeError::NeedsDirectory) or [`NoStill`](EncodeError::NoStill).
pub fn write_picture(
    mut out: impl Write,
    picture: &Picture<'_>,
    format: Format,
    options: &EncodeOptions,
) -> Result<u64, EncodeError> {
    Error::check_picture(picture)?;
    let Canvas { width, height, dpi, .. } = *picture.canvas;
    match format {
        Format::Png => Ok(write_png(out, picture, options.compression)?),
        Format::WebP => {
            let mut out = MarkedEnd::new(out, format, picture.canvas);
            write_webp(&mut out, picture, &exif(&unsigned_name(), dpi))?;
            Ok(out.close()?)
        }
        Format::Jpeg | Format::Bmp | Format::Tiff | Format::Qoi | Format::Ppm => {
            format.check_still((width, height))?;
            let mut file = encoded(picture, format, options)?;
            let mark = format.mark(&unsigned_name());
            match format.mark_position() {
                // The comment follows the first line of text.
                MarkPosition::Comment(..) => drop(file.splice(PPM.len()..PPM.len(), mark)),
                MarkPosition::Gif
                | MarkPosition::PngText
                | MarkPosition::Mp4Box
                | MarkPosition::AfterEnd
                | MarkPosition::Archive => {
                    file.extend(mark);
                }
                MarkPosition::Exif | MarkPosition::None => {}
            }
            if format == Format::Bmp {
                let size = file.len() as u32;
                file[2..6].copy_from_slice(&size.to_le_bytes());
                if let Some(dpi) = dpi {
                    // biXPelsPerMeter and biYPelsPerMeter.
                    let density = (f64::from(dpi) / 0.0254).round() as u32;
                    file[38..46].copy_from_slice(&[density.to_le_bytes(); 2].concat());
                }
            }
            sign(&mut file);
            out.write_all(&file)?;
            out.flush()?;
            Ok(file.len() as u64)
        }
        Format::Gif
        | Format::Apng
        | Format::Mp4
        | Format::Y4m
        | Format::Text
        | Format::Csv
        | Format::Json
        | Format::Markdown => Err(EncodeError::NoStill(format)),
        Format::Svg | Format::Html | Format::Pptx | Format::Pdf => Err(EncodeError::NeedsPages(format)),
        Format::PngFrames => Err(EncodeError::NeedsDirectory(format)),
    }
}

const PPM: &[u8] = b"P6\n";

fn encoded(picture: &Picture<'_>, format: Format, options: &EncodeOptions) -> Result<Vec<u8>, EncodeError> {
    let Canvas { width, height, dpi, .. } = *picture.canvas;
    let image = RgbImage::from(*picture);
    let mut file = Cursor::new(Vec::new());
    let written = if format == Format::Jpeg {
        let quality = options.quality.unwrap_or(format.usual_quality());
        let mut encoder = JpegEncoder::new_with_quality(&mut file, quality.get());
        encoder.set_pixel_density(dpi.map(PixelDensity::dpi).unwrap_or_default());
        encoder.set_exif_metadata(exif(&unsigned_name(), dpi)).expect("a JPEG has metadata");
        encoder.encode_image(&image)
    } else if format == Format::Ppm {
        let kind = PnmSubtype::Pixmap(SampleEncoding::Binary);
        image.write_with_encoder(PnmEncoder::new(&mut file).with_subtype(kind))
    } else if format == Format::Tiff {
        // The crate `image` writes no resolution.
        let mut tiff = TiffEncoder::new(&mut file).map_err(io::Error::other)?;
        let mut encoder = tiff.new_image::<RGB8>(width, height).map_err(io::Error::other)?;
        if let Some(dpi) = dpi {
            encoder.resolution(ResolutionUnit::Inch, Rational { n: dpi.into(), d: 1 });
        }
        return Ok(encoder.write_data(&image).map(|()| file.into_inner()).map_err(io::Error::other)?);
    } else {
        let kind = ImageFormat::from_extension(format.extension()).expect("these formats are built in");
        image.write_to(&mut file, kind)
    };
    written.map_err(io::Error::other)?;
    Ok(file.into_inner())
}
