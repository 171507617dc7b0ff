//! Changing values.

use packed_data::Packed;
use test_suite::described::{Described, Script, Source, caught, change, transform};
use test_suite::{Sample, TestLayout};

use crate::{Case, decisions};

/// Returns a case that transforms and edits a value as the input decides. The result must be equal to an owned value
/// with the same changes. An edit that panics must leave a valid value.
pub fn edits<T: Sample + Described<As = T>, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: decisions, run: check::<T, L> }
}

fn check<T: Sample + Described<As = T>, L: TestLayout>(input: &[u8]) {
    let mut source = Source::new(input);
    let fuse = source.byte() % 32;
    let Some(value) = T::generate(&mut source) else { return };
    let script = Script::new(source);
    let packed = Packed::<T, L>::pack(&value);

    let changed = Packed::<T, L>::pack(&change(&value, &mut script.clone()));
    let transformed = packed.transform(|cursor, needs| transform::<T, L>(cursor, needs, &mut script.clone()));
    assert_eq!(transformed, changed);

    let mut overwritten = value.clone();
    overwritten.overwrite(&mut script.clone());
    let overwritten = Packed::<T, L>::pack(&overwritten);
    let mut edited = packed.clone();
    if !L::edit_by_script(&mut edited, &mut script.clone()) {
        return;
    }
    assert_eq!(edited, overwritten);
    assert!(Packed::<T, L, _>::from_bytes(edited.as_bytes()).is_ok());

    let mut interrupted = packed;
    let mut script = Script { fuse: Some(fuse), ..script };
    let outcome = caught(|| L::edit_by_script(&mut interrupted, &mut script));
    if outcome.is_some() {
        assert_eq!(interrupted, overwritten);
    }
    assert!(Packed::<T, L, _>::from_bytes(interrupted.as_bytes()).is_ok(), "a panic left an invalid value");
}
