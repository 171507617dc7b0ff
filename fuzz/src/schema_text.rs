//! Texts of schemas.

use packed_data::Limits;
use packed_data_schema::{LayoutId, Schema};
use test_suite::hostile_schemas::{self, AROUND, FAMILIES, VERSION};

use crate::{Case, decisions};

/// Returns a case that parses texts of schemas and their form in JSON, or generates those of the families of hostile
/// schemas. Nothing panics; what is accepted is printed as it was, also by way of JSON, and can be used in each layout,
/// with work in proportion to the text.
pub fn schema_text() -> Case {
    Case { name: "schema_text", seeds, run: check }
}

/// Returns texts with every kind of type, without their first line.
fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "sorted #1\nentry 3:Map 2 3:key #2 5:value #0\nstr\n",
        "struct 1:S extensible condition 2 bare tag 7 1:a #1 default tag 9 1:b #2\nu8\narray 3 #1\n",
        "enum 1:E extensible 3 1:A 1 1:0 #0 1:C 2 1:x #1 1:y #2 other 1:B 1 1:0 #1\ncbor\nsequence #0\n",
        "enum 1:E extensible 2 1:A 0 other 1:B 1 1:0 #1\nunknown\n",
        "with 9:two\nlines #1\ntuple 0: 1 1:0 #2\nstr\n",
        "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1\nstruct 4:Node 2 1:v #2 1:n #0\ni64\n",
        "vector #1\nNonZeroIsize\n",
        "enum 6:Result 2 2:Ok 1 bare 1:0 #1 3:Err 1 bare 1:0 #2\nDuration\nf32\n",
    ];
    let generated =
        (0..FAMILIES.len()).map(|family| vec![GENERATED, family as u8, family as u8 % 16, 9, 3, 1, 0, 0, 0]);
    let json = texts.iter().map(|text| {
        let schema = format!("{VERSION}{text}").parse::<Schema>().expect("a schema");
        [b"\x80", serde_json::to_string(&schema).expect("a schema has a form in JSON").as_bytes()].concat()
    });
    texts.iter().map(|text| text.as_bytes().to_vec()).chain(decisions()).chain(generated).chain(json).collect()
}

/// The bit of the first byte that chooses a generated schema.
const GENERATED: u8 = 0x40;

/// Returns the schema of a family that the input chooses, within another type; and the rest of the input.
fn generated(input: &[u8]) -> Option<(String, &[u8])> {
    let (&[family, around, size, ..], rest) = (input.get(..3)?.first_chunk::<3>()?, input.get(3..)?);
    let (_, lines) = FAMILIES[usize::from(family) % FAMILIES.len()];
    let around = AROUND[usize::from(around) % AROUND.len()];
    Some((hostile_schemas::text(around, &lines(16 + 16 * usize::from(size), 'a')), rest))
}

/// Returns the result of `work` on `len` bytes. It takes few steps for each.
fn linear<R>(len: usize, work: impl FnOnce() -> R) -> R {
    #[cfg(packed_data_steps)]
    {
        let (steps, result) = packed_data::steps::counted(work);
        assert!(steps <= 20 * (len as u64 + 64), "{steps} steps for {len} bytes");
        result
    }
    #[cfg(not(packed_data_steps))]
    {
        let _ = len;
        work()
    }
}

/// Runs the check. The first byte chooses the layout, whether the schema is generated, and whether the text has its
/// first line.
fn check(input: &[u8]) {
    let Some((&chosen, input)) = input.split_first() else { return };
    let (text, value) = match chosen & GENERATED {
        0 => {
            let Ok(text) = std::str::from_utf8(input) else { return };
            if let Ok(schema) = serde_json::from_str::<Schema>(text) {
                assert_eq!(schema.to_string().parse::<Schema>().as_ref(), Ok(&schema));
            }
            (if chosen & 0x80 == 0 { format!("{VERSION}{text}") } else { text.to_owned() }, input)
        }
        _ => {
            let Some(generated) = generated(input) else { return };
            generated
        }
    };
    let schema = match linear(text.len(), || text.parse::<Schema>()) {
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
    let layout = LayoutId::ALL[usize::from(chosen & 0x3F) % LayoutId::ALL.len()];
    if let Ok(codec) = linear(text.len(), || schema.codec(layout)) {
        assert!(linear(2 * text.len(), || schema.can_read(&schema, layout)).is_full());
        let limits = Limits { empty_elements: 256, ..Limits::DEFAULT };
        for bytes in [&[][..], &[0; 16], &[1; 16], value, &value.repeat(20)] {
            if let Ok(value) = codec.read(bytes, &limits) {
                value.write_json(&mut Vec::new()).expect("a valid value");
                drop(codec.convert(bytes, &codec, &limits));
            }
        }
    }
    // (Whether a language can express it is another question.)
    drop(linear(2 * text.len(), || (schema.to_cddl(), schema.to_rust(), schema.to_kaitai("name"))));
    drop(linear(2 * text.len(), || schema.to_typescript(LayoutId::Compact)));
    drop(linear(2 * text.len(), || schema.to_typescript(LayoutId::Indexed)));
    assert!(schema.to_json_schema().is_object());
}
