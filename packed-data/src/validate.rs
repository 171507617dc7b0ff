//! Validation: the state that checking a value needs, and what it reports.
//!
//! The checks themselves stand beside the shapes and the layouts they belong to. All of them are safe
//! code over a slice. They run once without keeping track of where they are; only when something is
//! wrong they run again and keep the path, so that good input pays nothing for good messages and bad
//! input is read at most twice.

use crate::error::{Error, ErrorKind, Path, Step as PathStep};
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;
use crate::shape::{CheckStep, Owner, Shape, Step, check_whole};

/// Something is wrong; the [`Checker`] holds what.
#[derive(Clone, Copy, Debug)]
pub struct Failed(());

/// How far a step of checking came.
pub(crate) type Checked<const TRACE: bool> = Result<Step<usize, CheckStep<TRACE>>, Failed>;

/// The state of a check: the bytes, what may still be spent, and what was found wrong; and with `TRACE` the path to
/// where it is. (A type parameter, since asking at each field takes a fifth of the time of a check.)
pub struct Checker<'b, const TRACE: bool> {
    bytes: &'b [u8],
    /// Levels of nesting left.
    depth: u32,
    /// Elements of size zero left.
    empty_elements: u64,
    limits: &'b Limits,
    path: Path,
    found: Option<(ErrorKind, usize)>,
}

/// Checks that one `T` in layout `L` stands at the beginning of `bytes`, and gives its size in bytes.
pub(crate) fn validate_prefix<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    match check_whole::<<T::As as Packable>::Shape, L, false>(&mut Checker::new(bytes, limits), 0) {
        Ok(end) => Ok(end),
        Err(Failed(())) => Err(explain::<<T::As as Packable>::Shape, L>(bytes, limits)),
    }
}

/// Checks that `bytes` are one `T` in layout `L`, and nothing more.
pub(crate) fn validate_all<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.bytes {
        let kind = ErrorKind::TooLarge { limit: limits.bytes };
        return Err(Error { kind, offset: limits.bytes, path: Path::EMPTY });
    }
    let end = validate_prefix::<T, L>(bytes, limits)?;
    match bytes.len() - end {
        0 => Ok(()),
        count => Err(Error { kind: ErrorKind::TrailingBytes { count }, offset: end, path: Path::EMPTY }),
    }
}

/// Goes over bytes that are known to be one `T`, and gives how many elements without bytes are left of those
/// allowed.
///
/// # Errors
///
/// They nest deeper, or have more such elements, than the limits allow.
pub(crate) fn measure<T: Packable + ?Sized, L: Layout>(bytes: &[u8], limits: &Limits) -> Result<u64, ErrorKind> {
    let mut checker = Checker::<false>::new(bytes, limits);
    match check_whole::<<T::As as Packable>::Shape, L, false>(&mut checker, 0) {
        Ok(_) => Ok(checker.empty_elements),
        Err(Failed(())) => Err(checker.found.map_or(ErrorKind::Overflow, |(kind, _)| kind)),
    }
}

#[cold]
#[inline(never)]
fn explain<S: Shape, L: Layout>(bytes: &[u8], limits: &Limits) -> Error {
    let mut checker = Checker::<true>::new(bytes, limits);
    let outcome = check_whole::<S, L, true>(&mut checker, 0);
    debug_assert!(outcome.is_err(), "the same check of the same bytes");
    let (kind, offset) = checker.found.unwrap_or((ErrorKind::Overflow, 0));
    Error { kind, offset, path: checker.path }
}

impl<'b, const TRACE: bool> Checker<'b, TRACE> {
    fn new(bytes: &'b [u8], limits: &'b Limits) -> Self {
        let Limits { depth, empty_elements, .. } = *limits;
        Self { bytes, depth, empty_elements, limits, path: Path::EMPTY, found: None }
    }

    /// How many bytes there are from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn left(&self, at: usize) -> usize {
        self.bytes.len().saturating_sub(at)
    }

    /// Asks for `count` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require(&mut self, at: usize, count: usize) -> Result<(), Failed> {
        if count > self.left(at) { Err(self.unexpected_end(at, count as u64)) } else { Ok(()) }
    }

    /// The `N` bytes from `at` on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn array<const N: usize>(&mut self, at: usize) -> Result<[u8; N], Failed> {
        match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(bytes) => Ok(*bytes),
            None => Err(self.unexpected_end(at, N as u64)),
        }
    }

    /// The `count` bytes from `at` on.
    #[inline]
    pub(crate) fn slice(&mut self, at: usize, count: u64) -> Result<&'b [u8], Failed> {
        let bytes: &'b [u8] = self.bytes;
        let wanted = usize::try_from(count).ok().and_then(|count| bytes.get(at..)?.get(..count));
        match wanted {
            Some(bytes) => Ok(bytes),
            None => Err(self.unexpected_end(at, count)),
        }
    }

    /// All the bytes: for comparing keys that were checked.
    pub(crate) fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Compares the size that stands at `at` with that of what follows it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn require_size(&mut self, at: usize, stated: Option<u64>, actual: usize) -> Result<(), Failed> {
        match stated {
            Some(stated) if stated != actual as u64 => Err(self.fail(ErrorKind::SizeMismatch { stated, actual }, at)),
            _ => Ok(()),
        }
    }

    /// One level down.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn deeper(&mut self, at: usize) -> Result<(), Failed> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(self.fail(ErrorKind::TooDeep { limit: self.limits.depth }, at)),
        }
    }

    /// One level up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shallower(&mut self) {
        self.depth += 1;
    }

    /// Charges `count` elements that take no bytes.
    pub(crate) fn charge_empty(&mut self, at: usize, count: u64) -> Result<(), Failed> {
        match self.empty_elements.checked_sub(count) {
            Some(left) => {
                self.empty_elements = left;
                Ok(())
            }
            None => Err(self.fail(ErrorKind::TooManyEmpty { limit: self.limits.empty_elements }, at)),
        }
    }

    /// Notes, when keeping the path, that a field is entered; gives what [`Self::leave`] needs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter(&mut self, owner: Owner, field: u32) -> usize {
        if TRACE { self.note(PathStep::field(owner.names, owner.constructor, field)) } else { 0 }
    }

    /// Notes, when keeping the path, that an element is entered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_element(&mut self, index: usize) -> usize {
        if TRACE { self.note(PathStep::element(index)) } else { 0 }
    }

    #[cold]
    fn note(&mut self, step: PathStep) -> usize {
        let mark = self.path.len();
        self.path.push(step);
        mark
    }

    /// Notes that what was entered has ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave(&mut self, mark: usize) {
        if TRACE {
            self.path.truncate(mark);
        }
    }

    /// Reports that the input ends where `needed` more bytes are.
    #[cold]
    pub(crate) fn unexpected_end(&mut self, at: usize, needed: u64) -> Failed {
        let left = self.left(at);
        self.fail(ErrorKind::UnexpectedEnd { needed, left }, at)
    }

    /// Reports what is wrong, and where.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind, at: usize) -> Failed {
        self.found = Some((kind, at));
        Failed(())
    }
}
