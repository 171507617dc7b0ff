//! What is wrong with a request, as a response: RFC 9457.

use std::fmt;

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use packed_data::{Error, ErrorKind, Fingerprint, TooDeep};
use serde::{Deserialize, Serialize};

/// The content type of a problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Where the kinds of problems are explained; the name of the kind follows.
const KINDS: &str = "https://github.com/packed-data/packed-data/blob/main/book/src/web.md#";

/// Why a request is refused: a response whose body is `application/problem+json` (RFC 9457).
///
/// It tells what is wrong with what the client sent, and nothing of the server: names of types, constructors and
/// fields, which the client knows too, but no paths of modules or files, and no messages of panics.
///
/// A handler may answer with problems of its own.
///
/// ```
/// use axum::response::IntoResponse;
/// use packed_data_axum::{PackedBody, Problem};
///
/// async fn smallest(PackedBody(numbers): PackedBody<Vec<u32>, packed_data::Indexed>) -> Result<String, Problem> {
///     match numbers.view().iter().min() {
///         Some(smallest) => Ok(smallest.to_string()),
///         None => Err(Problem::new(422, "no numbers", "expected at least one number, found none")),
///     }
/// }
///
/// let response = Problem::new(422, "no numbers", "expected at least one number, found none").into_response();
/// assert_eq!(response.headers()["content-type"], "application/problem+json");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which kind of problem it is: a URI, where the kind may be explained.
    #[serde(rename = "type", default = "about_blank")]
    pub kind: String,
    /// What the kind is called.
    #[serde(default)]
    pub title: String,
    /// The status of the response.
    #[serde(default)]
    pub status: u16,
    /// What is wrong this time.
    #[serde(default)]
    pub detail: String,
    /// At which byte of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// In which field, from the outermost type inwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Content types that would have been right, for the header `Accept` of a response 415 (RFC 9110, 12.5.1).
    #[serde(skip)]
    accept: Option<HeaderValue>,
}

fn about_blank() -> String {
    "about:blank".into()
}

impl Problem {
    /// A problem of no kind in particular (`about:blank`).
    pub fn new(status: u16, title: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            kind: about_blank(),
            title: title.into(),
            status,
            detail: detail.into(),
            offset: None,
            path: None,
            accept: None,
        }
    }

    /// One of the kinds that the book's chapter explains.
    fn of_kind(kind: &str, status: StatusCode, title: &str, detail: impl Into<String>) -> Self {
        Self { kind: format!("{KINDS}{kind}"), ..Self::new(status.as_u16(), title, shortened(detail.into())) }
    }

    /// The body is not well formed.
    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::of_kind("malformed", StatusCode::BAD_REQUEST, "malformed body", detail)
    }

    /// The body is well formed, and a value of another type.
    pub(crate) fn other_shape(detail: impl Into<String>) -> Self {
        Self::of_kind("another-shape", StatusCode::UNPROCESSABLE_ENTITY, "value of another shape", detail)
    }

    /// The body is longer than the limit.
    pub(crate) fn too_large(detail: impl Into<String>) -> Self {
        Self::of_kind("too-large", StatusCode::PAYLOAD_TOO_LARGE, "body too large", detail)
    }

    /// The body is of a type that is not served here.
    pub(crate) fn wrong_type(detail: impl Into<String>, accept: HeaderValue) -> Self {
        let problem = Self::of_kind("wrong-type", StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported media type", detail);
        Self { accept: Some(accept), ..problem }
    }

    /// The answer cannot be had as what is asked for.
    pub(crate) fn not_acceptable(detail: impl Into<String>) -> Self {
        Self::of_kind("not-acceptable", StatusCode::NOT_ACCEPTABLE, "not acceptable", detail)
    }

    /// The body says that it is of another type.
    pub(crate) fn other_type(expected: Fingerprint, found: Fingerprint) -> Self {
        Self::other_shape(format!("expected a value of type {expected}, found one of type {found}"))
    }

    /// A value has more levels than may be unpacked.
    pub(crate) fn too_deep(error: TooDeep) -> Self {
        Self::other_shape(error.to_string())
    }

    /// The same, at a byte of the body.
    pub(crate) fn at(self, offset: usize) -> Self {
        Self { offset: u64::try_from(offset).ok(), ..self }
    }

    /// The same, in a field.
    pub(crate) fn within(self, path: String) -> Self {
        Self { path: Some(shortened(path)).filter(|path| !path.is_empty()), ..self }
    }
}

/// A text that may hold what the client sent: so that it does not come back at length.
fn shortened(mut text: String) -> String {
    const LONGEST: usize = 500;
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text += "...";
    }
    text
}

/// Which status says so, of bytes that are no valid value.
///
/// What concerns how the bytes are put together (lengths, sizes, ends) is malformed. What concerns which value stands
/// there, so that the same bytes may well be a value of another type, is another shape; so are the limits on how a
/// value is made.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let kind = error.kind();
        let detail = match kind {
            // The library's own message names a function that would help; a client may not be written in Rust.
            ErrorKind::IndefiniteString => "expected a string in one piece, found one in chunks".into(),
            kind => kind.to_string(),
        };
        let problem = match kind {
            ErrorKind::TooLarge { .. } => Self::too_large(detail),
            ErrorKind::InvalidTag { .. }
            | ErrorKind::InvalidScalar { .. }
            | ErrorKind::InvalidUtf8
            | ErrorKind::Unsorted
            | ErrorKind::DuplicateKey
            | ErrorKind::TooDeep { .. }
            | ErrorKind::TooMuchStack { .. }
            | ErrorKind::TooManyEmpty { .. }
            | ErrorKind::UnexpectedItem { .. }
            | ErrorKind::OutOfRange { .. }
            | ErrorKind::UnexpectedTag { .. }
            | ErrorKind::MissingFields { .. } => Self::other_shape(detail),
            _ => Self::malformed(detail),
        };
        problem.at(error.offset()).within(error.path().to_string())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status, self.title, self.detail)?;
        if let Some(offset) = self.offset {
            write!(f, ", at byte {offset}")?;
        }
        if let Some(path) = &self.path {
            write!(f, " in {path}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        // Strings and numbers alone: nothing of it can fail to be JSON.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some(accept) = self.accept {
            response.headers_mut().insert(ACCEPT, accept);
        }
        response
    }
}
