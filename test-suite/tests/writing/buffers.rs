//! The buffers of packed values, packing into memory that cannot grow, sizes, and parts of sequences.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use packed_data::packed::{
    Buffer, BufferMut, CloneBuffer, OwnedBuffer, OwnedBufferMut, PackIntoError, pack_into_buf, pack_into_slice,
    packed_size, slice_ref,
};
use packed_data::{Compact, Error, ErrorKind, Indexed, Layout, Limits, Packed, PackedVec, Unpack, pack_into};
use test_suite::{Sample, TestLayout, Tree, check, over_layouts, over_shapes};

over_shapes!(miri_few all: sizes_are_known_before_packing);
over_layouts!(
    few all:
    every_buffer_is_read,
    exclusive_buffers_are_read_and_cloned,
    many_values_are_in_one_buffer,
    many_values_are_refused_at_the_first_that_is_wrong,
);

/// The size is that of the packed bytes; with that many bytes packing succeeds, with one less it fails and changes
/// nothing. Nothing is stored beyond the capacity of a buffer that grows (with debug assertions each store is compared
/// with it), whatever that is.
fn sizes_are_known_before_packing<T: Sample, L: TestLayout>() {
    check(T::any(), |value| {
        let expected = Packed::<T, L>::pack(&value).into_inner();
        let needed = expected.len();
        assert_eq!(packed_size::<T, L>(&value), Ok(needed));

        let mut out = vec![0xA5; needed + 3];
        assert_eq!(pack_into_slice::<T, L>(&value, &mut out), Ok(needed));
        assert_eq!((&out[..needed], &out[needed..]), (&expected[..], &[0xA5; 3][..]));
        let mut out = vec![0xA5; needed];
        assert_eq!(pack_into_slice::<T, L>(&value, &mut out), Ok(needed));
        assert_eq!(out, expected);

        let capacities = (0..4).chain(needed.saturating_sub(4)..needed + 12);
        for capacity in capacities.step_by(if cfg!(miri) { 7 } else { 1 }) {
            let mut out = Vec::with_capacity(capacity);
            pack_into::<T, L>(&value, &mut out).unwrap();
            assert_eq!(out, expected);
        }

        let mut buffer = BytesMut::from(&b"before"[..]);
        assert_eq!(pack_into_buf::<T, L>(&value, &mut buffer), Ok(needed));
        assert_eq!(&buffer[6..], expected);

        if let Some(available) = needed.checked_sub(1) {
            let too_small = PackIntoError::TooSmall { needed, available };
            let mut out = vec![0xA5; available];
            assert_eq!(pack_into_slice::<T, L>(&value, &mut out), Err(too_small));
            assert_eq!(out, vec![0xA5; available]);
            let mut limited = Vec::new().limit(available);
            assert_eq!(pack_into_buf::<T, L>(&value, &mut limited), Err(too_small));
            assert!(limited.into_inner().is_empty());
        }
    });
}

#[test]
fn the_error_says_what_is_missing() {
    let error = pack_into_slice::<str, Compact>("hello", &mut [0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "the value needs 6 bytes, and the buffer has 2 left");
}

#[test]
#[cfg_attr(miri, ignore = "takes Tree Borrows minutes, for 1,024 levels")]
fn a_value_beyond_the_limits_has_no_size() {
    let deep = (0..3000).fold(Tree::Leaf(0), |tree, _| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(0))));
    let error = pack_into_slice::<Tree, Compact>(&deep, &mut [0; 2]).unwrap_err();
    assert!(matches!(error, PackIntoError::Invalid(error) if matches!(error.kind(), ErrorKind::TooDeep { .. })));
    assert!(packed_size::<Tree, Compact>(&deep).is_err());
}

/// Memory of a user's own, which counts how often it is borrowed and dropped.
struct Own<'c> {
    bytes: [u8; 64],
    len: usize,
    borrowed: &'c Cell<u32>,
    dropped: &'c Cell<u32>,
}

