//! Parts of a value as a `Packed` of their own, without copying (`isolate` in the paper); copies of slices.

use alloc::vec::Vec;

use super::Packed;
use crate::cursor::{Cursor, Done, Fields};
use crate::layout::{Access, RandomAccess};
use crate::packable::{Packable, Unpack};
use crate::shape::{List, Present};
use crate::view::{Map, MapView, Seq, Set, SetView, Slice, View};
use crate::wire::levels::TooDeep;
use crate::wire::limits::Limits;

/// Limits that no value exceeds: for copies of data that was checked within the limits of the caller.
const UNLIMITED: Limits = Limits { depth: u32::MAX, stack: usize::MAX, bytes: usize::MAX, empty_elements: u64::MAX };

impl<'a, 'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'a, 'id, T, L> {
    /// Returns the value as packed data of its own, without copying; the paper calls this `isolate`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(7, "hi".into()));
    /// let text = packed.read(|pair| pair.fields().skip().tail().isolate());
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn isolate(self) -> Done<'id, Packed<T, L::Layout, &'a [u8]>, L> {
        // SAFETY: by C1 the bytes are those of one valid `T`.
        self.as_bytes().map(|bytes| unsafe { Packed::from_bytes_unchecked(bytes) })
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Returns the first field as packed data of its own, without copying.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let text = packed.read(|t| { let (s, f) = t.fields().skip().isolate(); f.done(s) });
    /// assert_eq!(text.view(), "two");
    /// ```
    pub fn isolate(self) -> (Packed<T::Of, L::Layout, &'a [u8]>, Fields<'a, 'id, R, L>) {
        self.with(|field| field.isolate())
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Access> View<'a, T, L> {
    /// Returns the value as packed data of its own, without copying; the paper calls this `isolate`.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Line { number: u32, text: String }
    ///
    /// let lines = vec![Line { number: 1, text: "to be".into() }, Line { number: 2, text: "or not".into() }];
    /// let packed: Packed<Vec<Line>, Indexed> = Packed::pack(&lines);
    /// let second: Packed<Line, Indexed, &[u8]> = packed.view().get(1).unwrap().isolate();
    /// assert_eq!(second, Packed::pack(&lines[1]));
    /// ```
    pub fn isolate(self) -> Packed<T, L::Layout, &'a [u8]> {
        // SAFETY: by V1 the bytes are those of one valid `T`.
        unsafe { Packed::from_bytes_unchecked(self.as_bytes()) }
    }

    /// Copies the value into packed data of its own.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Line { number: u32, text: String }
    ///
    /// let line = Line { number: 1, text: "to be".into() };
    /// let copy: Packed<Line> = {
    ///     let packed: Packed<Vec<Line>> = Packed::pack(&vec![line]);
    ///     packed.view().first().map(|line| line.to_packed()).unwrap()
    /// };
    /// assert_eq!(copy.as_bytes(), b"\x01\0\0\0\x05to be");
    /// ```
    pub fn to_packed(self) -> Packed<T, L::Layout> {
        self.isolate().to_vec()
    }
}

impl<'a, T: Packable, L: RandomAccess> Slice<'a, T, L> {
    /// Copies the elements into packed data of their own: a sequence with only these elements. To write it to a file
    /// or send it, take its [bytes](Packed::as_bytes). Takes time linear in the bytes of the elements.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let hours: Packed<Vec<(u8, String)>, Indexed> =
    ///     Packed::pack(&vec![(9, "start".into()), (10, "run".into()), (10, "pause".into()), (11, "stop".into())]);
    /// let first = hours.view().partition_point(|(hour, _)| hour < 10);
    /// let end = hours.view().partition_point(|(hour, _)| hour <= 10);
    /// let ten: Packed<[(u8, String)], Indexed> = hours.view().slice(first..end).to_packed();
    /// assert_eq!(ten.cast(), Packed::pack(&vec![(10, "run".into()), (10, "pause".into())]));
    /// ```
    pub fn to_packed(self) -> Packed<[T], L> {
        let built = Packed::with_limits(&UNLIMITED).build(|needs| {
            // SAFETY: by V1 the bytes of a view are one valid value, here one element.
            needs.items(self.views(), |needs, element| unsafe { needs.copy_unmeasured(element.as_bytes()) })
        });
        built.unwrap_or_else(|error| unreachable!("no limit is exceeded: {error}"))
    }

