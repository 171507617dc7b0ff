//! Building values.

use packed_data::packed::build_into;
use packed_data::{Error, ErrorKind, Limits, Packed};
use test_suite::described::{Described, Script, Source, build, caught};
use test_suite::{Sample, TestLayout};

use crate::{Case, decisions};

/// Returns a case that builds a value by operations that the input decides, with limits, and with a panic on the way.
/// The result must be the same as that of packing, or there must be none.
pub fn builder<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: decisions, run: check::<T, L> }
}

/// The contents of the buffer before the value.
const BEFORE: &[u8] = b"before";

fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let mut source = Source::new(input);
    let (fuse, limits) = (fuse(&mut source), limits(&mut source));
    let Some(value) = T::generate(&mut source) else { return };
    let script = Script { fuse, ..Script::new(source) };
    let expected = Packed::<T, L>::with_limits(&limits).pack(&value);

    let mut first = script.clone();
    let built = caught(|| Packed::<T, L>::with_limits(&limits).build(|needs| build(&value, needs, &mut first)));
    agree::<T, L>(&built, &expected, &first, &limits);

    let (mut second, mut buffer) = (script, BEFORE.to_vec());
    let appended = caught(|| build_into::<T, L>(&mut buffer, &limits, |needs| build(&value, needs, &mut second)));
    let (before, after) = buffer.split_at(BEFORE.len());
    assert_eq!(before, BEFORE);
    match (built, appended) {
        (Some(Ok(built)), Some(Ok(()))) => assert_eq!(after, built.as_bytes()),
        (Some(Err(built)), Some(Err(appended))) => assert_eq!((built.kind(), after), (appended.kind(), &[][..])),
        (None, None) => assert!(after.is_empty(), "a panic left bytes behind: {after:?}"),
        (built, appended) => panic!("built {built:?}, appended {appended:?}"),
    }
}

/// Compares the value that was built with the expected one.
fn agree<T: Sample, L: TestLayout>(
    built: &Option<Result<Packed<T, L>, Error>>,
    expected: &Result<Packed<T, L>, Error>,
    script: &Script<'_>,
    limits: &Limits,
) {
    match (built, expected) {
        (None, _) => assert!(script.fuse.is_some() || script.repeated, "an unexpected panic"),
        (Some(Ok(built)), Ok(expected)) => {
            assert!(!script.repeated, "a duplicate key was accepted");
            assert_eq!(built, expected);
            assert!(Packed::<T, L>::with_limits(limits).from_bytes(built.as_bytes()).is_ok());
        }
        (Some(Err(_)), _) if script.repeated => {}
        (Some(Err(built)), Err(expected)) => assert_eq!(built.kind(), expected.kind()),
        (built, expected) => panic!("built {built:?}, expected {expected:?}"),
    }
    if let Some(Err(error)) = built
        && error.kind() == ErrorKind::DuplicateKey
    {
        assert!(script.repeated, "there was no duplicate key");
    }
}

/// Returns after how many steps to panic; mostly never.
fn fuse(source: &mut Source<'_>) -> Option<u8> {
    match source.byte() {
        fuse @ ..64 => Some(fuse),
        _ => None,
    }
}

/// Returns limits, mostly the default ones.
fn limits(source: &mut Source<'_>) -> Limits {
    match source.byte() {
        0 => Limits { bytes: source.byte().into(), ..Limits::DEFAULT },
        1 => Limits { empty_elements: (source.byte() % 4).into(), ..Limits::DEFAULT },
        depth @ 2..10 => Limits { depth: (depth - 2).into(), ..Limits::DEFAULT },
        _ => Limits::DEFAULT,
    }
}
