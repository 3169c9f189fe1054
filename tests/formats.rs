//! Every format, read back by other programs: pictures, times, tags, limits and faults.
//!
//! ffmpeg and webpmux are asked where they are installed; a test that cannot ask says so.

use std::fs;
use std::io::{self, Cursor, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, Delay, Frame as Decoded, RgbaImage};
use queenreel::board::BoardSize;
use queenreel::draw::{BoardPainter, BoardStyle, Canvas, Picture, Rect, Rgb};
use queenreel::encode::{EncodeError, Format, Options, Plays, Quality};
use queenreel::film::Film;
use queenreel::record::{Recorder, Schedule, Wishes};
use queenreel::search::{Backtracking, Event, Order, until_solutions};
use tempfile::TempDir;

/// A film, and what every decoder should make of it.
struct Reference {
    size: BoardSize,
    solutions: u64,
    style: BoardStyle,
    schedule: Schedule,
    /// The painter's pictures, three bytes a pixel, and how long each is shown.
    shown: Vec<(Vec<u8>, Duration)>,
    width: usize,
}

impl Reference {
    fn new(n: u64, solutions: u64, width: u32, wishes: &Wishes) -> Self {
        let size = BoardSize::new(n).unwrap();
        let style = BoardStyle { width: Some(width), ..BoardStyle::default() };
        let schedule = Schedule::of(events(size, solutions), wishes).unwrap();
        let mut painter = BoardPainter::new(size, &style).unwrap();
        let palette = painter.canvas().palette.clone();
        let mut shown = Vec::new();
        let mut show = |frame: &queenreel::record::Frame| {
            let picture = painter.paint(&frame.scene);
            let pixels = picture.pixels.iter().flat_map(|pixel| palette[usize::from(*pixel)].0).collect();
            shown.push((pixels, frame.shown_for));
        };
        let mut recorder = Recorder::new(size, &schedule);
        for event in events(size, solutions) {
            if let Some(frame) = recorder.push(event).unwrap() {
                show(frame);
            }
        }
        show(&recorder.finish());
        Self { size, solutions, style, schedule, shown, width: width as usize }
    }

    fn film(
        &self,
        format: Format,
        options: Options,
        out: impl Write,
    ) -> Result<(), queenreel::film::FilmError> {
        let painter = BoardPainter::new(self.size, &self.style)?;
        let options = Options { frames: self.schedule.frames, ..options };
        let encoder = format.open(out, painter.canvas(), &options)?;
        let mut film = Film::new(Recorder::new(self.size, &self.schedule), painter, encoder);
        for event in events(self.size, self.solutions) {
            film.push(event)?;
        }
        film.finish().map(drop)
    }

    fn bytes(&self, format: Format, options: Options) -> Vec<u8> {
        let mut out = Vec::new();
        self.film(format, options, &mut out).unwrap();
        out
    }

    fn file(&self, format: Format, options: Options) -> FilmFile {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film").with_extension(format.extension());
        fs::write(&path, self.bytes(format, options)).unwrap();
        FilmFile { path, _directory: directory }
    }

    fn playing_time(&self) -> Duration {
        self.shown.iter().map(|(_, time)| *time).sum()
    }

    /// The pictures that are there when those of a constant rate begin.
    fn at_rate(&self, fps: u32) -> Vec<&[u8]> {
        let mut pictures = Vec::new();
        let mut until = Duration::ZERO;
        for (pixels, time) in &self.shown {
            until += *time;
            while Duration::from_secs(pictures.len() as u64) < until * fps {
                pictures.push(pixels.as_slice());
            }
        }
        pictures
    }
}

struct FilmFile {
    path: PathBuf,
    _directory: TempDir,
}

fn events(size: BoardSize, solutions: u64) -> impl Iterator<Item = Event> {
    until_solutions(Backtracking::new(size, Order::Columns), solutions)
}

fn paced(delay: u64, hold: u64) -> Wishes {
    let [delay, hold] = [delay, hold].map(|millis| Some(Duration::from_millis(millis)));
    Wishes { delay, hold, ..Wishes::default() }
}

