// #[packable(case = "Which", view = "Seen", transform = "Changed", fold = "Folder", visit = "Walker")]
// enum Shape {
// #[packable(rename = "loop", was = "Tip")] Leaf { r#type: String },
// Group(
// #[packable(cbor_tag = 5)] Box<Self>,
// #[packable(leaf)] Option<Box<Self>>,
// #[packable(default = none)] Vec<(u8, Shape)>,
// ),
// #[packable(other)] Unknown(RawBuf),
// }

#[doc(hidden)]
#[allow(dead_code, missing_docs, unreachable_pub)]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
type __FieldsOfShape<__T> = <__T as ::packed_data::__private::If<
    {
        let _: ::core::marker::PhantomData<<RawBuf as ::packed_data::Packable>::As>;
        true
    },
>>::Itself;
///The constructors of a packed [`Shape`] with the views of their fields.
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
enum Seen<'__packed, __L: ::packed_data::layout::AnyAccess> {
    Leaf {
        r#type: <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<String>,
        >,
    },
    Group(
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Box<Shape>>,
        >,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Option<Box<Shape>>>,
        >,
        ::core::option::Option<
            <__L as ::packed_data::layout::AnyAccess>::Part<
                '__packed,
                __FieldsOfShape<Vec<(u8, Shape)>>,
            >,
        >,
    ),
    Unknown(
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<RawBuf>,
        >,
    ),
}
///The constructors of a packed [`Shape`] with their fields, for a cursor.
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
enum Which<'__packed, '__id, __L: ::packed_data::Access> {
    Leaf(
        ::packed_data::cursor::Fields<
            '__packed,
            '__id,
            (String, ::packed_data::__private::shape::Rest),
            __L,
        >,
    ),
    Group(
        ::packed_data::cursor::Fields<
            '__packed,
            '__id,
            (
                ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                (
                    Option<Box<Shape>>,
                    (
                        ::packed_data::__private::shape::Defaulted<
                            Vec<(u8, Shape)>,
                            ::packed_data::__private::shape::DefaultOf<
                                Shape,
                                ::packed_data::__private::InTier<1usize>,
                                ::packed_data::__private::InTier<2usize>,
                            >,
                        >,
                        ::packed_data::__private::shape::Rest,
                    ),
                ),
            ),
            __L,
        >,
    ),
    Unknown(
        ::packed_data::cursor::Fields<
            '__packed,
            '__id,
            __FieldsOfShape<(RawBuf, ::packed_data::__private::shape::Rest)>,
            __L,
        >,
    ),
}
///The constructors of a packed [`Shape`] with their fields, for a transformation.
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
enum Changed<'__packed, '__id, '__new, __L: ::packed_data::Layout> {
    Leaf(
        ::packed_data::transform::Transform<
            '__packed,
            '__id,
            '__new,
            (String, ::packed_data::__private::shape::Rest),
            __L,
        >,
    ),
    Group(
        ::packed_data::transform::Transform<
            '__packed,
            '__id,
            '__new,
            (
                ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                (
                    Option<Box<Shape>>,
                    (
                        ::packed_data::__private::shape::Defaulted<
                            Vec<(u8, Shape)>,
                            ::packed_data::__private::shape::DefaultOf<
                                Shape,
                                ::packed_data::__private::InTier<1usize>,
                                ::packed_data::__private::InTier<2usize>,
                            >,
                        >,
                        ::packed_data::__private::shape::Rest,
                    ),
                ),
            ),
            __L,
        >,
    ),
    Unknown(
        ::packed_data::transform::Transform<
            '__packed,
            '__id,
            '__new,
            __FieldsOfShape<(RawBuf, ::packed_data::__private::shape::Rest)>,
            __L,
        >,
    ),
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
impl Shape {
    ///Starts a packed `Leaf`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_loop<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<
        '__id,
        (String, ::packed_data::__private::shape::Rest),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<0usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
    }
    ///Writes a packed `Leaf` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_loop<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        r#type: &<String as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<0usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
            .put(r#type)
            .done()
    }
    ///Starts a packed `Group`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_group<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<
        '__id,
        (
            ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
            (
                Option<Box<Shape>>,
                (
                    ::packed_data::__private::shape::Defaulted<
                        Vec<(u8, Shape)>,
                        ::packed_data::__private::shape::DefaultOf<
                            Shape,
                            ::packed_data::__private::InTier<1usize>,
                            ::packed_data::__private::InTier<2usize>,
                        >,
                    >,
                    ::packed_data::__private::shape::Rest,
                ),
            ),
        ),
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<1usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
    }
    ///Writes a packed `Group` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_group<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<Box<Shape> as ::packed_data::Packable>::As,
        field1: &<Option<Box<Shape>> as ::packed_data::Packable>::As,
        field2: &<Vec<(u8, Shape)> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<1usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
            .put(field0)
            .put(field1)
            .put(field2)
            .done()
    }
    ///Starts a packed `Unknown`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_unknown<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::build::NeedsFields<
        '__id,
        __FieldsOfShape<(RawBuf, ::packed_data::__private::shape::Rest)>,
        __L,
    > {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<2usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
    }
    ///Writes a packed `Unknown` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_unknown<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        field0: &<__FieldsOfShape<RawBuf> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::variant::<
            ::packed_data::__private::InTier<2usize>,
            _,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
        >(__needs)
            .put(field0)
            .done()
    }
}
///The names of the fields of a packed [`Shape`].
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
struct ShapeNames {
    loop_type: ::packed_data::__private::shape::VariantField<
        Shape,
        ::packed_data::__private::InTier<0usize>,
        ::packed_data::__private::InTier<0usize>,
    >,
    group_0: ::packed_data::__private::shape::VariantField<
        Shape,
        ::packed_data::__private::InTier<1usize>,
        ::packed_data::__private::InTier<0usize>,
    >,
    group_1: ::packed_data::__private::shape::VariantField<
        Shape,
        ::packed_data::__private::InTier<1usize>,
        ::packed_data::__private::InTier<1usize>,
    >,
    group_2: ::packed_data::__private::shape::VariantField<
        Shape,
        ::packed_data::__private::InTier<1usize>,
        ::packed_data::__private::InTier<2usize>,
    >,
    unknown_0: ::packed_data::__private::shape::VariantField<
        Shape,
        ::packed_data::__private::InTier<2usize>,
        ::packed_data::__private::InTier<0usize>,
    >,
}
///A fold over a packed [`Shape`], bottom-up: one method for each constructor.
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
trait Folder<'__packed, __L: ::packed_data::Access> {
    /// The result of folding a value.
    type Out;
    ///Returns the result for the constructor `Leaf`.
    fn r#loop(
        &mut self,
        r#type: <String as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> Self::Out;
    ///Returns the result for the constructor `Group`.
    fn group(
        &mut self,
        field0: <Box<
            ::packed_data::fold::Rec<Shape>,
        > as ::packed_data::__private::FoldField<'__packed, __L, Self>>::Input<'_>,
        field1: <Option<Box<Shape>> as ::packed_data::Packable>::View<'__packed, __L>,
        field2: ::core::option::Option<
            <Vec<(u8, Shape)> as ::packed_data::Packable>::View<'__packed, __L>,
        >,
    ) -> Self::Out;
    ///Returns the result for the constructor `Unknown`.
    fn unknown(
        &mut self,
        field0: <__FieldsOfShape<
            RawBuf,
        > as ::packed_data::Packable>::View<'__packed, __L>,
    ) -> Self::Out;
    /// Returns whether the fold ends early. It is called after each value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold_is_over(&self) -> ::core::primitive::bool {
        false
    }
}
///The constructors of a folded [`Shape`] with their fields; recursive ones are the results of folding them.
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
enum ShapeNode<'__packed, __R, __L: ::packed_data::Access> {
    Leaf { r#type: <String as ::packed_data::Packable>::View<'__packed, __L> },
    Group(
        <Box<
            ::packed_data::fold::Rec<Shape>,
        > as ::packed_data::fold::NodeField<
            '__packed,
            __L,
            ::packed_data::fold::Same<__R>,
        >>::Out,
        <Option<Box<Shape>> as ::packed_data::Packable>::View<'__packed, __L>,
        ::core::option::Option<
            <Vec<(u8, Shape)> as ::packed_data::Packable>::View<'__packed, __L>,
        >,
    ),
    Unknown(<__FieldsOfShape<RawBuf> as ::packed_data::Packable>::View<'__packed, __L>),
}
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
const _: () = {
    #[automatically_derived]
    impl<'__packed, __L: ::packed_data::layout::AnyAccess> ::core::fmt::Debug
    for Seen<'__packed, __L> {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            let __names = <Shape as ::packed_data::__private::shape::Named>::NAMES;
            match self {
                Self::Leaf { r#type: __field0 } => {
                    ::packed_data::__private::debug_fields(
                        __f,
                        __names,
                        0usize,
                        &[__field0],
                    )
                }
                Self::Group(__field0, __field1, __field2) => {
                    ::packed_data::__private::debug_fields(
                        __f,
                        __names,
                        1usize,
                        &[__field0, __field1, __field2],
                    )
                }
                Self::Unknown(__field0) => {
                    ::packed_data::__private::debug_fields(
                        __f,
                        __names,
                        2usize,
                        &[__field0],
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__packed, __L: ::packed_data::Layout> ::core::clone::Clone
    for Seen<'__packed, __L>
    where
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<String>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Box<Shape>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Option<Box<Shape>>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Vec<(u8, Shape)>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<RawBuf>,
        >: ::core::marker::Copy,
    {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<'__packed, __L: ::packed_data::Layout> ::core::marker::Copy
    for Seen<'__packed, __L>
    where
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<String>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Box<Shape>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Option<Box<Shape>>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<Vec<(u8, Shape)>>,
        >: ::core::marker::Copy,
        <__L as ::packed_data::layout::AnyAccess>::Part<
            '__packed,
            __FieldsOfShape<RawBuf>,
        >: ::core::marker::Copy,
    {}
    #[automatically_derived]
    impl ::packed_data::__private::shape::Named for Shape {
        const NAMES: &'static ::packed_data::error::Names = &::packed_data::error::Names {
            name: "Shape",
            constructors: &[
                ::packed_data::error::Constructor {
                    name: "Leaf",
                    fields: &["type"],
                },
                ::packed_data::error::Constructor {
                    name: "Group",
                    fields: &["0", "1", "2"],
                },
                ::packed_data::error::Constructor {
                    name: "Unknown",
                    fields: &["0"],
                },
            ],
        };
        const FORMER_NAMES: &'static [::packed_data::__private::FormerName] = &[
            ::packed_data::__private::FormerName {
                constructor: 0u32,
                field: ::core::option::Option::None,
                name: "Tip",
            },
        ];
        const HAS_OTHER: ::core::primitive::bool = true;
    }
    #[automatically_derived]
    impl ::packed_data::Packable for Shape {
        type As = Self;
        type Shape = ::packed_data::__private::shape::Enum<
            Self,
            __FieldsOfShape<
                (
                    (String, ::packed_data::__private::shape::Rest),
                    (
                        ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                        (
                            Option<Box<Shape>>,
                            (
                                ::packed_data::__private::shape::Defaulted<
                                    Vec<(u8, Shape)>,
                                    ::packed_data::__private::shape::DefaultOf<
                                        Shape,
                                        ::packed_data::__private::InTier<1usize>,
                                        ::packed_data::__private::InTier<2usize>,
                                    >,
                                >,
                                ::packed_data::__private::shape::Rest,
                            ),
                        ),
                    ),
                    (RawBuf, ::packed_data::__private::shape::Rest),
                ),
            >,
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
            __value: &'__value Self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::build::Written<'__value, '__id> {
            match __value {
                Self::Leaf { r#type: __field0 } => {
                    ::packed_data::__apart!(
                        __needs => ::packed_data::Needs::variant:: <
                        ::packed_data::__private::InTier < 0usize >, _, __FieldsOfShape <
                        ((String, ::packed_data::__private::shape::Rest),
                        (::packed_data::__private::shape::Tagged < Box < Shape >, 5 >,
                        (Option < Box < Shape > >,
                        (::packed_data::__private::shape::Defaulted < Vec < (u8, Shape)
                        >, ::packed_data::__private::shape::DefaultOf < Shape,
                        ::packed_data::__private::InTier < 1usize >,
                        ::packed_data::__private::InTier < 2usize > > >,
                        ::packed_data::__private::shape::Rest))), (RawBuf,
                        ::packed_data::__private::shape::Rest),) > > (__needs)
                        .put_last(__field0)
                    )
                }
                Self::Group(__field0, __field1, __field2) => {
                    ::packed_data::__apart!(
                        __needs => ::packed_data::Needs::variant:: <
                        ::packed_data::__private::InTier < 1usize >, _, __FieldsOfShape <
                        ((String, ::packed_data::__private::shape::Rest),
                        (::packed_data::__private::shape::Tagged < Box < Shape >, 5 >,
                        (Option < Box < Shape > >,
                        (::packed_data::__private::shape::Defaulted < Vec < (u8, Shape)
                        >, ::packed_data::__private::shape::DefaultOf < Shape,
                        ::packed_data::__private::InTier < 1usize >,
                        ::packed_data::__private::InTier < 2usize > > >,
                        ::packed_data::__private::shape::Rest))), (RawBuf,
                        ::packed_data::__private::shape::Rest),) > > (__needs)
                        .put_as(__field0).put_as(__field1).put_last(__field2)
                    )
                }
                Self::Unknown(__field0) => {
                    ::packed_data::__apart!(
                        __needs => ::packed_data::Needs::variant:: <
                        ::packed_data::__private::InTier < 2usize >, _, __FieldsOfShape <
                        ((String, ::packed_data::__private::shape::Rest),
                        (::packed_data::__private::shape::Tagged < Box < Shape >, 5 >,
                        (Option < Box < Shape > >,
                        (::packed_data::__private::shape::Defaulted < Vec < (u8, Shape)
                        >, ::packed_data::__private::shape::DefaultOf < Shape,
                        ::packed_data::__private::InTier < 1usize >,
                        ::packed_data::__private::InTier < 2usize > > >,
                        ::packed_data::__private::shape::Rest))), (RawBuf,
                        ::packed_data::__private::shape::Rest),) > > (__needs)
                        .put_last(__field0)
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::packed_data::__private::shape::FieldDefault<
        ::packed_data::__private::InTier<1usize>,
        ::packed_data::__private::InTier<2usize>,
        Vec<(u8, Shape)>,
    > for Shape {
        fn field_default() -> Vec<(u8, Shape)> {
            none()
        }
    }
    #[automatically_derived]
    impl<'__de> ::packed_data::Unpack<'__de> for Shape {
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
                Which::Leaf(__fields) => {
                    ::packed_data::__apart!(
                        __fields => { let (__field0, __fields) = match __fields.unpack::
                        < String > (__levels) { ::core::result::Result::Ok(__read) =>
                        __read, ::core::result::Result::Err(__error) => return
                        ::core::result::Result::Err(__error), };
                        ::core::result::Result::Ok(__fields.done(Self::Leaf { r#type :
                        __field0 })) }
                    )
                }
                Which::Group(__fields) => {
                    ::packed_data::__apart!(
                        __fields => { let (__field0, __fields) = match __fields.unpack::
                        < Box < Shape > > (__levels) { ::core::result::Result::Ok(__read)
                        => __read, ::core::result::Result::Err(__error) => return
                        ::core::result::Result::Err(__error), }; let (__field1, __fields)
                        = match __fields.unpack:: < Option < Box < Shape > > > (__levels)
                        { ::core::result::Result::Ok(__read) => __read,
                        ::core::result::Result::Err(__error) => return
                        ::core::result::Result::Err(__error), }; let (__field2, __fields)
                        = match __fields.unpack:: < Vec < (u8, Shape) > > (__levels) {
                        ::core::result::Result::Ok(__read) => __read,
                        ::core::result::Result::Err(__error) => return
                        ::core::result::Result::Err(__error), };
                        ::core::result::Result::Ok(__fields.done(Self::Group(__field0,
                        __field1, __field2))) }
                    )
                }
                Which::Unknown(__fields) => {
                    ::packed_data::__apart!(
                        __fields => { let (__field0, __fields) = match __fields.unpack::
                        < __FieldsOfShape < RawBuf > > (__levels) {
                        ::core::result::Result::Ok(__read) => __read,
                        ::core::result::Result::Err(__error) => return
                        ::core::result::Result::Err(__error), };
                        ::core::result::Result::Ok(__fields
                        .done(Self::Unknown(__field0))) }
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::packed_data::view::Lookup<Self> for Shape {
        fn write_key<'__id, __L: ::packed_data::Layout>(
            &self,
            __needs: ::packed_data::Needs<'__id, Self, __L>,
        ) -> ::packed_data::Filled<'__id> {
            __needs.put_as(self)
        }
    }
    #[automatically_derived]
    impl ::packed_data::cursor::Match for Shape {
        type Variants = __FieldsOfShape<
            (
                (String, ::packed_data::__private::shape::Rest),
                (
                    ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                    (
                        Option<Box<Shape>>,
                        (
                            ::packed_data::__private::shape::Defaulted<
                                Vec<(u8, Shape)>,
                                ::packed_data::__private::shape::DefaultOf<
                                    Shape,
                                    ::packed_data::__private::InTier<1usize>,
                                    ::packed_data::__private::InTier<2usize>,
                                >,
                            >,
                            ::packed_data::__private::shape::Rest,
                        ),
                    ),
                ),
                (RawBuf, ::packed_data::__private::shape::Rest),
            ),
        >;
        type Case<'__packed, '__id, __L: ::packed_data::Access> = Which<
            '__packed,
            '__id,
            __L,
        >;
        type ViewCase<'__packed, __L: ::packed_data::layout::AnyAccess> = Seen<
            '__packed,
            __L,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn case<'__packed, '__id, __L: ::packed_data::Access>(
            __branch: ::packed_data::__private::Branch<
                '__packed,
                '__id,
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
        ) -> <Self as ::packed_data::cursor::Match>::Case<'__packed, '__id, __L> {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => {
                    Which::Leaf(
                        __branch.fields::<::packed_data::__private::InTier<0usize>>(),
                    )
                }
                1u32 => {
                    Which::Group(
                        __branch.fields::<::packed_data::__private::InTier<1usize>>(),
                    )
                }
                2u32 => {
                    Which::Unknown(
                        __branch.fields::<::packed_data::__private::InTier<2usize>>(),
                    )
                }
                _ => __branch.no_such_constructor(),
            }
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view_case<'__packed, __L: ::packed_data::layout::AnyAccess>(
            __branch: ::packed_data::__private::Branch<
                '__packed,
                '_,
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
        ) -> ::core::result::Result<
            <Self as ::packed_data::cursor::Match>::ViewCase<'__packed, __L>,
            <__L as ::packed_data::layout::AnyAccess>::Error,
        > {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => {
                    let __parts = match __branch
                        .parts::<::packed_data::__private::InTier<0usize>>()
                    {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
                    let __field0 = match __parts.last() {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
                    ::core::result::Result::Ok(Seen::Leaf { r#type: __field0 })
                }
                1u32 => {
                    let __parts = match __branch
                        .parts::<::packed_data::__private::InTier<1usize>>()
                    {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
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
                    let __field2 = match __parts.last() {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
                    ::core::result::Result::Ok(Seen::Group(__field0, __field1, __field2))
                }
                2u32 => {
                    let __parts = match __branch
                        .parts::<::packed_data::__private::InTier<2usize>>()
                    {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
                    let __field0 = match __parts.last() {
                        ::core::result::Result::Ok(__ok) => __ok,
                        ::core::result::Result::Err(__error) => {
                            return ::core::result::Result::Err(__error);
                        }
                    };
                    ::core::result::Result::Ok(Seen::Unknown(__field0))
                }
                _ => __branch.no_such_constructor(),
            }
        }
    }
    #[automatically_derived]
    impl ::packed_data::transform::Transformable for Shape {
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
                <Self as ::packed_data::cursor::Match>::Variants,
                __L,
            >,
            __needs: ::packed_data::Needs<'__new, Self, __L>,
        ) -> <Self as ::packed_data::transform::Transformable>::Cases<
            '__packed,
            '__id,
            '__new,
            __L,
        > {
            match ::packed_data::__private::Branch::tag(&__branch) {
                0u32 => {
                    Changed::Leaf(
                        ::packed_data::transform::Transform::new(
                            __branch
                                .fields::<::packed_data::__private::InTier<0usize>>(),
                            __needs
                                .variant::<
                                    ::packed_data::__private::InTier<0usize>,
                                    _,
                                    __FieldsOfShape<
                                        (
                                            (String, ::packed_data::__private::shape::Rest),
                                            (
                                                ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                                                (
                                                    Option<Box<Shape>>,
                                                    (
                                                        ::packed_data::__private::shape::Defaulted<
                                                            Vec<(u8, Shape)>,
                                                            ::packed_data::__private::shape::DefaultOf<
                                                                Shape,
                                                                ::packed_data::__private::InTier<1usize>,
                                                                ::packed_data::__private::InTier<2usize>,
                                                            >,
                                                        >,
                                                        ::packed_data::__private::shape::Rest,
                                                    ),
                                                ),
                                            ),
                                            (RawBuf, ::packed_data::__private::shape::Rest),
                                        ),
                                    >,
                                >(),
                        ),
                    )
                }
                1u32 => {
                    Changed::Group(
                        ::packed_data::transform::Transform::new(
                            __branch
                                .fields::<::packed_data::__private::InTier<1usize>>(),
                            __needs
                                .variant::<
                                    ::packed_data::__private::InTier<1usize>,
                                    _,
                                    __FieldsOfShape<
                                        (
                                            (String, ::packed_data::__private::shape::Rest),
                                            (
                                                ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                                                (
                                                    Option<Box<Shape>>,
                                                    (
                                                        ::packed_data::__private::shape::Defaulted<
                                                            Vec<(u8, Shape)>,
                                                            ::packed_data::__private::shape::DefaultOf<
                                                                Shape,
                                                                ::packed_data::__private::InTier<1usize>,
                                                                ::packed_data::__private::InTier<2usize>,
                                                            >,
                                                        >,
                                                        ::packed_data::__private::shape::Rest,
                                                    ),
                                                ),
                                            ),
                                            (RawBuf, ::packed_data::__private::shape::Rest),
                                        ),
                                    >,
                                >(),
                        ),
                    )
                }
                2u32 => {
                    Changed::Unknown(
                        ::packed_data::transform::Transform::new(
                            __branch
                                .fields::<::packed_data::__private::InTier<2usize>>(),
                            __needs
                                .variant::<
                                    ::packed_data::__private::InTier<2usize>,
                                    _,
                                    __FieldsOfShape<
                                        (
                                            (String, ::packed_data::__private::shape::Rest),
                                            (
                                                ::packed_data::__private::shape::Tagged<Box<Shape>, 5>,
                                                (
                                                    Option<Box<Shape>>,
                                                    (
                                                        ::packed_data::__private::shape::Defaulted<
                                                            Vec<(u8, Shape)>,
                                                            ::packed_data::__private::shape::DefaultOf<
                                                                Shape,
                                                                ::packed_data::__private::InTier<1usize>,
                                                                ::packed_data::__private::InTier<2usize>,
                                                            >,
                                                        >,
                                                        ::packed_data::__private::shape::Rest,
                                                    ),
                                                ),
                                            ),
                                            (RawBuf, ::packed_data::__private::shape::Rest),
                                        ),
                                    >,
                                >(),
                        ),
                    )
                }
                _ => __branch.no_such_constructor(),
            }
        }
    }
    #[automatically_derived]
    impl<
        '__packed,
        __L: ::packed_data::Access,
        __F: ?::core::marker::Sized,
    > ::packed_data::fold::Foldable<'__packed, __L, __F> for Shape
    where
        __F: Folder<'__packed, __L>,
    {
        type Out = <__F as Folder<'__packed, __L>>::Out;
        type Unroll = ::packed_data::__private::Inline<
            ::packed_data::__private::Inline<
                ::packed_data::__private::Inline<::packed_data::__private::Call>,
            >,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn is_childless(
            __cursor: &::packed_data::Cursor<'__packed, '_, Self, __L>,
        ) -> ::core::primitive::bool {
            ::core::matches!(::packed_data::Cursor::tag(__cursor), 0u32 | 2u32)
        }
        fn leading<__M: ::packed_data::Layout>(
            __cursor: ::packed_data::Cursor<'_, '_, Self, __M>,
            __most: ::core::primitive::u32,
        ) -> ::core::primitive::u32 {
            match __cursor.case() {
                Which::Group(__fields) => {
                    __fields
                        .untagged()
                        .leading::<
                            Box<::packed_data::fold::Rec<Shape>>,
                            __L,
                            __F,
                        >(__most)
                }
                _ => 0,
            }
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn fold_step<'__id, __U: ::packed_data::__private::Unroll>(
            __cursor: ::packed_data::Cursor<'__packed, '__id, Self, __L>,
            __fold: &mut __F,
            __levels: ::packed_data::Levels,
        ) -> ::core::result::Result<
            ::packed_data::Done<'__id, <__F as Folder<'__packed, __L>>::Out, __L>,
            ::packed_data::fold::Stopped,
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
                    let __out = <__F as Folder<
                        '__packed,
                        __L,
                    >>::r#loop(__fold, __field0);
                    __folded
                        .done(
                            __out,
                            &__slot,
                            <__F as Folder<'__packed, __L>>::fold_is_over(__fold),
                        )
                }
                Which::Group(__fields) => {
                    let __slot = ::packed_data::__private::Slot::new();
                    let (__field0, __fields) = __fields
                        .untagged()
                        .fold_field::<
                            Box<::packed_data::fold::Rec<Shape>>,
                            __F,
                            __U,
                        >(__fold, __levels)?;
                    let (__field1, __fields) = __fields
                        .fold_field::<
                            ::packed_data::fold::Leaf<Option<Box<Shape>>>,
                            __F,
                            __U,
                        >(__fold, __levels)?;
                    let (__field2, __fields) = __fields.view_present();
                    let __folded = __fields.fold_none();
                    let __out = <__F as Folder<
                        '__packed,
                        __L,
                    >>::group(__fold, __field0, __field1, __field2);
                    __folded
                        .done(
                            __out,
                            &__slot,
                            <__F as Folder<'__packed, __L>>::fold_is_over(__fold),
                        )
                }
                Which::Unknown(__fields) => {
                    let __slot = ::packed_data::__private::Slot::new();
                    let (__field0, __folded) = __fields
                        .fold_last::<
                            __FieldsOfShape<::packed_data::fold::Leaf<RawBuf>>,
                            __F,
                            __U,
                        >(__fold, __levels, &__slot)?;
                    let __out = <__F as Folder<
                        '__packed,
                        __L,
                    >>::unknown(__fold, __field0);
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
    #[automatically_derived]
    impl<__R> ::packed_data::__private::Member<::packed_data::fold::Same<__R>>
    for Shape {
        type Out = __R;
        type Node<'__packed, __L: ::packed_data::Access> = ShapeNode<
            '__packed,
            __R,
            __L,
        >;
    }
    #[automatically_derived]
    impl ::packed_data::fold::FoldByNode for Shape {
        type Node<'__packed, __R, __L: ::packed_data::Access> = ShapeNode<
            '__packed,
            __R,
            __L,
        >;
    }
    #[automatically_derived]
    impl<
        '__packed,
        __R,
        __L: ::packed_data::Access,
    > ::packed_data::fold::NodeResults<__R> for ShapeNode<'__packed, __R, __L> {
        fn each_result(self, __each: &mut impl ::core::ops::FnMut(__R)) {
            match self {
                ShapeNode::Leaf { r#type: __field0 } => {
                    let _ = __field0;
                }
                ShapeNode::Group(__field0, __field1, __field2) => {
                    let _ = __field1;
                    let _ = __field2;
                    <Box<
                        ::packed_data::fold::Rec<Shape>,
                    > as ::packed_data::__private::JoinField<
                        '__packed,
                        __L,
                        __R,
                    >>::each_result(__field0, __each);
                }
                ShapeNode::Unknown(__field0) => {
                    let _ = __field0;
                }
            }
        }
    }
    #[automatically_derived]
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
    > for Shape
    where
        __C: ::core::ops::FnMut(ShapeNode<'__packed, __R, __L>) -> __R,
    {
        type Unroll = ::packed_data::__private::Inline<
            ::packed_data::__private::Inline<
                ::packed_data::__private::Inline<::packed_data::__private::Call>,
            >,
        >;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn is_childless(
            __cursor: &::packed_data::Cursor<'__packed, '_, Self, __L>,
        ) -> ::core::primitive::bool {
            ::core::matches!(::packed_data::Cursor::tag(__cursor), 0u32 | 2u32)
        }
        fn leading<__M: ::packed_data::Layout>(
            __cursor: ::packed_data::Cursor<'_, '_, Self, __M>,
            __most: ::core::primitive::u32,
        ) -> ::core::primitive::u32 {
            match __cursor.case() {
                Which::Group(__fields) => {
                    __fields
                        .untagged()
                        .node_leading::<
                            Box<::packed_data::fold::Rec<Shape>>,
                            __L,
                            ::packed_data::fold::Same<__R>,
                            ::packed_data::__private::ByNode<__C, __R, __K>,
                        >(__most)
                }
                _ => 0,
            }
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
            if let ::core::option::Option::Some(__done) = __fold
                .known(&__cursor, __levels)
            {
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
                        __fields
                            .done(ShapeNode::Leaf {
                                r#type: __field0,
                            })
                    }
                    Which::Group(__fields) => {
                        let (__field0, __fields) = __fields
                            .untagged()
                            .node_field::<
                                Box<::packed_data::fold::Rec<Shape>>,
                                ::packed_data::fold::Same<__R>,
                                ::packed_data::__private::ByNode<__C, __R, __K>,
                                __U,
                            >(__fold, __levels)?;
                        let (__field1, __fields) = __fields
                            .node_field::<
                                ::packed_data::fold::Leaf<Option<Box<Shape>>>,
                                ::packed_data::fold::Same<__R>,
                                ::packed_data::__private::ByNode<__C, __R, __K>,
                                __U,
                            >(__fold, __levels)?;
                        let (__field2, __fields) = __fields.view_present();
                        __fields.done(ShapeNode::Group(__field0, __field1, __field2))
                    }
                    Which::Unknown(__fields) => {
                        let (__field0, __fields) = __fields
                            .node_field::<
                                __FieldsOfShape<::packed_data::fold::Leaf<RawBuf>>,
                                ::packed_data::fold::Same<__R>,
                                ::packed_data::__private::ByNode<__C, __R, __K>,
                                __U,
                            >(__fold, __levels)?;
                        __fields.done(ShapeNode::Unknown(__field0))
                    }
                }
            };
            ::core::result::Result::Ok(__done.map(|__node| (__fold.call)(__node)))
        }
    }
};