impl AsRef<[u8]> for Own<'_> {
    /// Returns the bytes only the first time.
    fn as_ref(&self) -> &[u8] {
        self.borrowed.set(self.borrowed.get() + 1);
        if self.borrowed.get() == 1 { &self.bytes[..self.len] } else { &[] }
    }
}

impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.dropped.set(self.dropped.get() + 1);
    }
}

fn small() -> Tree {
    Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-2)))
}

fn in_buffer<L: Layout, B: Buffer>(buffer: B) -> Packed<Tree, L, B> {
    let packed = Packed::<Tree, L, B>::from_bytes(buffer).unwrap();
    assert_eq!(packed.unpack().unwrap(), small());
    assert_eq!(AsRef::<[u8]>::as_ref(&packed), packed.as_bytes());
    packed
}

/// Every type that is a buffer contains a value that is read, and gives the bytes back.
fn every_buffer_is_read<L: TestLayout>() {
    let bytes = Packed::<Tree, L>::pack(&small()).into_inner();
    let mut array = [0; 64];
    array[..bytes.len()].copy_from_slice(&bytes);

    in_buffer::<L, _>(&bytes);
    in_buffer::<L, _>(&&bytes[..]);
    in_buffer::<L, _>(Cow::Borrowed(&bytes[..]));
    in_buffer::<L, Rc<[u8]>>(bytes.clone().into());
    in_buffer::<L, Arc<[u8]>>(bytes.clone().into());
    in_buffer::<L, _>(Rc::new(bytes.clone()));
    in_buffer::<L, Arc<dyn Buffer + Send + Sync>>(Arc::new(bytes.clone()));
    in_buffer::<L, Box<dyn Buffer>>(Box::new(bytes.clone()));
    in_buffer::<L, _>(Bytes::from(bytes.clone()));

    let (borrowed, dropped) = (Cell::new(0), Cell::new(0));
    let own = |len| Own { bytes: array, len, borrowed: &borrowed, dropped: &dropped };
    let packed = in_buffer::<L, _>(OwnedBuffer::new(own(bytes.len())));
    let moved = Box::new(packed);
    assert_eq!(moved.as_bytes(), bytes);
    assert_eq!((borrowed.get(), dropped.get()), (1, 0));
    let owner = moved.into_inner().into_inner();
    assert_eq!((&owner.bytes, dropped.get()), (&array, 0));
    drop(owner);
    assert_eq!(dropped.get(), 1);
    borrowed.set(0);
    drop(in_buffer::<L, _>(OwnedBuffer::from(own(bytes.len()))));
    assert_eq!((borrowed.get(), dropped.get()), (1, 2));

    let packed = Packed::<Tree, L>::from_slice(&bytes).unwrap();
    assert_eq!(packed, Packed::<Tree, L>::from_vec(bytes.clone()).unwrap());
    assert!(Packed::<Tree, L>::from_slice(&bytes[1..]).is_err() || bytes.len() == 1);
    let none = Limits { bytes: 1, ..Limits::DEFAULT };
    assert!(matches!(
        Packed::<Tree, L>::with_limits(&none).from_slice(&bytes).unwrap_err().kind(),
        ErrorKind::TooLarge { limit: 1 }
    ));
}

fn edited<L: Layout, B: BufferMut + CloneBuffer>(buffer: B) {
    let packed = in_buffer::<L, B>(buffer);
    let mut clone = packed.clone();
    assert_eq!(clone, packed);
    let bytes = clone.as_bytes().to_vec();
    // (The bytes of a clone are others: only one of the two could be changed.)
    let mut buffer = clone.into_inner();
    buffer.as_bytes_mut().reverse();
    assert_eq!(packed.as_bytes(), bytes);
    buffer.as_bytes_mut().reverse();
    clone = in_buffer::<L, B>(buffer);
    assert_eq!(clone, packed);
}

