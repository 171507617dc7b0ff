//! Values that nest: the sizes before their fields, and the limits within which they are built.

use packed_data::{Compact, Cursor, Done, Filled, Indexed, Layout, Limits, Needs, Packable, Packed};

#[derive(Clone, Debug, PartialEq, Packable)]
enum Text {
    Leaf(String),
    Node(Box<Text>, Box<Text>),
}

/// Copies a text with leaves of another length.
fn stretch<'i, 'o, L: Layout>(
    text: Cursor<'_, 'i, Text, L>,
    needs: Needs<'o, Text, L>,
    leaf: &str,
) -> Done<'i, Filled<'o>, L> {
    match text.transform(needs) {
        TextTransform::Leaf(fields) => fields.replace(leaf).done(),
        TextTransform::Node(fields) => {
            fields.map(|left, needs| stretch(left, needs, leaf)).map(|right, needs| stretch(right, needs, leaf)).done()
        }
    }
}

/// In a transform, as many bytes are reserved for a size as it takes in the source. Sizes may become wider or narrower.
#[test]
fn sizes_change_their_width() {
    fn check<L: Layout>() {
        let lengths: &[usize] = if cfg!(miri) { &[0, 300] } else { &[0, 100, 300, 40_000, 70_000] };
        let node = |left: Text, right: Text| Text::Node(Box::new(left), Box::new(right));
        for (from, to) in lengths.iter().flat_map(|from| lengths.iter().map(move |to| (*from, *to))) {
            let text = |length| {
                let leaf = Text::Leaf("x".repeat(length));
                node(node(leaf.clone(), node(leaf.clone(), leaf.clone())), node(leaf.clone(), leaf))
            };
            let packed = Packed::<Text, L>::pack(&text(from));
            let stretched = packed.transform::<Text>(|text, needs| stretch(text, needs, &"x".repeat(to)));
            assert_eq!(stretched, Packed::pack(&text(to)), "from {from} to {to}");
        }
    }
    check::<Compact>();
    check::<Indexed>();
}

/// A type whose levels take little stack.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Small {
    End,
    Next(Box<Small>, u8),
    Large(Box<Large>, u8),
}

/// A type whose levels take much.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Large {
    Numbers([u64; 100]),
    Next(Box<Small>, [u64; 100]),
}

/// Most levels are not compared with the limits one by one: the result must be the same as if they were.
#[test]
fn within_each_limit_what_is_built_is_valid() {
    let next = |small| Small::Next(Box::new(small), 1);
    let large = |small| Small::Large(Box::new(Large::Next(Box::new(small), [2; 100])), 3);
    let values = [
        (0..6).fold(Small::End, |value, _| next(value)),
        next(next(large(next(next(Small::End))))),
        large(large(next(next(next(Small::Large(Box::new(Large::Numbers([4; 100])), 5)))))),
    ];
    for value in &values {
        let packed = Packed::<Small>::pack(value);
        let agrees = |limits: &Limits| {
            let is_built = Packed::<Small>::with_limits(limits).build(|needs| needs.put(value)).is_ok();
            let is_valid = Packed::<Small>::with_limits(limits).from_bytes(packed.as_bytes()).is_ok();
            assert_eq!(is_built, is_valid, "{limits:?}");
            is_built
        };
        let step = if cfg!(miri) { 4001 } else { 61 };
        let most = (0..100_000).step_by(step).filter(|stack| agrees(&Limits { stack: *stack, ..Limits::DEFAULT }));
        assert!(most.count() > 1);
        assert!((0..20).filter(|depth| agrees(&Limits { depth: *depth, ..Limits::DEFAULT })).count() > 1);
    }
}
