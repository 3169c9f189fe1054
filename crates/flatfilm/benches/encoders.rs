//! Encoders, with a film in which two squares change in a picture, and one in which much does: `cargo bench -p flatfilm`.

use std::io;
use std::num::NonZeroU32;
use std::time::Duration;

use divan::{Bencher, counter::ItemsCount};
use flatfilm::apng::Apng;
use flatfilm::gif::GifFrames;
use flatfilm::mp4::Mp4;
use flatfilm::picture::{Canvas, Picture};
use flatfilm::png::write_png;
use flatfilm::webp::WebP;
use flatfilm::y4m::Y4m;
use flatfilm::{Compression, Encoder, Error, Indexer, Plays, Quality};
use image::{Rgb, RgbImage};

const SIDE: u32 = 480;
const PICTURES: u32 = 200;
const TIME: Duration = Duration::from_millis(100);
const FPS: NonZeroU32 = NonZeroU32::new(30).unwrap();

fn main() {
    divan::main();
}

fn film(squares: u32) -> Vec<RgbImage> {
    let mut image = RgbImage::from_pixel(SIDE, SIDE, Rgb([240, 217, 181]));
    let pictures = 0..PICTURES;
    pictures
        .map(|picture| {
            for number in (0..squares).map(|square| (picture + 1) * (square + 3) * 29 % 64) {
                let (left, top) = (number % 8 * 60, number / 8 * 60);
                let disc = |x: u32, y: u32| (x.abs_diff(30).pow(2) + y.abs_diff(30).pow(2)) / 25;
                for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
                    let shade = if disc(x, y) < 20 { disc(x, y) * 10 + picture % 3 } else { 240 };
                    image.put_pixel(left + x, top + y, Rgb([shade as u8, shade as u8 / 2, 99]));
                }
            }
            image.clone()
        })
        .collect()
}

fn encode<E: Encoder>(
    bencher: Bencher<'_, '_>,
    squares: u32,
    open: impl Fn(&Canvas) -> Result<E, Error> + Sync,
) {
    bench(bencher, squares, |mut indexer, film| {
        let mut encoder = open(indexer.canvas()).unwrap();
        for image in film {
            encoder.write(&indexer.index(image).unwrap(), TIME).unwrap();
        }
        Box::new(encoder).finish().unwrap()
    });
}

fn bench<R>(bencher: Bencher<'_, '_>, squares: u32, run: impl Fn(Indexer, &[RgbImage]) -> R + Sync) {
    let film = film(squares);
    let canvas = Canvas::of_images(&film).unwrap();
    bencher.counter(ItemsCount::new(film.len())).bench(|| run(Indexer::new(canvas.clone()), &film));
}

#[divan::bench(args = [2, 20])]
fn indexer(bencher: Bencher<'_, '_>, squares: u32) {
    bench(bencher, squares, |mut indexer, film| {
        film.iter().map(|image| indexer.index(image).unwrap().changes.len()).sum::<usize>()
    });
}

#[divan::bench(args = [2, 20])]
fn gif(bencher: Bencher<'_, '_>, squares: u32) {
    bench(bencher, squares, |mut indexer, film| {
        let mut frames = GifFrames::new(indexer.canvas(), false).unwrap();
        for image in film {
            frames.add(&indexer.index(image).unwrap(), TIME).unwrap();
        }
        frames.last
    });
}

#[divan::bench(args = [2, 20])]
fn apng(bencher: Bencher<'_, '_>, squares: u32) {
    encode(bencher, squares, |canvas| Apng::new(io::sink(), canvas, Plays::Forever, Compression::Normal));
}

#[divan::bench(args = [2, 20], sample_count = 10)]
fn webp(bencher: Bencher<'_, '_>, squares: u32) {
    encode(bencher, squares, |canvas| WebP::new(io::sink(), canvas, Plays::Forever, &[]));
}

#[divan::bench(args = [2, 20], sample_count = 10)]
fn mp4(bencher: Bencher<'_, '_>, squares: u32) {
    encode(bencher, squares, |canvas| Mp4::new(io::sink(), canvas, FPS, Quality::USUAL, None));
}

#[divan::bench(args = [2, 20])]
fn y4m(bencher: Bencher<'_, '_>, squares: u32) {
    encode(bencher, squares, |canvas| Y4m::new(io::sink(), canvas, FPS, None));
}

#[divan::bench(args = Compression::ALL)]
fn png(bencher: Bencher<'_, '_>, compression: Compression) {
    let image = film(20).pop().unwrap();
    let mut indexer = Indexer::new(Canvas::of_images([&image]).unwrap());
    let picture: Picture<'_> = indexer.index(&image).unwrap();
    bencher.bench(|| write_png(io::sink(), &picture, compression).unwrap());
}
