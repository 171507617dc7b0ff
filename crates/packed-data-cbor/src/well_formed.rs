//! A slice that is one well-formed item.

use core::fmt;

use crate::{Error, Limits, Tokens, check, check_prefix, to_diagnostic};

/// The bytes of one well-formed item of CBOR, within the default limits.
///
/// Equality and order are those of the bytes, so two encodings of one value are not equal, except after
/// [`to_deterministic`](crate::to_deterministic). `Display` prints the item in diagnostic notation, and allocates that
/// text.
///
/// ```
/// use packed_data_cbor::WellFormed;
///
/// let item = WellFormed::new(b"\x82\x05\x61a")?;
/// assert_eq!(item.to_string(), r#"[5, "a"]"#);
/// assert_eq!(item.tokens().count(), 3);
/// # Ok::<(), packed_data_cbor::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WellFormed<'b> {
    /// Exactly one well-formed item.
    bytes: &'b [u8],
}

impl<'b> WellFormed<'b> {
    /// Checks that bytes are exactly one well-formed item.
    ///
    /// ```
    /// use packed_data_cbor::WellFormed;
    ///
    /// assert!(WellFormed::new(&[0x01]).is_ok());
    /// assert!(WellFormed::new(&[0x01, 0x02]).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`check`].
    pub fn new(bytes: &'b [u8]) -> Result<Self, Error> {
        check(bytes, Limits::DEFAULT)?;
        Ok(Self { bytes })
    }

    /// Checks that bytes begin with a well-formed item. Returns the item, and the bytes after it.
    ///
    /// ```
    /// use packed_data_cbor::WellFormed;
    ///
    /// let (first, rest) = WellFormed::split_from(b"\x82\x01\x02\x61a")?;
    /// assert_eq!((first.as_bytes(), rest), (&b"\x82\x01\x02"[..], &b"\x61a"[..]));
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`check_prefix`].
    pub fn split_from(bytes: &'b [u8]) -> Result<(Self, &'b [u8]), Error> {
        let size = check_prefix(bytes, Limits::DEFAULT)?;
        let (bytes, rest) = bytes.split_at(size);
        Ok((Self { bytes }, rest))
    }

    /// Returns the bytes of the item.
    ///
    /// ```
    /// use packed_data_cbor::WellFormed;
    ///
    /// assert_eq!(WellFormed::new(&[0xF6])?.as_bytes(), [0xF6]);
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    pub const fn as_bytes(self) -> &'b [u8] {
        self.bytes
    }

    /// Returns the tokens of the item, none of which is an error.
    ///
    /// ```
    /// use packed_data_cbor::{Token, WellFormed};
    ///
    /// let mut tokens = WellFormed::new(&[0xF6])?.tokens();
    /// assert_eq!(tokens.next(), Some(Ok(Token::Null)));
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    pub fn tokens(self) -> Tokens<'b> {
        Tokens::new(self.bytes)
    }
}

/// Prints the item in diagnostic notation.
impl fmt::Display for WellFormed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match to_diagnostic(self.bytes) {
            Ok(text) => f.write_str(&text),
            Err(_) => Err(fmt::Error), // not reached: the bytes were checked within the same limits
        }
    }
}

impl fmt::Debug for WellFormed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WellFormed({self})")
    }
}
