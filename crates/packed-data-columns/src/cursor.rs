//! Columns while they are read, value by value.
//!
//! A cursor reads what bytes say, and no more: the number of values that a column claims is compared with its bytes
//! when it is opened, and each block when it is reached.

use alloc::vec::Vec;
use core::ops::Range;

use packed_data_model::varint::Varint;

use crate::block::{BLOCK, Block, Integers};
use crate::dictionary::{DICTIONARY, PLAIN};
use crate::steps;

/// Why there is no next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// All values were read.
    Over,
    /// The bytes are not those of a column; what was expected.
    Expected(&'static str),
}

/// Reads a column of integers.
#[derive(Clone, Debug)]
pub(crate) struct IntegersCursor<'b> {
    of: Integers,
    rest: &'b [u8],
    /// The number of values that are not unpacked.
    left: u64,
    values: Vec<u64>,
    at: usize,
}

const A_BLOCK: Fault = Fault::Expected("a block of integers");

impl<'b> IntegersCursor<'b> {
    pub(crate) fn new(of: Integers, bytes: &'b [u8], count: u64) -> Self {
        Self { of, rest: bytes, left: count, values: Vec::new(), at: 0 }
    }

    /// Returns the number of bytes that are not read.
    pub(crate) fn rest(&self) -> usize {
        self.rest.len()
    }

    /// Returns the number of values that are not read.
    pub(crate) fn len(&self) -> u64 {
        self.left + (self.values.len() - self.at) as u64
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<u64, Fault> {
        match self.values.get(self.at) {
            Some(value) => {
                self.at += 1;
                Ok(*value)
            }
            None => self.refill(),
        }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<u64, Fault> {
        let block = self.block()?;
        block.unpack(&mut self.values);
        self.at = 1;
        Ok(self.values[0])
    }

    /// Takes the next block, which is not empty.
    fn block(&mut self) -> Result<Block<'b>, Fault> {
        let count = self.left.min(BLOCK as u64) as usize;
        if count == 0 {
            return Err(Fault::Over);
        }
        let (block, rest) = Block::take(self.of, count, self.rest).ok_or(A_BLOCK)?;
        self.rest = rest;
        self.left -= count as u64;
        Ok(block)
    }

    /// Checks all that is left: the bytes are blocks, and their values fulfil a condition. A block is unpacked only if
    /// its bounds do not say that all values between them do.
    pub(crate) fn check(
        &mut self,
        are_valid: impl Fn(u64, u64) -> bool,
        is_valid: impl Fn(u64) -> bool,
    ) -> Result<(), (Fault, Option<u64>)> {
        loop {
            let block = match self.block() {
                Ok(block) => block,
                Err(Fault::Over) => return Ok(()),
                Err(fault) => return Err((fault, None)),
            };
            if block.bounds(self.of).is_some_and(|(least, greatest)| are_valid(least, greatest)) {
                continue;
            }
            block.unpack(&mut self.values);
            self.at = self.values.len();
            if let Some(wrong) = self.values.iter().find(|value| !is_valid(**value)) {
                return Err((A_BLOCK, Some(*wrong)));
            }
        }
    }

    /// Returns at least one of the next values and at most `count`, after which they are read.
    #[inline]
    pub(crate) fn take_some(&mut self, count: usize) -> Result<&[u64], Fault> {
        if self.at == self.values.len() {
            self.refill()?;
            self.at = 0;
        }
        let from = self.at;
        self.at += count.min(self.values.len() - from);
        Ok(&self.values[from..self.at])
    }

    /// Unpacks the next block, and returns its values; none if the column is over. All before it must have been read.
    pub(crate) fn next_block(&mut self) -> Result<&[u64], Fault> {
        self.at = 0;
        self.values.clear();
        match self.block() {
            Ok(block) => block.unpack(&mut self.values),
            Err(Fault::Over) => {}
            Err(fault) => return Err(fault),
        }
        self.at = self.values.len();
        Ok(&self.values)
    }

    /// Passes values; blocks of which none is read are not unpacked.
    pub(crate) fn skip(&mut self, mut count: u64) -> Result<(), Fault> {
        let here = (self.values.len() - self.at) as u64;
        if count <= here {
            self.at += count as usize;
            return Ok(());
        }
        count -= here;
        self.at = self.values.len();
        while count > 0 {
            let block = self.block()?;
            let len = block.len() as u64;
            if count < len {
                block.unpack(&mut self.values);
                self.at = count as usize;
                return Ok(());
            }
            count -= len;
        }
        Ok(())
    }
}

/// What a column of strings has: texts, or bytes.
pub(crate) trait Slice {
    const EXPECTED: Fault;

    fn of_bytes(bytes: &[u8]) -> Option<&Self>;

    fn range(&self, range: Range<usize>) -> Option<&Self>;
}

impl Slice for str {
    const EXPECTED: Fault = Fault::Expected("UTF-8");

    fn of_bytes(bytes: &[u8]) -> Option<&Self> {
        core::str::from_utf8(bytes).ok()
    }

