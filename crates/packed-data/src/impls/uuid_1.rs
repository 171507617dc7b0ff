//! The crate `uuid`, version 1: a `Uuid` is packed as its sixteen bytes, in the order of its written form.

use core::cmp::Ordering;
use core::fmt::Display;

use uuid::Uuid;

use super::values::{bytes_of, octets, values};
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Schema, Shape, Show};
use crate::view::{Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

values! {
    Uuid as [u8; 16]: |uuid| *uuid.as_bytes(), |array| Uuid::from_bytes(octets(array)),
        shown: |scalars, f| Display::fmt(&Uuid::from_bytes(bytes_of(scalars)), f);
}
