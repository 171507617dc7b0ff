//! What packed data allocates: `cargo bench -p packed-data --bench weigh`, and with `-- --config readme` the
//! table in the README of `weigh`.
//!
//! Every case of packed data has limits, and the run fails if it passes one: reading and editing allocate
//! nothing; what is written is one buffer, as large as its contents where the size is known from the start.
//! Beside them stands the same work in other crates, each by the functions that its documentation begins with.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use packed_data::{
    Compact, Cursor, Done, Edit, Filled, InPlace, Indexed, Layout, Needs, Packable, Packed, ScalarMut, View,
};
use rkyv::rancor;
use rkyv::util::AlignedVec;
use weigh::{Case, Config, Counting, Format, Weigh};
use wincode::config::{Config as WincodeConfig, Configuration};
use wincode::io::{Reader, Writer};
use wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult};

#[global_allocator]
static ALLOCATOR: Counting<std::alloc::System> = Counting::system();

/// The paper's tree.
#[derive(
    Packable,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    SchemaWrite,
    SchemaRead,
)]
#[rkyv(serialize_bounds(__S: rkyv::ser::Writer, __S::Error: rancor::Source))]
#[rkyv(deserialize_bounds(__D::Error: rancor::Source))]
#[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext)))]
enum Tree {
    Leaf(i64),
    Node(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Boxed")]
        Box<Tree>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Boxed")]
        Box<Tree>,
    ),
}

/// A box of a tree, for wincode: its own asks for the size of what is in it, which of a recursive type is a
/// question without end.
struct Boxed;

// SAFETY: the size is that of the tree, and the rest is left as it is by default.
unsafe impl<C: WincodeConfig> SchemaWrite<C> for Boxed {
    type Src = Box<Tree>;

    fn size_of(tree: &Box<Tree>) -> WriteResult<usize> {
        <Tree as SchemaWrite<C>>::size_of(tree)
    }

    fn write(writer: impl Writer, tree: &Box<Tree>) -> WriteResult<()> {
        <Tree as SchemaWrite<C>>::write(writer, tree)
    }
}

// SAFETY: the place is initialised if all goes well, and only then.
unsafe impl<'de, C: WincodeConfig> SchemaRead<'de, C> for Boxed {
    type Dst = Box<Tree>;

