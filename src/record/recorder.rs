//! The recorder, which receives the events of any solver and returns frames.

use std::slice;
use std::time::Duration;

use crate::board::{Line, Problem, Square, SquareSet};
use crate::limits::MAX_PAUSE;
use crate::search::{Event, Rules, Tally, TreePath};
#[cfg(feature = "internals")]
use crate::search::{EventError, Position};

use super::detail::{Role, Roles};
use super::memory::TriedSquares;
use super::narrator::OwnDetails;
use super::{
    Act, Attack, BoardState, DeadEndReason, Frame, Hold, Mark, Memory, Moment, Narrator, Sampler, Schedule,
    TreePosition,
};

/// Turns events into frames: one for the start, and one for every placement, removal, move and whole board (and
/// for tests, depending on [`Detail`](super::Detail)), except steps that the schedule leaves out. Solutions and
/// the last frame are never left out. With [asides](Schedule::asides), dead ends and notes also have frames, but
/// are not steps.
///
/// A frame is returned one step late, since the next event may show that a placement completes a solution.
#[derive(Clone)]
pub struct Recorder {
    sampler: Sampler,
    roles: Roles,
    schedule: Schedule,
    /// Index of the next frame, if times depend on events.
    index: usize,
    narrator: Narrator,
    #[cfg(feature = "internals")]
    position: Position,
    tally: Tally,
    /// Square of the queen that was placed or moved by the last change of the board.
    newest_queen: Option<Square>,
    /// The last event, to which a solver may add a caption, and its role.
    last_event: Option<(Event, Role)>,
    /// The queens of a whole board that is not complete yet.
    setting_up: SquareSet,
    /// Whether queens on the board may attack each other.
    may_conflict: bool,
    /// The squares that are ruled out from the next step on.
    next_ruled_out: SquareSet,
    tree: TreePath,
    /// Updated only with asides.
    tried: TriedSquares,
    /// The state after the last step; complete when the next step comes.
    latest: Frame,
    /// The solver's caption and line of code for the last step.
    latest_own: OwnDetails,
    /// The solver's caption and line of code for the next step.
    next_own: OwnDetails,
    pause: Duration,
    /// The frame that was returned last; swapped with `latest` to avoid allocations.
    returned: Frame,
}

impl Recorder {
    pub fn new(problem: impl Into<Problem>, schedule: &Schedule, narrator: Narrator) -> Self {
        let problem: Problem = problem.into();
        let (size, start) = (problem.size(), Frame::start(&problem));
        Self {
            #[cfg(feature = "internals")]
            position: Position::of_solver(Some(&problem), narrator.rules, narrator.order),
            sampler: schedule.sampling.sampler(),
            roles: Roles::new(schedule.detail, narrator.order_of_tests()),
            schedule: schedule.clone(),
            index: 0,
            narrator,
            tally: Tally::default(),
            newest_queen: None,
            last_event: None,
            setting_up: SquareSet::empty(size),
            may_conflict: false,
            next_ruled_out: SquareSet::empty(size),
            tree: TreePath::default(),
            tried: TriedSquares::default(),
            latest: start.clone(),
            latest_own: OwnDetails::default(),
            next_own: OwnDetails::default(),
            pause: Duration::ZERO,
            returned: start,
        }
    }

    pub fn with_memory(mut self, memory: Memory) -> Self {
        self.latest.memory = Some(Box::new(memory.clone()));
        self.returned.memory = Some(Box::new(memory));
        self
    }

    /// Records the next event; returns the frame of the step before, if the event completes this frame and
    /// sampling selects it.
    ///
    /// # Errors
    /// [`EventError`] when the event is impossible on this board. Such an event changes nothing.
    #[cfg(feature = "internals")]
    pub fn push(&mut self, event: Event) -> Result<Option<&Frame>, EventError> {
        self.position.push(event)?;
        Ok(self.apply(event))
    }

