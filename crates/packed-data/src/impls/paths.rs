//! Paths and strings of the operating system, which are packed as a `str`: others than Unicode are refused.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use alloc::boxed::Box;

use crate::build::{Filled, Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

/// Implements packing for a type that is, or dereferences to, a `$Borrowed`.
macro_rules! paths {
    ($($Path:ty as $Borrowed:ty, $message:literal);+ $(;)?) => {$(
        impl Packable for $Path {
            type As = str;
            type Shape = <str as Packable>::Shape;
            type View<'a, L: Access> = &'a $Borrowed;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, str, L>) -> &'a $Borrowed {
                <$Borrowed>::new(<str as Packable>::view(view))
            }

            // (The bytes of other paths mean something on one kind of operating system only.)
            #[inline]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, str, L>) -> Written<'v, 'id> {
                let borrowed: &$Borrowed = value;
                match borrowed.to_str() {
                    Some(text) => str::write(text, needs),
                    None => needs.refuse($message).into(),
                }
            }
        }

        impl Lookup<str> for $Path {
            fn write_key<'id, L: Layout>(&self, needs: Needs<'id, str, L>) -> Filled<'id> {
                needs.put_as(&self)
            }
        }
    )+};
}

paths! {
    Path as Path, "a path is not Unicode";
    PathBuf as Path, "a path is not Unicode";
    OsStr as OsStr, "a string of the operating system is not Unicode";
    OsString as OsStr, "a string of the operating system is not Unicode";
}

/// Implements unpacking from a `str`.
macro_rules! unpacked {
    ($($T:ty: |$text:ident| $from:expr);+ $(;)?) => {$(
        impl<'a> Unpack<'a> for $T {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, str, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(<&'a str as Unpack<'a>>::unpack(cursor, levels)?.map(|$text| $from))
            }
        }
    )+};
}

unpacked! {
    PathBuf: |text| Self::from(text);
    OsString: |text| Self::from(text);
    &'a Path: |text| Path::new(text);
    &'a OsStr: |text| OsStr::new(text);
    Box<Path>: |text| PathBuf::from(text).into_boxed_path();
    Box<OsStr>: |text| OsString::from(text).into_boxed_os_str();
}
