// pub struct Point { pub x: i64, y: Option<i64> }

///The views of the fields of a packed [`Point`].
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
pub struct PointView<'__packed, __L: ::packed_data::Access> {
    pub x: <i64 as ::packed_data::Packable>::View<'__packed, __L>,
    y: <Option<i64> as ::packed_data::Packable>::View<'__packed, __L>,
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Record for Point {
    type FieldList = (i64, (Option<i64>, ()));
    type ViewFields<'__packed, __L: ::packed_data::Access> = PointView<'__packed, __L>;
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
        PointView {
            x: __field0,
            y: __field1,
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__packed, __L: ::packed_data::Access> ::core::fmt::Debug
for PointView<'__packed, __L> {
    fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let __names = <Point as ::packed_data::shape::Named>::NAMES;
        match self {
            Self { x: __field0, y: __field1 } => {
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
impl ::packed_data::shape::Named for Point {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Point",
        constructors: &[
            ::packed_data::Constructor {
                name: "",
                fields: &["x", "y"],
            },
        ],
    };
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Packable for Point {
    type As = Self;
    type Shape = ::packed_data::shape::Struct<Self, (i64, (Option<i64>, ()))>;
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
            Self { x: __field0, y: __field1 } => {
                ::packed_data::Needs::fields(__needs).put_as(__field0).put_last(__field1)
            }
        }
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl<'__de> ::packed_data::Unpack<'__de> for Point {
    const IS_FLAT: ::core::primitive::bool = true
        && <i64 as ::packed_data::Unpack<'__de>>::IS_FLAT
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
        let (__field0, __fields) = __fields.unpack_flat::<i64>();
        let (__field1, __fields) = __fields.unpack_flat::<Option<i64>>();
        __fields.done(Self { x: __field0, y: __field1 })
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
        let (__field0, __fields) = match __fields.unpack::<i64>(__levels) {
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
        ::core::result::Result::Ok(__fields.done(Self { x: __field0, y: __field1 }))
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
            i64,
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
        ::core::result::Result::Ok(Self { x: __field0, y: __field1 })
    }
}
#[automatically_derived]
#[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
#[allow(single_use_lifetimes, unused_qualifications)]
#[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
impl ::packed_data::Lookup<Self> for Point {
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
impl Point {
    ///Starts a packed `Point`. Returns its fields, to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_point<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (i64, (Option<i64>, ())), __L> {
        ::packed_data::Needs::fields(__needs)
    }
    ///Writes a packed `Point` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_point<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        x: &<i64 as ::packed_data::Packable>::As,
        y: &<Option<i64> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        ::packed_data::Needs::fields(__needs).put(x).put(y).done()
    }
}
///The names of the fields of a packed [`Point`].
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
pub struct PointNames {
    pub x: ::packed_data::shape::StructField<
        Point,
        ::packed_data::__private::InGroup<0usize>,
    >,
    y: ::packed_data::shape::StructField<
        Point,
        ::packed_data::__private::InGroup<1usize>,
    >,
}
