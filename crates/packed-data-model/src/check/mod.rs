//! The walk over the bytes of a value: it checks every byte, and reports the parts to a visitor.
//!
//! It is a loop. Values that enclose the current one are on a stack in the heap, which has as many entries as there are
//! levels of nesting, at most [`Limits::depth`] and a few for each level; a last field takes the place of the value
//! that it ends. So a list of a million cells takes no more memory than one of ten.
//!
//! - [`Checker::open`] checks the beginning of a value: a whole leaf, or what comes before the parts.
//! - `advance` finds the next part of the innermost value, and checks what comes before it.
//! - `close` checks what follows the innermost last field of a value.
//!
//! Bytes that were checked are read in the same way, without limits ([`Checker::trusting`]). Where only some facts of
//! types are known ([`Types::CHECKS`] is false), a reader goes from part to part by [`Checker::open`] and
//! [`Checker::next`], and looks at no byte before it comes to it ([`Checker::reading`]).
//!
//! `native.rs` and `cbor.rs` have the rules of the two families of layouts, `head.rs` those of extensible types in the
//! first; `keys.rs` has the order of keys. `blocks.rs` checks many values of static size at once.

mod blocks;
#[cfg(feature = "cbor")]
mod cbor;
mod head;
mod keys;
mod native;

use alloc::vec::Vec;
use core::fmt;

use crate::error::ErrorKind;
use crate::limits::Limits;
use crate::path::{Recorder, Segment};
use crate::steps;
use crate::types::{Element, FieldFacts, Form, SequenceKind, Types};
use crate::visit::{Head, HeadKind, Nothing, Visit};

pub use head::{item_tag, unknown_tag};

/// Items of CBOR that follow the last field of a value whose end is not reached yet. (Neighbours of one kind are one
/// entry.)
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
enum Pending {
    Items(u64),
    Breaks(u64),
}

/// A check has failed; the checker knows why.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// The result of a check.
pub type Checked<T> = Result<T, Failed>;

/// Checks the bytes of a value.
pub struct Checker<'b, T: Types> {
    types: T,
    /// The input, up to the end of the innermost value with a head that is open.
    bytes: &'b [u8],
    /// The whole input.
    pub input: &'b [u8],
    limits: Limits,
    /// How many more levels are allowed.
    levels: u32,
    /// How many more parts without bytes are allowed: see `weight.rs`.
    empty: u64,
    /// Whether the order of keys is checked; not while a checked value is read again.
    checks_keys: bool,
    /// Without [`Types::CHECKS`]: whether parts come in the order of their bytes, and heads, not in that of their
    /// declaration, without heads.
    by_address: bool,
    /// Without [`Types::CHECKS`]: whether the value is still being written. Then the sizes in heads may be missing.
    is_unfinished: bool,
    /// The open values that are not last fields, the outermost first; after these, some that are not in use.
    frames: Vec<Frame<T>>,
    /// The index of the innermost open value in `frames`.
    depth: usize,
    /// The items that follow the last fields of the open values; see `cbor.rs`.
    pending: Vec<Pending>,
    /// How many entries of `pending` belong to values that enclose the current one.
    pending_base: usize,
    found: Option<(ErrorKind, usize)>,
    recorder: Option<Recorder<T::Type>>,
}

/// The beginning of a value was checked.
pub enum Opened {
    /// It has no parts of interest, and ends at this offset.
    Leaf(usize),
    /// Its parts begin at this offset.
    Parts(usize),
}

/// A struct, enum, array or sequence of which some parts were checked.
#[derive(Clone, Copy)]
pub struct Parts<T: Types> {
    /// Its type.
    pub node: T::Type,
    /// The number of the constructor.
    pub tag: u32,
    /// How many parts were begun.
    pub index: usize,
    /// The number of parts, unless `is_open`.
    pub count: usize,
    /// Which parts these are.
    rest: Rest<T>,
    /// The levels that are allowed outside of it.
    levels: u32,
    /// The offset of the next field of the static part. In a sequence: that of its table of ends.
    fixed: usize,
    /// In a value with a head: the end of the static part. In a sequence: the beginning of its elements.
    fixed_end: usize,
    /// Where a head says that the value ends, or [`NOWHERE`].
    pub until: usize,
    /// Where the walk goes on after a field of the static part, or [`NOWHERE`].
    resume: usize,
    /// The number of remaining items of CBOR, unless `is_indefinite`. In a value with a head: the index of the first
    /// field that is absent, or [`NONE`].
    items: u64,
    /// Whether a break ends the items of CBOR.
    is_indefinite: bool,
    /// Whether the bytes do not state the number of parts: a cell or a break ends the elements.
    pub is_open: bool,
    /// Whether the fields of static size that come next are known to be within the bytes.
    is_present: bool,
    /// Whether the fields of the static part were passed, where parts come in the order of the bytes.
    is_behind: bool,
    /// Whether a table of ends comes before the elements, and the width of its entries.
    has_table: bool,
    width_log: u8,
    kind: SequenceKind,
}

