//! Packed data shared between threads: which types may be sent to another thread or shared with it, and which may not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use packed_data::packed::{Buffer, OwnedViews};
use packed_data::view::Seq;
use packed_data::{Compact, Cursor, Edit, InPlace, Indexed, Packed};
use test_suite::{Json, Nested, Sample, TestLayout, Tree, over_layouts};

over_layouts!(many_readers);
over_layouts!(all: many_owners);
over_layouts!(native: adjacent_parts_are_edited_by_several_threads);

const THREADS: usize = if cfg!(miri) { 2 } else { 4 };

/// Several threads borrow the data, and each reads it in every way.
fn many_readers<L: TestLayout + Send + Sync>() {
    fn readers<T: Sample + Sync, L: TestLayout + Send + Sync>() {
        let value = T::sample();
        let packed = Packed::<T, L>::pack(&value);
        let read = || {
            let packed: Packed<T, L, &[u8]> = packed.as_slice();
            assert_eq!(packed.read(T::from_cursor), value);
            assert_eq!(T::from_fold(&packed), value);
            assert_eq!(T::visited(&packed), value.tokens());
            assert_eq!(packed.unpack().unwrap(), value);
            let by_view = packed.read(|cursor| {
                let value = L::by_view(&cursor);
                cursor.skip().map(|()| value)
            });
            assert!(by_view.is_none_or(|by_view| by_view == value));
            assert!(Packed::<T, L, _>::from_bytes(packed.as_bytes()).is_ok());
        };
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(read);
            }
        });
    }
    readers::<Tree, L>();
    readers::<Json, L>();
    readers::<Nested, L>();
}

/// Several threads own the data by reference counting; the last one gets the bytes back.
fn many_owners<L: TestLayout + Send + Sync>() {
    let value = Tree::sample();
    let packed = Packed::<Tree, L>::pack(&value);
    let shared = Packed::<Tree, L, Arc<[u8]>>::from_bytes(packed.into_inner().into()).unwrap();
    let clones: Vec<_> = (0..THREADS).map(|_| shared.clone()).collect();
    drop(shared);
    let threads = clones.into_iter().map(|packed| std::thread::spawn(move || packed.unpack().unwrap()));
    for thread in threads.collect::<Vec<_>>() {
        assert_eq!(thread.join().unwrap(), value);
    }
}

/// Adjacent scalars are overwritten by one thread each.
fn adjacent_parts_are_edited_by_several_threads<L: TestLayout + InPlace + Send + Sync>() {
    let mut packed = Packed::<(u8, u64, u16), L>::pack(&(1, 2, 3));
    let (mut first, mut second, mut third) = packed.view_mut();
    std::thread::scope(|scope| {
        scope.spawn(move || (0..100).for_each(|_| first.update(|n| n + 1)));
        scope.spawn(move || (0..100).for_each(|_| second.update(|n| n + 2)));
        scope.spawn(move || (0..100).for_each(|_| third.update(|n| n + 3)));
    });
    assert_eq!(packed.unpack().unwrap(), (101, 202, 303));
}

/// A cursor that is made in one thread is read in another.
#[test]
fn a_cursor_is_sent_to_a_thread() {
    let packed = Packed::<Tree, Compact>::pack(&Tree::sample());
    let value = packed.read(|cursor| {
        let value = std::thread::scope(|scope| scope.spawn(|| cursor.view().unpack::<Tree>().unwrap()).join().unwrap());
        cursor.skip().map(|()| value)
    });
    assert_eq!(value, Tree::sample());
}

