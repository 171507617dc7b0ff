//! Names from another process, in what is printed of a message that is refused.

#[path = "../../../test-suite/src/names.rs"]
#[allow(unreachable_pub)]
mod names;

use names::{names, require_printable, schemas};
use packed_data::{Compact, Fingerprint};
use packed_data_timely::{MessageError, PackedContainer};
use timely::bytes::arc::BytesMut;

/// Returns a message without records, from a process that has another type or layout.
fn message(text: &str) -> Vec<u8> {
    let mut bytes = b"\xF5PKDF\r\n\x01".to_vec();
    for number in [Fingerprint::of_description(text).to_bits(), 0, 0, text.len() as u64] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

#[test]
fn control_characters_in_names_of_another_process() {
    let mut escaped = 0;
    for name in &names() {
        let unknown = [format!("packed-data schema 2\n{name}\n"), name.clone(), String::new()];
        for schema in schemas(name).into_iter().chain(unknown) {
            for text in [format!("Compact\n{schema}"), format!("{name}\n{schema}"), schema.clone()] {
                let bytes = BytesMut::from(message(&text)).freeze();
                let error = PackedContainer::<(u8, bool), Compact>::try_from_bytes(bytes).unwrap_err();
                assert!(matches!(&error, MessageError::Type { .. }), "{error}");
                require_printable(&error.to_string(), name, "a message");
                escaped += usize::from(error.to_string().contains('\\'));
            }
        }
    }
    assert!(escaped > 500, "{escaped}");
}
