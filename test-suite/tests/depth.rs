//! Depth: nesting is bounded, last fields are read in a loop, and neither overflows a small stack. (For hostile depth
//! see `small_machine`.)

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use packed_data::fold::Stopped;
use packed_data::{Cursor, Done, Error, ErrorKind, Filled, Layout, Limits, Needs, Packed, TooDeep, Unpack};
use test_suite::{
    Json, LONG, List, ListCase, ListFold, ListVisit, Node, NodeFold, NodeVisit, Rose, TestLayout, Tree, TreeFold,
    TreeVisit, in_a_small_stack, in_a_stack, over_layouts,
};

over_layouts!(
    few all: trees_to_the_limit,
    last_fields_do_not_count,
    levels_of_owned_values_and_folds,
    copies_cannot_nest_past_the_limit,
    the_default_limit_fits_a_thread
);
over_layouts!(native: a_list_of_a_million_structs);
over_layouts!(
    few: documents_to_the_limit,
    roses_to_the_limit,
    sequences_of_scalars_do_not_count,
    arrays_to_the_limit,
    keys_to_the_limit,
    tuples_to_the_limit,
    a_list_of_a_million_cells
);

/// The default stack of a Rust thread; without optimisation a level takes several times as much.
const THREAD: usize = if cfg!(debug_assertions) { 16 << 20 } else { 2 << 20 };

/// The default limits; fewer levels under Miri, where deep stacks are slow.
fn deep() -> Limits {
    if cfg!(miri) { depth(20) } else { Limits::DEFAULT }
}

fn depth(depth: u32) -> Limits {
    Limits { depth, ..Limits::default() }
}

/// Depth up to which values are tried.
const TRIED: u32 = if cfg!(miri) { 4 } else { 40 };

/// The limits on depth that are tried.
const LIMITS: &[u32] = if cfg!(miri) { &[2] } else { &[1, 2, 9, 30] };

/// Returns the largest number for which `f` holds. It must hold for every smaller number, and for no larger one.
fn edge(f: impl Fn(u32) -> bool) -> Option<u32> {
    let holds: Vec<bool> = (0..TRIED).map(f).collect();
    let edge = holds.iter().take_while(|holds| **holds).count() as u32;
    assert!(!holds[edge as usize..].contains(&true), "{holds:?}");
    edge.checked_sub(1)
}

fn is_too_deep(error: Error, limit: u32) -> bool {
    assert_eq!(error.kind(), ErrorKind::TooDeep { limit }, "{error}");
    true
}

/// Returns the greatest depth, as `nest` counts it, of a value that can be packed within a limit. It must be the same
/// for values that are accepted, and for values that are built.
#[track_caller]
fn deepest<T: for<'a> Unpack<'a>, L: TestLayout>(limit: u32, nest: impl Fn(u32) -> T) -> Option<u32> {
    let limits = depth(limit);
    let packs = edge(|n| match Packed::<T, L>::with_limits(&limits).pack(&nest(n)) {
        Ok(packed) => Packed::<T, L>::with_limits(&limits).from_bytes(packed.as_bytes()).is_ok(),
        Err(error) => !is_too_deep(error, limit),
    });
    let builds = edge(|n| Packed::<T, L>::with_limits(&limits).build(|needs| needs.put_as(&nest(n))).is_ok());
    let copies = edge(|n| {
        let packed = Packed::<T, L>::pack(&nest(n));
        Packed::<T, L>::with_limits(&limits).build(|needs| needs.put_packed(&packed)).is_ok()
    });
    let validates = edge(|n| {
        let packed = Packed::<T, L>::pack(&nest(n));
        match Packed::<T, L>::with_limits(&limits).from_bytes(packed.as_bytes()) {
            Ok(_) => true,
            Err(error) => !is_too_deep(error, limit),
        }
    });
    let unpacks = edge(|n| {
        let packed = Packed::<T, L>::pack(&nest(n));
        let unpacked = packed.within(&limits).unpack().is_ok();
        match Packed::<T, L>::with_limits(&limits).unpack_from(packed.as_bytes()) {
            Ok(at_once) => assert_eq!((Packed::<T, L>::pack(&at_once), unpacked), (packed, true)),
            Err(error) => assert!(is_too_deep(error, limit) && !unpacked),
        }
        unpacked
    });
    assert_eq!(packs, validates, "a value is packed if and only if it is accepted");
    assert_eq!((builds, copies), (packs, packs));
    assert!(unpacks <= validates, "{unpacks:?} {validates:?}");
    validates
}

fn left(levels: u32) -> Tree {
    (0..levels).fold(Tree::Leaf(0), |tree, n| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(n.into()))))
}

