// pub enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>) }

///The constructors of a packed [`Tree`] with the views of their fields.
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
pub enum TreeView<'__packed, __L: ::packed_data::Access> {
    Leaf(<i64 as ::packed_data::Packable>::View<'__packed, __L>),
    Node(
        <Box<Tree> as ::packed_data::Packable>::View<'__packed, __L>,
        <Box<Tree> as ::packed_data::Packable>::View<'__packed, __L>,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __L: ::packed_data::Access> ::core::fmt::Debug
for TreeView<'__packed, __L> {
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Tree as ::packed_data::shape::Named>::NAMES;
        match self {
            Self::Leaf(__field0) => {
                ::packed_data::__private::debug_fields(__f, __names, 0usize, &[__field0])
            }
            Self::Node(__field0, __field1) => {
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
impl ::packed_data::shape::Named for Tree {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Tree",
        constructors: &[
            ::packed_data::Constructor {
                name: "Leaf",
                fields: &["0"],
            },
            ::packed_data::Constructor {
                name: "Node",
                fields: &["0", "1"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Tree {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<
        Self,
        ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
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
            Self::Leaf(__field0) => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 0usize >, _, ((i64, ()), (Box <
                    Tree >, (Box < Tree >, ())),) > (__needs).put_last(__field0)
                )
            }
            Self::Node(__field0, __field1) => {
                ::packed_data::__apart!(
                    __needs => ::packed_data::Needs::variant:: <
                    ::packed_data::__private::InGroup < 1usize >, _, ((i64, ()), (Box <
                    Tree >, (Box < Tree >, ())),) > (__needs).put_as(__field0)
                    .put_last(__field1)
                )
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Tree {
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
            TreeCase::Leaf(__fields) => {
                ::packed_data::__apart!(
                    __fields => { let (__field0, __fields) = match __fields.unpack:: <
                    i64 > (__levels) { ::core::result::Result::Ok(__read) => __read,
                    ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), };
                    ::core::result::Result::Ok(__fields.done(Self::Leaf(__field0))) }
                )
            }
            TreeCase::Node(__fields) => {
                ::packed_data::__apart!(
                    __fields => { let (__field0, __fields) = match __fields.unpack:: <
                    Box < Tree > > (__levels) { ::core::result::Result::Ok(__read) =>
                    __read, ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), }; let (__field1, __fields) =
                    match __fields.unpack:: < Box < Tree > > (__levels) {
                    ::core::result::Result::Ok(__read) => __read,
                    ::core::result::Result::Err(__error) => return
                    ::core::result::Result::Err(__error), };
                    ::core::result::Result::Ok(__fields.done(Self::Node(__field0,
                    __field1))) }
                )
            }
        }
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
        match ::packed_data::__private::Incoming::tag::<
            <Self as ::packed_data::Packable>::As,
        >(&mut __incoming) {
            ::core::result::Result::Ok(__tag) => {
                match __tag {
                    0u32 => {
                        ::packed_data::__apart!(
                            __incoming => { let mut __incoming = __incoming; let __field0
                            = match ::packed_data::__private::Incoming::field:: < i64 >
                            (& mut __incoming, __levels) {
                            ::core::result::Result::Ok(__made) => __made,
                            ::core::result::Result::Err(__failed) => return
                            ::core::result::Result::Err(__failed), };
                            ::core::result::Result::Ok(Self::Leaf(__field0)) }
                        )
                    }
                    _ => {
                        ::packed_data::__apart!(
                            __incoming => { let mut __incoming = __incoming; let __field0
                            = match ::packed_data::__private::Incoming::field:: < Box <
                            Tree > > (& mut __incoming, __levels) {
                            ::core::result::Result::Ok(__made) => __made,
                            ::core::result::Result::Err(__failed) => return
                            ::core::result::Result::Err(__failed), }; let __field1 =
                            match ::packed_data::__private::Incoming::field:: < Box <
                            Tree > > (& mut __incoming, __levels) {
                            ::core::result::Result::Ok(__made) => __made,
                            ::core::result::Result::Err(__failed) => return
                            ::core::result::Result::Err(__failed), };
                            ::core::result::Result::Ok(Self::Node(__field0, __field1)) }
                        )
                    }
                }
            }
            ::core::result::Result::Err(__failed) => {
                ::core::result::Result::Err(__failed)
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Tree {
    fn write_key<'__id, __L: ::packed_data::Layout>(
        &self,
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        __needs.put_as(self)
    }
}
///The constructors of a packed [`Tree`] with their fields, for a cursor.
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
pub enum TreeCase<'__packed, '__id, __L: ::packed_data::Access> {
    Leaf(::packed_data::Fields<'__packed, '__id, (i64, ()), __L>),
    Node(::packed_data::Fields<'__packed, '__id, (Box<Tree>, (Box<Tree>, ())), __L>),
}
///The constructors of a packed [`Tree`] with their fields, for a transformation.
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
pub enum TreeTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Leaf(::packed_data::Transform<'__packed, '__id, '__new, (i64, ()), __L>),
    Node(
        ::packed_data::Transform<
            '__packed,
            '__id,
            '__new,
            (Box<Tree>, (Box<Tree>, ())),
            __L,
        >,
    ),
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Match for Tree {
    type Variants = ((i64, ()), (Box<Tree>, (Box<Tree>, ())));
    type Case<'__packed, '__id, __L: ::packed_data::Access> = TreeCase<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = TreeView<'__packed, __L>;
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
                TreeCase::Leaf(
                    __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                )
            }
            1u32 => {
                TreeCase::Node(
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
                TreeView::Leaf(__field0)
            }
            1u32 => {
                let __parts = __branch
                    .parts::<::packed_data::__private::InGroup<1usize>>();
                let (__field0, __parts) = __parts.next();
                let __field1 = __parts.last();
                TreeView::Node(__field0, __field1)
            }
            _ => __branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Transformable for Tree {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = TreeTransform<
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
                TreeTransform::Leaf(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<0usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<0usize>,
                                _,
                                ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
                            >(),
                    ),
                )
            }
            1u32 => {
                TreeTransform::Node(
                    ::packed_data::Transform::new(
                        __branch.fields::<::packed_data::__private::InGroup<1usize>>(),
                        __needs
                            .variant::<
                                ::packed_data::__private::InGroup<1usize>,
                                _,
                                ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
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
impl Tree {
    ///Starts a packed `Leaf`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_leaf<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (i64, ()), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
        >(__needs)
    }
    ///Writes a packed `Leaf` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_leaf<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<i64 as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<0usize>,
            _,
            ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
        >(__needs)
            .put(field0)
            .done()
    }
    ///Starts a packed `Node`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_node<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (Box<Tree>, (Box<Tree>, ())), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
        >(__needs)
    }
    ///Writes a packed `Node` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_node<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<Box<Tree> as ::packed_data::Packable>::As,
        field1: &<Box<Tree> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InGroup<1usize>,
            _,
            ((i64, ()), (Box<Tree>, (Box<Tree>, ()))),
        >(__needs)
            .put(field0)
            .put(field1)
            .done()
    }
}
///The names of the fields of a packed [`Tree`].
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
pub struct TreeNames {
    pub leaf_0: ::packed_data::shape::VariantField<
        Tree,
        ::packed_data::__private::InGroup<0usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    pub node_0: ::packed_data::shape::VariantField<
        Tree,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<0usize>,
    >,
    pub node_1: ::packed_data::shape::VariantField<
        Tree,
        ::packed_data::__private::InGroup<1usize>,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
///A fold over a packed [`Tree`], bottom-up: one method for each constructor.
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
pub trait TreeFold<'__packed, __L: ::packed_data::Access> {
    /// The result of folding a value.
    type Out;
    ///Returns the result for the constructor `Leaf`.
    fn leaf(
        &mut self,
        field0: <i64 as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> Self::Out;
    ///Returns the result for the constructor `Node`.
    fn node(
        &mut self,
        field0: <Box<
            ::packed_data::fold::Rec<Tree>,
        > as ::packed_data::__private::FoldField<'__packed, __L, Self>>::Input<'_>,
        field1: <Box<
            ::packed_data::fold::Rec<Tree>,
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
> ::packed_data::Foldable<'__packed, __L, __F> for Tree
where
    __F: TreeFold<'__packed, __L>,
{
    type Out = <__F as TreeFold<'__packed, __L>>::Out;
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
        ::packed_data::Done<'__id, <__F as TreeFold<'__packed, __L>>::Out, __L>,
        ::packed_data::Stopped,
    > {
        match __cursor.case() {
            TreeCase::Leaf(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __folded) = __fields
                    .fold_last::<
                        ::packed_data::fold::Leaf<i64>,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as TreeFold<'__packed, __L>>::leaf(__fold, __field0);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as TreeFold<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
            TreeCase::Node(__fields) => {
                let __slot = ::packed_data::__private::Slot::new();
                let (__field0, __fields) = __fields
                    .fold_field::<
                        Box<::packed_data::fold::Rec<Tree>>,
                        __F,
                        __U,
                    >(__fold, __levels)?;
                let (__field1, __folded) = __fields
                    .fold_last::<
                        Box<::packed_data::fold::Rec<Tree>>,
                        __F,
                        __U,
                    >(__fold, __levels, &__slot)?;
                let __out = <__F as TreeFold<
                    '__packed,
                    __L,
                >>::node(__fold, __field0, __field1);
                __folded
                    .done(
                        __out,
                        &__slot,
                        <__F as TreeFold<'__packed, __L>>::fold_is_over(__fold),
                    )
            }
        }
    }
}
///A visit of a packed [`Tree`], top-down, in pre-order: one method for each constructor.
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
pub trait TreeVisit<'__packed, __L: ::packed_data::Access> {
    /// The value with which a visit can end early.
    type Break;
    ///Called for each `Leaf`, before its recursive fields. Continues by default.
    #[inline]
    fn leaf(
        &mut self,
        field0: <i64 as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> ::core::ops::ControlFlow<Self::Break> {
        let _ = field0;
        ::core::ops::ControlFlow::Continue(())
    }
    ///Called for each `Node`, before its recursive fields. Continues by default.
    #[inline]
    fn node(&mut self) -> ::core::ops::ControlFlow<Self::Break> {
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
> ::packed_data::Visitable<'__packed, __L, __V> for Tree
where
    __V: TreeVisit<'__packed, __L>,
{
    type Break = <__V as TreeVisit<'__packed, __L>>::Break;
    #[inline]
    fn visit_step<'__id>(
        __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        __visitor: &mut __V,
        __levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::__private::Unvisited<'__packed, '__id, Self, __L>,
        ::packed_data::__private::Stop<<__V as TreeVisit<'__packed, __L>>::Break>,
    > {
        match __cursor.case() {
            TreeCase::Leaf(__fields) => {
                let (__field0, __fields) = __fields.visit_leaf();
                ::packed_data::__private::Stop::unless(
                    <__V as TreeVisit<'__packed, __L>>::leaf(__visitor, __field0),
                )?;
                __fields.visit_rest::<(), Self, __V>(__visitor, __levels)
            }
            TreeCase::Node(__fields) => {
                ::packed_data::__private::Stop::unless(
                    <__V as TreeVisit<'__packed, __L>>::node(__visitor),
                )?;
                __fields
                    .visit_rest::<
                        (
                            Box<::packed_data::fold::Rec<Tree>>,
                            (Box<::packed_data::fold::Rec<Tree>>, ()),
                        ),
                        Self,
                        __V,
                    >(__visitor, __levels)
            }
        }
    }
}
///The constructors of a folded [`Tree`] with their fields; recursive ones are the results of folding them.
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
pub enum TreeNode<'__packed, __R, __L: ::packed_data::Access> {
    Leaf(<i64 as ::packed_data::Packable>::View<'__packed, __L>),
    Node(
        <Box<
            ::packed_data::fold::Rec<Tree>,
        > as ::packed_data::fold::NodeField<
            '__packed,
            __L,
            ::packed_data::fold::Same<__R>,
        >>::Out,
        <Box<
            ::packed_data::fold::Rec<Tree>,
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
impl<__R> ::packed_data::__private::Member<::packed_data::fold::Same<__R>> for Tree {
    type Out = __R;
    type Node<'__packed, __L: ::packed_data::Access> = TreeNode<'__packed, __R, __L>;
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::fold::FoldByNode for Tree {
    type Node<'__packed, __R, __L: ::packed_data::Access> = TreeNode<
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
for TreeNode<'__packed, __R, __L> {
    fn each_result(self, __each: &mut impl ::core::ops::FnMut(__R)) {
        match self {
            TreeNode::Leaf(__field0) => {
                let _ = __field0;
            }
            TreeNode::Node(__field0, __field1) => {
                <Box<
                    ::packed_data::fold::Rec<Tree>,
                > as ::packed_data::__private::JoinField<
                    '__packed,
                    __L,
                    __R,
                >>::each_result(__field0, __each);
                <Box<
                    ::packed_data::fold::Rec<Tree>,
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
> for Tree
where
    __C: ::core::ops::FnMut(TreeNode<'__packed, __R, __L>) -> __R,
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
                TreeCase::Leaf(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            ::packed_data::fold::Leaf<i64>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(TreeNode::Leaf(__field0))
                }
                TreeCase::Node(__fields) => {
                    let (__field0, __fields) = __fields
                        .node_field::<
                            Box<::packed_data::fold::Rec<Tree>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    let (__field1, __fields) = __fields
                        .node_field::<
                            Box<::packed_data::fold::Rec<Tree>>,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                            __U,
                        >(__fold, __levels)?;
                    __fields.done(TreeNode::Node(__field0, __field1))
                }
            }
        };
        ::core::result::Result::Ok(__done.map(|__node| (__fold.call)(__node)))
    }
}
