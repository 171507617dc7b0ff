//! The crate `uuid`, version 1: packed as sixteen bytes, in the order in which they are written out.

use core::cmp::Ordering;

use uuid::Uuid;

use super::values::{octets, values};
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::levels::{Levels, TooDeep};
use crate::packable::{Packable, Unpack};
use crate::view::{Lookup, View};

values!(Uuid as [u8; 16]: |uuid| *uuid.as_bytes(), |array| Uuid::from_bytes(octets(array)));
