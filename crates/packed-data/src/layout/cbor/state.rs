//! What a check of CBOR remembers: trailing items, and whether all items were in their shortest form.

use alloc::vec::Vec;

use super::position::After;
use crate::layout::CheckState;

/// The trailing items that enclosing values expect, and whether all items were in their shortest form.
pub struct State {
    /// The trailing items of the current value.
    pub(super) trailing: TrailingState,
    /// For trailing items before a break: the least number of items, and the number of breaks that follow them. The
    /// last entry is needed first.
    min_items: Vec<(u64, u64)>,
    /// Whether all items so far were in their shortest form, so that equal values have equal bytes.
    pub(super) is_shortest: bool,
}

/// The trailing items of a value that is not a last field, and of the last fields inside it.
#[derive(Clone, Copy)]
pub struct TrailingState {
    /// The trailing items that were counted.
    pub(super) after: After,
    /// Where in [`State::min_items`] the entries of the value begin.
    min_items_from: usize,
}

impl Default for State {
    #[inline]
    fn default() -> Self {
        Self {
            trailing: TrailingState { after: After::NONE, min_items_from: 0 },
            min_items: Vec::new(),
            is_shortest: true,
        }
    }
}

impl CheckState for State {
    type Enclosing = TrailingState;

    #[inline]
    fn begin_value(&mut self) -> TrailingState {
        let inner = TrailingState { after: After::NONE, min_items_from: self.min_items.len() };
        core::mem::replace(&mut self.trailing, inner)
    }

    fn replace_shortest(&mut self, is_shortest: bool) -> bool {
        core::mem::replace(&mut self.is_shortest, is_shortest)
    }
}

impl State {
    /// Records that at least `items` items precede the next break, when `breaks` breaks are still to come.
    pub(super) fn require_items(&mut self, items: u64, breaks: u64) {
        self.min_items.push((items, breaks));
    }

    /// Takes a record of the least number of items before the next break, when `breaks` breaks are still to come;
    /// `None` if the value has no such record.
    pub(super) fn take_required(&mut self, breaks: u64) -> Option<u64> {
        if self.min_items.len() <= self.trailing.min_items_from {
            return None;
        }
        self.min_items.pop_if(|(_, of)| *of == breaks).map(|(items, _)| items)
    }
}
