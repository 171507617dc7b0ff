// enum Chain {
// End,
// Link(u8, #[packable(cbor_tag = 5)] Box<Chain>),
// Both(Box<Chain>, #[packable(cbor_tag = 6)] Vec<Chain>),
// }

///The constructors of a packed [`Chain`] with the views of their fields.
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
enum ChainView<'__packed, __L: ::packed_data::Access> {
    End,
    Link(
        <u8 as ::packed_data::Packable>::View<'__packed, __L>,
        <Box<Chain> as ::packed_data::Packable>::View<'__packed, __L>,
    ),
    Both(
        <Box<Chain> as ::packed_data::Packable>::View<'__packed, __L>,
        <Vec<Chain> as ::packed_data::Packable>::View<'__packed, __L>,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __L: ::packed_data::Access> ::core::fmt::Debug
for ChainView<'__packed, __L> {
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Chain as ::packed_data::shape::Named>::NAMES;
        match self {
            Self::End => {
                ::packed_data::__private::debug_fields(__f, __names, 0usize, &[])
            }
            Self::Link(__field0, __field1) => {
                ::packed_data::__private::debug_fields(
                    __f,
                    __names,
                    1usize,
                    &[__field0, __field1],
                )
            }
            Self::Both(__field0, __field1) => {
                ::packed_data::__private::debug_fields(
                    __f,
                    __names,
                    2usize,
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
impl ::packed_data::shape::Named for Chain {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Chain",
        constructors: &[
            ::packed_data::Constructor {
                name: "End",
                fields: &[],
            },
            ::packed_data::Constructor {
                name: "Link",
                fields: &["0", "1"],
            },
            ::packed_data::Constructor {
                name: "Both",
                fields: &["0", "1"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Chain {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<
        Self,
        (
            (),
            (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
            (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
        ),
    >;
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
            Self::End => {
                ::packed_data::__apart!(
                    __needs => < ::packed_data::Written < '_, '_ > as
                    ::core::convert::From < ::packed_data::Filled < '_ >> >
                    ::from(::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 0usize >, _, ((), (u8,
                    (::packed_data::shape::Tagged < Box < Chain >, 5 >, ())), (Box <
                    Chain >, (::packed_data::shape::Tagged < Vec < Chain >, 6 >, ())),) >
                    (__needs).done())
                )
            }
            Self::Link(__field0, __field1) => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 1usize >, _, ((), (u8,
                    (::packed_data::shape::Tagged < Box < Chain >, 5 >, ())), (Box <
                    Chain >, (::packed_data::shape::Tagged < Vec < Chain >, 6 >, ())),) >
                    (__needs).put_as(__field0).put_last(__field1)
                )
            }
            Self::Both(__field0, __field1) => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 2usize >, _, ((), (u8,
                    (::packed_data::shape::Tagged < Box < Chain >, 5 >, ())), (Box <
                    Chain >, (::packed_data::shape::Tagged < Vec < Chain >, 6 >, ())),) >
                    (__needs).put_as(__field0).put_last(__field1)
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Chain {
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
            ChainCase::End(__fields) => {
                ::packed_data::__apart!(
                    __fields => { ::core::result::Result::Ok(__fields.done(Self::End)) }
                )
            }
            ChainCase::Link(__fields) => {
                ::packed_data::__apart!(
                    __fields => { let (__field0, __fields) = match __fields.unpack:: < u8
                    > (__levels) { ::core::result::Result::Ok(__read) => __read,
                    ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), }; let (__field1, __fields) =
                    match __fields.unpack:: < Box < Chain > > (__levels) {
                    ::core::result::Result::Ok(__read) => __read,
                    ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), };
                    ::core::result::Result::Ok(__fields.done(Self::Link(__field0,
                    __field1))) }
                )
            }
            ChainCase::Both(__fields) => {
                ::packed_data::__apart!(
                    __fields => { let (__field0, __fields) = match __fields.unpack:: <
                    Box < Chain > > (__levels) { ::core::result::Result::Ok(__read) =>
                    __read, ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), }; let (__field1, __fields) =
                    match __fields.unpack:: < Vec < Chain > > (__levels) {
                    ::core::result::Result::Ok(__read) => __read,
                    ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), };
                    ::core::result::Result::Ok(__fields.done(Self::Both(__field0,
                    __field1))) }
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Chain {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
    }
}
///The constructors of a packed [`Chain`] with their fields, for a cursor.
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
enum ChainCase<'__packed, '__id, __L: ::packed_data::Access> {
    End(::packed_data::Fields<'__packed, '__id, (), __L>),
    Link(
        ::packed_data::Fields<
            '__packed,
            '__id,
            (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
            __L,
        >,
    ),
    Both(
        ::packed_data::Fields<
            '__packed,
            '__id,
            (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            __L,
        >,
    ),
}
///The constructors of a packed [`Chain`] with their fields, for a transformation.
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
enum ChainTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    End(::packed_data::Transform<'__packed, '__id, '__new, (), __L>),
    Link(
        ::packed_data::Transform<
            '__packed,
            '__id,
            '__new,
            (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
            __L,
        >,
    ),
    Both(
        ::packed_data::Transform<
            '__packed,
            '__id,
            '__new,
            (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            __L,
        >,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Match for Chain {
    type Variants = (
        (),
        (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
        (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
    );
    type Case<'__packed, '__id, __L: ::packed_data::Access> = ChainCase<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = ChainView<'__packed, __L>;
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
                ChainCase::End(
                    __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                )
            }
            1u32 => {
                ChainCase::Link(
                    __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                )
            }
            2u32 => {
                ChainCase::Both(
                    __branch.fields::<::packed_data::__private::InGroup<2usize>>(),
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
            0u32 => ChainView::End,
            1u32 => {
                let __parts = __branch
                    .parts::<::packed_data::__private::InGroup<1usize>>();
                let (__field0, __parts) = __parts.next();
                let __field1 = __parts.last();
                ChainView::Link(__field0, __field1)
            }
            2u32 => {
                let __parts = __branch
                    .parts::<::packed_data::__private::InGroup<2usize>>();
                let (__field0, __parts) = __parts.next();
                let __field1 = __parts.last();
                ChainView::Both(__field0, __field1)
            }
            _ => __branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Transformable for Chain {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = ChainTransform<
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
                ChainTransform::End(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<0usize>,
                                _,
                                (
                                    (),
                                    (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                                    (
                                        Box<Chain>,
                                        (::packed_data::shape::Tagged<Vec<Chain>, 6>, ()),
                                    ),
                                ),
                            >(),
                    ),
                )
            }
            1u32 => {
                ChainTransform::Link(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<1usize>,
                                _,
                                (
                                    (),
                                    (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                                    (
                                        Box<Chain>,
                                        (::packed_data::shape::Tagged<Vec<Chain>, 6>, ()),
                                    ),
                                ),
                            >(),
                    ),
                )
            }
            2u32 => {
                ChainTransform::Both(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<2usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<2usize>,
                                _,
                                (
                                    (),
                                    (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                                    (
                                        Box<Chain>,
                                        (::packed_data::shape::Tagged<Vec<Chain>, 6>, ()),
                                    ),
                                ),
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
impl Chain {
    ///Starts a packed `End`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_end<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
    }
    ///Writes a packed `End` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_end<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
            .done()
    }
    ///Starts a packed `Link`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_link<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<
        '__id,
        (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
    }
    ///Writes a packed `Link` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_link<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<u8 as ::packed_data::Packable>::As,
        field1: &<Box<Chain> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
            .put(field0)
            .put(field1)
            .done()
    }
    ///Starts a packed `Both`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_both<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<
        '__id,
        (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<2usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
    }
    ///Writes a packed `Both` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_both<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<Box<Chain> as ::packed_data::Packable>::As,
        field1: &<Vec<Chain> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<2usize>,
            _,
            (
                (),
                (u8, (::packed_data::shape::Tagged<Box<Chain>, 5>, ())),
                (Box<Chain>, (::packed_data::shape::Tagged<Vec<Chain>, 6>, ())),
            ),
        >(__needs)
            .put(field0)
            .put(field1)
            .done()
    }
}
///The names of the fields of a packed [`Chain`].
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
struct ChainNames {
    link_0: ::packed_data::shape::VariantField<
        Chain,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    link_1: ::packed_data::shape::VariantField<
        Chain,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<1usize>,
    >,
    both_0: ::packed_data::shape::VariantField<
        Chain,
        ::packed_data::__private::InGroup<2usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    both_1: ::packed_data::shape::VariantField<
        Chain,
        ::packed_data::__private::InGroup<2usize>,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
///A fold over a packed [`Chain`], bottom-up: one method for each constructor.
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
trait ChainFold<'__packed, __L: ::packed_data::Access> {
    /// The result of folding a value.
    type Out;
    ///Returns the result for the constructor `End`.
    fn end(&mut self) -> Self::Out;
    ///Returns the result for the constructor `Link`.
    fn link(
        &mut self,
        field0: <u8 as ::packed_data::Packable>::View<'__packed, __L>,
        field1: <Box<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::__private::FoldField<'__packed, __L, Self>>::Input<'_>,
    ) -> Self::Out;
    ///Returns the result for the constructor `Both`.
    fn both(
        &mut self,
        field0: <Box<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::__private::FoldField<'__packed, __L, Self>>::Input<'_>,
        field1: <Vec<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::__private::FoldField<'__packed, __L, Self>>::Input<'_>,
    ) -> Self::Out;
    /// Returns whether the fold ends early. It is called after each value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_is_over(&self) -> ::core::primitive::bool {
        false
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    __L: ::packed_data::Access,
    __F: ?::core::marker::Sized,
> ::packed_data::Foldable<'__packed, __L, __F> for Chain
where
    __F: ChainFold<'__packed, __L>,
{
    type Out = <__F as ChainFold<'__packed, __L>>::Out;
    type Unroll = ::packed_data::__private::Inline<::packed_data::__private::Call>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_childless(
        __cursor: &::packed_data::Cursor<'__packed, '_, Self, __L>,
    ) -> ::core::primitive::bool {
        ::core::matches!(::packed_data::Cursor::tag(__cursor), 0u32)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_step<'__id, __U: ::packed_data::__private::Unroll>(
        __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        __fold: &mut __F,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<'__id, <__F as ChainFold<'__packed, __L>>::Out, __L>,
        ::packed_data::Stopped,
    > {
        match __cursor.case() {
            ChainCase::End(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let __folded = __fields.fold_none();
                let __out = <__F as ChainFold<'__packed, __L>>::end(__fold);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as ChainFold<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
            ChainCase::Link(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __fields) = __fields
                    .fold_field::<
                        ::packed_data::fold::Leaf<u8>,
                        __F,
                        __U,
                    >(__fold, __levels)?;
                let (__field1, __folded) = __fields
                    .untagged()
                    .fold_last::<
                        Box<::packed_data::fold::Rec<Chain>>,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as ChainFold<
                    '__packed,
                    __L,
                >>::link(__fold, __field0, __field1);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as ChainFold<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
            ChainCase::Both(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __fields) = __fields
                    .fold_field::<
                        Box<::packed_data::fold::Rec<Chain>>,
                        __F,
                        __U,
                    >(__fold, __levels)?;
                let (__field1, __folded) = __fields
                    .untagged()
                    .fold_last::<
                        Vec<::packed_data::fold::Rec<Chain>>,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as ChainFold<
                    '__packed,
                    __L,
                >>::both(__fold, __field0, __field1);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as ChainFold<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
        }
    }
}
///A visit of a packed [`Chain`], top-down, in pre-order: one method for each constructor.
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
trait ChainVisit<'__packed, __L: ::packed_data::Access> {
    /// The value with which a visit can end early.
    type Break;
    ///Called for each `End`, before its recursive fields. Continues by default.
    #[inline]
    fn end(&mut self) -> ::core::ops::ControlFlow<Self::Break> {
        ::core::ops::ControlFlow::Continue(())
    }
    ///Called for each `Link`, before its recursive fields. Continues by default.
    #[inline]
    fn link(
        &mut self,
        field0: <u8 as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> ::core::ops::ControlFlow<Self::Break> {
        let _ = field0;
        ::core::ops::ControlFlow::Continue(())
    }
    ///Called for each `Both`, before its recursive fields. Continues by default.
    #[inline]
    fn both(&mut self) -> ::core::ops::ControlFlow<Self::Break> {
        ::core::ops::ControlFlow::Continue(())
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    __L: ::packed_data::Access,
    __V: ?::core::marker::Sized,
> ::packed_data::Visitable<'__packed, __L, __V> for Chain
where
    __V: ChainVisit<'__packed, __L>,
{
    type Break = <__V as ChainVisit<'__packed, __L>>::Break;
    #[inline]
    fn visit_step<'__id>(
        __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        __visitor: &mut __V,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::__private::Unvisited<'__packed, '__id, Self, __L>,
        ::packed_data::__private::Stop<<__V as ChainVisit<'__packed, __L>>::Break>,
    > {
        match __cursor.case() {
            ChainCase::End(__fields) => {
                ::packed_data::__private::Stop::unless(
                    <__V as ChainVisit<'__packed, __L>>::end(__visitor),
                )?;
                __fields.visit_rest::<(), Self, __V>(__visitor, __levels)
            }
            ChainCase::Link(__fields) => {
                let (__field0, __fields) = __fields.visit_leaf();
                ::packed_data::__private::Stop::unless(
                    <__V as ChainVisit<'__packed, __L>>::link(__visitor, __field0),
                )?;
                __fields
                    .visit_rest::<
                        ::packed_data::__private::AfterTag<
                            (Box<::packed_data::fold::Rec<Chain>>, ()),
                            5,
                        >,
                        Self,
                        __V,
                    >(__visitor, __levels)
            }
            ChainCase::Both(__fields) => {
                ::packed_data::__private::Stop::unless(
                    <__V as ChainVisit<'__packed, __L>>::both(__visitor),
                )?;
                __fields
                    .visit_rest::<
                        (
                            Box<::packed_data::fold::Rec<Chain>>,
                            ::packed_data::__private::AfterTag<
                                (Vec<::packed_data::fold::Rec<Chain>>, ()),
                                6,
                            >,
                        ),
                        Self,
                        __V,
                    >(__visitor, __levels)
            }
        }
    }
}
///The constructors of a folded [`Chain`] with their fields; recursive ones are the results of folding them.
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
enum ChainNode<'__packed, __R, __L: ::packed_data::Access> {
    End,
    Link(
        <u8 as ::packed_data::Packable>::View<'__packed, __L>,
        <Box<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::fold::NodeField<
            '__packed,
            __L,
            ::packed_data::fold::Same<__R>,
        >>::Out,
    ),
    Both(
        <Box<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::fold::NodeField<
            '__packed,
            __L,
            ::packed_data::fold::Same<__R>,
        >>::Out,
        <Vec<
            ::packed_data::fold::Rec<Chain>,
        > as ::packed_data::fold::NodeField<
            '__packed,
            __L,
            ::packed_data::fold::Same<__R>,
        >>::Out,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<__R> ::packed_data::__private::Member<::packed_data::fold::Same<__R>> for Chain {
    type Out = __R;
    type Node<'__packed, __L: ::packed_data::Access> = ChainNode<'__packed, __R, __L>;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::fold::FoldByNode for Chain {
    type Node<'__packed, __R, __L: ::packed_data::Access> = ChainNode<
        '__packed,
        __R,
        __L,
    >;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __R, __L: ::packed_data::Access> ::packed_data::fold::NodeResults<__R>
for ChainNode<'__packed, __R, __L> {
    fn each_result(self, __each: &mut impl ::core::ops::FnMut(__R)) {
        match self {
            ChainNode::End => {}
            ChainNode::Link(__field0, __field1) => {
                let _ = __field0;
                <Box<
                    ::packed_data::fold::Rec<Chain>,
                > as ::packed_data::__private::JoinField<
                    '__packed,
                    __L,
                    __R,
                >>::each_result(__field1, __each);
            }
            ChainNode::Both(__field0, __field1) => {
                <Box<
                    ::packed_data::fold::Rec<Chain>,
                > as ::packed_data::__private::JoinField<
                    '__packed,
                    __L,
                    __R,
                >>::each_result(__field0, __each);
                <Vec<
                    ::packed_data::fold::Rec<Chain>,
                > as ::packed_data::__private::JoinField<
                    '__packed,
                    __L,
                    __R,
                >>::each_result(__field1, __each);
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<
    '__packed,
    __L: ::packed_data::Access,
    __C,
    __R,
    __K: ::packed_data::__private::Known<__R, __L>,
> ::packed_data::__private::FoldNode<
    '__packed,
    __L,
    ::packed_data::fold::Same<__R>,
    ::packed_data::__private::ByNode<__C, __R, __K>,
> for Chain
where
    __C: ::core::ops::FnMut(ChainNode<'__packed, __R, __L>) -> __R,
{
    type Unroll = ::packed_data::__private::Inline<::packed_data::__private::Call>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_childless(
        __cursor: &::packed_data::Cursor<'__packed, '_, Self, __L>,
    ) -> ::core::primitive::bool {
        ::core::matches!(::packed_data::Cursor::tag(__cursor), 0u32)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_node<'__id, __U: ::packed_data::__private::Unroll>(
        __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        __fold: &mut ::packed_data::__private::ByNode<__C, __R, __K>,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<
            '__id,
            <Self as ::packed_data::__private::Member<
                ::packed_data::fold::Same<__R>,
            >>::Out,
            __L,
        >,
        ::packed_data::TooDeep,
    > {
        if let ::core::option::Option::Some(__done) = __fold.known(&__cursor, __levels) {
            return ::core::result::Result::Ok(__done);
        }
        let __done = {
            match __cursor.case() {
                ChainCase::End(__fields) => __fields.done(ChainNode::End),
                ChainCase::Link(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            ::packed_data::fold::Leaf<u8>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    let (__field1, __fields) = __fields
                        .untagged()
                        .node_field::<
                            Box<::packed_data::fold::Rec<Chain>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(ChainNode::Link(__field0, __field1))
                }
                ChainCase::Both(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            Box<::packed_data::fold::Rec<Chain>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    let (__field1, __fields) = __fields
                        .untagged()
                        .node_field::<
                            Vec<::packed_data::fold::Rec<Chain>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(ChainNode::Both(__field0, __field1))
                }
            }
        };
        ::core::result::Result::Ok(__done.map(|__node| (__fold.call)(__node)))
    }
}