    /// Like [`Recorder::push`], for an event that is known to be possible.
    pub(crate) fn apply(&mut self, event: Event) -> Option<&Frame> {
        self.tally.count(event);
        let was_mirror_image = self.tree.is_mirror_image();
        let is_new_node = self.tree.follow(event).is_some();
        let role = self.roles.next(event);
        self.last_event = Some((event, role));
        let mut completes_frame = false;
        match event {
            Event::Test { square, attacker, among } => {
                let moment = Moment::Test { square, attacker, among };
                completes_frame = self.test(role, moment, (square, attacker));
            }
            Event::Refuse(square) => {
                completes_frame = self.test(role, Moment::Refuse(square), (square, None));
            }
            Event::Place(square) => completes_frame = self.step(Moment::Place(square)),
            Event::Remove(square) => completes_frame = self.step(Moment::Remove(square)),
            Event::Move { from, to } => completes_frame = self.step(Moment::Move { from, to }),
            Event::Swap { from, to } => completes_frame = self.step(Moment::Swap { from, to }),
            Event::Board => {
                let is_again = was_mirror_image && !self.tree.is_mirror_image() && !is_new_node;
                completes_frame = self.step(if is_again { Moment::BoardAgain } else { Moment::Board });
            }
            Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::Note if !self.schedule.asides => {}
            Event::Backtrack { from: line } => completes_frame = self.dead_end(line, false),
            Event::DeadEnd { line } => completes_frame = self.dead_end(line, true),
            Event::Note => completes_frame = self.step(Moment::Note),
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Solution => self.solve(),
            Event::Prune(square) => self.rule_out(square, true),
            Event::Restore(square) => self.rule_out(square, false),
            Event::Pause => {}
            Event::End => self.latest.ended = true,
        }
        completes_frame.then_some(&self.returned)
    }

    pub(crate) const fn returned(&self) -> &Frame {
        &self.returned
    }

    /// Sets the solver's caption for the last event. The caption of a backtrack, dead end or note without a frame
    /// is shown with the next step; of a square ruled out or restored, only if the frame has no other caption; of
    /// any other event without a frame, never.
    pub fn caption(&mut self, words: &str) {
        self.say(|own| &mut own.words, words.into());
    }

    /// Sets the line of code of the solver that has just run, counted from 0; shown in the frame that would show
    /// a caption of the last event.
    pub fn line(&mut self, line: usize) {
        self.say(|own| &mut own.line, line);
    }

    pub fn pause(&mut self, time: Duration) {
        if self.schedule.pauses {
            self.pause = self.pause.saturating_add(time).min(MAX_PAUSE);
        }
    }

    /// Sets a detail of the last event. The detail of a square ruled out or restored replaces no other detail.
    fn say<T>(&mut self, detail: fn(&mut OwnDetails) -> &mut Option<T>, said: T) {
        let adds = matches!(self.last_event, Some((Event::Prune(_) | Event::Restore(_), _)));
        if let Some(own) = self.own_details().map(detail)
            && !(adds && own.is_some())
        {
            *own = Some(said);
        }
    }

    fn own_details(&mut self) -> Option<&mut OwnDetails> {
        let (event, role) = self.last_event?;
        let is_delayed = matches!(event, Event::Prune(square) | Event::Restore(square)
            if self.next_ruled_out.contains(square) != self.latest.board.ruled_out.contains(square));
        let is_of_next = match role {
            Role::Step | Role::LastStep => is_delayed,
            Role::Aside => !self.schedule.asides,
            Role::Hidden => return None,
        };
        Some(if is_of_next { &mut self.next_own } else { &mut self.latest_own })
    }

    /// Returns the state after the last step, whether this step has a frame or not.
    pub(crate) fn now(&mut self) -> &Frame {
        self.latest.tally = self.tally;
        self.complete();
        &self.latest
    }

    pub fn finish(&mut self) -> &Frame {
        self.latest.is_last = true;
        self.time(Hold::Last);
        self.now()
    }

    /// Sets the time of the latest frame; returns whether the frame is shown.
    fn time(&mut self, hold: Hold) -> bool {
        let time = self.schedule.time(self.index, hold);
        if let Some(story) = &self.schedule.story {
            story.tell(self.index, &mut self.latest);
            self.index += 1;
        }
        // The pause is added to the next frame that is shown.
        let shown_for = time.map(|time| time + std::mem::take(&mut self.pause));
        self.latest.shown_for = shown_for.unwrap_or_default();
        shown_for.is_some()
    }

    /// Records a test: a step, or a part of the step that refused other squares of the line.
    fn test(&mut self, role: Role, moment: Moment, (square, attacker): (Square, Option<Square>)) -> bool {
        match role {
            Role::Step => self.step(moment),
            Role::LastStep => {
                self.latest.moment = moment;
                self.latest.board.mark_test(square, attacker, Mark::Conflict);
                self.latest.tally = self.tally;
                self.latest_own = OwnDetails::default();
                false
            }
            Role::Aside | Role::Hidden => false,
        }
    }

