//! Streams of packed values, complete and broken, over every layout, through files, compressors and sockets.

mod allocation;
mod bad;
mod blocks;
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

use allocation::{memory_grows_with_the_bytes_that_arrive, one_allocation, pieces_in_one_buffer};
use bad::{
    garbage, invalid_lengths, invalid_values, lengths_beyond_the_limit, trailing_bytes, values_nested_too_deep,
    values_too_large_to_write,
};
use blocks::{
    blocks_removed_doubled_exchanged, blocks_there_and_back, bytes_of_blocks_missing_or_added,
    every_byte_of_blocks_changed, every_prefix_of_blocks,
};
use cut::{big_frames_byte_by_byte, every_end, one_buffer, pieces, values_that_pile_up};
use ends::{
    a_loop_that_continues_after_every_error_ends, a_torn_stream_is_truncated_at_the_offset_and_appended_to,
    values_counts_those_that_were_returned,
};
use sinks::{one_write_per_value, panics_leave_nothing, sinks_that_fail};

// (In some of the Haskell layouts a `Vec<u8>` is a list of cells, and strings cannot be written.)
over_layouts!(
    all: memory_grows_with_the_bytes_that_arrive,
    one_allocation,
    pieces_in_one_buffer,
    lengths_beyond_the_limit,
    invalid_lengths,
    pieces,
    every_end,
    big_frames_byte_by_byte,
    one_buffer,
    values_that_pile_up,
    values_too_large_to_write,
    a_loop_that_continues_after_every_error_ends,
    a_torn_stream_is_truncated_at_the_offset_and_appended_to,
    values_counts_those_that_were_returned,
    blocks_there_and_back,
    every_prefix_of_blocks,
    every_byte_of_blocks_changed,
    bytes_of_blocks_missing_or_added,
    blocks_removed_doubled_exchanged,
);

over_layouts!(
    rich: invalid_values,
    trailing_bytes,
    values_nested_too_deep,
    garbage,
    sinks_that_fail,
    panics_leave_nothing,
    one_write_per_value,
);

/// Over sockets and compressors.
#[cfg(not(miri))]
mod outside {
    use super::*;

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

/// Returns the frame around bytes, as the book's table defines it.
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

/// Returns the frame around a value.
fn framed<T: Packable + ?Sized, L: TestLayout>(value: &T) -> Vec<u8> {
    frame(Packed::<T, L>::pack(value).as_bytes())
}

/// Returns the stream of values that a writer writes.
fn stream<T: Packable, L: TestLayout>(values: &[T]) -> Vec<u8> {
    let mut writer = Writer::<_, T, L>::new(Vec::new());
    values.iter().for_each(|value| writer.write(value).unwrap());
    let bytes = values.iter().map(framed::<T, L>).collect::<Vec<_>>().concat();
    assert_eq!((writer.values(), writer.offset()), (values.len() as u64, bytes.len() as u64));
    assert_eq!(writer.get_ref(), &bytes);
    writer.into_inner()
}

/// Returns the number of values before an error, and its offset.
fn place(error: &Error) -> (u64, u64) {
    (error.values(), error.offset())
}