fn right(levels: u32) -> Tree {
    (0..levels).fold(Tree::Leaf(0), |tree, n| Tree::Node(Box::new(Tree::Leaf(n.into())), Box::new(tree)))
}

fn trees_to_the_limit<L: TestLayout>() {
    for &limit in LIMITS {
        assert_eq!(deepest::<Tree, L>(limit, left), Some(limit));
    }
}

fn documents_to_the_limit<L: TestLayout>() {
    let arrays = |levels| (0..levels).fold(Json::Null, |json, _| Json::Array(vec![json]));
    let objects = |levels| (0..levels).fold(Json::Null, |json, _| Json::Object(vec![("key".into(), json)]));
    for &limit in LIMITS {
        assert_eq!(deepest::<Json, L>(limit, arrays), Some(limit));
        assert_eq!(deepest::<Json, L>(limit, objects), Some(limit));
    }
}

fn roses_to_the_limit<L: TestLayout>() {
    let rose = |children| Rose { name: "rose".into(), children, weight: 1 };
    let roses = |levels| (0..levels).fold(rose(vec![]), |inner, _| rose(vec![inner]));
    for &limit in LIMITS {
        assert_eq!(deepest::<Rose, L>(limit, roses), Some(limit - 1));
    }
    assert_eq!(deepest::<Rose, L>(0, roses), None);
}

/// Sequences of scalars, or of types made only of scalars, are not a level. (The builder once counted them, and the
/// checker did not, so that accepted values could not be packed again.)
fn sequences_of_scalars_do_not_count<L: TestLayout>() {
    assert_eq!(deepest::<Vec<i64>, L>(0, |n| vec![0; n as usize]), Some(TRIED - 1));
    assert_eq!(deepest::<Vec<bool>, L>(0, |n| vec![true; n as usize]), Some(TRIED - 1));
    assert_eq!(deepest::<Vec<()>, L>(0, |n| vec![(); n as usize]), Some(TRIED - 1));
    assert_eq!(deepest::<Vec<(u8, [char; 2])>, L>(0, |n| vec![(0, ['a'; 2]); n as usize]), Some(TRIED - 1));
    assert_eq!(deepest::<BTreeSet<u8>, L>(0, |n| (0..n as u8).collect()), Some(TRIED - 1));
    let nested = |n: u32| vec![vec![0; n as usize]; n as usize];
    assert_eq!(deepest::<Vec<Vec<i64>>, L>(1, nested), Some(TRIED - 1));
    assert_eq!(deepest::<Vec<Vec<i64>>, L>(0, nested), None);
    assert_eq!(deepest::<Vec<String>, L>(1, |n| vec![String::new(); n as usize]), Some(TRIED - 1));
}

fn arrays_to_the_limit<L: TestLayout>() {
    type Array = [Option<Vec<String>>; 2];
    let array = |n| -> Array { [None, (n > 0).then(|| vec!["word".into(); n as usize])] };
    assert_eq!(deepest::<Array, L>(2, array), Some(TRIED - 1));
    assert_eq!(deepest::<Array, L>(1, array), Some(0));
    assert_eq!(deepest::<Array, L>(0, array), None);
}

fn keys_to_the_limit<L: TestLayout>() {
    let nested = |n: u32| BTreeSet::from([BTreeSet::from([n.to_string()])]);
    assert_eq!(deepest::<BTreeSet<BTreeSet<String>>, L>(2, nested), Some(TRIED - 1));
    assert_eq!(deepest::<BTreeSet<BTreeSet<String>>, L>(1, nested), None);
}

fn tuples_to_the_limit<L: TestLayout>() {
    type Nested = ((Option<u8>, u8), u8);
    let nested = |n: u32| ((Some(n as u8), 1), 2);
    assert_eq!(deepest::<Nested, L>(2, nested), Some(TRIED - 1));
    assert_eq!(deepest::<Nested, L>(1, nested), None);
}

fn last_fields_do_not_count<L: TestLayout>() {
    for levels in [1, 39, if cfg!(miri) { 60 } else { 3_000 }] {
        let list = List::of(0..levels);
        let packed = Packed::<List, L>::with_limits(&depth(0)).pack(&list).unwrap();
        assert!(Packed::<List, L>::with_limits(&depth(0)).from_bytes(packed.as_bytes()).is_ok());
        // The left child of each node is one level.
        let tree = right(levels as u32);
        let packed = Packed::<Tree, L>::with_limits(&depth(1)).pack(&tree).unwrap();
        assert!(Packed::<Tree, L>::with_limits(&depth(1)).from_bytes(packed.as_bytes()).is_ok());
        assert!(Packed::<Tree, L>::with_limits(&depth(0)).from_bytes(packed.as_bytes()).is_err());
    }
}

