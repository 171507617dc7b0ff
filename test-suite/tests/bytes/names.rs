//! Names from outside, in what the crates for schemas and files print of them: no error has a character that a
//! terminal obeys.
#![cfg(not(miri))] // it takes hours there, for thousands of messages

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use packed_data::{Compact, Limits, Packable};
use packed_data_file::{Content, Header};
use packed_data_schema::{LayoutId, Promise, Schema, SortKeys, check_kept};
use test_suite::names::{names, require_printable, schemas};

/// Counts what was looked at, so that a test does not pass because there was nothing.
#[derive(Default)]
struct Looked {
    errors: usize,
    /// Those that have an escape: they contain the name.
    escaped: usize,
}

impl Looked {
    #[track_caller]
    fn at(&mut self, name: &str, of: &str, text: impl Display) {
        let text = text.to_string();
        require_printable(&text, name, of);
        self.errors += 1;
        self.escaped += usize::from(text.contains('\\'));
    }

    #[track_caller]
    fn at_error(&mut self, name: &str, of: &str, error: &(impl Display + Debug)) {
        self.at(name, of, error);
        self.at(name, of, format_args!("{error:?}"));
    }
}

/// Bytes of which most are a value of none of the types.
const BYTES: [&[u8]; 7] =
    [&[], &[0], &[7, 7], &[1, 0, 0xFF, 0xFF, 0xFF, 0xFF], &[2, 9, 9, 9, 9], &[0x82, 0xF8], &[0x83, 0, 0x61, 0xFF, 9]];

/// Returns documents that are values of few of the types.
fn documents(name: &str) -> Vec<String> {
    let name = serde_json::Value::from(name).to_string();
    [
        "[]",
        "null",
        "N",
        "{N: 1}",
        "{N: true, \"n\": N}",
        "{N: {N: 300}}",
        "{N: {N: true, \"n\": 1, \"other\": 0}}",
        "{\"n\": 1, N: true, N: true}",
        "[{N: N}]",
        "[[N, N]]",
        "{\"A\": N, N: 1}",
        "{N: ",
    ]
    .map(|text| text.replace('N', &name))
    .into()
}

#[test]
fn control_characters_in_names_of_schemas() {
    let mut looked = Looked::default();
    for name in &names() {
        let texts = schemas(name);
        for text in &texts {
            let schema = Schema::parse(text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
            // (It is what the fingerprint hashes.)
            assert_eq!(&schema.to_string(), text);
            looked.at(name, "a name", schema.name_of(0));
            looked.at(name, "a schema", format_args!("{schema:?}"));
            for layout in LayoutId::ALL {
                let codec = match schema.codec(layout) {
                    Ok(codec) => codec,
                    Err(error) => {
                        looked.at_error(name, "a type that a layout does not have", &error);
                        looked.at(name, "its name", error.type_name());
                        continue;
                    }
                };
                for bytes in BYTES {
                    match codec.read(bytes, &Limits::DEFAULT) {
                        Ok(value) => looked.at(name, "a value", format_args!("{value:?}")),
                        Err(error) => looked.at_error(name, "reading", &error),
                    }
                    if let Err(error) = codec.validate(bytes, &Limits::DEFAULT) {
                        looked.at_error(name, "validation", &error);
                        looked.at(name, "a path", error.path());
                    }
                }
                for document in documents(name) {
                    if let Err(error) = codec.from_json(document.as_bytes(), &Limits::DEFAULT) {
                        looked.at_error(name, "packing JSON", &error);
                        looked.at(name, "a message", error.message());
                        looked.at(name, "a path", error.path());
                    }
                }
            }
            let typescript = schema.to_typescript(LayoutId::Indexed);
            let errors = [schema.to_cddl().err(), schema.to_kaitai("x").err(), schema.to_rust().err()];
            let errors = errors.into_iter().chain([typescript.as_ref().err().cloned()]);
            for error in errors.flatten() {
                looked.at_error(name, "an export", &error);
                looked.at(name, "its type", error.type_name());
            }
            looked.at(name, "CDDL", schema.to_cddl().unwrap_or_default());
            let is_raw = |of: char| of.is_control() && of != '\n';
            assert!(!typescript.unwrap_or_default().contains(is_raw));
            let yaml = schema.to_kaitai("x").unwrap_or_default();
            assert!(!yaml.contains(|of: char| of.is_control() && of != '\n'), "{yaml:?}");
            if let Err(error) = SortKeys::new(schema) {
                looked.at_error(name, "sort keys", &error);
            }
        }
    }
    assert!(looked.errors > 100_000 && looked.escaped > 20_000, "{} {}", looked.errors, looked.escaped);
}

#[test]
fn control_characters_in_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let mut looked = Looked::default();
    let names = names();
    for (name, other) in names.iter().zip(names.iter().cycle().skip(1)) {
        let kept = folder.path().join("kept");
        for old in schemas(other) {
            let old = Schema::parse(&old).unwrap();
            check_kept(&old, &kept, &[], Promise::Recorded, true).unwrap();
            for new in schemas(name) {
                let new = Schema::parse(&new).unwrap();
                for layout in [LayoutId::Cbor, LayoutId::Indexed] {
                    for difference in new.can_read(&old, layout).differences {
                        looked.at(name, "a difference", &difference);
                        looked.at(other, "its path", &difference.path);
                        looked.at(other, "its meaning", &difference.meaning);
                    }
                }
                if let Err(message) = check_kept(&new, &kept, &[LayoutId::Compact], Promise::Both, false) {
                    looked.at(name, "a promise", message);
                }
            }
            std::fs::remove_file(&kept).unwrap();
        }
    }
    assert!(looked.errors > 10_000 && looked.escaped > 5_000, "{} {}", looked.errors, looked.escaped);
}

