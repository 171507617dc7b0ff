//! `tree-service pack`: packed trees for `curl`.

use std::io::{self, Read, Write};
use std::path::Path;

use packed_data::{Compact, Indexed, Packed};

use crate::config::{LayoutName, PackArgs};
use crate::tree::{Tree, random};

/// Writes a packed tree.
///
/// # Errors
///
/// The JSON cannot be read, or the bytes cannot be written.
pub(crate) fn pack(args: &PackArgs, out: &mut impl Write) -> io::Result<()> {
    let tree = match (args.levels, &args.json) {
        (Some(levels), _) => {
            // The numbers are so small that the sum of 2^24 of them does not overflow.
            let mut next = random(0x9E37_79B9_7F4A_7C15);
            Tree::perfect(levels, &mut || next() >> 32)
        }
        (None, Some(path)) => serde_json::from_slice(&read(path)?)?,
        (None, None) => return Err(io::Error::other("expected a file or a number of levels, found neither")),
    };
    let bytes = match args.layout {
        LayoutName::Compact => Packed::<Tree, Compact>::pack(&tree).into_inner(),
        LayoutName::Indexed => Packed::<Tree, Indexed>::pack(&tree).into_inner(),
    };
    out.write_all(&bytes)
}

/// Reads a file; `-` is standard input.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}
