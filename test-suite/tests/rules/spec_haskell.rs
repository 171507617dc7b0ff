//! The tables of the book's page on the layouts of Haskell libraries: every row is checked, and none is missing.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::f64;

use packed_data::layout::haskell::{
    Binary, Cereal, PackedData, PackedDataFieldSizes, PackedDataSkipLast, Serialise, Store, Vector,
};
use test_suite::haskell::{Direction, Person, Rose, SomeData, T, Tree, Unit};
use test_suite::tables::{Row, assert_page_has, row, rows_of_page};

/// Rows written in Rust: the layout, then types with their values.
macro_rules! rows {
    ($($L:ident { $($T:ty => $($value:expr),+;)+ })+) => {
        vec![$($($(row::<$T, $L>(stringify!($L), stringify!($T), stringify!($value), &$value)),+),+),+]
    };
}

fn rows() -> Vec<Row> {
    rows! {
        Binary {
            u8 => 24;
            i8 => -25;
            u64 => 65_536;
            i64 => -257, 1_000_000;
            bool => true;
            char => 'a', 'λ';
            f32 => 1.5;
            f64 => 0.0, 0.1, f64::NEG_INFINITY, -0.0, -4.1;
            () => ();
            Option<i64> => None, Some(-5);
            Result<i64, bool> => Ok(7), Err(true);
            (i64, bool) => (1, true);
            Vec<i64> => vec![], vec![1, 2, 3];
            Vec<Vec<i64>> => vec![vec![1, 2], vec![], vec![3]];
            Vec<char> => "é".chars().collect();
            Vec<u8> => vec![1, 2, 3, 4];
            BTreeMap<i64, i64> => BTreeMap::from([(3, 4), (1, 2)]);
            BTreeSet<i8> => BTreeSet::from([2, -1]);
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            T<Vec<char>> => T::C1(i64::MIN, i64::MAX), T::C2("hi".chars().collect()), T::C3;
            Person<Vec<char>> =>
                Person { name: "λ".chars().collect(), age: 255, email: Some("".chars().collect()), scores: vec![0] };
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            String => "héllo λ € 😀".to_string();
            Ordering => Ordering::Less;
        }
        Cereal {
            u8 => 24;
            i8 => -25;
            u64 => 65_536;
            i64 => -257, 1_000_000;
            bool => true;
            char => 'a', 'λ';
            f32 => 1.5;
            f64 => 0.0, 0.1, f64::NEG_INFINITY, -0.0;
            () => ();
            Option<i64> => None, Some(-5);
            Result<i64, bool> => Ok(7), Err(true);
            (i64, bool) => (1, true);
            Vec<i64> => vec![], vec![1, 2, 3];
            Vec<Vec<i64>> => vec![vec![1, 2], vec![], vec![3]];
            Vec<char> => "é".chars().collect();
            Vec<u8> => vec![1, 2, 3, 4];
            BTreeMap<i64, i64> => BTreeMap::from([(3, 4), (1, 2)]);
            BTreeSet<i8> => BTreeSet::from([2, -1]);
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            T<Vec<char>> => T::C1(i64::MIN, i64::MAX), T::C2("hi".chars().collect()), T::C3;
            Person<Vec<char>> =>
                Person { name: "λ".chars().collect(), age: 255, email: Some("".chars().collect()), scores: vec![0] };
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Ordering => Ordering::Less;
        }
        Store {
            u8 => 24;
            i8 => -25;
            u64 => 65_536;
            i64 => -257, 1_000_000;
            bool => true;
            char => 'a', 'λ';
            f32 => 1.5;
            f64 => 0.0, 0.1, f64::NEG_INFINITY, -0.0;
            () => ();
            Option<i64> => None, Some(-5);
            Result<i64, bool> => Ok(7), Err(true);
            (i64, bool) => (1, true);
            Vec<i64> => vec![], vec![1, 2, 3];
            Vec<Vec<i64>> => vec![vec![1, 2], vec![], vec![3]];
            Vec<char> => "é".chars().collect();
            Vec<u8> => vec![1, 2, 3, 4];
            BTreeMap<i64, i64> => BTreeMap::from([(3, 4), (1, 2)]);
            BTreeSet<i8> => BTreeSet::from([2, -1]);
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            T<Vec<char>> => T::C1(i64::MIN, i64::MAX), T::C2("hi".chars().collect()), T::C3;
            Person<Vec<char>> =>
                Person { name: "λ".chars().collect(), age: 255, email: Some("".chars().collect()), scores: vec![0] };
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Vec<u16> => "héllo λ € 😀".encode_utf16().collect();
        }
        Serialise {
            u8 => 24;
            i8 => -25;
            u64 => 65_536;
            i64 => -257, 1_000_000;
            bool => true;
            char => 'a', 'λ', '\u{FFFD}', '\u{10FFFF}';
            f32 => 1.5;
            f64 => 0.0, 0.1, f64::NEG_INFINITY, f64::NAN;
            () => ();
            Option<i64> => None, Some(-5);
            Result<i64, bool> => Ok(7), Err(true);
            (i64, bool) => (1, true);
            Vec<i64> => vec![], vec![1, 2, 3];
            Vec<Vec<i64>> => vec![vec![1, 2], vec![], vec![3]];
            String => "é".to_string();
            Vec<u8> => vec![1, 2, 3, 4];
            BTreeMap<i64, i64> => BTreeMap::from([(3, 4), (1, 2)]);
            BTreeSet<i8> => BTreeSet::from([2, -1]);
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            T<String> => T::C1(i64::MIN, i64::MAX), T::C2("hi".to_string()), T::C3;
            Person<String> => Person { name: "λ".to_string(), age: 255, email: Some("".to_string()), scores: vec![0] };
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Vector<i64> => Vector(vec![]), Vector(vec![1, 2, 3]);
            Ordering => Ordering::Less;
        }
        PackedData {
            bool => true;
            char => 'λ';
            f64 => 0.1;
            Option<u8> => None, Some(7);
            Result<u8, u16> => Err(7);
            Vec<u8> => vec![1, 2];
            Vec<char> => "hi".chars().collect();
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Rose => Rose(1, vec![Rose(2, vec![])]);
        }
        PackedDataFieldSizes {
            bool => true;
            char => 'λ';
            f64 => 0.1;
            Option<u8> => None, Some(7);
            Result<u8, u16> => Err(7);
            Vec<u8> => vec![1, 2];
            Vec<char> => "hi".chars().collect();
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Rose => Rose(1, vec![Rose(2, vec![])]);
        }
        PackedDataSkipLast {
            bool => true;
            char => 'λ';
            f64 => 0.1;
            Option<u8> => None, Some(7);
            Result<u8, u16> => Err(7);
            Vec<u8> => vec![1, 2];
            Vec<char> => "hi".chars().collect();
            Unit => Unit;
            SomeData => SomeData(42, 7, f64::consts::PI);
            Direction => Direction::Center;
            Tree =>
                Tree::Leaf(-1),
                Tree::Node(
                    Box::new(Tree::Leaf(1)),
                    Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))))
                );
            Rose => Rose(1, vec![Rose(2, vec![])]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_page_has_each_row() {
    assert_page_has("layouts/haskell.md", &rows());
}

#[test]
fn tables_are_found() {
    let page = "# A\n\n| type | value | bytes |\n|---|---|---|\n| `u8` | `7` | `07` |\n\n## B\n\n| type | value | bytes |\n|---|---|---|\n| `()` | `()` |  |\n\n| x | y | z |\n|---|---|---|\n| d | e | f |\n";
    assert_eq!(rows_of_page(page), [["A", "u8", "7", "07"], ["B", "()", "()", ""]].map(|row| row.map(String::from)));
}
