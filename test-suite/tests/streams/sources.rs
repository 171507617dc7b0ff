//! Sources that do not behave as expected.

use std::io::{self, Read};

use packed_data::stream::{ErrorKind, Reader};
use packed_data::{Compact, Packed};

use crate::{place, stream};

/// A source that returns a few bytes at a time, and is interrupted before each read.
pub(crate) struct Short<'b> {
    rest: &'b [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
    interrupt: bool,
}

impl<'b> Short<'b> {
    pub(crate) fn new(rest: &'b [u8], sizes: Vec<usize>) -> Self {
        Self { rest, sizes: sizes.into_iter().cycle(), interrupt: false }
    }
}

impl Read for Short<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.sizes.next().unwrap().min(into.len());
        self.rest.read(into.get_mut(..size).unwrap())
    }
}

/// A source that follows a list of steps, and then ends.
struct Steps<'b>(Vec<Result<&'b [u8], io::ErrorKind>>);

impl Read for Steps<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match if self.0.is_empty() { Ok(&[][..]) } else { self.0.remove(0) } {
            Ok(mut bytes) => bytes.read(into),
            Err(kind) => Err(kind.into()),
        }
    }
}

#[test]
fn a_source_that_fails_is_read_again() {
    let bytes = stream::<_, Compact>(&["to".to_string(), "be".to_string()]);
    let (start, rest) = bytes.split_at(6);
    let source = Steps(vec![Ok(start), Err(io::ErrorKind::WouldBlock), Err(io::ErrorKind::TimedOut), Ok(rest)]);
    let mut reader = Reader::<_, String>::new(source);
    assert!(reader.next().unwrap().is_some());
    for kind in [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut] {
        let error = reader.next().err().unwrap();
        assert!(matches!(error.kind(), ErrorKind::Io(error) if error.kind() == kind));
        assert_eq!(place(&error), (1, 6));
        assert!(!error.is_fatal());
        assert!(std::error::Error::source(&error).is_some());
    }
    assert_eq!(reader.next().unwrap().unwrap().view(), "be");
    assert!(reader.next().unwrap().is_none());
}

#[test]
fn a_source_that_grows_is_read_again() {
    let bytes = stream::<_, Compact>(&["to".to_string(), "be".to_string(), "or".to_string()]);
    let (a, b, c) = (&bytes[..4], &bytes[4..6], &bytes[6..]);
    let mut reader = Reader::<_, String>::new(Steps(vec![Ok(a), Ok(&[]), Ok(b), Ok(&[]), Ok(c)]));
    assert!(reader.next().unwrap().is_some());
    assert!(reader.next().unwrap().is_none());
    let error = reader.next().err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Truncated { found: 2, needed: 2 }) && error.is_fatal());
    assert_eq!(reader.next().unwrap().unwrap().view(), "be");
    assert_eq!(reader.next().unwrap().unwrap().view(), "or");
    assert!(reader.next().unwrap().is_none());
}

/// A source that ends within a frame several times, each time after more bytes: each end is reported once.
#[test]
fn every_end_of_a_source_that_grows_is_reported_once() {
    let bytes = stream::<_, Compact>(&["to".to_string()]);
    let nothing: &[u8] = &[];
    let steps = [&bytes[..1], nothing, nothing, &bytes[1..2], nothing, nothing, nothing, &bytes[2..]];
    let mut reader = Reader::<_, String>::new(Steps(steps.map(Ok).to_vec()));
    for (calls, found) in [(1, 1), (2, 2)] {
        let error = reader.next().err().unwrap();
        assert!(matches!(error.kind(), ErrorKind::Truncated { found: bytes, .. } if *bytes == found));
        assert_eq!(place(&error), (0, 0));
        (0..calls).for_each(|_| assert!(reader.next().unwrap().is_none()));
    }
    assert_eq!(reader.next().unwrap().unwrap().view(), "to");
}

/// A source that fails permanently is reported once. If it has more bytes later, nothing is lost.
#[test]
fn a_source_that_fails_permanently_is_the_end_until_more_arrives() {
    let bytes = stream::<_, Compact>(&["to".to_string()]);
    let reset = Err(io::ErrorKind::ConnectionReset);
    let mut reader = Reader::<_, String>::new(Steps(vec![Ok(&bytes[..2]), reset, reset, Ok(&[]), Ok(&bytes[2..])]));
    let error = reader.next().err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::Io(_)) && error.is_fatal());
    assert_eq!(place(&error), (0, 2));
    (0..2).for_each(|_| assert!(reader.next().unwrap().is_none()));
    assert_eq!(reader.next().unwrap().unwrap().view(), "to");
    assert!(reader.next().unwrap().is_none());
}

#[test]
fn a_source_that_returns_a_wrong_count_is_an_error() {
    struct Liar;
    impl Read for Liar {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            Ok(into.len() + 1)
        }
    }
    let error = Reader::<_, String>::new(Liar).next().err().unwrap();
    assert!(error.to_string().contains("more bytes than were requested"), "{error}");
}

/// Nothing is lost when a source panics.
#[test]
fn a_source_that_panics() {
    struct Panics<'b>(&'b [u8], bool);
    impl Read for Panics<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            assert!(!self.1, "this read panics");
            let one = into.get_mut(..1).unwrap();
            self.0.read(one)
        }
    }
    let bytes = stream::<_, Compact>(&["to".to_string()]);
    let mut reader = Reader::<_, String>::new(Panics(&bytes, false));
    let mut panics = 0;
    let word = loop {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            reader.next().unwrap().map(|word| word.view().to_string())
        }));
        match outcome {
            Ok(word) => break word,
            Err(_) => panics += 1,
        }
    };
    assert_eq!((word.as_deref(), panics), (Some("to"), bytes.len()));
}

/// Bytes that were read beyond the last frame are not lost with the reader.
#[test]
fn bytes_after_the_stream() {
    let mut bytes = stream::<_, Compact>(&["to".to_string()]);
    bytes.extend_from_slice(&stream::<_, Compact>(&[7_u16]));
    let mut reader = Reader::<_, String>::new(bytes.as_slice());
    assert!(reader.next().unwrap().is_some());
    let pending = reader.pending().to_vec();
    assert!(reader.get_ref().is_empty() && reader.get_mut().is_empty());
    let mut further = Reader::<_, u16>::new(pending.chain(reader.into_inner()));
    assert_eq!(further.next_with(|number| number.view()).unwrap(), Some(7));
}

trait ChainBytes {
    fn chain<R: Read>(&self, then: R) -> io::Chain<&[u8], R>;
}

impl ChainBytes for Vec<u8> {
    fn chain<R: Read>(&self, then: R) -> io::Chain<&[u8], R> {
        Read::chain(self.as_slice(), then)
    }
}

/// A reader can be sent to another thread, and returns values of the expected type there.
#[test]
fn readers_are_sent() {
    fn sent<T: Send + Sync>(value: T) -> T {
        value
    }
    let bytes = stream::<_, Compact>(&[7_u16]);
    let reader = sent(Reader::<_, u16>::new(io::Cursor::new(bytes)));
    let number = std::thread::spawn(move || {
        let mut reader = reader;
        reader.next().unwrap().map(|packed: Packed<u16, Compact, &[u8]>| packed.view())
    });
    assert_eq!(number.join().unwrap(), Some(7));
}
