//! Suites over every shape and every layout.

use std::fmt::Debug;

use packed_data::{Compact, Cursor, Indexed, Layout, Packed};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestError, TestRunner};

use crate::reference::Wire;

/// A layout that the suites run over.
pub trait TestLayout: Layout {
    /// What the reference reader calls it, if it reads it.
    const WIRE: Option<Wire>;

    /// Whether a value has one form, so that what is accepted is what it would be packed as.
    const IS_CANONICAL: bool;

    /// Reads by a view, in a layout that has random access.
    fn by_view<T: crate::Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T>;

    /// Edits by a view, in a layout that has random access; tells whether it did.
    fn edit_by_view<T: crate::Changes>(packed: &mut Packed<T, Self>) -> bool;
}

impl TestLayout for Compact {
    const WIRE: Option<Wire> = Some(Wire::Compact);
    const IS_CANONICAL: bool = true;

    fn by_view<T: crate::Reads>(_: &Cursor<'_, '_, T, Self>) -> Option<T> {
        None
    }

    fn edit_by_view<T: crate::Changes>(_: &mut Packed<T, Self>) -> bool {
        false
    }
}

impl TestLayout for Indexed {
    const WIRE: Option<Wire> = Some(Wire::Indexed);
    const IS_CANONICAL: bool = true;

    fn by_view<T: crate::Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T> {
        T::by_view(cursor)
    }

    fn edit_by_view<T: crate::Changes>(packed: &mut Packed<T, Self>) -> bool {
        T::edit_by_view(packed);
        true
    }
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

/// The layouts that the suites run over: hands the name and the type of each to a macro, after its arguments. A
/// new layout is one line here.
#[doc(hidden)]
#[macro_export]
macro_rules! with_layouts {
    ($then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            compact packed_data::Compact,
            indexed packed_data::Indexed,
        }
    };
}

/// The shapes that the suites run over: as [`with_layouts!`].
#[doc(hidden)]
#[macro_export]
macro_rules! with_shapes {
    ($then:ident! $($arguments:tt)*) => {
        $crate::$then! {
            $($arguments)*
            tree Tree, ast Ast, json Json, list List, node Node, rose Rose, forest Forest, numbers Numbers,
            texts Texts, nested Nested, sums Sums, arrays Arrays, big Big, color Color, maybe_void MaybeVoid,
            pair Pair<String, Vec<u16>>, generic Generic<Tree>, generic_scalar Generic<u8>,
            single Single, double Double, narrow Narrow, full Full, wide Wide,
        }
    };
}

/// Makes tests out of functions `fn check<L: TestLayout>()`, one for each layout.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the checks are the calling test's own")]
macro_rules! over_layouts {
    ($($check:ident),+ $(,)?) => {
        $crate::with_layouts! { over_layouts! @ ($($check)+) }
    };
    (@ $checks:tt $($layout:ident $L:ty,)+) => {$(
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
}

/// Makes tests out of functions `fn check<T: Sample, L: TestLayout>()`, one for each shape and layout.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the checks are the calling test's own")]
macro_rules! over_shapes {
    ($($check:ident),+ $(,)?) => {$(
        mod $check {
            $crate::with_layouts! { over_shapes! @ $check }
        }
    )+};
    (@ $check:ident $($layout:ident $L:ty,)+) => {$(
        mod $layout {
            use $crate::*;
            use $crate::constructors::*;

            $crate::with_shapes! { over_shapes! @@ $check $L; }
        }
    )+};
    (@@ $check:ident $L:ty; $($name:ident $T:ty,)+) => {$(
        #[test]
        fn $name() {
            crate::$check::<$T, $L>();
        }
    )+};
}

/// Calls a function `fn check<T: Sample, L: TestLayout>(name: &'static str) -> R` for each shape and layout, and
/// gives a vector of what it gives: for a suite that is one test.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the check is the calling test's own")]
macro_rules! each_shape {
    ($check:ident) => {{
        let mut results = Vec::new();
        $crate::with_layouts! { each_shape! @ $check results }
        results
    }};
    (@ $check:ident $results:ident $($layout:ident $L:ty,)+) => {$({
        use $crate::*;
        use $crate::constructors::*;

        $crate::with_shapes! { each_shape! @@ $check $results $layout $L; }
    })+};
    (@@ $check:ident $results:ident $layout:ident $L:ty; $($name:ident $T:ty,)+) => {$(
        $results.push(crate::$check::<$T, $L>(concat!(stringify!($layout), "::", stringify!($name))));
    )+};
}
