//! Properties that no other test checks. Each test was written for a mutant of the checks that survived
//! (`ci/mutants.sh`), or for a branch of them that no test took (`ci/coverage.sh`).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use packed_data::{Error, ErrorKind, Indexed, Limits, Packable, Packed};
use test_suite::{Color, Node, TestLayout, Tree, over_layouts};

over_layouts!(
    the_number_of_elements_left,
    scalars_that_differ_in_memory,
    copies_keep_to_the_limits,
    long_texts,
    texts_of_every_length,
    the_debug_output_of_cursors
);
over_layouts!(
    native: steps_are_in_a_path_once,
    the_constructor_in_a_path,
    cells_of_many_constructors,
    the_field_that_is_cut_off,
    scalars_within_fields,
    arrays_of_scalars,
    structs_whose_first_field_determines_the_end,
    keys_with_equal_beginnings,
    numbers_of_every_width,
    numbers_written_afterwards
);

#[track_caller]
fn refused<T: Packable + ?Sized, L: TestLayout>(bytes: &[u8]) -> Error {
    match Packed::<T, L, &[u8]>::from_bytes(bytes) {
        Ok(_) => panic!("accepted as {} in {}: {bytes:?}", std::any::type_name::<T>(), L::NAME),
        Err(error) => error,
    }
}

/// An error in a later step of the loop over last fields: the steps before it are walked again, and each is in the path
/// once.
fn steps_are_in_a_path_once<L: TestLayout>() {
    let cell = [0, 0, 0, 0, 0, 0, 0, 0, 1];
    let path = "Node.next > Option::Some.0 > Node.next > Option::Some.0 > Node.value";
    assert_eq!(
        refused::<Node, L>(&[&cell[..], &cell, &[0; 5]].concat()).to_string(),
        format!("unexpected end of input: expected at least 8 more bytes, found 5, at byte 18 in {path}"),
    );
}

#[derive(Packable)]
#[allow(dead_code, reason = "the constructors are read, but never made")]
enum Many {
    C0,
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C8,
    C9,
    C10,
    C11,
    C12,
    C13,
    C14,
    C15(bool),
    C16(bool),
    C17(u8, bool),
}

/// The path names a constructor by its tag, also in the groups after the first.
fn the_constructor_in_a_path<L: TestLayout>() {
    for (bytes, place) in [
        (&[15, 2][..], "byte 1 in Many::C15.0"),
        (&[16, 2], "byte 1 in Many::C16.0"),
        (&[17, 0, 2], "byte 2 in Many::C17.1"),
    ] {
        let message = refused::<Many, L>(bytes).to_string();
        assert_eq!(message, format!("invalid bool: expected 0 or 1, found 2, at {place}"));
    }
    assert_eq!(refused::<Many, L>(&[18]).kind(), ErrorKind::InvalidTag { found: 18, constructors: 18 });
}

#[derive(Packable)]
#[allow(dead_code, reason = "the constructors are read, but never made")]
enum Cells {
    C0,
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C8,
    C9,
    C10,
    C11,
    C12,
    C13,
    C14,
    C15,
    C16(u8, Box<Cells>),
}

