//! Sinks and values that do not behave as expected.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::stream::{ErrorKind, Reader, Writer};
use packed_data::{Compact, Filled, Layout, Needs, Packable, Packed};
use test_suite::{TestLayout, swept};

use crate::{framed, place, stream};

/// A sink that takes a limited number of bytes, a few at a time, is interrupted before each call, and then fails.
struct Fails {
    took: Vec<u8>,
    room: usize,
    step: usize,
    interrupt: bool,
}

impl Fails {
    fn after(room: usize, step: usize) -> Self {
        Self { took: Vec::new(), room, step, interrupt: false }
    }
}

impl Write for Fails {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = bytes.len().min(self.step).min(self.room - self.took.len());
        if count == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.took.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.took.len() == self.room { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
    }
}

/// Wherever a sink fails, the error contains the number of complete values that it took, and nothing follows an
/// incomplete one.
pub(crate) fn sinks_that_fail<L: TestLayout>() {
    let values = ["to".to_string(), "be".repeat(150), "or".to_string()];
    let bytes = stream::<_, L>(&values);
    let ends: Vec<_> = (0..=3).map(|n| stream::<_, L>(&values[..n]).len()).collect();
    for (room, step) in swept(0..bytes.len()).flat_map(|room| [(room, 1), (room, 7), (room, 1000)]) {
        let mut writer = Writer::<_, String, L>::new(Fails::after(room, step));
        let whole = ends.iter().filter(|end| **end <= room).count() - 1;
        values[..whole].iter().for_each(|value| writer.write(value).unwrap());
        let error = writer.write(&values[whole]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Io(error) if error.kind() == io::ErrorKind::StorageFull));
        assert_eq!(place(&error), (whole as u64, room as u64));
        assert_eq!(error.is_fatal(), room > ends[whole]);
        assert_eq!((writer.values(), writer.offset()), (whole as u64, room as u64));
        assert_eq!(writer.get_ref().took, bytes[..room]);

        writer.get_mut().room += 1000;
        if ends[whole] == room {
            // The sink took nothing of the value, so it can be written again.
            values[whole..].iter().for_each(|value| writer.write(value).unwrap());
            assert_eq!(writer.into_inner().took, bytes);
            continue;
        }
        let packed = Packed::<_, L>::pack(&values[0]);
        for outcome in [
            writer.write(&values[0]),
            writer.write_packed(&packed),
            writer.build(|needs| needs.put_packed(&packed)),
            writer.flush(),
        ] {
            let error = outcome.unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Broken) && error.is_fatal());
            assert_eq!(place(&error), (whole as u64, room as u64));
            assert_eq!(io::Error::from(error).kind(), io::ErrorKind::BrokenPipe);
        }
        assert_eq!(writer.into_inner().took, bytes[..room]);
    }
}

/// A value that panics while it is written leaves nothing in the sink, and the writer can continue.
pub(crate) fn panics_leave_nothing<L: TestLayout>() {
    let mut writer = Writer::<_, (Vec<String>, u8), L>::new(Vec::new());
    let good = (vec!["good".to_string()], 1);
    writer.write(&good).unwrap();
    for _ in 0..3 {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            writer.build(|needs| {
                let words = ["a", "long way into it", ""];
                needs.fields().with(|list| list.items(words, |needs, word| word_or_panic(needs, word))).put(&1).done()
            })
        }));
        assert!(outcome.is_err());
        assert_eq!((writer.values(), writer.get_ref().len() as u64), (1, writer.offset()));
    }
    writer.write(&good).unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.into_inner(), framed::<_, L>(&good).repeat(2));
}

fn word_or_panic<'id, L: Layout>(needs: Needs<'id, str, L>, word: &str) -> Filled<'id> {
    assert!(!word.is_empty(), "this one panics");
    needs.put_as(&word)
}

