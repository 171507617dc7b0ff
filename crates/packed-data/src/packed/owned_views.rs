//! `OwnedViews`: a packed value together with views into it.

use core::fmt;
use core::mem::MaybeUninit;

use super::owned_buffer::Boxed;
use super::{Buffer, Packed};
use crate::layout::{Layout, RandomAccess};
use crate::packable::Packable;
use crate::view::{Array, MapView, Scalars, Seq, SetView, Slice, View};

/// A packed value, and views into it that are made once: so that a program that reads one part again and again does not
/// walk to it each time.
///
/// A view borrows from its [`Packed`], so a struct cannot contain both. `OwnedViews` does: it owns the value, can be
/// moved and sent to other threads, and returns the views again whenever they are needed, in a few loads.
///
/// `V` says which views: `Seq<'static, String, Indexed>`, a tuple of such types, or a struct of your own for which
/// [`Views`] is implemented. `P` is a [`Packed`] in any buffer.
///
/// ```
/// use packed_data::packed::{OwnedViews, Views};
/// use packed_data::view::{MapView, Seq};
/// use packed_data::{Indexed, Packable, Packed};
/// use std::collections::BTreeMap;
///
/// #[derive(Packable)]
/// struct Dictionary {
///     name: String,
///     words: BTreeMap<String, u32>,
///     features: Vec<String>,
/// }
///
/// /// The parts of a dictionary that are read for each word.
/// #[derive(Clone, Copy)]
/// struct Parts<'a> {
///     words: MapView<'a, String, u32, Indexed>,
///     features: Seq<'a, String, Indexed>,
/// }
///
/// impl Views for Parts<'static> {
///     type At<'a> = Parts<'a>;
///
///     fn shorten<'short, 'long: 'short>(parts: Parts<'long>) -> Parts<'short> {
///         parts
///     }
/// }
///
/// struct Tokenizer {
///     dictionary: OwnedViews<Parts<'static>, Packed<Dictionary, Indexed>>,
/// }
///
/// impl Tokenizer {
///     fn new(dictionary: Packed<Dictionary, Indexed>) -> Self {
///         let dictionary = OwnedViews::new(dictionary, |dictionary| {
///             let DictionaryView { words, features, .. } = dictionary.view().fields();
///             Parts { words, features }
///         });
///         Self { dictionary }
///     }
///
///     fn feature(&self, word: &str) -> Option<&str> {
///         let parts = self.dictionary.views();
///         parts.features.get(parts.words.get(word)? as usize)
///     }
/// }
///
/// let dictionary = Packed::pack(&Dictionary {
///     name: "small".into(),
///     words: BTreeMap::from([("be".into(), 1), ("to".into(), 0)]),
///     features: vec!["particle".into(), "verb".into()],
/// });
/// let tokenizer = Box::new(Tokenizer::new(dictionary)); // moved
/// assert_eq!(tokenizer.feature("be"), Some("verb"));
/// assert_eq!(tokenizer.dictionary.packed().view().fields().name, "small");
/// ```
pub struct OwnedViews<V: Views, P> {
    /// Invariant (O4): the views that a function, generic over their lifetime, made of a shared borrow of the value in
    /// `owner`. They must be given out with no longer lifetime than that of a borrow of `self`, and the owner must
    /// never be borrowed exclusively.
    ///
    /// (In a `MaybeUninit`, because a reference that is an argument must point to live memory until its function
    /// returns: one that drops an `OwnedViews` frees the memory before that.)
    views: MaybeUninit<V::At<'static>>,
    owner: Boxed<P>,
}

impl<V: Views, T: Packable + ?Sized, L: Layout, B: Buffer> OwnedViews<V, Packed<T, L, B>> {
    /// Takes a packed value, and calls `f` once to make the views. Allocates a box for the `Packed` (not for its bytes,
    /// unless it contains them itself, as an array does).
    ///
    /// What `f` returns must come from the value. Its lifetime is that of the borrow, which `f` does not choose:
    ///
    /// ```compile_fail
    /// use packed_data::packed::OwnedViews;
    /// use packed_data::{Indexed, Packed};
    ///
    /// let mut kept = "";
    /// let packed = Packed::<String, Indexed>::pack(&"hi".into());
    /// let views = OwnedViews::<&'static str, _>::new(packed, |packed| {
    ///     kept = packed.view(); // error: the view would outlive the packed value
    ///     kept
    /// });
    /// ```
    pub fn new(packed: Packed<T, L, B>, f: impl for<'a> FnOnce(&'a Packed<T, L, B>) -> V::At<'a>) -> Self {
        let owner = Boxed::new(packed);
        // SAFETY: the owner was never borrowed exclusively.
        let views = f(unsafe { owner.get() });
        // SAFETY: both types are the same, apart from a lifetime, and the views are `Copy`. They were made of a borrow
        // of the value in `owner`, so O4 holds.
        let views = unsafe { (&raw const views).cast::<MaybeUninit<V::At<'static>>>().read() };
        Self { views, owner }
    }

    /// Returns the packed value.
    pub fn packed(&self) -> &Packed<T, L, B> {
        // SAFETY: by O4 the owner is only shared.
        unsafe { self.owner.get() }
    }

    /// Returns the packed value, without the views.
    pub fn into_packed(self) -> Packed<T, L, B> {
        self.owner.into_inner()
    }
}

impl<V: Views, P> OwnedViews<V, P> {
    /// Returns the views. They live as long as `self` is borrowed.
    #[inline(always)]
    pub fn views(&self) -> V::At<'_> {
        // SAFETY: by O4 these are initialised, and borrow from the value in `owner`, which lives as long as `self`.
        // `shorten` is generic over the lifetime that it takes, and returns them for the time of this borrow.
        V::shorten(unsafe { self.views.assume_init() })
    }
}

