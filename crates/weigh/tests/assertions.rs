//! Tests `assert_allocates!` and `assert_peak!`. Miri runs this file too.

use std::panic::{self, AssertUnwindSafe};

use weigh::{assert_allocates, assert_peak};

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// Returns the message with which `work` panics.
fn message(work: impl FnOnce()) -> String {
    let payload = panic::catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
    *payload.downcast::<String>().expect("a formatted message")
}

#[test]
fn they_return_the_result_of_the_closure() {
    assert_eq!(assert_allocates!(0, || 7), 7);
    assert_eq!(assert_allocates!(1, || vec![7_u8]), [7]);
    assert_eq!(assert_peak!(1, || vec![7_u8]), [7]);
    assert_eq!(assert_peak!(100, || vec![7_u8], "with a message {}", 1), [7]);
}

#[test]
fn a_reallocation_is_a_request_too() {
    let mut bytes = vec![1_u8];
    assert_allocates!(1, || bytes.reserve_exact(10), "one request");
    assert_allocates!(0, || bytes.push(2),);
}

#[test]
fn a_failure_has_the_counted_figures() {
    let text = message(|| {
        assert_allocates!(0, || {
            let mut bytes = vec![1_u8; 1_000];
            bytes.reserve_exact(500);
            bytes
        });
    });
    assert_eq!(text, "expected 0 requests for memory, counted 1 allocation and 1 reallocation (1,500 bytes)");
    let text = message(|| assert_allocates!(1, || ()));
    assert!(text.starts_with("expected 1 request for memory, counted 0 allocations"), "{text}");
    let text = message(|| drop(assert_peak!(9, || vec![1_u8; 10])));
    assert_eq!(text, "expected a peak of at most 9 bytes, counted 10");
}

#[test]
fn a_failure_ends_with_the_caller_s_message() {
    let text = message(|| assert_allocates!(1, || (), "case {}", 3));
    assert!(text.ends_with(": case 3"), "{text}");
    let text = message(|| drop(assert_peak!(0, || vec![1_u8], "the {word}", word = "reason")));
    assert!(text.ends_with("counted 1: the reason"), "{text}");
}

#[test]
fn a_peak_may_be_reached() {
    assert_peak!(10, || drop(std::hint::black_box(vec![1_u8; 10])));
}