fn exclusive_buffers_are_read_and_cloned<L: TestLayout>() {
    let bytes = Packed::<Tree, L>::pack(&small()).into_inner();
    edited::<L, Vec<u8>>(bytes.clone());
    edited::<L, Box<[u8]>>(bytes.clone().into());
    edited::<L, Box<Vec<u8>>>(Box::new(bytes.clone()));
    edited::<L, BytesMut>(BytesMut::from(&bytes[..]));
    let (mut vec, mut other) = (bytes.clone(), bytes.clone());
    in_buffer::<L, _>(&mut vec);
    in_buffer::<L, _>(&mut other[..]);
}

#[test]
fn an_array_is_a_buffer() {
    let packed = Packed::<(u8, u16), Compact, _>::from_bytes([1, 2, 0]).unwrap();
    assert_eq!(packed.view(), (1, 2));
    let packed = Packed::<(u8, u16), Compact, _>::from_bytes(&[1, 2, 0]).unwrap();
    assert_eq!(packed.view(), (1, 2));
    assert_eq!(Packed::<str, Compact, _>::from_bytes(b"\x02hi").unwrap().view(), "hi");
}

/// Memory of a user's own, with the bytes inside of it, or behind a pointer. It returns them only once, and counts how
/// often it is dropped.
struct Mine<'c, B> {
    bytes: B,
    borrowed: bool,
    dropped: &'c Cell<u32>,
}

impl<B: AsMut<[u8]>> AsMut<[u8]> for Mine<'_, B> {
    fn as_mut(&mut self) -> &mut [u8] {
        if core::mem::replace(&mut self.borrowed, true) { &mut [] } else { self.bytes.as_mut() }
    }
}

impl<B> Drop for Mine<'_, B> {
    fn drop(&mut self) {
        self.dropped.set(self.dropped.get() + 1);
    }
}

/// Packed data in a buffer of the user's own is edited, moved and edited again; the owner then has the new bytes.
#[test]
fn an_owned_buffer_is_edited() {
    fn edit<B: AsMut<[u8]> + AsRef<[u8]>>(bytes: B) {
        let dropped = Cell::new(0);
        let mine = Mine { bytes, borrowed: false, dropped: &dropped };
        let mut packed = Packed::<(u8, u16), Compact, _>::from_bytes(OwnedBufferMut::new(mine)).unwrap();
        packed.view_mut().1.set(7);
        let mut moved = Box::new(packed);
        assert_eq!(moved.view(), (1, 7));
        moved.edit(|pair| pair.fields().set(9).skip().done(()));
        assert_eq!((moved.view(), AsRef::<[u8]>::as_ref(&*moved)), ((9, 7), &[9, 7, 0][..]));
        let owner = moved.into_inner().into_inner();
        assert_eq!((owner.bytes.as_ref(), dropped.get()), (&[9, 7, 0][..], 0));
        drop(owner);
        assert_eq!(dropped.get(), 1);
    }
    edit([1, 2, 0]);
    edit(vec![1, 2, 0]);

    let dropped = Cell::new(0);
    drop(OwnedBufferMut::from(Mine { bytes: [0; 3], borrowed: false, dropped: &dropped }));
    assert_eq!(dropped.get(), 1);
}

/// The owner is dropped if its `as_mut` panics.
#[test]
fn an_owner_is_dropped_if_borrowing_panics() {
    struct Panics<'c>(&'c Cell<u32>);

    impl AsMut<[u8]> for Panics<'_> {
        fn as_mut(&mut self) -> &mut [u8] {
            panic!("no bytes")
        }
    }

    impl Drop for Panics<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    let dropped = Cell::new(0);
    assert!(catch_unwind(AssertUnwindSafe(|| OwnedBufferMut::new(Panics(&dropped)))).is_err());
    assert_eq!(dropped.get(), 1);
}

