//! Single pictures in every format, decoded by other programs.

use flatfilm::Error;
use image::RgbImage;
use queenreel::encode::{
    Compression, EncodeError, EncodeOptions, Format, write_picture, write_png, write_png_in_bands,
};
use queenreel::internals::picture::{Canvas, Picture, Rgb};

use crate::common::decode::read_rgb;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::svg::mean_difference;
use crate::common::table::words;
use crate::common::tools::ffmpeg;

const EXACT: [&str; 5] = ["webp", "bmp", "tiff", "qoi", "ppm"];

/// The picture decoded by ffmpeg; it decodes JPEG with less precision.
fn seen(sandbox: &Sandbox, name: &str, like: &RgbImage) -> Option<RgbImage> {
    let pictures = ffmpeg(&sandbox.path(name), "rgb24", like.len())?;
    assert_eq!(pictures.len(), 1, "{name}");
    RgbImage::from_raw(like.width(), like.height(), pictures.into_iter().next().unwrap())
}

/// Checks the files `name.png` and so on with these extensions against the PNG.
fn assert_same(sandbox: &Sandbox, name: &str, endings: &[&str]) {
    let ours = read_rgb(&sandbox.path(&format!("{name}.png")));
    for ending in endings {
        let Some(seen) = seen(sandbox, &format!("{name}.{ending}"), &ours) else { return };
        assert!(seen == ours, "{name}.{ending}");
    }
    let Some(seen) = seen(sandbox, &format!("{name}.jpg"), &ours) else { return };
    let difference = mean_difference(&seen, &ours);
    assert!((0.01..2.5).contains(&difference), "{name}.jpg: {difference}");
    assert_eq!(read_rgb(&sandbox.path(&format!("{name}.jpg"))).dimensions(), ours.dimensions());
}

#[test]
fn other_programs_see_the_pixels_of_the_png_in_every_format() {
    let sandbox = Sandbox::new();
    // With several pictures, WebP is a format of films.
    let without_webp = &EXACT[1..];
    for (name, command, endings) in sampled(
        2,
        [
            ("board", "board 15863724 --theme midnight", &EXACT[..]),
            ("large", "board 15863724 --theme ink --size 1080", &EXACT),
            ("sheet", "sheet 4", &EXACT),
            ("chart", "compare 4..6", &EXACT),
            ("page", "gallery 6 --canvas 16:9", without_webp),
            ("frame", "search 6 --view lecture --select 40", without_webp),
        ],
    ) {
        for ending in endings.iter().chain(&["png", "jpg"]) {
            sandbox.succeed(&words(&format!("{command} -o {name}.{ending}")));
        }
        assert_same(&sandbox, name, endings);
    }
    for ending in EXACT.iter().chain(&["png", "jpg"]) {
        sandbox.succeed(&words(&format!("search 5 -o {ending}.gif --poster poster.{ending}")));
    }
    assert_same(&sandbox, "poster", &EXACT);
}

#[test]
fn endings_are_read_in_any_spelling() {
    let sandbox = Sandbox::new();
    for (name, begins) in
        [("a.jpeg", &b"\xff\xd8"[..]), ("b.JPG", b"\xff\xd8"), ("c.tif", b"II*\0"), ("d.Ppm", b"P6\n")]
    {
        sandbox.succeed(&["board", "2413", "-o", name]);
        assert!(sandbox.read(name).starts_with(begins), "{name}");
    }
    let output = sandbox.succeed(&words("search 4 --select 3 --format jpg -o -"));
    assert!(output.stdout.starts_with(b"\xff\xd8"));
}

#[test]
fn a_jpeg_has_the_quality_and_the_density_that_were_asked_for() {
    let sandbox = Sandbox::new();
    let board = |options: &str| {
        sandbox.succeed(&words(&format!("board 15863724 -o board.jpg{options}")));
        sandbox.read("board.jpg")
    };
    let usual = board("");
    assert!(usual == board(" --quality 92"));
    let [low, high] = [" --quality 20", " --quality 100"].map(|quality| board(quality).len());
    assert!(low < usual.len() && usual.len() < high, "{low} {} {high}", usual.len());
    // JFIF: unit inches, then the number of pixels per inch.
    let paper = board(" --canvas 100x80mm");
    assert_eq!(paper[6..18], *b"JFIF\0\x01\x02\x01\x01\x2c\x01\x2c");
}

