//! Reading without the Rust type: checks, and values as places in the bytes.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use packed_data::{ErrorKind, Limits};

use crate::error::{Error, path_of_recorder};
use crate::plan::{Plan, Unsupported};
use crate::schema::{Constructor, Field, Schema, Type, TypeIndex};
use packed_data_model::LayoutId;
use packed_data_model::check::{Checked, Checker, Failed, Next, Opened};
use packed_data_model::visit::{Nothing, ScalarValue, Visit};

/// A schema in a layout: what reads and writes values of a type that the program does not have.
///
/// To make one takes time and memory proportional to the schema.
///
/// ```
/// use packed_data::{Limits, Packable, Packed};
/// use packed_data_schema::{LayoutId, Schema};
///
/// #[derive(Packable)]
/// struct Song {
///     title: String,
///     seconds: u32,
/// }
///
/// let bytes = Packed::<Song>::pack(&Song { title: "Low Tide".into(), seconds: 253 }).into_inner();
///
/// // Another program has the bytes, the text of the schema, and the name of the layout.
/// let schema: Schema = Schema::of::<Song>().to_string().parse()?;
/// let codec = schema.codec("Compact".parse()?)?;
/// let song = codec.read(&bytes, &Limits::DEFAULT)?;
/// assert_eq!(song.field("title").and_then(|title| title.as_str()), Some("Low Tide"));
/// assert_eq!(serde_json::to_string(&song)?, r#"{"title":"Low Tide","seconds":253}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Codec<'s> {
    pub(crate) schema: Cow<'s, Schema>,
    pub(crate) plan: Plan,
}

/// The result of a check that found nothing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of bytes of the value.
    pub size: usize,
    /// Whether the program that has the type tests more than the schema says: conditions
    /// (`#[packable(validate = ...)]`), and values that adapters refuse. It may then refuse these bytes.
    pub has_unchecked: bool,
}

impl Schema {
    /// Prepares the schema for a layout.
    ///
    /// # Errors
    ///
    /// The layout does not have one of the types.
    pub fn codec(&self, layout: LayoutId) -> Result<Codec<'_>, Unsupported> {
        Ok(Codec { plan: Plan::new(self, layout)?, schema: Cow::Borrowed(self) })
    }

    /// Does the same, for a codec that contains the schema: it borrows nothing, and may be kept beside the bytes.
    ///
    /// # Errors
    ///
    /// The layout does not have one of the types.
    pub fn into_codec(self, layout: LayoutId) -> Result<Codec<'static>, Unsupported> {
        Ok(Codec { plan: Plan::new(&self, layout)?, schema: Cow::Owned(self) })
    }

    /// Checks that `bytes` are one value, and nothing more: with the result that the library has for the Rust type, and
    /// the same offset of the error.
    ///
    /// Two things are not tested: conditions of the program ([`Report::has_unchecked`]), and the stack that the Rust
    /// types would take ([`Limits::stack`]), since a schema does not say how large they are in memory. (A key of a set
    /// or map that lacks a field with a default is not compared with one that has it.)
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let schema = Schema::of::<Vec<char>>();
    /// assert!(schema.validate(&[1, 0x61, 0, 0, 0], LayoutId::Compact, &Limits::DEFAULT).is_ok());
    /// let error = schema.validate(&[1, 0, 0xD8, 0, 0], LayoutId::Compact, &Limits::DEFAULT).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid char: expected a Unicode scalar value, found 55296, at byte 1 in [0]");
    /// ```
    ///
    /// # Errors
    ///
    /// The layout does not have the type, or the bytes are not a value of it.
    pub fn validate(&self, bytes: &[u8], layout: LayoutId, limits: &Limits) -> Result<Report, ReadError> {
        Ok(self.codec(layout)?.validate(bytes, limits)?)
    }
}