/// An edit through an exclusive reference changes the buffer that it leads to.
#[test]
fn a_borrowed_vector_is_edited() {
    let mut bytes = Packed::<(u8, u16)>::pack(&(1, 2)).into_inner();
    Packed::<(u8, u16), Compact, _>::from_bytes(&mut bytes).unwrap().view_mut().1.set(7);
    assert_eq!(bytes, [1, 7, 0]);
}

/// A map in an `Arc` is shared by threads that outlive the function which opened the file.
#[test]
#[cfg(not(miri))]
fn a_shared_memory_map_is_a_buffer() {
    let path = std::env::temp_dir().join(format!("packed-data-shared-map-{}", std::process::id()));
    std::fs::write(&path, Packed::<Tree, Indexed>::pack(&small()).as_bytes()).unwrap();
    let file = std::fs::File::open(&path).unwrap();
    // SAFETY: nothing else knows the file.
    let packed = unsafe { packed_data::packed::map_file::<Tree, Indexed>(&file) }.unwrap();
    let shared = in_buffer::<Indexed, _>(Arc::new(packed.into_inner()));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let shared = shared.clone();
            std::thread::spawn(move || shared.unpack().unwrap())
        })
        .collect();
    drop(shared);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), small());
    }
    std::fs::remove_file(path).unwrap();
}

/// If borrowing the bytes panics, the owner is dropped, once.
#[test]
fn an_owner_that_panics_is_dropped() {
    struct Panics<'c>(&'c Cell<u32>);

    impl AsRef<[u8]> for Panics<'_> {
        fn as_ref(&self) -> &[u8] {
            panic!("no bytes");
        }
    }

    impl Drop for Panics<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    let dropped = Cell::new(0);
    assert!(catch_unwind(AssertUnwindSafe(|| OwnedBuffer::new(Panics(&dropped)))).is_err());
    assert_eq!(dropped.get(), 1);
}

#[test]
fn an_owned_buffer_is_sent_and_shared() {
    fn is_shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let bytes = Packed::<Tree>::pack(&small()).into_inner();
    let packed = is_shared(in_buffer::<Compact, _>(Arc::new(OwnedBuffer::new(bytes))));
    std::thread::spawn(move || assert_eq!(packed.unpack().unwrap(), small())).join().unwrap();
}

/// A packed value changes its buffer without being checked again, and keeps its bytes.
#[test]
fn buffers_are_converted() {
    type In<B> = Packed<Tree, Compact, B>;

    let packed = Packed::<Tree>::pack(&small());
    let address = packed.as_bytes().as_ptr();
    let boxed: In<Box<[u8]>> = In::from(packed.clone());
    let shared: In<Arc<[u8]>> = packed.clone().into();
    let counted: In<Rc<[u8]>> = packed.clone().into();
    let of_box: In<Arc<[u8]>> = boxed.clone().into();
    let slice: In<&[u8]> = (&shared).into();
    let (copied, in_box): (In<Vec<u8>>, In<Box<[u8]>>) = (slice.clone().into(), slice.clone().into());
    let in_arc: In<Arc<[u8]>> = slice.clone().into();
    let again: In<Vec<u8>> = boxed.into();
    for same in [slice.as_bytes(), counted.as_bytes(), of_box.as_bytes(), copied.as_bytes(), again.as_bytes()] {
        assert_eq!(same, packed.as_bytes());
    }
    assert_eq!((in_box.unpack().unwrap(), in_arc.unpack().unwrap()), (small(), small()));
    // What can be moved is moved.
    let bytes: In<Bytes> = packed.into();
    assert_eq!(bytes.as_bytes().as_ptr(), address);
    let back: In<Vec<u8>> = bytes.into();
    assert_eq!(back.as_bytes().as_ptr(), address);
}

