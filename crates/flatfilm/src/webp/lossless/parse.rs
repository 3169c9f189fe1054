//! Parses pixels into literals and backward references that take few bits.

use super::matches::{Distances, Match, Matches};
use super::token::{Costs, Token};

/// Matches of at least this length are always used.
const LONG_MATCH: usize = 64;

/// Maximum number of pixels parsed at once.
const MAX_SEGMENT: usize = 8192;

/// The cheapest known parse up to a position: its cost, and its last token.
#[derive(Debug, Clone, Copy)]
struct Path {
    bits: f32,
    token: Token,
}

const UNKNOWN: Path = Path { bits: f32::INFINITY, token: Token::Literal(0) };

/// Returns the cheapest parse found at these costs; long matches are always used.
pub fn parse(pixels: &[u8], distances: &Distances, costs: &Costs) -> Vec<Token> {
    let mut matches = Matches::new(pixels, distances);
    let mut tokens = Vec::new();
    let mut found = Vec::new();
    // The start of the current segment, and the cheapest parses from there up to each position.
    let mut start = 0;
    let mut paths = vec![UNKNOWN];
    paths[0].bits = 0.0;
    let mut at = 0;
    while at < pixels.len() {
        matches.find(at, &mut found);
        let longest = found.iter().copied().max_by_key(|found| (found.length, usize::MAX - found.distance));
        let long = longest.filter(|longest| longest.length >= LONG_MATCH);
        if long.is_some() || at - start == MAX_SEGMENT {
            append_path(&paths[..=at - start], &mut tokens);
            if let Some(Match { length, distance }) = long {
                tokens.push(Token::BackwardReference {
                    length: length as u32,
                    distance_code: distances.code(distance),
                });
                at += length;
            }
            start = at;
            paths.clear();
            paths.push(Path { bits: 0.0, ..UNKNOWN });
            if long.is_some() {
                continue;
            }
        }
        extend(&mut paths, at - start, pixels[at], &found, distances, costs);
        at += 1;
    }
    append_path(&paths, &mut tokens);
    tokens
}

fn extend(
    paths: &mut Vec<Path>,
    from: usize,
    pixel: u8,
    found: &[Match],
    distances: &Distances,
    costs: &Costs,
) {
    let bits = paths[from].bits;
    let mut offer = |length: usize, bits: f32, token: Token| {
        let to = from + length;
        if paths.len() <= to {
            paths.resize(to + 1, UNKNOWN);
        }
        if bits < paths[to].bits {
            paths[to] = Path { bits, token };
        }
    };
    offer(1, bits + costs.literal(pixel), Token::Literal(pixel));
    let mut priced: Vec<(f32, usize, u32)> = found
        .iter()
        .map(|found| {
            let code = distances.code(found.distance);
            (costs.distance(code), found.length, code)
        })
        .collect();
    priced.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut next = 1;
    for (cost, longest, distance_code) in priced {
        for length in (next..=longest).filter(|length| *length < 16 || *length == longest) {
            let token = Token::BackwardReference { length: length as u32, distance_code };
            offer(length, bits + cost + costs.length(length), token);
        }
        next = next.max(longest + 1);
    }
}

fn append_path(paths: &[Path], tokens: &mut Vec<Token>) {
    let first = tokens.len();
    let mut to = paths.len() - 1;
    while to > 0 {
        let token = paths[to].token;
        tokens.push(token);
        to -= token.length();
    }
    tokens[first..].reverse();
}
