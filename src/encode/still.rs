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

use super::mark::{Mark, exif, sign, unsigned_name};
use super::marked::MarkedEnd;
use super::{Compression, EncodeError, EncodeOptions, Format};

/// The longest side of what `image` writes, which is in memory, with three bytes for each pixel.
pub(super) const MAX_SIDE: u32 = 1 << 14;

/// Writes one picture, indexed, with the smallest bit depth for its colours; returns the number of
/// bytes written.
///
/// ```
/// use queenreel::encode::write_png;
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), queenreel::encode::EncodeError> {
/// let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
/// let mut png = Vec::new();
/// let bytes = write_png(&mut png, &Picture::new(&canvas, &[0, 1], &[]))?;
/// assert_eq!(bytes, png.len() as u64);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the writer fails, the picture has no pixels or more than 256 colours, a pixel is not an index of a colour,
/// or there are more or fewer pixels than the canvas has.
pub fn write_png(out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    Ok(write_compressed_png(out, picture, Compression::default())?)
}

/// The same, more or less compressed.
pub fn write_compressed_png(
    out: impl Write,
    picture: &Picture<'_>,
    compression: Compression,
) -> Result<u64, Error> {
    let mut out = MarkedEnd::new(out, Format::Png, picture.canvas);
    png::write_png(&mut out, picture, compression)?;
    Ok(out.close()?)
}

/// Writes a large picture while it is drawn: `draw` writes its rows from top to bottom, any number
/// at a time. Returns the number of bytes written.
///
/// # Errors
/// When the writer fails, or `draw` does, the picture has no pixels or more than 256 colours, or there are more or
/// fewer pixels than the canvas has.
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

/// Writes one picture in a format that [has such](Format::draws_stills) and no pages; returns the number of bytes
/// written.
///
/// ```
/// use queenreel::encode::{EncodeOptions, Format, write_picture};
/// use queenreel::picture::{Canvas, Picture, Rgb};
///
/// # fn main() -> Result<(), queenreel::encode::EncodeError> {
/// let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
/// let mut jpeg = Vec::new();
/// let picture = Picture::new(&canvas, &[0, 1], &[]);
/// let bytes = write_picture(&mut jpeg, &picture, Format::Jpeg, &EncodeOptions::default())?;
/// assert_eq!((bytes, &jpeg[..2]), (jpeg.len() as u64, &b"\xff\xd8"[..]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the writer fails, the picture has no pixels or more than 256 colours, a pixel is not an index of a colour,
/// there are more or fewer pixels than the canvas has, or it is larger than the format allows. [`NeedsPages`](EncodeError::NeedsPages) for vectors, [`NeedsDirectory`](EncodeError::NeedsDirectory) for
/// PNG frames, and [`NoStill`](EncodeError::NoStill) for other formats of films.
pub fn write_picture(
    mut out: impl Write,
    picture: &Picture<'_>,
    format: Format,
    options: &EncodeOptions,
) -> Result<u64, EncodeError> {
    Error::check_picture(picture)?;
    let Canvas { width, height, dpi, .. } = *picture.canvas;
    match format {
        Format::Png => Ok(write_compressed_png(out, picture, options.compression)?),
        Format::WebP => {
            let mut out = MarkedEnd::new(out, format, picture.canvas);
            write_webp(&mut out, picture, &exif(&unsigned_name(), dpi))?;
            Ok(out.close()?)
        }
        Format::Jpeg | Format::Bmp | Format::Tiff | Format::Qoi | Format::Ppm => {
            format.check_still((width, height))?;
            let mut file = encoded(picture, format, options)?;
            let mark = format.mark(&unsigned_name());
            match format.mark_kind() {
                // After the first line.
                Mark::Comment(..) => drop(file.splice(PPM.len()..PPM.len(), mark)),
                Mark::Gif | Mark::PngText | Mark::Mp4Box | Mark::AfterEnd | Mark::Archive => {
                    file.extend(mark);
                }
                Mark::Exif | Mark::None => {}
            }
            if format == Format::Bmp {
                let size = file.len() as u32;
                file[2..6].copy_from_slice(&size.to_le_bytes());
                if let Some(dpi) = dpi {
                    // Pixels to a metre, across and down.
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

/// The first line of a PPM.
const PPM: &[u8] = b"P6\n";

/// The file of a picture, by `image`.
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
        // `image` writes no resolution.
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