/// A part of a packed value in `Bytes` shares its memory, and so do values of type `Bytes` that are unpacked.
#[test]
fn parts_share_bytes() {
    type Message = (String, Vec<Vec<u8>>, Bytes, Option<Bytes>);

    let message: Message = ("name".into(), vec![vec![1; 10], vec![]], vec![7; 1000].into(), Some(vec![8; 3].into()));
    let packed: Packed<Message, Compact, Bytes> = Packed::pack(&message).into();
    let range = packed.as_bytes().as_ptr_range();
    let parts = slice_ref(&packed, packed.view().1.isolate());
    assert!(range.contains(&parts.as_bytes().as_ptr()));
    let first = slice_ref(&parts, parts.view().first().expect("two").isolate());

    let shared = packed.within(&Limits::DEFAULT).unpack_shared().unwrap();
    assert_eq!(shared, message);
    assert!(range.contains(&shared.2.as_ptr()) && range.contains(&shared.3.as_ref().expect("some").as_ptr()));
    let copied = packed.unpack().unwrap(); // the next call shares nothing
    assert!(!range.contains(&copied.2.as_ptr()));
    drop(packed);
    assert_eq!((shared, copied), (message.clone(), message));
    assert!(first.view().iter().eq([1; 10]));

    let other = Packed::<str, Compact>::pack("other");
    assert!(catch_unwind(AssertUnwindSafe(|| slice_ref(&parts, other.as_slice()))).is_err());
}

/// A loader that returns any type, also one that borrows from bytes of the program, which live for `'static`.
#[test]
fn a_loader_of_types_that_may_borrow() {
    fn load<'a, T: Unpack<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
        Packed::<T, Compact>::unpack_from(bytes)
    }

    static BYTES: &[u8] = b"\x02hi\x07";
    let (text, number): (&'static str, u8) = load(BYTES).unwrap();
    let (owned, same): (String, u8) = load(BYTES).unwrap();
    assert_eq!((text, number), (owned.as_str(), same));
    let local = BYTES.to_vec();
    assert_eq!(load::<(&str, u8)>(&local).unwrap(), ("hi", 7));
}

/// Packed values are ordered by their bytes, as their equality and hash are.
#[test]
fn packed_values_are_ordered_by_bytes() {
    let numbers = [1u16, 256, 2, 0x0100];
    let sorted: BTreeSet<Packed<u16>> = numbers.iter().map(Packed::pack).collect();
    let bytes: BTreeSet<[u8; 2]> = numbers.iter().map(|number| number.to_le_bytes()).collect();
    assert!(sorted.iter().map(Packed::as_bytes).eq(bytes.iter().map(|bytes| &bytes[..])));
    assert!(Packed::<u16>::pack(&1) > Packed::<u16>::pack(&256).as_slice());
}

/// Slices, and what they return, are those of the sequence in memory: elements of fixed and of varying size.
#[test]
fn slices_are_those_of_a_vector() {
    let words: Vec<String> = (0..7).map(|n| "x".repeat(n)).collect();
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    let numbers: Vec<u32> = (0..7).map(|n| n * n).collect();
    let packed_numbers = Packed::<Vec<u32>, Indexed>::pack(&numbers);
    let ends = [Bound::Unbounded, Bound::Included(0), Bound::Excluded(3), Bound::Included(6), Bound::Excluded(7)];
    let beyond = [Bound::Excluded(8), Bound::Included(7), Bound::Included(usize::MAX), Bound::Excluded(usize::MAX)];
    let bounds = || ends.into_iter().chain(beyond).step_by(if cfg!(miri) { 3 } else { 1 });
    for range in bounds().flat_map(|start| bounds().map(move |end| (start, end))) {
        let expected = words.get(range);
        let found = packed.view().get_slice(range);
        assert_eq!(
            found.map(|found| found.iter().collect::<Vec<_>>()),
            expected.map(|words| words.iter().map(|word| &**word).collect())
        );
        let (Some(found), Some(expected)) = (found, expected) else {
            assert!(catch_unwind(AssertUnwindSafe(|| packed.view().slice(range).len())).is_err(), "{range:?}");
            continue;
        };
        let found_numbers = packed_numbers.view().slice(range);
        assert_eq!(found_numbers.into_iter().collect::<Vec<_>>(), numbers[range]);
        assert!(found == expected && found_numbers == numbers[range]);
        assert_eq!((found.len(), found.is_empty()), (expected.len(), expected.is_empty()));
        assert_eq!((found.first(), found.last()), (expected.first().map(|s| &**s), expected.last().map(|s| &**s)));
        assert!(found.iter().rev().eq(expected.iter().rev()));
        assert_eq!(found.iter().nth(1), expected.get(1).map(|s| &**s));
        assert_eq!(found.iter().nth(usize::MAX), None);
        for index in 0..9 {
            assert_eq!(found.get(index), expected.get(index).map(|s| &**s));
            assert_eq!(found.get_slice(index..).is_some(), expected.get(index..).is_some());
        }
        let len = |word: &str| word.len();
        for key in 0..8 {
            let by_len = |word: &String| word.len();
            assert_eq!(found.binary_search_by_key(&key, len), expected.binary_search_by_key(&key, by_len));
            assert_eq!(found.partition_point(|word| word.len() < key), expected.partition_point(|w| w.len() < key));
            assert_eq!(
                packed.view().partition_point(|word| word.len() < key),
                words.partition_point(|word| word.len() < key)
            );
        }
    }
}