    fn read(reader: impl Reader<'de>, place: &mut MaybeUninit<Box<Tree>>) -> ReadResult<()> {
        place.write(Box::new(<Tree as SchemaRead<'de, C>>::get(reader)?));
        Ok(())
    }
}

fn main() {
    weigh::main(|w| {
        w.named_config("readme", Config::new().format(Format::Markdown));
        w.group("pack 1,000,000 i64", |w| pack_numbers(w, 1_000_000));
        w.group("pack 10,000,000 i64", |w| pack_numbers(w, 10_000_000));
        w.group("read 1,000,000 i64", read_numbers);
        w.group("write a tree", write_tree);
        w.group("read a tree", read_tree);
        w.group("write a map", write_map);
        w.group("read a map", read_map);
        w.group("edit 1,000,000 i64 in place", edit_numbers);
        w.group("edit a tree in place", edit_tree);
    });
}

/// Nothing is asked of the allocator at all.
fn nothing(case: &mut Case<'_>) {
    case.max_allocated(0).max_allocations(0).max_reallocations(0).max_peak(0).max_live(0);
}

/// One block, which never changes its size.
fn once(case: &mut Case<'_>, bytes: u64) {
    case.max_allocated(bytes).max_allocations(1).max_reallocations(0).max_peak(bytes).max_live(bytes);
}

/// One block that grows so many times as it is written, since its size is not known from the start: as a `Vec`
/// grows, to less than twice its contents. These figures are those of a real run: another is a change.
fn growing(case: &mut Case<'_>, bytes: u64, times: u64) {
    case.max_allocated(bytes).max_allocations(1).max_reallocations(times).max_peak(bytes).max_live(bytes);
}

/// The name of a case: of a way to do something, in a layout.
fn named<L: Layout>(way: &str) -> String {
    format!("packed-data, {way}, {}", L::NAME)
}

// Numbers.

fn numbers(count: i64) -> Vec<i64> {
    (0..count).map(|n| n * 0x0123_4567_89AB).collect()
}

/// With the default limit on what wincode makes room for, a million numbers are too many for it.
fn wincode_config() -> impl WincodeConfig {
    Configuration::default().disable_preallocation_size_limit()
}

fn pack_numbers(w: &mut Weigh<'_>, count: i64) {
    pack_numbers_in::<Compact>(w, count);
    pack_numbers_in::<Indexed>(w, count);
    let numbers = move || numbers(count);
    w.func_with("postcard", |numbers: &Vec<i64>| postcard::to_stdvec(numbers), numbers);
    w.func_with("wincode", |numbers: &Vec<i64>| wincode::config::serialize(numbers, wincode_config()), numbers);
    w.func_with("rkyv", |numbers: &Vec<i64>| rkyv::to_bytes::<rancor::Error>(numbers), numbers);
    w.func_with("serde_json", |numbers: &Vec<i64>| serde_json::to_vec(numbers), numbers);
}

fn pack_numbers_in<L: Layout>(w: &mut Weigh<'_>, count: i64) {
    // Eight bytes each, and their count in five.
    let size = 8 * count as usize + 5;
    let pack = move |numbers: &Vec<i64>| {
        let packed = Packed::<Vec<i64>, L>::pack(numbers);
        assert_eq!(packed.as_bytes().len(), size);
        packed
    };
    once(w.func_with(named::<L>("pack"), pack, move || numbers(count)), size as u64 + 64);
    let pack_into = |(numbers, mut out): (Vec<i64>, Vec<u8>)| {
        let outcome = packed_data::pack_into::<_, L>(&numbers, &mut out);
        assert!(outcome.is_ok());
        (numbers, out)
    };
    let place = move || (numbers(count), Vec::with_capacity(size));
    nothing(w.func_owned(named::<L>("pack_into a buffer"), pack_into, place));
}

fn read_numbers(w: &mut Weigh<'_>) {
    let million = || numbers(1_000_000);
    read_numbers_in::<Compact>(w);
    read_numbers_in::<Indexed>(w);
    let view = |packed: &Packed<Vec<i64>, Indexed>| packed.view().iter().sum::<i64>();
    nothing(w.func_with(named::<Indexed>("view"), view, move || Packed::pack(&million())));
    w.func_with(
        "postcard, from_bytes and sum",
        |bytes: &Vec<u8>| postcard::from_bytes::<Vec<i64>>(bytes).map(|numbers| numbers.iter().sum::<i64>()),
        move || postcard::to_stdvec(&million()).expect("serialises"),
    );
    w.func_with(
        "wincode, deserialize and sum",
        |bytes: &Vec<u8>| {
            let numbers: Vec<i64> = wincode::config::deserialize(bytes, wincode_config())?;
            ReadResult::Ok(numbers.iter().sum::<i64>())
        },
        move || wincode::config::serialize(&million(), wincode_config()).expect("serialises"),
    );
    w.func_with(
        "rkyv, access and sum",
        |bytes: &AlignedVec| {
            let numbers = rkyv::access::<rkyv::Archived<Vec<i64>>, rancor::Error>(bytes)?;
            Ok::<_, rancor::Error>(numbers.iter().map(|n| n.to_native()).sum::<i64>())
        },
        move || rkyv::to_bytes::<rancor::Error>(&million()).expect("serialises"),
    );
    w.func_with(
        "serde_json, from_slice and sum",
        |bytes: &Vec<u8>| serde_json::from_slice::<Vec<i64>>(bytes).map(|numbers| numbers.iter().sum::<i64>()),
        move || serde_json::to_vec(&million()).expect("serialises"),
    );
}

fn read_numbers_in<L: Layout>(w: &mut Weigh<'_>) {
    let packed = || Packed::<Vec<i64>, L>::pack(&numbers(1_000_000));
    let validate = |packed: &Packed<Vec<i64>, L>| Packed::<Vec<i64>, L, _>::from_bytes(packed.as_bytes()).is_ok();
    nothing(w.func_with(named::<L>("validation"), validate, packed));
    let scalars = |packed: &Packed<Vec<i64>, L>| packed.read(|all| all.read().map(|all| all.iter().sum::<i64>()));
    nothing(w.func_with(named::<L>("scalars"), scalars, packed));
    let copy = |(packed, mut out): (Packed<Vec<i64>, L>, Vec<i64>)| {
        packed.read(|all| all.read().map(|all| all.copy_to_slice(&mut out)));
        (packed, out)
    };
    nothing(w.func_owned(named::<L>("scalars, copy_to_slice"), copy, move || (packed(), vec![0; 1_000_000])));
    let items = |packed: &Packed<Vec<i64>, L>| {
        packed.read(|all| all.fold_items(0, |sum, number| number.read().map(|number| sum + number)))
    };
    nothing(w.func_with(named::<L>("cursor over items"), items, packed));
    once(w.func_with(named::<L>("unpack"), |packed: &Packed<Vec<i64>, L>| packed.unpack(), packed), 8_000_000);
}

// A tree.

const LEAVES: u64 = 1 << 16;
/// A tag each, and eight bytes in a leaf.
const TREE_SIZE: u64 = LEAVES * 9 + LEAVES - 1;
/// As `TREE_SIZE`, and in each node the size of its left subtree.
const INDEXED_TREE_SIZE: u64 = indexed_tree_size(LEAVES);
/// All but the root are boxed.
const TREE_BOXES: u64 = 2 * LEAVES - 2;

const fn indexed_tree_size(leaves: u64) -> u64 {
    if leaves == 1 {
        return 9;
    }
    let left = indexed_tree_size(leaves / 2);
    let number = match left {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        _ => 5,
    };
    1 + number + 2 * left
}

fn tree() -> Tree {
    fn perfect(leaves: u64, next: &mut i64) -> Tree {
        if leaves == 1 {
            *next += 1;
            return Tree::Leaf(*next);
        }
        let left = perfect(leaves / 2, next);
        Tree::Node(Box::new(left), Box::new(perfect(leaves / 2, next)))
    }
    perfect(LEAVES, &mut 0)
}

fn sum_boxes(tree: &Tree) -> i64 {
    match tree {
        Tree::Leaf(n) => *n,
        Tree::Node(left, right) => sum_boxes(left) + sum_boxes(right),
    }
}

fn build<'id, L: Layout>(needs: Needs<'id, Tree, L>, leaves: u64, next: &mut i64) -> Filled<'id> {
    if leaves == 1 {
        *next += 1;
        return Tree::write_leaf(needs, next);
    }
    Tree::start_node(needs)
        .with(|left| build(left, leaves / 2, next))
        .with(|right| build(right, leaves / 2, next))
        .done()
}