/// The parts of a value.
#[derive(Clone, Copy)]
enum Rest<T: Types> {
    Fields(T::Fields),
    Elements(T::Element),
}

/// What was found of the order of the keys in a set or map.
#[derive(Clone, Copy)]
struct Order {
    /// Where the element before the current one begins, or [`NOWHERE`].
    previous: usize,
    /// Whether the keys so far ascend by value, and in the order in which `Cbor` writes them.
    by_value: bool,
    by_form: bool,
}

impl Order {
    /// The order of no keys.
    const NEW: Self = Self { previous: NOWHERE, by_value: true, by_form: true };
}

/// An offset that no byte has.
pub const NOWHERE: usize = usize::MAX;
/// An index that no field has.
const NONE: u64 = u64::MAX;

impl<T: Types> Parts<T> {
    /// Returns the parts of an array or sequence, before the first of them.
    #[inline]
    fn of_elements(node: T::Type, element: T::Element, levels: u32) -> Self {
        Self { node, rest: Rest::Elements(element), levels, ..Self::NEW }
    }

    /// Returns elements by themselves, without what precedes them: `count` of them, or with `is_open` those up to a
    /// cell. `None` if the type is neither array nor sequence.
    pub fn bare(types: T, node: T::Type, count: usize, is_open: bool) -> Option<Self> {
        let form = types.form(node);
        let element = types.element(node, &form)?;
        // (A sequence has no sizes before its elements, but a table that precedes them all.)
        let has_table = matches!(*form, Form::Sequence { .. });
        Some(Self { count, is_open, has_table, items: 0, ..Self::of_elements(node, element, u32::MAX) })
    }

    /// Returns whether it has elements each of which is found in constant time: by their size, or by a table of ends.
    pub fn is_random_access(&self) -> bool {
        let is_sized = || self.elements().is_some_and(|element| element.size.is_some());
        !self.is_open && (self.has_table || is_sized())
    }

    /// Returns its elements, if it has any.
    #[inline(always)]
    fn elements(&self) -> Option<T::Element> {
        match self.rest {
            Rest::Elements(element) => Some(element),
            Rest::Fields(_) => None,
        }
    }

    /// Returns its fields, if it has no elements.
    #[inline(always)]
    pub fn fields(&mut self) -> Option<&mut T::Fields> {
        match &mut self.rest {
            Rest::Fields(fields) => Some(fields),
            Rest::Elements(_) => None,
        }
    }

    /// Returns the next field.
    #[inline(always)]
    fn next_field(&mut self, types: T) -> Checked<T::Field> {
        let index = self.index;
        self.fields().and_then(|fields| types.field(fields, index)).ok_or(Failed)
    }

    /// Passes all elements that are left, if none of them takes any bytes.
    pub fn pass_empty(&mut self) {
        if !self.is_open && self.elements().is_some_and(|element| element.size == Some(0)) {
            self.index = self.count;
        }
    }

    /// No parts.
    pub const NEW: Self = Self {
        node: T::ANY.0,
        tag: 0,
        index: 0,
        count: 0,
        rest: Rest::Fields(T::ANY.1),
        levels: 0,
        fixed: 0,
        fixed_end: 0,
        until: NOWHERE,
        resume: NOWHERE,
        items: NONE,
        is_indefinite: false,
        is_open: false,
        is_present: false,
        is_behind: false,
        has_table: false,
        width_log: 0,
        kind: SequenceKind::List,
    };

    /// Returns where the walk goes on after a part that ends at `end`.
    #[inline]
    pub fn resume_after(&mut self, end: usize) -> usize {
        match core::mem::replace(&mut self.resume, NOWHERE) {
            NOWHERE => end,
            at => at,
        }
    }
}