/// Small films, among them odd sizes and squares of unequal sizes.
fn references() -> Vec<Reference> {
    vec![
        Reference::new(1, 1, 16, &Wishes::default()),
        Reference::new(4, u64::MAX, 240, &paced(133, 711)),
        Reference::new(5, 2, 241, &Wishes { duration: Some(Duration::from_secs(7)), ..Wishes::default() }),
        Reference::new(6, 1, 160, &paced(20, 70_001)),
        Reference::new(7, 1, 241, &Wishes::default()),
    ]
}

/// What a program prints; `None`, and a word about it, where it is not installed.
fn ask(program: &str, arguments: &[&str], path: &Path) -> Option<Vec<u8>> {
    let mut command = Command::new(program);
    match command.args(arguments).arg(path).stdin(Stdio::null()).stderr(Stdio::inherit()).output() {
        Ok(output) => {
            assert!(output.status.success(), "{program} cannot read {}", path.display());
            Some(output.stdout)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped for want of {program}");
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// A property of the first stream, or of each of its packets.
fn probe(entries: &str, path: &Path) -> Option<Vec<String>> {
    let arguments = ["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries];
    let output =
        ask("ffprobe", &[&arguments[..], &["-of", "default=noprint_wrappers=1:nokey=1"]].concat(), path)?;
    Some(String::from_utf8(output).unwrap().lines().map(str::to_owned).collect())
}

/// The pictures that ffmpeg sees, in a pixel format of its own, each of so many bytes.
fn ffmpeg(path: &Path, pixel_format: &str, bytes: usize) -> Option<Vec<Vec<u8>>> {
    let directory = tempfile::tempdir().unwrap();
    let raw = directory.path().join("raw");
    let program = Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(path)
        // Without these ffmpeg converts colours fast, and wrong by up to three.
        .args(["-sws_flags", "accurate_rnd+full_chroma_int", "-fps_mode", "passthrough"])
        .args(["-f", "rawvideo", "-pix_fmt", pixel_format])
        .arg(&raw)
        .stdin(Stdio::null())
        .status();
    match program {
        Ok(status) => assert!(status.success(), "ffmpeg cannot read {}", path.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("skipped for want of ffmpeg");
            return None;
        }
        Err(error) => panic!("ffmpeg: {error}"),
    }
    Some(fs::read(raw).unwrap().chunks(bytes).map(<[u8]>::to_vec).collect())
}

/// The same pictures, each beginning within a hundredth of a second of its time.
fn assert_same_animation(decoded: &[Decoded], reference: &Reference, format: Format) {
    assert_eq!(decoded.len(), reference.shown.len(), "{format}: frames");
    let (mut wanted, mut seen) = (Duration::ZERO, Duration::ZERO);
    for (number, (frame, (pixels, time))) in decoded.iter().zip(&reference.shown).enumerate() {
        let rgba = pixels.chunks(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]);
        assert!(frame.buffer().as_raw().iter().copied().eq(rgba), "{format}: picture {number}");
        wanted += *time;
        seen += Duration::from(frame.delay());
        assert!(wanted.abs_diff(seen) < Duration::from_millis(10), "{format}: {seen:?}, not {wanted:?}");
    }
}

#[test]
fn apng_shows_the_very_pictures() {
    for reference in references() {
        let file = reference.file(Format::Apng, Options::default());
        let decoder = PngDecoder::new(Cursor::new(fs::read(&file.path).unwrap())).unwrap();
        let frames = decoder.apng().unwrap().into_frames().collect_frames().unwrap();
        assert_same_animation(&frames, &reference, Format::Apng);
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * reference.width * reference.width) else {
            return;
        };
        assert!(pictures.iter().eq(reference.shown.iter().map(|(pixels, _)| pixels)), "as ffmpeg sees it");
    }
}

#[test]
fn apng_says_how_often_it_plays_and_has_eight_bits_a_pixel() {
    let reference = Reference::new(4, 1, 160, &Wishes::default());
    for (plays, number) in [(Plays::Forever, 0), (Plays::Times(NonZeroU32::new(3).unwrap()), 3)] {
        let bytes = reference.bytes(Format::Apng, Options { plays, ..Options::default() });
        let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let info = reader.info();
        assert_eq!(info.animation_control().unwrap().num_plays, number);
        assert_eq!((info.bit_depth, info.color_type), (png::BitDepth::Eight, png::ColorType::Indexed));
    }
}

#[test]
fn apng_holds_as_many_frames_as_it_announces() {
    let reference = Reference::new(4, 1, 64, &Wishes::default());
    for (announced, message) in [(0, "0 pictures were announced"), (3, "and 4 came"), (100, "and 9 came")] {
        let painter = BoardPainter::new(reference.size, &reference.style).unwrap();
        let options = Options { frames: announced, ..Options::default() };
        let error = Format::Apng
            .open(io::sink(), painter.canvas(), &options)
            .map_err(Into::into)
            .and_then(|encoder| {
                let mut film =
                    Film::new(Recorder::new(reference.size, &reference.schedule), painter, encoder);
                events(reference.size, 1).try_for_each(|event| film.push(event).map(drop))?;
                film.finish()
            })
            .unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// As libwebp's decoder sees them: others are a little off where frames are joined.
#[cfg(feature = "webp")]
#[test]
fn webp_shows_the_very_pictures() {
    for reference in references() {
        let bytes = reference.bytes(Format::WebP, Options::default());
        let frames = webp_animation::Decoder::new(&bytes).unwrap().into_iter();
        let mut begins = 0;
        let decoded = frames.map(|frame| {
            let millis = frame.timestamp() - std::mem::replace(&mut begins, frame.timestamp());
            let pixels =
                RgbaImage::from_raw(frame.dimensions().0, frame.dimensions().1, frame.data().to_vec());
            Decoded::from_parts(pixels.unwrap(), 0, 0, Delay::from_numer_denom_ms(millis as u32, 1))
        });
        assert_same_animation(&decoded.collect::<Vec<_>>(), &reference, Format::WebP);
    }
}

#[cfg(feature = "webp")]
#[test]
fn webp_says_how_often_it_plays_and_is_lossless() {
    let reference = Reference::new(5, 1, 160, &paced(133, 711));
    for (plays, number) in [(Plays::Forever, 0), (Plays::Times(NonZeroU32::new(3).unwrap()), 3)] {
        let file = reference.file(Format::WebP, Options { plays, ..Options::default() });
        let Some(info) = ask("webpmux", &["-info"], &file.path) else { return };
        let info = String::from_utf8(info).unwrap();
        assert!(info.contains(&format!("Loop Count : {number}\n")), "{info}");
        let frames: Vec<&str> = info.lines().filter(|line| line.contains("lossless")).collect();
        let delays: Vec<&str> = frames.iter().map(|line| line.split_whitespace().nth(6).unwrap()).collect();
        assert_eq!(delays, ["133", "133", "133", "133", "133", "711"], "{info}");
    }
}

#[cfg(feature = "webp")]
#[test]
fn webp_is_smaller_than_gif() {
    let reference = Reference::new(8, 1, 480, &paced(200, 2000));
    let [webp, gif] =
        [Format::WebP, Format::Gif].map(|format| reference.bytes(format, Options::default()).len());
    assert!(webp < gif, "{webp} and {gif} bytes");
}

fn at_rate(fps: u32) -> Options {
    Options { fps: NonZeroU32::new(fps).unwrap(), ..Options::default() }
}

/// How far two pictures are apart where they are furthest.
fn difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

#[test]
fn y4m_keeps_colours_and_time() {
    for (reference, fps) in references().iter().zip([30, 25, 30, 1, 60]) {
        let file = reference.file(Format::Y4m, at_rate(fps));
        let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * reference.width * reference.width) else {
            return;
        };
        let expected = reference.at_rate(fps);
        assert_eq!(pictures.len(), expected.len());
        for (number, (picture, expected)) in pictures.iter().zip(expected).enumerate() {
            assert!(difference(picture, expected) <= 2, "picture {number}");
        }
        let entries = "stream=pix_fmt,color_range,r_frame_rate";
        let Some(properties) = probe(entries, &file.path) else { return };
        assert_eq!(properties, ["yuv444p", "tv", &format!("{fps}/1")]);
    }
}

#[cfg(feature = "mp4")]
mod mp4 {
    use super::*;

    /// The boxes of a file, or of a box: their names, and what they hold.
    fn boxes(mut bytes: &[u8]) -> Vec<(&str, &[u8])> {
        let mut boxes = Vec::new();
        while !bytes.is_empty() {
            let name = str::from_utf8(&bytes[4..8]).unwrap();
            let (header, size) = match u32::from_be_bytes(bytes[..4].try_into().unwrap()) {
                1 => (16, u64::from_be_bytes(bytes[8..16].try_into().unwrap()) as usize),
                size => (8, size as usize),
            };
            boxes.push((name, &bytes[header..size]));
            bytes = &bytes[size..];
        }
        boxes
    }

    /// Even sides, by a repetition of the last pixels.
    fn padded(pixels: &[u8], width: usize) -> Vec<u8> {
        let even = width.next_multiple_of(2);
        let of_row = |row: usize| {
            let row = &pixels[3 * width * row.min(width - 1)..][..3 * width];
            (0..even).flat_map(|x| row[3 * x.min(width - 1)..][..3].to_vec()).collect::<Vec<u8>>()
        };
        (0..even).flat_map(of_row).collect()
    }

    /// Where all pixels as near as the encoder's blocks reach have the same colour.
    fn flat(pixels: &[u8], width: usize) -> Vec<usize> {
        const NEAR: usize = 16;
        let at = |x: usize, y: usize| &pixels[3 * (y * width + x)..][..3];
        let inside = NEAR..width.saturating_sub(NEAR);
        let places = inside.clone().step_by(3).flat_map(|y| inside.clone().step_by(3).map(move |x| (x, y)));
        places
            .filter(|(x, y)| {
                let near = |middle: usize| middle - NEAR..=middle + NEAR;
                near(*y).all(|row| near(*x).all(|column| at(column, row) == at(*x, *y)))
            })
            .map(|(x, y)| 3 * (y * width + x))
            .collect()
    }

    #[test]
    fn shows_the_pictures_at_their_times() {
        for (reference, fps) in references().iter().zip([30, 30, 25, 10, 60]) {
            let file = reference.file(Format::Mp4, at_rate(fps));
            let width = reference.width.next_multiple_of(2);
            let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * width * width) else { return };
            let expected = reference.at_rate(fps);
            assert_eq!(pictures.len(), expected.len());
            let mut last: Option<(&[u8], Vec<u8>, Vec<usize>)> = None;
            for (number, (picture, expected)) in pictures.iter().zip(expected).enumerate() {
                let known = last.take().filter(|(pixels, ..)| std::ptr::eq(*pixels, expected));
                let (_, padded, flat) = known.unwrap_or_else(|| {
                    let padded = padded(expected, reference.width);
                    let flat = flat(&padded, width);
                    (expected, padded, flat)
                });
                for place in &flat {
                    let [seen, wanted] = [picture, &padded].map(|pixels| &pixels[*place..][..3]);
                    assert!(difference(seen, wanted) <= 2, "picture {number}: {seen:?}, not {wanted:?}");
                }
                last = Some((expected, padded, flat));
            }
        }
    }

    #[test]
    fn keeps_the_luma_of_the_pictures() {
        let reference = Reference::new(8, 1, 480, &paced(200, 2000));
        let bt709 = |rgb: &[u8]| {
            let luma = 0.2126 * f64::from(rgb[0]) + 0.7152 * f64::from(rgb[1]) + 0.0722 * f64::from(rgb[2]);
            16.0 + 219.0 * luma / 255.0
        };
        let psnr = |quality| {
            let quality = Quality::new(quality).unwrap();
            let file = reference.file(Format::Mp4, Options { quality, ..Options::default() });
            let pixels = reference.width * reference.width;
            let pictures = ffmpeg(&file.path, "yuv420p", pixels * 3 / 2)?;
            let squares = pictures.iter().zip(reference.at_rate(30)).flat_map(|(picture, expected)| {
                picture
                    .iter()
                    .zip(expected.chunks(3))
                    .map(|(seen, rgb)| (f64::from(*seen) - bt709(rgb).round()).powi(2))
            });
            let mean = squares.sum::<f64>() / (pictures.len() * pixels) as f64;
            Some(10.0 * (255.0 * 255.0 / mean).log10())
        };
        for (quality, least, most) in [(80, 54.5, 56.0), (50, 43.0, 50.0), (100, 58.0, 70.0)] {
            let Some(psnr) = psnr(quality) else { return };
            assert!((least..most).contains(&psnr), "quality {quality}: {psnr} dB");
        }
    }

    #[test]
    fn tags_agree_in_the_file_and_in_the_stream() {
        let reference = Reference::new(5, 1, 241, &Wishes::default());
        let file = reference.file(Format::Mp4, at_rate(30));
        let bytes = fs::read(&file.path).unwrap();
        let colr = bytes.windows(4).position(|name| name == b"colr").unwrap();
        assert_eq!(bytes[colr + 4..][..11], *b"nclx\0\x01\0\x0d\0\x01\0", "BT.709, sRGB, BT.709, limited");

        let entries = "stream=width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries";
        let expected = ["242", "242", "yuv420p", "tv", "bt709", "iec61966-2-1", "bt709"];
        let Some(of_file) = probe(entries, &file.path) else { return };
        assert_eq!(of_file, expected);
        let stream = file.path.with_extension("h264");
        let copy = ["-v", "error", "-i", file.path.to_str().unwrap(), "-c", "copy", "-f", "h264"];
        if ask("ffmpeg", &copy, &stream).is_some() {
            assert_eq!(probe(entries, &stream).unwrap(), expected);
        }
    }

    #[test]
    fn says_how_long_it_plays() {
        for (reference, fps) in references().iter().zip([30, 30, 25, 10, 60]) {
            let file = reference.file(Format::Mp4, at_rate(fps));
            let entries = "stream=avg_frame_rate,duration,nb_frames,nb_read_frames";
            let Some(properties) = probe(entries, &file.path) else { return };
            let [rate, duration, number, counted] = properties.try_into().unwrap();
            assert_eq!(rate, format!("{fps}/1"));
            assert_eq!(number, counted);
            let duration = Duration::from_secs_f64(duration.parse().unwrap());
            assert!(duration.abs_diff(reference.playing_time()) < Duration::from_secs(1) / fps);
        }
    }

    #[test]
    fn the_index_comes_before_the_pictures() {
        let bytes = Reference::new(5, 1, 160, &Wishes::default()).bytes(Format::Mp4, Options::default());
        let names: Vec<&str> = boxes(&bytes).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["ftyp", "moov", "free", "mdat"]);
    }

    #[test]
    fn holds_cost_next_to_nothing_and_can_be_sought_in() {
        let [short, long] = [1, 101].map(|seconds| {
            Reference::new(8, 1, 480, &Wishes { max_frames: 1000, ..paced(50, seconds * 1000) })
        });
        let file = long.file(Format::Mp4, Options::default());
        let held =
            file.path.metadata().unwrap().len() as usize - short.bytes(Format::Mp4, Options::default()).len();
        assert!(held / (100 * 30) < 150, "{held} bytes for 3000 pictures, 20 of them key frames");

        let arguments =
            ["-v", "error", "-skip_frame", "nokey", "-show_entries", "frame=pts_time", "-of", "csv=p=0"];
        let Some(keys) = ask("ffprobe", &arguments, &file.path) else { return };
        let keys = String::from_utf8(keys).unwrap();
        let times = keys.lines().map(|time| time.trim_end_matches(',').parse::<f64>().unwrap());
        assert!(times.enumerate().all(|(number, time)| (time - 5.0 * number as f64).abs() < 1e-6), "{keys}");
    }

    #[test]
    fn however_small_it_is_a_video() {
        for width in [8, 9, 15, 16, 17, 33] {
            let reference = Reference::new(1, 1, width, &Wishes::default());
            let file = reference.file(Format::Mp4, Options::default());
            let side = reference.width.next_multiple_of(2).max(16);
            let Some(pictures) = ffmpeg(&file.path, "rgb24", 3 * side * side) else { return };
            assert_eq!(pictures.len(), reference.at_rate(30).len(), "{width} pixels");
        }
    }

    /// What no board looks like: there must be a picture for each all the same.
    #[test]
    fn noise_leaves_no_picture_out() {
        let side = 256;
        let palette: Vec<Rgb> = (0..=254).map(|grey| Rgb([grey; 3])).collect();
        let canvas = Canvas { width: side, height: side, palette };
        let mut out = Vec::new();
        let mut encoder = Format::Mp4.open(&mut out, &canvas, &Options::default()).unwrap();
        let area = Rect::whole(&canvas);
        let mut state = 1_u32;
        for _ in 0..90 {
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8 % 255
            };
            let pixels: Vec<u8> = (0..area.pixels()).map(|_| random()).collect();
            let changes = [queenreel::draw::Change { area, digest: u128::from(state) }];
            let picture = Picture { canvas: &canvas, pixels: &pixels, changes: &changes };
            encoder.write(&picture, Duration::from_secs(1) / 30).unwrap();
        }
        encoder.finish().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("noise.mp4");
        fs::write(&path, out).unwrap();
        let Some(number) = probe("stream=nb_read_frames", &path) else { return };
        assert_eq!(number, ["90"]);
    }
}

