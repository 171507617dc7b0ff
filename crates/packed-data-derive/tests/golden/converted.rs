// #[packable(try_from = u8, into = u8)] pub struct Percent(u8);

#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    enum __Converted {}
    #[automatically_derived]
    impl ::packed_data::with::PackWith<Percent> for __Converted {
        const NAME: &'static ::core::primitive::str = "";
        type As = <u8 as ::packed_data::Packable>::As;
        type Value<'__value> = u8;
        fn pack(
            __value: &Percent,
        ) -> ::core::result::Result<u8, &'static ::core::primitive::str> {
            let __value = <Percent as ::core::clone::Clone>::clone(__value);
            ::core::result::Result::Ok(
                <Percent as ::core::convert::Into<u8>>::into(__value),
            )
        }
        fn unpack(
            __value: u8,
        ) -> ::core::result::Result<Percent, &'static ::core::primitive::str> {
            match <Percent as ::core::convert::TryFrom<u8>>::try_from(__value) {
                ::core::result::Result::Ok(__value) => {
                    ::core::result::Result::Ok(__value)
                }
                ::core::result::Result::Err(__error) => {
                    #[allow(unused_imports)]
                    use ::packed_data::__private::{Stated as _, Unstated as _};
                    ::core::result::Result::Err(
                        ::packed_data::__private::NotConverted(__error).__refusal(),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl<__C> ::packed_data::Packable for Percent
    where
        __Converted: ::packed_data::__private::veil::Is<Itself = __C>,
        __C: ::packed_data::with::PackWith<Percent>,
    {
        type As = ::packed_data::with::With<Self, __C>;
        type Shape = <::packed_data::with::With<
            Self,
            __C,
        > as ::packed_data::Packable>::Shape;
        type View<'__packed, __L: ::packed_data::Access> = ::packed_data::with::WithView<
            '__packed,
            Self,
            __C,
            __L,
        >;
        fn view<'__packed, __L: ::packed_data::Access>(
            __view: ::packed_data::View<
                '__packed,
                ::packed_data::with::With<Self, __C>,
                __L,
            >,
        ) -> ::packed_data::with::WithView<'__packed, Self, __C, __L> {
            <::packed_data::with::With<
                Self,
                __C,
            > as ::packed_data::Packable>::view(__view)
        }
        fn write<'__value, '__id, __L: ::packed_data::Layout>(
            __value: &'__value Self,
            __needs: ::packed_data::Needs<
                '__id,
                ::packed_data::with::With<Self, __C>,
                __L,
            >,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            <::packed_data::with::With<
                Self,
                __C,
            > as ::packed_data::Packable>::write(
                ::packed_data::with::With::from_ref(__value),
                __needs,
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::packed_data::Unpack<'__de> for Percent {
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
            match <::packed_data::with::With<
                Self,
                __Converted,
            > as ::packed_data::Unpack<'__de>>::unpack(__cursor, __levels) {
                ::core::result::Result::Ok(__done) => {
                    ::core::result::Result::Ok(
                        __done.map(::packed_data::with::With::into_inner),
                    )
                }
                ::core::result::Result::Err(__error) => {
                    ::core::result::Result::Err(__error)
                }
            }
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::Lookup<::packed_data::with::With<Percent, __Converted>>
    for Percent {
        fn write_key<'__id, __L: ::packed_data::Layout>(
            &self,
            __needs: ::packed_data::Needs<
                '__id,
                ::packed_data::with::With<Percent, __Converted>,
                __L,
            >,
        ) -> ::packed_data::Filled<'__id> {
            ::packed_data::Needs::put_as(__needs, self)
        }
    }
};
