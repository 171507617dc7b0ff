// struct Unit;

#[automatically_derived]
impl ::packed_data::shape::Named for Unit {
    const NAMES: &'static ::packed_data::Names = &::packed_data::Names {
        name: "Unit",
        constructors: &[
            ::packed_data::Constructor {
                name: "",
                fields: &[],
            },
        ],
    };
}
#[automatically_derived]
impl ::packed_data::Packable for Unit {
    type As = Self;
    type Shape = ::packed_data::shape::Struct<Self, ()>;
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
            Self => ::packed_data::Needs::fields(needs).done().into(),
        }
    }
}
#[automatically_derived]
impl<'__de> ::packed_data::Unpack<'__de> for Unit {
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
        ::core::result::Result::Ok(fields.done(Self))
    }
}
///Building it packed, constructor by constructor.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
impl Unit {
    ///Begins a packed `Unit`: its fields are to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_unit<'__id, __L: ::packed_data::Layout>(
        needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::NeedsFields<'__id, (), __L> {
        ::packed_data::Needs::fields(needs)
    }
    ///Writes a packed `Unit` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_unit<'__id, __L: ::packed_data::Layout>(
        __needs: ::packed_data::Needs<'__id, Self, __L>,
    ) -> ::packed_data::Filled<'__id> {
        Self::start_unit(__needs).done()
    }
}
