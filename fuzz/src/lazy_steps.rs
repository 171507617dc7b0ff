//! The steps of lazy views, by name.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use arbitrary::{Arbitrary, Unstructured};
use packed_data::view::LazyView;
use packed_data::{Cbor, Compact, Error, ErrorKind, Indexed, Layout, Packable, Packed, View, lazy};
use test_suite::lazily::{Point, Tree, point, texts, tree};

use crate::{Case, decisions};

/// Returns a case that reads bytes as a person, step by step and without validation, and once more field by field. The
/// steps find what a validation finds: the same value, or an error; except for what no step looks at. An accepted value
/// is converted to other layouts and back.
pub fn lazy_steps() -> Case {
    Case { name: "lazy_steps", seeds, run: check }
}

#[derive(Arbitrary, Clone, Debug, PartialEq, Packable)]
struct Person {
    name: String,
    age: u8,
    is_friend: bool,
    letter: char,
    size: usize,
    tags: Vec<String>,
    scores: Vec<u32>,
    pair: (u8, String),
    choice: Option<String>,
    corners: [Point; 2],
    words: [String; 3],
    known: BTreeMap<String, Tree>,
    years: BTreeSet<u16>,
    seen: Option<Seen>,
    even: Vec<Even>,
    tree: Tree,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Seen(SystemTime);

impl<'a> Arbitrary<'a> for Seen {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let duration =
            std::time::Duration::new(source.arbitrary::<u32>()?.into(), source.int_in_range(0..=999_999_999)?);
        Ok(Self(if source.arbitrary()? {
            SystemTime::UNIX_EPOCH + duration
        } else {
            SystemTime::UNIX_EPOCH - duration
        }))
    }
}

/// An even number, in two bytes.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(validate = is_even)]
struct Even(u16);

fn is_even<L: Layout>(value: View<'_, Even, L>) -> Result<(), &'static str> {
    let number = value.read(|value| {
        let (number, fields) = value.fields().read();
        fields.done(number)
    });
    if number.is_multiple_of(2) { Ok(()) } else { Err("expected an even number") }
}

impl<'a> Arbitrary<'a> for Even {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        source.arbitrary().map(|number: u16| Self(number & !1))
    }
}

/// Persons, packed.
fn seeds() -> Vec<Vec<u8>> {
    let noise = decisions().into_iter().chain((7..40).map(|step| crate::noise(step * 12)));
    let persons = noise.filter_map(|bytes| Person::arbitrary(&mut Unstructured::new(&bytes)).ok());
    persons.map(|person| Packed::<Person, Indexed>::pack(&person).into_inner()).collect()
}

fn check(bytes: &[u8]) {
    let valid = Packed::<Person, Indexed, _>::from_bytes(bytes)
        .map(|valid| valid.unpack().expect("within the limit on levels"));
    // (Each field is checked by itself.)
    require_same(by_names(bytes), &valid, bytes, is_behind_a_part);
    // (No step reads the order of keys, what is after a value in its place, or a condition.)
    require_same(by_steps(lazy::<Person, Indexed>(bytes)), &valid, bytes, |kind| {
        is_behind_a_part(kind)
            || matches!(kind, ErrorKind::Unsorted | ErrorKind::DuplicateKey | ErrorKind::Refused { .. })
    });
    if let Ok(person) = valid {
        assert_eq!(lazy::<Person, Indexed>(bytes).try_unpack::<Person>().as_ref(), Ok(&person));
        assert!(lazy::<Person, Indexed>(bytes).check().is_ok());
        convert(&person, bytes);
    }
}

/// Returns whether an error may be that of bytes behind a value in its place.
fn is_behind_a_part(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::SizeMismatch { .. } | ErrorKind::TrailingBytes { .. } | ErrorKind::UnexpectedEnd { .. })
}

/// Requires that the same was found as by a validation: the value, or an error. It may have errors that are not looked
/// for.
fn require_same(
    found: Result<Person, Error>,
    valid: &Result<Person, Error>,
    bytes: &[u8],
    is_not_looked_for: fn(ErrorKind) -> bool,
) {
    match (found, valid) {
        (Ok(person), Ok(valid)) => assert_eq!(person, *valid),
        (Err(error), Err(_)) => assert!(error.offset() <= bytes.len() && !error.to_string().is_empty()),
        (Ok(_), Err(error)) => assert!(is_not_looked_for(error.kind()), "all is found, but {error}"),
        (Err(error), Ok(_)) => panic!("valid, but {error}"),
    }
}

