//! Walks over values that nest deep, and schemas that are kept in files.

use packed_data::{Cbor, Compact, ErrorKind, Indexed, Limits, Packable, Packed};
use packed_data_schema::inspect::pieces;
use packed_data_schema::{Content, Effect, LayoutId, Promise, ScalarValue, Schema, TypeIndex, Visit, check_kept};

#[derive(Packable)]
#[allow(dead_code)]
enum List {
    Nil,
    Cons(u8, Box<List>),
}

/// The number of cells.
const CELLS: usize = 300_000;

/// Runs `test` in a thread with little stack.
fn with_little_stack(test: impl FnOnce() + Send + 'static) {
    with_stack(256 << 10, test);
}

/// Runs `test` in a thread with this many bytes of stack.
fn with_stack(bytes: usize, test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(test).expect("the thread starts");
    thread.join().expect("the stack is enough");
}

/// The limit on bytes held for a whole value only, and not for a part that is checked alone.
#[test]
fn a_part_is_checked_within_the_limits() {
    let schema = Schema::of::<(u8, String)>();
    let codec = schema.codec(LayoutId::Compact).expect("every layout has it");
    let bytes = Packed::<(u8, String)>::pack(&(1, "text".into())).into_inner();
    let part = codec.value(&bytes).get(1).expect("there are two");
    let limits = |bytes| Limits { bytes, ..Limits::DEFAULT };
    assert_eq!(part.check(&limits(5)), Ok(()));
    let error = part.check(&limits(4)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TooLarge { limit: 4 }, 1 + 4));
    assert_eq!(codec.validate_prefix(&bytes, &limits(5)).unwrap_err().offset(), 5);
}

/// Bytes that were not checked may claim any number of parts without bytes; passing their pieces did not end.
#[test]
fn pieces_of_claimed_parts_end() {
    let codec = Schema::of::<(u8, Vec<()>, u8)>().into_codec(LayoutId::Store).expect("the layout has it");
    let bytes = [[7, 0xFF].as_slice(), &[0xFF; 7], &[9]].concat();
    let mut ends = Vec::new();
    pieces(codec.schema(), codec.value(&bytes), &mut |_, piece| {
        ends.push(piece.end);
        true
    });
    assert_eq!(ends, [1, 9]);
}

/// Many cells, each the last field of the one before, are checked, printed and converted in a loop.
#[test]
fn many_cells() {
    let compact: Vec<u8> = std::iter::repeat_n([1, 7], CELLS).flatten().chain([0]).collect();
    let cbor: Vec<u8> = std::iter::repeat_n([0x83, 1, 7], CELLS).flatten().chain([0x81, 0]).collect();
    with_little_stack(move || {
        let schema = Schema::of::<List>();
        let [compact_codec, indexed_codec, cbor_codec] = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor]
            .map(|layout| schema.codec(layout).expect("every layout has it"));
        assert_eq!(compact_codec.validate(&compact, &Limits::DEFAULT).map(|report| report.size), Ok(compact.len()));
        assert_eq!(cbor_codec.validate(&cbor, &Limits::DEFAULT).map(|report| report.size), Ok(cbor.len()));
        assert_eq!(compact_codec.convert(&compact, &cbor_codec, &Limits::DEFAULT).as_ref(), Ok(&cbor));
        assert_eq!(cbor_codec.convert(&cbor, &compact_codec, &Limits::DEFAULT).as_ref(), Ok(&compact));
        assert!(compact_codec.convert(&compact, &indexed_codec, &Limits::DEFAULT).is_ok());
        let mut text = Vec::new();
        compact_codec.value(&compact).write_json(&mut text).expect("valid");
        assert_eq!(text.len(), CELLS * r#"{"Cons":[7,]}"#.len() + r#""Nil""#.len());
        let error = compact_codec.validate(&compact[..CELLS], &Limits::DEFAULT).expect_err("too short");
        assert_eq!(error.offset(), CELLS);
        assert!(error.path().contains(" more ... > List::Cons.1 > List::Cons.1"), "{error}");
    });
}

/// Indefinite arrays and unknown items at every level leave something to check after each last field.
#[test]
fn unknown_items_at_every_level() {
    let levels = 100_000;
    let starts = std::iter::repeat_n([0x9F, 1, 7], levels).flatten();
    let cbor: Vec<u8> = starts.chain([0x81, 0]).chain(std::iter::repeat_n([0x80, 0xFF], levels).flatten()).collect();
    assert!(Packed::<List, Cbor, _>::from_bytes(cbor.as_slice()).is_ok());
    with_little_stack(move || {
        let schema = Schema::of::<List>();
        let codec = schema.codec(LayoutId::Cbor).expect("Cbor has it");
        assert!(codec.validate(&cbor, &Limits::DEFAULT).is_ok());
        assert!(codec.validate(&cbor[..cbor.len() - 1], &Limits::DEFAULT).is_err());
    });
}

