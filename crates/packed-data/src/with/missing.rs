//! The adapter for members of objects that may be missing.

use super::PackWith;
use crate::packable::{Packable, Unpack};

/// The adapter for an optional field that is a member of an object in JSON and may be missing there: `None` is that the
/// member is missing, and not that it is `null`. The bytes are those of the `Option`. `packed pack` infers it, and
/// `packed export --to rust` writes it.
///
/// ```
/// use packed_data::with::Missing;
/// use packed_data::{Fingerprint, Packable, Packed};
///
/// #[derive(Clone, Debug, PartialEq, Packable)]
/// struct Word {
///     text: String,
///     #[packable(with = Missing)]
///     note: Option<String>,
/// }
///
/// let word = Word { text: "to".into(), note: None };
/// let packed: Packed<Word> = Packed::pack(&word);
/// assert_eq!(packed.as_bytes(), b"\x02to\x00");
/// assert_eq!(packed.unpack(), Ok(word));
/// assert_eq!(
///     Fingerprint::description_of::<Word>(),
///     "packed-data schema 1\n\
///      struct 4:Word 2 4:text #1 4:note #2\n\
///      str\n\
///      with 7:missing #3\n\
///      optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1\n",
/// );
/// ```
#[derive(Debug)]
pub enum Missing {}

impl<T: Packable + for<'a> Unpack<'a> + Clone + 'static> PackWith<Option<T>> for Missing {
    const NAME: &'static str = "missing";
    const REFUSES: bool = false;
    type As = Option<T>;
    type Value<'v> = Option<T>;

    fn pack(value: &Option<T>) -> Result<Option<T>, &'static str> {
        Ok(value.clone())
    }

    fn unpack(value: Option<T>) -> Result<Option<T>, &'static str> {
        Ok(value)
    }
}
