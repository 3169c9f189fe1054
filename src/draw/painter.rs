//! The painter: paints the content of a page, and repaints only what a frame has changed.

use std::mem;

use crate::page::scene::{Id, Item, ItemChange, Tag, key_of};
use crate::page::tween::{ItemLook, Seen, Tween};
use crate::page::{GalleryPage, LabelledBoard, Page};
use crate::picture::{Canvas, Picture, Rect};

use super::brush::{Brush, Region};
use super::frame_buffer::{FrameBuffer, MOST_DAMAGED, apart, damaged};
use super::palette::Palette;
use super::tile_cache::TileCache;

pub fn canvas(page: &Page) -> Canvas {
    palette_of(page).canvas(page.width, page.height, page.paper)
}

pub(super) fn palette_of(page: &Page) -> Palette {
    let own = page.colours.iter().copied();
    Palette::new(own, page.squares.theme.kind).with(page.colours_of_cards.iter().copied())
}

pub struct Painter {
    buffer: FrameBuffer,
    palette: Palette,
    brush: Brush,
    tiles: TileCache,
    /// The frame of the page that was painted last; `None` before the first frame.
    painted: Option<u64>,
    between: Tween,
}

impl Painter {
    pub fn new(page: &Page) -> Self {
        Self::with_palette_of(page, page)
    }

    pub fn with_palette_of(film: &Page, page: &Page) -> Self {
        let palette = palette_of(film);
        let canvas = palette.canvas(film.width, film.height, film.paper);
        Self {
            buffer: FrameBuffer::new(canvas, palette.index(page.background)),
            tiles: TileCache::default(),
            brush: Brush::new(page.font.clone()),
            palette,
            painted: None,
            between: Tween::default(),
        }
    }

    #[cfg(feature = "internals")]
    pub const fn canvas(&self) -> &Canvas {
        &self.buffer.canvas
    }

