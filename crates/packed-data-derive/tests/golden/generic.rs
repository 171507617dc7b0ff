// #[packable(crate = "wire")]
// pub struct Record<'a, T: Clone, const N: usize = 2> where T: Named {
// name: &'a str, values: [T; N], id: T::Id, #[packable(was = "hidden")] inner: Inner,
// }

#[doc(hidden)]
#[allow(dead_code, missing_docs, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
type __FieldsOfRecord<__T> = <__T as wire::__private::If<
    {
        let _: ::core::marker::PhantomData<<&'static str as wire::Packable>::As>;
        let _: ::core::marker::PhantomData<<Inner as wire::Packable>::As>;
        true
    },
>>::Itself;
///The views of the fields of a packed [`Record`].
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
pub struct RecordView<
    '__packed,
    'a,
    T: Clone,
    const N: usize,
    __L: wire::layout::AnyAccess,
>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    name: <__L as wire::layout::AnyAccess>::Part<'__packed, __FieldsOfRecord<&'a str>>,
    values: <__L as wire::layout::AnyAccess>::Part<'__packed, __FieldsOfRecord<[T; N]>>,
    id: <__L as wire::layout::AnyAccess>::Part<'__packed, __FieldsOfRecord<T::Id>>,
    inner: <__L as wire::layout::AnyAccess>::Part<'__packed, __FieldsOfRecord<Inner>>,
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
impl<'a, T: Clone, const N: usize> Record<'a, T, N>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    ///Starts a packed `Record`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_record<'__id, __L: wire::Layout>(
        __needs: wire::Needs<'__id, Self, __L>,
    ) -> wire::build::NeedsFields<
        '__id,
        __FieldsOfRecord<
            (
                &'a str,
                (
                    [T; N],
                    (
                        T::Id,
                        (
                            wire::__private::shape::Veiled<
                                Record<'a, T, N>,
                                wire::__private::InTier<3usize>,
                            >,
                            (),
                        ),
                    ),
                ),
            ),
        >,
        __L,
    > {
        wire::Needs::fields(__needs)
    }
    ///Writes a packed `Record` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_record<'__id, __L: wire::Layout>(
        __needs: wire::Needs<'__id, Self, __L>,
        name: &<__FieldsOfRecord<&'a str> as wire::Packable>::As,
        values: &<__FieldsOfRecord<[T; N]> as wire::Packable>::As,
        id: &<__FieldsOfRecord<T::Id> as wire::Packable>::As,
        inner: &<__FieldsOfRecord<Inner> as wire::Packable>::As,
    ) -> wire::Filled<'__id> {
        wire::Needs::fields(__needs).put(name).put(values).put(id).put(inner).done()
    }
}
///The names of the fields of a packed [`Record`].
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
pub struct RecordNames<'a, T: Clone, const N: usize>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    name: wire::__private::shape::StructField<
        Record<'a, T, N>,
        wire::__private::InTier<0usize>,
    >,
    values: wire::__private::shape::StructField<
        Record<'a, T, N>,
        wire::__private::InTier<1usize>,
    >,
    id: wire::__private::shape::StructField<
        Record<'a, T, N>,
        wire::__private::InTier<2usize>,
    >,
    inner: wire::__private::shape::StructField<
        Record<'a, T, N>,
        wire::__private::InTier<3usize>,
    >,
}
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize> wire::view::Record for Record<'a, T, N>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
    {
        type FieldList = __FieldsOfRecord<
            (
                &'a str,
                (
                    [T; N],
                    (
                        T::Id,
                        (
                            wire::__private::shape::Veiled<
                                Record<'a, T, N>,
                                wire::__private::InTier<3usize>,
                            >,
                            (),
                        ),
                    ),
                ),
            ),
        >;
        type ViewFields<'__packed, __L: wire::layout::AnyAccess> = RecordView<
            '__packed,
            'a,
            T,
            N,
            __L,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view_fields<'__packed, __L: wire::layout::AnyAccess>(
            __parts: wire::__private::FieldViews<
                '__packed,
                <Self as wire::view::Record>::FieldList,
                __L,
            >,
        ) -> ::core::result::Result<
            <Self as wire::view::Record>::ViewFields<'__packed, __L>,
            <__L as wire::layout::AnyAccess>::Error,
        > {
            let (__field0, __parts) = match __parts.next() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field1, __parts) = match __parts.next() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field2, __parts) = match __parts.next() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let __field3 = match __parts.last() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            ::core::result::Result::Ok(RecordView {
                name: __field0,
                values: __field1,
                id: __field2,
                inner: __field3,
            })
        }
    }
    #[automatically_derived]
    impl<
        '__packed,
        'a,
        T: Clone,
        const N: usize,
        __L: wire::layout::AnyAccess,
    > ::core::fmt::Debug for RecordView<'__packed, 'a, T, N, __L>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
    {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            let __names = <Record<'a, T, N> as wire::__private::shape::Named>::NAMES;
            match self {
                Self {
                    name: __field0,
                    values: __field1,
                    id: __field2,
                    inner: __field3,
                } => {
                    wire::__private::debug_fields(
                        __f,
                        __names,
                        0usize,
                        &[__field0, __field1, __field2, __field3],
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__packed, 'a, T: Clone, const N: usize, __L: wire::Layout> ::core::clone::Clone
    for RecordView<'__packed, 'a, T, N, __L>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<&'a str>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<[T; N]>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<T::Id>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<Inner>,
        >: ::core::marker::Copy,
    {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<'__packed, 'a, T: Clone, const N: usize, __L: wire::Layout> ::core::marker::Copy
    for RecordView<'__packed, 'a, T, N, __L>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<&'a str>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<[T; N]>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<T::Id>,
        >: ::core::marker::Copy,
        <__L as wire::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfRecord<Inner>,
        >: ::core::marker::Copy,
    {}
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize> wire::__private::shape::Named for Record<'a, T, N>
    where
        T: Named,
    {
        const NAMES: &'static wire::error::Names = &wire::error::Names {
            name: "Record",
            constructors: &[
                wire::error::Constructor {
                    name: "",
                    fields: &["name", "values", "id", "inner"],
                },
            ],
        };
        const FORMER_NAMES: &'static [wire::__private::FormerName] = &[
            wire::__private::FormerName {
                constructor: 0u32,
                field: ::core::option::Option::Some(3u32),
                name: "hidden",
            },
        ];
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize> wire::Packable for Record<'a, T, N>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
    {
        type As = Self;
        type Shape = wire::__private::shape::Struct<
            Self,
            __FieldsOfRecord<
                (
                    &'a str,
                    (
                        [T; N],
                        (
                            T::Id,
                            (
                                wire::__private::shape::Veiled<
                                    Record<'a, T, N>,
                                    wire::__private::InTier<3usize>,
                                >,
                                (),
                            ),
                        ),
                    ),
                ),
            >,
        >;
        type View<'__packed, __L: wire::Access> = wire::View<'__packed, Self, __L>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view<'__packed, __L: wire::Access>(
            __view: wire::View<'__packed, Self, __L>,
        ) -> <Self as wire::Packable>::View<'__packed, __L> {
            __view
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<'__value, '__id, __L: wire::Layout>(
            __value: &'__value Self,
            __needs: wire::Needs<'__id, Self, __L>,
        ) -> wire::build::Written<'__value, '__id> {
            match __value {
                Self {
                    name: __field0,
                    values: __field1,
                    id: __field2,
                    inner: __field3,
                } => {
                    wire::Needs::fields(__needs)
                        .put_as(__field0)
                        .put_as(__field1)
                        .put_as(__field2)
                        .put_last(__field3)
                }
            }
        }
    }
    #[automatically_derived]
    impl<
        'a,
        T: Clone,
        const N: usize,
        __T: wire::Packable,
    > wire::__private::shape::VeiledField<wire::__private::InTier<3usize>>
    for Record<'a, T, N>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
        __FieldsOfRecord<Inner>: wire::__private::veil::Is<Itself = __T>,
    {
        type Type = __T;
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a, T: Clone, const N: usize> wire::Unpack<'__de>
    for Record<'a, T, N>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
        T: wire::Unpack<'__de>,
        T::Id: wire::Unpack<'__de>,
    {
        fn unpack<'__id, __L: wire::Layout>(
            __cursor: wire::Cursor<'__de, '__id, <Self as wire::Packable>::As, __L>,
            __levels: wire::Levels,
        ) -> ::core::result::Result<wire::Done<'__id, Self, __L>, wire::TooDeep> {
            let __fields = __cursor.fields();
            let (__field0, __fields) = match __fields
                .unpack::<__FieldsOfRecord<&'a str>>(__levels)
            {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field1, __fields) = match __fields
                .unpack::<__FieldsOfRecord<[T; N]>>(__levels)
            {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field2, __fields) = match __fields
                .unpack::<__FieldsOfRecord<T::Id>>(__levels)
            {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field3, __fields) = match __fields
                .unpack::<__FieldsOfRecord<Inner>>(__levels)
            {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            ::core::result::Result::Ok(
                __fields
                    .done(Self {
                        name: __field0,
                        values: __field1,
                        id: __field2,
                        inner: __field3,
                    }),
            )
        }
        #[inline]
        fn unpack_incoming<__L: wire::Layout>(
            __incoming: wire::__private::Incoming<'_, '_, '__de, __L>,
            __levels: wire::Levels,
        ) -> ::core::result::Result<Self, wire::__private::Failed> {
            if const { !wire::__private::is_taken_apart::<Self, __L>() } {
                return wire::__private::Incoming::whole(__incoming, __levels);
            }
            let mut __incoming = __incoming;
            let __field0 = match wire::__private::Incoming::field::<
                __FieldsOfRecord<&'a str>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            let __field1 = match wire::__private::Incoming::field::<
                __FieldsOfRecord<[T; N]>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            let __field2 = match wire::__private::Incoming::field::<
                __FieldsOfRecord<T::Id>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            let __field3 = match wire::__private::Incoming::field::<
                __FieldsOfRecord<Inner>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            ::core::result::Result::Ok(Self {
                name: __field0,
                values: __field1,
                id: __field2,
                inner: __field3,
            })
        }
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize> wire::view::Lookup<Self> for Record<'a, T, N>
    where
        T: Named,
        T: wire::Packable,
        T::Id: wire::Packable,
    {
        fn write_key<'__id, __L: wire::Layout>(
            &self,
            __needs: wire::Needs<'__id, Self, __L>,
        ) -> wire::Filled<'__id> {
            __needs.put_as(self)
        }
    }
};