/// Last fields are checked in a loop, even if only a constructor after the first group has one.
fn cells_of_many_constructors<L: TestLayout>() {
    let cells = if cfg!(miri) { 100 } else { 100_000 };
    let mut bytes = [16, 7].repeat(cells);
    bytes.push(0);
    let run = move || {
        let packed = Packed::<Cells, L, _>::from_bytes(bytes.as_slice()).unwrap();
        assert_eq!(packed.read(|cells| cells.as_bytes()), bytes);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

/// Fields of static size are checked against the end of the input together. The error still names the first missing
/// field.
fn the_field_that_is_cut_off<L: TestLayout>() {
    type Fields = (u16, u32, u8, u64);
    let whole = Packed::<Fields, L>::pack(&(1, 2, 3, 4)).into_inner();
    let fields = [(0, 2), (2, 4), (6, 1), (7, 8)];
    for len in 0..whole.len() {
        let error = refused::<Fields, L>(&whole[..len]);
        let (index, (at, size)) = fields.into_iter().enumerate().rfind(|(_, (at, _))| *at <= len).unwrap();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed: size, left: len - at });
        assert_eq!(error.offset(), at);
        assert!(error.to_string().ends_with(&format!(" in (_, _, _, _).{index}")), "{error}");
    }
    // After them is a field of variable size, or they are nested.
    for (error, at, place) in [
        (refused::<(u16, String), L>(&[0]), 0, "(_, _).0"),
        (refused::<(u16, String), L>(&[0, 0]), 2, "(_, _).1"),
        // (In `Indexed` the two numbers come first.)
        (refused::<(u16, String, u32), L>(&[0, 0, 0, 1]), if is_indexed::<L>() { 2 } else { 3 }, "(_, _, _).2"),
        (refused::<((u8, u16), u32), L>(&[0, 0]), 0, "(_, _).0"),
        (refused::<(u8, Tree), L>(&[0]), 1, "(_, _).1"),
    ] {
        assert_eq!(error.offset(), at, "{error}");
        assert!(error.to_string().ends_with(&format!(" in {place}")), "{error}");
    }
}

/// A field of static size may contain fields, constructors or elements for which not every byte is valid.
fn scalars_within_fields<L: TestLayout>() {
    type Fields = (u8, ((u8, bool), Color), [bool; 2], u16);
    let whole = Packed::<Fields, L>::pack(&(0, ((0, true), Color::Blue), [true, false], 0)).into_inner();
    assert!(Packed::<Fields, L, _>::from_bytes(whole.as_slice()).is_ok());
    let fields = "(_, _, _, _)";
    for (at, path) in [
        (2, format!("{fields}.1 > (_, _).0 > (_, _).1")),
        (3, format!("{fields}.1 > (_, _).1")),
        (4, format!("{fields}.2 > [0]")),
        (5, format!("{fields}.2 > [1]")),
    ] {
        let mut wrong = whole.clone();
        wrong[at] = 7;
        let error = refused::<Fields, L>(&wrong);
        assert_eq!(error.offset(), at);
        assert!(error.to_string().ends_with(&format!(" in {path}")), "{error}");
    }
}

/// Arrays in which every byte is valid, where they are not fields: whole values, keys, and elements of other arrays.
fn arrays_of_scalars<L: TestLayout>() {
    let array = [1_u16, 2, 3];
    let bytes = [1, 0, 2, 0, 3, 0];
    assert_eq!(Packed::<[u16; 3], L, _>::from_bytes(bytes.as_slice()).unwrap().unpack().unwrap(), array);
    assert_eq!(refused::<[u16; 3], L>(&bytes[..5]).kind(), ErrorKind::UnexpectedEnd { needed: 6, left: 5 });
    assert_eq!(refused::<[u16; 3], L>(&[&bytes[..], &[0]].concat()).kind(), ErrorKind::TrailingBytes { count: 1 });

    let keys = BTreeSet::from([[1, 2, 3], [1, 2, 4], [2, 0, 0]]);
    let bytes = Packed::<BTreeSet<[u8; 3]>, L>::pack(&keys).into_inner();
    assert_eq!(bytes, [3, 1, 2, 3, 1, 2, 4, 2, 0, 0]);
    assert_eq!(Packed::<BTreeSet<[u8; 3]>, L, _>::from_bytes(bytes.as_slice()).unwrap().unpack().unwrap(), keys);

    let pairs = [([1, 2], "a".to_string()), ([3, 4], "b".to_string())];
    let bytes = Packed::<[([u8; 2], String); 2], L>::pack(&pairs).into_inner();
    assert_eq!(Packed::<[([u8; 2], String); 2], L, _>::from_bytes(bytes.as_slice()).unwrap().unpack().unwrap(), pairs);
    let none = Packed::<([String; 0], [u8; 0]), L, _>::from_bytes([].as_slice()).unwrap();
    assert_eq!(none.unpack().unwrap(), ([], []));
}