/// Views are moved with their value into other threads, shared there, and dropped there, within the function that takes
/// them.
#[test]
fn views_beside_their_value() {
    type Words<B> = OwnedViews<Seq<'static, String, Indexed>, Packed<Vec<String>, Indexed, B>>;

    fn consume<B: Buffer>(words: Words<B>) -> usize {
        words.views().iter().map(str::len).sum()
    }
    let words = vec!["to".to_owned(), "be".to_owned()];
    let bytes = Packed::<_, Indexed>::pack(&words).into_inner();
    let owned: Words<Vec<u8>> = OwnedViews::new(Packed::from_vec(bytes.clone()).unwrap(), |words| words.view());
    let owned = std::thread::spawn(move || (owned.views().get(1).map(str::to_owned), owned)).join().unwrap();
    assert_eq!(owned.0.as_deref(), Some("be"));
    assert_eq!(consume(owned.1), 4);

    let shared: Words<Arc<[u8]>> = OwnedViews::new(Packed::from_bytes(bytes.into()).unwrap(), |words| words.view());
    std::thread::scope(|scope| {
        for (number, word) in words.iter().enumerate() {
            let shared = &shared;
            scope.spawn(move || assert_eq!(shared.views().get(number), Some(word.as_str())));
        }
    });
    assert_eq!(consume(shared), 4);
}

/// An editing cursor is consumed in another thread.
#[test]
fn an_editing_cursor_is_sent_to_a_thread() {
    let mut packed = Packed::<(i64, String), Compact>::pack(&(1, "one".into()));
    packed.edit(|pair: Cursor<'_, '_, _, Edit<Compact>>| {
        std::thread::scope(|scope| scope.spawn(|| pair.fields().set(2).skip().done(())).join().unwrap())
    });
    assert_eq!(packed.unpack().unwrap(), (2, "one".into()));
}

/// A cursor looks where its value ends, while another thread edits a part that was passed.
#[test]
fn a_part_is_edited_while_the_end_is_looked_for() {
    let mut packed = Packed::<(Vec<u32>, u8), Indexed>::pack(&(vec![1, 2], 3));
    let whole = &mut packed;
    std::thread::scope(|scope| {
        let edit = || {
            let packed = whole; // moved: it is borrowed as long as the threads run
            packed.edit(|pair| {
                let (numbers, fields) = pair.fields().visit_leaf();
                scope.spawn(|| numbers.into_iter().for_each(|mut number| number.update(|n| n + 1)));
                // (It is stored before the numbers, so the pair does not end with it.)
                fields.tail().skip()
            });
        };
        catch_unwind(AssertUnwindSafe(edit)).unwrap_err();
    });
    assert_eq!(packed.unpack().unwrap(), (vec![2, 3], 3));
}

/// The thread safety of every public type, as compile-time checks. Bytes can be shared whatever the type of the value
/// is, even if that contains an `Rc`, because the bytes do not contain it.
mod compiled {
    use packed_data::__private::shape::{Sequence, Variants};
    use packed_data::__private::{
        Branch, Expected, FieldViews, Folded, FoldedField, Slot, Stop, Unvisited, ValueWriter,
    };
    use packed_data::build::{ItemWriter, NeedsFields, Written};
    use packed_data::cursor::{Elements, Fields, Items};
    use packed_data::error::{Constructor, Names, Path};
    use packed_data::fold::{FoldItems, Stopped};
    use packed_data::layout::{Edit, Layout};
    use packed_data::packed::{Buffer, MapError};
    use packed_data::transform::Transform;
    use packed_data::types::{
        BoundCase, IpAddrCase, OptionCase, OptionTransform, OrderingCase, ResultCase, ResultTransform, SocketAddrCase,
    };
    use packed_data::view::{Array, Iter, MapView, ScalarMut, Scalars, Seq, SetView};
    use packed_data::{Cursor, Done, Error, ErrorKind, Filled, Levels, Limits, Needs, Packable, Packed, TooDeep, View};
    use test_suite::{TreeCase, TreeView};

    use super::{Arc, Rc};

    /// A type that may not leave its thread.
    type Held = Rc<String>;

    const fn both<T: Send + Sync + ?Sized>() {}

