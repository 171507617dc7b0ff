//! The paper's tree.

use std::mem::MaybeUninit;

use rkyv::rancor;
use rkyv::util::AlignedVec;
use weigh::Weigh;
use wincode::config::Config as WincodeConfig;
use wincode::io::{Reader, Writer};
use wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult};

use crate::cases::tree::{LEAVES, TREE_SUM};

/// The paper's tree.
#[derive(
    serde::Serialize, serde::Deserialize, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize, SchemaWrite, SchemaRead,
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
/// A box of a tree, for wincode. (wincode's own implementation for boxes first computes the size of the type inside,
/// which does not terminate for a recursive type.)
struct Boxed;

// SAFETY: `size_of` and `write` are those of the tree, so the size is the number of bytes that are written; the other
// items keep their defaults.
unsafe impl<C: WincodeConfig> SchemaWrite<C> for Boxed {
    type Src = Box<Tree>;

    fn size_of(tree: &Box<Tree>) -> WriteResult<usize> {
        <Tree as SchemaWrite<C>>::size_of(tree)
    }

    fn write(writer: impl Writer, tree: &Box<Tree>) -> WriteResult<()> {
        <Tree as SchemaWrite<C>>::write(writer, tree)
    }
}

// SAFETY: `read` initialises `place` if it returns `Ok`; otherwise it does not write to it.
unsafe impl<'de, C: WincodeConfig> SchemaRead<'de, C> for Boxed {
    type Dst = Box<Tree>;

    fn read(reader: impl Reader<'de>, place: &mut MaybeUninit<Box<Tree>>) -> ReadResult<()> {
        place.write(Box::new(<Tree as SchemaRead<'de, C>>::get(reader)?));
        Ok(())
    }
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

fn sum_archived(tree: &ArchivedTree) -> i64 {
    match tree {
        ArchivedTree::Leaf(n) => n.to_native(),
        ArchivedTree::Node(left, right) => sum_archived(left) + sum_archived(right),
    }
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

pub(super) fn write(w: &mut Weigh<'_>) {
    w.func_with("postcard", |tree: &Tree| postcard::to_stdvec(tree), tree);
    w.func_with("wincode", |tree: &Tree| wincode::serialize(tree), tree);
    w.func_with("rkyv", |tree: &Tree| rkyv::to_bytes::<rancor::Error>(tree), tree);
    w.func_with("serde_json", |tree: &Tree| serde_json::to_vec(tree), tree);
}

pub(super) fn read(w: &mut Weigh<'_>) {
    let sum = |tree: Tree| assert_eq!(sum_boxes(&tree), TREE_SUM);
    let sum_archived = |tree: &ArchivedTree| assert_eq!(sum_archived(tree), TREE_SUM);
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

pub(super) fn edit(w: &mut Weigh<'_>) {
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
