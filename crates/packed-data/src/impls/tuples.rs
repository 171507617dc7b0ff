//! Tuples: structs whose fields have no names.

use crate::build::{Needs, Written};
use crate::cursor::incoming::{Incoming, is_taken_apart};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Named, Struct, Style};
use crate::view::{FieldViews, Record, View};
use crate::wire::checker::Failed;
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a tuple. The last field is separated from those before it.
macro_rules! tuple {
    ($name:literal, $($T:ident $t:ident)* ; $Last:ident $last:ident) => {
        impl<$($T,)* $Last> Named for ($($T,)* $Last,) {
            const NAMES: &'static Names =
                &Names { name: $name, constructors: &[Constructor { name: "", fields: &[] }] };
            const STYLE: Style = Style::Tuple;
        }

        impl<$($T: Packable,)* $Last: Packable> Packable for ($($T,)* $Last,) {
            type As = Self;
            type Shape = Struct<Self, list!($($T)* $Last)>;
            type View<'a, L: Access> = ($(L::Part<'a, $T>,)* L::Part<'a, $Last>,);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
                let Ok(fields) = Self::view_fields(view.parts());
                fields
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
                let ($($t,)* $last,) = value;
                needs.fields()$(.put_as($t))*.put_last($last)
            }
        }

        impl<$($T: Packable,)* $Last: Packable> Record for ($($T,)* $Last,) {
            type FieldList = list!($($T)* $Last);
            type ViewFields<'a, L: AnyAccess> = ($(L::Part<'a, $T>,)* L::Part<'a, $Last>,);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view_fields<'a, L: AnyAccess>(
                parts: FieldViews<'a, Self::FieldList, L>,
            ) -> Result<Self::ViewFields<'a, L>, L::Error> {
                $(let ($t, parts) = parts.next()?;)*
                Ok(($($t,)* parts.last()?,))
            }
        }

        impl<'a, $($T: Unpack<'a>,)* $Last: Unpack<'a>> Unpack<'a> for ($($T,)* $Last,) {
            const IS_FLAT: bool = $($T::IS_FLAT &&)* $Last::IS_FLAT;

            #[inline]
            fn unpack_flat<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>) -> Done<'id, Self, L> {
                let fields = cursor.fields();
                $(let ($t, fields) = fields.unpack_flat();)*
                let ($last, fields) = fields.unpack_flat();
                fields.done(($($t,)* $last,))
            }

            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                let fields = cursor.fields();
                $(let ($t, fields) = fields.unpack(levels)?;)*
                let ($last, fields) = fields.unpack(levels)?;
                Ok(fields.done(($($t,)* $last,)))
            }

            #[inline]
            fn unpack_incoming<L: Layout>(
                mut incoming: Incoming<'_, '_, 'a, L>,
                levels: Levels,
            ) -> Result<Self, Failed> {
                if const { !is_taken_apart::<Self, L>() } {
                    return incoming.whole(levels);
                }
                $(let $t = incoming.field(levels)?;)*
                let $last = incoming.field(levels)?;
                Ok(($($t,)* $last,))
            }
        }
    };
}

/// Expands to the type-level list of fields.
macro_rules! list {
    () => { () };
    ($T:ident $($rest:ident)*) => { ($T, list!($($rest)*)) };
}

tuple!("(_,)", ; A a);
tuple!("(_, _)", A a; B b);
tuple!("(_, _, _)", A a B b; C c);
tuple!("(_, _, _, _)", A a B b C c; D d);
tuple!("(_, _, _, _, _)", A a B b C c D d; E e);
tuple!("(_, ...; 6)", A a B b C c D d E e; F f);
tuple!("(_, ...; 7)", A a B b C c D d E e F f; G g);
tuple!("(_, ...; 8)", A a B b C c D d E e F f G g; H h);
tuple!("(_, ...; 9)", A a B b C c D d E e F f G g H h; I i);
tuple!("(_, ...; 10)", A a B b C c D d E e F f G g H h I i; J j);
tuple!("(_, ...; 11)", A a B b C c D d E e F f G g H h I i J j; K k);
tuple!("(_, ...; 12)", A a B b C c D d E e F f G g H h I i J j K k; M m);
