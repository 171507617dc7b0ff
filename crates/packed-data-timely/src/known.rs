//! The fingerprint and the schema of a type in a layout, computed once in each thread.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use packed_data::{Fingerprint, Layout, Packable};
use packed_data_schema::Schema;

/// A type in a layout.
pub(crate) struct Known {
    pub(crate) fingerprint: Fingerprint,
    /// The name of the layout, a line feed, and the schema of the type.
    pub(crate) text: String,
}

thread_local! {
    static KNOWN: RefCell<HashMap<TypeId, Rc<Known>>> = RefCell::default();
}

impl Known {
    /// The greatest number of bytes of the text in a message: the name of a layout and a schema.
    pub(crate) const MAX_TEXT: usize = Schema::MAX_TEXT + 64;

    /// Returns the text for a message: nothing if the schema is longer than any that can be compared.
    pub(crate) fn introduction(&self) -> &str {
        if self.text.len() > Self::MAX_TEXT { "" } else { &self.text }
    }

    /// Returns what is known of a type in a layout.
    pub(crate) fn of<T: Packable + ?Sized + 'static, L: Layout + 'static>() -> Rc<Self> {
        KNOWN.with_borrow_mut(|known| {
            let new = || {
                let text = format!("{}\n{}", L::NAME, Fingerprint::description_of::<T>());
                Rc::new(Self { fingerprint: Fingerprint::of_description(&text), text })
            };
            known.entry(TypeId::of::<(Box<T>, L)>()).or_insert_with(new).clone()
        })
    }
}
