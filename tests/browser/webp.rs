//! WebP in a browser, which decodes it with libwebp.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use queenreel::encode::{EncodeOptions, Format};
use serde::Deserialize;

use crate::common::sandbox::Sandbox;
use crate::driver::Browser;
use crate::reference::references;

/// A frame as shown by the browser.
#[derive(Deserialize)]
struct Frame {
    /// Digest of its pixels: red, green, blue and opacity.
    digest: u32,
    microseconds: u64,
}

/// FNV-1a.
fn digest(rgb: &[u8]) -> u32 {
    let bytes = rgb.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]);
    bytes.fold(2_166_136_261, |digest, byte| (digest ^ u32::from(byte)).wrapping_mul(16_777_619))
}

#[test]
fn a_browser_shows_the_exact_pictures() {
    let Some(browser) = Browser::start() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("page.html", "<!doctype html>");
    browser.open(&sandbox.path("page.html"), (100, 100), 1);
    for reference in references() {
        let webp = BASE64_STANDARD.encode(reference.bytes(Format::WebP, EncodeOptions::default()));
        let frames: Vec<Frame> = browser.read(&include_str!("webp.js").replace("WEBP", &webp));
        assert_eq!(frames.len(), reference.shown.len());
        let (mut wanted, mut seen) = (Duration::ZERO, Duration::ZERO);
        for (number, (frame, (pixels, time))) in frames.iter().zip(&reference.shown).enumerate() {
            assert_eq!(frame.digest, digest(pixels), "picture {number}");
            wanted += *time;
            seen += Duration::from_micros(frame.microseconds);
            assert!(wanted.abs_diff(seen) < Duration::from_millis(2), "{seen:?}, not {wanted:?}");
        }
    }
}
