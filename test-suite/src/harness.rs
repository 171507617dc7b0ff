//! Macros that run suites over every shape and every layout.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

use packed_data::__private::walk_lazily;
use packed_data::{Cursor, Error, Layout, Limits, Packable, Packed, lazy};
use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::{Config, TestError, TestRunner};

use crate::described::{Described, Script};
use crate::reference::Wire;
use crate::reference::cbor::SetOrder;
use crate::{Changes, Reads, layouts};

/// A layout that the suites run over.
pub trait TestLayout: Layout {
    /// The name of the layout in the reference reader, if that reads it.
    const WIRE: Option<Wire>;

    /// For layouts of CBOR: the order in which the elements of sets are written.
    const CBOR: Option<SetOrder>;

    /// Whether a value has exactly one encoding, so that accepted bytes are equal to what the value is packed as. It
    /// has others where keys are read in any order.
    const IS_CANONICAL: bool = !Self::ID.format().accepts_unsorted;

    /// Whether every float is read back as it was written, with the sign of zero and all bits of a NaN.
    const KEEPS_FLOATS: bool;

    /// Reads with a view; returns `None` in a layout without random access, or if the shape has no such reader.
    fn by_view<T: Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T>;

    /// Reads all parts of bytes that were not validated, lazily, down to a depth; `None` in a layout without random
    /// access.
    fn lazily<T: Packable>(bytes: &[u8], depth: u32) -> Option<Result<u64, Error>>;

    /// Edits with a view; returns `false`, and does nothing, in a layout without random access.
    fn edit_by_view<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits with a cursor; returns `false`, and does nothing, in a layout where not every scalar can be overwritten.
    fn edit_by_cursor<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits with a fold; returns `false` in the same layouts.
    fn edit_by_fold<T: Changes>(packed: &mut Packed<T, Self>) -> bool;

    /// Edits as a script decides; returns `false` in the same layouts.
    fn edit_by_script<T: Described<As = T>>(packed: &mut Packed<T, Self>, script: &mut Script<'_>) -> bool;
}

/// Implements [`TestLayout`] for the layouts of the [list](crate::layouts!), whose lines are the arguments of this
/// macro.
macro_rules! test_layouts {
    ($(
        $layout:ident $L:ty: $family:ident $shapes:ident, $wire:expr, $cbor:expr, $floats:literal,
        [$($views:ident)?] [$($edit:ident)?] $few:tt $bench:tt;
    )+) => {$(
        impl TestLayout for $L {
            const WIRE: Option<Wire> = $wire;
            const CBOR: Option<SetOrder> = $cbor;
            const KEEPS_FLOATS: bool = $floats;

            fn by_view<T: Reads>(cursor: &Cursor<'_, '_, T, Self>) -> Option<T> {
                test_layouts!(@ by_view ($($views)?) T cursor)
            }

            fn lazily<T: Packable>(bytes: &[u8], depth: u32) -> Option<Result<u64, Error>> {
                test_layouts!(@ lazily ($($views)?) T bytes depth)
            }

            fn edit_by_view<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($views)?) packed, T::edit_by_view(packed))
            }

            fn edit_by_cursor<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($edit)?) packed, packed.edit(T::edit))
            }

            fn edit_by_fold<T: Changes>(packed: &mut Packed<T, Self>) -> bool {
                test_layouts!(@ edit ($($edit)?) packed, T::edit_by_fold(packed))
            }

            fn edit_by_script<T: Described<As = T>>(packed: &mut Packed<T, Self>, script: &mut Script<'_>) -> bool {
                test_layouts!(@ edit ($($edit)?) (packed, script), packed.edit(|cursor| T::edit(cursor, script)))
            }
        }
    )+};
    (@ by_view (views) $T:ident $cursor:ident) => {
        $T::by_view($cursor)
    };
    (@ lazily (views) $T:ident $bytes:ident $depth:ident) => {
        Some(walk_lazily(lazy::<$T, Self>($bytes), $depth))
    };
    (@ lazily () $T:ident $bytes:ident $depth:ident) => {{
        let _ = ($bytes, $depth);
        None
    }};
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

