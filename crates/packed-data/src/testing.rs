//! Assertions for the tests of your own types: that values survive packing, and that no bytes are misread.
//!
//! What the derive emits needs no test. A type needs one if part of it is written by hand: an implementation of
//! [`Packable`] and [`Unpack`], or a conversion on the way to them. [`assert_sound`] tests values in the layouts
//! [`Compact`], [`Indexed`] and `Cbor`; [`assert_sound_in`] tests them in one layout.
//!
//! ```
//! use packed_data::{Packable, testing};
//!
//! #[derive(Debug, PartialEq, Packable)]
//! enum Tree {
//!     Leaf(String),
//!     Node(Box<Tree>, Box<Tree>),
//! }
//!
//! let leaf = |text: &str| Box::new(Tree::Leaf(text.into()));
//! testing::assert_sound::<Tree>([*leaf(""), Tree::Node(leaf("left"), leaf("right"))]);
//! ```

use alloc::vec::Vec;
use core::fmt::{self, Debug};

use crate::layout::{Compact, Indexed, Layout};
use crate::packable::{Packable, Unpack};
use crate::packed::Packed;
use crate::wire::levels::TooDeep;

/// How many bytes are validated for the changes of one value in one layout, and how many for its beginnings.
const WORK: usize = 8 << 20;

/// Asserts that values are packed, validated and read correctly in [`Compact`], [`Indexed`] and, with the feature
/// `cbor`, in `Cbor`; and that these layouts agree.
///
/// In each layout, for each value:
///
/// - It is packed, validated and unpacked: the result is equal to the value, and is packed as the same bytes. So the
///   bytes do not depend on memory addresses or on the order of a hash table.
/// - It is found, and its end is found, between other values: as an element of a sequence, and before other bytes.
/// - Each beginning of the bytes, and the bytes with one more, are refused.
/// - The bytes are changed, one bit at a time. Changed bytes are refused, with an error inside of them; or they are
///   read to their end, and the value that is unpacked from them survives packing in each of the layouts.
///
/// The type must be equal to itself: a value that contains a NaN is only compared packed. A type with a field marked
/// `#[packable(default)]` can be packed only in `Cbor`: use [`assert_sound_in`].
///
/// The work is bounded: for the changes of one value in one layout, at most about 16 MiB are validated. That is every
/// bit and every length of a value of up to 1,000 bytes; of a larger value, changes that are spread evenly over it.
/// Small values, a few of each constructor, test most.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use packed_data::testing::assert_sound;
///
/// assert_sound::<Option<u16>>([None, Some(0), Some(u16::MAX)]);
/// assert_sound::<BTreeMap<String, Vec<bool>>>([[("a".to_owned(), vec![]), ("b".to_owned(), vec![true])].into()]);
/// ```
///
/// # Panics
///
/// Panics if one of these assertions fails, with the layout, the value, and the byte that was changed. Panics if there
/// is no value.
#[track_caller]
pub fn assert_sound<T>(values: impl IntoIterator<Item = T>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let agree: &[AssertPacked<T>] = &[
        |value, case| drop(assert_packed::<T, Compact>(value, case)),
        |value, case| drop(assert_packed::<T, Indexed>(value, case)),
        #[cfg(feature = "cbor")]
        |value, case| drop(assert_packed::<T, crate::Cbor>(value, case)),
    ];
    let mut count = 0;
    for value in values {
        assert_value::<T, Compact>(&value, agree);
        assert_value::<T, Indexed>(&value, agree);
        #[cfg(feature = "cbor")]
        assert_value::<T, crate::Cbor>(&value, agree);
        count += 1;
    }
    assert!(count > 0, "nothing was tested: there is no value");
}