    /// For every possible layout.
    #[allow(dead_code, reason = "it only has to compile")]
    fn for_any_type<V: Variants, L: Layout + Send + Sync>() {
        both::<Packed<Held, L>>();
        both::<Packed<Held, L, &[u8]>>();
        both::<Packed<Held, L, Arc<[u8]>>>();
        both::<Packed<Held, L, Box<[u8]>>>();
        both::<Cursor<'_, '_, Held, L>>();
        both::<Cursor<'_, '_, Held, Edit<L>>>();
        both::<Fields<'_, '_, (Held, ()), L>>();
        both::<Fields<'_, '_, (Held, ()), Edit<L>>>();
        both::<Items<'_, '_, Held, L>>();
        both::<Items<'_, '_, Held, Edit<L>>>();
        both::<Elements<'_, '_, Held, 2, L>>();
        both::<Branch<'_, '_, V, L>>();
        both::<Done<'_, u8, L>>();

        both::<View<'_, Held, L>>();
        both::<View<'_, Held, Edit<L>>>();
        both::<FieldViews<'_, (Held, ()), L>>();
        both::<Seq<'_, Held, L>>();
        both::<Seq<'_, Held, Edit<L>>>();
        both::<Iter<'_, Held, L>>();
        both::<Array<'_, Held, 2, L>>();
        both::<MapView<'_, Held, Held, L>>();
        both::<MapView<'_, Held, Held, Edit<L>>>();
        both::<SetView<'_, Held, L>>();
        both::<Scalars<'_, u8, L>>();
        both::<ScalarMut<'_, u8, L>>();

        both::<ValueWriter>();
        both::<Expected>();
        both::<Needs<'_, Held, L>>();
        both::<NeedsFields<'_, (Held, ()), L>>();
        both::<ItemWriter<'_, Sequence<Held>, L>>();
        both::<Filled<'_>>();
        both::<Transform<'_, '_, '_, (Held, ()), L>>();

        both::<Unvisited<'_, '_, Held, L>>();
        both::<Folded<'_, '_, L>>();
        both::<FoldedField<'_, u8, L>>();
        both::<Stop<u8>>();

        both::<OptionCase<'_, '_, Held, L>>();
        both::<OptionTransform<'_, '_, '_, Held, L>>();
        both::<ResultCase<'_, '_, Held, Held, L>>();
        both::<ResultTransform<'_, '_, '_, Held, Held, L>>();
        both::<BoundCase<'_, '_, Held, L>>();
        both::<OrderingCase<'_, '_, L>>();
        both::<IpAddrCase<'_, '_, L>>();
        both::<SocketAddrCase<'_, '_, L>>();
        // Derived types consist of the types above.
        both::<TreeCase<'_, '_, L>>();
        both::<TreeView<'_, L>>();
    }

    const _: () = {
        both::<Error>();
        both::<ErrorKind>();
        both::<Names>();
        both::<Path>();
        both::<Constructor>();
        both::<Limits>();
        both::<Levels>();
        both::<TooDeep>();
        both::<Stopped>();
        both::<MapError>();
    };

    /// Implemented once for types that are not `Send` (or not `Sync`), and twice for types that are. For the latter,
    /// naming it is ambiguous.
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

    /// Checks that types are neither `Send` nor `Sync`.
    macro_rules! neither {
        ($($T:ty,)+) => {$(
            const _: () = <$T as NotSend<_>>::HOLDS;
            const _: () = <$T as NotSync<_>>::HOLDS;
        )+};
    }

    use packed_data::{Compact, Indexed};

    neither! {
        // A buffer that is counted within one thread stays there.
        Packed<u8, Compact, Rc<[u8]>>,
        Packed<u8, Indexed, Rc<[u8]>>,
        // A proof may be sent if the value that it carries may be sent; the same holds for the arguments of a fold.
        Done<'_, Held, Compact>,
        FoldedField<'_, Held, Compact>,
        Stop<Held>,
        // It points to a value of any type, whose last field is not written yet.
        Written<'_, '_>,
        // It records an end through a shared reference.
        FoldItems<'_, '_, u8, Compact>,
    }

    /// It may be sent, but not shared.
    const _: () = {
        const fn sent<T: Send>() {}
        sent::<Slot<'_, Compact>>();
        <Slot<'_, Compact> as NotSync<_>>::HOLDS
    };

    /// If a buffer can be shared, so can a `Packed` of it: thread safety depends only on the buffer.
    #[allow(dead_code, reason = "it only has to compile")]
    fn as_the_buffer_is<T: Packable, L: Layout, B: Buffer + Send + Sync>() {
        both::<Packed<T, L, B>>();
    }
}
