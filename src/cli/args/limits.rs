//! Arguments of every command that makes a film: how large it may be.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use humantime::format_duration;

use crate::cli::error::CliError;
use crate::cli::places::Place;
use crate::cli::values;
use crate::encode::Format;
use crate::film::Limits;
use crate::page::PageSize;

#[derive(Debug, Args)]
pub struct LimitArgs {
    /// Make the best film of at most SIZE, like 5MB: what it gives up for that is printed; what other options name
    /// is kept
    #[arg(long, value_name = "SIZE", value_parser = values::bytes, allow_hyphen_values = true)]
    pub fit: Option<u64>,

    #[arg(long = "for", value_name = "PLACE", value_parser = values::place(), help = place_help())]
    pub place: Option<&'static Place>,
}

fn place_help() -> String {
    let names: Vec<&str> = Place::all().iter().map(|place| place.name.as_str()).collect();
    format!(
        "Make a film for a place: its format, its page and its limits, of {}; see docs/limits.md",
        names.join(", ")
    )
}

impl LimitArgs {
    /// What the film may have at most; `None` if it may have any size.
    pub fn limits(&self) -> Option<Limits> {
        let of_place = self.place.map(Place::limits);
        let limits = of_place.or(self.fit.map(|_| Limits::default()))?;
        let bytes = limits.bytes.into_iter().chain(self.fit).min();
        Some(Limits { bytes, ..limits }).filter(|limits| *limits != Limits::default())
    }

    /// The usual format of the place.
    pub fn format(&self) -> Option<Format> {
        self.place.and_then(|place| place.formats.first().copied())
    }

    /// The page of the place.
    pub fn canvas(&self) -> Option<PageSize> {
        let (width, height) = self.place?.canvas?;
        Some(PageSize::Pixels(width, height))
    }

    /// Refuses a format, a page or a length that the place does not show, and formats of many files.
    pub fn check(
        &self,
        format: Format,
        canvas: Option<PageSize>,
        duration: Option<Duration>,
    ) -> Result<(), CliError> {
        let refused = |text: String| Err(CliError::Usage(anyhow!(text)));
        if let Some(place) = self.place {
            let Place { name, formats, largest, .. } = place;
            if !formats.contains(&format) {
                let shown: Vec<String> = formats.iter().map(ToString::to_string).collect();
                return refused(format!("--for {name} is for {}, not for {format}", shown.join(", ")));
            }
            if let (Some((widest, highest)), Some(PageSize::Pixels(width, height))) = (*largest, canvas)
                && (width > widest || height > highest)
            {
                return refused(format!(
                    "--for {name} shows at most {widest}×{highest} pixels, not {width}×{height}; give another --canvas"
                ));
            }
        }
        if let (Some(limit), Some(duration)) = (self.limits().and_then(|limits| limits.time), duration)
            && duration > limit
        {
            let limit = format_duration(limit);
            return refused(format!(
                "a film for this place lasts at most {limit}; give a shorter --duration"
            ));
        }
        if self.fit.is_some() && (format.is_directory() || format.is_still()) {
            return refused(format!("--fit is for films in one file, not for {format}"));
        }
        Ok(())
    }
}
