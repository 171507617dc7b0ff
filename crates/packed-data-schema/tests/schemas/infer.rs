//! Inference: what goes in as JSON comes out the same, in every layout that has the type; and each rule, once.

use packed_data::Limits;
use packed_data_schema::infer::{Inference, document, infer, is_document};
use packed_data_schema::{Codec, LayoutId, Schema};
use serde_json::{Value as Json, json};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn name(&mut self) -> String {
        const NAMES: [&str; 12] =
            ["id", "name", "日本", "", "a b", "type", "Object", "7up", "x-y", "42", "\"\n\\", "Some"];
        NAMES[self.below(12) as usize].into()
    }

    fn number(&mut self) -> Json {
        match self.below(6) {
            0 => json!(u64::MAX - self.below(3)),
            1 => json!(i64::MIN + self.below(3) as i64),
            2 => json!(self.below(100) as f64 / 8.0),
            3 => json!((1_u64 << 53) + self.below(4)),
            4 => json!(1e300),
            _ => json!(self.below(10) as i64 - 5),
        }
    }

    /// Returns a value of a few kinds, so that some places have one kind and others all.
    fn value(&mut self, depth: u32, kinds: u64) -> Json {
        match self.below(kinds.min(if depth == 0 { 5 } else { 8 })) {
            0 => json!(self.below(10)),
            1 => json!(["", "a", "日本", "NaN"][self.below(4) as usize]),
            2 => Json::Null,
            3 => json!(self.below(2) == 0),
            4 => self.number(),
            5 => (0..self.below(4)).map(|_| self.value(depth - 1, kinds)).collect(),
            _ => self.object(depth - 1, kinds),
        }
    }

    fn object(&mut self, depth: u32, kinds: u64) -> Json {
        let members = (0..self.below(6)).map(|_| (self.name(), self.value(depth, kinds)));
        Json::Object(members.collect())
    }
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

/// Packs values by a codec, and returns them as JSON, read in all ways.
fn round(codec: &Codec<'_>, value: &Json) -> Json {
    let packed = |bytes| codec.read(bytes, &Limits::DEFAULT).unwrap();
    let bytes = codec.write(value, &Limits::DEFAULT).unwrap_or_else(|error| panic!("{error}: {value}"));
    let mut text = Vec::new();
    packed(&bytes).write_json(&mut text).unwrap();
    assert_eq!(String::from_utf8(text.clone()).unwrap(), serde_json::to_string(&packed(&bytes)).unwrap());
    assert_eq!(codec.from_json(&text, &Limits::DEFAULT).unwrap(), bytes, "{value}");
    serde_json::from_slice(&text).unwrap()
}

fn comes_back(values: Vec<Json>) -> Schema {
    let inferred = infer(values.clone(), "records", false).unwrap();
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        let codec = inferred.schema.codec(layout).unwrap();
        for value in &inferred.values {
            assert_eq!(plain(&round(&codec, value)), plain(value), "{layout}: {}", inferred.schema);
        }
    }
    inferred.schema
}

#[test]
fn random_documents_come_back() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..1500 {
        let kinds = 1 + random.below(8);
        let count = 1 + random.below(6);
        let depth = (round % 4) as u32;
        let values: Vec<_> = match round % 3 {
            0 => (0..count).map(|_| random.value(depth, kinds)).collect(),
            1 => (0..count).map(|_| random.object(depth, kinds)).collect(),
            _ => vec![(0..count).map(|_| random.object(depth, kinds)).collect()],
        };
        comes_back(values);
    }
}

fn lines(values: Vec<Json>) -> Vec<String> {
    comes_back(values).to_string().lines().skip(1).map(str::to_owned).collect()
}

/// A member that is missing stays so, also beside one that is null.
#[test]
fn missing_and_null_members() {
    let records = vec![json!({"a": 1, "b": null}), json!({"a": null}), json!({"b": "x", "c": null}), json!({})];
    assert_eq!(
        lines(records),
        [
            "struct 6:Record 3 1:a #1 1:b #2 1:c #3",
            "with 7:missing #4",
            "with 7:missing #5",
            "with 7:missing #6",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #7",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #8",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #9",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #10",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #11",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #12",
            "i64",
            "str",
            "tuple 0: 0",
        ]
    );
}

#[test]
fn mixed_values_are_an_enum() {
    let records = vec![json!({"id": 1}), json!({"id": "x"}), json!({"id": [true]}), json!({"id": null})];
    assert_eq!(
        lines(records),
        [
            "struct 6:Record 1 2:id #1",
            "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #2",
            "enum 6:JsonId 3 3:Int 1 1:0 #3 6:String 1 1:0 #4 5:Array 1 1:0 #5",
            "i64",
            "str",
            "sequence #6",
            "bool",
        ]
    );
    let schema = comes_back(vec![json!({"n": 1.5}), json!({"n": u64::MAX})]);
    assert_eq!(schema.types()[1].to_string(), "enum 5:JsonN 2 8:Unsigned 1 1:0 #2 5:Float 1 1:0 #3");
    // Four kinds are too many: that place is a document, and no other.
    let records =
        vec![json!({"a": 1, "b": 1}), json!({"a": "", "b": 2}), json!({"a": [], "b": 3}), json!({"a": {}, "b": 4})];
    let schema = comes_back(records);
    assert_eq!(schema.types()[0].to_string(), "struct 6:Record 2 1:a #1 1:b #2");
    assert_eq!(schema.name_of(1), "Json");
}

