//! Paths into a document: `a.b[3].c`, or as a JSON pointer (RFC 6901) `/a/b/3/c`.

use std::fmt;

/// The path from the root to a value: names of members and indices of elements. As in JSON pointers, a token is one or
/// the other depending on the value to which it is applied.
#[derive(Debug, Default)]
pub(crate) struct Path(pub(crate) Vec<String>);

impl Path {
    /// Parses either notation.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.strip_prefix('/') {
            Some(pointer) => pointer.split('/').map(unescape).collect::<Result<_, _>>().map(Self),
            None if text.is_empty() => Ok(Self::default()),
            None => dotted(text).map(Self),
        }
    }
}

/// One segment of a path, which leads to a child; its name is borrowed from the document.
#[derive(Clone, Copy)]
pub(crate) enum Segment<'a> {
    Index(usize),
    Name(&'a str),
}

impl From<&[Segment<'_>]> for Path {
    fn from(segments: &[Segment<'_>]) -> Self {
        let token = |segment: &Segment<'_>| match *segment {
            Segment::Index(index) => index.to_string(),
            Segment::Name(name) => name.to_owned(),
        };
        Self(segments.iter().map(token).collect())
    }
}

/// Replaces `~0` by `~`, and `~1` by `/`, as in a JSON pointer.
fn unescape(token: &str) -> Result<String, String> {
    let mut pieces = token.split('~');
    let mut name = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (escaped, rest) = match piece.split_at_checked(1) {
            Some(("0", rest)) => ('~', rest),
            Some(("1", rest)) => ('/', rest),
            _ => return Err(format!("expected `~0` or `~1` in `{token}`")),
        };
        name.push(escaped);
        name.push_str(rest);
    }
    Ok(name)
}

/// Parses `a.b[3].c`, or `[3].c` if the root is an array.
fn dotted(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    for (number, part) in text.split('.').enumerate() {
        let (name, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let root_indices = number == 0 && !indices.is_empty();
        if name.is_empty() && !root_indices {
            return Err(format!("expected a name on each side of a dot, found `{text}`"));
        }
        tokens.extend((!name.is_empty()).then(|| name.to_owned()));
        for index in indices.split_inclusive(']') {
            let digits = index.strip_prefix('[').and_then(|index| index.strip_suffix(']'));
            match digits.filter(|digits| as_index(digits).is_some()) {
                Some(digits) => tokens.push(digits.to_owned()),
                None => return Err(format!("expected an index such as `[3]`, found `{index}`")),
            }
        }
    }
    Ok(tokens)
}

/// Returns the token as the index of an element: digits without leading zeros.
pub(crate) fn as_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| canonical)
}

/// Writes a JSON pointer, which can express every path.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the root");
        }
        self.0.iter().try_for_each(|token| write!(f, "/{}", token.replace('~', "~0").replace('/', "~1")))
    }
}