fn is_indexed<L: TestLayout>() -> bool {
    <L as packed_data::Layout>::NAME == <Indexed as packed_data::Layout>::NAME
}

/// If the first field of a struct determines its own end, and the others take no bytes, the first field determines the
/// end of the struct.
fn structs_whose_first_field_determines_the_end<L: TestLayout>() {
    type Wrapped = ((String, (), [u8; 0]), u8);
    let packed = Packed::<Wrapped, L>::pack(&(("a".to_string(), (), []), 7));
    let bytes = if is_indexed::<L>() { [7, 1, b'a'] } else { [1, b'a', 7] };
    assert_eq!(packed.as_bytes(), bytes);
    assert!(Packed::<Wrapped, L, _>::from_bytes(packed.as_bytes()).is_ok());
    type One = ([String; 1], u8);
    let packed = Packed::<One, L>::pack(&(["a".to_string()], 7));
    assert_eq!(packed.as_bytes(), bytes);
    assert!(Packed::<One, L, _>::from_bytes(packed.as_bytes()).is_ok());
}

fn the_number_of_elements_left<L: TestLayout>() {
    let words = || ["to", "be", "or"].map(String::from);
    Packed::<Vec<String>, L>::pack(&words().to_vec()).read(|list| {
        let mut items = list.items();
        for left in (0..3).rev() {
            assert_eq!((items.len(), items.is_empty()), (left + 1, false));
            assert!(items.next(|word| word.skip()).is_some());
        }
        assert_eq!((items.len(), items.is_empty()), (0, true));
        assert!(items.next(|word| word.skip()).is_none());
        items.done(())
    });
    Packed::<[String; 3], L>::pack(&words()).read(|array| {
        let mut elements = array.elements();
        for left in (0..3).rev() {
            assert_eq!((elements.len(), elements.is_empty()), (left + 1, false));
            assert!(elements.next(|word| word.skip()).is_some());
        }
        assert_eq!((elements.len(), elements.is_empty()), (0, true));
        assert!(elements.next(|word| word.skip()).is_none());
        elements.done(())
    });
}

/// A sequence is greater than any sequence that it begins with.
fn keys_with_equal_beginnings<L: TestLayout>() {
    let of = |keys: [&[u16]; 2]| Packed::<Vec<Vec<u16>>, L>::pack(&keys.map(<[u16]>::to_vec).to_vec()).into_inner();
    let sorted = of([&[1], &[1, 2]]);
    assert!(Packed::<BTreeSet<Vec<u16>>, L, _>::from_bytes(sorted.as_slice()).is_ok());
    for (keys, kind) in [
        ([&[1, 2][..], &[1]], ErrorKind::Unsorted),
        ([&[1], &[]], ErrorKind::Unsorted),
        ([&[1, 2], &[1, 2]], ErrorKind::DuplicateKey),
    ] {
        assert_eq!(refused::<BTreeSet<Vec<u16>>, L>(&of(keys)).kind(), kind);
    }
}

/// Counts of every width. Only elements without bytes can be so numerous.
fn numbers_of_every_width<L: TestLayout>() {
    let limits = Limits { empty_elements: u64::MAX, ..Limits::DEFAULT };
    for (count, bytes) in [
        (251, &[251][..]),
        (252, &[0xFC, 252, 0]),
        (0xFFFF, &[0xFC, 0xFF, 0xFF]),
        (0x1_0000, &[0xFD, 0, 0, 1, 0]),
        (0xFFFF_FFFF, &[0xFD, 0xFF, 0xFF, 0xFF, 0xFF]),
        #[cfg(target_pointer_width = "64")]
        (0x1_0000_0000, &[0xFE, 0, 0, 0, 0, 1, 0, 0, 0]),
    ] {
        let packed = Packed::<Vec<()>, L>::with_limits(&limits).from_bytes(bytes).unwrap();
        assert_eq!(packed.read(|units| units.as_bytes().map(<[u8]>::len)), bytes.len());
        let len = packed.read(|units| {
            let len = units.view().len();
            units.skip().map(|()| len)
        });
        assert_eq!(len, count);
    }
}

