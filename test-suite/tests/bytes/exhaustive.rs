//! All short strings of bytes, for small shapes in every layout: each is accepted or refused as the reference readers
//! say. If it is accepted, the value is theirs, ends where theirs ends, and is written back the same.
//!
//! What a string is compared with:
//!
//! - in `Compact` and `Indexed`, the reference reader: the verdict, the value and its end;
//! - in the layouts of CBOR, the reader on minicbor, in the same way, except for what it does not refuse
//!   ([`is_only_refused_here`]);
//! - in every layout, the reader that has only the schema: the verdict, the kind of error and the offset;
//! - in the other layouts, which have no reference reader, the values that it finds in `Compact`: each is packed, and
//!   must be accepted. Since what is accepted is written back the same, nothing else is accepted.
//!
//! An optimised build tries all strings of up to three bytes, and those of four and five bytes of an
//! [alphabet](alphabet). Those of three bytes are compared with the reference readers and written back, all others also
//! by schema, as a prefix, and unpacked at once. Other builds try a part of them. (`ci/steps.sh` counts steps for the
//! same shapes.)
//!
//!     cargo test --profile checks -p test-suite --test bytes exhaustive:: -- --nocapture
#![cfg(not(miri))] // it takes hours there; `mutants` and `reference` try changed bytes

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Instant;

use packed_data::{Compact, ErrorKind, Limits, Packed};
use packed_data_schema::{Codec, LayoutId, Schema};
use test_suite::reference::cbor::{self, SetOrder};
use test_suite::reference::{self, Refused, SchemaFn, Value, Wire};
use test_suite::{Readable, TestLayout, each_small_shape, is_of_larger_machine, written_back};

use super::mutants::{ShownOnPanic, on_all_cores};

/// Whether all strings are tried.
const ALL: bool = !cfg!(debug_assertions);

/// The lengths of the strings of all bytes that are compared in every way.
const SHORT: RangeInclusive<usize> = 0..=if ALL { 2 } else { 1 };

/// The length of the strings of all bytes that are compared with the reference readers alone; 0 for none.
const LONGER: usize = if ALL { 3 } else { 0 };

/// The lengths of the strings of the alphabet.
const OF_ALPHABET: RangeInclusive<usize> = if ALL { 4..=5 } else { 2..=2 };

/// Elements without bytes are in the reference reader's values, so only a few are allowed.
const LIMITS: Limits = Limits { empty_elements: 100, ..Limits::DEFAULT };

/// A small shape in a layout.
struct Case {
    name: &'static str,
    type_name: &'static str,
    layout: LayoutId,
    schema: Schema,
    described: SchemaFn,
    wire: Option<Wire>,
    cbor: Option<SetOrder>,
    /// Whether floats have the same bits in the value that is unpacked.
    keeps_floats: bool,
    validate: fn(&[u8]) -> Verdict,
    validate_otherwise: fn(&[u8]) -> (Verdict, Verdict),
    read: fn(&[u8]) -> Value,
    from_compact: fn(&[u8]) -> Option<Vec<u8>>,
}

/// The end of the value that the bytes begin with, or the error and its offset.
type Verdict = Result<usize, (ErrorKind, usize)>;

fn case<T: Readable, L: TestLayout>(name: &'static str) -> Case {
    Case {
        name,
        type_name: std::any::type_name::<T>(),
        layout: L::ID,
        schema: Schema::of::<T>(),
        described: T::schema,
        wire: L::WIRE,
        cbor: L::CBOR,
        keeps_floats: L::KEEPS_FLOATS,
        validate: validate::<T, L>,
        validate_otherwise: validate_otherwise::<T, L>,
        read: read::<T, L>,
        from_compact: from_compact::<T, L>,
    }
}

/// Returns where a value ends that must be all of `bytes`: at their end, or there more bytes are refused.
fn end(whole: Result<(), (ErrorKind, usize)>, bytes: &[u8]) -> Verdict {
    match whole {
        Ok(()) => Ok(bytes.len()),
        Err((ErrorKind::TrailingBytes { count }, end)) => {
            assert!(count > 0 && count + end == bytes.len(), "{count} bytes after {end}");
            Ok(end)
        }
        Err(error) => Err(error),
    }
}