    fn range(&self, range: Range<usize>) -> Option<&Self> {
        self.get(range)
    }
}

impl Slice for [u8] {
    const EXPECTED: Fault = Fault::Expected("the bytes of a string");

    fn of_bytes(bytes: &[u8]) -> Option<&Self> {
        Some(bytes)
    }

    fn range(&self, range: Range<usize>) -> Option<&Self> {
        self.get(range)
    }
}

/// Reads a column of strings.
#[derive(Debug)]
pub(crate) enum BlobsCursor<'b, S: ?Sized> {
    Plain {
        rest: &'b [u8],
        /// The number of strings that are in no block that was reached.
        left: u64,
        lengths: Vec<u64>,
        at: usize,
        heap: &'b S,
        heap_at: usize,
    },
    Dictionary {
        words: Vec<&'b S>,
        numbers: IntegersCursor<'b>,
    },
}

impl<S: ?Sized> Clone for BlobsCursor<'_, S> {
    fn clone(&self) -> Self {
        match self {
            Self::Plain { rest, left, lengths, at, heap, heap_at } => {
                Self::Plain { rest, left: *left, lengths: lengths.clone(), at: *at, heap, heap_at: *heap_at }
            }
            Self::Dictionary { words, numbers } => Self::Dictionary { words: words.clone(), numbers: numbers.clone() },
        }
    }
}

impl<'b, S: Slice + ?Sized> BlobsCursor<'b, S> {
    /// Opens a column of `count` strings; reads its dictionary, if it has one.
    pub(crate) fn new(bytes: &'b [u8], count: u64) -> Result<Self, Fault> {
        let heap = S::of_bytes(&[]).ok_or(S::EXPECTED)?;
        let Some((form, rest)) = bytes.split_first() else {
            let left = count;
            return Ok(Self::Plain { rest: &[], left, lengths: Vec::new(), at: 0, heap, heap_at: 0 });
        };
        match *form {
            PLAIN => Ok(Self::Plain { rest, left: count, lengths: Vec::new(), at: 0, heap, heap_at: 0 }),
            DICTIONARY => {
                let (words, rest) = words(rest)?;
                Ok(Self::Dictionary { words, numbers: IntegersCursor::new(Integers::Unsigned, rest, count) })
            }
            _ => Err(Fault::Expected("the form of a column of strings: 0 or 1")),
        }
    }

    pub(crate) fn rest(&self) -> usize {
        match self {
            Self::Plain { rest, .. } => rest.len(),
            Self::Dictionary { numbers, .. } => numbers.rest(),
        }
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Plain { left, lengths, at, .. } => left + (lengths.len() - at) as u64,
            Self::Dictionary { numbers, .. } => numbers.len(),
        }
    }

    /// Returns the number of different strings, if there is a dictionary.
    pub(crate) fn distinct(&self) -> Option<u64> {
        match self {
            Self::Plain { .. } => None,
            Self::Dictionary { words, .. } => Some(words.len() as u64),
        }
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Result<&'b S, Fault> {
        match self {
            Self::Dictionary { words, numbers } => {
                let number = numbers.next()?;
                let word = usize::try_from(number).ok().and_then(|number| words.get(number));
                word.copied().ok_or(Fault::Expected("the number of a string of the dictionary"))
            }
            Self::Plain { lengths, at, heap, heap_at, .. } => {
                let Some(length) = lengths.get(*at) else {
                    self.block()?;
                    return self.next();
                };
                // (The sum of the lengths was compared with the heap.)
                let end = *heap_at + *length as usize;
                let text = heap.range(*heap_at..end).ok_or(S::EXPECTED)?;
                (*at, *heap_at) = (*at + 1, end);
                Ok(text)
            }
        }
    }

    /// Goes to the next block.
    fn block(&mut self) -> Result<(), Fault> {
        let Self::Plain { rest, left, lengths, at, heap, heap_at } = self else { return Ok(()) };
        let count = (*left).min(BLOCK as u64) as usize;
        if count == 0 {
            return Err(Fault::Over);
        }
        let (block, after) = Block::take(Integers::Unsigned, count, rest).ok_or(A_BLOCK)?;
        block.unpack(lengths);
        let (bytes, after) = take_sized(after)?;
        steps::count_bytes(bytes.len());
        let sum = lengths.iter().try_fold(0, |sum: u64, length| sum.checked_add(*length));
        if sum != Some(bytes.len() as u64) {
            return Err(Fault::Expected("lengths that are those of the strings together"));
        }
        *heap = S::of_bytes(bytes).ok_or(S::EXPECTED)?;
        (*rest, *at, *heap_at) = (after, 0, 0);
        *left -= count as u64;
        Ok(())
    }

    /// Passes strings; blocks of which none is read are not looked at.
    pub(crate) fn skip(&mut self, mut count: u64) -> Result<(), Fault> {
        loop {
            match self {
                Self::Dictionary { numbers, .. } => return numbers.skip(count),
                Self::Plain { rest, left, lengths, at, heap_at, .. } => {
                    let here = count.min((lengths.len() - *at) as u64);
                    for length in &lengths[*at..][..here as usize] {
                        *heap_at += *length as usize;
                    }
                    *at += here as usize;
                    count -= here;
                    if count == 0 {
                        return Ok(());
                    }
                    let whole = (*left).min(BLOCK as u64);
                    if count >= whole && whole > 0 {
                        let (_, after) = Block::take(Integers::Unsigned, whole as usize, rest).ok_or(A_BLOCK)?;
                        (_, *rest) = take_sized(after)?;
                        *left -= whole;
                        count -= whole;
                        continue;
                    }
                }
            }
            self.block()?;
        }
    }
}

