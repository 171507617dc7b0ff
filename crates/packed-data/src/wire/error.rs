//! The errors of validation, `Error` and `Path`: what is wrong, at which byte, and in which field.

use core::fmt;

pub use packed_data_model::ErrorKind;

/// Why bytes are not one valid value of a type in a layout: what was expected, what was found, at which byte, and in
/// which field.
///
/// [`TooDeep`](crate::TooDeep), of what is unpacked, and [`Stopped`](crate::fold::Stopped), of what is folded, convert
/// into it, so that `?` suffices in a function that validates, unpacks and folds.
///
/// It holds no heap memory: names are `'static`, and a long path keeps only its outermost and its innermost segments.
/// `Debug` prints what `Display` prints, because that is what `unwrap` and a `main` that returns the error show.
///
/// ```
/// use packed_data::{Compact, Packed};
///
/// let error = Packed::<(bool, bool), Compact, _>::from_bytes([1u8, 7].as_slice()).unwrap_err();
/// assert_eq!(error.offset(), 1);
/// assert_eq!(error.to_string(), "invalid bool: expected 0 or 1, found 7, at byte 1 in (_, _).1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) offset: usize,
    pub(crate) path: Path,
}

/// The offset of an error that concerns the whole value, and no place in the bytes.
const NOWHERE: usize = usize::MAX;

impl Error {
    /// Returns the error of a whole value, which has no place in the bytes.
    #[cold]
    pub(crate) fn of_whole(kind: ErrorKind) -> Self {
        Self { kind, offset: NOWHERE, path: Path::EMPTY }
    }

    /// Returns what was wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the offset in bytes from the start of the input. It is 0 for an error of the whole value, which says
    /// nothing about a byte: that it cannot be unpacked or folded.
    pub fn offset(&self) -> usize {
        if self.offset == NOWHERE { 0 } else { self.offset }
    }

    /// Returns the path to the field that is wrong, from the outermost type inwards.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.offset == NOWHERE {
            return self.kind.fmt(f);
        }
        write!(f, "{}, at byte {}", self.kind, self.offset)?;
        if self.path.len > 0 { write!(f, " in {}", self.path) } else { Ok(()) }
    }
}

/// Prints what `Display` prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Error {}

/// The names of a type, of its constructors and of their fields, for error messages.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    /// The name of the type.
    pub name: &'static str,
    /// The names of its constructors; a struct has one.
    pub constructors: &'static [Constructor],
}

/// The names of a constructor and of its fields.
#[derive(Debug, PartialEq, Eq)]
pub struct Constructor {
    /// The constructor's name; empty for a struct.
    pub name: &'static str,
    /// The names of the fields; a field without an entry here is called by its index.
    pub fields: &'static [&'static str],
}

/// A former name of a constructor or field: `#[packable(was = "name")]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct FormerName {
    /// The number of the constructor; 0 in a struct.
    pub constructor: u32,
    /// The index of the field; `None` if it is the name of the constructor.
    pub field: Option<u32>,
    /// The name.
    pub name: &'static str,
}

/// One segment of a [`Path`]: a field of a constructor of a type, or an element of a sequence, array, set or map.
///
/// `Display` prints it as in the path: `Tree::Node.1` or `[7]`.
///
/// ```
/// use packed_data::{Compact, Packed};
///
/// let error = Packed::<Vec<Option<bool>>, Compact, _>::from_bytes([2u8, 0, 1, 7].as_slice()).unwrap_err();
/// let [element, field] = error.path().segments().collect::<Vec<_>>()[..] else { panic!("another path: {error}") };
/// assert_eq!((element.to_string(), element.element_index()), ("[1]".to_string(), Some(1)));
/// assert_eq!(element.type_name(), None);
/// assert_eq!((field.type_name(), field.constructor()), (Some("Option"), Some("Some")));
/// assert_eq!((field.field_index(), field.field_name()), (Some(0), None));
/// ```
#[derive(Clone, Copy)]
pub struct PathSegment {
    /// The names of the type; `None` for an element.
    names: Option<&'static Names>,
    constructor: u32,
    field: u32,
}

impl PartialEq for PathSegment {
    fn eq(&self, other: &Self) -> bool {
        (self.names, self.constructor, self.field) == (other.names, other.constructor, other.field)
    }
}

impl Eq for PathSegment {}

impl PathSegment {
    pub(crate) const EMPTY: Self = Self { names: None, constructor: 0, field: 0 };

    pub(crate) fn field(names: &'static Names, constructor: u32, field: u32) -> Self {
        Self { names: Some(names), constructor, field }
    }

    pub(crate) fn element(index: usize) -> Self {
        Self { names: None, constructor: 0, field: u32::try_from(index).unwrap_or(u32::MAX) }
    }

    /// Returns the names of the type that the field belongs to; `None` for an element.
    fn names(&self) -> Option<&'static Names> {
        self.names.filter(|names| !names.name.is_empty())
    }

    /// Returns the names of the constructor that the field belongs to.
    fn constructor_names(&self) -> Option<&'static Constructor> {
        self.names()?.constructors.get(self.constructor as usize)
    }

    /// Returns the name of the type that the field belongs to (not of the field's own type); `None` for an element.
    pub fn type_name(&self) -> Option<&'static str> {
        self.names().map(|names| names.name)
    }

    /// Returns the name of the constructor that the field belongs to; `None` for a struct, a tuple and an element.
    pub fn constructor(&self) -> Option<&'static str> {
        self.constructor_names().map(|constructor| constructor.name).filter(|name| !name.is_empty())
    }

    /// Returns the name of the field; `None` for a field without a name, and for an element.
    pub fn field_name(&self) -> Option<&'static str> {
        // (The derive names the fields of a tuple by their indices.)
        self.listed_name().filter(|name| !name.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Returns the entry of the field among the names of its constructor.
    fn listed_name(&self) -> Option<&'static str> {
        self.constructor_names()?.fields.get(self.field as usize).copied()
    }

    /// Returns the index of the field in its constructor, counted from 0; `None` for an element.
    pub fn field_index(&self) -> Option<u32> {
        self.names().map(|_| self.field)
    }

    /// Returns the index of the element in the bytes, counted from 0; `None` for a field. The greatest `u32` also
    /// represents all greater indices.
    pub fn element_index(&self) -> Option<u32> {
        if self.names().is_none() { Some(self.field) } else { None }
    }
}

