//! Texts of schemas.

use packed_data::Limits;
use packed_data_schema::{Layout, Schema};

use crate::{Case, decisions};

/// The first line of every text.
const VERSION: &str = "packed-data schema 1\n";

/// Returns a case that parses texts of schemas. Nothing panics; what is accepted is printed as it was, also by way of
/// JSON, and can be used in each layout.
pub fn schema_text() -> Case {
    Case { name: "schema_text", seeds, run: check }
}

/// Returns texts with every kind of type, without their first line.
fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "sorted #1\nentry 3:Map 2 3:key #2 5:value #0\nstr\n",
        "struct 1:S extensible condition 2 bare tag 7 1:a #1 default tag 9 1:b #2\nu8\narray 3 #1\n",
        "enum 1:E extensible 3 1:A 1 1:0 #0 1:C 2 1:x #2 1:y #1 other 1:B 1 1:0 #1\ncbor\nsequence #0\n",
        "enum 1:E extensible 2 1:A 0 other 1:B 1 1:0 #1\nunknown\n",
        "with 9:two\nlines #1\ntuple 0: 1 1:0 #2\nstr\n",
        "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1\nstruct 4:Node 2 1:v #2 1:n #0\ni64\n",
        "vector #1\nNonZeroIsize\n",
        "enum 6:Result 2 2:Ok 1 bare 1:0 #1 3:Err 1 bare 1:0 #2\nDuration\nf32\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).chain(decisions()).collect()
}

/// Runs the check. The first byte chooses the layout, and whether the text has its first line.
fn check(input: &[u8]) {
    let Some((&chosen, text)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let text = if chosen & 0x80 == 0 { format!("{VERSION}{text}") } else { text.to_owned() };
    let schema = match text.parse::<Schema>() {
        Ok(schema) => schema,
        Err(error) => {
            assert!(error.line() <= text.matches('\n').count() + 1 && !error.message().is_empty(), "{error}");
            return;
        }
    };
    assert_eq!(schema.to_string(), text);
    // (So the memory is bounded by the text.)
    assert!(schema.types().len() <= text.len());
    let json = serde_json::to_string(&schema).expect("a schema has a form in JSON");
    assert_eq!(serde_json::from_str::<Schema>(&json).expect("the form is read back"), schema);
    let layout = Layout::ALL[usize::from(chosen & 0x7F) % Layout::ALL.len()];
    if let Ok(codec) = schema.codec(layout) {
        assert!(schema.can_read(&schema, layout).is_full());
        for bytes in [&[][..], &[0; 16], &[1; 16], text.as_bytes()] {
            if let Ok(value) = codec.read(bytes, &Limits::DEFAULT) {
                value.write_json(&mut Vec::new()).expect("a valid value");
            }
        }
    }
    // (Whether a language can express it is another question.)
    drop((schema.to_cddl(), schema.to_rust(), schema.to_kaitai("name")));
    assert!(schema.to_json_schema().is_object());
}
