// enum Shape {
// Group(#[packable(cbor_tag = 5)] String, Box<Shape>, #[packable(default)] u32),
// #[packable(other)] Unknown(RawBuf),
// }

///The cases of a packed [`Shape`], for a view.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
enum ShapeView<'__packed, __L: ::packed_data::Access> {
    Group(
        <String as ::packed_data::Packable>::View<'__packed, __L>,
        <Box<Shape> as ::packed_data::Packable>::View<'__packed, __L>,
        <u32 as ::packed_data::Packable>::View<'__packed, __L>,
    ),
    Unknown(<RawBuf as ::packed_data::Packable>::View<'__packed, __L>),
}
#[automatically_derived]
impl ::packed_data::shape::Named for Shape {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Shape",
        constructors: &[
            ::packed_data::Constructor {
                name: "Group",
                fields: &["0", "1", "2"],
            },
            ::packed_data::Constructor {
                name: "Unknown",
                fields: &["0"],
            },
        ],
    };
    const HAS_OTHER: ::core::primitive::bool = true;
}
#[automatically_derived]
impl ::packed_data::Packable for Shape {
    type As = Self;
    type Shape = ::packed_data::shape::Enum<
        Self,
        (
            (
                ::packed_data::shape::Tagged<String, 5>,
                (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
            ),
            (RawBuf, ()),
        ),
    >;
    type View<'__packed, __L: ::packed_data::Access> = ::packed_data::View<
        '__packed,
        Self,
        __L,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'__packed, __L: ::packed_data::Access>(
        view: ::packed_data::View<'__packed, Self, __L>,
    ) -> <Self as ::packed_data::Packable>::View<'__packed, __L> {
        view
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'__value, '__id, __L: ::packed_data::Layout>(
        &'__value self,
        needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Written<'__value, '__id> {
        match self {
            Self::Group(__field0, __field1, __field2) => {
                ::packed_data::Needs::variant::<
                    ::packed_data::shape::Here<0usize>,
                    _,
                    (
                        (
                            ::packed_data::shape::Tagged<String, 5>,
                            (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                        ),
                        (RawBuf, ()),
                    ),
                >(needs)
                    .put_as(__field0)
                    .put_as(__field1)
                    .put_last(__field2)
            }
            Self::Unknown(__field0) => {
                ::packed_data::Needs::variant::<
                    ::packed_data::shape::Here<1usize>,
                    _,
                    (
                        (
                            ::packed_data::shape::Tagged<String, 5>,
                            (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                        ),
                        (RawBuf, ()),
                    ),
                >(needs)
                    .put_last(__field0)
            }
        }
    }
}
#[automatically_derived]
impl<'__de> ::packed_data::Unpack<'__de> for Shape {
    #[inline]
    fn unpack<'__id, __L: ::packed_data::Layout>(
        cursor: ::packed_data::Cursor<
            '__de,
            '__id,
            <Self as ::packed_data::Packable>::As,
            __L,
        >,
        levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<'__id, Self, __L>,
        ::packed_data::TooDeep,
    > {
        match cursor.case() {
            ShapeCase::Group(fields) => {
                let (__field0, fields) = fields.unpack::<String>(levels)?;
                let (__field1, fields) = fields.unpack::<Box<Shape>>(levels)?;
                let (__field2, fields) = fields.unpack::<u32>(levels)?;
                ::core::result::Result::Ok(
                    fields.done(Self::Group(__field0, __field1, __field2)),
                )
            }
            ShapeCase::Unknown(fields) => {
                let (__field0, fields) = fields.unpack::<RawBuf>(levels)?;
                ::core::result::Result::Ok(fields.done(Self::Unknown(__field0)))
            }
        }
    }
}
///The cases of a packed [`Shape`], for a cursor.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
enum ShapeCase<'__packed, '__id, __L: ::packed_data::Access> {
    Group(
        ::packed_data::Fields<
            '__packed,
            '__id,
            (
                ::packed_data::shape::Tagged<String, 5>,
                (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
            ),
            __L,
        >,
    ),
    Unknown(::packed_data::Fields<'__packed, '__id, (RawBuf, ()), __L>),
}
///The cases of a packed [`Shape`] being transformed.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
enum ShapeTransform<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Group(
        ::packed_data::Transform<
            '__packed,
            '__id,
            '__new,
            (
                ::packed_data::shape::Tagged<String, 5>,
                (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
            ),
            __L,
        >,
    ),
    Unknown(::packed_data::Transform<'__packed, '__id, '__new, (RawBuf, ()), __L>),
}
#[automatically_derived]
impl ::packed_data::Match for Shape {
    type Variants = (
        (
            ::packed_data::shape::Tagged<String, 5>,
            (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
        ),
        (RawBuf, ()),
    );
    type Case<'__packed, '__id, __L: ::packed_data::Access> = ShapeCase<
        '__packed,
        '__id,
        __L,
    >;
    type ViewCase<'__packed, __L: ::packed_data::Access> = ShapeView<'__packed, __L>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'__packed, '__id, __L: ::packed_data::Access>(
        branch: ::packed_data::cursor::Branch<
            '__packed,
            '__id,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
    ) -> <Self as ::packed_data::Match>::Case<'__packed, '__id, __L> {
        match branch.tag() {
            0u32 => {
                ShapeCase::Group(branch.fields::<::packed_data::shape::Here<0usize>>())
            }
            1u32 => {
                ShapeCase::Unknown(branch.fields::<::packed_data::shape::Here<1usize>>())
            }
            _ => branch.no_such_constructor(),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'__packed, __L: ::packed_data::Access>(
        branch: ::packed_data::view::ViewBranch<
            '__packed,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
    ) -> <Self as ::packed_data::Match>::ViewCase<'__packed, __L> {
        match branch.tag() {
            0u32 => {
                let parts = branch.parts::<::packed_data::shape::Here<0usize>>();
                let (__field0, parts) = parts.next();
                let (__field1, parts) = parts.next();
                let __field2 = parts.last();
                ShapeView::Group(__field0, __field1, __field2)
            }
            1u32 => {
                let parts = branch.parts::<::packed_data::shape::Here<1usize>>();
                let __field0 = parts.last();
                ShapeView::Unknown(__field0)
            }
            _ => branch.no_such_constructor(),
        }
    }
}
#[automatically_derived]
impl ::packed_data::Transformable for Shape {
    type Cases<'__packed, '__id, '__new, __L: ::packed_data::Layout> = ShapeTransform<
        '__packed,
        '__id,
        '__new,
        __L,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn transform<'__packed, '__id, '__new, __L: ::packed_data::Layout>(
        branch: ::packed_data::cursor::Branch<
            '__packed,
            '__id,
            <Self as ::packed_data::Match>::Variants,
            __L,
        >,
        needs: ::packed_data::Needs<'__new, Self, __L>,
    ) -> <Self as ::packed_data::Transformable>::Cases<'__packed, '__id, '__new, __L> {
        match branch.tag() {
            0u32 => {
                ShapeTransform::Group(
                    ::packed_data::Transform::new(
                        branch.fields::<::packed_data::shape::Here<0usize>>(),
                        needs
                            .variant::<
                                ::packed_data::shape::Here<0usize>,
                                _,
                                (
                                    (
                                        ::packed_data::shape::Tagged<String, 5>,
                                        (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                                    ),
                                    (RawBuf, ()),
                                ),
                            >(),
                    ),
                )
            }
            1u32 => {
                ShapeTransform::Unknown(
                    ::packed_data::Transform::new(
                        branch.fields::<::packed_data::shape::Here<1usize>>(),
                        needs
                            .variant::<
                                ::packed_data::shape::Here<1usize>,
                                _,
                                (
                                    (
                                        ::packed_data::shape::Tagged<String, 5>,
                                        (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                                    ),
                                    (RawBuf, ()),
                                ),
                            >(),
                    ),
                )
            }
            _ => branch.no_such_constructor(),
        }
    }
}
///Building it packed, constructor by constructor.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
impl Shape {
    ///Begins a packed `Group`: its fields are to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_group<'__id, __L: ::packed_data::Layout>(
        needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<
        '__id,
        (
            ::packed_data::shape::Tagged<String, 5>,
            (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
        ),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::shape::Here<0usize>,
            _,
            (
                (
                    ::packed_data::shape::Tagged<String, 5>,
                    (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                ),
                (RawBuf, ()),
            ),
        >(needs)
    }
    ///Writes a packed `Group` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_group<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<String as ::packed_data::Packable>::As,
        field1: &<Box<Shape> as ::packed_data::Packable>::As,
        field2: &<u32 as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        Self::start_group(__needs).put(field0).put(field1).put(field2).done()
    }
    ///Begins a packed `Unknown`: its fields are to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_unknown<'__id, __L: ::packed_data::Layout>(
        needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (RawBuf, ()), __L> {
        ::packed_data::Needs::variant::<
            ::packed_data::shape::Here<1usize>,
            _,
            (
                (
                    ::packed_data::shape::Tagged<String, 5>,
                    (Box<Shape>, (::packed_data::shape::Defaulted<u32>, ())),
                ),
                (RawBuf, ()),
            ),
        >(needs)
    }
    ///Writes a packed `Unknown` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_unknown<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<RawBuf as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        Self::start_unknown(__needs).put(field0).done()
    }
}
///A fold over a packed [`Shape`], bottom-up.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a fold over a packed `Shape`",
    label = "it does not implement `ShapeFold` for this layout",
    note = "implement `ShapeFold`: it has one method for each constructor of `Shape`"
)]
trait ShapeFold<'__packed, __L: ::packed_data::Access> {
    /// What each value is folded to.
    type Out;
    ///What a `Group` is folded to.
    fn group(
        &mut self,
        field0: <String as ::packed_data::Packable>::View<'__packed, __L>,
        field1: <Box<
            ::packed_data::fold::Rec<Shape>,
        > as ::packed_data::fold::FoldField<'__packed, __L, Self>>::Given<'_>,
        field2: ::core::option::Option<
            <u32 as ::packed_data::Packable>::View<'__packed, __L>,
        >,
    ) -> Self::Out;
    ///What a `Unknown` is folded to.
    fn unknown(
        &mut self,
        field0: <RawBuf as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> Self::Out;
    /// Whether the fold is over before the end: asked after each value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_is_over(&self) -> ::core::primitive::bool {
        false
    }
}
#[automatically_derived]
impl<
    '__packed,
    __L: ::packed_data::Access,
    __F: ?::core::marker::Sized,
> ::packed_data::Foldable<'__packed, __L, __F> for Shape
where
    __F: ShapeFold<'__packed, __L>,
{
    type Out = <__F as ShapeFold<'__packed, __L>>::Out;
    type Unroll = ::packed_data::fold::Inline<
        ::packed_data::fold::Inline<
            ::packed_data::fold::Inline<
                ::packed_data::fold::Inline<::packed_data::fold::Call>,
            >,
        >,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_leaf(
        __cursor: &::packed_data::Cursor<'__packed, '_, Self, __L>,
    ) -> ::core::primitive::bool {
        ::core::matches!(__cursor.tag(), 1u32)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_step<'__id, __U: ::packed_data::fold::Unroll>(
        cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
        fold: &mut __F,
        levels: ::packed_data::Levels,
    ) -> ::core::result::Result<
        ::packed_data::Done<'__id, <__F as ShapeFold<'__packed, __L>>::Out, __L>,
        ::packed_data::Stopped,
    > {
        match cursor.case() {
            ShapeCase::Group(fields) => {
                let slot = ::packed_data::fold::Slot::new();
                let (__field0, fields) = fields
                    .untagged()
                    .fold_field::<
                        ::packed_data::fold::Leaf<String>,
                        __F,
                        __U,
                    >(fold, levels)?;
                let (__field1, fields) = fields
                    .fold_field::<
                        Box<::packed_data::fold::Rec<Shape>>,
                        __F,
                        __U,
                    >(fold, levels)?;
                let (__field2, fields) = fields.view_present();
                let folded = fields.fold_none();
                let out = <__F as ShapeFold<
                    '__packed,
                    __L,
                >>::group(fold, __field0, __field1, __field2);
                folded
                    .done(
                        out,
                        &slot,
                        <__F as ShapeFold<'__packed, __L>>::fold_is_over(fold),
                    )
            }
            ShapeCase::Unknown(fields) => {
                let slot = ::packed_data::fold::Slot::new();
                let (__field0, folded) = fields
                    .fold_last::<
                        ::packed_data::fold::Leaf<RawBuf>,
                        __F,
                        __U,
                    >(fold, levels, &slot)?;
                let out = <__F as ShapeFold<'__packed, __L>>::unknown(fold, __field0);
                folded
                    .done(
                        out,
                        &slot,
                        <__F as ShapeFold<'__packed, __L>>::fold_is_over(fold),
                    )
            }
        }
    }
}
