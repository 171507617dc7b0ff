//! Suites over every shape and every layout.

use std::fmt::Debug;

use packed_data::{Cbor, Compact, Cursor, Indexed, Layout, Packed, haskell};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestError, TestRunner};

use crate::described::{Described, Script};
use crate::reference::Wire;
use crate::reference::cbor::SetOrder;
use crate::{Changes, Reads};

/// A layout that the suites run over.
pub trait TestLayout: Layout {
    /// What the reference reader calls it, if it reads it.
    const WIRE: Option<Wire>;

    /// If it is CBOR: in which order it writes the elements of sets. Of all other layouts a value has one form, so that
    /// what is accepted is what it would be packed as.
    const CBOR: Option<SetOrder>;

    /// Whether a value has one form.
    const IS_CANONICAL: bool = Self::CBOR.is_none();

    /// Whether every float is read as it was written: the sign of zero, the bits of what is not a number.
    const KEEPS_FLOATS: bool;

    /// Reads by a view, in a layout that has random access.
    fn by_view<T: Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T>;

    /// Edits by a view, in a layout that has random access; tells whether it did.
    fn edit_by_view<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits by a cursor, in a layout in which every scalar can be overwritten; tells whether it did.
    fn edit_by_cursor<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits by a fold, in such a layout; tells whether it did.
    fn edit_by_fold<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits as a script says, in such a layout; tells whether it did.
    fn edit_by_script<T: Described<As = T>>(packed: &mut Packed<T, Self>, script: &mut Script<'_>) -> bool;
}

/// Implements it: for each layout what the reference reader calls it, what `CBOR` and `KEEPS_FLOATS` are, whether it has
/// random access (`views`), and whether every scalar can be overwritten (`editing`).
macro_rules! test_layouts {
    ($($L:ty: $wire:expr, $cbor:expr, $floats:literal, [$($views:ident)?], [$($editing:ident)?];)+) => {$(
        impl TestLayout for $L {
            const WIRE: Option<Wire> = $wire;
            const CBOR: Option<SetOrder> = $cbor;
            const KEEPS_FLOATS: bool = $floats;

            fn by_view<T: Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T> {
                test_layouts!(@ by_view ($($views)?) T cursor)
            }

            fn edit_by_view<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($views)?) packed, T::edit_by_view(packed))
            }

            fn edit_by_cursor<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($editing)?) packed, packed.edit(T::edit))
            }

            fn edit_by_fold<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($editing)?) packed, T::edit_by_fold(packed))
            }

            fn edit_by_script<T: Described<As = T>>(packed: &mut Packed<T, Self>, script: &mut Script<'_>) -> bool {
                test_layouts!(@ edit ($($editing)?) (packed, script), packed.edit(|cursor| T::edit(cursor, script)))
            }
        }
    )+};
    (@ by_view (views) $T:ident $cursor:ident) => {
        $T::by_view($cursor)
    };
    (@ by_view () $T:ident $cursor:ident) => {{
        let _ = $cursor;
        None
    }};
    (@ edit ($can:ident) $given:expr, $edit:expr) => {{
        $edit;
        true
    }};
    (@ edit () $given:expr, $edit:expr) => {{
        let _ = $given;
        false
    }};
}

// (`Cereal` and `Binary` can overwrite what has a fixed size; characters have not, and in `Binary` floats have not.)
test_layouts! {
    Compact: Some(Wire::Compact), None, true, [], [editing];
    Indexed: Some(Wire::Indexed), None, true, [views], [editing];
    Cbor: None, Some(SetOrder::Bytes), true, [], [];
    haskell::Serialise: None, Some(SetOrder::Values), false, [], [];
    haskell::PackedData: None, None, true, [], [editing];
    haskell::PackedDataFieldSizes: None, None, true, [], [editing];
    haskell::PackedDataSkipLast: None, None, true, [], [editing];
    haskell::Store: None, None, true, [], [editing];
    haskell::Cereal: None, None, true, [], [];
    haskell::Binary: None, None, false, [], [];
}

/// How many cases, and nothing written to files: few under Miri, which is slow.
pub fn config() -> Config {
    Config { cases: if cfg!(miri) { 2 } else { 256 }, failure_persistence: None, ..Config::default() }
}

/// Runs `test` over generated values; what fails is shrunk first.
///
/// # Panics
///
/// A value failed.
pub fn check<T: Debug>(strategy: impl Strategy<Value = T>, test: impl Fn(T)) {
    let outcome = TestRunner::new(config()).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, value)) => panic!("{reason}\nfor {value:?}"),
        Err(error) => panic!("{error}"),
    }
}

