//! Content types: which there are, and what one that arrives says.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use mediatype::{MediaType, Name, ReadParams};
use packed_data::{Cbor, Compact, Fingerprint, Indexed, Layout, Packable};

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
        if let Some(coding) = headers.get(CONTENT_ENCODING).filter(|coding| *coding != "identity") {
            return Err(format!("a body with the content coding {}", shown(coding)));
        }
        let header = headers.get(CONTENT_TYPE).ok_or("no content type")?;
        let unknown = || format!("the content type {}", shown(header));
        let media = header.to_str().ok().and_then(|text| MediaType::parse(text).ok()).ok_or_else(unknown)?;
        let essence = media.essence().to_string();
        if essence.eq_ignore_ascii_case(JSON) {
            return Ok(Self::Json);
        }
        // A content type that a layout has to itself says which layout it is, and nothing of the type.
        let own = FORMS.iter().find(|form| form.media != PACKED && essence.eq_ignore_ascii_case(form.media));
        if let Some(form) = own {
            return Ok(Self::Packed(Parameters { layout: Some(form.name.into()), fingerprint: None }));
        }
        let of: fn(Parameters) -> Self = match &essence {
            packed if packed.eq_ignore_ascii_case(PACKED) => Self::Packed,
            stream if stream.eq_ignore_ascii_case(STREAM) => Self::Stream,
            _ => return Err(unknown()),
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
    /// The parameters of a media type, if they can be read.
    pub(crate) fn of(media: &MediaType<'_>) -> Option<Self> {
        let parameter =
            |name| media.get_param(Name::new_unchecked(name)).map(|value| value.unquoted_str().into_owned());
        let fingerprint = match parameter("type") {
            Some(text) => Some(text.parse().ok()?),
            None => None,
        };
        Some(Self { layout: parameter("layout").map(|layout| layout.to_ascii_lowercase()), fingerprint })
    }

    /// Whether they allow for values of this type.
    pub(crate) fn check_type(&self, expected: Fingerprint) -> Result<(), Problem> {
        match self.fingerprint {
            Some(found) if found != expected => Err(Problem::other_type(expected, found)),
            _ => Ok(()),
        }
    }
}

/// A header's value as text, or a stand-in; a long one is cut.
fn shown(header: &HeaderValue) -> String {
    match header.to_str() {
        Ok(text) => format!("`{}`", text.chars().take(100).collect::<String>()),
        Err(_) => "that is not visible ASCII".into(),
    }
}
