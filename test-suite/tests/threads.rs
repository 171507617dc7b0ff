//! Packed data shared across threads; and what may not be.

use std::rc::Rc;
use std::sync::Arc;

use packed_data::{Compact, Cursor, Done, Edit, Fields, Indexed, MapView, Packed, ScalarMut, Scalars, Seq, View};
use test_suite::{Reads, Sample, TestLayout, Texts, Tree, over_layouts};

over_layouts!(many_readers);

fn many_readers<L: TestLayout + Send + Sync>() {
    let value = Tree::sample();
    let packed = Packed::<Tree, L>::pack(&value);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (packed, value) = (&packed, &value);
            scope.spawn(move || {
                assert_eq!(packed.read(Tree::from_cursor), *value);
                assert_eq!(packed.unpack().unwrap(), *value);
            });
        }
    });
    let shared = Packed::<Tree, L, Arc<[u8]>>::from_bytes(packed.into_inner().into()).unwrap();
    let clones: Vec<_> = (0..4).map(|_| shared.clone()).collect();
    let threads = clones.into_iter().map(|packed| std::thread::spawn(move || packed.unpack().unwrap()));
    for thread in threads.collect::<Vec<_>>() {
        assert_eq!(thread.join().unwrap(), value);
    }
}

/// A cursor made in one thread is read in another.
#[test]
fn a_cursor_moves() {
    let packed = Packed::<Tree, Compact>::pack(&Tree::sample());
    let value = packed.read(|cursor| {
        let value = std::thread::scope(|scope| scope.spawn(|| cursor.view().unpack::<Tree>().unwrap()).join().unwrap());
        cursor.skip().map(|()| value)
    });
    assert_eq!(value, Tree::sample());
}

const fn is_send_and_sync<T: Send + Sync + ?Sized>() {}

/// Bytes are bytes, whatever the type: also of one that holds an `Rc`.
const _: () = {
    is_send_and_sync::<Packed<Tree, Compact>>();
    is_send_and_sync::<Packed<Texts, Indexed, &[u8]>>();
    is_send_and_sync::<Packed<Texts, Indexed, Arc<[u8]>>>();
    is_send_and_sync::<Cursor<'_, '_, Texts, Compact>>();
    is_send_and_sync::<Cursor<'_, '_, Texts, Edit<Compact>>>();
    is_send_and_sync::<Fields<'_, '_, (Rc<u8>, ()), Indexed>>();
    is_send_and_sync::<Done<'_, u8, Indexed>>();
    is_send_and_sync::<View<'_, Texts, Indexed>>();
    is_send_and_sync::<View<'_, Texts, Edit<Indexed>>>();
    is_send_and_sync::<Seq<'_, Rc<String>, Indexed>>();
    is_send_and_sync::<MapView<'_, Rc<String>, u8, Indexed>>();
    is_send_and_sync::<Scalars<'_, u8, Compact>>();
    is_send_and_sync::<ScalarMut<'_, u8, Compact>>();
};

/// Is implemented once for what is not `Send` (or not `Sync`), and twice for what is: then naming it is
/// ambiguous.
trait NotSend<A> {
    const HOLDS: () = ();
}

impl<T: ?Sized> NotSend<()> for T {}
impl<T: ?Sized + Send> NotSend<u8> for T {}

trait NotSync<A> {
    const HOLDS: () = ();
}

impl<T: ?Sized> NotSync<()> for T {}
impl<T: ?Sized + Sync> NotSync<u8> for T {}

/// Bytes that are counted in one thread stay there, and a proof goes where its value may go.
const _: () = {
    let () = <Packed<Tree, Compact, Rc<[u8]>> as NotSend<_>>::HOLDS;
    let () = <Packed<Tree, Compact, Rc<[u8]>> as NotSync<_>>::HOLDS;
    let () = <Done<'_, Rc<u8>, Compact> as NotSend<_>>::HOLDS;
};
