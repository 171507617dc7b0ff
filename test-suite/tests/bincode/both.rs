//! One value, or the same bytes, in the layouts of this library and in the real crates.

use std::fmt::Debug;

use bincode_1::Options;
use packed_data::layout::bincode::{Legacy, Standard};
use packed_data::{Compact, Error, ErrorKind, Layout, Limits, Packable, Packed, Unpack};
use packed_data_schema::{ReadError, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use test_suite::is_of_larger_machine;

/// A type that both sides have.
pub(crate) trait Both:
    Packable + for<'a> Unpack<'a> + Serialize + DeserializeOwned + bincode_2::Encode + bincode_2::Decode<()> + Debug
{
}

impl<T> Both for T where
    T: Packable + for<'a> Unpack<'a> + Serialize + DeserializeOwned + bincode_2::Encode + bincode_2::Decode<()> + Debug
{
}

/// The most bytes that bincode 2 may allocate for a value from outside. (Without a limit it allocates as many as the
/// bytes say.)
const LIMIT: usize = 1 << 22;

/// A way in which the real crates write and read values.
pub(crate) struct Peer<T> {
    pub(crate) name: &'static str,
    pub(crate) write: fn(&T) -> Vec<u8>,
    /// Reads all bytes. `None` if the crate refuses them, or if it leaves bytes.
    pub(crate) read: fn(&[u8]) -> Option<T>,
}

/// Returns the options of `bincode::serialize`. (Those of `bincode::deserialize` are the same, but allow more bytes
/// after the value.)
fn legacy_1() -> impl Options {
    bincode_1::DefaultOptions::new().with_fixint_encoding()
}

fn whole<T, E>(bytes: &[u8], read: Result<(T, usize), E>) -> Option<T> {
    read.ok().filter(|(_, size)| *size == bytes.len()).map(|(value, _)| value)
}

/// A layout that the real crates have too.
pub(crate) trait BincodeLayout: Layout {
    /// Returns the ways in which they write and read it.
    fn peers<T: Both>() -> Vec<Peer<T>>;
}

impl BincodeLayout for Legacy {
    fn peers<T: Both>() -> Vec<Peer<T>> {
        vec![
            Peer {
                name: "bincode 1",
                write: |value| bincode_1::serialize(value).unwrap(),
                read: |bytes| legacy_1().deserialize(bytes).ok(),
            },
            Peer {
                name: "bincode 2, legacy",
                write: |value| bincode_2::encode_to_vec(value, bincode_2::config::legacy()).unwrap(),
                read: |bytes| {
                    let config = bincode_2::config::legacy().with_limit::<LIMIT>();
                    whole(bytes, bincode_2::decode_from_slice(bytes, config))
                },
            },
            Peer {
                name: "bincode 2 with serde, legacy",
                write: |value| bincode_2::serde::encode_to_vec(value, bincode_2::config::legacy()).unwrap(),
                read: |bytes| {
                    let config = bincode_2::config::legacy().with_limit::<LIMIT>();
                    whole(bytes, bincode_2::serde::decode_from_slice(bytes, config))
                },
            },
        ]
    }
}

impl BincodeLayout for Standard {
    fn peers<T: Both>() -> Vec<Peer<T>> {
        vec![
            Peer {
                name: "bincode 2",
                write: |value| bincode_2::encode_to_vec(value, bincode_2::config::standard()).unwrap(),
                read: |bytes| {
                    let config = bincode_2::config::standard().with_limit::<LIMIT>();
                    whole(bytes, bincode_2::decode_from_slice(bytes, config))
                },
            },
            Peer {
                name: "bincode 2 with serde",
                write: |value| bincode_2::serde::encode_to_vec(value, bincode_2::config::standard()).unwrap(),
                read: |bytes| {
                    let config = bincode_2::config::standard().with_limit::<LIMIT>();
                    whole(bytes, bincode_2::serde::decode_from_slice(bytes, config))
                },
            },
        ]
    }
}

/// Returns the bytes of a value in layout `L`.
pub(crate) fn packed<T: Packable, L: Layout>(value: &T) -> Vec<u8> {
    Packed::<T, L>::pack(value).into_inner()
}

/// Asserts that a value is written alike on both sides, and that each reads what the other wrote. If it has a
/// `HashMap`, of which the real crates write the entries in any order, the bytes are compared once they are sorted.
pub(crate) fn agree<T: Both, L: BincodeLayout>(value: &T) {
    let (ours, compact) = (packed::<T, L>(value), packed::<T, Compact>(value));
    let schema = (!cfg!(miri)).then(Schema::of::<T>);
    for Peer { name, write, read } in L::peers::<T>() {
        let theirs = write(value);
        let case = || format!("{value:?} in {} beside {name}", L::NAME);
        // Bytes of theirs, here.
        let opened = match Packed::<T, L, &[u8]>::from_bytes(&theirs) {
            Ok(opened) => opened,
            Err(error) => panic!("{}: {error}: {theirs:x?}", case()),
        };
        assert_eq!(packed::<T, L>(&opened.unpack().unwrap()), ours, "{}", case());
        assert_eq!(opened.convert::<L>().unwrap().as_bytes(), ours, "{}: sorted", case());
        assert_eq!(opened.convert::<Compact>().unwrap().as_bytes(), compact, "{}", case());
        if let Some(schema) = &schema {
            agree_by_schema::<L>(schema, &theirs, &ours, &compact, &case);
        }
        // The same number of bytes, and the same ones if there is nothing to sort.
        assert_eq!(theirs.len(), ours.len(), "{}", case());
        // Bytes of ours, there.
        let Some(back) = read(&ours) else { panic!("{}: {ours:x?} are refused", case()) };
        assert_eq!(packed::<T, L>(&back), ours, "{}: read back", case());
    }
}

/// Asserts the same by schema: bytes of theirs are accepted, and become the bytes of ours and those of [`Compact`].
fn agree_by_schema<L: Layout>(schema: &Schema, theirs: &[u8], ours: &[u8], compact: &[u8], case: &dyn Fn() -> String) {
    assert_eq!(by_schema::<L>(schema, theirs, &Limits::DEFAULT), None, "{}: by schema", case());
    let here = schema.codec(L::ID).unwrap();
    let there = schema.codec(Compact::ID).unwrap();
    let converted = here.convert(theirs, &there, &Limits::DEFAULT).unwrap();
    assert_eq!(converted, compact, "{}: converted by schema", case());
    assert_eq!(there.convert(&converted, &here, &Limits::DEFAULT).unwrap(), ours, "{}: and back", case());
    assert_eq!(here.convert(theirs, &here, &Limits::DEFAULT).unwrap(), ours, "{}: sorted by schema", case());
}

/// Asserts that a value without a `HashMap` has the same bytes on both sides; otherwise as [`agree`].
pub(crate) fn agree_exactly<T: Both, L: BincodeLayout>(value: &T) {
    for Peer { name, write, .. } in L::peers::<T>() {
        assert_eq!(packed::<T, L>(value), write(value), "{value:?} in {} beside {name}", L::NAME);
    }
    agree::<T, L>(value);
}

/// Asserts what a check by the schema of a type finds: what is wrong, and where. (Not under Miri: the crate that reads
/// by a schema has no unsafe code.)
#[track_caller]
pub(crate) fn assert_by_schema<T: Packable, L: Layout>(
    bytes: &[u8],
    limits: &Limits,
    expected: Option<(ErrorKind, usize)>,
) {
    if !cfg!(miri) {
        let found = by_schema::<L>(&Schema::of::<T>(), bytes, limits);
        assert_eq!(found, expected, "{bytes:x?} in {}, by schema", L::NAME);
    }
}

/// Checks bytes by a schema; returns what is wrong, and where.
fn by_schema<L: Layout>(schema: &Schema, bytes: &[u8], limits: &Limits) -> Option<(ErrorKind, usize)> {
    match schema.validate(bytes, L::ID, limits) {
        Ok(_) => None,
        Err(ReadError::Invalid(error)) => Some((error.kind(), error.offset())),
        Err(error) => panic!("{error}"),
    }
}

/// What both sides make of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Both refuse them.
    Refused,
    /// Both accept them, as the same value.
    Accepted,
    /// Only the real crate accepts them: the number is in a longer form than it needs.
    LongNumber,
    /// Only the real crate accepts them: a key occurs twice.
    EqualKeys,
    /// Only the real crate accepts them: a time has a second or more in its nanoseconds.
    ManyNanoseconds,
    /// Only the real crate accepts them: they exceed the limits.
    Limits,
    /// Only the real crate accepts them: it takes the low 32 bits of an `isize` that this machine cannot have.
    LargerMachine,
}