fn validate<T: Readable, L: TestLayout>(bytes: &[u8]) -> Verdict {
    let whole = Packed::<T, L>::with_limits(&LIMITS).from_slice(bytes);
    end(whole.map(drop).map_err(|error| (error.kind(), error.offset())), bytes)
}

/// Validates the beginning of the bytes; and validates and unpacks all of them at once.
fn validate_otherwise<T: Readable, L: TestLayout>(bytes: &[u8]) -> (Verdict, Verdict) {
    let prefix = Packed::<T, L>::with_limits(&LIMITS).from_prefix(bytes);
    let prefix = prefix.map(|(packed, rest)| {
        assert_eq!(packed.as_bytes().len() + rest.len(), bytes.len());
        packed.as_bytes().len()
    });
    let at_once = Packed::<T, L>::with_limits(&LIMITS).unpack_from(bytes);
    (
        prefix.map_err(|error| (error.kind(), error.offset())),
        end(at_once.map(drop).map_err(|error| (error.kind(), error.offset())), bytes),
    )
}

/// Reads accepted bytes in several ways, and writes them back.
fn read<T: Readable, L: TestLayout>(bytes: &[u8]) -> Value {
    let packed = Packed::<T, L>::with_limits(&LIMITS).from_slice(bytes).expect("accepted before");
    let unpacked = packed.unpack().expect("within the limit on levels");
    let value = unpacked.value();
    assert_eq!(packed.read(T::read), value, "read by a cursor");
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes, "a skip must end at the end");
    let at_once = Packed::<T, L>::with_limits(&LIMITS).unpack_from(bytes).expect("accepted before");
    assert_eq!(at_once.value(), value, "unpacked at once");
    written_back(&packed, &unpacked);
    value
}

/// Packs the value of bytes in `Compact`; `None` if they are no value.
fn from_compact<T: Readable, L: TestLayout>(bytes: &[u8]) -> Option<Vec<u8>> {
    let packed = Packed::<T, Compact>::with_limits(&LIMITS).from_slice(bytes).ok()?;
    Some(Packed::<T, L>::pack(&packed.unpack().expect("within the limit on levels")).into_inner())
}

/// Compares strings, and counts them.
struct Judge<'c> {
    case: &'c Case,
    codec: Codec<'c>,
    strings: u64,
    accepted: u64,
}

