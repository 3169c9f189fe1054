//! `queenreel board`.

use std::io::stdout;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow};
use queenreel::draw::{BoardPainter, Picture};
use queenreel::encode::write_png;
use queenreel::output::StagedFile;
use queenreel::scene::Scene;

use super::args::BoardArgs;
use super::failure::Failure;
use super::target::DASH;
use super::{interrupt, summary};

pub fn run(args: &BoardArgs) -> Result<(), Failure> {
    let placement = &args.placement;
    let default = || PathBuf::from(format!("output/board-{placement}.png"));
    let path = args.output.clone().unwrap_or_else(default);
    let dash = path == Path::new(DASH);
    if !dash && path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("png")) {
        return Err(Failure::Usage(anyhow!(
            "a position is drawn as a PNG: end '{}' in .png",
            path.display()
        )));
    }
    let mut painter = BoardPainter::new(placement.size(), &args.style.style()).map_err(Failure::usage)?;
    let picture = painter.paint(&Scene::position(placement.size(), placement.queens()));
    if dash {
        return match write_png(stdout().lock(), &picture) {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::on_standard_output(Failure::from(Error::from(error)))),
        };
    }
    let bytes = write_to_file(&path, &picture).with_context(|| format!("cannot write {}", path.display()))?;
    if !args.quiet {
        summary::print_lines(&format!("{}: {}\n", path.display(), summary::bytes(bytes)));
    }
    Ok(())
}

fn write_to_file(path: &Path, picture: &Picture<'_>) -> Result<u64, Error> {
    interrupt::catch();
    let (staged, file) = StagedFile::create(path)?;
    let bytes = write_png(file, picture)?;
    staged.complete()?;
    Ok(bytes)
}
