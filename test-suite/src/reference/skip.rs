//! Where an item of CBOR ends: which bytes are one says appendix C of RFC 8949, and texts must be UTF-8. (The `skip` of
//! minicbor also accepts a break in an array of definite length.)

use super::reader::{Outcome, Refused, THE_END};

/// An array or a map that is not at its end.
enum Open {
    /// The number of items that are left.
    Definite(u64),
    /// A break ends it; of a map, only before a key.
    Indefinite { is_map: bool, items: u64 },
}

/// Returns where the item at an offset ends.
pub(super) fn end_of_item(bytes: &[u8], mut at: usize) -> Outcome<usize> {
    let mut open = vec![Open::Definite(1)];
    while let Some(top) = open.last_mut() {
        let is_over = match top {
            Open::Definite(0) => true,
            Open::Definite(left) => {
                *left -= 1;
                false
            }
            Open::Indefinite { is_map, items } => {
                let is_over = *bytes.get(at).ok_or(THE_END)? == 0xFF;
                if is_over && *is_map && *items % 2 == 1 {
                    return Err(Refused("a break before a value"));
                }
                at += usize::from(is_over);
                *items += 1;
                is_over
            }
        };
        if is_over {
            open.pop();
            continue;
        }
        let (major, argument);
        (major, argument, at) = head(bytes, at)?;
        match (major, argument) {
            (0 | 1 | 7, Some(_)) => {}
            (2 | 3, Some(size)) => at = string(bytes, at, size, major)?,
            (2 | 3, None) => at = chunks(bytes, at, major)?,
            (4, Some(items)) => open.push(Open::Definite(items)),
            (5, Some(entries)) => {
                open.push(Open::Definite(entries.checked_mul(2).ok_or(Refused("more entries than bytes"))?));
            }
            (4 | 5, None) => open.push(Open::Indefinite { is_map: major == 5, items: 0 }),
            (6, Some(_)) => open.push(Open::Definite(1)),
            _ => return Err(Refused("not well-formed")),
        }
    }
    Ok(at)
}

/// Reads a head: the major type, the argument (`None` for an indefinite length), and where the head ends.
fn head(bytes: &[u8], at: usize) -> Outcome<(u8, Option<u64>, usize)> {
    let initial = *bytes.get(at).ok_or(THE_END)?;
    let (major, info) = (initial >> 5, initial & 0x1F);
    let size = match info {
        0..24 => return Ok((major, Some(info.into()), at + 1)),
        24..28 => 1 << (info - 24),
        31 if matches!(major, 2..=5) => return Ok((major, None, at + 1)),
        _ => return Err(Refused("not well-formed")),
    };
    let end = at + 1 + size;
    let digits = bytes.get(at + 1..end).ok_or(THE_END)?;
    let argument = digits.iter().fold(0, |number, digit| number << 8 | u64::from(*digit));
    if (major, info) == (7, 24) && argument < 32 {
        return Err(Refused("a simple value in two bytes"));
    }
    Ok((major, Some(argument), end))
}

/// Returns where a string ends that begins after its head.
fn string(bytes: &[u8], at: usize, size: u64, major: u8) -> Outcome<usize> {
    let end = usize::try_from(size).ok().and_then(|size| at.checked_add(size)).ok_or(THE_END)?;
    let content = bytes.get(at..end).ok_or(THE_END)?;
    if major == 3 && std::str::from_utf8(content).is_err() {
        return Err(Refused("not UTF-8"));
    }
    Ok(end)
}

/// Returns where the chunks of a string end, each of which is a string of definite length of the same type.
fn chunks(bytes: &[u8], mut at: usize, of: u8) -> Outcome<usize> {
    while *bytes.get(at).ok_or(THE_END)? != 0xFF {
        let (major, size, start) = head(bytes, at)?;
        match size {
            Some(size) if major == of => at = string(bytes, start, size, major)?,
            _ => return Err(Refused("no chunk of this string")),
        }
    }
    Ok(at + 1)
}