#[test]
#[should_panic(expected = "index 3 in a sequence of 3 elements")]
fn an_element_that_is_not_there() {
    Packed::<Vec<u8>, Indexed>::pack(&vec![1, 2, 3]).view().at(3);
}

#[test]
#[should_panic(expected = "index 1 in a sequence of 1 elements")]
fn an_element_that_is_not_in_the_slice() {
    Packed::<Vec<u8>, Indexed>::pack(&vec![1, 2, 3]).view().slice(1..2).at(1);
}

#[test]
#[should_panic(expected = "range 2..4 in a sequence of 3 elements")]
fn a_range_that_is_not_in_the_sequence() {
    _ = Packed::<Vec<u8>, Indexed>::pack(&vec![1, 2, 3]).view().slice(2..4);
}

fn small_trees() -> Vec<Tree> {
    let leaf = |n| Box::new(Tree::Leaf(n));
    (0..20).map(|n| if n % 3 == 0 { Tree::Leaf(n) } else { Tree::Node(leaf(n), leaf(-n)) }).collect()
}

fn many_values_are_in_one_buffer<L: TestLayout>() {
    let trees = small_trees();
    let mut many = PackedVec::<Tree, L>::with_capacity(4, 16);
    for (index, tree) in trees.iter().enumerate() {
        match index % 3 {
            0 => many.push(tree).unwrap(),
            1 => many.push_packed(&Packed::<Tree, L>::pack(tree)).unwrap(),
            _ => many.build(|needs| needs.put(tree)).unwrap(),
        }
        assert_eq!((many.len(), many.is_empty()), (index + 1, false));
    }
    let expected: Vec<u8> = trees.iter().flat_map(|tree| Packed::<Tree, L>::pack(tree).into_inner()).collect();
    assert_eq!(many.as_bytes(), expected);
    assert!(many.capacity() >= expected.len());

    let shared = PackedVec::<Tree, L, _>::from_bytes(Arc::new(expected), trees.len()).unwrap();
    let again = shared.clone();
    for values in [many.iter(), shared.iter(), (&again).into_iter()] {
        assert_eq!(values.len(), trees.len());
        let unpacked: Vec<_> = values.map(|value| value.into_unpacked().unwrap()).collect();
        assert_eq!(unpacked, trees);
    }
    for (index, tree) in trees.iter().enumerate() {
        assert_eq!(shared.get(index).unwrap(), Packed::<Tree, L>::pack(tree));
    }
    assert!(shared.get(trees.len()).is_none() && shared.get(usize::MAX).is_none());

    many.clear();
    assert!(many.is_empty() && many.as_bytes().is_empty() && many.get(0).is_none());
    many.push(&trees[1]).unwrap();
    assert_eq!(many.get(0).unwrap(), Packed::<Tree, L>::pack(&trees[1]));
}

