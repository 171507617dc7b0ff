//! Suites over every shape and every layout.

use std::fmt::Debug;

use packed_data::{Compact, Cursor, Indexed, Layout, Packed};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestError, TestRunner};

/// A layout that the suites run over.
pub trait TestLayout: Layout {
    /// What stands before a field or a sequence beside what the value needs.
    const HAS_SIZES: bool;

    /// Reads by a view, in a layout that has random access.
    fn by_view<T: crate::Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T>;

    /// Edits by a view, in a layout that has random access; tells whether it did.
    fn edit_by_view<T: crate::Changes>(packed: &mut Packed<T, Self>) -> bool;
}

impl TestLayout for Compact {
    const HAS_SIZES: bool = false;

    fn by_view<T: crate::Reads>(_: &Cursor<'_, '_, T, Self>) -> Option<T> {
        None
    }

    fn edit_by_view<T: crate::Changes>(_: &mut Packed<T, Self>) -> bool {
        false
    }
}

impl TestLayout for Indexed {
    const HAS_SIZES: bool = true;

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

/// Makes tests out of functions `fn check<L: TestLayout>()`, one for each layout.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the checks are the calling test's own")]
macro_rules! over_layouts {
    ($($check:ident),+ $(,)?) => {
        $crate::over_layouts!(@ compact packed_data::Compact; $($check)+);
        $crate::over_layouts!(@ indexed packed_data::Indexed; $($check)+);
    };
    (@ $layout:ident $L:ty; $($check:ident)+) => {
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
            $crate::over_shapes!(@ $check compact packed_data::Compact);
            $crate::over_shapes!(@ $check indexed packed_data::Indexed);
        }
    )+};
    (@ $check:ident $layout:ident $L:ty) => {
        mod $layout {
            use $crate::*;
            use $crate::constructors::*;

            $crate::over_shapes! {
                @@ $check $L;
                tree Tree, ast Ast, json Json, list List, node Node, rose Rose, forest Forest, numbers Numbers,
                texts Texts, nested Nested, sums Sums, arrays Arrays, big Big, color Color, maybe_void MaybeVoid,
                pair Pair<String, Vec<u16>>, generic Generic<Tree>, generic_scalar Generic<u8>,
                single Single, double Double, narrow Narrow, full Full, wide Wide,
            }
        }
    };
    (@@ $check:ident $L:ty; $($name:ident $T:ty),+ $(,)?) => {$(
        #[test]
        fn $name() {
            crate::$check::<$T, $L>();
        }
    )+};
}
