//! A type's schemas in a file of the repository: a test that fails if a change breaks what was promised.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::fs;
use std::path::Path;

use packed_data::Packable;

use crate::compare::Effect;
use crate::schema::Schema;
use packed_data_model::LayoutId;

/// A promise about a type whose schemas are kept in a file, for bytes in some layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Programs with the type read what programs with any former version of it wrote.
    ReadsOld,
    /// Programs with any former version of the type read what programs with this one write.
    IsReadByOld,
    /// Both.
    Both,
    /// Neither, but a change is never unnoticed.
    Recorded,
}

/// The variable of the environment that accepts a change.
const BLESS: &str = "PACKED_DATA_BLESS";

/// Compares the schema of `T` with those in `file`, for a test. The file has every version of the type that was
/// released, the newest last; it belongs to the repository.
///
/// If the type has changed, the test fails, and says what that means for each layout and each former version. With
/// `PACKED_DATA_BLESS=1` in the environment it adds the new version to the file instead, which is then reviewed as any
/// other change.
///
/// ```
/// use packed_data::Packable;
/// use packed_data_schema::{LayoutId, Promise, require_kept};
///
/// #[derive(Packable)]
/// struct Line {
///     name: String,
///     width: u8,
/// }
///
/// # let folder = std::env::temp_dir().join(format!("packed-data-kept-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let file = folder.join("line.schema");
/// # std::fs::write(&file, "version 1, 54 bytes\npacked-data schema 1\nstruct 4:Line 2 4:name #1 5:width #2\nstr\nu8\n"
/// #     .replace("54", &packed_data_schema::Schema::of::<Line>().to_string().len().to_string()))?;
/// // let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemas/line.schema");
/// require_kept::<Line>(file, &[LayoutId::Cbor], Promise::Both);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Panics
///
/// If the schema is not the newest in the file, or the file cannot be read; with `PACKED_DATA_BLESS=1`, if it cannot be
/// written.
pub fn require_kept<T: Packable + ?Sized>(file: impl AsRef<Path>, layouts: &[LayoutId], promise: Promise) {
    let is_blessed = std::env::var(BLESS).is_ok_and(|value| value == "1");
    if let Err(message) = check_kept(&Schema::of::<T>(), file.as_ref(), layouts, promise, is_blessed) {
        panic!("{message}");
    }
}

/// Does the same as [`require_kept`] for a schema, without a look at the environment: `is_blessed` accepts the change.
///
/// # Errors
///
/// Returns the message with which [`require_kept`] panics.
pub fn check_kept(
    schema: &Schema,
    file: &Path,
    layouts: &[LayoutId],
    promise: Promise,
    is_blessed: bool,
) -> Result<(), String> {
    let shown = file.display();
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    let versions = versions(&text).map_err(|message| format!("{shown}: {message}"))?;
    if versions.last() == Some(schema) {
        return Ok(());
    }
    if is_blessed {
        let added = schema.to_string();
        let text = format!("{text}version {}, {} bytes\n{added}", versions.len() + 1, added.len());
        return fs::write(file, text).map_err(|error| format!("{shown}: {error}"));
    }
    let name = schema.name_of(0);
    let mut message = match versions.len() {
        0 => format!("{shown} has no schema of `{name}`."),
        _ => format!("The schema of `{name}` is not the newest one in {shown}."),
    };
    let mut is_broken = false;
    for (number, old) in versions.iter().enumerate() {
        for layout in layouts {
            let directions = [
                (schema, old, "reads", matches!(promise, Promise::ReadsOld | Promise::Both)),
                (old, schema, "is read by", matches!(promise, Promise::IsReadByOld | Promise::Both)),
            ];
            for (reader, writer, verb, is_promised) in directions {
                let found = reader.can_read(writer, *layout);
                let effect = found.effect();
                is_broken |= is_promised && effect > Effect::Fine;
                let verdict = match (effect, is_promised) {
                    (Effect::Fine, _) => "all values",
                    (Effect::Narrowed, true) => "SOME VALUES ONLY, which breaks the promise",
                    (Effect::Narrowed, false) => "some values",
                    (Effect::Broken, true) => "NOTHING RELIABLY, which breaks the promise",
                    (Effect::Broken, false) => "nothing reliably",
                };
                message.push_str(&format!("\nIn {layout}, it {verb} version {}: {verdict}.", number + 1));
                for line in found.to_string().lines() {
                    message.push_str(&format!("\n    {line}"));
                }
            }
        }
    }
    let advice = match is_broken {
        true => "The change breaks what was promised. To accept it all the same",
        false => "The change keeps what was promised. To record it",
    };
    Err(format!("{message}\n{advice}, run the test with {BLESS}=1."))
}

/// Returns the schemas in a file.
fn versions(mut text: &str) -> Result<Vec<Schema>, String> {
    let mut versions = Vec::new();
    while !text.is_empty() {
        let number = versions.len() + 1;
        let expected = || format!("expected `version {number}, ... bytes`, found another line");
        let (line, rest) = text.split_once('\n').ok_or_else(expected)?;
        let size = line.strip_prefix(&format!("version {number}, ")).and_then(|line| line.strip_suffix(" bytes"));
        let size: usize = size.and_then(|size| size.parse().ok()).ok_or_else(expected)?;
        let schema =
            rest.get(..size).ok_or_else(|| format!("expected {size} bytes of version {number}, found fewer"))?;
        versions.push(Schema::parse(schema).map_err(|error| format!("version {number}: {error}"))?);
        text = &rest[size..];
    }
    Ok(versions)
}
