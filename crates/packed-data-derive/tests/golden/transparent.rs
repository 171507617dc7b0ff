// #[packable(transparent, zerocopy)] struct Celsius(f32, PhantomData<Scale>);

#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    #[automatically_derived]
    impl ::packed_data::Packable for Celsius {
        type As = <f32 as ::packed_data::Packable>::As;
        type Shape = <f32 as ::packed_data::Packable>::Shape;
        type View<'__packed, __L: ::packed_data::Access> = <f32 as ::packed_data::Packable>::View<
            '__packed,
            __L,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view<'__packed, __L: ::packed_data::Access>(
            __view: ::packed_data::View<
                '__packed,
                <Self as ::packed_data::Packable>::As,
                __L,
            >,
        ) -> <Self as ::packed_data::Packable>::View<'__packed, __L> {
            <f32 as ::packed_data::Packable>::view(__view)
        }
        fn packed_schema() -> &'static ::packed_data::__private::Schema {
            <f32 as ::packed_data::Packable>::packed_schema()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<'__value, '__id, __L: ::packed_data::Layout>(
            __value: &'__value Self,
            __needs: ::packed_data::Needs<
                '__id,
                <Self as ::packed_data::Packable>::As,
                __L,
            >,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            let Self(__field0, _) = __value;
            <f32 as ::packed_data::Packable>::write(__field0, __needs)
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
    impl<'__de> ::packed_data::Unpack<'__de> for Celsius {
        const IS_FLAT: ::core::primitive::bool = true
            && <f32 as ::packed_data::Unpack<'__de>>::IS_FLAT;
        #[inline]
        fn unpack_flat<'__id, __L: ::packed_data::Layout>(
            __cursor: ::packed_data::Cursor<
                '__de,
                '__id,
                <Self as ::packed_data::Packable>::As,
                __L,
            >,
        ) -> ::packed_data::Done<'__id, Self, __L> {
            ::packed_data::Done::map(
                <f32 as ::packed_data::Unpack<'__de>>::unpack_flat(__cursor),
                |__field0| { Self(__field0, ::core::default::Default::default()) },
            )
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
            let __done = <f32 as ::packed_data::Unpack<
                '__de,
            >>::unpack(__cursor, __levels)?;
            ::core::result::Result::Ok(
                __done
                    .map(|__field0| Self(__field0, ::core::default::Default::default())),
            )
        }
        #[inline]
        fn unpack_incoming<__L: ::packed_data::Layout>(
            __incoming: ::packed_data::__private::Incoming<'_, '_, '__de, __L>,
            __levels: ::packed_data::Levels,
        ) -> ::core::result::Result<Self, ::packed_data::__private::Failed> {
            match <f32 as ::packed_data::Unpack<
                '__de,
            >>::unpack_incoming(__incoming, __levels) {
                ::core::result::Result::Ok(__field0) => {
                    ::core::result::Result::Ok(
                        Self(__field0, ::core::default::Default::default()),
                    )
                }
                ::core::result::Result::Err(__failed) => {
                    ::core::result::Result::Err(__failed)
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
    impl<
        __A: ::packed_data::Packable<As = __A> + ?::core::marker::Sized,
    > ::packed_data::view::Lookup<__A> for Celsius
    where
        f32: ::packed_data::view::Lookup<__A>,
    {
        const IN_MEMORY: ::core::primitive::bool = <f32 as ::packed_data::view::Lookup<
            __A,
        >>::IN_MEMORY;
        fn write_key<'__id, __L: ::packed_data::Layout>(
            &self,
            __needs: ::packed_data::Needs<'__id, __A, __L>,
        ) -> ::packed_data::Filled<'__id> {
            let Self(__field0, _) = self;
            <f32 as ::packed_data::view::Lookup<__A>>::write_key(__field0, __needs)
        }
        #[inline]
        fn compare<__L: ::packed_data::Layout>(
            &self,
            __packed: ::packed_data::View<'_, __A, __L>,
        ) -> ::core::cmp::Ordering {
            let Self(__field0, _) = self;
            <f32 as ::packed_data::view::Lookup<__A>>::compare(__field0, __packed)
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::InMemory for Celsius {
        const MEMORY: ::packed_data::__private::Memory = if ::core::mem::size_of::<
            Self,
        >() == ::core::mem::size_of::<f32>()
        {
            <f32 as ::packed_data::view::InMemory>::MEMORY
        } else {
            ::packed_data::__private::Memory::Other
        };
    }
};