impl Codec<'_> {
    /// Returns the schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the layout.
    pub fn layout(&self) -> LayoutId {
        self.plan.layout
    }

    /// Checks that `bytes` are one value, and nothing more. See [`Schema::validate`].
    ///
    /// It takes time proportional to the bytes (and to the greatest struct of the schema), and memory proportional to
    /// the levels of nesting.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type.
    pub fn validate(&self, bytes: &[u8], limits: &Limits) -> Result<Report, Error> {
        if bytes.len() > limits.bytes {
            return Err(Error::too_large(0, limits));
        }
        let report = self.prefix(bytes, limits)?;
        match bytes.len() - report.size {
            0 => Ok(report),
            count => Err(Error { kind: ErrorKind::TrailingBytes { count }, offset: report.size, path: String::new() }),
        }
    }

    /// Checks that `bytes` begin with a value; others may follow it.
    ///
    /// # Errors
    ///
    /// The bytes do not begin with a value of the type.
    pub fn validate_prefix(&self, bytes: &[u8], limits: &Limits) -> Result<Report, Error> {
        let report = self.prefix(bytes, limits)?;
        if report.size > limits.bytes {
            return Err(Error::too_large(0, limits));
        }
        Ok(report)
    }

    fn prefix(&self, bytes: &[u8], limits: &Limits) -> Result<Report, Error> {
        let mut checker = Checker::new(&self.plan, bytes, limits);
        match checker.run(0, 0, &mut Nothing) {
            Ok(size) => Ok(Report { size, has_unchecked: self.plan.has_unchecked }),
            Err(Failed) => Err(self.located(&checker, limits)),
        }
    }

    /// Returns the error that `checker` found, with its path, which a second walk finds.
    #[cold]
    pub(crate) fn located(&self, checker: &Checker<'_, &Plan>, limits: &Limits) -> Error {
        self.located_from(0, 0, checker, limits)
    }

    /// Does the same for a check that began at `at`.
    #[cold]
    fn located_from(&self, node: u32, at: usize, checker: &Checker<'_, &Plan>, limits: &Limits) -> Error {
        let (kind, offset) = checker.found();
        let mut again = Checker::new(&self.plan, checker.input(), limits).recording();
        let _ = again.run(node, at, &mut Nothing);
        let path = again.recorder().map_or_else(String::new, |recorder| path_of_recorder(self.schema(), recorder));
        Error { kind, offset, path }
    }

    /// Checks that `bytes` are one value, and returns it.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type.
    pub fn read<'a>(&'a self, bytes: &'a [u8], limits: &Limits) -> Result<Value<'a>, Error> {
        self.validate(bytes, limits)?;
        Ok(self.value(bytes))
    }

    /// Returns the value that `bytes` begin with, without a check. Bytes that are not a value cause wrong answers, but
    /// no panic.
    pub fn value<'a>(&'a self, bytes: &'a [u8]) -> Value<'a> {
        self.value_at(bytes, Place { node: 0, at: 0, is_byte: false })
    }

    /// Returns the value at a [place](Value::place) that was found before in these bytes, without a check. Another
    /// place, or one in other bytes, causes wrong answers, but no panic.
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let codec = Schema::of::<Vec<String>>().into_codec(LayoutId::Compact)?;
    /// let bytes = codec.from_json(br#"["to", "be"]"#, &Limits::DEFAULT)?;
    /// let place = codec.value(&bytes).get(1).expect("there are two").place();
    /// assert_eq!(codec.value_at(&bytes, place).as_str(), Some("be"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_at<'a>(&'a self, bytes: &'a [u8], place: Place) -> Value<'a> {
        Value { codec: self, bytes, place }
    }

    pub(crate) fn visit<'a, V: Visit<'a>>(
        &self,
        bytes: &'a [u8],
        node: u32,
        at: usize,
        visit: &mut V,
    ) -> Option<usize> {
        Checker::trusting(&self.plan, bytes).run(node, at, visit).ok()
    }
}

/// A value in packed bytes: a place in them and its type. It borrows the bytes, and allocates nothing.
///
/// [`parts`](Self::parts) walks over a part to find the next one. So to go through a whole value part by part takes
/// time proportional to its bytes times its depth, unless the program says where each part ends: [`Parts::resume`]. Its
/// implementation of [`Serialize`](serde::Serialize) and [`write_json`](Self::write_json) take time proportional to the
/// bytes.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(crate) codec: &'a Codec<'a>,
    pub(crate) bytes: &'a [u8],
    pub(crate) place: Place,
}

/// A [`Value`] without its codec and its bytes, for a program that keeps those elsewhere: [`Codec::value_at`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub(crate) node: u32,
    pub(crate) at: usize,
    /// Whether it is a byte of a byte string, which has no head of its own.
    pub(crate) is_byte: bool,
}

