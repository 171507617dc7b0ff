//! The tables of the book's page on the layouts of bincode: every row is checked, beside the real crates too.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU16;
use std::time::Duration;

use packed_data::layout::bincode::{Legacy, Standard};
use test_suite::tables::{Row, assert_page_has, row};

use crate::both::{BincodeLayout, Both, agree_exactly};
use crate::shapes::{Command, Direction, Newtype, Single, Tree, Unit};

fn checked<T: Both, L: BincodeLayout>(layout: &str, ty: &str, value: &str, of: T) -> Row {
    agree_exactly::<T, L>(&of);
    row::<T, L>(layout, ty, value, &of)
}

/// Rows written in Rust: types with their values.
macro_rules! rows {
    ($L:ident $layout:ident: $($T:ty => $($value:expr),+;)+) => {
        vec![$($(checked::<$T, $L>($layout, stringify!($T), stringify!($value), $value)),+),+]
    };
}

fn rows<L: BincodeLayout>(layout: &str) -> Vec<Row> {
    rows! { L layout:
        u8 => 24, 255;
        i8 => -25;
        u16 => 250, 251, 65_535;
        u32 => 65_536;
        u64 => 1_000_000, u64::MAX;
        u128 => 1 << 64;
        usize => 7;
        i16 => -1, 1, -126, 300;
        i64 => -257, i64::MIN;
        f32 => 1.5;
        f64 => 0.1, -0.0;
        bool => true;
        char => 'a', 'λ', '😀';
        NonZeroU16 => NonZeroU16::MIN;
        Duration => Duration::new(300, 500_000_000);
        () => ();
        (u8, i64) => (1, -1);
        [u16; 2] => [1, 300];
        String => String::new(), "é".to_string();
        Vec<u8> => vec![1, 2, 3];
        Vec<u16> => vec![], vec![1, 300];
        Option<u32> => None, Some(5);
        Result<u16, bool> => Ok(7), Err(true);
        BTreeMap<u16, String> => BTreeMap::from([(300, "b".to_string()), (1, "a".to_string())]);
        BTreeSet<i8> => BTreeSet::from([2, -1]);
        IpAddr => IpAddr::V4(Ipv4Addr::LOCALHOST);
        Unit => Unit;
        Newtype => Newtype(5);
        Single => Single::Only(7);
        Direction => Direction::East;
        Command =>
            Command::Stop,
            Command::Turn(Direction::East),
            Command::Move(-300, 1_000_000),
            Command::Say { text: "hi".to_string(), to: None };
        Tree => Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-1)));
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn the_page_has_each_row() {
    let known = [rows::<Legacy>("Legacy"), rows::<Standard>("Standard")].concat();
    assert_page_has("layouts/bincode.md", &known);
}