    /// Reads the elements into memory, each within the default limits.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into(), "or".into()]);
    /// let owned: Vec<String> = packed.view().slice(1..).unpack()?;
    /// assert_eq!(owned, ["be", "or"]);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if an element nests deeper, or takes more stack, than [`Limits::DEFAULT`] allows.
    pub fn unpack<U: Unpack<'a, As = T::As>>(self) -> Result<Vec<U>, TooDeep> {
        self.views().map(|element| element.unpack()).collect()
    }
}

/// Implements the access to the whole of a sequence, set or map, given its view `$View`, its canonical type `$Whole`,
/// and how one is made from the other. Each method has an example.
macro_rules! whole {
    ($(
        $View:ty, [$($T:ident),+] $Whole:ty, |$this:ident| $whole:expr,
        $as_bytes:literal, $isolate:literal, $to_packed:literal, $unpack:literal;
    )+) => {$(
        impl<'a, $($T: Packable,)+ L: Access> $View {
            /// Returns the bytes of the whole value, with its header, without copying them. The end is found in
            /// constant time if the layout can jump over the value, otherwise by a walk over its elements.
            ///
            /// ```
            #[doc = $as_bytes]
            /// ```
            pub fn as_bytes(self) -> &'a [u8] {
                self.into_whole().as_bytes()
            }

            /// Returns the whole value as packed data of its own, without copying.
            ///
            /// ```
            #[doc = $isolate]
            /// ```
            pub fn isolate(self) -> Packed<$Whole, L::Layout, &'a [u8]> {
                self.into_whole().isolate()
            }

            /// Copies the whole value into packed data of its own.
            ///
            /// ```
            #[doc = $to_packed]
            /// ```
            pub fn to_packed(self) -> Packed<$Whole, L::Layout> {
                self.into_whole().to_packed()
            }

            /// Reads the whole value into memory, within the default limits.
            ///
            /// # Errors
            ///
            /// Returns [`TooDeep`] if the value nests deeper, or takes more stack, than
            /// [`Limits::DEFAULT`](crate::Limits::DEFAULT) allows.
            ///
            /// ```
            #[doc = $unpack]
            /// ```
            pub fn unpack<U: Unpack<'a, As = $Whole>>(self) -> Result<U, TooDeep> {
                self.into_whole().unpack()
            }

            fn into_whole(self) -> View<'a, $Whole, L> {
                let $this = self;
                $whole
            }
        }
    )+};
}

