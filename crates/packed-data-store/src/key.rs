//! Keys: types whose values are stored in their own order.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use packed_data::{Compact, Limits, Packable, Packed, Unpack};
use packed_data_schema::{NoSortKeys, Schema, SortKeys};

/// A type of keys: a packable type with an order (`Ord`).
///
/// Keys are stored as their sort keys ([`Packed::sort_key`]), whose order as bytes is that of `#[derive(Ord)]`: numbers
/// by value, strings by bytes, structs field by field, enums by constructor in the order of the declaration. An `Ord`
/// that is not a derived one does not change it: that of `Reverse`, of `semver::Version` (which is packed as text), or
/// one that you wrote. Such a type is no good for ranges: [`encode_range`] returns an error if the two bounds show it,
/// but one bound does not.
///
/// It is implemented for every packable type that can be unpacked, compared and printed. Floats have no `Ord`;
/// [`Total`](crate::Total) has.
///
/// ```
/// use packed_data::Packable;
/// use packed_data_store::{Keys, encode_key};
///
/// #[derive(Debug, Packable, PartialEq, Eq, PartialOrd, Ord)]
/// enum Owner {
///     Nobody,
///     User(u32),
///     Group { name: String, part: Option<i8> },
/// }
///
/// let group = |name: &str, part| encode_key(&Owner::Group { name: name.into(), part }).unwrap();
/// assert!(encode_key(&Owner::User(256))? < group("a", None));
/// assert!(group("a", None) < group("a", Some(-1)) && group("a", Some(-1)) < group("a", Some(1)));
/// assert!(group("a", Some(1)) < group("aa", None));
///
/// let keys = Keys::<Owner>::new().unwrap();
/// assert_eq!(keys.decode(&group("a", Some(-1))).unwrap(), Owner::Group { name: "a".into(), part: Some(-1) });
/// # Ok::<(), packed_data::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a table",
    label = "keys need an order, and to be packed, unpacked and printed",
    note = "derive all of it: `#[derive(Debug, Packable, PartialEq, Eq, PartialOrd, Ord)]`",
    note = "a float has no `Ord`: take `packed_data_store::Total<f64>`; for a hash map or set take the sorted one"
)]
pub trait Key: Packable + for<'a> Unpack<'a> + Ord + fmt::Debug {}

#[diagnostic::do_not_recommend]
impl<K: Packable + for<'a> Unpack<'a> + Ord + fmt::Debug> Key for K {}

/// Returns the bytes that a key is stored as: its sort key.
///
/// Two allocations: the packed key, and its sort key.
///
/// # Errors
///
/// The key nests more deeply than [`Limits::DEFAULT`] allows.
pub fn encode_key<Q: Packable + ?Sized>(key: &Q) -> Result<Vec<u8>, packed_data::Error> {
    Ok(Packed::<Q, Compact>::with_limits(&Limits::DEFAULT).pack(key)?.sort_key())
}

/// Two bounds of a range, each as it is stored.
pub type EncodedRange = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// Returns the bounds of a range as they are stored. A range that ends before it begins is the empty one.
///
/// # Errors
///
/// A bound nests too deeply; or the two bounds are in another order as bytes than by `Ord`, so that the type does not
/// have the order of its keys, and a range of it has no meaning in a table. (One bound does not show that.)
///
/// ```
/// use std::cmp::Reverse;
///
/// use packed_data_store::{RangeError, encode_range};
///
/// assert!(encode_range(&(1_u8..3)).is_ok());
/// assert!(matches!(encode_range(&(Reverse(3_u8)..Reverse(1))), Err(RangeError::Order)));
/// ```
pub fn encode_range<Q: Packable + Ord>(range: &impl RangeBounds<Q>) -> Result<EncodedRange, RangeError> {
    let encode = |bound: Bound<&Q>| {
        Ok::<_, packed_data::Error>(match bound {
            Bound::Included(key) => Bound::Included(encode_key(key)?),
            Bound::Excluded(key) => Bound::Excluded(encode_key(key)?),
            Bound::Unbounded => Bound::Unbounded,
        })
    };
    let (start, end) = (encode(range.start_bound())?, encode(range.end_bound())?);
    if let (Some(first), Some(last)) = (key_of(range.start_bound()), key_of(range.end_bound()))
        && let (Some(first_bytes), Some(last_bytes)) = (key_of(start.as_ref()), key_of(end.as_ref()))
    {
        let order = first_bytes.cmp(last_bytes);
        if first.cmp(last) != order {
            return Err(RangeError::Order);
        }
        if order.is_gt() || (order.is_eq() && !(is_included(&start) && is_included(&end))) {
            // (Stores panic or fail for a range that ends before it begins. Nothing is before the empty key.)
            return Ok((Bound::Included(Vec::new()), Bound::Excluded(Vec::new())));
        }
    }
    Ok((start, end))
}

fn key_of<T>(bound: Bound<&T>) -> Option<&T> {
    match bound {
        Bound::Included(key) | Bound::Excluded(key) => Some(key),
        Bound::Unbounded => None,
    }
}

fn is_included<T>(bound: &Bound<T>) -> bool {
    matches!(bound, Bound::Included(_))
}

/// Why a range of keys cannot be looked up.
#[derive(Debug)]
#[non_exhaustive]
pub enum RangeError {
    /// A key cannot be packed.
    Key(packed_data::Error),
    /// The order of the type is not that of its stored keys.
    Order,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => write!(f, "invalid key: {error}"),
            Self::Order => f.write_str(
                "another order: expected a type whose `Ord` is that of its packed form (as a derived one is), found one \
                 with an order of its own",
            ),
        }
    }
}

impl std::error::Error for RangeError {}

impl From<packed_data::Error> for RangeError {
    fn from(error: packed_data::Error) -> Self {
        Self::Key(error)
    }
}

/// Reads stored keys of one type.
pub struct Keys<K> {
    reader: SortKeys,
    types: PhantomData<fn() -> K>,
}

impl<K> Keys<K> {
    /// Prepares the type. It takes some microseconds, and memory in proportion to the type.
    ///
    /// # Errors
    ///
    /// The type contains an item of CBOR, or constructors that a reader does not know.
    pub fn new() -> Result<Self, NoSortKeys>
    where
        K: Key,
    {
        Ok(Self { reader: SortKeys::new(Schema::of::<K>())?, types: PhantomData })
    }

    /// Reads a key.
    ///
    /// # Errors
    ///
    /// The bytes are not a key of the type.
    pub fn decode(&self, bytes: &[u8]) -> Result<K, KeyError>
    where
        K: Key,
    {
        let packed = self.reader.to_compact(bytes).map_err(KeyError::Bytes)?;
        Packed::<K, Compact>::unpack_from(&packed).map_err(KeyError::Value)
    }
}

impl<K> fmt::Debug for Keys<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("reader", &self.reader).finish()
    }
}

/// Why bytes are not a key.
#[derive(Debug)]
#[non_exhaustive]
pub enum KeyError {
    /// They do not have the form of the type; the offset is one in the stored key.
    Bytes(packed_data_schema::Error),
    /// The type refuses the value; the offset is one in the packed key, in the layout `Compact`.
    Value(packed_data::Error),
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(error) => error.fmt(f),
            Self::Value(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for KeyError {}
