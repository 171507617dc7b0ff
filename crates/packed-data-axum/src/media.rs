//! Content types: those that this crate sends, and how it reads those that it receives.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue};
use packed_data::{Cbor, Compact, Fingerprint, Indexed, Layout, Packable};

use crate::field::{Media, Parameter, tokens};
use crate::problem::Problem;

/// The content type of packed data.
pub const PACKED: &str = "application/vnd.packed-data";
/// The content type of a [`PackedStream`](crate::PackedStream): many values, each after its length.
pub const STREAM: &str = "application/vnd.packed-data-stream";
/// The content type of JSON.
pub const JSON: &str = "application/json";

/// A layout with a content type.
///
/// ```
/// use packed_data::{Compact, Indexed};
/// use packed_data_axum::Wire;
///
/// assert_eq!((Compact::PARAMETER, Indexed::PARAMETER), ("compact", "indexed"));
/// ```
pub trait Wire: Layout {
    /// The value of the parameter `layout` of [`PACKED`] and [`STREAM`].
    const PARAMETER: &'static str;
    /// The content type of one value: [`PACKED`], with its parameters, unless the layout has its own content type.
    const MEDIA: &'static str = PACKED;
}

impl Wire for Compact {
    const PARAMETER: &'static str = "compact";
}

impl Wire for Indexed {
    const PARAMETER: &'static str = "indexed";
}

/// CBOR has its own content type (RFC 8949, section 9.3), without parameters. No fingerprint is required, because other
/// versions of the type, and programs in other languages, may read and write the data.
impl Wire for Cbor {
    const PARAMETER: &'static str = "cbor";
    const MEDIA: &'static str = "application/cbor";
}

/// The content type of a layout.
pub(crate) struct Format {
    /// The value of the parameter `layout`.
    pub(crate) layout: &'static str,
    /// The content type without parameters.
    pub(crate) media: &'static str,
}

impl Format {
    /// Returns the format of layout `L`.
    pub(crate) const fn of<L: Wire>() -> Self {
        Self { layout: L::PARAMETER, media: L::MEDIA }
    }

    /// Returns the content type of values of the type with this fingerprint.
    pub(crate) fn with_type(&self, fingerprint: Fingerprint) -> String {
        if self.media == PACKED { with_parameters(PACKED, self.layout, fingerprint) } else { self.media.into() }
    }
}

/// The layouts of requests and responses. A new layout needs an entry here, and an arm in each of `from_layout` and
/// `to_layout`.
pub(crate) const FORMATS: [Format; 3] = [Format::of::<Compact>(), Format::of::<Indexed>(), Format::of::<Cbor>()];

/// Returns the content type of a `T` in layout `L`, for the header `Content-Type`.
///
/// It is computed once for each type and layout, and cached.
///
/// ```
/// use packed_data::Compact;
///
/// let header = packed_data_axum::content_type::<Vec<u8>, Compact>();
/// assert_eq!(header, "application/vnd.packed-data; layout=compact; type=9cd20fc2fd8d2ae6");
/// ```
pub fn content_type<T: Packable + ?Sized + 'static, L: Wire>() -> HeaderValue {
    type_info::<T, L>().content_type
}

/// Cached information about a type in a layout.
#[derive(Clone)]
pub(crate) struct TypeInfo {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) content_type: HeaderValue,
    pub(crate) stream_type: HeaderValue,
}

/// Returns the information about `T` in layout `L`, from the cache if possible.
pub(crate) fn type_info<T: Packable + ?Sized + 'static, L: Wire>() -> TypeInfo {
    static CACHE: LazyLock<RwLock<HashMap<(TypeId, TypeId), TypeInfo>>> = LazyLock::new(RwLock::default);

    let key = (TypeId::of::<T>(), TypeId::of::<L>());
    if let Some(info) = CACHE.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return info.clone();
    }
    let fingerprint = Fingerprint::of::<T>();
    let info = TypeInfo {
        fingerprint,
        content_type: header(&Format::of::<L>().with_type(fingerprint)),
        stream_type: header(&with_parameters(STREAM, L::PARAMETER, fingerprint)),
    };
    CACHE.write().unwrap_or_else(PoisonError::into_inner).insert(key, info.clone());
    info
}

