//! The tree that is read, folded and built on the book's pages.

use std::ops::Range;

use packed_data::{Compact, Packed};

use super::strip::Strip;
use super::svg::{Canvas, Font};
use super::{declared, shown};

declared! { TREE: pub(super) enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>) } }

/// A tree of two leaves, with the meaning of its bytes.
pub(super) struct Example {
    pub(super) packed: Packed<Tree, Compact>,
    /// The Rust source of the value.
    source: String,
    strip: Strip,
    /// The bytes of the two leaves.
    pub(super) leaves: [Range<usize>; 2],
}

impl Example {
    pub(super) fn new() -> Self {
        let (value, source) = shown!(Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))));
        let packed = Packed::pack(&value);
        let mut strip = Strip::new(packed.as_bytes());
        strip.tag(&[1], "tag 1: Node");
        let leaves = [("first field", 1_i64), ("second field", 2)].map(|(field, number)| {
            strip.span(field, |strip| {
                strip.tag(&[0], "tag 0: Leaf");
                strip.data(&number.to_le_bytes(), format!("{number}, an i64, little-endian"));
            })
        });
        Self { packed, source, strip, leaves }
    }

    /// Returns the range of all bytes.
    pub(super) fn all(&self) -> Range<usize> {
        0..self.packed.as_bytes().len()
    }

    /// Draws the tree and its bytes, and below them an explanation of the steps that follow.
    pub(super) fn draw(&self, explanation: &str) -> Canvas {
        let mut canvas = Canvas::new();
        canvas.line(Font::Code, TREE);
        canvas.line(Font::Code, &self.source);
        canvas.y += 8;
        self.strip.draw(&mut canvas);
        canvas.legend();
        canvas.y += 8;
        canvas.line(Font::Name, explanation);
        canvas
    }
}
