// #[packable(zerocopy)] #[repr(u8)] enum Level { Low, High }

///The constructors of a packed [`Level`] with the views of their fields.
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
#[doc(hidden)]
#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
#[derive(::core::cmp::PartialEq, ::core::cmp::Eq)]
enum LevelView {
    Low,
    High,
}
///The constructors of a packed [`Level`] with their fields, for a cursor.
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
#[doc(hidden)]
enum LevelCase<'__packed, '__id, __L: ::packed_data::Access> {
    Low(::packed_data::cursor::Fields<'__packed, '__id, (), __L>),
    High(::packed_data::cursor::Fields<'__packed, '__id, (), __L>),
}
///The constructors of a packed [`Level`] with their fields, for a transformation.
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
#[doc(hidden)]
enum LevelTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Low(::packed_data::transform::Transform<'__packed, '__id, '__new, (), __L>),
    High(::packed_data::transform::Transform<'__packed, '__id, '__new, (), __L>),
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
#[doc(hidden)]
impl Level {
    ///Starts a packed `Low`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_low<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<0usize>,
            _,
            ((), ()),
        >(__needs)
    }
    ///Writes a packed `Low` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_low<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<0usize>,
            _,
            ((), ()),
        >(__needs)
            .done()
    }
    ///Starts a packed `High`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_high<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<1usize>,
            _,
            ((), ()),
        >(__needs)
    }
    ///Writes a packed `High` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_high<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<1usize>,
            _,
            ((), ()),
        >(__needs)
            .done()
    }
}
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    #[automatically_derived]
    impl ::packed_data::__private::shape::Named for Level {
        const NAMES: &'static ::packed_data::error::Names = &::packed_data::error::Names {
            name: "Level",
            constructors: &[
                ::packed_data::error::Constructor {
                    name: "Low",
                    fields: &[],
                },
                ::packed_data::error::Constructor {
                    name: "High",
                    fields: &[],
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::packed_data::Packable for Level {
        type As = Self;
        type Shape = ::packed_data::__private::shape::Enum<Self, ((), ())>;
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
            __value: &'__value Self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            match __value {
                Self::Low => {
                    ::packed_data::Needs::put_unit::<
                        ::packed_data::__private::InTier<0usize>,
                        _,
                        ((), ()),
                    >(__needs)
                }
                Self::High => {
                    ::packed_data::Needs::put_unit::<
                        ::packed_data::__private::InTier<1usize>,
                        _,
                        ((), ()),
                    >(__needs)
                }
            }
        }
        fn write_all<'__id, __S, __L: ::packed_data::Layout>(
            __values: &[Self],
            __items: ::packed_data::build::ItemWriter<'__id, __S, __L>,
        ) -> ::packed_data::build::ItemWriter<'__id, __S, __L>
        where
            __S: ::packed_data::__private::shape::SequenceShape,
            __S::Element: ::packed_data::__private::shape::Field<
                Of = <Self as ::packed_data::Packable>::As,
            >,
        {
            ::packed_data::__private::write_block(__values, __items)
        }
    }
    #[automatically_derived]
    impl<'__de> ::packed_data::Unpack<'__de> for Level {
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
                LevelCase::Low(__fields) => __fields.done(Self::Low),
                LevelCase::High(__fields) => __fields.done(Self::High),
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
                LevelCase::Low(__fields) => {
                    ::packed_data::__private::unit(__fields, Self::Low)
                }
                LevelCase::High(__fields) => {
                    ::packed_data::__private::unit(__fields, Self::High)
                }
            }
        }
        fn unpack_all<'__id, __L: ::packed_data::Layout>(
            __cursor: ::packed_data::Cursor<'__de, '__id, [Self], __L>,
            __levels: ::packed_data::Levels,
        ) -> ::core::result::Result<
            ::packed_data::Done<'__id, ::packed_data::__private::Vec<Self>, __L>,
            ::packed_data::TooDeep,
        > {
            ::packed_data::__private::unpack_block(__cursor, __levels)
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::Lookup<Self> for Level {
        fn write_key<'__id, __L: ::packed_data::Layout>(
            &self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::Filled<'__id> {
            __needs.put_as(self)
        }
    }
    #[automatically_derived]
    impl ::packed_data::cursor::Match for Level {
        type Variants = ((), ());
        type Case<'__packed, '__id, __L: ::packed_data::Access> = LevelCase<
            '__packed,
            '__id,
            __L,
        >;
        type ViewCase<'__packed, __L: ::packed_data::layout::AnyAccess> = LevelView;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn case<'__packed, '__id, __L: ::packed_data::Access>(
            __branch: ::packed_data::__private::Branch<
                '__packed,
                '__id,
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
        ) -> <Self as ::packed_data::cursor::Match>::Case<'__packed, '__id, __L> {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => {
                    LevelCase::Low(
                        __branch.fields::<::packed_data::__private::InTier<0usize>>(),
                    )
                }
                1u32 => {
                    LevelCase::High(
                        __branch.fields::<::packed_data::__private::InTier<1usize>>(),
                    )
                }
                _ => __branch.no_such_constructor(),
            }
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view_case<'__packed, __L: ::packed_data::layout::AnyAccess>(
            __branch: ::packed_data::__private::Branch<
                '__packed,
                '_,
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
        ) -> ::core::result::Result<
            <Self as ::packed_data::cursor::Match>::ViewCase<'__packed, __L>,
            <__L as ::packed_data::layout::AnyAccess>::Error,
        > {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => ::core::result::Result::Ok(LevelView::Low),
                1u32 => ::core::result::Result::Ok(LevelView::High),
                _ => __branch.no_such_constructor(),
            }
        }
    }
    #[automatically_derived]
    impl ::packed_data::transform::Transformable for Level {
        type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = LevelTransform<
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
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
            __needs: ::packed_data::Needs<'__new, Self, __L>,
        ) -> <Self as ::packed_data::transform::Transformable>::Cases<
            '__packed,
            '__id,
            '__new,
            __L,
        > {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => {
                    LevelTransform::Low(
                        ::packed_data::transform::Transform::new(
                            __branch
                                .fields::<::packed_data::__private::InTier<0usize>>(),
                            __needs
                                .variant::<
                                    ::packed_data::__private::InTier<0usize>,
                                    _,
                                    ((), ()),
                                >(),
                        ),
                    )
                }
                1u32 => {
                    LevelTransform::High(
                        ::packed_data::transform::Transform::new(
                            __branch
                                .fields::<::packed_data::__private::InTier<1usize>>(),
                            __needs
                                .variant::<
                                    ::packed_data::__private::InTier<1usize>,
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
    #[automatically_derived]
    impl ::packed_data::__private::shape::FieldlessEnum for Level {
        fn tag(&self) -> ::core::primitive::u32 {
            match self {
                Self::Low => 0u32,
                Self::High => 1u32,
            }
        }
        fn from_tag(__tag: ::core::primitive::u32) -> ::core::option::Option<Self> {
            ::core::option::Option::Some(
                match __tag {
                    0u32 => Self::Low,
                    1u32 => Self::High,
                    _ => return ::core::option::Option::None,
                },
            )
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::InMemory for Level {
        const MEMORY: ::packed_data::__private::Memory = ::packed_data::__private::Memory::Tag(
            ::core::mem::size_of::<Self>(),
            &[Self::Low as ::core::primitive::u64, Self::High as ::core::primitive::u64],
        );
    }
};