layouts! { [test_layouts] }

/// Returns the number of cases: one under Miri, which is slow, and a quarter of them without optimisation. No file is
/// written.
pub fn config() -> Config {
    let cases = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => 1,
        (_, true) => 64,
        _ => 256,
    };
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// Returns the numbers of a range: all of them, but under Miri only five or so, with the first and the last.
pub fn swept(range: Range<usize>) -> impl Iterator<Item = usize> {
    let step = if cfg!(miri) { range.len().div_ceil(4).max(1) } else { 1 };
    range.clone().filter(move |number| (number - range.start).is_multiple_of(step) || number + 1 == range.end)
}

/// Returns the items: all of them, but under Miri only the first `count`.
pub fn few<I: IntoIterator>(count: usize, items: I) -> impl Iterator<Item = I::Item> {
    items.into_iter().take(if cfg!(miri) { count } else { usize::MAX })
}

/// The default limits; under Miri with fewer levels, since for each access Tree Borrows looks at the borrows of all
/// levels above.
pub const LEVELS: Limits = Limits { depth: if cfg!(miri) { 60 } else { Limits::DEFAULT.depth }, ..Limits::DEFAULT };

// (Tests that nest as deep as `LEVELS` do not say how deep that is.)
const _: () = assert!(Limits::DEFAULT.depth == 1024);

/// Runs `test` over generated values. A value that fails is shrunk before it is reported.
///
/// # Panics
///
/// If the test fails for a value.
pub fn check<T: Debug + 'static>(strategy: impl Strategy<Value = T> + 'static, test: impl Fn(T)) {
    run(config(), &erased(strategy.boxed()), &|value| test(value.of()));
}

/// Runs `test` as [`check`] does, but over a quarter of the values without optimisation: for tests that take long.
///
/// # Panics
///
/// If the test fails for a value.
pub fn check_some<T: Debug + 'static>(strategy: impl Strategy<Value = T> + 'static, test: impl Fn(T)) {
    let mut config = config();
    if cfg!(debug_assertions) {
        config.cases = config.cases.div_ceil(4);
    }
    run(config, &erased(strategy.boxed()), &|value| test(value.of()));
}

/// A generated value of any type.
///
/// Proptest's runner is thousands of lines of code for each type of values and each test. With this type, and a
/// reference to the test, the runner is compiled once.
#[derive(Debug)]
struct Erased(Box<dyn Generated>);

impl Erased {
    fn of<T: 'static>(self) -> T {
        *self.0.into_any().downcast().expect("a value of the strategy")
    }
}

trait Generated: Debug {
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<T: Debug + 'static> Generated for T {
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

fn erased<T: Debug + 'static>(strategy: BoxedStrategy<T>) -> BoxedStrategy<Erased> {
    strategy.prop_map(|value| Erased(Box::new(value))).boxed()
}

fn run(config: Config, strategy: &BoxedStrategy<Erased>, test: &dyn Fn(Erased)) {
    let outcome = TestRunner::new(config).run(strategy, |value| {
        test(value);
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, Erased(value))) => panic!("{reason}\nfor {value:?}"),
        Err(error) => panic!("{error}"),
    }
}

/// The shapes that the suites run over, passed on as in [`with_layouts!`](crate::with_layouts), without brackets. There
/// are four sets of shapes: `plain`, which every layout can write; `texts`, which adds strings, tuples, maps and many
/// constructors; `rich`, which adds types that only Rust has; and `growing`, which adds
/// extensible types. Under Miri each set is smaller.
#[cfg(not(miri))]
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
            grown Grown, profile Profile, links Links<u8>, event Event, parcel Parcel,
        }
    };
}

