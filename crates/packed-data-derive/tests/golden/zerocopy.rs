// #[packable(zerocopy)] struct Pixel { r#in: u8, color: [Level; 3] }

///The views of the fields of a packed [`Pixel`].
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
struct PixelView<'__packed, __L: ::packed_data::Access> {
    r#in: <u8 as ::packed_data::Packable>::View<'__packed, __L>,
    color: <[Level; 3] as ::packed_data::Packable>::View<'__packed, __L>,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Record for Pixel {
    type FieldList = (u8, ([Level; 3], ()));
    type ViewFields<'__packed, __L: ::packed_data::Access> = PixelView<'__packed, __L>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_fields<'__packed, __L: ::packed_data::Access>(
        __parts: ::packed_data::__private::Parts<
            '__packed,
            <Self as ::packed_data::Record>::FieldList,
            __L,
        >,
    ) -> <Self as ::packed_data::Record>::ViewFields<'__packed, __L> {
        let (__field0, __parts) = __parts.next();
        let __field1 = __parts.last();
        PixelView {
            r#in: __field0,
            color: __field1,
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __L: ::packed_data::Access> ::core::fmt::Debug
for PixelView<'__packed, __L> {
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Pixel as ::packed_data::shape::Named>::NAMES;
        match self {
            Self { r#in: __field0, color: __field1 } => {
                ::packed_data::__private::debug_fields(
                    __f,
                    __names,
                    0usize,
                    &[__field0, __field1],
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::shape::Named for Pixel {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Pixel",
        constructors: &[
            ::packed_data::Constructor {
                name: "",
                fields: &["in", "color"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Pixel {
    type As = Self;
    type Shape = ::packed_data::shape::Struct<Self, (u8, ([Level; 3], ()))>;
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
            Self { r#in: __field0, color: __field1 } => {
                ::packed_data::Needs::fields(__needs).put_as(__field0).put_last(__field1)
            }
        }
    }
    fn write_all<'__id, __S, __L: ::packed_data::Layout>(
        __values: &[Self],
        __items: ::packed_data::ItemWriter<'__id, __S, __L>,
    ) -> ::packed_data::ItemWriter<'__id, __S, __L>
    where
        __S: ::packed_data::shape::SequenceShape,
        __S::Element: ::packed_data::shape::Field<
            Of = <Self as ::packed_data::Packable>::As,
        >,
    {
        ::packed_data::__private::write_block(__values, __items)
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Pixel {
    const IS_FLAT: ::core::primitive::bool = true
        && <u8 as ::packed_data::Unpack<'__de>>::IS_FLAT
        && <[Level; 3] as ::packed_data::Unpack<'__de>>::IS_FLAT;
    #[inline]
    fn unpack_flat<'__id, __L: ::packed_data::Layout>(
        __cursor: ::packed_data::Cursor<
            '__de,
            '__id,
            <Self as ::packed_data::Packable>::As,
            __L,
        >,
    ) -> ::packed_data::Done<'__id, Self, __L> {
        let __fields = __cursor.fields();
        let (__field0, __fields) = __fields.unpack_flat::<u8>();
        let (__field1, __fields) = __fields.unpack_flat::<[Level; 3]>();
        __fields
            .done(Self {
                r#in: __field0,
                color: __field1,
            })
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
        let __fields = __cursor.fields();
        let (__field0, __fields) = match __fields.unpack::<u8>(__levels) {
            ::core::result::Result::Ok(__read) => __read,
            ::core::result::Result::Err(__error) => {
                return ::core::result::Result::Err(__error);
            }
        };
        let (__field1, __fields) = match __fields.unpack::<[Level; 3]>(__levels) {
            ::core::result::Result::Ok(__read) => __read,
            ::core::result::Result::Err(__error) => {
                return ::core::result::Result::Err(__error);
            }
        };
        ::core::result::Result::Ok(
            __fields
                .done(Self {
                    r#in: __field0,
                    color: __field1,
                }),
        )
    }
    #[inline]
    fn unpack_incoming<__L: ::packed_data::Layout>(
        __incoming: ::packed_data::__private::Incoming<'_, '_, '__de, __L>,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<Self, ::packed_data::__private::Failed> {
        if const { !::packed_data::__private::is_taken_apart::<Self, __L>() } {
            return ::packed_data::__private::Incoming::whole(__incoming, __levels);
        }
        let mut __incoming = __incoming;
        let __field0 = match ::packed_data::__private::Incoming::field::<
            u8,
        >(&mut __incoming, __levels) {
            ::core::result::Result::Ok(__made) => __made,
            ::core::result::Result::Err(__failed) => {
                return ::core::result::Result::Err(__failed);
            }
        };
        let __field1 = match ::packed_data::__private::Incoming::field::<
            [Level; 3],
        >(&mut __incoming, __levels) {
            ::core::result::Result::Ok(__made) => __made,
            ::core::result::Result::Err(__failed) => {
                return ::core::result::Result::Err(__failed);
            }
        };
        ::core::result::Result::Ok(Self {
            r#in: __field0,
            color: __field1,
        })
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
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Pixel {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
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
impl Pixel {
    ///Starts a packed `Pixel`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_pixel<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (u8, ([Level; 3], ())), __L> {
        ::packed_data::Needs::fields(__needs)
    }
    ///Writes a packed `Pixel` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_pixel<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        r#in: &<u8 as ::packed_data::Packable>::As,
        color: &<[Level; 3] as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::fields(__needs).put(r#in).put(color).done()
    }
}
///The names of the fields of a packed [`Pixel`].
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
struct PixelNames {
    r#in: ::packed_data::shape::StructField<
        Pixel,
        ::packed_data::__private::InGroup<0usize>,
    >,
    color: ::packed_data::shape::StructField<
        Pixel,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::InMemory for Pixel {
    const MEMORY: ::packed_data::__private::Memory = ::packed_data::__private::Memory::Fields(
        ::core::mem::size_of::<Self>(),
        &[
            (
                ::core::mem::offset_of!(Self, r#in),
                &<u8 as ::packed_data::InMemory>::MEMORY,
            ),
            (
                ::core::mem::offset_of!(Self, color),
                &<[Level; 3] as ::packed_data::InMemory>::MEMORY,
            ),
        ],
    );
}
