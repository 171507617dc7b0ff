//! Parses header fields: lists, tokens, quoted strings and parameters (RFC 9110, 5.6), and media types (8.3.1).

use std::borrow::Cow;

/// A media type or a media range.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Media<'a> {
    pub(crate) kind: &'a str,
    pub(crate) subtype: &'a str,
    pub(crate) parameters: Vec<Parameter<'a>>,
}

/// A parameter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parameter<'a> {
    pub(crate) name: &'a str,
    /// Without quotes; `None` if there is only a name, which older versions of HTTP allowed in `Accept`.
    pub(crate) value: Option<Cow<'a, str>>,
}

impl<'a> Media<'a> {
    /// Returns the media type, if it is the whole value of the field.
    pub(crate) fn of(field: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::of(field);
        reader.space();
        let media = reader.media()?;
        reader.space();
        let lacks_value = |parameter: &Parameter<'_>| parameter.value.is_none();
        (reader.rest.is_empty() && !media.parameters.iter().any(lacks_value)).then_some(media)
    }

    /// Returns the members of a list of media ranges, without the unreadable ones.
    pub(crate) fn list(field: &'a [u8]) -> impl Iterator<Item = Self> {
        members(field, Reader::media).flatten()
    }

    /// Returns whether it is the type `essence`; parameters are ignored.
    pub(crate) fn is(&self, essence: &str) -> bool {
        essence.split_once('/').is_some_and(|(kind, subtype)| {
            self.kind.eq_ignore_ascii_case(kind) && self.subtype.eq_ignore_ascii_case(subtype)
        })
    }
}

/// Returns the members of a list of tokens, `None` for an unreadable one. Empty members are skipped.
pub(crate) fn tokens(field: &[u8]) -> impl Iterator<Item = Option<&str>> {
    members(field, Reader::token)
}

/// Returns the members of a list, `None` for an unreadable one. An unreadable member ends at the next comma that is not
/// in a quoted string.
fn members<'a, M>(
    field: &'a [u8],
    mut member: impl FnMut(&mut Reader<'a>) -> Option<M>,
) -> impl Iterator<Item = Option<M>> {
    let mut reader = Reader::of(field);
    std::iter::from_fn(move || {
        while reader.space() || reader.take(b',') {}
        if reader.rest.is_empty() {
            return None;
        }
        let found = member(&mut reader);
        reader.space();
        let ends = matches!(reader.rest, [] | [b',', ..]);
        reader.skip_member();
        Some(found.filter(|_| ends))
    })
}

/// Reads a field's value from its beginning.
struct Reader<'a> {
    rest: &'a [u8],
    /// Whether an unterminated quoted string was found. Then no further quoted string is searched for, so that reading
    /// takes linear time.
    unterminated: bool,
}

impl<'a> Reader<'a> {
    fn of(field: &'a [u8]) -> Self {
        Self { rest: field, unterminated: false }
    }

    /// Skips spaces and tabs, and returns whether there were any.
    fn space(&mut self) -> bool {
        let found = self.rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.rest = self.rest.get(found..).unwrap_or_default();
        found > 0
    }

    /// Skips `byte` if it is the next one, and returns whether it was.
    fn take(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn token(&mut self) -> Option<&'a str> {
        let length = self.rest.iter().take_while(|byte| is_token(**byte)).count();
        let (token, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        str::from_utf8(token).ok().filter(|token| !token.is_empty())
    }

    /// Reads a quoted string. Returns it without quotes and backslashes; bytes that are not UTF-8 are replaced.
    fn quoted(&mut self) -> Option<Cow<'a, str>> {
        let inside = self.rest.strip_prefix(b"\"").filter(|_| !self.unterminated)?;
        let (mut text, mut bytes) = (Vec::new(), inside.iter());
        loop {
            match bytes.next() {
                Some(b'"') => {
                    self.rest = bytes.as_slice();
                    return Some(String::from_utf8_lossy(&text).into_owned().into());
                }
                Some(b'\\') => text.extend(bytes.next()),
                Some(byte) => text.push(*byte),
                None => {
                    self.unterminated = true;
                    return None;
                }
            }
        }
    }