/// What a [`Value`] consists of.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// A scalar.
    Scalar(ScalarValue),
    /// A string.
    Text(&'a str),
    /// An item of CBOR.
    Cbor(&'a [u8]),
    /// A constructor that the type does not know, as it is packed: in CBOR the item, otherwise what follows the size in
    /// its head.
    Unknown(&'a [u8]),
    /// Fields or elements.
    Parts(Parts<'a>),
}

/// A part of a [`Value`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The index among the fields of the constructor, or among the elements.
    pub index: usize,
    /// The field; `None` for an element.
    pub field: Option<&'a Field>,
    /// The value.
    pub value: Value<'a>,
    /// The offset at which it ends, if that is known without a walk over it.
    pub end: Option<usize>,
}

/// An iterator over the parts of a [`Value`], in the order of their declaration. Fields that are absent are left out.
#[derive(Clone)]
pub struct Parts<'a> {
    codec: &'a Codec<'a>,
    bytes: &'a [u8],
    /// The constructor.
    pub(crate) tag: u32,
    pub(crate) node: u32,
    rest: Rest<'a>,
}

#[derive(Clone, Copy)]
enum Rest<'a> {
    /// The bytes of a byte string or of a sequence of bytes, and the offset of the next one.
    Bytes { bytes: &'a [u8], start: usize, next: usize, element: u32 },
    Parts {
        parts: packed_data_model::check::Parts<&'a Plan>,
        at: usize,
        /// The part that was found last, which must be passed: its type, its offset, and its end if the bytes state it.
        pending: Option<(u32, usize, Option<usize>)>,
    },
    /// There are no more, and the value ends there.
    Ended(usize),
    /// The bytes are not valid, or the value has no parts.
    Over,
}

impl<'a> Value<'a> {
    /// Returns the schema.
    pub fn schema(&self) -> &'a Schema {
        self.codec.schema()
    }

    /// Returns the layout.
    pub fn layout(&self) -> LayoutId {
        self.codec.layout()
    }

    /// Returns the type, as an index of the schema.
    pub fn type_index(&self) -> TypeIndex {
        self.place.node
    }

    /// Returns the type that the value is packed as.
    pub fn packed_type(&self) -> &'a Type {
        self.codec.schema.get(self.codec.schema.packed(self.type_index()))
    }

    /// Returns the offset at which the value begins.
    pub fn offset(&self) -> usize {
        self.place.at
    }

    /// Returns the place: the value without its codec and its bytes.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the offset at which the value ends; walks over the value.
    pub fn end(&self) -> usize {
        let Place { node, at, is_byte } = self.place;
        if is_byte {
            return at + 1;
        }
        self.codec.visit(self.bytes, node, at, &mut Nothing).unwrap_or(self.bytes.len())
    }

    /// Returns the bytes of the value; walks over it.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes.get(self.offset()..self.end()).unwrap_or(&[])
    }

    /// Returns the input from the beginning of the value on: its bytes, and what follows them. Takes constant time.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.offset()..).unwrap_or(&[])
    }

    /// Checks the value with all that is in it: for a part of bytes that were [not validated](Codec::value). What is
    /// before it, and what led to it, is not checked.
    ///
    /// # Errors
    ///
    /// The bytes at this place are not a value of the type, or one with more bytes than the limits allow. The path of
    /// the error begins at this value.
    pub fn check(&self, limits: &Limits) -> Result<(), Error> {
        let Place { node, at, is_byte: false } = self.place else { return Ok(()) };
        let mut checker = Checker::new(&self.codec.plan, self.bytes, limits);
        match checker.run(node, at, &mut Nothing) {
            Ok(end) if end - at > limits.bytes => Err(Error::too_large(at, limits)),
            Ok(_) => Ok(()),
            Err(Failed) => Err(self.codec.located_from(node, at, &checker, limits)),
        }
    }

    /// Reads a scalar or a string, or the beginning of a value that has parts. `None` if the bytes are not valid.
    pub fn content(&self) -> Option<Content<'a>> {
        self.opened().map(|(content, _)| content)
    }

    /// Returns the content and the offset of the end. The offset is `None` if only a walk over the parts finds it: see
    /// [`Parts::resume`] and [`Parts::end`]. The end of a value without parts is always known.
    pub fn opened(&self) -> Option<(Content<'a>, Option<usize>)> {
        let Place { node, at, is_byte } = self.place;
        if is_byte {
            let byte = *self.bytes.get(at)?;
            return Some((Content::Scalar(ScalarValue::Unsigned(byte.into())), Some(at + 1)));
        }
        let mut leaf = Leaf(None);
        let mut parts = packed_data_model::check::Parts::NEW;
        let opened = Checker::trusting(&self.codec.plan, self.bytes).open(node, at, &mut parts, &mut leaf).ok()?;
        let rest = match opened {
            Opened::Parts(at) => {
                let rest = Rest::Parts { parts, at, pending: None };
                let parts = Parts { codec: self.codec, bytes: self.bytes, tag: parts.tag, node, rest };
                return Some((Content::Parts(parts), None));
            }
            Opened::Leaf(end) => match leaf.0? {
                Content::Cbor(bytes) if !matches!(self.packed_type(), Type::Cbor) => {
                    let element = *self.packed_type().parts().first()?;
                    (Rest::Bytes { bytes, start: end - bytes.len(), next: 0, element }, end)
                }
                content => return Some((content, Some(end))),
            },
        };
        let parts = Parts { codec: self.codec, bytes: self.bytes, tag: 0, node, rest: rest.0 };
        Some((Content::Parts(parts), Some(rest.1)))
    }

    /// Returns the value of a scalar.
    pub fn as_scalar(&self) -> Option<ScalarValue> {
        if let Content::Scalar(value) = self.content()? { Some(value) } else { None }
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&'a str> {
        if let Content::Text(text) = self.content()? { Some(text) } else { None }
    }

    /// Returns the parts; none if the value is a scalar, a string or an item of CBOR.
    pub fn parts(&self) -> Parts<'a> {
        match self.content() {
            Some(Content::Parts(parts)) => parts,
            _ => Parts { codec: self.codec, bytes: self.bytes, tag: 0, node: self.type_index(), rest: Rest::Over },
        }
    }

    /// Returns the parts after the element with this index, which was found before at this place: so a program that
    /// keeps the place of an element goes on there, without a walk from the beginning. (Ask for
    /// [`is_random_access`](Parts::is_random_access) first: then [`get`](Self::get) takes constant time anyway.) The
    /// index and the place of another value, or of a field, cause wrong answers, but no panic.
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let bytes = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into(), "or".into()]).into_inner();
    /// let codec = Schema::of::<Vec<String>>().into_codec(LayoutId::Compact)?;
    /// let words = codec.value(&bytes);
    /// let place = words.get(1).expect("there are three").place();
    /// let rest: Vec<_> = words.elements_after(1, place).map(|part| (part.index, part.value.as_str())).collect();
    /// assert_eq!(rest, [(2, Some("or"))]);
    /// # Ok::<(), packed_data_schema::Unsupported>(())
    /// ```
    pub fn elements_after(&self, index: usize, element: Place) -> Parts<'a> {
        // (An index that is no element's is far from an overflow, too.)
        let (mut after, index) = (self.parts(), index.min(isize::MAX as usize));
        match &mut after.rest {
            Rest::Bytes { next, .. } => *next = index + 1,
            Rest::Parts { parts, pending, .. } => {
                parts.index = index + 1;
                *pending = Some((element.node, element.at, None));
            }
            Rest::Ended(_) | Rest::Over => {}
        }
        after
    }

    /// Returns the constructor of an enum.
    pub fn constructor(&self) -> Option<&'a Constructor> {
        self.parts().constructor()
    }

    /// Returns the part with this index.
    pub fn get(&self, index: usize) -> Option<Value<'a>> {
        self.parts().next_from(index).filter(|part| part.index == index).map(|part| part.value)
    }

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<Value<'a>> {
        self.parts().find(|part| part.field.is_some_and(|field| field.name == name)).map(|part| part.value)
    }
}