/// Texts that cannot be parsed, as text and as JSON: each cut off and changed at each place.
#[test]
fn control_characters_in_schemas_that_cannot_be_parsed() {
    let mut looked = Looked::default();
    for name in &names() {
        let mut wrong =
            vec![name.clone(), format!("packed-data schema {name}"), format!("packed-data schema 1\n{name}\n")];
        for text in schemas(name) {
            for (at, _) in text.char_indices() {
                wrong.push(text[..at].to_owned());
                wrong.push(format!("{}{name}{}", &text[..at], &text[at..]));
            }
            let repeated = format!("{0} {0} ", format_args!("{}:{name} #1", name.len()));
            wrong.push(format!("packed-data schema 1\nstruct 1:S 2 {repeated}\nu8\n"));
            wrong
                .push(format!("packed-data schema 1\nenum 1:S 2 {0} 0 {0} 0\n", format_args!("{}:{name}", name.len())));
        }
        for text in wrong {
            if let Err(error) = Schema::parse(&text) {
                looked.at_error(name, "parsing", &error);
                looked.at(name, "a message", error.message());
            }
        }
        let name_in_json = serde_json::Value::from(name.as_str());
        for of in [
            serde_json::json!({"kind": name_in_json}),
            serde_json::json!({"kind": name_in_json, "name": "x"}),
            serde_json::json!({"kind": name_in_json, "extensible": true, "type": 1}),
            serde_json::json!({"kind": "struct", "name": name_in_json, "fields": [{"name": name_in_json, "type": 7}]}),
        ] {
            let text = serde_json::json!({"version": 1, "types": [of]}).to_string();
            looked.at_error(name, "JSON", &serde_json::from_str::<Schema>(&text).unwrap_err());
        }
    }
    assert!(looked.errors > 20_000 && looked.escaped > 1_000, "{} {}", looked.errors, looked.escaped);
}

#[derive(Packable)]
struct Point {
    x: u8,
}

#[test]
fn control_characters_in_headers_of_files() {
    let point = Point { x: 1 };
    let mut looked = Looked::default();
    for name in &names() {
        let unknown = [name.clone(), format!("packed-data schema 2\n{name}\n"), format!("{name}\n{name}\n{}", point.x)];
        for schema in schemas(name).into_iter().chain(unknown) {
            for layout in ["Compact", "Cbor", name] {
                let header = Header::of_schema(Content::Records, layout, &schema, BTreeMap::new());
                let header = Header::from_bytes(&header.to_bytes().unwrap()).unwrap();
                assert_eq!((&*header.layout, &header.schema), (layout, &schema));
                match header.check::<Point, Compact>(Content::Records) {
                    Ok(note) => looked.at(name, "a note", note.unwrap_or_default()),
                    Err(error) => looked.at_error(name, "another type", &error),
                }
                let path = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(path.path(), header.to_bytes().unwrap()).unwrap();
                if let Err(error) = packed_data_file::Records::<Point, Compact>::open(path.path()) {
                    looked.at(name, "opening", &error);
                }
            }
        }
    }
    assert!(looked.errors > 3_000 && looked.escaped > 1_000, "{} {}", looked.errors, looked.escaped);
}
