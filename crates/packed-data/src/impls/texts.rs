//! Strings of other crates, which are packed as a `str`: the macro.

/// Implements everything for a type of strings, of which every `str` is one.
macro_rules! texts {
    ($($(#[$doc:meta])* $Text:ty),+ $(,)?) => {$(
        $(#[$doc])*
        impl $crate::Packable for $Text {
            type As = str;
            type Shape = <str as $crate::Packable>::Shape;
            type View<'a, L: $crate::Access> = &'a str;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: $crate::Access>(view: $crate::View<'a, str, L>) -> &'a str {
                <str as $crate::Packable>::view(view)
            }

            #[inline]
            fn write<'v, 'id, L: $crate::Layout>(
                value: &'v Self,
                needs: $crate::Needs<'id, str, L>,
            ) -> $crate::build::Written<'v, 'id> {
                $crate::Packable::write(value.as_str(), needs)
            }
        }

        impl<'a> $crate::Unpack<'a> for $Text {
            #[inline]
            fn unpack<'id, L: $crate::Layout>(
                cursor: $crate::Cursor<'a, 'id, str, L>,
                _: $crate::Levels,
            ) -> Result<$crate::Done<'id, Self, L>, $crate::TooDeep> {
                Ok(cursor.read().map(|text| {
                    $crate::wire::steps::count_bytes(text.len());
                    Self::from(text)
                }))
            }
        }

        impl $crate::view::ReadDefault for $Text {
            #[inline]
            fn absent<'a, L: $crate::Layout>() -> <str as $crate::view::Read>::Value<'a, L> {
                ""
            }
        }

        impl $crate::view::Lookup<str> for $Text {
            $crate::impls::lookup::lookup_as!(str, |text| *text.as_str(), str);
        }
    )+};
}

pub(super) use texts;