/// Prints the type and the place.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.codec.schema.name_of(self.type_index()), self.offset())
    }
}

impl<'a> Parts<'a> {
    /// Returns the constructor of an enum.
    pub fn constructor(&self) -> Option<&'a Constructor> {
        match self.packed_type() {
            Type::Enum(of) => of.constructors.get(self.tag as usize),
            _ => None,
        }
    }

    /// Returns the number of the constructor, the first of which is 0; 0 if the type is no enum.
    pub fn tag(&self) -> u32 {
        self.tag
    }

    /// Returns whether [`Value::get`] finds each part in constant time: elements of a fixed size, and those that a
    /// table of ends comes before. (Fields are few, so it is not known of them.)
    pub fn is_random_access(&self) -> bool {
        match &self.rest {
            Rest::Bytes { .. } => true,
            Rest::Parts { parts, .. } => parts.is_random_access(),
            Rest::Ended(_) | Rest::Over => false,
        }
    }

    /// Returns the number of elements, if the bytes state it, or of fields, also of those that are absent. (Ask before
    /// the parts were passed: after that it is 0.)
    pub fn stated_len(&self) -> Option<usize> {
        match &self.rest {
            Rest::Bytes { bytes, .. } => Some(bytes.len()),
            Rest::Parts { parts, .. } => (!parts.is_open).then_some(parts.count),
            Rest::Ended(_) | Rest::Over => Some(0),
        }
    }

    pub(crate) fn packed_type(&self) -> &'a Type {
        self.codec.schema.get(self.codec.schema.packed(self.node))
    }

    /// Returns the fields of the struct or constructor.
    pub(crate) fn fields(&self) -> &'a [Field] {
        match self.packed_type() {
            Type::Struct(of) => &of.fields,
            Type::Enum(of) => of.constructors.get(self.tag as usize).map_or(&[], |of| &of.fields),
            _ => &[],
        }
    }

    /// Goes on after the part that was returned last, which ends at `end`: the next call does not walk over it to find
    /// that. So a program that has gone through a part goes on in constant time.
    pub fn resume(&mut self, end: usize) {
        if let Rest::Parts { at, parts, pending } = &mut self.rest {
            *pending = None;
            *at = parts.resume_after(end);
        }
    }

    /// Returns the offset after the value, once `next` has returned `None`. (Before that, an offset inside it.)
    pub fn end(&self) -> Option<usize> {
        match &self.rest {
            Rest::Parts { at, .. } | Rest::Ended(at) => Some(*at),
            Rest::Bytes { bytes, start, .. } => Some(start + bytes.len()),
            Rest::Over => None,
        }
    }

    /// Returns the next part whose index is `least` or more; those before it are passed in one walk.
    pub fn next_from(&mut self, least: usize) -> Option<Part<'a>> {
        let Ok(next) = self.next_part(least) else {
            self.rest = Rest::Over;
            return None;
        };
        let (index, place, end) = next?;
        let value = Value { codec: self.codec, bytes: self.bytes, place };
        Some(Part { index, field: self.fields().get(index), value, end })
    }

    fn next_part(&mut self, least: usize) -> Checked<Option<(usize, Place, Option<usize>)>> {
        match &mut self.rest {
            Rest::Ended(_) | Rest::Over => Ok(None),
            Rest::Bytes { bytes, start, next, element } => {
                *next = least.max(*next).min(bytes.len());
                if *next == bytes.len() {
                    return Ok(None);
                }
                *next += 1;
                let end = *start + *next;
                Ok(Some((*next - 1, Place { node: *element, at: end - 1, is_byte: true }, Some(end))))
            }
            Rest::Parts { parts, at, pending } => {
                let mut checker = Checker::trusting(&self.codec.plan, self.bytes).within(parts.until);
                let mut leaf = Leaf(None);
                loop {
                    if let Some((node, start, end)) = pending.take() {
                        let end = match end {
                            Some(end) => end,
                            None => checker.skip(node, start)?,
                        };
                        *at = parts.resume_after(end);
                    }
                    if let Some(start) = checker.jump(parts, *at, least) {
                        *at = start;
                    }
                    match checker.next(parts, *at, &mut None, &mut leaf)? {
                        // (What follows a last field is passed in the next round.)
                        Next::Part(part) => {
                            let end = checker.stated_end(parts, &part);
                            *pending = Some((part.node, part.at, end));
                            if parts.index > least {
                                let place = Place { node: part.node, at: part.at, is_byte: false };
                                return Ok(Some((parts.index - 1, place, end)));
                            }
                        }
                        Next::Absent => {}
                        Next::End(end) => {
                            self.rest = Rest::Ended(end);
                            return Ok(None);
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        self.next_from(0)
    }
}

impl core::iter::FusedIterator for Parts<'_> {}

impl fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone().map(|part| part.value)).finish()
    }
}

/// Keeps a leaf.
struct Leaf<'b>(Option<Content<'b>>);

impl<'b> Visit<'b> for Leaf<'b> {
    fn scalar(&mut self, _: u32, value: ScalarValue) {
        self.0 = Some(Content::Scalar(value));
    }

    fn text(&mut self, text: &'b str) {
        self.0 = Some(Content::Text(text));
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.0 = Some(Content::Cbor(bytes));
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.0 = Some(Content::Unknown(bytes));
    }

    fn bytes(&mut self, _: u32, bytes: &'b [u8]) {
        self.0 = Some(Content::Cbor(bytes));
    }
}

/// Why bytes cannot be read by a schema in a layout.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReadError {
    /// The layout does not have the type.
    Unsupported(Unsupported),
    /// The bytes are not a value of the type.
    Invalid(Error),
}

impl From<Unsupported> for ReadError {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Invalid(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}