    /// Paints the current content of the page. Unless this frame or the previous frame was painted last, the whole
    /// picture counts as changed. May panic when the painter was made for another page.
    pub fn paint(&mut self, page: &Page) -> Picture<'_> {
        self.paint_between(page, &Tween::default())
    }

    /// Paints a tween of a page between its previous frame and its current frame.
    pub fn paint_between(&mut self, page: &Page, between: &Tween) -> Picture<'_> {
        self.buffer.changes.clear();
        self.tiles.trim();
        let shown = mem::replace(&mut self.between, between.clone());
        let painted = self.painted.replace(page.frames);
        let follows = shown.is_still() && painted.is_some_and(|painted| painted + 1 == page.frames);
        // The tween that was painted last, if it belongs to this step.
        let shown = Some(shown).filter(|_| painted == Some(page.frames));
        let (is_all, scene) = (shown.is_none() && !follows, &page.scene);
        let copies = shown.iter().chain([between]).flat_map(|between| between.copies(scene));
        let overlays = scene.items().filter(|(id, item)| {
            let before = scene.change(*id).map(|change| &change.before).into_iter();
            item.tag == Tag::Overlay
                && before.chain([&item.drawing]).any(|drawing| !drawing.layers.is_empty())
        });
        let overlays: Vec<&Item> = overlays.map(|(_, item)| item).collect();
        let overlaid = overlays.iter().map(|item| item.area);
        let under: Vec<Rect> = copies.map(|(area, ..)| area).chain(overlaid).collect();
        let mut damage = Vec::new();
        for (id, item) in scene.items() {
            let (is_square, area) = (item.tag == Tag::Square, item.area);
            let is_new = is_all || is_square && under.iter().any(|copy| copy.overlaps(area));
            let change = scene.change(id).filter(|_| !is_new);
            // Overlays are painted with the squares below them.
            if item.tag == Tag::Overlay || !is_new && change.is_none() {
                continue;
            }
            let now = between.look(scene, id);
            let before = change.map(|change| {
                let shown = shown.as_ref().map(|shown| shown.look(scene, id));
                (change, shown.unwrap_or_else(|| ItemLook::before(change)))
            });
            let is_moved = |change: &ItemChange| shown.is_none() && change.shift != item.shift;
            if before.is_some_and(|(change, look)| look.key == now.key && !is_moved(change)) {
                continue;
            }
            let Self { tiles, brush, palette, buffer, .. } = self;
            match before {
                Some((_, look)) if is_square => {
                    let draw = |look: ItemLook<'_>| brush.tile(area, look, palette);
                    if let Some((part, tile)) = tiles.difference([look, now], area.width, draw) {
                        buffer.blit(area, tile, part);
                    }
                }
                None if is_square => {
                    let mut pixels = tiles.tile_of(now.key, || brush.tile(area, now, palette)).to_vec();
                    let copies = between.copies(scene).map(|(_, corner, shape)| (corner, shape));
                    let above = overlays.iter().filter(|overlay| overlay.area.overlaps(area));
                    let above = above.flat_map(|Item { area: Rect { x, y, .. }, drawing, .. }| {
                        drawing.shapes().map(move |shape| ((*x, *y), shape))
                    });
                    brush.paint(area, &mut pixels, above.chain(copies), palette);
                    buffer.replace(area, &pixels);
                }
                Some(_) | None if item.tag.is_alone() => self.repaint(page, between, area, [(id, item)]),
                Some((change, _)) => damage.extend(damaged(change, item)),
                None => damage.push(area),
            }
        }
        // Of many changed areas, the bounding box is repainted.
        if damage.len() > MOST_DAMAGED {
            damage = Rect::around(damage.into_iter()).into_iter().collect();
        }
        for area in apart(damage) {
            let overlapping = scene.items().filter(|(_, item)| !item.tag.is_alone());
            self.repaint(page, between, area, overlapping);
        }
        if is_all {
            self.buffer.change_all();
        }
        self.buffer.picture()
    }

    fn repaint<'a>(
        &mut self,
        page: &'a Page,
        between: &'a Tween,
        area: Rect,
        items: impl IntoIterator<Item = (Id, &'a Item)>,
    ) {
        // The area is empty if letters of a font have no width.
        if area.pixels() == 0 {
            return;
        }
        let mut pixels = self.buffer.pixels(area);
        let mut seen = Vec::new();
        for (id, item) in items.into_iter().filter(|(_, item)| item.area.overlaps(area)) {
            if item.tag.is_alone() {
                pixels.fill(self.palette.index(page.background));
            }
            seen.extend(between.look(&page.scene, id).seen().into_iter().map(|seen| (item, seen)));
        }
        seen.sort_by_key(|(_, seen)| seen.z);
        for (Item { area: place, shift, .. }, Seen { shape, phase, clip, .. }) in seen {
            let clip = clip.map_or(*place, |clip| clip.moved(place.x, place.y));
            let clip = clip.shared(*place).and_then(|clip| clip.shared(area));
            let Some(clip) = clip else { continue };
            let corner = (place.x + shift.unwrap_or_default(), place.y);
            let region = &mut Region { area, clip, pixels: &mut pixels, palette: &self.palette };
            self.brush.draw(region, corner, shape, phase);
        }
        self.buffer.replace(area, &pixels);
    }
}

pub fn gallery_canvas(page: &GalleryPage) -> Canvas {
    palette_of_gallery(page).canvas(page.width, page.height, page.paper)
}

pub(super) fn palette_of_gallery(page: &GalleryPage) -> Palette {
    Palette::new(page.colours(), page.squares.theme.kind)
}

