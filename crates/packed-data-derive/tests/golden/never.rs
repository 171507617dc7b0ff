// enum Never {}

///The constructors of a packed [`Never`] with the views of their fields.
#[allow(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs
)]
#[allow(private_bounds, private_interfaces, unnameable_types, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[derive(::core::cmp::PartialEq, ::core::cmp::Eq)]
enum NeverView {}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::shape::Named for Never {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Never",
        constructors: &[],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Never {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<Self, ()>;
    type View<'__packed, __L: ::packed_data::Access> = ::packed_data::View<
        '__packed,
        Self,
        __L,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'__packed, __L: ::packed_data::Access>(
        __view: ::packed_data::View<'__packed, Self, __L>,
    ) -> <Self as ::packed_data::Packable>::View<'__packed, __L> {
        __view
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'__value, '__id, __L: ::packed_data::Layout>(
        &'__value self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Written<'__value, '__id> {
        match *self {}
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Never {
    fn unpack<'__id, __L: ::packed_data::Layout>(
        __cursor: ::packed_data::Cursor<
            '__de,
            '__id,
            <Self as ::packed_data::Packable>::As,
            __L,
        >,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<'__id, Self, __L>,
        ::packed_data::TooDeep,
    > {
        match __cursor.case() {
            NeverCase::__Never(__never, _) => match __never {}
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Never {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
    }
}
///The constructors of a packed [`Never`] with their fields, for a cursor.
#[allow(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs
)]
#[allow(private_bounds, private_interfaces, unnameable_types, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
enum NeverCase<'__packed, '__id, __L: ::packed_data::Access> {
    #[doc(hidden)]
    __Never(
        ::core::convert::Infallible,
        ::core::marker::PhantomData<::packed_data::Fields<'__packed, '__id, (), __L>>,
    ),
}
///The constructors of a packed [`Never`] with their fields, for a transformation.
#[allow(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs
)]
#[allow(private_bounds, private_interfaces, unnameable_types, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
enum NeverTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    #[doc(hidden)]
    __Never(
        ::core::convert::Infallible,
        ::core::marker::PhantomData<
            ::packed_data::Transform<'__packed, '__id, '__new, (), __L>,
        >,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Match for Never {
    type Variants = ();
    type Case<'__packed, '__id, __L: ::packed_data::Access> = NeverCase<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = NeverView;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'__packed, '__id, __L: ::packed_data::Access>(
        __branch: ::packed_data::__private::Branch<
            '__packed,
            '__id,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
    ) -> <Self as ::packed_data::Match>::Case<'__packed, '__id, __L> {
        match ::packed_data::__private::Branch::tag(&__branch) {
            _ => __branch.no_such_constructor(),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'__packed, __L: ::packed_data::Access>(
        __branch: ::packed_data::__private::Branch<
            '__packed,
            '_,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
    ) -> <Self as ::packed_data::Match>::ViewCase<'__packed, __L> {
        match ::packed_data::__private::Branch::tag(&__branch) {
            _ => __branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Transformable for Never {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = NeverTransform<
        '__packed,
        '__id,
        '__new,
        __L,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<'__packed, '__id, '__new, __L: ::packed_data::Layout>(
        __branch: ::packed_data::__private::Branch<
            '__packed,
            '__id,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
        __needs: ::packed_data::Needs<'__new, Self, __L>,
    ) -> <Self as ::packed_data::Transformable>::Cases<'__packed, '__id, '__new, __L> {
        match ::packed_data::__private::Branch::tag(&__branch) {
            _ => __branch.no_such_constructor(),
        }
    }
}
///Builds a packed value: two functions for each constructor.
#[allow(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs
)]
#[allow(private_bounds, private_interfaces, unnameable_types, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl Never {}