fn increment<'i, 'o, L: Layout>(tree: Cursor<'_, 'i, Tree, L>, needs: Needs<'o, Tree, L>) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
    }
}

/// Copies the subtree on the left as it is.
fn graft<'i, 'o, L: Layout>(tree: Cursor<'_, 'i, Tree, L>, needs: Needs<'o, Tree, L>) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.copy().done(),
        TreeTransform::Node(fields) => fields.copy().map(graft).done(),
    }
}

fn write_tree(w: &mut Weigh<'_>) {
    write_tree_in::<Compact>(w, TREE_SIZE, (655_360, 2));
    write_tree_in::<Indexed>(w, INDEXED_TREE_SIZE, (1_450_000, 3));
    w.func_with("postcard", |tree: &Tree| postcard::to_stdvec(tree), tree);
    w.func_with("wincode", |tree: &Tree| wincode::serialize(tree), tree);
    w.func_with("rkyv", |tree: &Tree| rkyv::to_bytes::<rancor::Error>(tree), tree);
    w.func_with("serde_json", |tree: &Tree| serde_json::to_vec(tree), tree);
}

fn write_tree_in<L: Layout>(w: &mut Weigh<'_>, size: u64, (grafted, times): (u64, u64)) {
    let of_size = move |packed: Packed<Tree, L>| {
        assert_eq!(packed.as_bytes().len() as u64, size);
        packed
    };
    let packed = || Packed::<Tree, L>::pack(&tree());
    // From eight bytes to 2^20.
    let piecemeal = |case: &mut Case<'_>| growing(case, 1 << 20, 17);
    piecemeal(w.func_with(named::<L>("pack"), move |tree: &Tree| of_size(Packed::pack(tree)), tree));
    let build = move || of_size(Packed::build(|needs| build(needs, LEAVES, &mut 0)));
    piecemeal(w.value(named::<L>("build"), build));
    let transform = move |packed: &Packed<Tree, L>| of_size(packed.transform(increment));
    piecemeal(w.func_with(named::<L>("transform"), transform, packed));
    let graft = move |packed: &Packed<Tree, L>| of_size(packed.transform(graft));
    growing(w.func_with(named::<L>("transform, copying subtrees"), graft, packed), grafted, times);
}

fn sum_cursor<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum_cursor);
            let (right, fields) = fields.with(sum_cursor);
            fields.done(left + right)
        }
    }
}

