// struct Spanned<T> { start: u32, node: T }

///The views of the fields of a packed [`Spanned`].
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
struct SpannedView<'__packed, T, __L: ::packed_data::Access>
where
    T: ::packed_data::Packable,
{
    start: <u32 as ::packed_data::Packable>::View<'__packed, __L>,
    node: <T as ::packed_data::Packable>::View<'__packed, __L>,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<T> ::packed_data::Record for Spanned<T>
where
    T: ::packed_data::Packable,
{
    type FieldList = (u32, (T, ()));
    type ViewFields<'__packed, __L: ::packed_data::Access> = SpannedView<
        '__packed,
        T,
        __L,
    >;
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
        SpannedView {
            start: __field0,
            node: __field1,
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, T, __L: ::packed_data::Access> ::core::fmt::Debug
for SpannedView<'__packed, T, __L>
where
    T: ::packed_data::Packable,
{
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Spanned<T> as ::packed_data::shape::Named>::NAMES;
        match self {
            Self { start: __field0, node: __field1 } => {
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
impl<T> ::packed_data::shape::Named for Spanned<T> {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Spanned",
        constructors: &[
            ::packed_data::Constructor {
                name: "",
                fields: &["start", "node"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<T> ::packed_data::Packable for Spanned<T>
where
    T: ::packed_data::Packable,
{
    type As = Self;
    type Shape = ::packed_data::shape::Struct<Self, (u32, (T, ()))>;
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
            Self { start: __field0, node: __field1 } => {
                ::packed_data::Needs::fields(__needs).put_as(__field0).put_last(__field1)
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de, T> ::packed_data::Unpack<'__de> for Spanned<T>
where
    T: ::packed_data::Packable,
    T: ::packed_data::Unpack<'__de>,
{
    const IS_FLAT: ::core::primitive::bool = true
        && <u32 as ::packed_data::Unpack<'__de>>::IS_FLAT
        && <T as ::packed_data::Unpack<'__de>>::IS_FLAT;
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
        let (__field0, __fields) = __fields.unpack_flat::<u32>();
        let (__field1, __fields) = __fields.unpack_flat::<T>();
        __fields
            .done(Self {
                start: __field0,
                node: __field1,
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
        let (__field0, __fields) = match __fields.unpack::<u32>(__levels) {
            ::core::result::Result::Ok(__read) => __read,
            ::core::result::Result::Err(__error) => {
                return ::core::result::Result::Err(__error);
            }
        };
        let (__field1, __fields) = match __fields.unpack::<T>(__levels) {
            ::core::result::Result::Ok(__read) => __read,
            ::core::result::Result::Err(__error) => {
                return ::core::result::Result::Err(__error);
            }
        };
        ::core::result::Result::Ok(
            __fields
                .done(Self {
                    start: __field0,
                    node: __field1,
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
            u32,
        >(&mut __incoming, __levels) {
            ::core::result::Result::Ok(__made) => __made,
            ::core::result::Result::Err(__failed) => {
                return ::core::result::Result::Err(__failed);
            }
        };
        let __field1 = match ::packed_data::__private::Incoming::field::<
            T,
        >(&mut __incoming, __levels) {
            ::core::result::Result::Ok(__made) => __made,
            ::core::result::Result::Err(__failed) => {
                return ::core::result::Result::Err(__failed);
            }
        };
        ::core::result::Result::Ok(Self {
            start: __field0,
            node: __field1,
        })
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<T> ::packed_data::Lookup<Self> for Spanned<T>
where
    T: ::packed_data::Packable,
{
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
impl<T> Spanned<T>
where
    T: ::packed_data::Packable,
{
    ///Starts a packed `Spanned`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_spanned<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (u32, (T, ())), __L> {
        ::packed_data::Needs::fields(__needs)
    }
    ///Writes a packed `Spanned` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_spanned<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        start: &<u32 as ::packed_data::Packable>::As,
        node: &<T as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::fields(__needs).put(start).put(node).done()
    }
}
///The names of the fields of a packed [`Spanned`].
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
struct SpannedNames<T>
where
    T: ::packed_data::Packable,
{
    start: ::packed_data::shape::StructField<
        Spanned<T>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    node: ::packed_data::shape::StructField<
        Spanned<T>,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<T> ::packed_data::fold::Marked for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<<T as ::packed_data::fold::Marked>::Field>: ::packed_data::Packable,
{
    type Field = Spanned<<T as ::packed_data::fold::Marked>::Field>;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    T,
    __L: ::packed_data::Access,
    __F: ?::core::marker::Sized,
> ::packed_data::__private::FoldField<'__packed, __L, __F> for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<
        <T as ::packed_data::fold::Marked>::Field,
    >: ::packed_data::Packable<As = Spanned<<T as ::packed_data::fold::Marked>::Field>>,
{
    type Input<'__input> = ::packed_data::View<
        '__packed,
        Spanned<<T as ::packed_data::fold::Marked>::Field>,
        __L,
    >;
    #[inline]
    fn fold<'__id, '__input, __U: ::packed_data::__private::Unroll>(
        __cursor: ::packed_data::Cursor<
            '__packed,
            '__id,
            Spanned<<T as ::packed_data::fold::Marked>::Field>,
            __L,
        >,
        _: &mut __F,
        _: ::packed_data::Levels,
        _: ::core::option::Option<&'__input ::packed_data::__private::Slot<'__id, __L>>,
    ) -> ::core::result::Result<
        ::packed_data::__private::FoldedField<
            '__id,
            ::packed_data::View<
                '__packed,
                Spanned<<T as ::packed_data::fold::Marked>::Field>,
                __L,
            >,
            __L,
        >,
        ::packed_data::Stopped,
    > {
        ::core::result::Result::Ok(::packed_data::__private::FoldedField::view(__cursor))
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    T,
    __L: ::packed_data::Access,
    __V: ?::core::marker::Sized,
    __T: ::packed_data::Visitable<'__packed, __L, __V>,
> ::packed_data::__private::VisitField<'__packed, __L, __V, __T> for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<
        <T as ::packed_data::fold::Marked>::Field,
    >: ::packed_data::Packable<As = Spanned<<T as ::packed_data::fold::Marked>::Field>>,
{
    type IsSelf = ::packed_data::__private::No;
    #[inline]
    fn visit<'__id>(
        __cursor: ::packed_data::Cursor<
            '__packed,
            '__id,
            Spanned<<T as ::packed_data::fold::Marked>::Field>,
            __L,
        >,
        _: &mut __V,
        _: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::__private::Unvisited<'__packed, '__id, __T, __L>,
        ::packed_data::__private::Stop<__T::Break>,
    > {
        ::core::result::Result::Ok(::core::convert::From::from(__cursor.skip()))
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    T,
    __L: ::packed_data::Access,
    __R: ?::core::marker::Sized,
> ::packed_data::fold::NodeField<'__packed, __L, __R> for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<
        <T as ::packed_data::fold::Marked>::Field,
    >: ::packed_data::Packable<As = Spanned<<T as ::packed_data::fold::Marked>::Field>>,
{
    type Out = ::packed_data::View<
        '__packed,
        Spanned<<T as ::packed_data::fold::Marked>::Field>,
        __L,
    >;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    T,
    __L: ::packed_data::Access,
    __R: ?::core::marker::Sized,
    __F: ?::core::marker::Sized,
> ::packed_data::__private::FoldNodeField<'__packed, __L, __R, __F> for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<
        <T as ::packed_data::fold::Marked>::Field,
    >: ::packed_data::Packable<As = Spanned<<T as ::packed_data::fold::Marked>::Field>>,
{
    #[inline]
    fn fold<'__id, __U: ::packed_data::__private::Unroll>(
        __cursor: ::packed_data::Cursor<
            '__packed,
            '__id,
            Spanned<<T as ::packed_data::fold::Marked>::Field>,
            __L,
        >,
        _: &mut __F,
        _: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<
            '__id,
            ::packed_data::View<
                '__packed,
                Spanned<<T as ::packed_data::fold::Marked>::Field>,
                __L,
            >,
            __L,
        >,
        ::packed_data::TooDeep,
    > {
        ::core::result::Result::Ok(::packed_data::__private::leaf_view(__cursor))
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    T,
    __L: ::packed_data::Access,
    __R,
> ::packed_data::__private::JoinField<'__packed, __L, __R> for Spanned<T>
where
    T: ::packed_data::fold::Marked,
    Spanned<
        <T as ::packed_data::fold::Marked>::Field,
    >: ::packed_data::Packable<As = Spanned<<T as ::packed_data::fold::Marked>::Field>>,
{
    #[inline]
    fn each_result(
        _: ::packed_data::View<
            '__packed,
            Spanned<<T as ::packed_data::fold::Marked>::Field>,
            __L,
        >,
        _: &mut impl ::core::ops::FnMut(__R),
    ) {}
}
