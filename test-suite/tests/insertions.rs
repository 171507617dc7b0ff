//! Sizes, counts and tables that are inserted before what was written, in values that nest so deep that the writer puts
//! the insertions off: the bytes are valid, are those of the value, and do not depend on how it was written.

use std::collections::{BTreeMap, HashMap};
use std::iter;

use packed_data::{Compact, Filled, Indexed, Layout, Limits, Needs, Packable, Packed, build_into};
use test_suite::{TestLayout, over_layouts};

/// Nests in first, middle and last places, in sequences, maps and arrays.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Node {
    Bytes(Vec<u8>),
    List(Vec<Node>),
    Both(Box<Node>, Box<Node>),
    First(Box<Node>, String),
    Middle(u8, Vec<Node>, u16),
    Map(#[packable(leaf)] BTreeMap<u16, Node>),
    Hash(#[packable(leaf)] HashMap<String, Node>),
    Array(#[packable(leaf)] Box<[Node; 3]>),
}

/// Decisions without a pattern, the same in every run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// Sometimes many bytes, mostly few.
    fn bytes(&mut self) -> Vec<u8> {
        let len = match self.below(8) {
            0 => 200 + self.below(200),
            1 => 70_000 * self.below(2),
            _ => self.below(6),
        };
        vec![self.below(256) as u8; len as usize]
    }

    fn leaf(&mut self) -> Node {
        match self.below(4) {
            0 => Node::Middle(3, vec![Node::Bytes(vec![4]), Node::List(vec![Node::Bytes(vec![])])], 5),
            _ => Node::Bytes(self.bytes()),
        }
    }

    /// A few nodes, of which `inner` is one.
    fn around(&mut self, inner: Node) -> Vec<Node> {
        let (before, after) = (self.below(3), self.below(3));
        let mut nodes: Vec<_> = iter::repeat_with(|| self.leaf()).take(before as usize).collect();
        nodes.push(inner);
        nodes.extend(iter::repeat_with(|| self.leaf()).take(after as usize));
        nodes
    }

    /// A node that has `inner` in some place.
    fn wrap(&mut self, inner: Node) -> Node {
        match self.below(9) {
            0 => Node::List(self.around(inner)),
            1 => Node::Both(Box::new(inner), Box::new(self.leaf())),
            2 => Node::Both(Box::new(self.leaf()), Box::new(inner)),
            3 => Node::First(Box::new(inner), "last".into()),
            4 => Node::Middle(1, self.around(inner), 2),
            5 => Node::Map((0..).map(|key| key * 50).zip(self.around(inner)).collect()),
            6 => Node::Hash((0..).map(|key: u32| key.to_string()).zip(self.around(inner)).collect()),
            7 => Node::Array(Box::new([self.leaf(), inner, self.leaf()])),
            _ => Node::List(vec![inner]),
        }
    }

    fn nested(&mut self, levels: u32) -> Node {
        let first = self.leaf();
        (0..levels).fold(first, |node, _| self.wrap(node))
    }
}

/// Builds a node, with a wrong number of expected elements in every sequence.
fn build<'id, L: Layout>(node: &Node, needs: Needs<'id, Node, L>, expected: usize) -> Filled<'id> {
    fn list<'id, L: Layout>(nodes: &[Node], needs: Needs<'id, [Node], L>, expected: usize) -> Filled<'id> {
        let items = needs.sequence(expected);
        nodes.iter().fold(items, |items, node| items.push(|needs| build(node, needs, expected))).done()
    }
    match node {
        Node::List(nodes) => Node::start_list(needs).with(|needs| list(nodes, needs, expected)).done(),
        Node::Middle(a, nodes, b) => {
            Node::start_middle(needs).put(a).with(|needs| list(nodes, needs, expected)).put(b).done()
        }
        Node::Both(a, b) => Node::start_both(needs)
            .with(|needs| build(a, needs, expected))
            .with(|needs| build(b, needs, expected))
            .done(),
        other => needs.put(other),
    }
}

fn deep_values<L: TestLayout>() {
    for seed in 0..if cfg!(miri) { 2 } else { 60 } {
        let mut choices = Choices(seed);
        let levels = if cfg!(miri) { 12 } else { 20 + choices.below(180) as u32 };
        let node = choices.nested(levels);
        let packed = Packed::<Node, L>::pack(&node);
        // The checker compares every size and every entry of every table with what is there.
        let checked = Packed::<Node, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(checked.unpack(), Ok(node.clone()), "seed {seed}");
        for expected in [0, 1, 300] {
            assert_eq!(Packed::<Node, L>::build(|needs| build(&node, needs, expected)), packed, "seed {seed}");
        }
        let mut buffer = b"before".to_vec();
        build_into::<Node, L>(&mut buffer, &Limits::DEFAULT, |needs| needs.put(&node)).unwrap();
        assert_eq!(buffer, [b"before", packed.as_bytes()].concat());
    }
}

over_layouts!(deep_values);

/// Nearly as deep as the default limits allow, around many bytes.
#[test]
fn lists_in_lists_of_one() {
    fn check<L: Layout>() {
        let limits = Limits { stack: 12 << 20, ..Limits::DEFAULT };
        let node = (0..900).fold(Node::Bytes(vec![7; 100_000]), |node, _| Node::List(vec![node]));
        let packed = Packed::<Node, L>::try_pack(&node, &limits).unwrap();
        let checked = Packed::<Node, L, _>::from_bytes_with(packed.into_inner(), &limits).unwrap();
        assert_eq!(checked.unpack_with(&limits), Ok(node));
    }
    std::thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(|| {
            check::<Indexed>();
            check::<Compact>();
        })
        .unwrap()
        .join()
        .unwrap();
}
