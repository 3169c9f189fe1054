//! Slots of one kind: the parts of a page that can change, each with a state.

use std::mem;

/// A part of a page that is always in one of several states.
pub trait Slot {
    /// What it shows: a small value that can be compared.
    type State: Clone + PartialEq;
}

/// Slots of one kind, their states, and what the last step changed.
#[derive(Debug)]
pub struct Layer<S: Slot> {
    slots: Vec<S>,
    states: Vec<S::State>,
    changed: Vec<(usize, S::State)>,
}

/// A slot whose state has changed.
#[derive(Debug)]
pub struct SlotChange<'a, S: Slot> {
    /// The slot's index in its layer.
    pub index: usize,
    /// The slot.
    pub slot: &'a S,
    /// Its state before the step.
    pub before: &'a S::State,
    /// Its state now.
    pub now: &'a S::State,
}

impl<S: Slot> Default for Layer<S> {
    fn default() -> Self {
        Self { slots: Vec::new(), states: Vec::new(), changed: Vec::new() }
    }
}

impl<S: Slot> Layer<S> {
    /// Adds a slot; returns its index.
    pub(in crate::page) fn add(&mut self, slot: S, state: S::State) -> usize {
        self.slots.push(slot);
        self.states.push(state);
        self.slots.len() - 1
    }

    pub(in crate::page) fn begin_step(&mut self) {
        self.changed.clear();
    }

    /// A slot, while the page is made.
    pub(in crate::page) fn slot_mut(&mut self, index: usize) -> &mut S {
        &mut self.slots[index]
    }

    /// Gives a slot a state.
    pub(in crate::page) fn set(&mut self, index: usize, state: S::State) {
        if self.states[index] != state {
            let before = mem::replace(&mut self.states[index], state);
            self.changed.push((index, before));
        }
    }

    /// The slots.
    pub(super) fn slots(&self) -> impl Iterator<Item = &S> {
        self.slots.iter()
    }

    /// The number of slots.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no slots.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// A slot and its state.
    ///
    /// # Panics
    /// When there is no slot with this index.
    pub fn get(&self, index: usize) -> (&S, &S::State) {
        (&self.slots[index], &self.states[index])
    }

    /// All slots with their states.
    pub fn iter(&self) -> impl Iterator<Item = (&S, &S::State)> {
        self.slots.iter().zip(&self.states)
    }

    /// The slots whose state the last step changed, or all slots, with their indices and states.
    pub(crate) fn changed_or_all(&self, all: bool) -> impl Iterator<Item = (usize, &S, &S::State)> {
        let changed = self.changes().filter(move |_| !all);
        let changed = changed.map(|change| (change.index, change.slot, change.now));
        let whole = self.iter().take(if all { self.len() } else { 0 }).enumerate();
        changed.chain(whole.map(|(index, (slot, state))| (index, slot, state)))
    }

    /// The slots whose state the last step changed.
    pub fn changes(&self) -> impl Iterator<Item = SlotChange<'_, S>> {
        self.changed.iter().map(|(index, before)| SlotChange {
            index: *index,
            slot: &self.slots[*index],
            before,
            now: &self.states[*index],
        })
    }

    /// The slots that look otherwise than before the last step, each once, in the order of their indices.
    pub(crate) fn moves(&self) -> Vec<SlotChange<'_, S>> {
        let mut moves: Vec<_> = self.changes().collect();
        // A step may change a slot twice: the first change has its state before the step.
        moves.sort_by_key(|change| change.index);
        moves.dedup_by_key(|change| change.index);
        moves.retain(|change| change.before != change.now);
        moves
    }
}