/// Values that are not last fields count as levels, as in the library. (Without optimisation, a level takes almost 3 KB
/// of stack on s390x, where functions have large frames.)
#[test]
fn levels() {
    #[derive(Packable)]
    #[allow(dead_code)]
    enum Left {
        End,
        Node(Box<Left>, u8),
    }

    let bytes = |levels: usize| -> Vec<u8> {
        std::iter::repeat_n(1, levels).chain([0]).chain(std::iter::repeat_n(7, levels)).collect()
    };
    with_stack(16 << 20, move || {
        let limits = Limits { stack: 8 << 20, ..Limits::DEFAULT };
        let schema = Schema::of::<Left>();
        let codec = schema.codec(LayoutId::Compact).expect("Compact has it");
        for levels in [1023, 1024, 1025, 100_000] {
            let bytes = bytes(levels);
            let typed = Packed::<Left, Compact>::with_limits(&limits).from_slice(&bytes).err();
            let by_schema = codec.validate(&bytes, &limits).err();
            assert_eq!(
                by_schema.map(|error| (error.kind(), error.offset(), error.path().to_owned())),
                typed.map(|error| (error.kind(), error.offset(), error.path().to_string())),
            );
        }
    });
}

#[test]
fn kept() {
    let folder = std::env::temp_dir().join(format!("packed-data-schema-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("line.schema");
    let schema = |lines: &str| Schema::parse(&format!("packed-data schema 1\n{lines}")).expect("a schema");
    let first = schema("struct 4:Line 1 4:name #1\nstr\n");
    let grown = schema("struct 4:Line extensible 2 4:name #1 default 5:width #2\nstr\nu8\n");
    let other = schema("struct 4:Line 1 4:name #1\nu8\n");
    let check =
        |schema: &Schema, promise, is_blessed| check_kept(schema, &file, &[LayoutId::Cbor], promise, is_blessed);

    let message = check(&first, Promise::Both, false).expect_err("no file");
    assert!(message.contains("has no schema of `Line`") && message.contains("PACKED_DATA_BLESS=1"), "{message}");
    assert_eq!(check(&first, Promise::Both, true), Ok(()));
    assert_eq!(check(&first, Promise::Both, false), Ok(()));

    let message = check(&grown, Promise::Both, false).expect_err("changed");
    assert!(message.contains("The change keeps what was promised."), "{message}");
    assert!(message.contains("fine: Line.width: the field is new; it gets its default"), "{message}");
    assert_eq!(check(&grown, Promise::Both, true), Ok(()));
    assert_eq!(check(&grown, Promise::Both, false), Ok(()));

    let message = check(&other, Promise::ReadsOld, false).expect_err("changed");
    assert!(message.contains("it reads version 1: NOTHING RELIABLY, which breaks the promise"), "{message}");
    assert!(message.contains("The change breaks what was promised."), "{message}");
    assert!(check(&other, Promise::Recorded, false).expect_err("changed").contains("keeps what was promised"));
    assert_eq!(check(&other, Promise::Both, true), Ok(()));
    assert_eq!(std::fs::read_to_string(&file).expect("the file").matches("\nversion ").count(), 2);

    std::fs::write(&file, "version 1, 7 bytes\nnothing").expect("the file is written");
    assert!(check(&first, Promise::Both, false).expect_err("no schema").contains("version 1: line 1, column 1"));
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}

/// Parts are found by name and by index, in layouts that store them in another order too.
#[test]
fn parts() {
    #[derive(Packable)]
    struct Person {
        name: String,
        age: u8,
        emails: Vec<String>,
    }

    let person = Person { name: "Ada".into(), age: 36, emails: vec!["a@b".into(), "c@d".into()] };
    let schema = Schema::of::<Person>();
    let bytes = Packed::<Person, Indexed>::pack(&person).into_inner();
    let codec = schema.codec(LayoutId::Indexed).expect("Indexed has it");
    let value = codec.read(&bytes, &Limits::DEFAULT).expect("valid");
    assert_eq!(value.field("emails").and_then(|emails| emails.get(1)).and_then(|email| email.as_str()), Some("c@d"));
    assert_eq!(value.parts().map(|part| part.value.offset()).collect::<Vec<_>>(), [1, 0, 5]);
    assert!(value.field("phone").is_none() && value.get(3).is_none());
    assert_eq!(schema.can_read(&schema, LayoutId::Indexed).effect(), Effect::Fine);
    // A layout that has neither type is one difference.
    let wide = Schema::of::<u128>();
    assert_eq!(wide.can_read(&wide, LayoutId::Store).differences.len(), 1);
}

/// A constructor that is not known is kept as it was packed, also by way of JSON, but not in another layout.
#[test]
fn unknown_constructors() {
    let text = "packed-data schema 1\nenum 5:Shape extensible 2 3:Dot 1 1:0 #1 other 5:Other 1 1:0 #2\nu8\nunknown\n";
    let schema = Schema::parse(text).expect("a schema");
    let cbor = schema.codec(LayoutId::Cbor).expect("CBOR has extensible types");
    let bytes = [0x83, 0x07, 0x01, 0xF5];
    let value = cbor.read(&bytes, &Limits::DEFAULT).expect("any constructor");
    let part = value.parts().next().expect("one field").value;
    assert!(matches!(part.content(), Some(Content::Unknown(item)) if item == bytes));
    let mut json = Vec::new();
    value.write_json(&mut json).expect("valid");
    assert_eq!(String::from_utf8_lossy(&json), r#"{"Other":[131,7,1,245]}"#);
    assert_eq!(cbor.from_json(&json, &Limits::DEFAULT), Ok(bytes.to_vec()));
    // The number of a constructor that the type knows, and an item without a number.
    assert!(cbor.from_json(br#"{"Other":[130,0,1]}"#, &Limits::DEFAULT).is_err());
    assert!(cbor.from_json(br#"{"Other":[1]}"#, &Limits::DEFAULT).is_err());
    let serialise = schema.codec(LayoutId::Serialise).expect("so has this layout");
    let error = cbor.convert(&bytes, &serialise, &Limits::DEFAULT).expect_err("the types of its fields are not known");
    assert!(error.to_string().contains("cannot be written in another layout"), "{error}");
    assert_eq!(cbor.convert(&bytes, &cbor, &Limits::DEFAULT), Ok(bytes.to_vec()));
    assert_eq!(cbor.convert(&[0x82, 0x00, 0x05], &serialise, &Limits::DEFAULT), Ok(vec![0x82, 0x00, 0x05]));
    // In a native layout it is what follows the size in the head: in `Indexed` first the length of the static part.
    for (layout, bytes, json) in [
        (LayoutId::Compact, &[3, 7, 1, 0xF5][..], r#"{"Other":[7,1,245]}"#),
        (LayoutId::Indexed, &[4, 1, 7, 1, 0xF5], r#"{"Other":[1,7,1,245]}"#),
    ] {
        let codec = schema.codec(layout).expect("it has extensible types");
        let value = codec.read(bytes, &Limits::DEFAULT).expect("any constructor");
        assert_eq!(serde_json::to_string(&value).expect("shallow"), json);
        assert_eq!(codec.from_json(json.as_bytes(), &Limits::DEFAULT), Ok(bytes.to_vec()));
        let error = codec.convert(bytes, &cbor, &Limits::DEFAULT).expect_err("the types of its fields are not known");
        assert!(error.to_string().contains("cannot be written in another layout"), "{error}");
        assert!(codec.from_json(br#"{"Other":[0,0,1]}"#, &Limits::DEFAULT).is_err(), "constructor 0 is known");
        assert!(codec.from_json(br#"{"Other":[]}"#, &Limits::DEFAULT).is_err(), "no number");
        let known = codec.from_json(br#"{"Dot":5}"#, &Limits::DEFAULT).expect("a known one");
        assert_eq!(codec.convert(&known, &cbor, &Limits::DEFAULT), Ok(vec![0x82, 0, 5]));
    }
}

/// A conversion to the same layout takes a value apart and writes it as the library would, without its defaults.
#[test]
fn conversion_to_the_same_layout() {
    #[derive(Packable)]
    struct Grown {
        id: u8,
        #[packable(default)]
        name: String,
        #[packable(default)]
        size: u16,
    }
    #[derive(Packable)]
    struct Known {
        id: u8,
        #[packable(default)]
        name: String,
    }
    let _ = |known: Known| (known.id, known.name);
    let schema = Schema::of::<Known>();
    let again = |layout, bytes: &[u8]| {
        let codec = schema.codec(layout).expect("it has extensible types");
        codec.convert(bytes, &codec, &Limits::DEFAULT).expect("a valid value")
    };
    let (grown, known) = (Grown { id: 7, name: "é".into(), size: 9 }, Known { id: 7, name: "é".into() });
    for (layout, newer, expected) in [
        (
            LayoutId::Compact,
            Packed::<_, Compact>::pack(&grown).into_inner(),
            Packed::<_, Compact>::pack(&known).into_inner(),
        ),
        (
            LayoutId::Indexed,
            Packed::<_, Indexed>::pack(&grown).into_inner(),
            Packed::<_, Indexed>::pack(&known).into_inner(),
        ),
        (LayoutId::Cbor, Packed::<_, Cbor>::pack(&grown).into_inner(), Packed::<_, Cbor>::pack(&known).into_inner()),
    ] {
        assert_ne!(newer, expected);
        assert_eq!(again(layout, &newer), expected, "{layout}: fields of a newer version are left out");
        assert_eq!(again(layout, &expected), expected, "{layout}");
    }
    // Longer forms of CBOR become the shortest ones.
    assert_eq!(
        again(LayoutId::Cbor, &[0x9F, 0x18, 0, 0x19, 0, 7, 0x78, 2, 0xC3, 0xA9, 0xFF]),
        [0x83, 0, 7, 0x62, 0xC3, 0xA9]
    );
    // What is absent stays absent.
    assert_eq!(again(LayoutId::Cbor, &[0x82, 0, 7]), [0x82, 0, 7]);
    assert_eq!(again(LayoutId::Compact, &[1, 7]), [1, 7]);
    assert_eq!(again(LayoutId::Indexed, &[2, 1, 7]), [2, 1, 7]);
}

/// What a walk reports with its offset is there.
#[test]
fn offsets() {
    type Of = (u16, Vec<u8>, Vec<i32>, [u8; 3], std::collections::BTreeMap<String, u64>);

    struct Found<'b>(&'b [u8], usize);

    impl<'b> Visit<'b> for Found<'b> {
        fn scalar_at(&mut self, _: TypeIndex, value: ScalarValue, at: usize) {
            let (ScalarValue::Unsigned(value), [first, ..]) = (value, &self.0[at..]) else { return };
            assert_eq!(u128::from(*first), value);
            self.1 += 1;
        }

        fn bytes_at(&mut self, _: TypeIndex, bytes: &'b [u8], at: usize) {
            assert_eq!(bytes, &self.0[at..at + bytes.len()]);
            self.1 += 1;
        }
    }

    let value: Of = (9, vec![1, 2], vec![-1, 300], [3, 4, 5], [("a".to_owned(), 7), ("b".to_owned(), 8)].into());
    let schema = Schema::of::<Of>();
    let compact = schema.codec(LayoutId::Compact).expect("Compact has it");
    let packed = Packed::<Of>::pack(&value);
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let codec = schema.codec(layout).expect("the layout has it");
        let bytes = compact.convert(packed.as_bytes(), &codec, &Limits::DEFAULT).expect("every layout has the value");
        let mut found = Found(&bytes, 0);
        assert_eq!(codec.value(&bytes).visit(&mut found), Some(bytes.len()), "{layout}");
        assert_eq!(found.1, 5, "{layout}");
    }
}

/// A field that came before its turn was kept as a `serde_json::Value`: of equal names in it, the last won silently.
#[test]
fn names_that_are_twice_in_a_field_that_comes_early() {
    let schema = Schema::parse(
        "packed-data schema 1\nstruct 1:S 2 1:a #1 1:b #2\nu8\nstruct 1:T 3 1:m #3 1:t #4 1:n #5\nsorted #6\nDuration\n\
         optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #7\nentry 3:Map 2 3:key #8 5:value #1\nf32\nstr\n",
    )
    .unwrap();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let time = r#"{"secs":1,"nanos":2}"#;
    for (inner, is_right) in [
        (format!(r#"{{"m":{{"x":1,"y":2}},"t":{time},"n":0.5}}"#), true),
        (format!(r#"{{"t":{time},"n":null,"m":{{}}}}"#), true),
        (format!(r#"{{"m":{{"x":1,"x":2}},"t":{time},"n":null}}"#), false),
        (format!(r#"{{"m":{{}},"t":{time},"n":1,"n":null}}"#), false),
        (format!(r#"{{"m":{{}},"n":1,"t":{time},"t":{time}}}"#), false),
        (r#"{"m":{},"n":1,"t":{"secs":1,"secs":1,"nanos":2}}"#.to_owned(), false),
        (r#"{"m":{},"t":{"nanos":1,"secs":1,"nanos":2},"n":1}"#.to_owned(), false),
    ] {
        let in_order = codec.from_json(format!(r#"{{"a":1,"b":{inner}}}"#).as_bytes(), &Limits::DEFAULT);
        let early = codec.from_json(format!(r#"{{"b":{inner},"a":1}}"#).as_bytes(), &Limits::DEFAULT);
        assert_eq!(in_order.is_ok(), is_right, "{inner}: {in_order:?}");
        assert_eq!(early.is_ok(), is_right, "{inner}: {early:?}");
        assert!(!is_right || in_order == early, "{inner}");
    }
}
