// pub struct Point { pub x: i64, y: Option<i64> }

///The views of the fields of a packed [`Point`].
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
pub struct PointView<'__packed, __L: ::packed_data::Access> {
    pub x: <i64 as ::packed_data::Packable>::View<'__packed, __L>,
    y: <Option<i64> as ::packed_data::Packable>::View<'__packed, __L>,
}
#[automatically_derived]
impl ::packed_data::Record for Point {
    type Fields = (i64, (Option<i64>, ()));
    type ViewFields<'__packed, __L: ::packed_data::Access> = PointView<'__packed, __L>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_fields<'__packed, __L: ::packed_data::Access>(
        parts: ::packed_data::view::Parts<
            '__packed,
            <Self as ::packed_data::Record>::Fields,
            __L,
        >,
    ) -> <Self as ::packed_data::Record>::ViewFields<'__packed, __L> {
        let (__field0, parts) = parts.next();
        let __field1 = parts.last();
        PointView {
            x: __field0,
            y: __field1,
        }
    }
}
#[automatically_derived]
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
            Self { x: __field0, y: __field1 } => {
                ::packed_data::Needs::fields(needs).put_as(__field0).put_last(__field1)
            }
        }
    }
}
#[automatically_derived]
impl<'__de> ::packed_data::Unpack<'__de> for Point {
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
        let fields = cursor.fields();
        let (__field0, fields) = fields.unpack::<i64>(levels)?;
        let (__field1, fields) = fields.unpack::<Option<i64>>(levels)?;
        ::core::result::Result::Ok(fields.done(Self { x: __field0, y: __field1 }))
    }
}
///Building it packed, constructor by constructor.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
impl Point {
    ///Begins a packed `Point`: its fields are to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_point<'__id, __L: ::packed_data::Layout>(
        needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (i64, (Option<i64>, ())), __L> {
        ::packed_data::Needs::fields(needs)
    }
    ///Writes a packed `Point` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_point<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
        x: &<i64 as ::packed_data::Packable>::As,
        y: &<Option<i64> as ::packed_data::Packable>::As,
    ) -> ::packed_data::Filled<'__id> {
        Self::start_point(__needs).put(x).put(y).done()
    }
}