    fn media(&mut self) -> Option<Media<'a>> {
        let kind = self.token()?;
        let subtype = self.take(b'/').then(|| self.token()).flatten()?;
        let mut parameters = Vec::new();
        loop {
            self.space();
            if !self.take(b';') {
                return Some(Media { kind, subtype, parameters });
            }
            self.space();
            // A parameter may be empty.
            if !matches!(self.rest, [] | [b';' | b',', ..]) {
                parameters.push(self.parameter()?);
            }
        }
    }

    fn parameter(&mut self) -> Option<Parameter<'a>> {
        let name = self.token()?;
        if !self.take(b'=') {
            return Some(Parameter { name, value: None });
        }
        let value = if self.rest.starts_with(b"\"") { self.quoted() } else { self.token().map(Cow::Borrowed) };
        Some(Parameter { name, value: Some(value?) })
    }

    /// Skips the rest of a list's member.
    fn skip_member(&mut self) {
        while let Some((byte, rest)) = self.rest.split_first() {
            if *byte == b',' {
                return;
            }
            if self.quoted().is_none() {
                self.rest = rest;
            }
        }
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media<'a>(kind: &'a str, subtype: &'a str, parameters: &[(&'a str, &'a str)]) -> Media<'a> {
        let parameter = |(name, value): &(&'a str, &'a str)| Parameter { name, value: Some(Cow::Borrowed(*value)) };
        Media { kind, subtype, parameters: parameters.iter().map(parameter).collect() }
    }

    fn list(field: &str) -> Vec<Media<'_>> {
        Media::list(field.as_bytes()).collect()
    }

    #[test]
    fn parameters_may_be_empty_and_quoted() {
        let expected = media("a", "b", &[("c", "1"), ("d", "x, y; z=\"\\")]);
        for field in [
            "a/b;c=1;d=\"x, y; z=\\\"\\\\\"",
            " a/b ; c=1 ;\td=\"x, y; z=\\\"\\\\\" ",
            "a/b;;c=1;; ;d=\"x, y; z=\\\"\\\\\";",
            "a/b;c=\"1\";d=\"\\x, y; z=\\\"\\\\\"",
        ] {
            assert_eq!(Media::of(field.as_bytes()).as_ref(), Some(&expected), "{field}");
            assert_eq!(list(field), [media("a", "b", &[("c", "1"), ("d", "x, y; z=\"\\")])], "{field}");
        }
        assert_eq!(Media::of(b"!#$%&'*+-.^_`|~/0").map(|media| media.kind.len()), Some(15));
    }

    #[test]
    fn fields_that_are_not_a_media_type() {
        for field in [
            "",
            " ",
            "a",
            "a/",
            "/b",
            "a /b",
            "a/ b",
            "a/b c",
            "a/b;c",
            "a/b;c=",
            "a/b;=1",
            "a/b;c =1",
            "a/b;c= 1",
            "a/b;c=\"1",
            "a/b;c=\"1\\\"",
            "a/b;c=1 2",
            "a/b, c/d",
            "a/b,",
            "\"a\"/b",
            "a/b;c=\"1\"2",
        ] {
            assert_eq!(Media::of(field.as_bytes()), None, "{field}");
        }
    }

    #[test]
    fn only_the_unreadable_member_is_skipped() {
        let (ab, cd) = (|| media("a", "b", &[]), || media("c", "d", &[]));
        for field in [
            "a/b,c/d",
            ", a/b ,\t, c/d,,",
            "a/b, nonsense, c/d",
            "a/b, \"x, e/f\", c/d",
            "a/b, e/f;g=\"x, y\" z, c/d",
            "a/b, e/f;g=, c/d",
            "a/b, e/f g/h, c/d",
            "a/b, e/f;g=\"\\\", c/d",
            "\"\\, a/b, c/d",
        ] {
            assert_eq!(list(field), [ab(), cd()], "{field}");
        }
        assert_eq!(Media::list(b"\xE9, a/b;x=\"\xE9\", c/d").count(), 2);
        // The parser keeps a name without a value; the caller decides about it.
        assert_eq!(list("a/b;q=1;c")[0].parameters[1], Parameter { name: "c", value: None });
    }

    #[test]
    fn tokens_of_a_list() {
        let tokens = |field: &'static str| Vec::from_iter(tokens(field.as_bytes()));
        assert_eq!(tokens("gzip"), [Some("gzip")]);
        assert_eq!(tokens(" , identity ,,\tgzip,"), [Some("identity"), Some("gzip")]);
        assert_eq!(tokens("a b, \"c, d\", e"), [None, None, Some("e")]);
        assert_eq!(tokens(""), []);
    }

    /// Each quote could begin an unterminated string: searching for the end of each would take quadratic time.
    #[test]
    fn an_unterminated_string_is_searched_once() {
        let field = format!("a/b, {}", "\"\\".repeat(1 << 20));
        assert_eq!(list(&field), [media("a", "b", &[])]);
        let field = format!("a/b, {}", "c/d;e=\"\\\",".repeat(1 << 17));
        assert_eq!(list(&field), [media("a", "b", &[])]);
    }
}
