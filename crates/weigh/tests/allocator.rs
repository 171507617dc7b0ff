//! Tests the counting allocator with every kind of request. Miri runs this file too.

use std::alloc::{GlobalAlloc, Layout, System, alloc, alloc_zeroed, dealloc, realloc};
use std::cell::RefCell;
use std::hint::black_box;
use std::panic;
use std::ptr;
use std::sync::mpsc;
use std::thread;

use weigh::{Counting, Weight, measure};

#[global_allocator]
static ALLOCATOR: Counting<System> = Counting::system();

/// Returns allocated, allocations, reallocations, peak and live.
fn figures(weight: Weight) -> (u64, u64, u64, u64, i64) {
    (weight.allocated, weight.allocations, weight.reallocations, weight.peak, weight.live)
}

#[test]
fn nothing_weighs_nothing() {
    let (weight, seven) = measure(|| 7);
    assert_eq!((figures(weight), seven), ((0, 0, 0, 0, 0), 7));
    assert_eq!(weight.max_rss, None);
}

#[test]
fn a_temporary_block_is_in_the_peak_and_not_in_live() {
    let (weight, ()) = measure(|| drop(black_box(vec![1_u8; 300])));
    assert_eq!(figures(weight), (300, 1, 0, 300, 0));
}

#[test]
fn the_result_is_live() {
    let (weight, _kept) = measure(|| vec![1_u8; 300]);
    assert_eq!(figures(weight), (300, 1, 0, 300, 300));
}

#[test]
fn freeing_an_earlier_block_makes_live_negative() {
    let before = vec![1_u8; 300];
    let (weight, ()) = measure(|| drop(before));
    assert_eq!(figures(weight), (0, 0, 0, 0, -300));
}

#[test]
fn the_peak_is_relative_to_the_start() {
    let before = vec![1_u8; 300];
    let (weight, _kept) = measure(|| {
        drop(before);
        vec![1_u8; 400]
    });
    assert_eq!(figures(weight), (400, 1, 0, 100, 100));
}

#[test]
fn a_growing_block_counts_by_its_growth() {
    let (weight, _kept) = measure(|| {
        let mut bytes = Vec::<u8>::with_capacity(100);
        bytes.reserve_exact(250);
        bytes
    });
    assert_eq!(figures(weight), (250, 1, 1, 250, 250));
}

#[test]
fn a_shrinking_block_requests_no_bytes() {
    let (weight, _kept) = measure(|| {
        let mut bytes = Vec::<u8>::with_capacity(100);
        bytes.push(1);
        bytes.shrink_to_fit();
        bytes
    });
    assert_eq!(figures(weight), (100, 1, 1, 100, 1));
}

#[test]
fn zeroed_blocks_are_zeroed_and_counted() {
    let layout = Layout::new::<[u64; 32]>();
    let (weight, sum) = measure(|| {
        // SAFETY: the layout is not empty. The block is zeroed and has the size of the array. It is freed once, with
        // its layout.
        unsafe {
            let block = black_box(alloc_zeroed(layout)).cast::<[u64; 32]>();
            let sum: u64 = (*block).iter().sum();
            dealloc(block.cast(), layout);
            sum
        }
    });
    assert_eq!((figures(weight), sum), ((256, 1, 0, 256, 0), 0));
}

#[test]
fn over_aligned_blocks_keep_their_alignment_as_they_grow() {
    let layout = Layout::from_size_align(100, 4096).expect("a layout");
    let (weight, ()) = measure(|| {
        // SAFETY: the layout is not empty. Each block is used within its size, and freed once, with its layout.
        unsafe {
            let block = black_box(alloc(layout));
            assert_eq!(block.addr() % 4096, 0);
            ptr::write_bytes(block, 7, 100);
            let block = realloc(block, layout, 5_000);
            assert_eq!(block.addr() % 4096, 0);
            assert_eq!((*block, *block.add(99)), (7, 7));
            dealloc(block, Layout::from_size_align(5_000, 4096).expect("a layout"));
        }
    });
    assert_eq!(figures(weight), (5_000, 1, 1, 5_000, 0));
}

