//! Divides pixels into tokens that take few bits.

use super::matches::{Distances, Match, Matches};
use super::token::{Costs, Token};

/// A match of this length is taken without looking for something better.
const LONG: usize = 64;

/// So many pixels are divided at once at most.
const MAX_STRETCH: usize = 8192;

/// The cheapest known way to a position: what it costs, and its last token.
#[derive(Debug, Clone, Copy)]
struct Way {
    bits: f32,
    token: Token,
}

/// No way yet.
const UNKNOWN: Way = Way { bits: f32::INFINITY, token: Token::Pixel(0) };

/// The tokens that take the fewest bits at these costs, except that long matches are always taken.
pub fn parse(pixels: &[u8], distances: &Distances, costs: &Costs) -> Vec<Token> {
    let mut matches = Matches::new(pixels, distances);
    let mut tokens = Vec::new();
    let mut found = Vec::new();
    // The stretch that is being divided, and the ways to the positions in it.
    let mut start = 0;
    let mut ways = vec![UNKNOWN];
    ways[0].bits = 0.0;
    let mut at = 0;
    while at < pixels.len() {
        matches.find(at, &mut found);
        let longest = found.iter().copied().max_by_key(|found| (found.length, usize::MAX - found.distance));
        let long = longest.filter(|longest| longest.length >= LONG);
        if long.is_some() || at - start == MAX_STRETCH {
            take(&ways[..=at - start], &mut tokens);
            if let Some(Match { length, distance }) = long {
                tokens.push(Token::Copy { length: length as u32, distance: distances.code(distance) });
                at += length;
            }
            start = at;
            ways.clear();
            ways.push(Way { bits: 0.0, ..UNKNOWN });
            if long.is_some() {
                continue;
            }
        }
        extend(&mut ways, at - start, pixels[at], &found, distances, costs);
        at += 1;
    }
    take(&ways, &mut tokens);
    tokens
}

/// Finds the ways that go on from a position of the stretch.
fn extend(
    ways: &mut Vec<Way>,
    from: usize,
    pixel: u8,
    found: &[Match],
    distances: &Distances,
    costs: &Costs,
) {
    let bits = ways[from].bits;
    let mut offer = |length: usize, bits: f32, token: Token| {
        let to = from + length;
        if ways.len() <= to {
            ways.resize(to + 1, UNKNOWN);
        }
        if bits < ways[to].bits {
            ways[to] = Way { bits, token };
        }
    };
    offer(1, bits + costs.pixel(pixel), Token::Pixel(pixel));
    let mut priced: Vec<(f32, usize, u32)> = found
        .iter()
        .map(|found| {
            let code = distances.code(found.distance);
            (costs.distance(code), found.length, code)
        })
        .collect();
    priced.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut next = 1;
    for (cost, longest, distance) in priced {
        for length in (next..=longest).filter(|length| *length < 16 || *length == longest) {
            let token = Token::Copy { length: length as u32, distance };
            offer(length, bits + cost + costs.length(length), token);
        }
        next = next.max(longest + 1);
    }
}

/// Appends the tokens of the way to the last position.
fn take(ways: &[Way], tokens: &mut Vec<Token>) {
    let first = tokens.len();
    let mut to = ways.len() - 1;
    while to > 0 {
        let token = ways[to].token;
        tokens.push(token);
        to -= token.length();
    }
    tokens[first..].reverse();
}
