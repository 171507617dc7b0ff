// enum Color { Red, Green }

///The constructors of a packed [`Color`] with the views of their fields.
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
enum ColorView {
    Red,
    Green,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::shape::Named for Color {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Color",
        constructors: &[
            ::packed_data::Constructor {
                name: "Red",
                fields: &[],
            },
            ::packed_data::Constructor {
                name: "Green",
                fields: &[],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Color {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<Self, ((), ())>;
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
        match self {
            Self::Red => {
                ::packed_data::__apart!(
                    __needs => < ::packed_data::Written < '_, '_ > as
                    ::core::convert::From < ::packed_data::Filled < '_ >> >
                    ::from(::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 0usize >, _, ((), (),) >
                    (__needs).done())
                )
            }
            Self::Green => {
                ::packed_data::__apart!(
                    __needs => < ::packed_data::Written < '_, '_ > as
                    ::core::convert::From < ::packed_data::Filled < '_ >> >
                    ::from(::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 1usize >, _, ((), (),) >
                    (__needs).done())
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Color {
    const IS_FLAT: ::core::primitive::bool = true;
    #[inline]
    fn unpack_flat<'__id, __L: ::packed_data::Layout>(
        __cursor: ::packed_data::Cursor<
            '__de,
            '__id,
            <Self as ::packed_data::Packable>::As,
            __L,
        >,
    ) -> ::packed_data::Done<'__id, Self, __L> {
        match __cursor.case() {
            ColorCase::Red(__fields) => __fields.done(Self::Red),
            ColorCase::Green(__fields) => __fields.done(Self::Green),
        }
    }
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
            ColorCase::Red(__fields) => {
                ::packed_data::__apart!(
                    __fields => { ::core::result::Result::Ok(__fields.done(Self::Red)) }
                )
            }
            ColorCase::Green(__fields) => {
                ::packed_data::__apart!(
                    __fields => { ::core::result::Result::Ok(__fields.done(Self::Green))
                    }
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Color {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
    }
}
///The constructors of a packed [`Color`] with their fields, for a cursor.
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
enum ColorCase<'__packed, '__id, __L: ::packed_data::Access> {
    Red(::packed_data::Fields<'__packed, '__id, (), __L>),
    Green(::packed_data::Fields<'__packed, '__id, (), __L>),
}
///The constructors of a packed [`Color`] with their fields, for a transformation.
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
enum ColorTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Red(::packed_data::Transform<'__packed, '__id, '__new, (), __L>),
    Green(::packed_data::Transform<'__packed, '__id, '__new, (), __L>),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Match for Color {
    type Variants = ((), ());
    type Case<'__packed, '__id, __L: ::packed_data::Access> = ColorCase<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = ColorView;
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
            0u32 => {
                ColorCase::Red(
                    __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                )
            }
            1u32 => {
                ColorCase::Green(
                    __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                )
            }
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
            0u32 => ColorView::Red,
            1u32 => ColorView::Green,
            _ => __branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Transformable for Color {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = ColorTransform<
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
            0u32 => {
                ColorTransform::Red(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<0usize>,
                                _,
                                ((), ()),
                            >(),
                    ),
                )
            }
            1u32 => {
                ColorTransform::Green(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<1usize>,
                                _,
                                ((), ()),
                            >(),
                    ),
                )
            }
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
impl Color {
    ///Starts a packed `Red`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_red<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((), ()),
        >(__needs)
    }
    ///Writes a packed `Red` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_red<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((), ()),
        >(__needs)
            .done()
    }
    ///Starts a packed `Green`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_green<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((), ()),
        >(__needs)
    }
    ///Writes a packed `Green` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_green<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((), ()),
        >(__needs)
            .done()
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::shape::FieldlessEnum for Color {
    fn tag(&self) -> ::core::primitive::u32 {
        match self {
            Self::Red => 0u32,
            Self::Green => 1u32,
        }
    }
    fn from_tag(__tag: ::core::primitive::u32) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(
            match __tag {
                0u32 => Self::Red,
                1u32 => Self::Green,
                _ => return ::core::option::Option::None,
            },
        )
    }
}
