// #[packable(group = syntax::Ast, vis = "pub(crate)")]
// pub struct Block { pub stmts: Vec<Stmt>, #[packable(skip = empty)] cache: Cache, label: Option<i64> }

#[doc(hidden)]
#[allow(dead_code, missing_docs, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
type __FieldsOfBlock<__T> = <__T as ::packed_data::__private::If<
    {
        let _: ::core::marker::PhantomData<<Vec<Stmt> as ::packed_data::Packable>::As>;
        true
    },
>>::Itself;
///The views of the fields of a packed [`Block`].
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
pub(crate) struct BlockView<'__packed, __L: ::packed_data::layout::AnyAccess> {
    pub stmts: <__L as ::packed_data::layout::AnyAccess>::Part<
        '__packed,
        __FieldsOfBlock<Vec<Stmt>>,
    >,
    label: <__L as ::packed_data::layout::AnyAccess>::Part<
        '__packed,
        __FieldsOfBlock<Option<i64>>,
    >,
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
impl Block {
    ///Starts a packed `Block`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start_block<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<
        '__id,
        __FieldsOfBlock<(Vec<Stmt>, (Option<i64>, ()))>,
        __L,
    > {
        ::packed_data::Needs::fields(__needs)
    }
    ///Writes a packed `Block` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn write_block<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        stmts: &<__FieldsOfBlock<Vec<Stmt>> as ::packed_data::Packable>::As,
        label: &<Option<i64> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::fields(__needs).put(stmts).put(label).done()
    }
}
///The names of the fields of a packed [`Block`].
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
pub(crate) struct BlockNames {
    pub stmts: ::packed_data::__private::shape::StructField<
        Block,
        ::packed_data::__private::InTier<0usize>,
    >,
    label: ::packed_data::__private::shape::StructField<
        Block,
        ::packed_data::__private::InTier<1usize>,
    >,
}
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    struct __Record;
    #[automatically_derived]
    impl ::packed_data::__private::veil::Record<__Record> for Block {
        type FieldList = __FieldsOfBlock<(Vec<Stmt>, (Option<i64>, ()))>;
        type ViewFields<'__packed, __L: ::packed_data::layout::AnyAccess> = BlockView<
            '__packed,
            __L,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view_fields<'__packed, __L: ::packed_data::layout::AnyAccess>(
            __parts: ::packed_data::__private::FieldViews<
                '__packed,
                <Self as ::packed_data::view::Record>::FieldList,
                __L,
            >,
        ) -> ::core::result::Result<
            <Self as ::packed_data::view::Record>::ViewFields<'__packed, __L>,
            <__L as ::packed_data::layout::AnyAccess>::Error,
        > {
            let (__field0, __parts) = match __parts.next() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let __field1 = match __parts.last() {
                ::core::result::Result::Ok(__ok) => __ok,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            ::core::result::Result::Ok(BlockView {
                stmts: __field0,
                label: __field1,
            })
        }
    }
    #[automatically_derived]
    impl<__M> ::packed_data::view::Record for Block
    where
        __Record: ::packed_data::__private::veil::Is<Itself = __M>,
        Self: ::packed_data::__private::veil::Record<__M>,
    {
        type FieldList = <Self as ::packed_data::__private::veil::Record<
            __M,
        >>::FieldList;
        type ViewFields<'__packed, __L: ::packed_data::layout::AnyAccess> = <Self as ::packed_data::__private::veil::Record<
            __M,
        >>::ViewFields<'__packed, __L>;
        #[inline(always)]
        fn view_fields<'__packed, __L: ::packed_data::layout::AnyAccess>(
            __parts: ::packed_data::__private::FieldViews<
                '__packed,
                <Self as ::packed_data::view::Record>::FieldList,
                __L,
            >,
        ) -> ::core::result::Result<
            <Self as ::packed_data::view::Record>::ViewFields<'__packed, __L>,
            <__L as ::packed_data::layout::AnyAccess>::Error,
        > {
            <Self as ::packed_data::__private::veil::Record<__M>>::view_fields(__parts)
        }
    }
    #[automatically_derived]
    impl<'__packed, __L: ::packed_data::layout::AnyAccess> ::core::fmt::Debug
    for BlockView<'__packed, __L> {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            let __names = <Block as ::packed_data::__private::shape::Named>::NAMES;
            match self {
                Self { stmts: __field0, label: __field1 } => {
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
    impl<'__packed, __L: ::packed_data::Layout> ::core::clone::Clone
    for BlockView<'__packed, __L>
    where
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfBlock<Vec<Stmt>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfBlock<Option<i64>>,
        >: ::core::marker::Copy,
    {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<'__packed, __L: ::packed_data::Layout> ::core::marker::Copy
    for BlockView<'__packed, __L>
    where
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfBlock<Vec<Stmt>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfBlock<Option<i64>>,
        >: ::core::marker::Copy,
    {}
    #[automatically_derived]
    impl ::packed_data::__private::shape::Named for Block {
        const NAMES: &'static ::packed_data::error::Names = &::packed_data::error::Names {
            name: "Block",
            constructors: &[
                ::packed_data::error::Constructor {
                    name: "",
                    fields: &["stmts", "label"],
                },
            ],
        };
    }
    struct __Packable;
    #[automatically_derived]
    impl ::packed_data::__private::veil::Packable<__Packable> for Block {
        type Shape = ::packed_data::__private::shape::Struct<
            Self,
            __FieldsOfBlock<(Vec<Stmt>, (Option<i64>, ()))>,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<'__value, '__id, __L: ::packed_data::Layout>(
            __value: &'__value Self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            match __value {
                Self { stmts: __field0, cache: _, label: __field1 } => {
                    ::packed_data::Needs::fields(__needs)
                        .put_as(__field0)
                        .put_last(__field1)
                }
            }
        }
    }
    #[automatically_derived]
    impl<__M> ::packed_data::Packable for Block
    where
        __Packable: ::packed_data::__private::veil::Is<Itself = __M>,
        Self: ::packed_data::__private::veil::Packable<__M>,
    {
        type As = Self;
        type Shape = <Self as ::packed_data::__private::veil::Packable<__M>>::Shape;
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
        #[inline(always)]
        fn write<'__value, '__id, __L: ::packed_data::Layout>(
            __value: &'__value Self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            <Self as ::packed_data::__private::veil::Packable<
                __M,
            >>::write(__value, __needs)
        }
    }
    #[automatically_derived]
    impl<'__de> ::packed_data::Unpack<'__de> for Block {
        const IS_FLAT: ::core::primitive::bool = true
            && <__FieldsOfBlock<Vec<Stmt>> as ::packed_data::Unpack<'__de>>::IS_FLAT
            && <Option<i64> as ::packed_data::Unpack<'__de>>::IS_FLAT;
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
            let (__field0, __fields) = __fields
                .unpack_flat::<__FieldsOfBlock<Vec<Stmt>>>();
            let (__field1, __fields) = __fields.unpack_flat::<Option<i64>>();
            __fields
                .done(Self {
                    stmts: __field0,
                    cache: empty(),
                    label: __field1,
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
            let (__field0, __fields) = match __fields
                .unpack::<__FieldsOfBlock<Vec<Stmt>>>(__levels)
            {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            let (__field1, __fields) = match __fields.unpack::<Option<i64>>(__levels) {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            };
            ::core::result::Result::Ok(
                __fields
                    .done(Self {
                        stmts: __field0,
                        cache: empty(),
                        label: __field1,
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
                __FieldsOfBlock<Vec<Stmt>>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            let __field1 = match ::packed_data::__private::Incoming::field::<
                Option<i64>,
            >(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => {
                    return ::core::result::Result::Err(__failed);
                }
            };
            ::core::result::Result::Ok(Self {
                stmts: __field0,
                cache: empty(),
                label: __field1,
            })
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::Lookup<Self> for Block {
        fn write_key<'__id, __L: ::packed_data::Layout>(
            &self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::Filled<'__id> {
            __needs.put_as(self)
        }
    }
};
syntax::__Ast_types! {
    (syntax::Ast) #[packable(group = syntax::Ast, vis = "pub(crate)")] pub struct Block {
    pub stmts : Vec < Stmt >, #[packable(skip = empty)] cache : Cache, label : Option <
    i64 > }
}