/// Slices of scalars whose bytes in memory differ from their packed bytes.
fn scalars_that_differ_in_memory<L: TestLayout>() {
    let durations = vec![Duration::new(1, 2), Duration::ZERO, Duration::MAX];
    let built = Packed::<Vec<Duration>, L>::build(|needs| needs.sequence(3).extend_from_slice(&durations).done());
    assert_eq!(built, Packed::pack(&durations));
    assert_eq!(built.unpack().unwrap(), durations);
}

/// Counts and sizes of every width, which are known only after the bytes that they count are written.
fn numbers_written_afterwards<L: TestLayout>() {
    for (count, number) in [(251, &[251][..]), (252, &[0xFC, 252, 0]), (70_000, &[0xFD, 0x70, 0x11, 1, 0])] {
        let bytes = vec![7; count];
        let built = Packed::<Vec<u8>, L>::build(|needs| needs.sequence(0).extend_from_slice(&bytes).done());
        assert_eq!(built.as_bytes(), [number, &bytes].concat());

        let field = (Some("x".repeat(count)), 7_u8);
        let packed = Packed::<(Option<String>, u8), L>::pack(&field);
        let checked = Packed::<(Option<String>, u8), L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(checked.unpack().unwrap(), field);
    }
}

/// A copied value counts as a built one: the limits allow the same values as in a check.
fn copies_keep_to_the_limits<L: TestLayout>() {
    fn copied<T: Packable, L: TestLayout>(value: &T) {
        let packed = Packed::<T, L>::pack(value);
        for depth in 0..if cfg!(miri) { 2 } else { 4 } {
            for empty_elements in 0..if cfg!(miri) { 2 } else { 4 } {
                let limits = Limits { depth, empty_elements, ..Limits::DEFAULT };
                let checked = Packed::<T, L>::with_limits(&limits).from_bytes(packed.as_bytes()).map(drop);
                let built = Packed::<T, L>::with_limits(&limits).build(|needs| needs.put_packed(&packed)).map(drop);
                let kinds = (checked.map_err(|error| error.kind()), built.map_err(|error| error.kind()));
                assert_eq!(kinds.0, kinds.1, "{}, {limits:?}", std::any::type_name::<T>());
            }
        }
    }
    let word = || "word".to_string();
    copied::<Vec<String>, L>(&vec![word()]);
    copied::<Vec<Vec<u8>>, L>(&vec![vec![1]]);
    copied::<BTreeSet<String>, L>(&BTreeSet::from([word()]));
    copied::<BTreeMap<u8, String>, L>(&BTreeMap::from([(1, word())]));
    copied::<[String; 2], L>(&[word(), word()]);
    copied::<[[String; 2]; 2], L>(&[[word(), word()], [word(), word()]]);
    copied::<((String, String), u8), L>(&((word(), word()), 1));
    copied::<(u8, (String, String)), L>(&(1, (word(), word())));
    copied::<(Vec<String>, u8), L>(&(vec![word()], 1));
    copied::<(u8, Vec<String>), L>(&(1, vec![word()]));
    copied::<Vec<()>, L>(&vec![(); 3]);
    copied::<Vec<[(); 2]>, L>(&vec![[(); 2]; 3]);
    copied::<[Vec<()>; 1], L>(&[vec![(); 3]]);
    copied::<(u8, Vec<()>), L>(&(1, vec![(); 3]));
    copied::<(Vec<()>, u8), L>(&(vec![(); 3], 1));
    copied::<BTreeSet<()>, L>(&BTreeSet::from([()]));
}

