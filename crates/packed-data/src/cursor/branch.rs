//! `Branch`: the constructor of an enum after its tag was read, with its fields, for cursors and views.

use core::marker::PhantomData;

use super::{Brand, Fields};
use crate::layout::{Access, AnyAccess};
use crate::shape::{At, List, Variants, begin_fields};
use crate::view::FieldViews;
use crate::wire::invariant::Invariant;

/// One constructor of `V`, with its fields still to be read or viewed: the argument of
/// [`Match::case`](super::Match::case) and [`Match::view_case`](super::Match::view_case).
pub struct Branch<'a, 'id, V, L: AnyAccess> {
    /// Invariant (B1): `tag` is less than `V::COUNT`. Valid fields of that constructor, which were entered, are stored
    /// at `fields`, in bytes that live for `'a`, and end where the value of brand `'id` ends. If `L` is `Edit`, nothing
    /// else reads or writes their scalars during `'a`. If `L` is [`Lazy`](crate::Lazy), the fields need not be valid:
    /// V3 holds for them.
    tag: u32,
    fields: L::Fields,
    types: PhantomData<(&'a [u8], Invariant<V>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'a, 'id, V: Variants, L: AnyAccess> Branch<'a, 'id, V, L> {
    /// Creates a branch from the tag and the fields of an enum that was entered.
    ///
    /// # Safety
    ///
    /// The arguments satisfy B1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new(tag: u32, fields: L::Fields) -> Self {
        Self { tag, fields, types: PhantomData, brand: PhantomData }
    }

    /// Returns the number of the constructor, counted from zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tag(&self) -> u32 {
        // SAFETY: B1. (Repeated as a hint to the compiler: a `match` on the tag then needs no arm for greater numbers.)
        unsafe { core::hint::assert_unchecked(self.tag < V::COUNT) };
        self.tag
    }

    /// Returns the fields of constructor `I`.
    ///
    /// # Panics
    ///
    /// Panics if the value has another constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fields<I>(self) -> Fields<'a, 'id, V::FieldList, L>
    where
        V: At<I>,
        L: Access,
    {
        // SAFETY: it is the list of fields of constructor `V::TAG`.
        unsafe { self.fields_of(V::TAG) }
    }

    /// Returns the fields of constructor `tag`.
    ///
    /// # Panics
    ///
    /// Panics if the value has another constructor.
    ///
    /// # Safety
    ///
    /// `F` is the list of fields of that constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields_of<F: List>(self, tag: u32) -> Fields<'a, 'id, F, L>
    where
        L: Access,
    {
        if self.tag != tag {
            other_constructor(self.tag, tag);
        }
        // SAFETY: by B1 these are the fields of constructor `tag`, which are `F`, and satisfy F1.
        unsafe { Fields::new(begin_fields::<F, L::Layout>(self.fields)) }
    }

    /// Returns the fields of constructor `tag`, to be viewed.
    ///
    /// # Panics
    ///
    /// Panics if the value has another constructor.
    ///
    /// # Safety
    ///
    /// As for [`fields_of`](Self::fields_of).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn parts_of<F: List>(self, tag: u32) -> Result<FieldViews<'a, F, L>, L::Error> {
        if self.tag != tag {
            other_constructor(self.tag, tag);
        }
        // SAFETY: by B1 these are the fields of constructor `tag`, which are `F`, so P1 holds for them when they are
        // begun, except for absent fields, which `new` rejects.
        unsafe {
            match L::begin::<F>(self.fields) {
                Ok(fields) => Ok(FieldViews::new(fields)),
                Err(error) => Err(error),
            }
        }
    }

    /// Returns the fields of constructor `I`, to be viewed. In a layout that counts items it rejects, at compile time,
    /// a constructor with a field that may be absent, because a view cannot tell whether the field is there:
    ///
    /// ```compile_fail,E0080
    /// use packed_data::__private::shape::{Defaulted, Enum, Named, Rest};
    /// use packed_data::__private::{Branch, InTier};
    /// use packed_data::build::Written;
    /// use packed_data::cursor::Match;
    /// use packed_data::error::{Constructor, Names};
    /// use packed_data::layout::AnyAccess;
    /// use packed_data::{Access, Cbor, Layout, Needs, Packable, Packed, View};
    ///
    /// enum Grown {}
    ///
    /// impl Named for Grown {
    ///     const NAMES: &'static Names = &Names { name: "", constructors: &[Constructor { name: "", fields: &[] }] };
    /// }
    ///
    /// type Constructors = ((u8, (Defaulted<String>, Rest)),);
    ///
    /// impl Packable for Grown {
    ///     type As = Self;
    ///     type Shape = Enum<Self, Constructors>;
    ///     type View<'a, L: Access> = ();
    ///
    ///     fn view<'a, L: Access>(_: View<'a, Self, L>) {}
    ///
    ///     fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
    ///         match *value {}
    ///     }
    /// }
    ///
    /// impl Match for Grown {
    ///     type Variants = Constructors;
    ///     type Case<'a, 'id, L: Access> = bool;
    ///     type ViewCase<'a, L: AnyAccess> = ();
    ///
    ///     fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Constructors, L>) -> bool {
    ///         let Ok(parts) = branch.parts::<InTier<0>>();
    ///         let Ok((_, text)) = parts.next();
    ///         let Ok(text) = text.last();
    ///         text.is_none()
    ///     }
    ///
    ///     fn view_case<'a, L: AnyAccess>(_: Branch<'a, '_, Constructors, L>) -> Result<(), L::Error> {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// // The string is absent.
    /// let packed = Packed::<Grown, Cbor, _>::from_bytes(&[0x82, 0, 7][..]).unwrap();
    /// assert!(packed.read(|grown| grown.skip().map(|()| grown.case())));
    /// ```
    ///
    /// # Errors
    ///
    /// In a lazy view, the static part of the fields is not within the value.
    ///
    /// # Panics
    ///
    /// Panics if the value has another constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn parts<I>(self) -> Result<FieldViews<'a, V::FieldList, L>, L::Error>
    where
        V: At<I>,
    {
        // SAFETY: it is the list of fields of constructor `V::TAG`.
        unsafe { self.parts_of(V::TAG) }
    }

    /// Panics: for the last arm of a `match` on [`tag`](Self::tag), which is never reached.
    ///
    /// # Panics
    ///
    /// Always.
    #[cold]
    pub fn no_such_constructor(self) -> ! {
        unreachable!("constructor {} is not one of {}", self.tag, V::COUNT)
    }
}

/// Panics because a value has another constructor. (A function of its own: the call is compiled for each constructor.)
#[cold]
#[inline(never)]
fn other_constructor(tag: u32, expected: u32) -> ! {
    panic!("the value has constructor {tag}, not constructor {expected}")
}
