//! Extensible types, in layouts in which values do not state where they end: the message of the error at compile time.
//!
//! The error appears when code is generated (`cargo build`), not in `cargo check`: only then it is known which types
//! are packed in which layouts. As a bound, it would have to be repeated in every function that is generic over types
//! and layouts, even if no type there has such a field.

use core::marker::PhantomData;

use super::Shape;
use crate::layout::Layout;

/// What makes a type extensible: its first field that may be absent.
#[derive(Clone, Copy)]
pub struct AbsentField {
    /// The name of the type.
    pub(super) of: &'static str,
    /// The name of the constructor; empty for a struct.
    pub(super) constructor: &'static str,
    /// The name or index of the field; empty if no field may be absent.
    pub(super) field: &'static str,
}

/// The message about shape `S` in layout `L`.
struct Message<S, L>(PhantomData<(S, L)>);

/// Text that is put together at compile time; what exceeds its capacity is left out.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 640],
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
        let text = Text { bytes: [0; 640], len: 0 };
        match S::ABSENT {
            Some(AbsentField { of, field, .. }) if field.is_empty() && !has_heads::<L>() => text
                .with("`")
                .with(of)
                .with("` is extensible, but the layout `")
                .with(L::NAME)
                .with("` writes nothing that states where a value ends, so a reader could not skip what it does not know: ")
                .with("pack the type in the layout `Compact`, `Indexed` or `Cbor`, or pack another type"),
            Some(absent) if !has_heads::<L>() => text
                .with("`")
                .with(absent.of)
                .with(if absent.constructor.is_empty() { "" } else { "::" })
                .with(absent.constructor)
                .with(".")
                .with(absent.field)
                .with("` has `#[packable(default)]`, but the layout `")
                .with(L::NAME)
                .with("` writes nothing that states where a value ends, so a reader could not detect that the field is ")
                .with("absent: pack the type in the layout `Compact`, `Indexed` or `Cbor`, or pack another type that ")
                .with("has the field without `default`"),
            _ => text,
        }
    };
}

/// Returns whether values of extensible types state where they end.
const fn has_heads<L: Layout>() -> bool {
    L::COUNTS_ITEMS || L::FORMAT.heads_extensible
}

/// Rejects, at compile time, an extensible type in a layout in which values do not state where they end.
pub(crate) const fn require_no_absent_field<S: Shape, L: Layout>() {
    let message = const { &Message::<S, L>::TEXT };
    if message.len > 0 {
        panic!("{}", message.as_str())
    }
}