/// The layouts that the suites run over: hands the name of each, its type and the set of the shapes that it has (see
/// [`with_shapes!`]) to a macro, after its arguments. The sets of layouts are `native`, whose bytes the suites know;
/// `cbors`, of CBOR; `rich`, both of these, which have all that Rust has; and `all`. A new layout is one line here.
#[doc(hidden)]
#[macro_export]
macro_rules! with_layouts {
    (native $then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            compact packed_data::Compact: rich,
            indexed packed_data::Indexed: rich,
        }
    };
    (rich $then:ident! $($arguments:tt)*) => {
        $crate::with_layouts! {
            native $then! $($arguments)*
            cbor packed_data::Cbor: growing,
            serialise packed_data::haskell::Serialise: growing,
        }
    };
    (cbors $then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            cbor packed_data::Cbor: growing,
            serialise packed_data::haskell::Serialise: growing,
        }
    };
    (all $then:ident! $($arguments:tt)*) => {
        $crate::with_layouts! {
            rich $then! $($arguments)*
            no_sizes packed_data::haskell::PackedData: plain,
            field_sizes packed_data::haskell::PackedDataFieldSizes: plain,
            skip_last packed_data::haskell::PackedDataSkipLast: plain,
            store packed_data::haskell::Store: texts,
            cereal packed_data::haskell::Cereal: texts,
            binary packed_data::haskell::Binary: texts,
        }
    };
}

/// The shapes that the suites run over: as [`with_layouts!`]. The sets of shapes are `plain`, which every layout has;
/// `texts`, with strings, tuples, maps and many constructors; `rich`, with what only Rust has; and `growing`, with fields
/// that may be absent.
#[doc(hidden)]
#[macro_export]
macro_rules! with_shapes {
    (plain $then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            tree Tree, ast Ast, list List, node Node, color Color, maybe_void MaybeVoid, generic Generic<Tree>,
            generic_scalar Generic<u8>, single Single, double Double, narrow Narrow, record Record, scalars Scalars,
            floor Floor,
        }
    };
    (texts $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! {
            plain $then! $($arguments)*
            json Json, rose Rose, forest Forest, texts Texts, nested Nested, sums Sums,
            pair Pair<String, Vec<u16>>, wide Wide, term Term,
        }
    };
    (rich $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! {
            texts $then! $($arguments)*
            numbers Numbers, arrays Arrays, big Big, full Full, marked Marked, large Large, library Library,
        }
    };
    (growing $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! {
            rich $then! $($arguments)*
            grown Grown,
        }
    };
}

/// Makes tests out of functions `fn check<L: TestLayout>()`, one for each layout: of those that have all that Rust
/// has, or of the set that is named first (see [`with_layouts!`]).
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the checks are the calling test's own")]
macro_rules! over_layouts {
    (@ $checks:tt $($layout:ident $L:ty: $shapes:ident,)+) => {$(
        $crate::over_layouts! { @@ $checks $layout $L }
    )+};
    (@@ ($($check:ident)+) $layout:ident $L:ty) => {
        mod $layout {
            $(
                #[test]
                fn $check() {
                    crate::$check::<$L>();
                }
            )+
        }
    };
    ($set:ident: $($check:ident),+ $(,)?) => {
        mod $set {
            $crate::with_layouts! { $set over_layouts! @ ($($check)+) }
        }
    };
    ($($check:ident),+ $(,)?) => {
        $crate::with_layouts! { rich over_layouts! @ ($($check)+) }
    };
}

/// Makes tests out of functions `fn check<T: Sample, L: TestLayout>()`, one for each layout and shape that it has.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the checks are the calling test's own")]
macro_rules! over_shapes {
    (@ $check:ident $($layout:ident $L:ty: $shapes:ident,)+) => {$(
        mod $layout {
            use $crate::*;
            use $crate::constructors::*;

            $crate::with_shapes! { $shapes over_shapes! @@ $check $L; }
        }
    )+};
    (@@ $check:ident $L:ty; $($name:ident $T:ty,)+) => {$(
        #[test]
        fn $name() {
            crate::$check::<$T, $L>();
        }
    )+};
    ($set:ident: $($check:ident),+ $(,)?) => {
        $($crate::over_shapes! { @@@ $set $check })+
    };
    (@@@ $set:ident $check:ident) => {
        mod $check {
            $crate::with_layouts! { $set over_shapes! @ $check }
        }
    };
    ($($check:ident),+ $(,)?) => {
        $crate::over_shapes! { all: $($check),+ }
    };
}

/// Calls a function `fn check<T: Sample, L: TestLayout>(name: &'static str) -> R` for each layout and shape that it
/// has, and gives a vector of what it gives: for a suite that is one test.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the check is the calling test's own")]
macro_rules! each_shape {
    ($check:ident) => {{
        let mut results = Vec::new();
        $crate::with_layouts! { all each_shape! @ $check results }
        results
    }};
    (@ $check:ident $results:ident $($layout:ident $L:ty: $shapes:ident,)+) => {$({
        use $crate::*;
        use $crate::constructors::*;

        $crate::with_shapes! { $shapes each_shape! @@ $check $results $layout $L; }
    })+};
    (@@ $check:ident $results:ident $layout:ident $L:ty; $($name:ident $T:ty,)+) => {$(
        $results.push(crate::$check::<$T, $L>(concat!(stringify!($layout), "::", stringify!($name))));
    )+};
}
