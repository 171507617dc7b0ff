//! CBOR without a type: the examples of RFC 8949, its ill-formed bytes, random items, and two other libraries.

mod deterministic;
mod diagnostic;
mod encoder;
mod examples;
mod floats;
mod ill_formed;
mod layout;
mod limits;
mod peers;
mod random;
mod scanner;
mod stack_cbor;
mod write_back;
mod written_back;

/// Returns the bytes of hexadecimal digits; spaces between them are allowed.
#[track_caller]
fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter(|c| *c != ' ').map(|c| c.to_digit(16).unwrap()).collect();
    assert_eq!(digits.len() % 2, 0);
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

/// Returns bytes as hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
