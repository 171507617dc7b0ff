//! Sizes, counts and tables that are inserted before bytes that were written earlier. The values nest so deep that the
//! writer postpones the insertions. The bytes must be valid, must be those of the value, and must not depend on how it
//! was written.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use indexmap::IndexMap;
use packed_data::__private::shape::{Field, SequenceShape};
use packed_data::build::ItemWriter;
use packed_data::packed::build_into;
use packed_data::{Compact, Cursor, Done, Filled, Indexed, Layout, Limits, Map, Needs, Packable, Packed, Set};
use smallvec::SmallVec;
use test_suite::{TestLayout, over_layouts};

/// Nests in first, middle and last fields, in sequences, maps and arrays.
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

/// A source of decisions without a pattern, the same in each run.
struct Choices {
    state: u64,
    /// Number of trees that are built before a panic; `None` for no panic.
    fuse: Option<u64>,
}

impl Choices {
    fn new(seed: u64) -> Self {
        Self { state: seed, fuse: None }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % end
    }

    /// Returns bytes: sometimes many, mostly few.
    fn bytes(&mut self) -> Vec<u8> {
        let len = match self.below(8) {
            0 => 200 + self.below(200),
            1 if !cfg!(miri) => 70_000 * self.below(2),
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

    /// Returns a few nodes, one of which is `inner`.
    fn around(&mut self, inner: Node) -> Vec<Node> {
        let (before, after) = (self.below(3), self.below(3));
        let mut nodes: Vec<_> = iter::repeat_with(|| self.leaf()).take(before as usize).collect();
        nodes.push(inner);
        nodes.extend(iter::repeat_with(|| self.leaf()).take(after as usize));
        nodes
    }

    /// Returns a node that contains `inner` at some place.
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

/// Builds a node, with a wrong number of expected elements for every sequence.
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
        let mut choices = Choices::new(seed);
        let levels = if cfg!(miri) { 12 } else { 20 + choices.below(180) as u32 };
        let node = choices.nested(levels);
        let packed = Packed::<Node, L>::pack(&node);
        // The checker compares every size and every entry of a table with the bytes.
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

/// Nests nearly as deep as the default limits allow, around many bytes.
#[test]
#[cfg_attr(miri, ignore = "takes Miri more than four minutes")]
fn lists_in_lists_of_one() {
    fn check<L: Layout>() {
        let limits = Limits { stack: 12 << 20, ..Limits::DEFAULT };
        let node = (0..900).fold(Node::Bytes(vec![7; 100_000]), |node, _| Node::List(vec![node]));
        let packed = Packed::<Node, L>::with_limits(&limits).pack(&node).unwrap();
        let checked = Packed::<Node, L>::with_limits(&limits).from_bytes(packed.into_inner()).unwrap();
        assert_eq!(checked.within(&limits).unpack(), Ok(node));
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

/// Nests in sequences, arrays, sets, maps and keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable)]
enum Tree {
    Number(u16),
    Text(String),
    Empty(Vec<(Vec<String>, [String; 0])>),
    Numbers(BTreeSet<u32>),
    List(Vec<Tree>),
    Middle(u8, Vec<Tree>, u16),
    Both(Box<Tree>, Box<Tree>),
    Array(#[packable(leaf)] Box<[Tree; 2]>),
    Set(#[packable(leaf)] BTreeSet<Tree>),
    Map(#[packable(leaf)] BTreeMap<Tree, Tree>),
    Pairs(#[packable(leaf)] Vec<(String, Tree)>),
}

impl Choices {
    /// Returns the values in a random order.
    fn shuffled<T>(&mut self, values: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut values: Vec<T> = values.into_iter().collect();
        for end in (1..values.len()).rev() {
            values.swap(end, self.below(end as u64 + 1) as usize);
        }
        values
    }

    /// Returns an expected number of elements, right or wrong: a number that takes the same number of bytes, fewer or
    /// more.
    fn expected(&mut self, len: usize) -> usize {
        // (For larger numbers a megabyte is reserved, which makes Miri slow.)
        [len, 0, 1, 23, 24, 251, 252, 256, 0x1_0000, usize::MAX][self.below(if cfg!(miri) { 8 } else { 10 }) as usize]
    }

    fn leaf_tree(&mut self) -> Tree {
        let few = self.below(4);
        match self.below(6) {
            0 => Tree::Number(self.below(0x1_0000) as u16),
            1 => Tree::Empty(vec![(vec![String::new(); self.below(3) as usize], []); few as usize]),
            2 => Tree::Numbers((0..few).map(|_| self.below(300) as u32).collect()),
            3 => Tree::List(vec![]),
            _ => {
                let len = self.bytes().len();
                Tree::Text("x".repeat(len))
            }
        }
    }

    /// Returns a tree with few levels, which can also be a key.
    fn small_tree(&mut self, levels: u32) -> Tree {
        let (few, kind) = (self.below(4), self.below(if levels == 0 { 1 } else { 8 }));
        let mut inner = |_| self.small_tree(levels - 1);
        match kind {
            0..2 => self.leaf_tree(),
            2 => Tree::List((0..few).map(inner).collect()),
            3 => Tree::Middle(1, (0..few).map(inner).collect(), 2),
            4 => Tree::Both(Box::new(inner(0)), Box::new(inner(1))),
            5 => Tree::Set((0..few).map(inner).collect()),
            6 => Tree::Map((0..few).map(|i| (inner(i), inner(i))).collect()),
            _ => Tree::Array(Box::new([inner(0), inner(1)])),
        }
    }

    /// Returns a tree that contains `inner` at some place. It is part of a key at most three times, because at most
    /// eight keys may nest.
    fn wrap_tree(&mut self, inner: Tree, keys: &mut u32) -> Tree {
        let (before, after) = (self.below(3), self.below(3));
        let mut trees: Vec<_> = (0..before).map(|_| self.small_tree(2)).collect();
        trees.push(inner.clone());
        trees.extend((0..after).map(|_| self.small_tree(2)));
        match self.below(12) {
            0..4 => Tree::List(trees),
            4 => Tree::Middle(3, trees, 4),
            5 => Tree::Both(Box::new(inner), Box::new(self.leaf_tree())),
            6 => Tree::Both(Box::new(self.leaf_tree()), Box::new(inner)),
            7 => Tree::Array(Box::new([inner, self.leaf_tree()])),
            8 if *keys < 3 => {
                *keys += 1;
                Tree::Set(trees.into_iter().collect())
            }
            9 => Tree::Pairs((0..).map(|key: u32| key.to_string()).zip(trees).collect()),
            _ => {
                let keys: Vec<_> = trees.iter().map(|_| self.small_tree(2)).collect();
                Tree::Map(keys.into_iter().zip(trees).collect())
            }
        }
    }

    fn tree(&mut self, levels: u32) -> Tree {
        let (first, mut keys) = (self.leaf_tree(), 0);
        (0..levels).fold(first, |tree, _| self.wrap_tree(tree, &mut keys))
    }
}

/// Writes trees as elements: one by one, or several in one call.
fn push_trees<'id, S, L: Layout>(
    mut trees: &[Tree],
    mut items: ItemWriter<'id, S, L>,
    ways: &mut Choices,
) -> ItemWriter<'id, S, L>
where
    S: SequenceShape<Element: Field<Of = Tree>>,
{
    while let Some((first, others)) = trees.split_first() {
        if ways.below(4) == 0 {
            let (some, others) = trees.split_at(1 + ways.below(trees.len() as u64) as usize);
            items = Tree::write_all(some, items);
            trees = others;
        } else {
            items = items.push(|needs| build_tree(first, needs, ways));
            trees = others;
        }
    }
    items
}

fn build_trees<'id, L: Layout>(trees: &[Tree], needs: Needs<'id, [Tree], L>, ways: &mut Choices) -> Filled<'id> {
    match ways.below(24) {
        0 => needs.put(trees),
        1 => needs.put_as(&SmallVec::<[Tree; 2]>::from(trees)),
        2 => needs.put_as(&trees.iter().cloned().collect::<VecDeque<_>>()),
        3..10 => needs.items(trees, |needs, tree| build_tree(tree, needs, ways)),
        _ => {
            let expected = ways.expected(trees.len());
            push_trees(trees, needs.sequence(expected), ways).done()
        }
    }
}

fn build_set<'id, L: Layout>(set: &BTreeSet<Tree>, needs: Needs<'id, Set<Tree>, L>, ways: &mut Choices) -> Filled<'id> {
    match ways.below(12) {
        0 => needs.put_as(set),
        1 => needs.put_as(&set.iter().cloned().collect::<HashSet<_>>()),
        2..6 => needs.items(ways.shuffled(set), |needs, tree| build_tree(tree, needs, ways)),
        _ => {
            let (trees, expected) = (ways.shuffled(set.iter().cloned()), ways.expected(set.len()));
            push_trees(&trees, needs.sequence(expected), ways).done()
        }
    }
}

fn build_numbers<'id, L: Layout>(
    numbers: &BTreeSet<u32>,
    needs: Needs<'id, Set<u32>, L>,
    ways: &mut Choices,
) -> Filled<'id> {
    let (numbers, expected) = (ways.shuffled(numbers.iter().copied()), ways.expected(numbers.len()));
    let (slice, single) = numbers.split_at(ways.below(numbers.len() as u64 + 1) as usize);
    let items = needs.sequence(expected).extend_from_slice(slice);
    single.iter().fold(items, |items, number| items.push(|needs| needs.put(number))).done()
}

fn build_map<'id, L: Layout>(
    map: &BTreeMap<Tree, Tree>,
    needs: Needs<'id, Map<Tree, Tree>, L>,
    ways: &mut Choices,
) -> Filled<'id> {
    match ways.below(12) {
        0 => needs.put_as(map),
        1 => needs.put_as(&map.clone().into_iter().collect::<HashMap<_, _>>()),
        _ => {
            let mut items = needs.sequence(ways.expected(map.len()));
            for (key, value) in ways.shuffled(map) {
                items = items.push(|needs| {
                    let fields = needs.fields().with(|needs| build_tree(key, needs, ways));
                    fields.with(|needs| build_tree(value, needs, ways)).done()
                });
            }
            items.done()
        }
    }
}