// SAFETY: the owner and the views are `Send`.
unsafe impl<V: Views<At<'static>: Send>, P: Send> Send for OwnedViews<V, P> {}

// SAFETY: a shared `OwnedViews` gives access to a shared owner, and to copies of views that are `Sync` and `Copy`.
unsafe impl<V: Views<At<'static>: Sync>, P: Sync> Sync for OwnedViews<V, P> {}

impl<V: Views, P> fmt::Debug for OwnedViews<V, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedViews").field("views", &core::any::type_name::<V>()).finish_non_exhaustive()
    }
}

/// Views that [`OwnedViews`] can keep: a type with a lifetime, which is `'static` where the type is named.
///
/// It is implemented for the views of this library, for tuples of them, and for numbers. For a struct of your own it is
/// the four lines of the example of [`OwnedViews`].
///
/// The body of `shorten` is its argument; that it compiles is the proof that a longer lifetime can be replaced by a
/// shorter one. (For a struct of views that the derive emits, such as `WordView`, it does not compile, because the
/// types of its fields depend on the layout. Take the views that are needed out of it.)
///
/// ```
/// use packed_data::packed::{OwnedViews, Views};
/// use packed_data::{Indexed, Packable, Packed};
///
/// #[derive(Packable)]
/// struct Word {
///     text: String,
///     count: u32,
/// }
///
/// #[derive(Clone, Copy)]
/// struct Parts<'a> {
///     text: &'a str,
///     count: u32,
/// }
///
/// impl Views for Parts<'static> {
///     type At<'a> = Parts<'a>;
///
///     fn shorten<'short, 'long: 'short>(parts: Parts<'long>) -> Parts<'short> {
///         parts
///     }
/// }
///
/// let word = Packed::<Word, Indexed>::pack(&Word { text: "be".into(), count: 2 });
/// let word = OwnedViews::<Parts<'static>, _>::new(word, |word| {
///     let WordView { text, count } = word.view().fields();
///     Parts { text, count }
/// });
/// assert_eq!((word.views().text, word.views().count), ("be", 2));
/// ```
///
/// Views that could be given a shorter-lived part later are refused:
///
/// ```compile_fail
/// use std::cell::Cell;
///
/// use packed_data::packed::Views;
///
/// #[derive(Clone, Copy)]
/// struct Last<'a>(&'a Cell<&'a str>);
///
/// impl Views for Last<'static> {
///     type At<'a> = Last<'a>;
///
///     fn shorten<'short, 'long: 'short>(last: Last<'long>) -> Last<'short> {
///         last // error: lifetime may not live long enough
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as views that can be kept",
    label = "not `Views`",
    note = "name a view with the lifetime `'static`, such as `Seq<'static, String, Indexed>`, or a tuple of views; for a \
            struct of your own, implement `Views`: the documentation of `OwnedViews` has an example"
)]
pub trait Views {
    /// The views with another lifetime.
    type At<'a>: Copy;

    /// Returns the same views for a shorter time.
    fn shorten<'short, 'long: 'short>(views: Self::At<'long>) -> Self::At<'short>;
}

/// Implements [`Views`] for views of the library.
macro_rules! views {
    ($([$($parameters:tt)*] $View:ty => $At:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Views for $View {
            type At<'a> = $At;

            #[inline(always)]
            fn shorten<'short, 'long: 'short>(views: Self::At<'long>) -> Self::At<'short> {
                views
            }
        }
    )+};
}

views! {
    [T: ?Sized, L: Layout] View<'static, T, L> => View<'a, T, L>;
    [T, L: Layout] Seq<'static, T, L> => Seq<'a, T, L>;
    [T, L: RandomAccess] Slice<'static, T, L> => Slice<'a, T, L>;
    [T, const N: usize, L: Layout] Array<'static, T, N, L> => Array<'a, T, N, L>;
    [K: Packable, V: Packable, L: Layout] MapView<'static, K, V, L> => MapView<'a, K, V, L>;
    [T: Packable, L: Layout] SetView<'static, T, L> => SetView<'a, T, L>;
    [S, L: Layout] Scalars<'static, S, L> => Scalars<'a, S, L>;
    [] &'static str => &'a str;
    [] &'static [u8] => &'a [u8];
    [] bool => bool;
    [] u8 => u8;
    [] u16 => u16;
    [] u32 => u32;
    [] u64 => u64;
    [] usize => usize;
    [] i8 => i8;
    [] i16 => i16;
    [] i32 => i32;
    [] i64 => i64;
    [] f32 => f32;
    [] f64 => f64;
}

#[diagnostic::do_not_recommend]
impl<V: Views> Views for Option<V> {
    type At<'a> = Option<V::At<'a>>;

    #[inline(always)]
    fn shorten<'short, 'long: 'short>(views: Self::At<'long>) -> Self::At<'short> {
        views.map(V::shorten)
    }
}

/// Implements [`Views`] for tuples of views.
macro_rules! tuples {
    ($(($($V:ident),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($V: Views),+> Views for ($($V,)+) {
            type At<'a> = ($($V::At<'a>,)+);

            #[inline(always)]
            #[expect(non_snake_case, reason = "the variables have the names of the types")]
            fn shorten<'short, 'long: 'short>(($($V,)+): Self::At<'long>) -> Self::At<'short> {
                ($(<$V as Views>::shorten($V),)+)
            }
        }
    )+};
}

tuples! { (A, B) (A, B, C) (A, B, C, D) }