/// Refuses every request.
struct Refusing;

// SAFETY: it hands out no block, which is always allowed, so no block is ever returned to it.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}

    unsafe fn realloc(&self, _: *mut u8, _: Layout, _: usize) -> *mut u8 {
        ptr::null_mut()
    }
}

#[test]
fn refused_requests_do_not_count() {
    let counting = Counting::new(Refusing);
    let layout = Layout::new::<u64>();
    let mut block = 7_u64;
    let (weight, ()) = measure(|| {
        // SAFETY: the layout is not empty, and `Refusing` does nothing with the block.
        unsafe {
            assert!(counting.alloc(layout).is_null());
            assert!(counting.alloc_zeroed(layout).is_null());
            assert!(counting.realloc((&raw mut block).cast(), layout, 16).is_null());
        }
    });
    assert_eq!(figures(weight), (0, 0, 0, 0, 0));
}

#[test]
fn measurements_nest() {
    let (outer, inner) = measure(|| {
        drop(black_box(vec![1_u8; 1_000]));
        let _kept = black_box(vec![1_u8; 10]);
        let (inner, ()) = measure(|| drop(black_box(vec![1_u8; 100])));
        inner
    });
    assert_eq!(figures(inner), (100, 1, 0, 100, 0));
    assert_eq!(figures(outer), (1_110, 3, 0, 1_000, 0));
}

#[test]
fn a_panic_leaves_the_measurement_around_it_right() {
    let (weight, caught) = measure(|| {
        let _kept = black_box(vec![1_u8; 100_000]);
        panic::catch_unwind(|| {
            measure(|| {
                let _held = black_box(vec![1_u8; 200_000]);
                panic::resume_unwind(Box::new(7_u8));
            })
        })
        .is_err()
    });
    assert!(caught);
    assert_eq!(weight.live, 0);
    assert!((300_000..310_000).contains(&weight.peak), "{weight:?}");
    assert_eq!(figures(measure(|| ()).0), (0, 0, 0, 0, 0));
}

#[test]
fn other_threads_do_not_count() {
    let (send, receive) = mpsc::channel::<()>();
    let (done, wait) = mpsc::channel::<()>();
    let other = thread::spawn(move || {
        while receive.recv().is_ok() {
            drop(black_box(vec![1_u8; 10_000]));
            done.send(()).expect("a listener");
        }
    });
    // The first turn allocates the channels' own blocks.
    let turn = || {
        send.send(()).expect("a listener");
        wait.recv().expect("a speaker");
    };
    turn();
    let (weight, ()) = measure(turn);
    assert!(weight.allocated < 10_000, "{weight:?}");
    drop(send);
    other.join().expect("no panic");
}

#[test]
fn a_block_that_another_thread_frees_stays_live_here_and_is_negative_there() {
    let (here, there) = measure(|| {
        let block = vec![1_u8; 100_000];
        thread::spawn(move || measure(|| drop(block)).0).join().expect("no panic")
    });
    assert!((100_000..110_000).contains(&here.live), "{here:?}");
    assert_eq!(there.live, -100_000);
}

/// Allocates when it is dropped, at the end of its thread.
struct Late;

impl Drop for Late {
    fn drop(&mut self) {
        let (weight, ()) = measure(|| drop(black_box(vec![1_u8; 64])));
        assert_eq!(weight.allocated, 64);
    }
}

thread_local! {
    static LATE: RefCell<Option<Late>> = const { RefCell::new(None) };
}

#[test]
fn threads_that_end_count_to_the_end() {
    thread::spawn(|| LATE.set(Some(Late))).join().expect("no panic");
}

#[test]
fn parallel_threads_each_get_their_own_figures() {
    let rounds = if cfg!(miri) { 5 } else { 500 };
    thread::scope(|scope| {
        for size in 1..=4_usize {
            scope.spawn(move || {
                for _ in 0..rounds {
                    let (weight, _kept) = measure(|| vec![1_u8; size * 10]);
                    let bytes = size as u64 * 10;
                    assert_eq!(figures(weight), (bytes, 1, 0, bytes, bytes as i64));
                }
            });
        }
    });
}