/// Builds a tree, each part in one of the possible ways.
fn build_tree<'id, L: Layout>(tree: &Tree, needs: Needs<'id, Tree, L>, ways: &mut Choices) -> Filled<'id> {
    if let Some(left) = &mut ways.fuse {
        *left = left.checked_sub(1).unwrap_or_else(|| resume_unwind(Box::new("fuse")));
    }
    // (Mostly part by part: a part that is written in one call offers no more choices.)
    match ways.below(64) {
        0 => return needs.put(tree),
        1 => {
            let apart = Packed::<Tree, L>::build(|needs| build_tree(tree, needs, ways));
            return needs.put_packed(&apart);
        }
        2 => {
            let packed = Packed::<Tree, L>::pack(tree);
            let same: Packed<Tree, L> = packed.transform(|tree, needs| transform_tree(tree, needs, ways));
            return needs.put_packed(&same);
        }
        _ => {}
    }
    match tree {
        Tree::List(trees) => Tree::start_list(needs).with(|needs| build_trees(trees, needs, ways)).done(),
        Tree::Middle(a, trees, b) => {
            Tree::start_middle(needs).put(a).with(|needs| build_trees(trees, needs, ways)).put(b).done()
        }
        Tree::Both(a, b) => {
            let needs = Tree::start_both(needs).with(|needs| build_tree(a, needs, ways));
            build_tree(b, needs.tail(), ways)
        }
        Tree::Array(trees) => Tree::start_array(needs)
            .with(|needs| needs.array(|needs, index| build_tree(&trees[index], needs, ways)))
            .done(),
        Tree::Set(set) => Tree::start_set(needs).with(|needs| build_set(set, needs, ways)).done(),
        Tree::Numbers(set) => Tree::start_numbers(needs).with(|needs| build_numbers(set, needs, ways)).done(),
        Tree::Map(map) => Tree::start_map(needs).with(|needs| build_map(map, needs, ways)).done(),
        Tree::Pairs(pairs) => {
            let map: IndexMap<_, _> = pairs.iter().cloned().collect();
            Tree::start_pairs(needs).put_as(&map).done()
        }
        other => needs.put(other),
    }
}

