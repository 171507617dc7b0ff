//! Responses that say what is wrong with a request (RFC 9457).

use std::fmt;

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use packed_data::error::Printable;
use packed_data::{Error, ErrorKind, Fingerprint};
use serde::{Deserialize, Serialize};

/// The content type of a problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// The page that explains the kinds of problems; the name of a kind is appended.
const KINDS: &str = "https://github.com/packed-data/packed-data/blob/main/book/src/web.md#";

/// The reason why a request is refused, as a response whose body is `application/problem+json` (RFC 9457).
///
/// It says what is wrong with the request, and reveals nothing about the server: it has the names of types,
/// constructors and fields, which the client also knows, but no paths of modules or files, and no messages of panics.
///
/// A handler may respond with its own problems.
///
/// ```
/// use axum::response::IntoResponse;
/// use packed_data_axum::{PackedBody, Problem};
///
/// async fn smallest(PackedBody(numbers): PackedBody<Vec<u32>, packed_data::Indexed>) -> Result<String, Problem> {
///     match numbers.view().iter().min() {
///         Some(smallest) => Ok(smallest.to_string()),
///         None => Err(Problem::new(422, "expected at least one number, found none")),
///     }
/// }
///
/// let response = Problem::new(422, "expected at least one number, found none").into_response();
/// assert_eq!(response.headers()["content-type"], "application/problem+json");
///
/// // With a page that explains the kind, the kind has a name of its own.
/// let problem = Problem::new(422, "expected at least one number, found none");
/// let problem = problem.with_kind("https://example.com/problems#no-numbers", "no numbers");
/// assert_eq!(problem.to_string(), "422 no numbers: expected at least one number, found none");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The kind of problem: a URI, which may be the address of an explanation.
    #[serde(rename = "type", default = "about_blank")]
    pub kind: String,
    /// The name of the kind, for a human reader; of `about:blank` the phrase of the status.
    #[serde(default)]
    pub title: String,
    /// The status of the response.
    #[serde(default)]
    pub status: u16,
    /// What is wrong with this request.
    #[serde(default)]
    pub detail: String,
    /// The byte of the body at which the problem was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The field in which the problem was found, from the outermost type inwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The acceptable content types, for the header `Accept` of a response 415 (RFC 9110, 12.5.1).
    #[serde(skip)]
    accept: Option<HeaderValue>,
}

fn about_blank() -> String {
    "about:blank".into()
}

impl Problem {
    /// Returns a problem without a specific kind (`about:blank`), whose title is the phrase of the status (RFC 9457,
    /// 4.2.1).
    pub fn new(status: u16, detail: impl Into<String>) -> Self {
        let phrase = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
        Self {
            kind: about_blank(),
            title: phrase.unwrap_or_default().into(),
            status,
            detail: detail.into(),
            offset: None,
            path: None,
            accept: None,
        }
    }

    /// Sets the kind, a URI, and its name.
    pub fn with_kind(self, kind: impl Into<String>, title: impl Into<String>) -> Self {
        Self { kind: kind.into(), title: title.into(), ..self }
    }

    /// Returns a problem of one of the kinds that the book's chapter explains.
    fn of_kind(kind: &str, status: StatusCode, title: &str, detail: impl Into<String>) -> Self {
        Self::new(status.as_u16(), shortened(detail.into())).with_kind(format!("{KINDS}{kind}"), title)
    }

    /// The body is not well formed.
    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::of_kind("malformed", StatusCode::BAD_REQUEST, "malformed body", detail)
    }

    /// The body is well formed, but not a value of this type.
    pub(crate) fn other_shape(detail: impl Into<String>) -> Self {
        Self::of_kind("another-shape", StatusCode::UNPROCESSABLE_ENTITY, "value of another shape", detail)
    }

    /// The body is longer than the limit.
    pub(crate) fn too_large(detail: impl Into<String>) -> Self {
        Self::of_kind("too-large", StatusCode::PAYLOAD_TOO_LARGE, "body too large", detail)
    }

    /// The body has a content type that this route does not take.
    pub(crate) fn wrong_type(detail: impl Into<String>, accept: HeaderValue) -> Self {
        let problem = Self::of_kind("wrong-type", StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported media type", detail);
        Self { accept: Some(accept), ..problem }
    }

    /// The response cannot have a content type that the request accepts.
    pub(crate) fn not_acceptable(detail: impl Into<String>) -> Self {
        Self::of_kind("not-acceptable", StatusCode::NOT_ACCEPTABLE, "not acceptable", detail)
    }

    /// The fingerprint of the body is that of another type.
    pub(crate) fn other_type(expected: Fingerprint, found: Fingerprint) -> Self {
        Self::other_shape(format!("expected a value of type {expected}, found one of type {found}"))
    }

    /// Sets the byte of the body.
    pub(crate) fn at(self, offset: usize) -> Self {
        Self { offset: u64::try_from(offset).ok(), ..self }
    }

    /// Removes the byte of the body.
    pub(crate) fn anywhere(self) -> Self {
        Self { offset: None, ..self }
    }

    /// Sets the field; an empty path sets none.
    pub(crate) fn within(self, path: String) -> Self {
        Self { path: Some(shortened(path)).filter(|path| !path.is_empty()), ..self }
    }
}

/// Returns at most 500 characters of a text. The text may contain data of the client, which is not sent back at full
/// length.
fn shortened(mut text: String) -> String {
    const LONGEST: usize = 500;
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text += "...";
    }
    text
}

/// Converts the error of an invalid value into the problem with the right status.
///
/// An error in the structure of the bytes (lengths, sizes, ends) is "malformed". If the same bytes may be a value of
/// another type, the error is "another shape"; so is a value that exceeds the limits on its structure.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let kind = error.kind();
        let detail = match kind {
            // The library's own message recommends a Rust function; the client may be written in another language.
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
        // (It has names of types only, and at most 32 of them.)
        let path = Some(error.path().to_string()).filter(|path| !path.is_empty());
        Self { path, ..problem.at(error.offset()) }
    }
}

/// Escapes what a server says, as [`Printable`] does.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status, Printable(&self.title), Printable(&self.detail))?;
        if let Some(offset) = self.offset {
            write!(f, ", at byte {offset}")?;
        }
        if let Some(path) = &self.path {
            write!(f, " in {}", Printable(path))?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        // A problem has only strings and numbers, so it can always be serialised as JSON.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_blank_has_the_phrase_of_its_status() {
        let problem = Problem::new(404, "expected a name, found another");
        assert_eq!((problem.kind.as_str(), problem.title.as_str()), ("about:blank", "Not Found"));
        assert_eq!(Problem::new(799, "").title, "");
        assert_eq!(Problem::malformed("").title, "malformed body");
    }

    /// A client prints what a server says.
    #[test]
    fn control_characters_of_a_server() {
        let text = r#"{"title": "\u001b[2J", "status": 400, "detail": "\u009b8m\r\n", "path": "A.\u202e"}"#;
        let problem: Problem = serde_json::from_str(text).unwrap();
        assert_eq!(problem.to_string(), r"400 \u{1b}[2J: \u{9b}8m\r\n in A.\u{202e}");
    }
}