fn many_values_are_refused_at_the_first_that_is_wrong<L: TestLayout>() {
    let mut many = PackedVec::<Tree, L>::new();
    small_trees().iter().for_each(|tree| many.push(tree).unwrap());
    let bytes = many.as_bytes();
    let from = |bytes: &[u8], count| {
        PackedVec::<Tree, L, _>::from_bytes(bytes.to_vec(), count).map(|values| values.into_inner())
    };
    assert_eq!(from(bytes, many.len()).unwrap(), bytes);

    // Too few, too many, more than there is memory.
    let first = many.get(0).unwrap().as_bytes().len();
    let error = from(bytes, 1).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes { count: bytes.len() - first }, first));
    for count in [many.len() + 1, usize::MAX] {
        let error = from(bytes, count).unwrap_err();
        assert_eq!(error.offset(), bytes.len());
        assert!(error.path().segments().next().is_some_and(|segment| segment.to_string() == "[20]"), "{error}");
    }

    // The error of a value is the one that it has on its own, with its index and its offset.
    let mut start = 0;
    for (index, value) in many.iter().enumerate() {
        for end in (0..value.as_bytes().len()).step_by(if cfg!(miri) { 20 } else { 1 }) {
            let error = from(&bytes[..start + end], many.len()).unwrap_err();
            let own = Packed::<Tree, L>::from_slice(&value.as_bytes()[..end]).unwrap_err();
            assert_eq!((error.kind(), error.offset()), (own.kind(), start + own.offset()));
            let path: Vec<_> = error.path().segments().map(|segment| segment.to_string()).collect();
            let own: Vec<_> = own.path().segments().map(|segment| segment.to_string()).collect();
            assert_eq!((path[0].as_str(), &path[1..]), (format!("[{index}]").as_str(), &own[..]));
        }
        start += value.as_bytes().len();
    }

    // Each value must be within the limits.
    let largest = many.iter().map(|value| value.as_bytes().len()).max().unwrap();
    let within = |bytes: usize| {
        let limits = Limits { bytes, ..Limits::DEFAULT };
        Packed::<Tree, L>::with_limits(&limits).vec_from_bytes(many.as_bytes(), many.len()).map(|values| values.len())
    };
    assert_eq!(within(largest).unwrap(), many.len());
    assert_eq!(within(largest - 1).unwrap_err().kind(), ErrorKind::TooLarge { limit: largest - 1 });
}

/// Values without bytes could claim any number; they are bounded as elements of sequences are.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for a million values")]
fn many_values_without_bytes() {
    let limit = Limits::DEFAULT.empty_elements;
    let mut units = PackedVec::<()>::new();
    (0..limit).for_each(|_| units.push(&()).unwrap());
    let error = units.push(&()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyEmpty { limit });
    assert_eq!(units.push_packed(&Packed::<()>::pack(&())).unwrap_err(), error);
    assert_eq!(units.len() as u64, limit);
    assert_eq!(PackedVec::<(), Compact, _>::from_bytes([0; 0], units.len()).unwrap().len(), units.len());
    let error = PackedVec::<(), Compact, _>::from_bytes([0; 0], usize::MAX).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyEmpty { limit });
}

/// A function that panics while it builds a value leaves nothing of it.
#[test]
fn a_value_that_is_not_built_is_not_there() {
    let mut words = PackedVec::<(String, u8)>::new();
    words.push(&("first".into(), 1)).unwrap();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        words.build(|needs| {
            _ = needs.fields().put("second");
            panic!("enough")
        })
    }));
    assert!(outcome.is_err());
    words.push(&("third".into(), 3)).unwrap();
    assert_eq!(words.iter().map(|word| word.view().1).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(words.as_bytes(), b"\x05first\x01\x05third\x03");
}