/// Makes the same tree from a packed one.
fn transform_tree<'i, 'o, L: Layout>(
    tree: Cursor<'_, 'i, Tree, L>,
    needs: Needs<'o, Tree, L>,
    ways: &mut Choices,
) -> Done<'i, Filled<'o>, L> {
    if ways.below(32) == 0 {
        return tree.copy_to(needs);
    }
    match tree.transform(needs) {
        TreeTransform::Number(fields) => fields.copy().done(),
        TreeTransform::Text(fields) => fields.copy().done(),
        TreeTransform::Empty(fields) => fields.copy().done(),
        TreeTransform::Numbers(fields) => fields.copy().done(),
        TreeTransform::List(fields) => fields.map(|list, needs| transform_trees(list, needs, ways)).done(),
        TreeTransform::Middle(fields) => {
            fields.copy().map(|list, needs| transform_trees(list, needs, ways)).copy().done()
        }
        TreeTransform::Both(fields) => fields
            .map(|tree, needs| transform_tree(tree, needs, ways))
            .map(|tree, needs| transform_tree(tree, needs, ways))
            .done(),
        TreeTransform::Array(fields) => fields.copy().done(),
        TreeTransform::Set(fields) => {
            fields.map(|set, needs| set.map_items(needs, |tree, needs| transform_tree(tree, needs, ways))).done()
        }
        TreeTransform::Map(fields) => fields
            .map(|map, needs| {
                map.map_items(needs, |entry, needs| {
                    let fields = entry.transform(needs);
                    let fields = fields.map(|key, needs| transform_tree(key, needs, ways));
                    fields.map(|value, needs| transform_tree(value, needs, ways)).done()
                })
            })
            .done(),
        TreeTransform::Pairs(fields) => fields
            .map(|pairs, needs| {
                pairs.map_items(needs, |pair, needs| {
                    pair.transform(needs).copy().map(|tree, needs| transform_tree(tree, needs, ways)).done()
                })
            })
            .done(),
    }
}