whole! {
    // SAFETY: a sequence that is shown as `Seq<T>` is a `[T]`, or a type with the same packed form: a vector of Haskell
    // is checked by the same rules, and the entries of a map by stricter ones.
    Seq<'a, T, L>, [T] [T], |seq| unsafe { seq.whole() },
    r#"
use packed_data::Packed;

let packed = Packed::<(u8, Vec<u16>)>::pack(&(7, vec![1, 2]));
assert_eq!(packed.view().1.as_bytes(), b"\x02\x01\0\x02\0");
"#,
    r#"
use packed_data::{Compact, Indexed, Packed};

let packed = Packed::<(u8, Vec<String>)>::pack(&(7, vec!["to".into(), "be".into()]));
let words: Packed<[String], Compact, &[u8]> = packed.view().1.isolate();
let indexed = words.convert::<Indexed>()?;
assert_eq!(indexed.view().get(1), Some("be"));
# Ok::<(), packed_data::Error>(())
"#,
    r#"
use packed_data::Packed;

let packed = Packed::<(u8, Vec<u16>)>::pack(&(7, vec![1, 2]));
let numbers: Packed<[u16]> = packed.view().1.to_packed();
assert_eq!(numbers.cast(), Packed::<Vec<u16>>::pack(&vec![1, 2]));
"#,
    r#"
use packed_data::Packed;

let packed = Packed::<(u8, Vec<String>)>::pack(&(7, vec!["to".into(), "be".into()]));
let words: Vec<&str> = packed.view().1.iter().collect(); // borrows
let owned: Vec<String> = packed.view().1.unpack()?;
assert_eq!(words, owned);
# Ok::<(), packed_data::TooDeep>(())
"#;
    MapView<'a, K, V, L>, [K, V] Map<K, V>, |map| map.whole(),
    r#"
use std::collections::BTreeMap;

use packed_data::Packed;

let packed = Packed::<(u8, BTreeMap<u8, u8>)>::pack(&(7, BTreeMap::from([(1, 2)])));
assert_eq!(packed.view().1.as_bytes(), [1, 1, 2]);
"#,
    r#"
use std::collections::BTreeMap;

use packed_data::{Compact, Map, Packed};

let packed = Packed::<(u8, BTreeMap<u8, u8>)>::pack(&(7, BTreeMap::from([(1, 2)])));
let map: Packed<Map<u8, u8>, Compact, &[u8]> = packed.view().1.isolate();
assert_eq!(map.view().len(), 1);
"#,
    r#"
use std::collections::BTreeMap;

use packed_data::{Map, Packed};

let packed = Packed::<(u8, BTreeMap<u8, u8>)>::pack(&(7, BTreeMap::from([(1, 2)])));
let map: Packed<Map<u8, u8>> = packed.view().1.to_packed();
assert_eq!(map.cast(), Packed::<BTreeMap<u8, u8>>::pack(&BTreeMap::from([(1, 2)])));
"#,
    r#"
use std::collections::{BTreeMap, HashMap};

use packed_data::Packed;

let packed = Packed::<(u8, BTreeMap<u8, u8>)>::pack(&(7, BTreeMap::from([(1, 2)])));
let map: HashMap<u8, u8> = packed.view().1.unpack()?;
assert_eq!(map[&1], 2);
# Ok::<(), packed_data::TooDeep>(())
"#;
    SetView<'a, T, L>, [T] Set<T>, |set| set.whole(),
    r#"
use std::collections::BTreeSet;

use packed_data::Packed;

let packed = Packed::<(u8, BTreeSet<u8>)>::pack(&(7, BTreeSet::from([1, 2])));
assert_eq!(packed.view().1.as_bytes(), [2, 1, 2]);
"#,
    r#"
use std::collections::BTreeSet;

use packed_data::{Compact, Packed, Set};

let packed = Packed::<(u8, BTreeSet<u8>)>::pack(&(7, BTreeSet::from([1, 2])));
let set: Packed<Set<u8>, Compact, &[u8]> = packed.view().1.isolate();
assert_eq!(set.view().len(), 2);
"#,
    r#"
use std::collections::BTreeSet;

use packed_data::{Packed, Set};

let packed = Packed::<(u8, BTreeSet<u8>)>::pack(&(7, BTreeSet::from([1, 2])));
let set: Packed<Set<u8>> = packed.view().1.to_packed();
assert_eq!(set.as_bytes(), [2, 1, 2]);
"#,
    r#"
use std::collections::{BTreeSet, HashSet};

use packed_data::Packed;

let packed = Packed::<(u8, BTreeSet<u8>)>::pack(&(7, BTreeSet::from([1, 2])));
let set: HashSet<u8> = packed.view().1.unpack()?;
assert!(set.contains(&2));
# Ok::<(), packed_data::TooDeep>(())
"#;
}