impl Judge<'_> {
    /// Compares the verdict on a string, and the value if there is one.
    fn compare(&mut self, bytes: &[u8], expected: Option<Expected>) -> Verdict {
        let _shown = ShownOnPanic(bytes);
        let Case { name, cbor, .. } = *self.case;
        self.strings += 1;
        let verdict = (self.case.validate)(bytes);
        match (&expected, verdict) {
            (None, _) | (Some(Err(_)), Err(_)) => {}
            (Some(Ok((size, _))), Ok(end)) if *size == end => {}
            (Some(Ok(_)), Err((kind, _))) if cbor.is_some() && is_only_refused_here(kind) => {}
            (expected, verdict) => panic!("{name}: {verdict:?}, but the reference reader: {expected:?}"),
        }
        if verdict == Ok(bytes.len()) {
            self.accepted += 1;
            let value = (self.case.read)(bytes);
            if let Some(Ok((_, Some(expected)))) = expected {
                assert_eq!(value, expected, "{name}, and by the reference reader");
            }
        }
        verdict
    }

    /// Asks the reference reader of the layout, if there is one.
    fn expected(&self, bytes: &[u8]) -> Option<Expected> {
        let Case { described, wire, cbor, keeps_floats, .. } = *self.case;
        if let Some(wire) = wire {
            let read = reference::read_prefix(described(), wire, &LIMITS, bytes);
            return Some(read.map(|read| (read.size, Some(read.value))));
        }
        let read = cbor::read_prefix(described(), cbor?, bytes);
        Some(read.map(|read| (read.size, (keeps_floats || !read.has_payload).then_some(read.value))))
    }

    /// Compares all strings that are one byte longer.
    fn judge_longer(&mut self, bytes: &[u8]) {
        let expected = self.expected(bytes);
        let mut longer = [bytes, &[0]].concat();
        for last in 0..=0xFF {
            longer[bytes.len()] = last;
            let expected = if is_final(&expected) { without_value(&expected) } else { self.expected(&longer) };
            _ = self.compare(&longer, expected);
        }
    }

    /// Compares a string in every way; returns whether it is accepted.
    fn judge_in_every_way(&mut self, bytes: &[u8]) -> bool {
        let expected = self.expected(bytes);
        if let Some((_, shorter)) = bytes.split_last() {
            let _shown = ShownOnPanic(bytes);
            let shorter = self.expected(shorter);
            let same = without_value(&shorter) == without_value(&expected);
            assert!(same || !is_final(&shorter), "{}: one byte more changed {shorter:?}", self.case.name);
        }
        let verdict = self.compare(bytes, expected);
        let _shown = ShownOnPanic(bytes);
        let (prefix, at_once) = (self.case.validate_otherwise)(bytes);
        assert_eq!((prefix, at_once), (verdict, verdict), "{}: a prefix, and unpacked at once", self.case.name);
        if !verdict.is_err_and(|(kind, _)| is_of_larger_machine(kind)) {
            let by_schema = self.codec.validate(bytes, &LIMITS);
            let by_schema = by_schema.map(drop).map_err(|error| (error.kind(), error.offset()));
            assert_eq!(end(by_schema, bytes), verdict, "{}: by schema", self.case.name);
        }
        verdict == Ok(bytes.len())
    }

    /// Compares a string with zeros in it, in each of the ways of [`ZEROS`]; and what the value is packed as that these
    /// bytes are in `Compact`, which must be accepted.
    fn judge_with_zeros_and_of_compact(&mut self, bytes: &[u8]) {
        for (zeros, last) in ZEROS {
            for at in 0..=last.min(bytes.len()) {
                let (before, after) = bytes.split_at(at);
                self.judge_in_every_way(&[before, &[0; 7][..zeros], after].concat());
            }
        }
        if let Some(packed) = (self.case.from_compact)(bytes) {
            assert!(self.judge_in_every_way(&packed), "{}: {bytes:?}, packed: {packed:?}", self.case.name);
        }
    }
}

/// The end of the value and the value itself, unless it is not to be compared.
type Expected = Result<(usize, Option<Value>), Refused>;

/// Returns whether the reference reader would say the same of all longer strings, so that it need not be asked. (It
/// reads forwards. For all strings that are [judged in every way](Judge::judge_in_every_way) it is asked again.)
fn is_final(expected: &Option<Expected>) -> bool {
    !matches!(expected, Some(Err(refused)) if refused.is_for_the_end())
}

fn without_value(expected: &Option<Expected>) -> Option<Expected> {
    expected.as_ref().map(|expected| expected.as_ref().map(|(size, _)| (*size, None)).map_err(|refused| *refused))
}

/// Returns whether the reader on minicbor may accept what is refused for this reason: it refuses no key that occurs
/// twice.
fn is_only_refused_here(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::DuplicateKey)
}

/// Calls `each` with all strings of this length of the bytes of an alphabet.
fn strings(len: usize, alphabet: &[u8], mut each: impl FnMut(&[u8])) {
    let (mut places, mut bytes) = (vec![0; len], vec![alphabet[0]; len]);
    loop {
        each(&bytes);
        let Some(at) = places.iter().rposition(|place| place + 1 < alphabet.len()) else { return };
        places[at] += 1;
        bytes[at] = alphabet[places[at]];
        places[at + 1..].fill(0);
        bytes[at + 1..].fill(alphabet[0]);
    }
}

/// Returns the bytes of which longer strings consist.
///
/// In CBOR these are heads. One of each kind with its least content, and of those with more content the first: numbers,
/// strings, arrays, maps, indefinite lengths and their break, tags (of a bignum, and of two bytes), simple values.
///
/// In the other layouts, small numbers are tags, counts, sizes and values; 4, 5 and 8 are also the heads of tables of
/// one and two elements in `Indexed`. The first sign bit, and UTF-8, begin at 0x80; 0xC3 is the first byte of a
/// character of two. From 0xFB on, a byte begins a varint of several bytes, or none, in one layout or the other.
fn alphabet(case: &Case) -> &'static [u8] {
    match case.cbor {
        Some(_) => &[
            0x00, 0x01, 0x18, 0x20, 0x41, 0x5F, 0x61, 0x80, 0x81, 0x82, 0x83, 0x9F, 0xA0, 0xA1, 0xC2, 0xD8, 0xF4, 0xF5,
            0xF6, 0xFF,
        ],
        None => &[0, 1, 2, 3, 4, 5, 8, 0x41, 0x7F, 0x80, 0xC3, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF],
    }
}

