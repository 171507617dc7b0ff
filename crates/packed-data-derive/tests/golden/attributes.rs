// #[packable(case = "Which", view = "Seen", transform = "Changed", fold = "Folder", visit = "Walker")]
// #[packable(pack_only)]
// enum Rose {
// #[packable(rename = "loop")] Leaf { r#type: String },
// Branch(#[packable(leaf)] Option<Box<Self>>, Vec<(u8, Rose)>),
// }

///The constructors of a packed [`Rose`] with the views of their fields.
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
enum Seen<'__packed, __L: ::packed_data::Access> {
    Leaf { r#type: <String as ::packed_data::Packable>::View<'__packed, __L> },
    Branch(
        <Option<Box<Rose>> as ::packed_data::Packable>::View<'__packed, __L>,
        <Vec<(u8, Rose)> as ::packed_data::Packable>::View<'__packed, __L>,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __L: ::packed_data::Access> ::core::fmt::Debug for Seen<'__packed, __L> {
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Rose as ::packed_data::shape::Named>::NAMES;
        match self {
            Self::Leaf { r#type: __field0 } => {
                ::packed_data::__private::debug_fields(__f, __names, 0usize, &[__field0])
            }
            Self::Branch(__field0, __field1) => {
                ::packed_data::__private::debug_fields(
                    __f,
                    __names,
                    1usize,
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
impl ::packed_data::shape::Named for Rose {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Rose",
        constructors: &[
            ::packed_data::Constructor {
                name: "Leaf",
                fields: &["type"],
            },
            ::packed_data::Constructor {
                name: "Branch",
                fields: &["0", "1"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Rose {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<
        Self,
        ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
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
            Self::Leaf { r#type: __field0 } => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 0usize >, _, ((String, ()),
                    (Option < Box < Rose > >, (Vec < (u8, Rose) >, ())),) > (__needs)
                    .put_last(__field0)
                )
            }
            Self::Branch(__field0, __field1) => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 1usize >, _, ((String, ()),
                    (Option < Box < Rose > >, (Vec < (u8, Rose) >, ())),) > (__needs)
                    .put_as(__field0).put_last(__field1)
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Rose {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
    }
}
///The constructors of a packed [`Rose`] with their fields, for a cursor.
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
enum Which<'__packed, '__id, __L: ::packed_data::Access> {
    Leaf(::packed_data::Fields<'__packed, '__id, (String, ()), __L>),
    Branch(
        ::packed_data::Fields<
            '__packed,
            '__id,
            (Option<Box<Rose>>, (Vec<(u8, Rose)>, ())),
            __L,
        >,
    ),
}
///The constructors of a packed [`Rose`] with their fields, for a transformation.
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
enum Changed<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Leaf(::packed_data::Transform<'__packed, '__id, '__new, (String, ()), __L>),
    Branch(
        ::packed_data::Transform<
            '__packed,
            '__id,
            '__new,
            (Option<Box<Rose>>, (Vec<(u8, Rose)>, ())),
            __L,
        >,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Match for Rose {
    type Variants = ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ())));
    type Case<'__packed, '__id, __L: ::packed_data::Access> = Which<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = Seen<'__packed, __L>;
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
                Which::Leaf(
                    __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                )
            }
            1u32 => {
                Which::Branch(
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
            0u32 => {
                let __parts = __branch
                    .parts::<::packed_data::__private::InGroup<0usize>>();
                let __field0 = __parts.last();
                Seen::Leaf { r#type: __field0 }
            }
            1u32 => {
                let __parts = __branch
                    .parts::<::packed_data::__private::InGroup<1usize>>();
                let (__field0, __parts) = __parts.next();
                let __field1 = __parts.last();
                Seen::Branch(__field0, __field1)
            }
            _ => __branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Transformable for Rose {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = Changed<
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
                Changed::Leaf(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<0usize>,
                                _,
                                ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
                            >(),
                    ),
                )
            }
            1u32 => {
                Changed::Branch(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<1usize>,
                                _,
                                ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
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
impl Rose {
    ///Starts a packed `Leaf`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_loop<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (String, ()), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
        >(__needs)
    }
    ///Writes a packed `Leaf` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_loop<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        r#type: &<String as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
        >(__needs)
            .put(r#type)
            .done()
    }
    ///Starts a packed `Branch`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_branch<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<
        '__id,
        (Option<Box<Rose>>, (Vec<(u8, Rose)>, ())),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
        >(__needs)
    }
    ///Writes a packed `Branch` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_branch<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<Option<Box<Rose>> as ::packed_data::Packable>::As,
        field1: &<Vec<(u8, Rose)> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((String, ()), (Option<Box<Rose>>, (Vec<(u8, Rose)>, ()))),
        >(__needs)
            .put(field0)
            .put(field1)
            .done()
    }
}
///The names of the fields of a packed [`Rose`].
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
struct RoseNames {
    loop_type: ::packed_data::shape::VariantField<
        Rose,
        ::packed_data::__private::InGroup<0usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    branch_0: ::packed_data::shape::VariantField<
        Rose,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    branch_1: ::packed_data::shape::VariantField<
        Rose,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
///A fold over a packed [`Rose`], bottom-up: one method for each constructor.
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
trait Folder<'__packed, __L: ::packed_data::Access> {
    /// The result of folding a value.
    type Out;
    ///Returns the result for the constructor `Leaf`.
    fn r#loop(
        &mut self,
        r#type: <String as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> Self::Out;
    ///Returns the result for the constructor `Branch`.
    fn branch(
        &mut self,
        field0: <Option<Box<Rose>> as ::packed_data::Packable>::View<'__packed, __L>,
        field1: <Vec<
            (::packed_data::fold::Leaf<u8>, ::packed_data::fold::Rec<Rose>),
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
> ::packed_data::Foldable<'__packed, __L, __F> for Rose
where
    __F: Folder<'__packed, __L>,
{
    type Out = <__F as Folder<'__packed, __L>>::Out;
    type Unroll = ::packed_data::__private::Inline<
        ::packed_data::__private::Inline<
            ::packed_data::__private::Inline<
                ::packed_data::__private::Inline<::packed_data::__private::Call>,
            >,
        >,
    >;
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
        ::packed_data::Done<'__id, <__F as Folder<'__packed, __L>>::Out, __L>,
        ::packed_data::Stopped,
    > {
        match __cursor.case() {
            Which::Leaf(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __folded) = __fields
                    .fold_last::<
                        ::packed_data::fold::Leaf<String>,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as Folder<'__packed, __L>>::r#loop(__fold, __field0);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as Folder<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
            Which::Branch(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __fields) = __fields
                    .fold_field::<
                        ::packed_data::fold::Leaf<Option<Box<Rose>>>,
                        __F,
                        __U,
                    >(__fold, __levels)?;
                let (__field1, __folded) = __fields
                    .fold_last::<
                        Vec<
                            (
                                ::packed_data::fold::Leaf<u8>,
                                ::packed_data::fold::Rec<Rose>,
                            ),
                        >,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as Folder<
                    '__packed,
                    __L,
                >>::branch(__fold, __field0, __field1);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as Folder<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
        }
    }
}
///A visit of a packed [`Rose`], top-down, in pre-order: one method for each constructor.
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
trait Walker<'__packed, __L: ::packed_data::Access> {
    /// The value with which a visit can end early.
    type Break;
    ///Called for each `Leaf`, before its recursive fields. Continues by default.
    #[inline]
    fn r#loop(
        &mut self,
        r#type: <String as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> ::core::ops::ControlFlow<Self::Break> {
        let _ = r#type;
        ::core::ops::ControlFlow::Continue(())
    }
    ///Called for each `Branch`, before its recursive fields. Continues by default.
    #[inline]
    fn branch(
        &mut self,
        field0: <Option<Box<Rose>> as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> ::core::ops::ControlFlow<Self::Break> {
        let _ = field0;
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
> ::packed_data::Visitable<'__packed, __L, __V> for Rose
where
    __V: Walker<'__packed, __L>,
{
    type Break = <__V as Walker<'__packed, __L>>::Break;
    #[inline]
    fn visit_step<'__id>(
        __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        __visitor: &mut __V,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::__private::Unvisited<'__packed, '__id, Self, __L>,
        ::packed_data::__private::Stop<<__V as Walker<'__packed, __L>>::Break>,
    > {
        match __cursor.case() {
            Which::Leaf(__fields) => {
                let (__field0, __fields) = __fields.visit_leaf();
                ::packed_data::__private::Stop::unless(
                    <__V as Walker<'__packed, __L>>::r#loop(__visitor, __field0),
                )?;
                __fields.visit_rest::<(), Self, __V>(__visitor, __levels)
            }
            Which::Branch(__fields) => {
                let (__field0, __fields) = __fields.visit_leaf();
                ::packed_data::__private::Stop::unless(
                    <__V as Walker<'__packed, __L>>::branch(__visitor, __field0),
                )?;
                __fields
                    .visit_rest::<
                        (
                            Vec<
                                (
                                    ::packed_data::fold::Leaf<u8>,
                                    ::packed_data::fold::Rec<Rose>,
                                ),
                            >,
                            (),
                        ),
                        Self,
                        __V,
                    >(__visitor, __levels)
            }
        }
    }
}
///The constructors of a folded [`Rose`] with their fields; recursive ones are the results of folding them.
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
enum RoseNode<'__packed, __R, __L: ::packed_data::Access> {
    Leaf { r#type: <String as ::packed_data::Packable>::View<'__packed, __L> },
    Branch(
        <Option<Box<Rose>> as ::packed_data::Packable>::View<'__packed, __L>,
        <Vec<
            (::packed_data::fold::Leaf<u8>, ::packed_data::fold::Rec<Rose>),
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
impl<__R> ::packed_data::__private::Member<::packed_data::fold::Same<__R>> for Rose {
    type Out = __R;
    type Node<'__packed, __L: ::packed_data::Access> = RoseNode<'__packed, __R, __L>;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::fold::FoldByNode for Rose {
    type Node<'__packed, __R, __L: ::packed_data::Access> = RoseNode<
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
for RoseNode<'__packed, __R, __L> {
    fn each_result(self, __each: &mut impl ::core::ops::FnMut(__R)) {
        match self {
            RoseNode::Leaf { r#type: __field0 } => {
                let _ = __field0;
            }
            RoseNode::Branch(__field0, __field1) => {
                let _ = __field0;
                <Vec<
                    (::packed_data::fold::Leaf<u8>, ::packed_data::fold::Rec<Rose>),
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
> for Rose
where
    __C: ::core::ops::FnMut(RoseNode<'__packed, __R, __L>) -> __R,
{
    type Unroll = ::packed_data::__private::Inline<
        ::packed_data::__private::Inline<
            ::packed_data::__private::Inline<
                ::packed_data::__private::Inline<::packed_data::__private::Call>,
            >,
        >,
    >;
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
                Which::Leaf(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            ::packed_data::fold::Leaf<String>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(RoseNode::Leaf { r#type: __field0 })
                }
                Which::Branch(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            ::packed_data::fold::Leaf<Option<Box<Rose>>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    let (__field1, __fields) = __fields
                        .node_field::<
                            Vec<
                                (
                                    ::packed_data::fold::Leaf<u8>,
                                    ::packed_data::fold::Rec<Rose>,
                                ),
                            >,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(RoseNode::Branch(__field0, __field1))
                }
            }
        };
        ::core::result::Result::Ok(__done.map(|__node| (__fold.call)(__node)))
    }
}
