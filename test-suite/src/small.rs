//! Small shapes: types with values of few bytes, for suites that try all short strings of bytes.

use std::fmt::Debug;

use packed_data::Unpack;

use crate::described::Described;

/// What suites need of a type to compare its values: no readers that are written by hand.
pub trait Readable: Described + for<'a> Unpack<'a> + Debug + 'static {}

impl<T: Described + for<'a> Unpack<'a> + Debug + 'static> Readable for T {}

/// The small shapes, in the four sets of [`with_shapes!`](crate::with_shapes), and passed on in the same way: at least
/// forty that every layout has, and more.
#[doc(hidden)]
#[macro_export]
macro_rules! with_small_shapes {
    (plain $then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            unit (), bool bool, byte u8, nonzero NonZeroU8, signed i8, short u16, word u32, long i64, char char,
            float f32, ordering Ordering, color Color,
            maybe_unit Option<()>, maybe_bool Option<bool>, maybe_byte Option<u8>, maybe_char Option<char>,
            maybe_color Option<Color>, maybe_maybe Option<Option<bool>>, maybe_void MaybeVoid,
            result Result<bool, u8>, unit_or_color Result<(), Color>,
            results Result<Option<bool>, Result<u8, ()>>, list_or_bool Result<Vec<u8>, bool>,
            units Vec<()>, bools Vec<bool>, bytes Vec<u8>, shorts Vec<u16>, chars Vec<char>, colors Vec<Color>,
            maybes Vec<Option<u8>>, lists Vec<Vec<u8>>, lists_of_units Vec<Vec<()>>, maybe_list Option<Vec<bool>>,
            pair Pair<bool, Option<u8>>, pair_of_lists Pair<Vec<u8>, Color>, generic Generic<bool>,
            twig Twig, chain Chain, tile Tile, maybe_short Option<u16>, shelf Shelf, room Room, tiles Vec<Tile>,
            double Double, narrow Narrow,
        }
    };
    (texts $then:ident! $($arguments:tt)*) => {
        $crate::with_small_shapes! {
            plain $then! $($arguments)*
            text String, maybe_text Option<String>, texts Vec<String>, tuple (bool, u8),
            tuple_of_lists (Vec<u8>, Option<bool>, Vec<()>), map BTreeMap<u8, bool>,
            map_of_lists BTreeMap<bool, Vec<u8>>, set BTreeSet<u8>, set_of_maybes BTreeSet<Option<bool>>,
            sets BTreeSet<BTreeSet<bool>>,
            hashed HashSet<bool>, term Term, forest Forest, json Json, wide Wide,
        }
    };
    (rich $then:ident! $($arguments:tt)*) => {
        $crate::with_small_shapes! {
            texts $then! $($arguments)*
            array [bool; 2], array_of_bytes [u8; 2], array_of_maybes [Option<u8>; 2], array_of_lists [Vec<bool>; 2],
            arrays Vec<[bool; 2]>, time Duration, huge u128, marked Marked,
        }
    };
    (growing $then:ident! $($arguments:tt)*) => {
        $crate::with_small_shapes! {
            rich $then! $($arguments)*
            signal Signal, signals Vec<Signal>, note Note, maybe_note Option<Note>, notes [Note; 2], label Label,
            version Version, versions BTreeSet<Version>, links Links<bool>, grown Grown, event Event,
        }
    };
}

/// Calls a function `fn check<T: Readable, L: TestLayout>(name: &'static str) -> R` for each layout and each of its
/// small shapes, and returns the results as a vector.
#[macro_export]
macro_rules! each_small_shape {
    ($check:ident) => {{
        let mut results = Vec::new();
        $crate::with_layouts! { all [$crate::each_small_shape] @ $check results }
        results
    }};
    (@ $check:ident $results:ident $($layout:ident $L:ty: $shapes:ident,)+) => {$({
        #[allow(unused_imports, reason = "not every layout has every shape")]
        use std::{
            cmp::Ordering,
            collections::{BTreeMap, BTreeSet, HashSet},
            num::NonZeroU8,
            time::Duration,
        };
        use $crate::*;
        use $crate::constructors::*;

        $crate::with_small_shapes! { $shapes each_shape! @@ $check $results $layout $L; }
    })+};
}
