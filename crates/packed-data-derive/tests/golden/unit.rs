// struct Unit;

#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::shape::Named for Unit {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Unit",
        constructors: &[
            ::packed_data::Constructor {
                name: "",
                fields: &[],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Unit {
    type As = Self;
    type Shape = ::packed_data::shape::Struct<Self, ()>;
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
            Self => {
                <::packed_data::Written<
                    '_,
                    '_,
                > as ::core::convert::From<
                    ::packed_data::Filled<'_>,
                >>::from(::packed_data::Needs::fields(__needs).done())
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Unit {
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
        let __fields = __cursor.fields();
        __fields.done(Self)
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
        ::core::result::Result::Ok(__fields.done(Self))
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Unit {
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
impl Unit {
    ///Starts a packed `Unit`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_unit<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::fields(__needs)
    }
    ///Writes a packed `Unit` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_unit<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::fields(__needs).done()
    }
}