/// Some shapes of each set: see the macro without Miri.
#[cfg(miri)]
#[doc(hidden)]
#[macro_export]
macro_rules! with_shapes {
    (plain $then:ident! $($arguments:tt)*) => {
        $crate::$then! { $($arguments)* tree Tree, scalars Scalars, }
    };
    (texts $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! { plain $then! $($arguments)* json Json, nested Nested, }
    };
    (rich $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! { texts $then! $($arguments)* numbers Numbers, arrays Arrays, library Library, }
    };
    (growing $then:ident! $($arguments:tt)*) => {
        $crate::with_shapes! { rich $then! $($arguments)* grown Grown, parcel Parcel, }
    };
}

/// Passes all shapes to a macro of the caller.
#[macro_export]
macro_rules! all_shapes {
    ($then:ident) => { $crate::with_shapes! { growing all_shapes! @ $then } };
    (@ $then:ident $($shapes:tt)+) => { $then! { $($shapes)+ } };
}

/// Makes tests of functions `fn check<L: TestLayout>()`, one for each layout of a set (see
/// [`with_layouts!`](crate::with_layouts)). The set is named first; without a name it is `rich`.
///
/// Suites that take long to compile say `few` before the set, as for [`over_shapes!`](crate::over_shapes). Miri, which
/// is slow, runs the tests in only those few layouts; it runs the shapes in all layouts.
#[macro_export]
macro_rules! over_layouts {
    (@ $checks:tt $($layout:ident $L:ty: $shapes:ident,)+) => {$(
        $crate::over_layouts! { @@ $checks $layout $L }
    )+};
    (@@ ($($check:ident)+) $layout:ident $L:ty) => {
        mod $layout {
            $(
                #[test]
                fn $check() {
                    super::$check::<$L>();
                }
            )+
        }
    };
    (few: $($check:ident),+ $(,)?) => {
        $crate::over_layouts! { @few rich $($check)+ }
    };
    (few $set:ident: $($check:ident),+ $(,)?) => {
        mod $set {
            use super::*;

            $crate::over_layouts! { @few $set $($check)+ }
        }
    };
    (@few $set:ident $($check:ident)+) => {
        #[cfg(debug_assertions)]
        $crate::with_layouts! { few $set [$crate::over_layouts] @ ($($check)+) }
        #[cfg(not(debug_assertions))]
        $crate::with_layouts! { $set [$crate::over_layouts] @ ($($check)+) }
    };
    ($set:ident: $($check:ident),+ $(,)?) => {
        mod $set {
            use super::*;

            $crate::over_layouts! { @all $set $($check)+ }
        }
    };
    ($($check:ident),+ $(,)?) => {
        $crate::over_layouts! { @all rich $($check)+ }
    };
    (@all $set:ident $($check:ident)+) => {
        $crate::with_layouts! { miri_few $set [$crate::over_layouts] @ ($($check)+) }
    };
}

/// Makes tests of functions `fn check<T: Sample, L: TestLayout>()`, one for each layout and each of its shapes.
///
/// Suites that take long to compile say `few` before the set: without optimisation, only those of its layouts are taken
/// that are fuzzed where only a few are (see [`layouts!`](crate::layouts)). What Miri would take too long for says
/// `miri_few`: it takes those, and other runs all.
#[macro_export]
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
            super::super::$check::<$T, $L>();
        }
    )+};
    (few $set:ident: $($check:ident),+ $(,)?) => {
        mod shapes {
            use super::*;

            $(
                #[cfg(debug_assertions)]
                $crate::over_shapes! { @@@ (few $set) $check }
                #[cfg(not(debug_assertions))]
                $crate::over_shapes! { @@@ ($set) $check }
            )+
        }
    };
    (miri_few $set:ident: $($check:ident),+ $(,)?) => {
        $($crate::over_shapes! { @@@ (miri_few $set) $check })+
    };
    ($set:ident: $($check:ident),+ $(,)?) => {
        $($crate::over_shapes! { @@@ ($set) $check })+
    };
    (@@@ ($($set:ident)+) $check:ident) => {
        mod $check {
            $crate::with_layouts! { $($set)+ [$crate::over_shapes] @ $check }
        }
    };
    ($($check:ident),+ $(,)?) => {
        $crate::over_shapes! { all: $($check),+ }
    };
}