#[test]
fn our_pictures_are_replaced_and_those_of_others_are_not() {
    let sandbox = Sandbox::new();
    for ending in EXACT.iter().chain(&["jpg"]) {
        let name = format!("board.{ending}");
        let draw = ["board", "2413", "-o", &name];
        sandbox.succeed(&draw);
        let ours = sandbox.read(&name);
        if *ending == "qoi" {
            // A QOI has no mark.
            let message = "a QOI cannot say who wrote it; give another name, or add --force";
            sandbox.refuse(1, &draw, &[message]);
            sandbox.succeed(&[&draw[..], &["--force"]].concat());
        } else {
            sandbox.succeed(&draw);
        }
        assert!(ours == sandbox.read(&name), "the same each time");
        let picture = RgbImage::from_pixel(16, 16, image::Rgb([200; 3]));
        for other in [
            encoded(&picture, ending),
            b"II*\0, and then queenreel".to_vec(),
            b"P6\n#queenreel\n480 480 255\n, of which nothing follows".to_vec(),
            b"BM, P6, II* or \xff\xd8: a text about queenreel".to_vec(),
            b"II*\0, and nothing else".to_vec(),
        ] {
            sandbox.write(&name, &other);
            sandbox.refuse(1, &draw, &["--force"]);
            assert!(sandbox.read(&name) == other);
        }
    }
}

/// A file encoded by another program; `image` here has no WebP.
fn encoded(picture: &RgbImage, ending: &str) -> Vec<u8> {
    let Some(format) = image::ImageFormat::from_extension(ending).filter(|_| ending != "webp") else {
        return b"RIFF\x04\0\0\0WEBP".to_vec();
    };
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

#[test]
fn a_poster_has_the_quality_that_was_asked_for() {
    let sandbox = Sandbox::new();
    let poster = |options: &str| {
        sandbox.succeed(&words(&format!("search 5 --poster poster.jpg --quiet -o film.gif{options}")));
        sandbox.read("poster.jpg").len()
    };
    let usual = poster("");
    assert_eq!(poster(" --quality 92"), usual);
    assert!(poster(" --quality 30") < usual);
}

/// Writes a picture of this size with this number of colours.
fn write(format: Format, (width, height): (u32, u32), colours: usize) -> Result<u64, EncodeError> {
    let canvas = Canvas::new(width, height, vec![Rgb([0; 3]); colours]);
    let pixels = vec![0; (width * height) as usize];
    write_picture(Vec::new(), &Picture::new(&canvas, &pixels, &[]), format, &EncodeOptions::default())
}

#[test]
fn pictures_that_a_format_cannot_have_are_errors() {
    for format in Format::drawn() {
        match write(format, (20_000, 1), 2) {
            Ok(_) => assert_eq!(format, Format::Png),
            Err(EncodeError::Film(Error::TooLarge { .. })) => {
                assert!(format.draws_stills() && format != Format::Png);
            }
            Err(EncodeError::NeedsPages(_)) => assert!(format.is_vector()),
            Err(EncodeError::NeedsDirectory(_)) => assert!(format.is_directory()),
            Err(EncodeError::NoStill(_)) => assert!(!format.draws_stills(), "{format}"),
            Err(error) => panic!("{format}: {error}"),
        }
        for empty in [(0, 0), (0, 5), (5, 0)] {
            let error = write(format, empty, 2).unwrap_err();
            assert!(matches!(error, EncodeError::Film(Error::NoPixels)), "{format}, {empty:?}: {error}");
        }
        let error = write(format, (5, 5), 300).unwrap_err();
        assert!(matches!(error, EncodeError::Film(Error::TooManyColours(300))), "{format}: {error}");
    }
}

#[test]
fn inconsistent_pictures_are_errors() {
    let canvas = |width, height, colours| Canvas::new(width, height, vec![Rgb([0; 3]); colours]);
    let cases: [(Canvas, Vec<u8>, &str); 7] = [
        (canvas(0, 0, 2), vec![], "at least one pixel"),
        (canvas(0, 3, 2), vec![], "at least one pixel"),
        (canvas(2, 2, 300), vec![0; 4], "not 300"),
        (canvas(2, 2, 2), vec![0; 3], "2×2 cannot have 3 pixels"),
        (canvas(2, 2, 2), vec![0; 6], "2×2 cannot have 6 pixels"),
        (canvas(u32::MAX, u32::MAX, 2), vec![0; 4], "cannot have 4 pixels"),
        (canvas(2, 2, 2), vec![0, 1, 2, 0], "colour 2 is not"),
    ];
    for (canvas, pixels, part) in cases {
        let picture = Picture::new(&canvas, &pixels, &[]);
        let in_bands =
            write_png_in_bands(Vec::new(), &canvas, Compression::Normal, |bands| Ok(bands.write(&pixels)?));
        let whole = write_png(Vec::new(), &picture, Compression::default()).map_err(EncodeError::from);
        let options = EncodeOptions::default();
        let stills = Format::drawn().filter(|format| format.draws_stills() && !format.is_vector());
        let written = stills.map(|format| write_picture(Vec::new(), &picture, format, &options));
        for result in written.chain([whole, in_bands]) {
            let error = result.unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