    /// Begins the frame of the next step; returns whether the frame before is shown.
    fn step(&mut self, moment: Moment) -> bool {
        let before = self.latest.moment;
        let is_solution = before.is_solution();
        // Asides are always shown: they are recorded only if all steps are.
        let is_taken = is_solution || !before.is_step() || self.sampler.takes_next();
        let is_shown = self.time(if is_solution { Hold::Held } else { Hold::Usual }) && is_taken;
        self.latest.next = Some(moment);
        if is_shown {
            self.complete();
        }
        std::mem::swap(&mut self.latest, &mut self.returned);
        self.latest.board.follow(&self.returned.board);
        self.latest.board.ruled_out.clone_from(&self.next_ruled_out);
        let before = &self.returned.board;
        let board = &mut self.latest.board;
        match &moment {
            Moment::Test { square, attacker, .. } => {
                let mark = if attacker.is_some() { Mark::Conflict } else { Mark::Safe };
                board.mark_test(*square, *attacker, mark);
            }
            Moment::Refuse(square) => board.mark_test(*square, None, Mark::Conflict),
            Moment::Place(square) => self.move_queens(&[], slice::from_ref(square)),
            Moment::Remove(square) => self.move_queens(slice::from_ref(square), &[]),
            Moment::Move { from, to } => self.move_queens(slice::from_ref(from), slice::from_ref(to)),
            Moment::Swap { from, to } => self.move_queens(from, to),
            Moment::Board | Moment::BoardAgain => {
                board.queens.clone_from(&self.setting_up);
                board.ruled_out.clear();
                self.next_ruled_out.clear();
                self.setting_up.clear();
                self.may_conflict = true;
                self.newest_queen = None;
            }
            // A note is about the step before it, and so keeps the marks of this step.
            Moment::Note => {
                board.marks.clone_from(&before.marks);
                board.attacks.clone_from(&before.attacks);
                board.counts.clone_from(&before.counts);
            }
            Moment::Start | Moment::DeadEnd { .. } | Moment::Solution { .. } => {}
        }
        if self.schedule.asides {
            self.try_squares(moment);
        }
        let (node, newest) = (self.tree.current().into(), self.tree.newest().into());
        if let (Some(memory), Some(before)) = (&mut self.latest.memory, &self.returned.memory) {
            memory.follow(before, moment);
        }
        self.latest.moment = moment;
        self.latest.next = None;
        self.latest.tally = self.tally;
        self.latest.tree = TreePosition { node, newest };
        self.latest.step = self.returned.step + u64::from(moment.is_step());
        self.latest.ended = false;
        self.latest_own = std::mem::take(&mut self.next_own);
        is_shown
    }

    fn move_queens(&mut self, from: &[Square], to: &[Square]) {
        let BoardState { queens, marks, .. } = &mut self.latest.board;
        for square in from {
            queens.remove(*square);
        }
        queens.extend(to.iter().copied());
        let left = from.iter().filter(|square| !to.contains(square));
        marks.extend(left.map(|square| (*square, Mark::Removed)));
        marks.extend(to.iter().map(|square| (*square, Mark::Placed)));
        self.may_conflict = self.may_conflict || to.iter().any(|square| queens.attackers(*square) > 0);
        self.newest_queen = to.last().copied();
    }

    fn try_squares(&mut self, moment: Moment) {
        if let Moment::Remove(left) | Moment::Move { from: left, .. } = moment {
            self.tried.remove(left);
        }
        if let Moment::Place(taken) | Moment::Move { to: taken, .. } = moment {
            self.tried.place(taken);
        }
        // After the mirror image of a solution, the search goes on with its own board.
        let is_other_board = moment == Moment::Board && !self.tree.is_mirror_image();
        if is_other_board || matches!(moment, Moment::Swap { .. }) {
            self.tried = TriedSquares::default();
        }
    }