/// Returns a content type with its parameters.
fn with_parameters(media: &str, layout: &str, fingerprint: Fingerprint) -> String {
    format!("{media}; layout={layout}; type={fingerprint}")
}

/// Returns a header value; `text` consists of letters, digits and the punctuation of content types.
pub(crate) fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| unreachable!("visible ASCII"))
}

/// The kind of a body, according to the header `Content-Type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// [`PACKED`], or the content type of a layout.
    Packed(Parameters),
    /// [`STREAM`].
    Stream(Parameters),
    /// [`JSON`].
    Json,
}

/// The parameters of packed data. A parameter that is absent is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    /// In lower case.
    pub(crate) layout: Option<String>,
    pub(crate) fingerprint: Option<Fingerprint>,
}

impl Content {
    /// Returns the kind of the body, according to the headers. An error describes, in words, what was found instead.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, String> {
        check_codings(headers, CONTENT_ENCODING, "identity", "content")?;
        check_codings(headers, TRANSFER_ENCODING, "chunked", "transfer")?;
        let mut lines = headers.get_all(CONTENT_TYPE).iter();
        let header = lines.next().ok_or("no content type")?;
        if lines.next().is_some() {
            return Err("several content types".into());
        }
        let unknown = || format!("the content type {}", shown(header));
        let media = Media::of(header.as_bytes()).ok_or_else(unknown)?;
        if media.is(JSON) {
            return Ok(Self::Json);
        }
        // A content type that belongs to one layout determines the layout, but not the fingerprint.
        if let Some(format) = FORMATS.iter().find(|format| format.media != PACKED && media.is(format.media)) {
            return Ok(Self::Packed(Parameters { layout: Some(format.layout.into()), fingerprint: None }));
        }
        let of = if media.is(PACKED) {
            Self::Packed
        } else if media.is(STREAM) {
            Self::Stream
        } else {
            return Err(unknown());
        };
        Parameters::of(&media).map(of).ok_or_else(unknown)
    }

    /// Returns a description in words.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Packed(_) => "one packed value",
            Self::Stream(_) => "a stream of packed values",
            Self::Json => "JSON",
        }
    }
}

impl Parameters {
    /// Returns the parameters of a media type; `None` if one of them cannot be read or occurs twice.
    pub(crate) fn of(media: &Media<'_>) -> Option<Self> {
        let (mut layout, mut fingerprint) = (None, None);
        for Parameter { name, value } in &media.parameters {
            let value = value.as_deref()?;
            let earlier = match name {
                _ if name.eq_ignore_ascii_case("layout") => layout.replace(value.to_ascii_lowercase()).is_some(),
                _ if name.eq_ignore_ascii_case("type") => fingerprint.replace(value.parse().ok()?).is_some(),
                _ => false,
            };
            if earlier {
                return None;
            }
        }
        Some(Self { layout, fingerprint })
    }

    /// Fails if the fingerprint is that of another type.
    pub(crate) fn check_type(&self, expected: Fingerprint) -> Result<(), Problem> {
        match self.fingerprint {
            Some(found) if found != expected => Err(Problem::other_type(expected, found)),
            _ => Ok(()),
        }
    }
}

/// Fails if a line of a header names a coding other than `allowed`. All lines are checked, not only the first one,
/// because decoding begins with the last coding.
fn check_codings(headers: &HeaderMap, name: HeaderName, allowed: &str, what: &str) -> Result<(), String> {
    let is_other = |coding: Option<&str>| !coding.is_some_and(|coding| coding.eq_ignore_ascii_case(allowed));
    match headers.get_all(name).iter().find(|line| tokens(line.as_bytes()).any(is_other)) {
        Some(line) => Err(format!("a body with the {what} coding {}", shown(line))),
        None => Ok(()),
    }
}

/// Returns the value of a header as text in backquotes, at most 100 characters of it; for a value that is not visible
/// ASCII, returns a text that says so.
fn shown(header: &HeaderValue) -> String {
    match header.to_str() {
        Ok(text) => format!("`{}`", text.chars().take(100).collect::<String>()),
        Err(_) => "that is not visible ASCII".into(),
    }
}
