//! Cells, atomics and locks are packed as what they contain, and a cell that is set once as an optional value.

use core::cell::{Cell, OnceCell, RefCell};
use core::sync::atomic::Ordering::Relaxed;
#[cfg(target_has_atomic = "8")]
use core::sync::atomic::{AtomicBool, AtomicI8, AtomicU8};
#[cfg(target_has_atomic = "16")]
use core::sync::atomic::{AtomicI16, AtomicU16};
#[cfg(target_has_atomic = "32")]
use core::sync::atomic::{AtomicI32, AtomicU32};
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::{AtomicI64, AtomicU64};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicIsize, AtomicUsize};
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, RwLock};

use crate::build::{Filled, Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Schema;
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a type that is packed as `$Packed`. The first function writes a value, the second makes
/// one of what was unpacked.
macro_rules! cells {
    ($([$($parameters:tt)*] $Cell:ty as $Packed:ty where [$($unpacked:tt)*]:
        |$cell:ident, $needs:ident| $write:expr, |$value:ident| $from:expr);+ $(;)?) => {$(
        impl<$($parameters)*> Packable for $Cell {
            type As = <$Packed as Packable>::As;
            type Shape = <$Packed as Packable>::Shape;
            type View<'a, L: Access> = <$Packed as Packable>::View<'a, L>;

            fn packed_schema() -> &'static Schema {
                <$Packed as Packable>::packed_schema()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
                <$Packed as Packable>::view(view)
            }

            // (All is written at once, because what is borrowed from the cell must be given back.)
            #[inline]
            fn write<'v, 'id, L: Layout>($cell: &'v Self, $needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
                $write.into()
            }
        }

        impl<'a, $($parameters)*> Unpack<'a> for $Cell
        where
            $($unpacked)*
        {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(<$Packed as Unpack<'a>>::unpack(cursor, levels)?.map(|$value| $from))
            }
        }
    )+};
}

/// Writes an optional value.
fn put_optional<'id, T: Packable, L: Layout>(value: Option<&T>, needs: Needs<'id, Option<T>, L>) -> Filled<'id> {
    match value {
        Some(value) => needs.start_some().put_as(value).done(),
        None => needs.start_none().done(),
    }
}

cells! {
    [T: Packable + Copy] Cell<T> as T where [T: Unpack<'a>]:
        |cell, needs| needs.put_as(&cell.get()), |value| Cell::new(value);
    [T: Packable] RefCell<T> as T where [T: Unpack<'a>]:
        |cell, needs| match cell.try_borrow() {
            Ok(value) => needs.put_as(&*value),
            Err(_) => needs.refuse("a `RefCell` is borrowed mutably"),
        },
        |value| RefCell::new(value);
    [T: Packable] OnceCell<T> as Option<T> where [T: Unpack<'a>]:
        |cell, needs| put_optional(cell.get(), needs),
        |value| value.map_or_else(OnceCell::new, OnceCell::from);
}

#[cfg(feature = "std")]
cells! {
    [T: Packable] OnceLock<T> as Option<T> where [T: Unpack<'a>]:
        |cell, needs| put_optional(cell.get(), needs),
        |value| value.map_or_else(OnceLock::new, OnceLock::from);
    [T: Packable] Mutex<T> as T where [T: Unpack<'a>]:
        |mutex, needs| match mutex.lock() {
            Ok(value) => needs.put_as(&*value),
            Err(_) => needs.refuse("a mutex is poisoned"),
        },
        |value| Mutex::new(value);
    [T: Packable] RwLock<T> as T where [T: Unpack<'a>]:
        |lock, needs| match lock.read() {
            Ok(value) => needs.put_as(&*value),
            Err(_) => needs.refuse("a lock is poisoned"),
        },
        |value| RwLock::new(value);
}

/// Implements everything for atomics, whose values are loaded without an order.
macro_rules! atomics {
    ($($width:literal: $($Atomic:ident as $T:ty),+;)+) => {$(
        #[cfg(target_has_atomic = $width)]
        cells! {
            $([] $Atomic as $T where []: |cell, needs| needs.put_as(&cell.load(Relaxed)), |value| $Atomic::new(value));+
        }
    )+};
}

atomics! {
    "8": AtomicBool as bool, AtomicU8 as u8, AtomicI8 as i8;
    "16": AtomicU16 as u16, AtomicI16 as i16;
    "32": AtomicU32 as u32, AtomicI32 as i32;
    "64": AtomicU64 as u64, AtomicI64 as i64;
    "ptr": AtomicUsize as usize, AtomicIsize as isize;
}
