//! Values that nest: the sizes before their fields.

use packed_data::{Compact, Cursor, Done, Filled, Indexed, Layout, Needs, Packable, Packed};

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
