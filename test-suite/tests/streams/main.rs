//! Streams of packed values: whole ones and broken ones, over every layout, through files, compressors and sockets.

mod allocation;
mod bad;
mod codec;
mod compose;
mod cut;
mod ends;
mod page;
mod sequences;
mod sinks;
mod sources;

#[cfg(not(miri))]
use codec::{all_that_can_be_encoded, bad_streams, byte_by_byte, nothing_is_copied, over_a_duplex, over_a_socket};
#[cfg(not(miri))]
use compose::{a_file, a_socket, buffered, deflated, more_than_memory, zstandard};
use packed_data::stream::{Error, Writer};
use packed_data::{Packable, Packed};
use test_suite::{TestLayout, over_layouts};

use allocation::{memory_grows_with_what_comes, one_allocation, pieces_in_one_buffer};
use bad::{
    garbage, lengths_beyond_the_limit, lengths_that_are_none, trailing_bytes, values_that_are_none,
    values_too_large_to_write, what_is_nested_too_deep,
};
use cut::{big_frames_byte_by_byte, every_end, one_buffer, pieces, values_that_pile_up};
use ends::{
    a_loop_that_goes_on_after_every_error_ends, a_torn_stream_is_truncated_at_the_offset_and_appended_to,
    values_are_those_that_were_handed_out,
};
use sinks::{one_write_a_value, panics_leave_nothing, sinks_that_fail};

// (In some of the Haskell layouts a `Vec<u8>` is cons cells, and there are no strings.)
over_layouts!(
    all: memory_grows_with_what_comes,
    one_allocation,
    pieces_in_one_buffer,
    lengths_beyond_the_limit,
    lengths_that_are_none,
    pieces,
    every_end,
    big_frames_byte_by_byte,
    one_buffer,
    values_that_pile_up,
    values_too_large_to_write,
    a_loop_that_goes_on_after_every_error_ends,
    a_torn_stream_is_truncated_at_the_offset_and_appended_to,
    values_are_those_that_were_handed_out,
);

over_layouts!(
    rich: values_that_are_none,
    trailing_bytes,
    what_is_nested_too_deep,
    garbage,
    sinks_that_fail,
    panics_leave_nothing,
    one_write_a_value,
);

/// Over sockets and compressors.
#[cfg(not(miri))]
mod outside {
    test_suite::over_layouts!(
        over_a_duplex,
        over_a_socket,
        byte_by_byte,
        nothing_is_copied,
        all_that_can_be_encoded,
        bad_streams,
        buffered,
        deflated,
        zstandard,
        a_file,
        a_socket,
        more_than_memory
    );
}

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// The frame around bytes, after the book's table.
fn frame(value: &[u8]) -> Vec<u8> {
    let length = u32::try_from(value.len()).unwrap();
    let [a, b, c, d] = length.to_le_bytes();
    let mut frame = match length {
        0..=251 => vec![a],
        252..=65_535 => vec![0xFC, a, b],
        _ => vec![0xFD, a, b, c, d],
    };
    frame.extend_from_slice(value);
    frame
}

/// The frame around a value.
fn framed<T: Packable + ?Sized, L: TestLayout>(value: &T) -> Vec<u8> {
    frame(Packed::<T, L>::pack(value).as_bytes())
}

/// The stream of values, from a writer.
fn stream<T: Packable, L: TestLayout>(values: &[T]) -> Vec<u8> {
    let mut writer = Writer::<_, T, L>::new(Vec::new());
    values.iter().for_each(|value| writer.write(value).unwrap());
    let bytes = values.iter().flat_map(framed::<T, L>).collect::<Vec<_>>();
    assert_eq!((writer.values(), writer.offset()), (values.len() as u64, bytes.len() as u64));
    assert_eq!(writer.get_ref(), &bytes);
    writer.into_inner()
}

/// How many values come before an error, and where it is.
fn place(error: &Error) -> (u64, u64) {
    (error.values(), error.offset())
}