fn sum_tail<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    let mut sum = 0;
    loop {
        match tree.case() {
            TreeCase::Leaf(fields) => {
                let (n, fields) = fields.read();
                return fields.done(sum + n);
            }
            TreeCase::Node(fields) => {
                let (left, fields) = fields.with(sum_tail);
                sum += left;
                tree = fields.tail();
            }
        }
    }
}

fn sum_view(tree: View<'_, Tree, Indexed>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(left, right) => sum_view(left) + sum_view(right),
    }
}

/// Isolates the subtree on the right, all the way down.
fn right_most<L: Layout>(tree: Packed<Tree, L, &[u8]>) -> i64 {
    let right = tree.read(|tree| match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(Err(n))
        }
        TreeCase::Node(fields) => {
            let (right, fields) = fields.skip().isolate();
            fields.done(Ok(right))
        }
    });
    right.map_or_else(|n| n, right_most)
}

/// Adds up leaves.
struct Sum(i64);

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = Infallible;

    fn leaf(&mut self, n: i64) -> ControlFlow<Infallible> {
        self.0 += n;
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

/// The sum of the leaves, which are numbered from one.
const TREE_SUM: i64 = (LEAVES * (LEAVES + 1) / 2) as i64;

fn read_tree(w: &mut Weigh<'_>) {
    read_tree_in::<Compact>(w);
    read_tree_in::<Indexed>(w);
    let view = |packed: &Packed<Tree, Indexed>| assert_eq!(sum_view(packed.view()), TREE_SUM);
    nothing(w.func_with(named::<Indexed>("view"), view, || Packed::pack(&tree())));
    let sum = |tree: Tree| assert_eq!(sum_boxes(&tree), TREE_SUM);
    w.func_with(
        "postcard, from_bytes and sum",
        move |bytes: &Vec<u8>| postcard::from_bytes(bytes).map(sum),
        || postcard::to_stdvec(&tree()).expect("serialises"),
    );
    w.func_with(
        "wincode, deserialize and sum",
        move |bytes: &Vec<u8>| wincode::deserialize(bytes).map(sum),
        || wincode::serialize(&tree()).expect("serialises"),
    );
    let sum_archived = |tree: &ArchivedTree| assert_eq!(sum_archived(tree), TREE_SUM);
    w.func_with(
        "rkyv, access and sum",
        move |bytes: &AlignedVec| rkyv::access::<ArchivedTree, rancor::Error>(bytes).map(sum_archived),
        || rkyv::to_bytes::<rancor::Error>(&tree()).expect("serialises"),
    );
    w.func_with(
        "serde_json, from_slice and sum",
        move |bytes: &Vec<u8>| serde_json::from_slice(bytes).map(sum),
        || serde_json::to_vec(&tree()).expect("serialises"),
    );
}

fn sum_archived(tree: &ArchivedTree) -> i64 {
    match tree {
        ArchivedTree::Leaf(n) => n.to_native(),
        ArchivedTree::Node(left, right) => sum_archived(left) + sum_archived(right),
    }
}

fn read_tree_in<L: Layout>(w: &mut Weigh<'_>) {
    type Case<L> = fn(&Packed<Tree, L>) -> i64;
    let packed = || Packed::<Tree, L>::pack(&tree());
    let ways: [(&str, Case<L>, i64); 6] = [
        ("cursor", |packed| packed.read(sum_cursor), TREE_SUM),
        ("cursor with tail", |packed| packed.read(sum_tail), TREE_SUM),
        ("fold", |packed| packed.fold(&mut Sum(0)).unwrap_or(0), TREE_SUM),
        (
            "visit",
            |packed| {
                let mut sum = Sum(0);
                packed.visit(&mut sum).map_or(0, |_| sum.0)
            },
            TREE_SUM,
        ),
        ("skip", |packed| packed.read(|tree| tree.skip().map(|()| 1)), 1),
        ("isolate", |packed| right_most(packed.as_ref()), LEAVES as i64),
    ];
    for (way, run, expected) in ways {
        let run = move |packed: &Packed<Tree, L>| assert_eq!(run(packed), expected);
        nothing(w.func_with(named::<L>(way), run, packed));
    }
    let validate = |packed: &Packed<Tree, L>| Packed::<Tree, L, _>::from_bytes(packed.as_bytes()).map(|_| ()).is_ok();
    nothing(w.func_with(named::<L>("validation"), move |packed: &_| assert!(validate(packed)), packed));
    let refuse = |bytes: &Vec<u8>| assert!(Packed::<Tree, L, _>::from_bytes(bytes.as_slice()).is_err());
    let wrong = move || {
        let mut bytes = packed().into_inner();
        bytes.pop();
        bytes
    };
    nothing(w.func_with(named::<L>("validation that fails"), refuse, wrong));
    let boxes = TREE_BOXES * size_of::<Tree>() as u64;
    w.func_with(named::<L>("unpack"), |packed: &Packed<Tree, L>| packed.unpack(), packed)
        .max_allocated(boxes)
        .max_allocations(TREE_BOXES)
        .max_reallocations(0)
        .max_peak(boxes)
        .max_live(boxes);
}

// A map.

type Words = BTreeMap<String, u64>;

const WORDS: u64 = 10_000;

fn words() -> Words {
    (0..WORDS).map(|n| (format!("word {n}"), n)).collect()
}

fn read_map(w: &mut Weigh<'_>) {
    const WORD: &str = "word 1234";
    let packed = || Packed::<Words, Indexed>::pack(&words());
    let get = |packed: &Packed<Words, Indexed>| assert_eq!(packed.view().get(WORD), Some(1234));
    nothing(w.func_with(named::<Indexed>("view, get"), get, packed));
    let all = |packed: &Packed<Words, Indexed>| {
        let found = packed.view().iter().filter(|(word, n)| packed.view().get(*word) == Some(*n));
        assert_eq!(found.count() as u64, WORDS);
    };
    nothing(w.func_with(named::<Indexed>("view, get each"), all, packed));
    let validate =
        |packed: &Packed<Words, Indexed>| assert!(Packed::<Words, Indexed, _>::from_bytes(packed.as_bytes()).is_ok());
    nothing(w.func_with(named::<Indexed>("validation"), validate, packed));
    let found = |words: Words| assert_eq!(words.get(WORD), Some(&1234));
    w.func_with(
        "postcard, from_bytes and get",
        move |bytes: &Vec<u8>| postcard::from_bytes(bytes).map(found),
        || postcard::to_stdvec(&words()).expect("serialises"),
    );
    w.func_with(
        "wincode, deserialize and get",
        move |bytes: &Vec<u8>| wincode::deserialize(bytes).map(found),
        || wincode::serialize(&words()).expect("serialises"),
    );
    w.func_with(
        "rkyv, access and get",
        |bytes: &AlignedVec| {
            let words = rkyv::access::<rkyv::Archived<Words>, rancor::Error>(bytes)?;
            assert_eq!(words.get(WORD).map(|n| n.to_native()), Some(1234));
            Ok::<_, rancor::Error>(())
        },
        || rkyv::to_bytes::<rancor::Error>(&words()).expect("serialises"),
    );
    w.func_with(
        "serde_json, from_slice and get",
        move |bytes: &Vec<u8>| serde_json::from_slice(bytes).map(found),
        || serde_json::to_vec(&words()).expect("serialises"),
    );
}

fn write_map(w: &mut Weigh<'_>) {
    write_map_in::<Compact>(w);
    write_map_in::<Indexed>(w);
    w.func_with("postcard", |words: &Words| postcard::to_stdvec(words), words);
    w.func_with("wincode", |words: &Words| wincode::serialize(words), words);
    w.func_with("rkyv", |words: &Words| rkyv::to_bytes::<rancor::Error>(words), words);
    w.func_with("serde_json", |words: &Words| serde_json::to_vec(words), words);
}

fn write_map_in<L: Layout>(w: &mut Weigh<'_>) {
    growing(w.func_with(named::<L>("pack"), |words: &Words| Packed::<Words, L>::pack(words), words), 320_096, 5);
}

// Editing.

fn edit_numbers(w: &mut Weigh<'_>) {
    edit_numbers_in::<Compact>(w);
    edit_numbers_in::<Indexed>(w);
    let edit = |mut packed: Packed<Vec<i64>, Indexed>| {
        let mut all = packed.view_mut();
        for index in 0..all.len() {
            all.set(index, index as i64);
        }
        packed
    };
    nothing(w.func_owned(named::<Indexed>("view_mut, set"), edit, || Packed::pack(&numbers(1_000_000))));
    w.func_owned(
        "rkyv, access_mut",
        |mut bytes: AlignedVec| {
            let numbers = rkyv::access_mut::<rkyv::Archived<Vec<i64>>, rancor::Error>(&mut bytes)?;
            for n in rkyv::vec::ArchivedVec::as_slice_seal(numbers).unseal() {
                *n += 1;
            }
            Ok::<_, rancor::Error>(bytes)
        },
        || rkyv::to_bytes::<rancor::Error>(&numbers(1_000_000)).expect("serialises"),
    );
}

fn edit_numbers_in<L: InPlace>(w: &mut Weigh<'_>) {
    let edit = |mut packed: Packed<Vec<i64>, L>| {
        packed.edit(|all| all.fold_items((), |(), number| number.update(|n| n + 1)));
        packed
    };
    nothing(w.func_owned(named::<L>("edit with a cursor"), edit, || Packed::pack(&numbers(1_000_000))));
}

fn increment_cursor<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, Edit<L>>) -> Done<'id, (), Edit<L>> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.update(|n| n + 1).done(()),
        TreeCase::Node(fields) => {
            let ((), fields) = fields.with(increment_cursor);
            let ((), fields) = fields.with(increment_cursor);
            fields.done(())
        }
    }
}