/// Prints what `Display` prints, in quotation marks.
impl fmt::Debug for PathSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Display for PathSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = self.type_name() else {
            return write!(f, "[{}]", self.field);
        };
        f.write_str(name)?;
        if let Some(name) = self.constructor() {
            write!(f, "::{name}")?;
        }
        match self.listed_name() {
            Some(name) => write!(f, ".{name}"),
            None => write!(f, ".{}", self.field),
        }
    }
}

/// How many of the outermost segments, and how many of the innermost segments, a path keeps. A power of two, so that
/// recording the cells of a long list costs less than checking them.
const KEPT: usize = 16;

/// The path from the outermost value to the part that is wrong: `Tree::Node.1 > Tree::Leaf.0`.
///
/// A path of more than 32 segments keeps the first 16 and the last 16. The book's chapter on paths specifies the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    outer: [PathSegment; KEPT],
    /// The innermost segments that are not in `outer`, each at the index of its depth modulo `KEPT`.
    inner: [PathSegment; KEPT],
    len: usize,
}

impl Path {
    pub(crate) const EMPTY: Self =
        Self { outer: [PathSegment::EMPTY; KEPT], inner: [PathSegment::EMPTY; KEPT], len: 0 };

    /// Appends one segment inwards.
    #[inline]
    pub(crate) fn push(&mut self, segment: PathSegment) {
        self.set(self.len, segment);
        self.len += 1;
    }

    /// Puts one segment before all others.
    pub(crate) fn prepend(&mut self, segment: PathSegment) {
        let [.., moved] = self.outer;
        self.outer.rotate_right(1);
        self.inner.rotate_right(1);
        self.outer[0] = segment;
        if (KEPT..2 * KEPT).contains(&self.len) {
            self.inner[0] = moved;
        }
        self.len += 1;
    }

    /// Returns this path followed by `further`.
    pub(crate) fn then(&self, further: &Self) -> Self {
        let len = self.len + further.len;
        let mut joined = Self { len, ..Self::EMPTY };
        for depth in (0..len.min(KEPT)).chain(resume(len)..len) {
            let segment = if depth < self.len { self.segment(depth) } else { further.segment(depth - self.len) };
            // If the whole path keeps a segment, one of the two parts has kept it.
            joined.set(depth, segment.unwrap_or(PathSegment::EMPTY));
        }
        joined
    }

    /// Stores the segment at a depth.
    #[inline]
    fn set(&mut self, depth: usize, segment: PathSegment) {
        if depth < KEPT { self.outer[depth] = segment } else { self.inner[depth % KEPT] = segment }
    }

    /// Returns the number of segments of the whole path, including those that were not kept.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the path has no segments: the outermost value itself is wrong.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the segments that were kept, from the outermost one inwards: all of them, unless there are more than 32.
    /// Of a longer path these are the first 16 and the last 16. The omitted segments would follow the 16th; their
    /// number is `path.len() - path.segments().count()`.
    ///
    /// ```
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Ticket {
    ///     seat: u8,
    ///     valid: bool,
    /// }
    ///
    /// let error = Packed::<Vec<Ticket>, Compact, _>::from_bytes([1u8, 30, 7].as_slice()).unwrap_err();
    /// assert_eq!(error.path().to_string(), "[0] > Ticket.valid");
    /// let fields: Vec<_> = error.path().segments().filter_map(|segment| segment.field_name()).collect();
    /// assert_eq!(fields, ["valid"]);
    /// ```
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = PathSegment> + Clone + '_ {
        (0..self.len.min(KEPT)).chain(resume(self.len)..self.len).filter_map(|depth| self.segment(depth))
    }

    /// Returns the segment at a depth, if it was kept.
    fn segment(&self, depth: usize) -> Option<PathSegment> {
        match self.outer.get(depth) {
            Some(segment) => Some(*segment),
            None => (depth >= resume(self.len)).then(|| self.inner[depth % KEPT]),
        }
    }
}

/// Returns the depth at which the innermost segments begin that a path of that length keeps.
fn resume(len: usize) -> usize {
    len.saturating_sub(KEPT).max(KEPT)
}

/// Writes the path of `len` segments, of which `segment` returns the one at a depth.
pub(crate) fn write_path(
    f: &mut fmt::Formatter<'_>,
    len: usize,
    segment: impl Fn(usize) -> Option<PathSegment>,
) -> fmt::Result {
    let resume = resume(len);
    for depth in (0..len.min(KEPT)).chain(resume..len) {
        if depth > 0 {
            f.write_str(" > ")?;
        }
        if depth == resume && resume > KEPT {
            write!(f, "... {} more ... > ", resume - KEPT)?;
        }
        match segment(depth) {
            Some(segment) => write!(f, "{segment}")?,
            None => f.write_str("...")?,
        }
    }
    Ok(())
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_path(f, self.len, |depth| self.segment(depth))
    }
}

/// Prints what `Display` prints, in quotation marks.
impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
