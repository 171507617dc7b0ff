//! Fields that may be absent, in layouts that cannot detect it: the message of the error at compile time.
//!
//! The error appears when code is generated (`cargo build`), not in `cargo check`: only then it is known which types
//! are packed in which layouts. As a bound, it would have to be repeated in every function that is generic over types
//! and layouts, even if no type there has such a field.

use core::marker::PhantomData;

use super::Shape;
use crate::layout::Layout;

/// The first field of a type that may be absent.
#[derive(Clone, Copy)]
pub struct AbsentField {
    /// The name of the type.
    pub(super) of: &'static str,
    /// The name of the constructor; empty for a struct.
    pub(super) constructor: &'static str,
    /// The name or index of the field.
    pub(super) field: &'static str,
}

/// The message about shape `S` in layout `L`.
struct Message<S, L>(PhantomData<(S, L)>);

/// Text that is put together at compile time; what exceeds its capacity is left out.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    const fn with(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        if self.len + bytes.len() <= self.bytes.len() {
            let (_, free) = self.bytes.split_at_mut(self.len);
            free.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
            self.len += bytes.len();
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl<S: Shape, L: Layout> Message<S, L> {
    /// The message; empty if there is nothing to report.
    const TEXT: Text = {
        let text = Text { bytes: [0; 512], len: 0 };
        match S::ABSENT {
            Some(absent) if !L::COUNTS_ITEMS => text
                .with("`")
                .with(absent.of)
                .with(if absent.constructor.is_empty() { "" } else { "::" })
                .with(absent.constructor)
                .with(".")
                .with(absent.field)
                .with("` has `#[packable(default)]`, but the layout `")
                .with(L::NAME)
                .with("` does not count fields, so a reader could not detect that the field is absent: ")
                .with("pack the type in the layout `Cbor`, or pack another type that has the field without `default`"),
            _ => text,
        }
    };
}

/// Rejects, at compile time, a type with a field that may be absent, in a layout that does not count fields.
pub(crate) const fn require_no_absent_field<S: Shape, L: Layout>() {
    let message = const { &Message::<S, L>::TEXT };
    if message.len > 0 {
        panic!("{}", message.as_str())
    }
}
