//! Content types: which there are, and what one that arrives says.

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
/// The content type of many values, each after its length: what [`PackedStream`](crate::PackedStream) sends.
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
    /// What the parameter `layout` of [`PACKED`] and [`STREAM`] says.
    const PARAMETER: &'static str;
    /// The content type of one value: [`PACKED`], with its parameters, unless the layout has one of its own.
    const MEDIA: &'static str = PACKED;
}

impl Wire for Compact {
    const PARAMETER: &'static str = "compact";
}

impl Wire for Indexed {
    const PARAMETER: &'static str = "indexed";
}

/// CBOR has a content type of its own (RFC 8949, section 9.3), without parameters: no fingerprint is asked for, since
/// readers and writers of other versions, and in other languages, are welcome.
impl Wire for Cbor {
    const PARAMETER: &'static str = "cbor";
    const MEDIA: &'static str = "application/cbor";
}

/// A layout, as the content type tells it.
pub(crate) struct Form {
    /// What the parameter says.
    pub(crate) name: &'static str,
    /// The content type without parameters.
    pub(crate) media: &'static str,
}

impl Form {
    /// That of a layout.
    pub(crate) const fn of<L: Wire>() -> Self {
        Self { name: L::PARAMETER, media: L::MEDIA }
    }

    /// The content type of values of this type.
    pub(crate) fn with_type(&self, fingerprint: Fingerprint) -> String {
        if self.media == PACKED { with_parameters(PACKED, self.name, fingerprint) } else { self.media.into() }
    }
}

/// The layouts that bodies may come and go in: a new one is an entry here, and an arm in `from_layout` and
/// `to_layout` each.
pub(crate) const FORMS: [Form; 3] = [Form::of::<Compact>(), Form::of::<Indexed>(), Form::of::<Cbor>()];

/// The content type of a `T` in layout `L`: what the header `Content-Type` says of it.
///
/// It is made once for each type and layout, and kept.
///
/// ```
/// use packed_data::Compact;
///
/// let header = packed_data_axum::content_type::<Vec<u8>, Compact>();
/// assert_eq!(header, "application/vnd.packed-data; layout=compact; type=bbd1ca8628a0b57c");
/// ```
pub fn content_type<T: Packable + ?Sized + 'static, L: Wire>() -> HeaderValue {
    known::<T, L>().content_type
}

/// What is known of a type in a layout.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) content_type: HeaderValue,
    pub(crate) stream_type: HeaderValue,
}

/// Looks it up, or finds it out.
pub(crate) fn known<T: Packable + ?Sized + 'static, L: Wire>() -> Known {
    static KNOWN: LazyLock<RwLock<HashMap<(TypeId, TypeId), Known>>> = LazyLock::new(RwLock::default);

    let key = (TypeId::of::<T>(), TypeId::of::<L>());
    if let Some(known) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return known.clone();
    }
    let fingerprint = Fingerprint::of::<T>();
    let known = Known {
        fingerprint,
        content_type: header(&Form::of::<L>().with_type(fingerprint)),
        stream_type: header(&with_parameters(STREAM, L::PARAMETER, fingerprint)),
    };
    KNOWN.write().unwrap_or_else(PoisonError::into_inner).insert(key, known.clone());
    known
}

/// A content type with its parameters.
fn with_parameters(media: &str, layout: &str, fingerprint: Fingerprint) -> String {
    format!("{media}; layout={layout}; type={fingerprint}")
}

/// A header of letters, digits and the signs of content types.
pub(crate) fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| unreachable!("visible ASCII"))
}

/// What the header `Content-Type` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// [`PACKED`], or the content type of a layout.
    Packed(Parameters),
    /// [`STREAM`].
    Stream(Parameters),
    /// [`JSON`].
    Json,
}

/// The parameters of packed data: one that is absent says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    /// In lower case.
    pub(crate) layout: Option<String>,
    pub(crate) fingerprint: Option<Fingerprint>,
}

impl Content {
    /// What headers say. An error says what was found instead, in words.
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
        // A content type that a layout has to itself says which layout it is, and nothing of the type.
        if let Some(form) = FORMS.iter().find(|form| form.media != PACKED && media.is(form.media)) {
            return Ok(Self::Packed(Parameters { layout: Some(form.name.into()), fingerprint: None }));
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

    /// What it is, in words.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Packed(_) => "one packed value",
            Self::Stream(_) => "a stream of packed values",
            Self::Json => "JSON",
        }
    }
}

impl Parameters {
    /// The parameters of a media type, if they can be read, and none is there twice.
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

    /// Whether they allow for values of this type.
    pub(crate) fn check_type(&self, expected: Fingerprint) -> Result<(), Problem> {
        match self.fingerprint {
            Some(found) if found != expected => Err(Problem::other_type(expected, found)),
            _ => Ok(()),
        }
    }
}

/// Checks that the lines of a header name this coding and no other. The last coding is the one that is found first when
/// a body is decoded, so all of them count.
fn check_codings(headers: &HeaderMap, name: HeaderName, allowed: &str, what: &str) -> Result<(), String> {
    let is_other = |coding: Option<&str>| !coding.is_some_and(|coding| coding.eq_ignore_ascii_case(allowed));
    match headers.get_all(name).iter().find(|line| tokens(line.as_bytes()).any(is_other)) {
        Some(line) => Err(format!("a body with the {what} coding {}", shown(line))),
        None => Ok(()),
    }
}

/// A header's value as text, or a stand-in; a long one is cut.
fn shown(header: &HeaderValue) -> String {
    match header.to_str() {
        Ok(text) => format!("`{}`", text.chars().take(100).collect::<String>()),
        Err(_) => "that is not visible ASCII".into(),
    }
}
