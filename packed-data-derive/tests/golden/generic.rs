// #[packable(crate = "wire")]
// pub struct Record<'a, T: Clone, const N: usize = 2> where T: Named { name: &'a str, values: [T; N], id: T::Id }

///The views of the fields of a packed [`Record`].
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
pub struct RecordView<'__packed, 'a, T: Clone, const N: usize, __L: wire::Access>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    name: <&'a str as wire::Packable>::View<'__packed, __L>,
    values: <[T; N] as wire::Packable>::View<'__packed, __L>,
    id: <T::Id as wire::Packable>::View<'__packed, __L>,
}
#[automatically_derived]
impl<'a, T: Clone, const N: usize> wire::Record for Record<'a, T, N>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    type Fields = (&'a str, ([T; N], (T::Id, ())));
    type ViewFields<'__packed, __L: wire::Access> = RecordView<'__packed, 'a, T, N, __L>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_fields<'__packed, __L: wire::Access>(
        parts: wire::view::Parts<'__packed, <Self as wire::Record>::Fields, __L>,
    ) -> <Self as wire::Record>::ViewFields<'__packed, __L> {
        let (__field0, parts) = parts.next();
        let (__field1, parts) = parts.next();
        let __field2 = parts.last();
        RecordView {
            name: __field0,
            values: __field1,
            id: __field2,
        }
    }
}
#[automatically_derived]
impl<'a, T: Clone, const N: usize> wire::shape::Named for Record<'a, T, N>
where
    T: Named,
{
    const NAMES: &'static wire::Names = &wire::Names {
        name: "Record",
        constructors: &[
            wire::Constructor {
                name: "",
                fields: &["name", "values", "id"],
            },
        ],
    };
}
#[automatically_derived]
impl<'a, T: Clone, const N: usize> wire::Packable for Record<'a, T, N>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    type As = Self;
    type Shape = wire::shape::Struct<Self, (&'a str, ([T; N], (T::Id, ())))>;
    type View<'__packed, __L: wire::Access> = wire::View<'__packed, Self, __L>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'__packed, __L: wire::Access>(
        view: wire::View<'__packed, Self, __L>,
    ) -> <Self as wire::Packable>::View<'__packed, __L> {
        view
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'__value, '__id, __L: wire::Layout>(
        &'__value self,
        needs: wire::Needs<'__id, Self, __L>,
    ) -> wire::Written<'__value, '__id> {
        match self {
            Self { name: __field0, values: __field1, id: __field2 } => {
                wire::Needs::fields(needs)
                    .put_as(__field0)
                    .put_as(__field1)
                    .put_last(__field2)
            }
        }
    }
}
#[automatically_derived]
impl<'__de: 'a, 'a, T: Clone, const N: usize> wire::Unpack<'__de> for Record<'a, T, N>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
    T: wire::Unpack<'__de>,
    T::Id: wire::Unpack<'__de>,
{
    #[inline]
    fn unpack<'__id, __L: wire::Layout>(
        cursor: wire::Cursor<'__de, '__id, <Self as wire::Packable>::As, __L>,
        levels: wire::Levels,
    ) -> ::core::result::Result<wire::Done<'__id, Self, __L>, wire::TooDeep> {
        let fields = cursor.fields();
        let (__field0, fields) = fields.unpack::<&'a str>(levels)?;
        let (__field1, fields) = fields.unpack::<[T; N]>(levels)?;
        let (__field2, fields) = fields.unpack::<T::Id>(levels)?;
        ::core::result::Result::Ok(
            fields
                .done(Self {
                    name: __field0,
                    values: __field1,
                    id: __field2,
                }),
        )
    }
}
///Building it packed, constructor by constructor.
#[allow(dead_code, deprecated, missing_docs, private_bounds, private_interfaces)]
#[allow(non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic)]
impl<'a, T: Clone, const N: usize> Record<'a, T, N>
where
    T: Named,
    T: wire::Packable,
    T::Id: wire::Packable,
{
    ///Begins a packed `Record`: its fields are to be filled in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_record<'__id, __L: wire::Layout>(
        needs: wire::Needs<'__id, Self, __L>,
    ) -> wire::NeedsFields<'__id, (&'a str, ([T; N], (T::Id, ()))), __L> {
        wire::Needs::fields(needs)
    }
    ///Writes a packed `Record` with these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_record<'__id, __L: wire::Layout>(
        __needs: wire::Needs<'__id, Self, __L>,
        name: &<&'a str as wire::Packable>::As,
        values: &<[T; N] as wire::Packable>::As,
        id: &<T::Id as wire::Packable>::As,
    ) -> wire::Filled<'__id> {
        Self::start_record(__needs).put(name).put(values).put(id).done()
    }
}