/// A frame is written in one call.
pub(crate) fn one_write_per_value<L: TestLayout>() {
    struct Writes(Vec<Vec<u8>>);
    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let values = [vec![1_u8], vec![], vec![2; 251], vec![3; 300], vec![4; 70_000]];
    let mut writer = Writer::<_, Vec<u8>, L>::new(Writes(Vec::new()));
    for value in &values {
        writer.write(value).unwrap();
        writer.write_packed(&Packed::<_, L>::pack(value).as_slice()).unwrap();
    }
    assert!(writer.capacity() >= 70_000);
    let frames: Vec<_> = values.iter().flat_map(|value| vec![framed::<_, L>(value); 2]).collect();
    assert_eq!(writer.into_inner().0, frames);
}

/// If a sink panics, the number of bytes that it took is unknown.
#[test]
fn a_sink_that_panics_breaks_the_stream() {
    struct Panics(bool);
    impl Write for Panics {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert!(self.0, "this one panics");
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::<_, u8>::new(Panics(true));
    writer.write(&1).unwrap();
    writer.get_mut().0 = false;
    assert!(catch_unwind(AssertUnwindSafe(|| writer.write(&2))).is_err());
    writer.get_mut().0 = true;
    let error = writer.write(&3).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Broken));
    assert_eq!(
        error.to_string(),
        "broken stream: expected that the sink took whole frames, found one that it took in part, at byte 2 of the \
         stream, after 1 whole value"
    );
}

#[test]
fn a_sink_that_returns_a_wrong_count_is_an_error() {
    struct Says(usize);
    impl Write for Says {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(self.0)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::<_, u8>::new(Says(3));
    let error = writer.write(&1).unwrap_err();
    assert!(error.to_string().contains("more bytes than it was given"), "{error}");
    assert!(matches!(writer.write(&1).unwrap_err().kind(), ErrorKind::Broken));

    let mut writer = Writer::<_, u8>::new(Says(0));
    let error = writer.write(&1).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Io(error) if error.kind() == io::ErrorKind::WriteZero));
    writer.get_mut().0 = 2;
    writer.write(&1).unwrap();
}

#[test]
fn a_flush_that_fails_does_not_break_the_stream() {
    let mut writer = Writer::<_, u8>::new(Fails::after(2, 9));
    writer.write(&1).unwrap();
    let error = writer.flush().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Io(error) if error.kind() == io::ErrorKind::TimedOut));
    assert_eq!(place(&error), (1, 2));
    writer.get_mut().room += 2;
    writer.flush().unwrap();
    writer.write(&2).unwrap();
}

/// Several writers, also of several types, may use one sink in turn.
#[test]
fn one_sink_of_several_types() {
    let mut sink = Vec::new();
    Writer::<_, u16>::new(&mut sink).write(&7).unwrap();
    Writer::<_, str>::new(&mut sink).write("hi").unwrap();
    let mut reader = Reader::<_, u16>::new(sink.as_slice());
    assert_eq!(reader.next().unwrap().unwrap().view(), 7);
    let rest = reader.pending();
    assert_eq!(Reader::<_, str>::new(rest).next().unwrap().unwrap().view(), "hi");
}

/// A type with `write` implemented by the user.
#[test]
fn a_type_that_panics() {
    struct Fragile(bool);
    impl Packable for Fragile {
        type As = u32;
        type Shape = <u32 as Packable>::Shape;
        type View<'a, L: packed_data::Access> = <u32 as Packable>::View<'a, L>;

        fn view<'a, L: packed_data::Access>(view: packed_data::View<'a, u32, L>) -> Self::View<'a, L> {
            u32::view(view)
        }

        fn write<'v, 'id, L: Layout>(
            value: &'v Self,
            needs: Needs<'id, u32, L>,
        ) -> packed_data::build::Written<'v, 'id> {
            assert!(value.0, "this one panics");
            needs.put(&7).into()
        }
    }
    let mut writer = Writer::<_, Fragile>::new(Vec::new());
    writer.write(&Fragile(true)).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| writer.write(&Fragile(false)))).is_err());
    writer.write(&Fragile(true)).unwrap();
    assert_eq!(writer.into_inner(), stream::<_, Compact>(&[7_u32, 7]));
}