/// A value that is not a last field, and the innermost of the last fields inside it.
#[derive(Clone, Copy)]
pub struct Frame<T: Types> {
    parts: Parts<T>,
    /// Where the current part begins, and if it is an element of a set or map, what was found of those before it.
    current: usize,
    order: Order,
    /// The levels that are allowed outside of the value.
    levels: u32,
    /// How many last fields inside each other are open in the value.
    nested: u32,
    /// The offset of the size before the value, or [`NOWHERE`]; and what it states.
    size_at: usize,
    stated: u64,
    start: usize,
    /// The end of the bytes of the enclosing value.
    limit: usize,
    /// The end of the value that its head states, or [`NOWHERE`]. (Its last fields, inside each other, end before that
    /// or there.)
    until: usize,
    /// The end that the sizes before last fields state, and the offset of the first of these sizes.
    last_end: Option<(u64, usize)>,
    /// The entries of [`Checker::pending`] that belong to other values.
    pending: usize,
}

impl<T: Types> fmt::Debug for Frame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame").finish_non_exhaustive()
    }
}

impl<T: Types> Frame<T> {
    /// A frame that is not in use.
    const NEW: Self = Self {
        parts: Parts::NEW,
        current: 0,
        order: Order::NEW,
        levels: 0,
        nested: 0,
        size_at: NOWHERE,
        stated: 0,
        start: 0,
        limit: 0,
        until: NOWHERE,
        last_end: None,
        pending: 0,
    };
}

/// What to do next.
enum Step<N> {
    /// Open the value of this type at this offset.
    Open(N, usize),
    /// The innermost last field ends at this offset.
    Done(usize),
    /// Nothing after that is wanted.
    Over(usize),
}

/// What follows in a value.
pub enum Next<N> {
    /// Its next part.
    Part(Part<N>),
    /// The field before `index`, which is absent. (Only without [`Types::CHECKS`]; a visitor receives such fields
    /// otherwise.)
    Absent,
    /// There is no other part; the value ends at this offset.
    End(usize),
}

/// A part of a value: one of the type `node` at the offset `at`.
pub struct Part<N> {
    /// Its type.
    pub node: N,
    /// Where it begins.
    pub at: usize,
    /// The offset of the size before it, or [`NOWHERE`]; and what it states.
    size_at: usize,
    stated: u64,
    is_level: bool,
    is_deep_key: bool,
    is_last: bool,
}

impl<N: Copy> Part<N> {
    /// Returns the offset at which the size before it says that it ends, if there is one.
    pub fn stated_end(&self) -> Option<usize> {
        if self.size_at == NOWHERE { None } else { self.at.checked_add(usize::try_from(self.stated).ok()?) }
    }

    /// A part that has no size before it, takes no levels and is no last field.
    #[inline]
    const fn new(node: N, at: usize) -> Self {
        Self { node, at, size_at: NOWHERE, stated: 0, is_level: false, is_deep_key: false, is_last: false }
    }

    /// A field without a size before it. (A visitor of heads receives what follows each value. So for it the last field
    /// of a value is like the others, except that it is no level.)
    #[inline]
    fn of_field<'b, V: Visit<'b, N>>(field: &FieldFacts<N>, at: usize) -> Self {
        let &FieldFacts { node, is_level, is_deep_key, is_end, .. } = field;
        if V::HEADS && is_end {
            return Self::new(node, at);
        }
        Self { is_level, is_deep_key, is_last: is_end, ..Self::new(node, at) }
    }
}

impl<'b, T: Types> Checker<'b, T> {
    /// Returns a checker of bytes.
    #[inline]
    pub fn new(types: T, bytes: &'b [u8], limits: &Limits) -> Self {
        Self {
            types,
            bytes,
            input: bytes,
            limits: *limits,
            levels: limits.depth,
            empty: limits.empty_elements,
            checks_keys: true,
            by_address: true,
            is_unfinished: false,
            frames: Vec::new(),
            depth: 0,
            pending: Vec::new(),
            pending_base: 0,
            found: None,
            recorder: None,
        }
    }

    /// Returns the same checker for the parts of a value that ends at `until`, unless that is [`NOWHERE`].
    pub fn within(mut self, until: usize) -> Self {
        self.narrow(until.min(self.bytes.len()));
        self
    }

