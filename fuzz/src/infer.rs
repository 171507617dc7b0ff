//! Values written from JSON: by a schema that is inferred from it, and by those of types.

use packed_data::{Limits, Packed};
use packed_data_schema::infer::{Inference, document, infer};
use packed_data_schema::{Codec, LayoutId, Schema};
use serde_json::{Value as Json, json};
use test_suite::described::{Described, Source};
use test_suite::{Arrays, Event, Grown, Nested, Numbers, Record, Sample, Scalars, Sums, Texts};

use crate::{Case, decisions};

/// Returns a case that infers a schema from texts of JSON, or from values that the input generates. Every value can be
/// packed by it, in each layout, and comes back the same. Or it takes a value of a type as JSON, of which one part is
/// replaced: what can still be packed is valid, and comes back.
pub fn infer_schema() -> Case {
    Case { name: "infer", seeds, run: check }
}

/// The bit of the first byte that chooses generated values.
const GENERATED: u8 = 1;
/// The bit of the first byte that asks for documents.
const DOCUMENT: u8 = 2;
/// The bit of the first byte that asks for a value of a type; the second byte chooses it.
const TYPED: u8 = 4;

const WRITTEN: [fn(&mut Source<'_>); 9] = [
    written::<Numbers>,
    written::<Scalars>,
    written::<Sums>,
    written::<Texts>,
    written::<Nested>,
    written::<Arrays>,
    written::<Event>,
    written::<Grown>,
    written::<Record>,
];

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        r#"{"id": 1, "sum": 2} {"id": null, "sum": 0.5}"#,
        r#"[{"a": [1, 2]}, {"a": [], "b": {"x": true}}, {"b": {"y": "z"}}]"#,
        r#"{"n": 18446744073709551615} {"n": -1} {"n": 1.5}"#,
        r#"[[1, "a", null], {}, "text", 1e300]"#,
        r#"{"map": {"k1": 1, "k2": 2, "k3": 3}, "time": {"secs_since_epoch": 5, "nanos_since_epoch": 7}}"#,
    ];
    let texts = texts.iter().map(|text| [&[0], text.as_bytes()].concat());
    let generated = decisions().into_iter().map(|bytes| [&[GENERATED][..], &bytes].concat());
    let typed = (0..WRITTEN.len() as u8)
        .flat_map(|chosen| decisions().into_iter().map(move |bytes| [&[TYPED, chosen][..], &bytes].concat()));
    texts.chain(generated).chain([[&[DOCUMENT][..], br#"{"a": [1]}"#].concat()]).chain(typed).collect()
}

/// Runs the check. The first byte says whether the values are generated, and packed as documents.
fn check(input: &[u8]) {
    let Some((&mode, input)) = input.split_first() else { return };
    if mode & TYPED != 0 {
        let mut source = Source::new(input);
        return WRITTEN[source.below(WRITTEN.len())](&mut source);
    }
    let values = match mode & GENERATED {
        0 => parsed(input),
        _ => Some(generated(&mut Source::new(input))),
    };
    let Some(values) = values else { return };
    let mut known = Inference::new();
    for value in &values {
        known.note(value).expect("all JSON can be noted");
    }
    assert_eq!((known.len(), known.is_empty()), (values.len() as u64, values.is_empty()));
    assert_eq!(known.are_objects(), !values.is_empty() && values.iter().all(Json::is_object));
    let is_uniform = known.uniform("records").is_some();
    assert!(!is_uniform || known.are_objects());
    assert_eq!(known.decisions("records").first().map(|first| first.seen), Some(values.len() as u64));

    let Some(inferred) = infer(values.clone(), "records", mode & DOCUMENT != 0) else {
        return assert!(values.is_empty());
    };
    assert!(mode & DOCUMENT == 0 || inferred.schema == document());
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let codec = inferred.schema.codec(layout).expect("layouts with every type");
        for value in &inferred.values {
            if let Some(back) = round(&codec, value) {
                assert_eq!(plain(&back), plain(value), "{layout}: {}", inferred.schema);
            }
        }
    }
}

/// Writes a value of a type from JSON of which one part was replaced.
fn written<T: Sample + Described>(source: &mut Source<'_>) {
    let Some(typed) = T::generate(source) else { return };
    let schema = Schema::of::<T>();
    let packed = Packed::<T>::pack(&typed);
    let codec = schema.codec(LayoutId::Compact).expect("every type");
    let mut text = Vec::new();
    codec.value(packed.as_bytes()).write_json(&mut text).expect("a valid value");
    let Ok(mut json) = serde_json::from_slice::<Json>(&text) else { return };
    replace(&mut json, source);
    let text = json.to_string();
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let codec = schema.codec(layout).expect("layouts with every type");
        let bytes = codec.write(&json, &Limits::DEFAULT);
        let of_text = codec.from_json(text.as_bytes(), &Limits::DEFAULT);
        assert_eq!(of_text.as_ref().ok(), bytes.as_ref().ok(), "{layout}: {text}");
        let noted = codec.write_noting(&json, &Limits::DEFAULT, &mut |rounded| assert!(!rounded.path().is_empty()));
        assert_eq!(noted.as_ref().ok(), bytes.as_ref().ok(), "{layout}: {text}");
        match bytes {
            Ok(bytes) => {
                comes_back(&codec, &bytes);
            }
            Err(error) => assert!(!error.message().is_empty(), "{error}"),
        }
    }
}