/// Asserts the same as [`assert_sound`] in the layout `L` only, which may be any layout that can hold the type.
///
/// ```
/// use packed_data::layout::haskell;
/// use packed_data::testing::assert_sound_in;
/// use packed_data::{Cbor, Packable};
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct Person {
///     name: String,
///     #[packable(default)]
///     email: Option<String>,
/// }
///
/// assert_sound_in::<Person, Cbor>([Person { name: "Ada".into(), email: None }]);
/// assert_sound_in::<Vec<i64>, haskell::Store>([vec![], vec![1, -1]]);
/// ```
///
/// # Panics
///
/// As for [`assert_sound`].
#[track_caller]
pub fn assert_sound_in<T, L: Layout>(values: impl IntoIterator<Item = T>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let agree: &[AssertPacked<T>] = &[|value, case| drop(assert_packed::<T, L>(value, case))];
    let mut count = 0;
    for value in values {
        assert_value::<T, L>(&value, agree);
        count += 1;
    }
    assert!(count > 0, "nothing was tested: there is no value");
}

/// [`assert_packed`] in some layout.
type AssertPacked<T> = fn(&T, &Case<'_>);

/// What is tested, for messages.
struct Case<'a> {
    layout: &'static str,
    /// The value whose bytes are changed.
    value: &'a dyn Debug,
    size: usize,
    change: Change,
}

/// A change of the bytes.
enum Change {
    None,
    /// Only this many bytes.
    Cut(usize),
    /// One byte more.
    Extended,
    /// A bit of a byte, and the new byte.
    Flipped {
        byte: usize,
        bit: u32,
        new: u8,
    },
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layout, value, size, change } = self;
        write!(f, "\n  layout: {layout}\n  value: {value:?}\n  bytes: ")?;
        match change {
            Change::None => write!(f, "as they were packed"),
            Change::Cut(len) => write!(f, "the first {len} of {size}"),
            Change::Extended => write!(f, "the {size} that were packed, and one more"),
            Change::Flipped { byte, bit, new } => {
                write!(f, "byte {byte} of {size} was changed to {new:#04x} (bit {bit})")
            }
        }
    }
}

/// If an operation panics, such as an `unpack` that is written by hand, the message alone does not say for which bytes.
#[cfg(feature = "std")]
impl Drop for Case<'_> {
    #[allow(clippy::print_stderr, reason = "a test that fails shows it")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::eprintln!("while this was tested:{self}");
        }
    }
}

impl<'a> Case<'a> {
    fn of<L: Layout>(value: &'a dyn Debug, size: usize, change: Change) -> Self {
        Self { layout: L::NAME, value, size, change }
    }
}

/// Asserts everything about one value in one layout.
#[track_caller]
fn assert_value<T, L: Layout>(value: &T, agree: &[AssertPacked<T>])
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let bytes = assert_packed::<T, L>(value, &Case::of::<L>(value, 0, Change::None));
    let size = bytes.len();
    assert_between_others::<T, L>(value, &bytes, &Case::of::<L>(value, size, Change::None));
    for len in spread(size, size) {
        let case = Case::of::<L>(value, size, Change::Cut(len));
        let accepted = accepted::<T, L>(&bytes[..len], &case);
        assert!(accepted.is_none(), "bytes of which the end is missing were accepted:{case}");
    }
    for at in spread(size.saturating_mul(8), size) {
        let (byte, bit) = (at / 8, (at % 8) as u32);
        let mut changed = bytes.clone();
        changed[byte] ^= 1 << bit;
        let case = Case::of::<L>(value, size, Change::Flipped { byte, bit, new: changed[byte] });
        if let Some(packed) = accepted::<T, L>(&changed, &case) {
            assert_read(&packed, agree, &case);
        }
    }
}

/// Returns numbers below `count`, spread evenly: as many as can be tested if each takes `size` bytes of work.
fn spread(count: usize, size: usize) -> impl Iterator<Item = usize> {
    let tested = count.min(WORK / size.max(1));
    (0..tested).map(move |index| (index as u128 * count as u128 / tested as u128) as usize)
}