/// Paints a gallery, with the boards at its places in order; `write` receives some rows of pixels at a time.
pub fn paint_gallery<'a, E>(
    page: &GalleryPage,
    boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let (palette, mut brush) = (&palette_of_gallery(page), Brush::new(page.font.clone()));
    // The tiles of the squares of a board.
    let mut tiles = TileCache::default();
    let (mut boards, width) = (boards.into_iter(), page.width);
    let mut pixels = Vec::new();
    for (rows, corners) in page.bands() {
        let band = Rect { x: 0, y: rows.start, width, height: rows.end - rows.start };
        pixels.resize(band.pixels() as usize, 0);
        brush.paint(band, &mut pixels, page.around_boards.iter().cloned(), palette);
        for ((x, y), board) in corners.iter().zip(&mut boards) {
            let board = board?;
            for (corner, ground, state) in page.squares_of(&board.board) {
                let whole = Rect { x: 0, y: 0, width: ground.width, height: ground.height };
                let tile = tiles.tile_of(key_of(&(ground, state)), || {
                    let mut tile = vec![0; whole.pixels() as usize];
                    let shapes = page.squares.shapes(ground, state).map(|shape| ((0, 0), shape));
                    brush.paint(whole, &mut tile, shapes, palette);
                    tile
                });
                let area = whole.moved(x + corner.0, y - band.y + corner.1);
                let rows = area.rows_mut(&mut pixels, width).zip(whole.rows(tile, area.width));
                rows.for_each(|(row, source)| row.copy_from_slice(source));
            }
            brush.paint(band, &mut pixels, page.label(&board, (*x, *y)), palette);
        }
        write(&pixels)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::board::BoardSize;
    use crate::draw::Painter;
    use crate::page::{LaneContent, Page, PageSize, PageStyle, PanelContent};
    use crate::record::{
        Clock, Content, Counter, FilmFrame, Race, RaceFrame, RaceRun, Schedule, ScheduleOptions,
    };
    use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, until_solutions};

    const FIELD: [Algorithm; 4] =
        [Algorithm::Backtracking, Algorithm::MinConflicts, Algorithm::Marking, Algorithm::ForwardChecking];

    fn events(algorithm: Algorithm, size: BoardSize) -> impl Iterator<Item = Result<Event, ()>> {
        until_solutions(algorithm.events(size, Order::Columns, DEFAULT_SEED), Some(1)).map(Ok)
    }

    fn style(size: BoardSize, boards: PageStyle) -> (PageStyle, Vec<LaneContent>) {
        let counters = vec![Counter::Tests, Counter::Placements];
        let lane = |algorithm: &Algorithm| {
            let run = RaceRun::of(0, events(*algorithm, size), Clock::Events, 100_000).unwrap().unwrap();
            LaneContent { name: algorithm.to_string(), counters: vec![Counter::Placements], run }
        };
        let panels = PanelContent { counters, most: 999, ..PanelContent::default() };
        (PageStyle { panels, ..boards }, FIELD.iter().map(lane).collect())
    }

    fn frames(size: BoardSize, lanes: &[LaneContent]) -> Vec<RaceFrame> {
        let solver = |algorithm: &Algorithm| (algorithm.to_string(), Rules::Chess, events(*algorithm, size));
        let runs: Vec<RaceRun> = lanes.iter().map(|lane| lane.run.clone()).collect();
        let schedule = Schedule::of_race(&runs, &ScheduleOptions::default()).unwrap();
        let mut race = Race::new(size, Clock::Events, FIELD.iter().map(solver), schedule);
        let mut frames = Vec::new();
        while let Some(film_frame) = race.next_frame().unwrap() {
            let Content::Race(frame) = film_frame.content else { panic!("{film_frame:?} is not of a race") };
            frames.push(frame.clone());
        }
        frames
    }

    fn show(page: &mut Page, frame: &RaceFrame) {
        page.show(&FilmFrame { content: Content::Race(frame), shown_for: Duration::ZERO, is_last: false });
    }

    #[test]
    fn charts_do_not_depend_on_earlier_frames() {
        for (n, page) in [(5, (960, 540)), (6, (540, 960)), (4, (640, 640))] {
            let size = BoardSize::new(n).unwrap();
            let page = Some(PageSize::Pixels(page.0, page.1));
            let (style, lanes) = style(size, PageStyle { page, ..PageStyle::default() });
            let new = || {
                let page = Page::of_race(size, &style, &lanes).unwrap();
                (Painter::new(&page), page)
            };
            let (mut painter, mut page) = new();
            let frames = frames(size, &lanes);
            // The first frames follow the last frame, so that medals disappear again.
            for frame in frames.iter().chain(&frames[..2]) {
                show(&mut page, frame);
                let running = painter.paint(&page).pixels.to_vec();
                let (mut fresh, mut alone) = new();
                show(&mut alone, frame);
                assert!(running == fresh.paint(&alone).pixels, "after {} ticks", frame.ticks);
            }
        }
    }
}