/// Replaces a part of a value.
fn replace(json: &mut Json, source: &mut Source<'_>) {
    let goes_on = source.below(4) != 0;
    match json {
        Json::Array(items) if goes_on && !items.is_empty() => {
            let chosen = source.below(items.len());
            replace(&mut items[chosen], source);
        }
        Json::Object(members) if goes_on && !members.is_empty() => {
            let chosen = source.below(members.len());
            replace(members.values_mut().nth(chosen).expect("the number is below their count"), source);
        }
        Json::Object(members) if source.flag() => {
            let chosen = source.below(members.len().max(1));
            let name = members.keys().nth(chosen).cloned();
            let taken = name.and_then(|name| members.remove(&name));
            if source.flag() {
                members.insert(source.text(), taken.unwrap_or(Json::Null));
            }
        }
        Json::Array(items) if source.flag() => {
            let item = value(source, 1);
            let at = source.below(items.len() + 1);
            items.insert(at, item);
        }
        _ => *json = value(source, 2),
    }
}

/// Returns the values of a text, one after the other; `None` if it is no JSON. They are also noted as they are read.
fn parsed(text: &[u8]) -> Option<Vec<Json>> {
    let values = serde_json::Deserializer::from_slice(text).into_iter::<Json>().collect::<Result<Vec<_>, _>>().ok()?;
    let mut streamed = Inference::new();
    let mut texts = serde_json::Deserializer::from_slice(text);
    for _ in &values {
        streamed.note(&mut texts).expect("it was parsed");
    }
    // (It may differ from that of the values, where a name that occurs twice in an object is one member.)
    let _ = streamed.schema("records");
    Some(values)
}

/// Packs a value by a codec, and returns it as JSON; `None` if the text of that is too deep for a parser.
fn round(codec: &Codec<'_>, value: &Json) -> Option<Json> {
    let bytes = match codec.write(value, &Limits::DEFAULT) {
        Ok(bytes) => bytes,
        Err(error) => panic!("{error}: {value}: {}", codec.schema()),
    };
    serde_json::from_slice(&comes_back(codec, &bytes)).ok()
}

/// Reads bytes that were written by a codec, and returns the value as a text of JSON, from which come the same bytes.
fn comes_back(codec: &Codec<'_>, bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    codec.read(bytes, &Limits::DEFAULT).expect("it was written").write_json(&mut text).expect("a valid value");
    let again = codec.from_json(&text, &Limits::DEFAULT).expect("it was written");
    assert_eq!(again, bytes, "{}", String::from_utf8_lossy(&text));
    text
}

/// Returns a value in which integers and floats that are equal are one.
fn plain(value: &Json) -> Json {
    match value {
        Json::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if float.fract() == 0.0 && float.abs() <= (1_u64 << 53) as f64 => json!(float as i64),
            _ => value.clone(),
        },
        Json::Array(items) => items.iter().map(plain).collect(),
        Json::Object(members) => members.iter().map(|(name, value)| (name.clone(), plain(value))).collect(),
        _ => value.clone(),
    }
}

/// Returns a few values, most of them alike.
fn generated(source: &mut Source<'_>) -> Vec<Json> {
    let count = source.below(5);
    (0..count).map(|_| value(source, 4)).collect()
}

fn value(source: &mut Source<'_>, depth: u32) -> Json {
    const NAMES: [&str; 12] =
        ["id", "name", "日本", "", "a b", "type", "Object", "7up", "secs", "nanos", "\"\n\\", "Some"];
    match source.below(if depth == 0 { 9 } else { 14 }) {
        0 => Json::Null,
        1 => json!(source.flag()),
        2 => json!(source.byte()),
        3 => json!(u64::MAX - u64::from(source.byte())),
        4 => json!(i64::MIN + i64::from(source.byte())),
        5 => json!(f64::from(source.byte()) / 8.0),
        6 => json!(f64::from_bits(u64::from_le_bytes(source.array()))),
        7 => json!(source.text()),
        8 => json!(["", "NaN", "1", "null"][source.below(4)]),
        9 | 10 => {
            let count = source.below(4);
            (0..count).map(|_| value(source, depth - 1)).collect()
        }
        _ => {
            let count = source.below(6);
            let mut member = || (NAMES[source.below(NAMES.len())].to_owned(), value(source, depth - 1));
            Json::Object((0..count).map(|_| member()).collect())
        }
    }
}