/// Calls a function `fn check<T: Sample, L: TestLayout>(name: &'static str) -> R` for each layout and each of its
/// shapes, and returns the results as a vector: for a suite that is a single test. Miri runs it in few layouts.
#[macro_export]
macro_rules! each_shape {
    ($check:ident) => {{
        let mut results = Vec::new();
        $crate::with_layouts! { miri_few all [$crate::each_shape] @ $check results }
        results
    }};
    (@ $check:ident $results:ident $($layout:ident $L:ty: $shapes:ident,)+) => {$({
        use $crate::*;
        #[allow(unused_imports, reason = "under Miri no shape is one of these")]
        use $crate::constructors::*;

        $crate::with_shapes! { $shapes each_shape! @@ $check $results $layout $L; }
    })+};
    (@@ $check:ident $results:ident $layout:ident $L:ty; $($name:ident $T:ty,)+) => {$(
        $results.push(self::$check::<$T, $L>(concat!(stringify!($layout), "::", stringify!($name))));
    )+};
}

/// Makes a test of a function `fn check<T: Sample, L: TestLayout, M: TestLayout>(name: &'static str)` for each layout
/// `L`: it calls the function for each layout `M` and each shape that both can write.
///
/// There are many pairs, which take long to compile. Without optimisation, only those of `Compact`, `Indexed` and
/// `Cbor` are taken, and one other layout with `Compact`.
#[macro_export]
macro_rules! over_pairs {
    ($($check:ident),+ $(,)?) => {
        $(mod $check {
            use $crate::constructors::*;
            use $crate::*;

            $crate::with_layouts! { all [$crate::over_pairs] @from $check }
        })+
    };
    (@from $check:ident $($layout:ident $L:ty: $shapes:ident,)+) => {$(
        #[test]
        fn $layout() {
            $crate::with_layouts! { all [$crate::over_pairs] @to $check $layout ($L) $shapes }
        }
    )+};
    (@to $check:ident $layout:ident ($L:ty) $shapes:ident $($other:ident $M:ty: $others:ident,)+) => {$(
        $crate::over_pairs! { @pair $layout $other $shapes $others $check ($L) ($M) }
    )+};
    (@pair compact compact $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair compact indexed $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair compact cbor $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair compact field_sizes $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair indexed compact $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair cbor compact $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair field_sizes compact $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair indexed indexed $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair indexed cbor $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair cbor indexed $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair cbor cbor $($pair:tt)+) => { $crate::over_pairs! { @both $($pair)+ } };
    (@pair $layout:ident $other:ident $($pair:tt)+) => {
        #[cfg(not(debug_assertions))]
        let () = {
            $crate::over_pairs! { @both $($pair)+ }
        };
    };
    // The smaller of the two sets of shapes.
    (@both plain $others:ident $($pair:tt)+) => { $crate::with_shapes! { plain over_pairs! @each $($pair)+; } };
    (@both $shapes:ident plain $($pair:tt)+) => { $crate::with_shapes! { plain over_pairs! @each $($pair)+; } };
    (@both texts $others:ident $($pair:tt)+) => { $crate::with_shapes! { texts over_pairs! @each $($pair)+; } };
    (@both $shapes:ident texts $($pair:tt)+) => { $crate::with_shapes! { texts over_pairs! @each $($pair)+; } };
    (@both rich $others:ident $($pair:tt)+) => { $crate::with_shapes! { rich over_pairs! @each $($pair)+; } };
    (@both $shapes:ident rich $($pair:tt)+) => { $crate::with_shapes! { rich over_pairs! @each $($pair)+; } };
    (@both growing growing $($pair:tt)+) => { $crate::with_shapes! { growing over_pairs! @each $($pair)+; } };
    (@each $check:ident ($L:ty) ($M:ty); $($name:ident $T:ty,)+) => {$(
        super::$check::<$T, $L, $M>(concat!(stringify!($name), " from ", stringify!($L), " to ", stringify!($M)));
    )+};
}