/// In layouts whose counts take eight bytes, no sequence but an empty one fits into a short string; others have tags,
/// sizes and scalars of four. There zeros are put into strings: how many, and at most after how many bytes. So a small
/// number is also one of four or eight bytes, little-endian or big-endian.
const ZEROS: [(usize, usize); 2] = [(3, 3), (7, 2)];

/// Tries all strings in a case.
fn run(case: &Case) -> Outcome {
    let start = Instant::now();
    let codec = case.schema.codec(case.layout).expect("a type that the layout has");
    let mut judge = Judge { case, codec, strings: 0, accepted: 0 };
    let (every, alphabet): ([u8; 256], _) = (std::array::from_fn(|byte| byte as u8), alphabet(case));
    for len in SHORT {
        strings(len, &every, |bytes| _ = judge.judge_in_every_way(bytes));
    }
    if LONGER != 0 {
        strings(LONGER - 1, &every, |bytes| judge.judge_longer(bytes));
    }
    for len in OF_ALPHABET {
        strings(len, alphabet, |bytes| _ = judge.judge_in_every_way(bytes));
    }
    if case.wire.is_none() && case.cbor.is_none() {
        for len in SHORT {
            strings(len, &every, |bytes| judge.judge_with_zeros_and_of_compact(bytes));
        }
        for len in OF_ALPHABET {
            strings(len - 1, alphabet, |bytes| judge.judge_with_zeros_and_of_compact(bytes));
        }
    }
    let Judge { strings, accepted, .. } = judge;
    println!("{:35} {strings:9} strings, {accepted:7} accepted, {:.1} s", case.name, start.elapsed().as_secs_f64());
    Outcome { layout: case.layout, strings, accepted }
}

/// What was tried in a case.
struct Outcome {
    layout: LayoutId,
    strings: u64,
    accepted: u64,
}

/// The least number of small shapes in each layout, and of those of which some string is accepted.
const SHAPES: usize = 40;

/// Returns the layouts that this build tries: without optimisation, those of bincode are left out, as in all suites.
fn layouts() -> impl Iterator<Item = LayoutId> {
    let is_tried = |layout: &LayoutId| !cfg!(debug_assertions) || !layout.name().starts_with("bincode");
    LayoutId::ALL.into_iter().filter(is_tried)
}

#[test]
fn every_layout_has_at_least_forty_different_shapes() {
    let mut shapes: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    let cases = each_small_shape!(case);
    for case in &cases {
        shapes.entry(case.layout.name()).or_default().push(case);
    }
    assert!(shapes.keys().copied().eq(layouts().map(LayoutId::name).collect::<BTreeSet<_>>()));
    for (layout, cases) in shapes {
        let names: BTreeSet<&str> = cases.iter().map(|case| case.name).collect();
        let types: BTreeSet<&str> = cases.iter().map(|case| case.type_name).collect();
        assert!(cases.len() >= SHAPES, "{layout}: {}", cases.len());
        assert_eq!((names.len(), types.len()), (cases.len(), cases.len()), "{layout}: a shape occurs twice");
    }
}

#[test]
fn all_short_strings() {
    let start = Instant::now();
    let outcomes = on_all_cores(&each_small_shape!(case), run);
    let sum = |count: fn(&Outcome) -> u64| outcomes.iter().map(count).sum::<u64>();
    let (strings, accepted) = (sum(|outcome| outcome.strings), sum(|outcome| outcome.accepted));
    println!(
        "{} shapes in {} layouts: {strings} strings, {accepted} accepted, in {:.1} s",
        outcomes.len(),
        layouts().count(),
        start.elapsed().as_secs_f64()
    );
    for layout in layouts() {
        let with_values = outcomes.iter().filter(|outcome| outcome.layout == layout && outcome.accepted > 0).count();
        assert!(with_values >= SHAPES, "{layout}: strings of only {with_values} shapes are accepted");
    }
}
