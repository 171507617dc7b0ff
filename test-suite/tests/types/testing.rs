//! `packed_data::testing`: it accepts every shape of the suites in every layout, and finds types that are wrong.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::build::Written;
use packed_data::testing::{assert_sound, assert_sound_in};
use packed_data::{
    Access, Cbor, Compact, Cursor, Done, Indexed, Layout, Levels, Needs, Packable, TooDeep, Unpack, View,
};
use test_suite::few;
#[cfg(not(miri))]
use test_suite::{Sample, TestLayout, over_shapes};

// (Miri is too slow for this; in the suite `bytes` it changes the bytes of each shape too.)
#[cfg(not(miri))]
over_shapes!(few all: samples_are_sound);

#[cfg(not(miri))]
fn samples_are_sound<T: Sample + std::fmt::Debug + PartialEq + for<'a> Unpack<'a>, L: TestLayout>() {
    assert_sound_in::<T, L>([T::sample()]);
}

/// Returns the message of the panic.
fn message(work: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast_ref::<&str>().expect("a message").to_string(),
    }
}

#[test]
fn layouts_are_compared() {
    assert_sound::<(u8, Option<String>)>(few(1, [(1, None), (2, Some("two".into()))]));
    assert_sound::<f64>(few(1, [f64::NAN, 0.0, -0.0, 1.5]));
    assert_sound::<Vec<f32>>([vec![f32::NAN]]);
}

/// A value of 100 kB is tested in bounded time.
#[test]
fn large_values_take_bounded_time() {
    assert_sound_in::<Vec<u64>, Compact>([(0..if cfg!(miri) { 4 } else { 12_500 }).collect()]);
}

#[test]
fn no_value_is_no_test() {
    let expected = "nothing was tested: there is no value";
    assert_eq!(message(|| assert_sound::<u8>([])), expected);
    assert_eq!(message(|| assert_sound_in::<u8, Compact>([])), expected);
}

/// A byte that is packed as itself, and made wrong by hand in the two functions.
#[derive(Debug)]
struct Wrong<const HOW: u8>(u8);

const UNPACKED_AS_ANOTHER: u8 = 0;
const PACKED_AS_ANOTHER_EACH_TIME: u8 = 1;
const NEVER_EQUAL_WHEN_UNPACKED: u8 = 2;
const WRONG_FOR_OTHERS: u8 = 3;
const PANICS_FOR_OTHERS: u8 = 4;

impl<const HOW: u8> PartialEq for Wrong<HOW> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && (HOW != NEVER_EQUAL_WHEN_UNPACKED || std::ptr::eq(self, other))
    }
}

thread_local! {
    static PACKED: Cell<u8> = const { Cell::new(0) };
}

impl<const HOW: u8> Packable for Wrong<HOW> {
    type As = u8;
    type Shape = <u8 as Packable>::Shape;
    type View<'a, L: Access> = <u8 as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, u8, L>) -> Self::View<'a, L> {
        u8::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, u8, L>) -> Written<'v, 'id> {
        if HOW == PACKED_AS_ANOTHER_EACH_TIME {
            PACKED.set(PACKED.get().wrapping_add(1));
            return needs.put(&PACKED.get()).into();
        }
        needs.put(&value.0).into()
    }
}

impl<'a, const HOW: u8> Unpack<'a> for Wrong<HOW> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, u8, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(|byte| match HOW {
            UNPACKED_AS_ANOTHER => Self(byte ^ 1),
            // (The test packs 2: only a change of its highest bit leads here.)
            WRONG_FOR_OTHERS if byte >= 128 => Self(byte ^ 1),
            PANICS_FOR_OTHERS if byte >= 128 => panic!("{byte} cannot be unpacked"),
            PACKED_AS_ANOTHER_EACH_TIME => Self(2),
            _ => Self(byte),
        }))
    }
}

#[test]
fn a_value_unpacked_as_another_is_found() {
    let message = message(|| assert_sound::<Wrong<UNPACKED_AS_ANOTHER>>([Wrong(2)]));
    assert_eq!(
        message,
        "Wrong(2), packed in Compact, was unpacked as Wrong(3):\n  layout: Compact\n  value: Wrong(2)\n  \
         bytes: as they were packed"
    );
}

#[test]
fn a_value_packed_as_other_bytes_is_found() {
    let message = message(|| assert_sound::<Wrong<PACKED_AS_ANOTHER_EACH_TIME>>([Wrong(2)]));
    assert!(message.starts_with("Wrong(2), unpacked and packed again in Compact, has other bytes:"), "{message}");
}

#[test]
fn a_value_not_equal_to_the_unpacked_one_is_found() {
    let message = message(|| assert_sound_in::<Wrong<NEVER_EQUAL_WHEN_UNPACKED>, Indexed>([Wrong(2)]));
    assert!(message.starts_with("Wrong(2), packed in Indexed, was unpacked as Wrong(2):"), "{message}");
}

#[test]
fn a_value_that_only_changed_bytes_contain_is_found() {
    let message = message(|| assert_sound::<Wrong<WRONG_FOR_OTHERS>>([Wrong(2)]));
    assert_eq!(
        message,
        "Wrong(131), packed in Compact, was unpacked as Wrong(130):\n  layout: Compact\n  value: Wrong(2)\n  \
         bytes: byte 0 of 1 was changed to 0x82 (bit 7)"
    );
}

#[test]
fn a_panic_while_unpacking_is_found() {
    let message = message(|| assert_sound_in::<Wrong<PANICS_FOR_OTHERS>, Cbor>([Wrong(24)]));
    assert!(message.ends_with("cannot be unpacked"), "{message}");
}