/// Takes a number of bytes, and those bytes.
fn take_sized(bytes: &[u8]) -> Result<(&[u8], &[u8]), Fault> {
    let (size, rest) = take_varint(bytes)?;
    usize::try_from(size).ok().and_then(|size| rest.split_at_checked(size)).ok_or(Fault::Expected("more bytes"))
}

/// Takes a short varint.
pub(crate) fn take_varint(bytes: &[u8]) -> Result<(u64, &[u8]), Fault> {
    let (value, rest) = Varint::SHORT.take(bytes).ok_or(Fault::Expected("a number"))?;
    Ok((value as u64, rest))
}

/// Takes the strings of a dictionary.
fn words<S: Slice + ?Sized>(bytes: &[u8]) -> Result<(Vec<&S>, &[u8]), Fault> {
    let (count, rest) = take_varint(bytes)?;
    let (lengths, rest) = take_sized(rest)?;
    let (heap, rest) = take_sized(rest)?;
    steps::count_bytes(heap.len());
    let heap = (S::of_bytes(heap).ok_or(S::EXPECTED)?, heap.len());
    // (Each string is there once, so only one of them is empty.)
    if count > heap.1 as u64 + 1 {
        return Err(Fault::Expected("at most one empty string in a dictionary"));
    }
    let mut lengths = IntegersCursor::new(Integers::Unsigned, lengths, count);
    let (mut words, mut at) = (Vec::with_capacity(count as usize), 0_usize);
    for _ in 0..count {
        steps::count(1);
        let length = lengths.next()?;
        let end = usize::try_from(length).ok().and_then(|length| at.checked_add(length));
        let end = end.filter(|end| *end <= heap.1).ok_or(Fault::Expected("the length of a string"))?;
        words.push(heap.0.range(at..end).ok_or(S::EXPECTED)?);
        at = end;
    }
    if at != heap.1 || lengths.rest() != 0 {
        return Err(Fault::Expected("lengths that are those of the strings together"));
    }
    Ok((words, rest))
}

/// Reads a column of any form.
#[derive(Clone, Debug)]
pub(crate) enum Cursor<'b> {
    Integers(IntegersCursor<'b>),
    Texts(BlobsCursor<'b, str>),
    Blobs(BlobsCursor<'b, [u8]>),
    Bytes { len: usize, rest: &'b [u8] },
}

impl<'b> Cursor<'b> {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Integers(of) => of.len(),
            Self::Texts(of) => of.len(),
            Self::Blobs(of) => of.len(),
            Self::Bytes { len: 0, .. } => 0,
            Self::Bytes { len, rest } => (rest.len() / len) as u64,
        }
    }

    pub(crate) fn rest(&self) -> usize {
        match self {
            Self::Integers(of) => of.rest(),
            Self::Texts(of) => of.rest(),
            Self::Blobs(of) => of.rest(),
            Self::Bytes { rest, .. } => rest.len(),
        }
    }

    pub(crate) fn skip(&mut self, count: u64) -> Result<(), Fault> {
        match self {
            Self::Integers(of) => of.skip(count),
            Self::Texts(of) => of.skip(count),
            Self::Blobs(of) => of.skip(count),
            Self::Bytes { len, rest } => {
                let size = usize::try_from(count).ok().and_then(|count| len.checked_mul(count));
                *rest = size.and_then(|size| rest.get(size..)).ok_or(Fault::Over)?;
                Ok(())
            }
        }
    }

    #[inline(always)]
    pub(crate) fn integer(&mut self) -> Result<u64, Fault> {
        match self {
            Self::Integers(of) => of.next(),
            _ => Err(Fault::Over),
        }
    }

    #[inline]
    pub(crate) fn text(&mut self) -> Result<&'b str, Fault> {
        match self {
            Self::Texts(of) => of.next(),
            _ => Err(Fault::Over),
        }
    }

    #[inline]
    pub(crate) fn bytes(&mut self) -> Result<&'b [u8], Fault> {
        match self {
            Self::Blobs(of) => of.next(),
            Self::Bytes { len, rest } => {
                let (bytes, after) = rest.split_at_checked(*len).ok_or(Fault::Over)?;
                *rest = after;
                Ok(bytes)
            }
            _ => Err(Fault::Over),
        }
    }
}
