//! Why views of sequences and maps are not indexed, as a message of the compiler that says what to write.

use core::ops::Index;

use super::{Array, MapView, Scalars, Seq, Slice};
use crate::Packable;
use crate::layout::{Access, Layout, RandomAccess};

/// An index of a view. No type is one: `view[index]` is a reference, and the view of an element is stored nowhere.
#[diagnostic::on_unimplemented(
    message = "views of sequences and maps are not indexed with `[]`",
    label = "an element has no value in memory, to which `[]` could return a reference",
    note = "write `seq.at(index)` or `seq.get(index)`; in a layout without random access, such as `Compact`, \
            `seq.iter().nth(index)`",
    note = "of a map, write `map.get(key)`"
)]
pub trait ViewIndex {
    /// The element.
    type Output: ?Sized;

    /// Returns the element of a view.
    fn get<V: ?Sized>(self, view: &V) -> &Self::Output;
}

/// Implements `Index` for views; no index satisfies its bound.
macro_rules! refused {
    ($(impl[$($parameters:tt)*] $view:ty;)*) => {$(
        #[doc(hidden)]
        impl<$($parameters)*, I: ViewIndex> Index<I> for $view {
            type Output = I::Output;

            fn index(&self, index: I) -> &I::Output {
                index.get(self)
            }
        }
    )*};
}

refused! {
    impl['a, T, L: Access] Seq<'a, T, L>;
    impl['a, T, L: RandomAccess] Slice<'a, T, L>;
    impl['a, T, const N: usize, L: Access] Array<'a, T, N, L>;
    impl['a, S, L: Layout] Scalars<'a, S, L>;
    impl['a, K: Packable, V: Packable, L: Access] MapView<'a, K, V, L>;
}