    /// Records a dead end before the queen that causes it is removed, so that the attacks of this queen are
    /// visible.
    fn dead_end(&mut self, line: Line, is_ahead: bool) -> bool {
        let BoardState { size, queens, blocked, .. } = &self.latest.board;
        let is_left = |square: &Square| {
            queens.attackers(*square) == 0
                && !self.next_ruled_out.contains(*square)
                && !blocked.contains(*square)
        };
        let is_vacant = line.squares(*size).all(|square| !queens.contains(square));
        let left: Vec<Square> = line.squares(*size).filter(is_left).collect();
        let tried = self.tried.now();
        let reason = if !is_vacant || self.narrator.rules == Rules::Own {
            DeadEndReason::Other
        } else if left.is_empty() {
            DeadEndReason::NoSafeSquare
        } else if left.iter().all(|square| tried.contains(*square)) {
            DeadEndReason::AllTried
        } else {
            DeadEndReason::Other
        };
        let tried: Vec<Square> = left.into_iter().filter(|square| tried.contains(*square)).collect();
        let is_shown = self.step(Moment::DeadEnd { line, reason, is_ahead });
        let BoardState { size, marks, .. } = &mut self.latest.board;
        marks.extend(
            line.squares(*size)
                .map(|square| (square, if tried.contains(&square) { Mark::Tried } else { Mark::DeadEnd })),
        );
        is_shown
    }

    /// Rules a square out, or restores it: in the latest frame, or from the next step on.
    fn rule_out(&mut self, square: Square, is_out: bool) {
        // The frame of a dead end shows the squares that were ruled out before it. Squares ruled out by a
        // placement are restored with the removal of the queen.
        let is_of_next = self.latest.moment.is_dead_end()
            || !is_out && matches!(self.latest.moment, Moment::Place(_) | Moment::Solution { .. });
        change(&mut self.next_ruled_out, square, is_out);
        if !is_of_next {
            change(&mut self.latest.board.ruled_out, square, is_out);
            self.latest.tally = self.tally;
        }
    }

    /// Sets marks, caption and line of code, which only shown frames need.
    fn complete(&mut self) {
        if self.narrator.rules == Rules::Chess {
            self.mark_conflicts();
        }
        self.narrator.narrate(&mut self.latest, self.returned.moment, &self.latest_own);
        if self.latest.act == Some(Act::FastForward) && self.latest.sentence.is_some() {
            self.latest.listing_line = None;
        }
    }

    /// Marks attacked queens when queens were put on the board. If a queen of a full board has moved within a
    /// line, also counts the attackers of each square of the line.
    fn mark_conflicts(&mut self) {
        let Frame { moment, board, .. } = &mut self.latest;
        let BoardState { size, queens, marks, counts, .. } = board;
        let puts_queens = matches!(
            moment,
            Moment::Place(_) | Moment::Move { .. } | Moment::Swap { .. } | Moment::Board | Moment::BoardAgain
        );
        if !puts_queens {
            return;
        }
        if self.may_conflict && !marks.iter().any(|(_, mark)| mark.is_conflict()) {
            let attacked = queens.in_conflict();
            self.may_conflict = !attacked.is_empty();
            for square in attacked {
                match marks.iter_mut().find(|(marked, _)| *marked == square) {
                    Some((_, mark)) => *mark = Mark::PlacedInConflict,
                    None => marks.push((square, Mark::Conflict)),
                }
            }
        }
        if let Moment::Move { from, to } = *moment
            && counts.is_empty()
            && queens.len() >= usize::from(*size)
        {
            let lines = [Line::Column(to.column), Line::Row(to.row)];
            let Some(line) = lines.into_iter().find(|line| line.contains(from)) else { return };
            let others: SquareSet = queens.iter().filter(|queen| *queen != to).collect();
            let count = |square: Square| (square, others.attackers(square) as u8);
            counts.extend(line.squares(*size).map(count));
        }
    }

    fn solve(&mut self) {
        let (last, is_mirror_image) = (self.newest_queen, self.tree.is_mirror_image());
        self.latest.moment = Moment::Solution { last, is_mirror_image };
        self.latest.tally = self.tally;
        self.latest_own.words = None;
        let BoardState { queens, marks, attacks, counts, .. } = &mut self.latest.board;
        marks.clear();
        marks.extend(queens.iter().map(|square| (square, Mark::Solution)));
        attacks.clear();
        counts.clear();
    }
}

impl BoardState {
    fn follow(&mut self, before: &Self) {
        let Self { size: _, start: _, blocked: _, queens, marks, attacks, ruled_out: _, counts } = self;
        queens.clone_from(&before.queens);
        marks.clear();
        attacks.clear();
        counts.clear();
    }

    fn mark_test(&mut self, square: Square, attacker: Option<Square>, mark: Mark) {
        if self.mark_at(square).is_none() {
            self.marks.push((square, mark));
            self.attacks.extend(attacker.and_then(|attacker| Attack::new(attacker, square)));
        }
    }
}

fn change(set: &mut SquareSet, square: Square, is_in: bool) {
    if is_in {
        set.insert(square);
    } else {
        set.remove(square);
    }
}