fn transform_trees<'i, 'o, L: Layout>(
    trees: Cursor<'_, 'i, [Tree], L>,
    needs: Needs<'o, [Tree], L>,
    ways: &mut Choices,
) -> Done<'i, Filled<'o>, L> {
    trees.map_items(needs, |tree, needs| transform_tree(tree, needs, ways))
}

fn on_large_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap().join().unwrap();
}

/// Calls `check` with trees, mostly deep ones, in a thread with a large stack.
fn over_trees(check: impl Fn(Tree, Choices) + Send + 'static) {
    on_large_stack(move || {
        for seed in 0..if cfg!(miri) { 1 } else { 40 } {
            let mut choices = Choices::new(seed);
            let levels = if cfg!(miri) { 5 } else { choices.below(60) };
            check(choices.tree(levels as u32), choices);
        }
    });
}

/// However a tree is built, the bytes are the same, and valid.
fn all_ways_agree<L: TestLayout>() {
    over_trees(|tree, mut ways| {
        let packed = Packed::<Tree, L>::pack(&tree);
        let checked = Packed::<Tree, L, _>::from_bytes(packed.as_bytes()).unwrap();
        for _ in 0..3 {
            let built = Packed::<Tree, L>::build(|needs| build_tree(&tree, needs, &mut ways));
            assert!(built == packed, "{tree:?}");
            let changed: Packed<Tree, L> = packed.transform(|tree, needs| transform_tree(tree, needs, &mut ways));
            assert!(changed == packed, "{tree:?}");
        }
        assert_eq!(checked.unpack(), Ok(tree));
    });
}

/// Neither a panic within a tree nor a tree larger than the limits leaves bytes behind. The limit on bytes includes all
/// insertions.
fn failures_leave_nothing<L: TestLayout>() {
    over_trees(|tree, mut ways| {
        let mut buffer = b"before".to_vec();
        let mut build = |limits: &Limits, ways: &mut Choices| {
            let build = || build_into::<Tree, L>(&mut buffer, limits, |needs| build_tree(&tree, needs, ways));
            let built = catch_unwind(AssertUnwindSafe(build));
            assert!(buffer.starts_with(b"before"));
            (built.ok(), buffer.split_off(b"before".len()))
        };
        let packed = Packed::<Tree, L>::pack(&tree);
        let len = packed.as_bytes().len();
        for fuse in [0, 1, 2, ways.below(10), ways.below(100)] {
            ways.fuse = Some(fuse);
            match build(&Limits::DEFAULT, &mut ways) {
                (built, after) if after.is_empty() => assert_eq!(built, None),
                (_, after) => assert_eq!(after, packed.as_bytes()),
            }
        }
        ways.fuse = None;
        let (built, after) = build(&Limits { bytes: len, ..Limits::DEFAULT }, &mut ways);
        assert_eq!((built, &after[..]), (Some(Ok(())), packed.as_bytes()));
        for limits in [Limits { bytes: len - 1, ..Limits::DEFAULT }, Limits { depth: 0, ..Limits::DEFAULT }] {
            let expected = Packed::<Tree, L>::with_limits(&limits).pack(&tree).err().map(|error| error.kind());
            let (built, after) = build(&limits, &mut ways);
            assert_eq!(built.unwrap().err().map(|error| error.kind()), expected);
            assert!(after.is_empty() || expected.is_none());
        }
    });
}