    /// Returns a checker of bytes that were checked: without limits.
    #[inline]
    pub fn trusting(types: T, bytes: &'b [u8]) -> Self {
        let limits = Limits { depth: u32::MAX, empty_elements: u64::MAX, ..Limits::DEFAULT };
        Self { checks_keys: false, ..Self::new(types, bytes, &limits) }
    }

    /// Returns a reader for types of which not all facts are known. If `by_address` holds, parts come in the order of
    /// their bytes, and heads too; otherwise in that of their declaration, without heads. If `is_unfinished` holds, the
    /// value is still being written: sizes in heads may be missing, and then they are not used.
    ///
    /// Its functions are [`open`](Self::open) and [`next`](Self::next), with a visitor that receives
    /// [heads](Visit::HEADS).
    #[inline]
    pub fn reading(types: T, bytes: &'b [u8], by_address: bool, is_unfinished: bool) -> Self {
        Self { by_address, is_unfinished, ..Self::trusting(types, bytes) }
    }

    /// Takes memory for frames that an earlier checker has left.
    pub fn with_frames(mut self, frames: Vec<Frame<T>>) -> Self {
        self.frames = frames;
        self
    }

    /// Returns that memory.
    pub fn into_frames(self) -> Vec<Frame<T>> {
        self.frames
    }

    /// Records the path to the part that is checked.
    pub fn recording(mut self) -> Self {
        self.recorder = Some(Recorder::default());
        self
    }

