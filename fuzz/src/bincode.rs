//! The layouts of bincode beside the real crates: values in both directions, and bytes from outside.

use arbitrary::{Arbitrary, Unstructured};
use packed_data::Limits;
use packed_data::layout::bincode::{Legacy, Standard};

use crate::{Case, noise};

#[path = "../../test-suite/tests/bincode/both.rs"]
#[allow(dead_code, reason = "the tests call more of it")]
mod both;
#[path = "../../test-suite/tests/bincode/shapes.rs"]
#[allow(dead_code, reason = "the tests have more types")]
mod shapes;

use both::{Both, agree, judge, packed};
use shapes::{Choices, Command, Hashed, Numbers, Scalars, Sequences, Sorted, Tree};

/// Returns the check: the first byte of an input chooses the shape, and whether the others are the bytes of a value in
/// one of the two layouts, or make a value.
pub fn bincode() -> Case {
    Case { name: "bincode", seeds, run: check }
}

/// What is done with one shape.
#[derive(Clone, Copy)]
struct Shape {
    /// Compares what both sides make of bytes.
    judge: [fn(&[u8]); 2],
    /// Compares how both sides write and read the value that bytes make.
    agree: fn(&[u8]),
    /// Returns the bytes of a value that is made of these bytes, in each layout.
    pack: fn(&[u8]) -> [Vec<u8>; 2],
}

impl Shape {
    fn of<T: Both + for<'a> Arbitrary<'a>>() -> Self {
        Self {
            judge: [
                |bytes| drop(judge::<T, Legacy>(bytes, &Limits::DEFAULT)),
                |bytes| drop(judge::<T, Standard>(bytes, &Limits::DEFAULT)),
            ],
            agree: |bytes| {
                if let Ok(value) = T::arbitrary(&mut Unstructured::new(bytes)) {
                    agree::<T, Legacy>(&value);
                    agree::<T, Standard>(&value);
                }
            },
            pack: |bytes| match T::arbitrary(&mut Unstructured::new(bytes)) {
                Ok(value) => [packed::<T, Legacy>(&value), packed::<T, Standard>(&value)],
                Err(_) => [vec![], vec![]],
            },
        }
    }

    fn all() -> [Self; 8] {
        [
            Self::of::<Numbers>(),
            Self::of::<Scalars>(),
            Self::of::<Command>(),
            Self::of::<Tree>(),
            Self::of::<Sequences>(),
            Self::of::<Choices>(),
            Self::of::<Sorted>(),
            Self::of::<Hashed>(),
        ]
    }
}

fn check(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else { return };
    let shapes = Shape::all();
    let choice = usize::from(*choice);
    let shape = shapes[choice / 3 % shapes.len()];
    match choice % 3 {
        2 => (shape.agree)(bytes),
        layout => (shape.judge[layout])(bytes),
    }
}

/// Returns one seed for each shape and each way.
fn seeds() -> Vec<Vec<u8>> {
    let of = |shape: Shape| {
        let made = noise(64);
        let [legacy, standard] = (shape.pack)(&made);
        [legacy, standard, made]
    };
    Shape::all().into_iter().flat_map(of).collect()
}