#[test]
fn sizes_beyond_a_format_are_named() {
    let limits = [
        (Format::Gif, 65_535, 65_535),
        #[cfg(feature = "webp")]
        (Format::WebP, 16_383, 16_383),
        #[cfg(feature = "mp4")]
        (Format::Mp4, 3840, 2160),
        #[cfg(feature = "mp4")]
        (Format::Mp4, 2160, 3840),
    ];
    for (format, width, height) in limits {
        for (width, height) in [(width + 1, height), (width, height + 1)] {
            let canvas = Canvas { width, height, palette: vec![Rgb([0; 3])] };
            let error = format.open(io::sink(), &canvas, &Options::default()).err().unwrap();
            assert!(matches!(error, EncodeError::TooLarge { .. }), "{error}");
            let message = error.to_string();
            assert!(message.contains(&format.to_string()) && message.contains(&format!("{width}×{height}")));
        }
    }
}

#[test]
fn frames_longer_than_a_format_allows_are_refused() {
    let day = Duration::from_secs(24 * 60 * 60);
    let painter = BoardPainter::new(BoardSize::new(4).unwrap(), &BoardStyle::default()).unwrap();
    for format in
        Format::ALL.into_iter().filter(|format| format.loops() && format.missing_feature().is_none())
    {
        let canvas = painter.canvas();
        let options = Options { frames: 1, ..Options::default() };
        let mut encoder = format.open(io::sink(), canvas, &options).unwrap();
        let pixels = vec![0; (canvas.width * canvas.height) as usize];
        let picture = Picture { canvas, pixels: &pixels, changes: &[] };
        let error = encoder.write(&picture, day).unwrap_err();
        assert!(matches!(error, EncodeError::TooLong { .. }), "{format}: {error}");
    }
}

/// Takes so many bytes, and then no more.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(data.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn files() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| !format.is_directory() && format.missing_feature().is_none())
}

#[test]
fn a_closed_pipe_is_an_error() {
    let reference = Reference::new(5, 1, 240, &Wishes::default());
    for format in files() {
        for room in [0, 10, 500] {
            let error = reference.film(format, Options::default(), Closing(room)).unwrap_err();
            assert!(format!("{error:?}").contains("BrokenPipe"), "{format}, {room} bytes: {error:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let reference = Reference::new(5, 1, 240, &Wishes::default());
    for format in files() {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let error = reference.film(format, Options::default(), full).unwrap_err();
        assert!(error.to_string().contains("No space left"), "{format}: {error}");
    }
}