/// Sums numbers with a fold and with a visit.
#[derive(Default)]
struct Sum(i64);

impl<'a, L: Layout> ListFold<'a, L> for Sum {
    type Out = i64;

    fn nil(&mut self) -> i64 {
        0
    }

    fn cons(&mut self, value: i64, rest: i64) -> i64 {
        value + rest
    }
}

impl<'a, L: Layout> NodeFold<'a, L> for Sum {
    type Out = i64;

    fn node(&mut self, value: i64, rest: Option<i64>) -> i64 {
        value + rest.unwrap_or(0)
    }
}

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, value: i64) -> i64 {
        value
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

impl<'a, L: Layout> ListVisit<'a, L> for Sum {
    type Break = ();

    fn nil(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cons(&mut self, value: i64) -> ControlFlow<()> {
        self.0 += value;
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> NodeVisit<'a, L> for Sum {
    type Break = ();

    fn node(&mut self, value: i64) -> ControlFlow<()> {
        self.0 += value;
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = ();

    fn leaf(&mut self, value: i64) -> ControlFlow<()> {
        self.0 += value;
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn levels_of_owned_values_and_folds<L: TestLayout>() {
    for &limit in LIMITS {
        let limits = depth(limit);
        let list = |n: u32| Packed::<List, L>::pack(&List::of(0..n.into()));
        assert_eq!(edge(|n| list(n).within(&limits).unpack().is_ok()), Some(limit));
        assert_eq!(list(40).within(&limits).unpack(), Err(TooDeep::new(limit)));
        let fold = |packed: &Packed<List, L>| {
            packed.read(|cursor| {
                let folded = cursor.view().fold_within(&mut Sum::default(), &limits);
                cursor.skip().map(|()| folded)
            })
        };
        assert_eq!(edge(|n| fold(&list(n)).is_ok()), Some(limit));
        assert_eq!(fold(&list(40)), Err(Stopped::TooDeep(TooDeep::new(limit))));

        let tree = |n: u32| Packed::<Tree, L>::pack(&right(n));
        assert_eq!(edge(|n| tree(n).within(&limits).unpack().is_ok()), Some(limit));
        assert_eq!(
            edge(|n| tree(n)
                .read(|cursor| {
                    let folded = cursor.view().fold_within(&mut Sum::default(), &limits);
                    cursor.skip().map(|()| folded)
                })
                .is_ok()),
            Some(limit)
        );
        let message = list(40).within(&limits).unpack().unwrap_err().to_string();
        let expected = format!("too deep: expected at most {limit} nested levels, last fields included, found more");
        assert_eq!(message, expected);
    }
}

fn sum_list<'id, L: Layout>(mut list: Cursor<'_, 'id, List, L>) -> Done<'id, i64, L> {
    let mut sum = 0;
    loop {
        match list.case() {
            ListCase::Nil(end) => return end.done(sum),
            ListCase::Cons(fields) => {
                let (n, fields) = fields.read();
                sum += n;
                list = fields.tail();
            }
        }
    }
}

fn build_list<'id, L: Layout>(mut needs: Needs<'id, List, L>) -> Filled<'id> {
    for n in 0..LONG {
        needs = List::start_cons(needs).put(&n).tail();
    }
    List::write_nil(needs)
}

fn a_list_of_a_million_cells<L: TestLayout>() {
    in_a_small_stack(|| {
        let built = Packed::<List, L>::build(build_list);
        let list = List::of(0..LONG);
        assert_eq!(Packed::<List, L>::pack(&list), built);
        // The list must be taken apart before it is dropped: dropping it makes one call for each cell.
        let mut rest = list;
        while let List::Cons(_, next) = rest {
            rest = *next;
        }

        let packed = Packed::<List, L, _>::from_bytes(built.as_bytes()).unwrap();
        let sum = LONG * (LONG - 1) / 2;
        assert_eq!(packed.read(sum_list), sum);
        assert_eq!(packed.read(|list| list.as_bytes()), built.as_bytes());
        let mut visit = Sum::default();
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, sum);
        assert_eq!(packed.transform(|list, needs| list.copy_to(needs)), built);
        let (behind, rest) = Packed::<(List, u8), L>::build(|needs| needs.fields().put_packed(&built).put(&7).done())
            .read(|pair| {
                let (last, fields) = pair.fields().skip().read();
                fields.done((last, 0))
            });
        assert_eq!((behind, rest), (7, 0));

        // An error at the end of the list is reported at its place.
        let mut bytes = built.into_inner();
        let end = bytes.len() - 1;
        bytes[end] = 2;
        let error = Packed::<List, L, _>::from_bytes(bytes).unwrap_err();
        assert_eq!(error.offset(), end);
        let message = error.to_string();
        assert!(message.contains("List::Cons.1 > ... ") && message.len() < 800, "{message}");
    });
    // (Under Miri the list is within the limits.)
    if cfg!(miri) {
        return;
    }
    in_a_stack(THREAD, || {
        let packed = Packed::<List, L>::build(build_list);
        let limit = Limits::DEFAULT.depth;
        let error = packed.unpack().map(drop).unwrap_err();
        assert!(error == TooDeep::new(limit) || error.is_stack() && cfg!(debug_assertions), "{error}");
        let Err(Stopped::TooDeep(error)) = packed.fold(&mut Sum::default()) else { panic!("too deep for a fold") };
        assert!(error == TooDeep::new(limit) || error.is_stack() && cfg!(debug_assertions), "{error}");
    });
}

fn a_list_of_a_million_structs<L: TestLayout>() {
    in_a_small_stack(|| {
        let node = Node::of(0, 1..LONG);
        let packed = Packed::<Node, L>::pack(&node);
        let mut rest = Some(Box::new(node));
        while let Some(node) = rest {
            rest = node.next;
        }
        let packed = Packed::<Node, L, _>::from_bytes(packed.into_inner()).unwrap();
        assert_eq!(packed.as_bytes().len() as i64, 9 * LONG);
        let sum = LONG * (LONG - 1) / 2;
        assert_eq!(packed.read(Node::numbers).iter().sum::<i64>(), sum);
        assert_eq!(packed.read(|node| node.as_bytes()).len(), packed.as_bytes().len());
        let mut visit = Sum::default();
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, sum);
    });
    in_a_stack(THREAD, || {
        let limit = Limits::DEFAULT.depth;
        let node = Node::of(0, 1..3000);
        let packed = Packed::<Node, L>::pack(&node);
        assert_eq!(packed.unpack().err(), Some(TooDeep::new(limit)));
        let Err(Stopped::TooDeep(error)) = packed.fold(&mut Sum::default()) else { panic!("too deep for a fold") };
        assert!(error == TooDeep::new(limit) || error.is_stack() && cfg!(debug_assertions), "{error}");
    });
}

/// Found by reading the code: values that were copied into others were not counted. So they could nest past every
/// limit, and skipping them overflowed the stack.
fn copies_cannot_nest_past_the_limit<L: TestLayout>() {
    let limits = depth(30);
    let mut packed = Packed::<Tree, L>::with_limits(&limits).pack(&Tree::Leaf(0)).unwrap();
    for n in 1..=40 {
        let wrapped = Packed::<Tree, L>::with_limits(&limits).build(|needs| {
            Tree::start_node(needs).put_packed(&packed).with(|needs| Tree::write_leaf(needs, &n)).done()
        });
        match wrapped {
            Ok(wrapped) => {
                assert!(n <= 30, "{n} levels within 30");
                assert!(Packed::<Tree, L>::with_limits(&limits).from_bytes(wrapped.as_bytes()).is_ok());
                packed = wrapped;
            }
            Err(error) => assert!(n > 30 && is_too_deep(error, 30)),
        }
    }
    assert_eq!(
        packed,
        Packed::pack(&(1..=30).fold(Tree::Leaf(0), |tree, n| { Tree::Node(Box::new(tree), Box::new(Tree::Leaf(n))) }))
    );
}

/// A value of the greatest depth that the default limits allow is read, folded, unpacked and dropped in a thread of the
/// default size.
fn the_default_limit_fits_a_thread<L: TestLayout>() {
    in_a_stack(THREAD, || {
        // (Without optimisation the stack is large enough only for fewer levels.)
        let limit = if cfg!(debug_assertions) { deep().depth.min(400) } else { deep().depth };
        let tree = left(limit);
        let packed = Packed::<Tree, L>::pack(&tree);
        let packed = Packed::<Tree, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(packed.read(|tree| tree.as_bytes()), packed.as_bytes());
        let sum = i64::from(limit) * (i64::from(limit) - 1) / 2;
        assert_eq!(packed.fold(&mut Sum::default()), Ok(sum));
        let mut visit = Sum::default();
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, sum);
        assert_eq!(packed.unpack().unwrap(), tree);
        assert!(is_too_deep(Packed::<Tree, L>::with_limits(&depth(limit)).pack(&left(limit + 1)).unwrap_err(), limit));
    });
}