/// Compares what both sides make of the same bytes, here by type and by schema.
///
/// # Panics
///
/// Panics if they differ in another way than those of [`Verdict`].
pub(crate) fn judge<T: Both, L: BincodeLayout>(bytes: &[u8], limits: &Limits) -> Vec<Verdict> {
    let ours = Packed::<T, L>::with_limits(limits).from_bytes(bytes);
    let found = ours.as_ref().err().map(|error| (error.kind(), error.offset()));
    if !found.is_some_and(|(kind, _)| is_of_larger_machine(kind)) {
        assert_by_schema::<T, L>(bytes, limits, found);
    }
    L::peers::<T>().iter().map(|peer| compare(bytes, &ours, (peer.read)(bytes), peer.name)).collect()
}

fn compare<T: Both, L: BincodeLayout>(
    bytes: &[u8],
    ours: &Result<Packed<T, L, &[u8]>, Error>,
    theirs: Option<T>,
    name: &str,
) -> Verdict {
    match (ours, theirs) {
        (Ok(ours), Some(theirs)) => {
            let value = packed::<T, L>(&ours.unpack().unwrap());
            assert_eq!(value, packed::<T, L>(&theirs), "{bytes:x?} in {} beside {name}", L::NAME);
            Verdict::Accepted
        }
        (Err(_), None) => Verdict::Refused,
        (Err(error), Some(value)) => match error.kind() {
            // (The tag of an enum with at most 251 constructors is one byte; these would begin a longer number.)
            ErrorKind::NotMinimal { .. } | ErrorKind::InvalidTag { found: 251..=253, .. } => Verdict::LongNumber,
            ErrorKind::DuplicateKey => Verdict::EqualKeys,
            ErrorKind::InvalidScalar { expected, .. } if expected.starts_with("Duration") => Verdict::ManyNanoseconds,
            ErrorKind::TooDeep { .. } | ErrorKind::TooManyEmpty { .. } => Verdict::Limits,
            kind if is_of_larger_machine(kind) => Verdict::LargerMachine,
            _ => panic!("{bytes:x?} in {}: {error}, but {name} reads {value:?}", L::NAME),
        },
        (Ok(ours), None) => panic!("{bytes:x?} in {}: {:?}, but {name} refuses them", L::NAME, ours.unpack()),
    }
}