/// Asserts that a value is packed, validated and unpacked. Returns its bytes.
#[track_caller]
fn assert_packed<T, L: Layout>(value: &T, case: &Case<'_>) -> Vec<u8>
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let (name, bytes) = (L::NAME, Packed::<T, L>::pack(value).into_inner());
    let checked = match Packed::<T, L, &[u8]>::from_bytes(&bytes) {
        Ok(checked) => checked,
        Err(error) => panic!("{value:?}, packed in {name}, was refused: {error}{case}"),
    };
    assert_skipped(&checked, case);
    let unpacked = match checked.unpack() {
        Ok(unpacked) => unpacked,
        Err(TooDeep { .. }) => panic!("{value:?}, packed in {name}, nests too deeply to be unpacked:{case}"),
    };
    if is_reflexive(value) {
        assert!(unpacked == *value, "{value:?}, packed in {name}, was unpacked as {unpacked:?}:{case}");
    }
    let again = Packed::<T, L>::pack(&unpacked);
    assert!(again.as_bytes() == bytes, "{value:?}, unpacked and packed again in {name}, has other bytes:{case}");
    bytes
}

/// Asserts that a value can be viewed, and that its end is found without reading its content.
#[track_caller]
fn assert_skipped<T: Packable, L: Layout>(packed: &Packed<T, L, &[u8]>, case: &Case<'_>) {
    drop(packed.view());
    let skipped = packed.read(|cursor| cursor.as_bytes());
    assert!(skipped == packed.as_bytes(), "a skip does not end at the end of the bytes:{case}");
}

/// Returns whether a value is equal to itself: one that contains a NaN is not.
#[allow(clippy::eq_op, reason = "that is the question")]
fn is_reflexive<T: PartialEq>(value: &T) -> bool {
    value == value
}

/// Asserts that a value is found between others, and its end too.
#[track_caller]
fn assert_between_others<T, L: Layout>(value: &T, bytes: &[u8], case: &Case<'_>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    let row = Packed::<[&T], L>::pack(&[value, value, value][..]);
    let row = Packed::<[T], L, &[u8]>::from_bytes(row.as_bytes());
    let row = row.unwrap_or_else(|error| panic!("a sequence of three such values was refused: {error}{case}"));
    let found = row.read(|row| {
        let mut items = row.items();
        items.next(|first| first.skip());
        let second = items.next(|second| second.as_bytes());
        items.done(second)
    });
    assert!(found == Some(bytes), "the second of three such values was not found:{case}");

    let mut extended = bytes.to_vec();
    extended.push(0);
    let case = Case::of::<L>(case.value, case.size, Change::Extended);
    assert!(accepted::<T, L>(&extended, &case).is_none(), "a byte after the value was accepted:{case}");
    match Packed::<T, L>::from_prefix(&extended) {
        Ok((value, [0])) if value.as_bytes() == bytes => {}
        Ok((value, _)) => panic!("the value was read as one of {} bytes:{case}", value.as_bytes().len()),
        Err(error) => panic!("the value before another byte was refused: {error}{case}"),
    }
}

/// Validates bytes; asserts that an error is useful.
#[track_caller]
fn accepted<'b, T: Packable, L: Layout>(bytes: &'b [u8], case: &Case<'_>) -> Option<Packed<T, L, &'b [u8]>> {
    match Packed::<T, L, &[u8]>::from_bytes(bytes) {
        Ok(packed) => Some(packed),
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "the offset of an error is past the end: {error}:{case}");
            None
        }
    }
}

/// Asserts that bytes which were accepted after a change are read to their end, and that their value can be packed.
#[track_caller]
fn assert_read<T, L: Layout>(packed: &Packed<T, L, &[u8]>, agree: &[AssertPacked<T>], case: &Case<'_>)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    assert_skipped(packed, case);
    // (A value that nests too deeply to be unpacked is one that is too deep to be tested.)
    if let Ok(unpacked) = packed.unpack() {
        agree.iter().for_each(|assert_packed| assert_packed(&unpacked, case));
    }
}
