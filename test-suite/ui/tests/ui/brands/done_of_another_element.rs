//! The proof for one element of a sequence is returned for the next one.

use packed_data::{Cursor, Done, Layout};

fn stuck<'id, L: Layout>(words: Cursor<'_, 'id, [String], L>) -> Done<'id, (), L> {
    let mut words = words.items();
    let mut first = None;
    words.next(|word| {
        first = Some(word.skip());
        word.skip()
    });
    words.next(|_word| first.unwrap());
    words.done(())
}

fn main() {}
