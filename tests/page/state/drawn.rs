//! The pixels of panels of state.

use queenreel::internals::draw::Painter;
use queenreel::internals::page::cell::Cell;
use queenreel::internals::page::{Page, PageSize, PageStyle, PanelContent, StatePanel, Theme};
use queenreel::record::{Detail, FilmFrame};
use queenreel::search::{Algorithm, Order};

use super::frames;
use crate::common::cell_states::cells;
use crate::common::known::size;

#[test]
fn cells_have_the_colours_that_their_states_say() {
    for panel in StatePanel::ALL {
        for theme in ["classic", "midnight", "ink"] {
            let algorithm = Algorithm::ALL.into_iter().find(|one| panel.is_of(*one)).unwrap();
            let panels = PanelContent { state: vec![panel], ..PanelContent::default() };
            let (page, theme_named) = (Some(PageSize::Pixels(1280, 720)), Theme::named(theme).unwrap());
            let style = PageStyle { page, theme: theme_named, panels, ..PageStyle::default() };
            let mut page = Page::of_board(size(6), &style).unwrap();
            let mut painter = Painter::new(&page);
            let all = frames(6, algorithm, Order::Columns, Some(1), Detail::Steps);
            for (index, frame) in all.iter().take(30).enumerate() {
                page.show(&FilmFrame::of_search(frame, false));
                let picture = painter.paint(&page);
                if index % 7 != 1 {
                    continue;
                }
                let width = picture.canvas.width;
                let colour = |x: u32, y: u32| {
                    picture.canvas.palette[usize::from(picture.pixels[(y * width + x) as usize])]
                };
                for (cell, states) in cells(&page) {
                    let state = &states[0];
                    let (pen, _) = cell.style(state.look);
                    let Cell { area, border, .. } = cell;
                    let corner = colour(area.x + border, area.y + border);
                    assert_eq!(corner, pen.paper, "{panel}, {theme}, frame {index}: {state:?}");
                    let inside = (area.y + border..area.bottom() - border)
                        .flat_map(|y| (area.x + border..area.right() - border).map(move |x| (x, y)));
                    let inked = inside.filter(|(x, y)| colour(*x, *y) == pen.ink).count();
                    assert_eq!(inked > 0, !state.text.is_empty(), "{panel}, {theme}: {state:?}");
                }
            }
        }
    }
}