/// A value converted by its bytes is the value packed in the other layout.
fn convert(person: &Person, bytes: &[u8]) {
    let indexed = Packed::<Person, Indexed, _>::from_bytes(bytes).expect("it was valid");
    let compact = indexed.convert::<Compact>().expect("the same value");
    assert_eq!(compact, Packed::pack(person));
    let cbor = compact.convert::<Cbor>().expect("the same value");
    assert_eq!(cbor, Packed::pack(person));
    assert_eq!(cbor.convert::<Indexed>().expect("the same value").as_bytes(), bytes);
}

/// Makes a value from its fields, each found by its name from the beginning.
fn by_names(bytes: &[u8]) -> Result<Person, Error> {
    macro_rules! field {
        ($name:ident) => {
            lazy::<Person, Indexed>(bytes).try_field(|person: PersonNames| person.$name)?
        };
    }
    let tags = field!(tags);
    let view = tags.try_view()?;
    assert_eq!((tags.is_empty()?, tags.len()?), (view.is_empty(), view.len()));
    Ok(Person {
        name: field!(name).try_unpack()?,
        age: field!(age),
        is_friend: field!(is_friend),
        letter: field!(letter),
        size: field!(size),
        tags: tags.try_unpack()?,
        scores: field!(scores).try_unpack()?,
        pair: field!(pair).try_unpack()?,
        choice: field!(choice).try_unpack()?,
        corners: field!(corners).try_unpack()?,
        words: field!(words).try_unpack()?,
        known: field!(known).try_unpack()?,
        years: field!(years).try_unpack()?,
        seen: field!(seen).try_unpack()?,
        even: field!(even).try_unpack()?,
        tree: field!(tree).try_unpack()?,
    })
}

/// Makes a value from the steps of a lazy view.
fn by_steps(view: LazyView<'_, Person, Indexed>) -> Result<Person, Error> {
    let fields = view.try_fields()?;
    let (number, text) = fields.pair.try_fields()?;
    let words = texts(fields.words.try_iter()?)?;
    let first = fields.tags.try_get(0)?.map(|tag| tag.try_text()).transpose()?;
    let tags = texts(fields.tags.try_iter()?)?;
    assert_eq!((first, fields.tags.len()?), (tags.first().map(|tag| &**tag), tags.len()));
    let corner = |index| fields.corners.try_get(index).transpose().expect("there are two").and_then(point);
    let known = fields.known.try_iter()?.map(|entry| {
        let (key, value) = entry?.try_fields()?;
        Ok((key.try_text()?.to_owned(), tree(value)?))
    });
    let known: Vec<_> = known.collect::<Result<_, Error>>()?;
    let years: Vec<_> = fields.years.try_iter()?.collect::<Result<_, _>>()?;
    // (Whatever their order is.)
    for (key, _) in &known {
        let _ = fields.known.try_get_key(&**key)?;
    }
    for year in &years {
        let _ = fields.years.try_contains(year)?;
    }
    let even = fields.even.try_iter()?.map(|even| even?.try_fields().map(|EvenView(number)| Even(number)));
    Ok(Person {
        name: fields.name.try_text()?.to_owned(),
        age: fields.age,
        is_friend: fields.is_friend,
        letter: fields.letter,
        size: fields.size,
        scores: fields.scores.try_iter()?.collect::<Result<_, _>>()?,
        pair: (number, text.try_text()?.to_owned()),
        choice: fields.choice.try_case()?.map(|text| text.try_text().map(str::to_owned)).transpose()?,
        corners: [corner(0)?, corner(1)?],
        words: words.try_into().expect("there are three"),
        known: known.into_iter().collect(),
        years: years.into_iter().collect(),
        seen: fields.seen.try_case()?.map(|seen| seen.try_fields().map(|SeenView(time)| Seen(time))).transpose()?,
        even: even.collect::<Result<_, _>>()?,
        tree: tree(fields.tree)?,
        tags,
    })
}