/// Texts too long for the check that a text is ASCII.
fn long_texts<L: TestLayout>() {
    for len in [255, 256, 257, 1000] {
        for text in ["a".repeat(len), "é".repeat(len / 2)] {
            let bytes = Packed::<String, L>::pack(&text).into_inner();
            assert_eq!(Packed::<String, L, _>::from_bytes(bytes.as_slice()).unwrap().view(), text);
            let mut wrong = bytes;
            *wrong.last_mut().unwrap() = 0xFF;
            assert_eq!(refused::<String, L>(&wrong).kind(), ErrorKind::InvalidUtf8);
        }
    }
}

/// Short texts are checked in other ways than long ones. An invalid byte is found at any position, and text that is not
/// ASCII is accepted at any position.
fn texts_of_every_length<L: TestLayout>() {
    // (Miri is slow.)
    let (lengths, places, longest) = if cfg!(miri) { (13, 121, 100) } else { (1, 1, 1000) };
    for len in (0..=70).step_by(lengths).chain([127, 128, 250, 255, 256, 257, longest]) {
        let bytes = Packed::<String, L>::pack(&"a".repeat(len)).into_inner();
        let start = bytes.len() - len;
        let valid = |bytes: &[u8]| Packed::<String, L, _>::from_bytes(bytes).unwrap().view().chars().count();
        assert_eq!(valid(&bytes), len);
        for at in (start..bytes.len()).step_by(places + len / 100) {
            let mut wrong = bytes.clone();
            wrong[at] = 0xFF;
            let error = refused::<String, L>(&wrong);
            assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, at));
            if at + 1 < bytes.len() {
                let mut accented = bytes.clone();
                accented[at..at + 2].copy_from_slice("é".as_bytes());
                assert_eq!(valid(&accented), len - 1);
            }
        }
    }
}

fn the_debug_output_of_cursors<L: TestLayout>() {
    Packed::<(u8, String), L>::pack(&(1, "two".into())).read(|pair| {
        let pair_says = format!("{pair:?}");
        assert!(pair_says.contains("Cursor") && pair_says.contains("String"), "{pair_says}");
        let fields = pair.fields();
        let fields_say = format!("{fields:?}");
        assert!(fields_say.contains("Fields") && fields_say.contains("String"), "{fields_say}");
        fields.skip().skip().done(())
    });
}

/// The entries of a table of ends are as wide as the last end needs, and no wider.
#[test]
fn tables_are_as_wide_as_the_last_end() {
    for (end, width_log) in [(0xFF, 0), (0x100, 1), (0xFFFF, 1), (0x1_0000, 2)] {
        // The length of the text takes three bytes.
        let words = vec!["x".repeat(end - 3)];
        let packed = Packed::<Vec<String>, Indexed>::pack(&words);
        assert_eq!(packed.as_bytes()[0], 4 | width_log);
        assert_eq!(packed.as_bytes().len(), 1 + (1 << width_log) + end);
        let checked = Packed::<Vec<String>, Indexed, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(checked.view().get(0), Some(words[0].as_str()));
    }
}

/// Each element takes at least one byte, and each entry of the table takes its width. If these bytes are missing, none
/// of them are read.
#[test]
fn the_end_of_a_table_is_checked_before_it_is_read() {
    for (count, width_log, needed) in [(3, 0, 6), (3, 1, 9), (3, 2, 15), (3, 3, 27)] {
        let bytes = [&[count << 2 | width_log][..], &vec![1; needed as usize - 1]].concat();
        let error = refused::<Vec<String>, Indexed>(&bytes);
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed, left: needed as usize - 1 });
        assert_eq!(error.offset(), 1);
    }
}