fn increment_view(tree: View<'_, Tree, Edit<Indexed>>) {
    match tree.case() {
        TreeView::Leaf(mut n) => n.update(|n| n + 1),
        TreeView::Node(left, right) => {
            increment_view(left);
            increment_view(right);
        }
    }
}

/// Adds one to each leaf.
struct Increment;

impl<'a, L: Layout> TreeFold<'a, Edit<L>> for Increment {
    type Out = ();

    fn leaf(&mut self, mut n: ScalarMut<'a, i64, L>) {
        n.update(|n| n + 1);
    }

    fn node(&mut self, (): (), (): ()) {}
}

impl<'a, L: Layout> TreeVisit<'a, Edit<L>> for Increment {
    type Break = Infallible;

    fn leaf(&mut self, mut n: ScalarMut<'a, i64, L>) -> ControlFlow<Infallible> {
        n.update(|n| n + 1);
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

fn edit_tree(w: &mut Weigh<'_>) {
    edit_tree_in::<Compact>(w);
    edit_tree_in::<Indexed>(w);
    let edit = |mut packed: Packed<Tree, Indexed>| {
        increment_view(packed.view_mut());
        packed
    };
    nothing(w.func_owned(named::<Indexed>("view_mut"), edit, || Packed::pack(&tree())));
    w.func_owned(
        "postcard, from_bytes, edit, to_stdvec",
        |bytes: Vec<u8>| {
            let mut tree = postcard::from_bytes(&bytes)?;
            increment_boxes(&mut tree);
            postcard::to_stdvec(&tree)
        },
        || postcard::to_stdvec(&tree()).expect("serialises"),
    );
    w.func_owned(
        "wincode, deserialize, edit, serialize",
        |bytes: Vec<u8>| {
            let mut tree = wincode::deserialize(&bytes)?;
            increment_boxes(&mut tree);
            wincode::Result::Ok(wincode::serialize(&tree)?)
        },
        || wincode::serialize(&tree()).expect("serialises"),
    );
    w.func_owned(
        "serde_json, from_slice, edit, to_vec",
        |bytes: Vec<u8>| {
            let mut tree = serde_json::from_slice(&bytes)?;
            increment_boxes(&mut tree);
            serde_json::to_vec(&tree)
        },
        || serde_json::to_vec(&tree()).expect("serialises"),
    );
}

fn increment_boxes(tree: &mut Tree) {
    match tree {
        Tree::Leaf(n) => *n += 1,
        Tree::Node(left, right) => {
            increment_boxes(left);
            increment_boxes(right);
        }
    }
}

fn edit_tree_in<L: InPlace>(w: &mut Weigh<'_>) {
    type Case<L> = fn(&mut Packed<Tree, L>);
    let ways: [(&str, Case<L>); 3] = [
        ("edit with a cursor", |packed| packed.edit(increment_cursor)),
        ("fold_mut", |packed| assert!(packed.fold_mut(&mut Increment).is_ok())),
        ("visit_mut", |packed| assert!(packed.visit_mut(&mut Increment).is_ok())),
    ];
    for (way, run) in ways {
        let edit = move |mut packed: Packed<Tree, L>| {
            run(black_box(&mut packed));
            packed
        };
        nothing(w.func_owned(named::<L>(way), edit, || Packed::pack(&tree())));
    }
}