#[test]
fn objects_with_many_names_are_maps() {
    let name = |schema: &Schema| schema.name_of(1);
    let versions = json!({"1.0.0": {"a": 1}, "1.0.1": {"a": 2, "b": 3}, "2.0.0-rc": {"a": 4}});
    let schema = comes_back(vec![json!({"versions": versions}), json!({"versions": {}})]);
    assert_eq!(name(&schema), "Map<String, Version>");
    // Names that are in few objects each, with values of one kind.
    let of = |number: usize| json!({"by": {format!("user{number}"): number, format!("user{}", number / 2): 1}});
    assert_eq!(name(&comes_back((0..20).map(of).collect())), "Map<String, i64>");
    let of = |number: usize| json!({"by": {format!("user{number}"): if number.is_multiple_of(2) { json!("x") } else { json!(1) }}});
    assert_eq!(name(&comes_back((0..20).map(of).collect())), "By");
    // A name that is a number is that of no field.
    assert_eq!(name(&comes_back(vec![json!({"m": {"1": true}}), json!({"m": {"x": []}})])), "Map<String, JsonM>");
    assert_eq!(name(&comes_back(vec![json!({"m": {}})])), "Map<String, ()>");
    let many: Json = Json::Object((0..600).map(|number| (format!("n{number}"), json!({"x": number}))).collect());
    assert_eq!(name(&comes_back(vec![json!({"many": many})])), "Map<String, Many>");
}

#[test]
fn integers_beyond_64_bits() {
    let mut known = Inference::new();
    known.note(serde::de::value::U128Deserializer::<serde::de::value::Error>::new(1 << 100)).unwrap();
    assert_eq!(known.schema("X").to_string(), "packed-data schema 1\ni128\n");
    known.note(serde::de::value::U128Deserializer::<serde::de::value::Error>::new(u128::MAX)).unwrap();
    assert_eq!(known.schema("X").to_string(), "packed-data schema 1\nu128\n");
    known.note(serde::de::value::I64Deserializer::<serde::de::value::Error>::new(-1)).unwrap();
    assert_eq!(known.schema("X").to_string(), "packed-data schema 1\nf64\n");
    let schema = comes_back(vec![json!([u64::MAX, -1])]);
    assert_eq!(schema.types()[1].to_string(), "enum 10:JsonRecord 2 3:Int 1 1:0 #2 8:Unsigned 1 1:0 #3");
}

/// What is too deep is a document at that depth; the schema does not grow with the values.
#[test]
fn deep_and_wide_values() {
    let deep = (0..100).fold(json!(1), |inner, _| json!({"inner": inner, "name": "x"}));
    let schema = comes_back(vec![json!([deep])]);
    assert!(schema.types().iter().any(|of| of.to_string().starts_with("enum 4:Json 8")), "{schema}");
    assert!(schema.types().len() < 80, "{schema}");
    fn tree(depth: u32) -> Json {
        if depth == 0 { json!(depth) } else { json!({"left": tree(depth - 1), "right": [tree(depth - 1)]}) }
    }
    let schema = comes_back(vec![tree(13)]);
    assert!(schema.to_string().len() < Schema::MAX_TEXT, "{}", schema.to_string().len());
    assert!(!is_document(&schema));
}

#[test]
fn a_document_in_a_place() {
    let codec = document().into_codec(LayoutId::Compact).unwrap();
    let value = json!({"a": [1, -1, 1.5, u64::MAX, null, true, "x", {}], "b": {"Object": {"Int": 1}}});
    assert_eq!(round(&codec, &value), value);
    let mut text = Vec::new();
    let bytes = codec.write(json!([{"a": "b"}]), &Limits::DEFAULT).unwrap();
    codec.read(&bytes, &Limits::DEFAULT).unwrap().write_json(&mut text).unwrap();
    assert_eq!(text, br#"[{"a":"b"}]"#);
}

/// An error names the kinds that a place has.
#[test]
fn errors_of_mixed_places() {
    let inferred = infer(vec![json!([{"id": 1}, {"id": "x"}])], "rows", false).unwrap();
    let codec = inferred.schema.codec(LayoutId::Compact).unwrap();
    let error = codec.write(json!({"id": 1.5}), &Limits::DEFAULT).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: floating point `1.5`, expected JsonId, which is Int or String in Row.id"
    );
    let error = codec.write(json!({"id": {"Int": 1}}), &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: map, expected JsonId, which is Int or String in Row.id");
}

/// What is inferred is exported: names of any text, members that may be missing, JSON enums.
#[test]
fn exports() {
    let records = vec![json!({"id": 1, "text": "x"}), json!({"id": "y"}), json!({"text": null, "id": 2})];
    let schema = comes_back(records);
    assert_eq!(
        schema.to_rust().unwrap(),
        "#[derive(Clone, Debug, PartialEq, packed_data::Packable)]\n\
         pub struct Record {\n    \
             pub id: JsonId,\n    \
             #[packable(with = packed_data::with::Missing)]\n    \
             pub text: Option<Option<String>>,\n\
         }\n\n\
         #[derive(Clone, Debug, PartialEq, packed_data::Packable)]\n\
         pub enum JsonId {\n    \
             Int(i64),\n    \
             String(String),\n\
         }\n\n\
         pub type Root = Record;\n",
    );
    let json_schema = schema.to_json_schema();
    assert_eq!(json_schema["$defs"]["record"]["required"], json!(["id"]), "{json_schema:#}");
    let odd =
        comes_back(vec![json!({"": 1, "日本": [{"a b": null}], "\"\n": {"1.0": 1, "1.1": 2, "1.2": 3}, "x": "y"})]);
    let because = odd.to_rust().unwrap_err().to_string();
    assert!(because.contains("is no name in Rust"), "{because}");
    odd.to_cddl().unwrap();
    for text in [odd.to_kaitai("odd").unwrap(), odd.to_typescript(LayoutId::Compact).unwrap()] {
        assert!(text.contains("日本"), "{text}");
    }
    assert!(odd.to_json_schema()["$defs"]["records"]["properties"][""].is_object());
}