over_layouts!(few: deep_values, all_ways_agree, failures_leave_nothing);

/// Nests in sequences, with types that every layout can write.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Plain {
    Numbers(Vec<u16>),
    Chars(Vec<char>, Vec<bool>),
    List(Vec<Plain>),
    Middle(u8, Vec<Plain>, u16),
    Both(Box<Plain>, Box<Plain>),
}

impl Choices {
    fn plain_leaf(&mut self) -> Plain {
        match self.below(4) {
            0 => Plain::List(vec![]),
            1 => Plain::Chars(
                vec!['\u{E4}'; self.below(5) as usize],
                vec![true; self.below(if cfg!(miri) { 5 } else { 300 }) as usize],
            ),
            _ => Plain::Numbers((0..self.below(if cfg!(miri) { 5 } else { 400 }) as u16).map(|i| i * 100).collect()),
        }
    }

    fn plain(&mut self, levels: u32) -> Plain {
        let first = self.plain_leaf();
        (0..levels).fold(first, |plain, _| {
            let (before, after) = (self.below(3), self.below(3));
            let mut list: Vec<_> = (0..before).map(|_| self.plain_leaf()).collect();
            list.push(plain.clone());
            list.extend((0..after).map(|_| self.plain_leaf()));
            match self.below(5) {
                0 => Plain::Both(Box::new(plain), Box::new(self.plain_leaf())),
                1 => Plain::Both(Box::new(self.plain_leaf()), Box::new(plain)),
                2 => Plain::Middle(1, list, 2),
                _ => Plain::List(list),
            }
        })
    }
}

/// Builds a value, with an expected number of elements for every sequence, which is mostly wrong.
fn build_plain<'id, L: Layout>(plain: &Plain, needs: Needs<'id, Plain, L>, ways: &mut Choices) -> Filled<'id> {
    fn list<'id, L: Layout>(list: &[Plain], needs: Needs<'id, [Plain], L>, ways: &mut Choices) -> Filled<'id> {
        let items = needs.sequence(ways.expected(list.len()));
        list.iter().fold(items, |items, plain| items.push(|needs| build_plain(plain, needs, ways))).done()
    }
    match plain {
        Plain::Numbers(numbers) => Plain::start_numbers(needs)
            .with(|needs| needs.sequence(ways.expected(numbers.len())).extend_from_slice(numbers).done())
            .done(),
        Plain::Chars(chars, flags) => Plain::start_chars(needs)
            .with(|needs| needs.sequence(ways.expected(chars.len())).extend_from_slice(chars).done())
            .with(|needs| needs.sequence(ways.expected(flags.len())).extend_from_slice(flags).done())
            .done(),
        Plain::List(plains) => list(plains, Plain::start_list(needs).tail(), ways),
        Plain::Middle(a, plains, b) => {
            Plain::start_middle(needs).put(a).with(|needs| list(plains, needs, ways)).put(b).done()
        }
        Plain::Both(a, b) => {
            let needs = Plain::start_both(needs).with(|needs| build_plain(a, needs, ways));
            build_plain(b, needs.tail(), ways)
        }
    }
}

/// In every layout, a sequence may have another number of elements than was expected.
fn wrong_numbers<L: TestLayout>() {
    on_large_stack(|| {
        for seed in 0..if cfg!(miri) { 2 } else { 30 } {
            let mut choices = Choices::new(seed);
            let levels = if cfg!(miri) { 5 } else { choices.below(80) };
            let plain = choices.plain(levels as u32);
            let packed = Packed::<Plain, L>::pack(&plain);
            let checked = Packed::<Plain, L, _>::from_bytes(packed.as_bytes()).unwrap();
            assert_eq!(checked.unpack(), Ok(plain.clone()), "seed {seed}");
            for _ in 0..3 {
                let built = Packed::<Plain, L>::build(|needs| build_plain(&plain, needs, &mut choices));
                assert!(built == packed, "seed {seed}");
            }
        }
    });
}

over_layouts!(few all: wrong_numbers);
