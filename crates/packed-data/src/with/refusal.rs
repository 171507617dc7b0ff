//! The message with which a value is refused that cannot be converted back.

/// The message, if the error of the conversion has none.
pub(super) const NOT_CONVERTED: &str = "no value of the type is converted to this one";

/// The error of a conversion, in code that the derive emits. `NotConverted(error).__refusal()` is the error as a
/// `&'static str`, if it converts into one, and otherwise a message that is the same for all: the compiler takes the
/// method of [`Stated`] where it is implemented, because that needs no reference to the receiver, and else that of
/// [`Unstated`].
///
/// A message that was made for one error is not passed on: an [`Error`](crate::Error) is `Copy`, and owns nothing.
#[derive(Debug)]
pub struct NotConverted<E>(pub E);

/// The error of a conversion that has a message.
pub trait Stated {
    /// Returns the message.
    fn __refusal(self) -> &'static str;
}

impl<E: Into<&'static str>> Stated for NotConverted<E> {
    #[cold]
    fn __refusal(self) -> &'static str {
        self.0.into()
    }
}

/// The error of a conversion that may have none.
pub trait Unstated {
    /// Returns the message.
    fn __refusal(self) -> &'static str;
}

impl<E> Unstated for &NotConverted<E> {
    #[cold]
    fn __refusal(self) -> &'static str {
        NOT_CONVERTED
    }
}