    /// Returns the whole input.
    pub fn input(&self) -> &'b [u8] {
        self.input
    }

    /// Returns what was found to be wrong, and where.
    pub fn found(&self) -> (ErrorKind, usize) {
        self.found.unwrap_or((ErrorKind::Overflow, 0))
    }

    /// Returns the path to the part that is checked, if it is recorded.
    pub fn recorder(&self) -> Option<&Recorder<T::Type>> {
        self.recorder.as_ref()
    }

    #[cold]
    fn fail<R>(&mut self, kind: ErrorKind, at: usize) -> Checked<R> {
        self.found = Some((kind, at));
        Err(Failed)
    }

    /// Returns the number of bytes from `at` on.
    fn left(&self, at: usize) -> usize {
        self.bytes.len().saturating_sub(at)
    }

    #[cold]
    fn unexpected_end<R>(&mut self, at: usize, needed: u64) -> Checked<R> {
        let left = self.left(at);
        self.fail(ErrorKind::UnexpectedEnd { needed, left }, at)
    }

    #[inline]
    fn array<const N: usize>(&mut self, at: usize) -> Checked<[u8; N]> {
        match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) => Ok(*bytes),
            None => self.unexpected_end(at, N as u64),
        }
    }

    #[inline]
    fn slice(&mut self, at: usize, len: u64) -> Checked<&'b [u8]> {
        let bytes: &'b [u8] = self.bytes;
        steps::count_bytes(usize::try_from(len).unwrap_or(0).min(bytes.len()));
        match usize::try_from(len).ok().and_then(|len| bytes.get(at..)?.get(..len)) {
            Some(bytes) => Ok(bytes),
            None => self.unexpected_end(at, len),
        }
    }

    /// Checks text of `len` bytes; returns it with its end.
    #[inline]
    fn text(&mut self, at: usize, len: u64) -> Checked<(&'b str, usize)> {
        let bytes = self.slice(at, len)?;
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok((text, at + bytes.len())),
            Err(error) => self.fail(ErrorKind::InvalidUtf8, at + error.valid_up_to()),
        }
    }

    /// Takes one level.
    fn deeper(&mut self, at: usize) -> Checked<()> {
        match self.levels.checked_sub(1) {
            Some(levels) => {
                self.levels = levels;
                Ok(())
            }
            None => self.too_deep(at),
        }
    }

    #[cold]
    fn too_deep<R>(&mut self, at: usize) -> Checked<R> {
        let limit = self.limits.depth;
        self.fail(ErrorKind::TooDeep { limit }, at)
    }

    /// Enters a key that may nest: it takes an eighth of all levels.
    fn enter_key(&mut self, at: usize) -> Checked<()> {
        match self.levels.checked_sub(self.limits.depth / 8) {
            Some(levels) => {
                self.levels = levels;
                Ok(())
            }
            None => self.too_deep(at),
        }
    }

    /// Takes the levels that the elements of an array or sequence at `at` need.
    #[inline]
    fn enter_elements(&mut self, element: &Element<T::Type>, at: usize) -> Checked<()> {
        if element.is_level {
            self.deeper(at)?;
        }
        if element.is_deep_key {
            self.enter_key(at)?;
        }
        Ok(())
    }

    fn charge_empty(&mut self, at: usize, count: u64) -> Checked<()> {
        match self.empty.checked_sub(count) {
            Some(left) => {
                self.empty = left;
                Ok(())
            }
            None => self.too_many_empty(at),
        }
    }

    #[cold]
    fn too_many_empty<R>(&mut self, at: usize) -> Checked<R> {
        let limit = self.limits.empty_elements;
        self.fail(ErrorKind::TooManyEmpty { limit }, at)
    }

    /// Checks that a well-formed item of CBOR is stored at `at`, before `until`; returns its end.
    #[cfg(feature = "cbor")]
    fn item(&mut self, at: usize, until: usize) -> Checked<usize> {
        let bytes = self.bytes.get(at..until).unwrap_or(&[]);
        let limits = packed_data_cbor::Limits { depth: self.levels, bytes: usize::MAX };
        match packed_data_cbor::check_prefix(bytes, limits) {
            Ok(size) => Ok(at + size),
            Err(error) => {
                let kind = match ErrorKind::from(error.kind()) {
                    ErrorKind::TooDeep { .. } => ErrorKind::TooDeep { limit: self.limits.depth },
                    kind => kind,
                };
                self.fail(kind, at + error.offset())
            }
        }
    }

    /// Checks the value of type `node` at `at`, and reports its parts; returns its end.
    pub fn run<V: Visit<'b, T::Type>>(&mut self, node: T::Type, at: usize, visit: &mut V) -> Checked<usize> {
        let mut frames = core::mem::take(&mut self.frames);
        let end = self.walk(&mut frames, node, at, visit);
        self.frames = frames;
        end
    }

    fn walk<V: Visit<'b, T::Type>>(
        &mut self,
        frames: &mut Vec<Frame<T>>,
        node: T::Type,
        at: usize,
        visit: &mut V,
    ) -> Checked<usize> {
        let outermost = Frame { levels: self.levels, start: at, limit: self.bytes.len(), ..Frame::NEW };
        frames.clear();
        frames.push(Frame { pending: self.pending.len(), ..outermost });
        self.depth = 0;
        self.charge_empty(at, self.types.unpaid(node))?;
        let mut step = Step::Open(node, at);
        loop {
            let top = &mut frames[self.depth];
            step = match step {
                Step::Open(node, at) => match self.open(node, at, &mut top.parts, visit)? {
                    Opened::Leaf(end) => {
                        if V::HEADS {
                            visit.leaf(node, end);
                        }
                        Step::Done(end)
                    }
                    Opened::Parts(at) => {
                        top.order = Order::NEW;
                        if V::ACTIVE {
                            visit.begin(node, top.parts.tag);
                            top.nested += 1;
                        }
                        if top.until == NOWHERE {
                            top.until = top.parts.until;
                        }
                        self.advance(frames, at, visit)?
                    }
                },
                Step::Done(end) => {
                    let end = self.close(top, end)?;
                    if V::ACTIVE {
                        visit.end(top.nested as usize);
                        if visit.is_over() {
                            return Ok(end);
                        }
                    }
                    let Some(depth) = self.depth.checked_sub(1) else { return Ok(end) };
                    self.depth = depth;
                    let outer = &mut frames[depth];
                    self.pending_base = outer.pending;
                    let at = self.end_part(outer, end)?;
                    self.advance(frames, at, visit)?
                }
                Step::Over(end) => return Ok(end),
            };
        }
    }

    /// Finds the next part of the innermost value that is not a leaf, and begins it.
    fn advance<V: Visit<'b, T::Type>>(
        &mut self,
        frames: &mut Vec<Frame<T>>,
        mut at: usize,
        visit: &mut V,
    ) -> Checked<Step<T::Type>> {
        loop {
            if frames.len() == self.depth + 1 {
                frames.push(Frame::NEW);
            }
            let (outer, inner) = frames.split_at_mut(self.depth + 1);
            let (Some(top), Some(inner)) = (outer.last_mut(), inner.first_mut()) else { return Err(Failed) };
            let next = match self.next(&mut top.parts, at, &mut top.last_end, visit)? {
                Next::End(end) => {
                    if T::CHECKS && top.parts.kind.is_sorted() {
                        self.end_keys(top, end)?;
                    }
                    return Ok(Step::Done(end));
                }
                Next::Part(part) => part,
                Next::Absent => continue,
            };
            let Part { node, at: start, size_at, stated, is_level, is_deep_key, is_last } = next;
            if is_last {
                return Ok(Step::Open(node, start));
            }
            top.current = start;
            let levels = self.levels;
            if is_deep_key {
                self.enter_key(start)?;
            }
            if is_level {
                self.deeper(start)?;
            }
            let (pending, limit) = (self.pending.len(), self.bytes.len());
            self.pending_base = pending;
            // (Most parts are leaves, which need no frame of their own. Others get one that an earlier part has left.)
            let opened = self.open(node, start, &mut inner.parts, visit)?;
            if let Opened::Leaf(end) = opened {
                if V::HEADS {
                    visit.leaf(node, end);
                    if visit.is_over() {
                        return Ok(Step::Over(end));
                    }
                }
                if (size_at == NOWHERE || stated == (end - start) as u64) && self.pending.len() == pending {
                    self.levels = levels;
                    self.pending_base = top.pending;
                    at = self.end_part(top, end)?;
                    continue;
                }
            }
            (inner.levels, inner.size_at, inner.stated, inner.start) = (levels, size_at, stated, start);
            (inner.limit, inner.until, inner.last_end) = (limit, NOWHERE, None);
            (inner.pending, inner.nested) = (pending, 0);
            self.depth += 1;
            match opened {
                Opened::Leaf(end) => return Ok(Step::Done(end)),
                Opened::Parts(first) => {
                    (inner.until, inner.order) = (inner.parts.until, Order::NEW);
                    if V::ACTIVE {
                        visit.begin(node, inner.parts.tag);
                        inner.nested = 1;
                    }
                    at = first;
                }
            }
        }
    }

    /// Checks the beginning of a value. If it has parts, they are begun in `parts`.
    #[inline]
    pub fn open<V: Visit<'b, T::Type>>(
        &mut self,
        node: T::Type,
        at: usize,
        parts: &mut Parts<T>,
        visit: &mut V,
    ) -> Checked<Opened> {
        steps::count_bytes(0);
        #[cfg(feature = "cbor")]
        if self.types.format().has_heads() {
            return self.open_item(node, at, parts, visit);
        }
        self.open_native(node, at, parts, visit)
    }

    /// Finds the next part of a value, given where the part before it ends.
    #[inline]
    pub fn next<V: Visit<'b, T::Type>>(
        &mut self,
        parts: &mut Parts<T>,
        at: usize,
        last_end: &mut Option<(u64, usize)>,
        visit: &mut V,
    ) -> Checked<Next<T::Type>> {
        steps::count_bytes(0);
        #[cfg(feature = "cbor")]
        if self.types.format().has_heads() {
            return self.next_item(parts, at, visit);
        }
        self.next_native(parts, at, last_end, visit)
    }

    /// Checks what follows a part that ends at `end`; returns where the walk goes on.
    fn end_part(&mut self, frame: &mut Frame<T>, end: usize) -> Checked<usize> {
        if let Some(recorder) = &mut self.recorder {
            recorder.forget(false);
        }
        let Some(element) = frame.parts.elements() else {
            self.leave_segment();
            return Ok(frame.parts.resume_after(end));
        };
        if T::CHECKS && frame.parts.kind.is_sorted() && self.checks_keys {
            self.check_order(frame, &element)?;
        }
        self.leave_segment();
        if frame.parts.has_table {
            self.check_entry(&frame.parts, end)?;
        }
        if element.may_be_empty && end == frame.current {
            self.charge_empty(end, 1)?;
        }
        Ok(end)
    }

    /// Checks what follows the innermost last field of a value, which ends at `end`; returns the end of the value.
    #[inline]
    fn close(&mut self, frame: &Frame<T>, end: usize) -> Checked<usize> {
        let mut end = end;
        if self.pending.len() > frame.pending || frame.last_end.is_some() {
            if let Some(recorder) = &mut self.recorder {
                recorder.forget(self.depth == 0);
            }
            end = self.finish_pending(frame.pending, end)?;
            if let Some((stated, at)) = frame.last_end
                && stated != end as u64
            {
                let start = at + 4;
                let stated = stated.saturating_sub(start as u64);
                return self.fail(ErrorKind::SizeMismatch { stated, actual: end.saturating_sub(start) }, at);
            }
        }
        self.levels = frame.levels;
        if frame.until != NOWHERE {
            // (What is left before that are fields of a newer version of the type.)
            end = frame.until;
            self.widen(frame.limit);
        }
        if frame.size_at != NOWHERE && frame.stated != (end - frame.start) as u64 {
            if let Some(recorder) = &mut self.recorder {
                recorder.forget(self.depth == 0);
            }
            let kind = ErrorKind::SizeMismatch { stated: frame.stated, actual: end - frame.start };
            return self.fail(kind, frame.size_at);
        }
        Ok(end)
    }

    /// Makes the value that ends at `end` the innermost one with a head.
    fn narrow(&mut self, end: usize) {
        self.bytes = self.bytes.get(..end).unwrap_or(self.bytes);
    }

    /// Makes the value that ends at `limit`, unless that is [`NOWHERE`], the innermost one with a head that is open.
    #[inline]
    pub fn widen(&mut self, limit: usize) {
        self.bytes = self.input.get(..limit).unwrap_or(self.input);
    }

    /// Returns whether the visitor receives heads. (Parts in the order of their declaration are wanted without.)
    #[inline(always)]
    fn passes_heads<V: Visit<'b, T::Type>>(&self) -> bool {
        V::HEADS && (T::CHECKS || self.by_address)
    }

    /// Reports bytes that belong to no part of the value of type `node`.
    #[inline]
    fn head<V: Visit<'b, T::Type>>(
        &self,
        visit: &mut V,
        node: T::Type,
        kind: HeadKind,
        number: u64,
        start: usize,
        end: usize,
    ) {
        if self.passes_heads::<V>() && start < end {
            visit.head(node, Head { kind, number, start, end });
        }
    }

    /// Begins the field before `parts.index`.
    #[inline]
    fn begin_field<V: Visit<'b, T::Type>>(&mut self, parts: &Parts<T>, is_last: bool, visit: &mut V) {
        if V::ACTIVE {
            visit.field(parts.index - 1);
        }
        self.enter_field(parts, parts.index - 1, is_last);
    }

    /// Begins the next element.
    #[inline]
    fn begin_element<V: Visit<'b, T::Type>>(&mut self, parts: &mut Parts<T>, visit: &mut V) {
        parts.index += 1;
        self.enter_element(parts.index - 1);
        if V::ACTIVE {
            visit.field(parts.index - 1);
        }
    }

    /// Records that a field is entered.
    #[inline]
    fn enter_field(&mut self, parts: &Parts<T>, index: usize, is_last: bool) {
        if self.recorder.is_some() {
            self.record(Segment::Field { of: parts.node, constructor: parts.tag, field: index as u32 }, is_last);
        }
    }

    /// Records that an element is entered.
    #[inline]
    fn enter_element(&mut self, index: usize) {
        if self.recorder.is_some() {
            self.record(Segment::Element(index), false);
        }
    }

    #[cold]
    fn record(&mut self, segment: Segment<T::Type>, is_last: bool) {
        let Some(recorder) = &mut self.recorder else { return };
        if is_last { recorder.follow(segment) } else { recorder.enter(segment) }
    }

    #[inline]
    fn leave_segment(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.leave();
        }
    }

    /// Checks a whole value and returns its end; levels are restored.
    pub fn skip(&mut self, node: T::Type, at: usize) -> Checked<usize> {
        // (Most values are leaves, which need no frame.)
        let mut parts = Parts::NEW;
        if let Form::Scalar(_) | Form::Text = *self.types.form(node)
            && let Opened::Leaf(end) = self.open(node, at, &mut parts, &mut Nothing)?
        {
            return Ok(end);
        }
        self.run(node, at, &mut Nothing)
    }
}

/// What there is of CBOR if it is left out.
#[cfg(not(feature = "cbor"))]
impl<'b, T: Types> Checker<'b, T> {
    /// Returns the end of an item. (There are none.)
    fn item(&mut self, _: usize, until: usize) -> Checked<usize> {
        Ok(until)
    }

    /// Returns where a value ends. (Nothing follows its last field.)
    fn finish_pending(&mut self, _: usize, end: usize) -> Checked<usize> {
        Ok(end)
    }
}
