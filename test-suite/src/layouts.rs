//! The list of layouts: the suites, the fuzz targets and the benches run over the layouts that are listed here.
//!
//! Bench includes this file without the rest of the test suite, so it contains nothing but macros.

/// Passes the list of layouts to the macro `then`, after the arguments: `layouts! { [then] arguments }`. A new layout
/// is one line here. The columns are:
///
/// - the name, for the names of tests;
/// - the type;
/// - the family, by which [`with_layouts!`] chooses: `native` (the suites know the bytes), `cbors`, `haskells` or
///   `bincodes`;
/// - the set of shapes that the layout can write, see `with_shapes!`;
/// - the name in the reference reader, if that reads the layout;
/// - for layouts of CBOR, the order in which the elements of sets are written;
/// - whether every float is read back as it was written, with the sign of zero and all bits of a NaN;
/// - `views`, if the layout has random access;
/// - `edit`, if every scalar can be overwritten (`Cereal`, `Binary` and `Legacy` can overwrite only scalars of a fixed
///   size; characters have no fixed size, nor have floats in `Binary`);
/// - `few`, if the layout is fuzzed also where only a few are;
/// - `bench`, if the layout is compared with other libraries (one with `edit`).
#[doc(hidden)]
#[macro_export]
macro_rules! layouts {
    ([$($then:tt)+] $($arguments:tt)*) => {
        $crate::optimised_layouts! {
            [$($then)+]
            $($arguments)*
            compact packed_data::Compact: native growing, Some(Wire::Compact), None, true, [] [edit] [few] [bench];
            indexed packed_data::Indexed: native growing, Some(Wire::Indexed), None, true, [views] [edit] [few] [bench];
            cbor packed_data::Cbor: cbors growing, None, Some(SetOrder::Bytes), true, [] [] [few] [];
            serialise packed_data::layout::haskell::Serialise: cbors growing, None, Some(SetOrder::Values), false, [] [] [] [];
            no_sizes packed_data::layout::haskell::PackedData: haskells plain, None, None, true, [] [edit] [] [];
            field_sizes packed_data::layout::haskell::PackedDataFieldSizes: haskells plain, None, None, true, [] [edit] [few] [];
            skip_last packed_data::layout::haskell::PackedDataSkipLast: haskells plain, None, None, true, [] [edit] [] [];
            store packed_data::layout::haskell::Store: haskells texts, None, None, true, [] [edit] [] [];
            cereal packed_data::layout::haskell::Cereal: haskells texts, None, None, true, [] [] [] [];
            binary packed_data::layout::haskell::Binary: haskells texts, None, None, false, [] [] [] [];
        }
    };
}

/// Adds no layouts: see the macro for optimised builds.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! optimised_layouts {
    ([$($then:tt)+] $($all:tt)*) => { $($then)+! { $($all)* } };
}

/// Adds the layouts that only optimised builds try, because each layout multiplies what is compiled: those of bincode.
/// (`tests/bincode/` tries them in every build.)
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! optimised_layouts {
    ([$($then:tt)+] $($all:tt)*) => {
        $($then)+! {
            $($all)*
            legacy packed_data::layout::bincode::Legacy: bincodes rich, None, None, true, [] [] [] [];
            standard packed_data::layout::bincode::Standard: bincodes rich, None, None, true, [] [] [] [];
        }
    };
}

/// The layouts of a set. Passes the name of each layout, its type and its set of shapes (see
/// `with_shapes!`) to a macro, after the arguments: `with_layouts! { set [then] arguments }`. The
/// sets are `native`, the layouts whose bytes the suites know; `cbors`, those of CBOR; `haskells`, other layouts of
/// Haskell libraries; `rich`, the first two, which can write every Rust type; and `all`, which in optimised builds has
/// those of bincode too. With `few` before the set, those of it that are fuzzed where only a few are; with `miri_few`,
/// these under Miri, which is slow, and otherwise all.
#[doc(hidden)]
#[macro_export]
macro_rules! with_layouts {
    (miri_few $($rest:tt)+) => {
        #[cfg(miri)]
        $crate::with_layouts! { few $($rest)+ }
        #[cfg(not(miri))]
        $crate::with_layouts! { $($rest)+ }
    };
    (few $set:ident [$($then:tt)+] $($arguments:tt)*) => {
        $crate::layouts! { [$crate::with_layouts] @choose few $set {[$($then)+] $($arguments)*} [] }
    };
    ($set:ident [$($then:tt)+] $($arguments:tt)*) => {
        $crate::layouts! { [$crate::with_layouts] @choose every $set {[$($then)+] $($arguments)*} [] }
    };
    (@choose $amount:ident $set:ident {[$($then:tt)+] $($arguments:tt)*} [$($chosen:tt)*]) => {
        $($then)+! { $($arguments)* $($chosen)* }
    };
    // Takes the list line by line: a layout is chosen if its family is in the set, and the amount includes it.
    (@choose $amount:ident $set:ident $then:tt $chosen:tt
        $layout:ident $L:ty: $family:ident $shapes:ident, $wire:expr, $order:expr, $floats:literal,
        $views:tt $edit:tt $few:tt $bench:tt;
        $($more:tt)*
    ) => {
        $crate::with_layouts! {
            @is $amount $few $set $family [$layout $L: $shapes,] $amount $set $then $chosen $($more)*
        }
    };
    (@is few [] $set:ident $family:ident $line:tt $($rest:tt)*) => {
        $crate::with_layouts! { @choose $($rest)* }
    };
    (@is $amount:ident $few:tt all $family:ident $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt native native $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt cbors cbors $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt haskells haskells $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt rich native $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt rich cbors $($rest:tt)*) => { $crate::with_layouts! { @take $($rest)* } };
    (@is $amount:ident $few:tt $set:ident $family:ident $line:tt $($rest:tt)*) => {
        $crate::with_layouts! { @choose $($rest)* }
    };
    (@take [$($line:tt)+] $amount:ident $set:ident $then:tt [$($chosen:tt)*] $($more:tt)*) => {
        $crate::with_layouts! { @choose $amount $set $then [$($chosen)* $($line)+] $($more)* }
    };
}
