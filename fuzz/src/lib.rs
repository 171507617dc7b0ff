//! Fuzzing: eleven checks, each over many shapes and every layout that has them, one of which counts steps and needs
//! `--cfg packed_data_steps`; and checks that are a single case: of CBOR without a type, of the layouts of bincode
//! beside the real crates, of texts of schemas, conditions and paths, of schemas inferred from JSON, of sort keys, of
//! streams, of lazy views by name, and two of files.
//!
//! A check is a function `fn check<T, L>(name) -> Case`, with a target of the same name in `fuzz_targets/`. The first
//! two bytes of an input choose the shape and the layout; the check uses the others. A new layout is one line in
//! [`test_suite::layouts!`], a new shape one in [`cases!`].

mod bincode;
mod builder;
mod cbor;
mod columns;
mod condition_text;
mod conditions;
mod edits;
mod extents;
mod file;
mod infer;
#[doc(hidden)]
pub mod initial;
mod lazy;
mod lazy_steps;
mod read;
mod reference;
mod round_trip;
mod schema_read;
mod schema_text;
mod sort_keys;
#[cfg(packed_data_steps)]
mod steps;
mod streams;

pub use bincode::bincode;
pub use builder::builder;
pub use cbor::cbor;
pub use columns::{columns, columns_round_trip};
pub use conditions::conditions;
pub use edits::edits;
pub use extents::extents;
pub use file::{file, repair};
pub use infer::infer_schema;
pub use lazy::lazy;
pub use lazy_steps::lazy_steps;
#[doc(hidden)]
pub use libfuzzer_sys;
use packed_data::Packed;
pub use read::read;
pub use reference::reference;
pub use round_trip::round_trip;
pub use schema_read::schema_read;
pub use schema_text::schema_text;
pub use sort_keys::sort_keys;
#[cfg(packed_data_steps)]
pub use steps::steps;
pub use streams::streams;
use test_suite::described::{Described, Source};
use test_suite::{Sample, TestLayout};

/// A check of one shape in one layout.
pub struct Case {
    /// The layout and the shape.
    pub name: &'static str,
    /// Returns the initial inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The check.
    pub run: fn(&[u8]),
}

impl Case {
    /// Number of bytes of an input that choose the case.
    pub const HEADER: usize = 2;

    /// Runs the case that an input chooses.
    pub fn choose(cases: &[Self], input: &[u8]) {
        if let Some((header, rest)) = input.split_first_chunk()
            && let Some(case) = cases.get(usize::from(u16::from_le_bytes(*header)) % cases.len())
        {
            (case.run)(rest);
        }
    }
}

/// The cases of a check: a vector with every layout that the check supports, each with its shapes. (It does not contain
/// all shapes of the test suite: libFuzzer looks at every branch of the program after each input, so a larger program
/// is slower. With the feature `few` there are four of the layouts and a third of the shapes; such a program is built
/// in a minute or two, and still contains most of the code.)
#[macro_export]
macro_rules! cases {
    (reference) => {
        $crate::cases!(@ reference native)
    };
    (extents) => {
        $crate::cases!(@ extents rich)
    };
    (lazy) => {{
        use test_suite::*;

        let mut cases = Vec::new();
        $crate::cases! { @growing lazy cases indexed packed_data::Indexed }
        cases
    }};
    ($check:ident) => {
        $crate::cases!(@ $check all)
    };
    (@ $check:ident $set:ident) => {{
        use test_suite::*;

        let mut cases = Vec::new();
        #[cfg(not(feature = "few"))]
        with_layouts! { $set [$crate::cases] @layouts $check cases; }
        #[cfg(feature = "few")]
        with_layouts! { few $set [$crate::cases] @layouts $check cases; }
        cases
    }};
    (@layouts $check:ident $cases:ident; $($layout:ident $L:ty: $shapes:ident,)+) => {$(
        $crate::cases! { @$shapes $check $cases $layout $L }
    )+};
    (@rich $check:ident $cases:ident $layout:ident $L:ty) => {
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "json" Json;
            "nested" Nested;
            "term" Term;
        }
        #[cfg(not(feature = "few"))]
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "tree" Tree;
            "ast" Ast;
            "generic" Generic<Tree>;
            "forest" Forest;
            "numbers" Numbers;
            "texts" Texts;
            "sums" Sums;
            "arrays" Arrays;
            "floor" Floor;
            "marked" Marked;
            "large" Large;
            "library" Library;
        }
    };
    (@growing $check:ident $cases:ident $layout:ident $L:ty) => {
        $crate::cases! { @rich $check $cases $layout $L }
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "grown" Grown;
            "event" Event;
            "profile" Profile;
        }
        #[cfg(not(feature = "few"))]
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "links" Links<u8>;
            "parcel" Parcel;
        }
        #[cfg(feature = "few")]
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "marked" Marked;
        }
    };
    (@texts $check:ident $cases:ident $layout:ident $L:ty) => {
        $crate::cases! { @plain $check $cases $layout $L }
    };
    (@plain $check:ident $cases:ident $layout:ident $L:ty) => {
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "record" Record;
            "floor" Floor;
        }
        #[cfg(not(feature = "few"))]
        $crate::cases! {
            @shapes $check $cases $layout $L;
            "node" Node;
            "scalars" Scalars;
            "generic" Generic<Tree>;
        }
    };
    (@shapes $check:ident $cases:ident $layout:ident $L:ty; $($shape:literal $T:ty;)+) => {$(
        $cases.push($crate::$check::<$T, $L>(concat!(stringify!($layout), "-", $shape)));
    )+};
}

/// Makes a fuzz target of a check; with `one` before it, of a check that is a single case.
#[macro_export]
macro_rules! target {
    ($check:ident) => {
        use std::sync::LazyLock;

        use $crate::Case;
        use $crate::initial::{keep, write_seeds};

        static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| $crate::cases!($check));

        $crate::libfuzzer_sys::fuzz_target!(init: write_seeds(&CASES, false), |input: &[u8]| {
            keep();
            Case::choose(&CASES, input);
        });
    };
    (one $check:ident) => {
        use $crate::initial::{keep, write_seeds};

        $crate::libfuzzer_sys::fuzz_target!(init: write_seeds(&[$crate::$check()], true), |input: &[u8]| {
            keep();
            ($crate::$check().run)(input);
        });
    };
}

/// Returns `len` bytes without a pattern.
fn noise(len: usize) -> Vec<u8> {
    let mut state = len as u64 ^ 0x9E37_79B9_7F4A_7C15;
    let step = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(step).take(len).collect()
}

/// Returns seeds for checks that generate a value from the input, and make decisions by the rest of it.
fn decisions() -> Vec<Vec<u8>> {
    (0..6).map(|step| noise(step * 40)).collect()
}

/// Returns seeds for checks that take the input as packed bytes: values from small to large.
fn packed_values<T: Sample + Described, L: TestLayout>() -> Vec<Vec<u8>> {
    let generated = decisions().into_iter().filter_map(|bytes| T::generate(&mut Source::new(&bytes)));
    let packed = generated.chain([T::sample()]).map(|value| Packed::<T, L>::pack(&value).into_inner());
    packed.chain(T::versions::<L>()).collect()
}
