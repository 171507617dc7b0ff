// #[packable(transparent)] pub struct Meters(f64);

#[automatically_derived]
impl ::packed_data::Packable for Meters {
    type As = <f64 as ::packed_data::Packable>::As;
    type Shape = <f64 as ::packed_data::Packable>::Shape;
    type View<'__packed, __L: ::packed_data::Access> = <f64 as ::packed_data::Packable>::View<
        '__packed,
        __L,
    >;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'__packed, __L: ::packed_data::Access>(
        view: ::packed_data::View<'__packed, <Self as ::packed_data::Packable>::As, __L>,
    ) -> <Self as ::packed_data::Packable>::View<'__packed, __L> {
        <f64 as ::packed_data::Packable>::view(view)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'__value, '__id, __L: ::packed_data::Layout>(
        &'__value self,
        needs: ::packed_data::Needs<'__id, <Self as ::packed_data::Packable>::As, __L>,
    ) -> ::packed_data::Written<'__value, '__id> {
        let Self(__field0) = self;
        <f64 as ::packed_data::Packable>::write(__field0, needs)
    }
}
#[automatically_derived]
impl<'__de> ::packed_data::Unpack<'__de> for Meters {
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
        let done = <f64 as ::packed_data::Unpack<'__de>>::unpack(cursor, levels)?;
        ::core::result::Result::Ok(done.map(|__field0| Self(__field0)))
    }
}
