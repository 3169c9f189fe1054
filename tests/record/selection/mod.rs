//! Excerpts: `--select` leaves out frames, and does not change the others.

mod gallery;
mod races;
mod searches;
mod stills;

use serde_json::Value;

use crate::common::sandbox::Sandbox;

/// A frame of a film in a directory: its PNG, and its entry in the list.
struct Listed {
    png: Vec<u8>,
    entry: Value,
}

fn frames(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Listed> {
    sandbox.succeed(&[arguments, &["-o", "frames/", "--quiet", "--delay", "100ms"]].concat());
    let listed = |entry: Value| Listed {
        png: sandbox.read(&format!("frames/{}", entry["file"].as_str().unwrap())),
        entry,
    };
    sandbox.listed("frames/frames.json").into_iter().map(listed).collect()
}

/// The properties of a frame that selections use.
struct Fact {
    step: u64,
    goes_back: bool,
    solved: bool,
    /// The time of the film before it.
    before: f64,
}

/// Facts from the step, the times that the search went back and the solutions of each frame so far.
fn facts(whole: &[Listed], mut counts: impl FnMut(&Value) -> [u64; 3]) -> Vec<Fact> {
    let (mut last, mut time) = ([0; 3], 0.0);
    let fact = |Listed { entry, .. }: &Listed| {
        let [step, backtracks, solutions] = counts(entry);
        let before = time;
        time += entry["seconds"].as_f64().unwrap();
        let [_, backtracks_before, solutions_before] = last;
        last = [step, backtracks, solutions];
        Fact { step, goes_back: backtracks > backtracks_before, solved: solutions > solutions_before, before }
    };
    whole.iter().map(fact).collect()
}

/// The indices of the frames that a selection should contain.
fn expected(selection: &str, facts: &[Fact]) -> Vec<usize> {
    let first = |is_it: fn(&Fact) -> bool| facts.iter().position(is_it).unwrap_or(usize::MAX);
    let (first_back, first_solution) = (first(|fact| fact.goes_back), first(|fact| fact.solved));
    let after = |first: usize, index: usize| index >= first && facts[index].step <= facts[first].step + 3;
    let is_wanted = |index: usize| {
        let Fact { step, goes_back, solved, before } = facts[index];
        selection.split(',').any(|part| match part {
            "backtracks" => goes_back,
            "solutions" => solved,
            "first-backtrack..+3" => after(first_back, index),
            "first-solution..+3" => after(first_solution, index),
            "t=500ms..1s" => {
                let end = facts.get(index + 1).map_or(f64::INFINITY, |next| next.before);
                before < 0.999_999 && end > 0.500_001
            }
            range => match range.split_once("..") {
                None => step == range.parse::<u64>().unwrap(),
                Some((from, to)) => {
                    let from = if from.is_empty() { 0 } else { from.parse().unwrap() };
                    let to = if to.is_empty() { u64::MAX } else { to.parse().unwrap() };
                    (from..=to).contains(&step)
                }
            },
        })
    };
    (0..facts.len()).filter(|index| is_wanted(*index)).collect()
}

const SELECTIONS: &str = "0 7 3..9 ..4 20.. backtracks solutions \
    first-backtrack..+3 first-solution..+3 t=500ms..1s 0,5..6,solutions 2..3,3..4,backtracks";

/// Checks that excerpts of a film have pictures, list entries and times of the whole film.
fn assert_excerpts(sandbox: &Sandbox, command: &[&str], facts: impl Fn(&[Listed]) -> Vec<Fact>) {
    let whole = frames(sandbox, command);
    let facts = facts(&whole);
    for selection in SELECTIONS.split(' ') {
        let indices = expected(selection, &facts);
        let arguments = [command, &["--select", selection]].concat();
        if indices.is_empty() {
            sandbox.refuse(2, &[&arguments[..], &["-o", "none/"]].concat(), &["nothing is selected"]);
            continue;
        }
        let excerpt = frames(sandbox, &arguments);
        assert_eq!(excerpt.len(), indices.len(), "{arguments:?}");
        for (position, (index, frame)) in indices.iter().zip(&excerpt).enumerate() {
            assert!(frame.png == whole[*index].png, "{arguments:?}: frame {position}");
            let (mut found, mut all) = (frame.entry.clone(), whole[*index].entry.clone());
            if position + 1 == indices.len() {
                // The last picture is extended.
                all["seconds"] = 3.0.into();
            }
            // Times are counted from the start of the excerpt.
            for key in ["file", "start_ms"] {
                (found[key], all[key]) = (Value::Null, Value::Null);
            }
            assert_eq!(found, all, "{arguments:?}: frame {position}");
        }
    }
}

/// The seconds of each frame.
fn seconds(sandbox: &Sandbox, arguments: &[&str]) -> Vec<f64> {
    sandbox.succeed(&[arguments, &["-o", "frames/", "--quiet"]].concat());
    let listed = sandbox.listed("frames/frames.json");
    listed.iter().map(|frame| frame["seconds"].as_f64().unwrap()).collect()
}
