//! `Printable`: text from outside, escaped where it is printed.

use core::fmt::{self, Write};

/// Text from outside, such as a name in a file or a message of another program. `Display` escapes what could change how
/// a terminal shows the text, or the text around it.
///
/// These characters are escaped, as `{:?}` does it: control characters, also those of C1 and line feeds; the separators
/// of lines and paragraphs; and format characters that are invisible or change the direction of the text. The two
/// joiners, U+200C and U+200D, are kept, because words of some languages and emoji contain them. Backslashes and
/// quotation marks are kept too, so that escaping twice changes nothing.
///
/// Every error of these crates that has a name from outside prints it so. The text inside is exact.
///
/// ```
/// use packed_data::error::Printable;
///
/// assert_eq!(Printable("caf\u{E9} \"\\\" \u{5D0}").to_string(), "café \"\\\" א");
/// assert_eq!(Printable("\x1B[2Jnew\r\n\u{202E}").to_string(), r"\u{1b}[2Jnew\r\n\u{202e}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Printable<T>(pub T);

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escape(f), "{}", self.0)
    }
}

struct Escape<'f, 'b>(&'f mut fmt::Formatter<'b>);

impl Write for Escape<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive(is_escaped) {
            let (kept, escaped) = part.split_at(part.trim_end_matches(is_escaped).len());
            write!(self.0, "{kept}{}", escaped.escape_debug())?;
        }
        Ok(())
    }
}

/// Returns whether a character is not printed as it is.
fn is_escaped(of: char) -> bool {
    of.is_control()
        || matches!(of,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0001}' | '\u{E0020}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// What is escaped differs from the character itself, and is itself not escaped.
    #[test]
    fn all_characters() {
        let escaped = ('\0'..=char::MAX).filter(|of| is_escaped(*of)).inspect(|of| {
            let text = Printable(*of).to_string();
            assert!(text.starts_with('\\') && text.chars().all(|of| of.is_ascii_graphic()), "{of:?}");
            assert_eq!(Printable(&text).to_string(), text);
        });
        // 65 of the category Cc; of Cf, Zl and Zp those above.
        assert_eq!(escaped.count(), 65 + 6 + 7 + 16 + 1 + 3 + 4 + 8 + 1 + 96);
        for kept in ["a\u{301}", "\u{301}", "ка", "日本", "\u{3000}", "👩\u{200D}👧", "می\u{200C}خواهم", "\\'\""]
        {
            assert_eq!(Printable(kept).to_string(), kept);
        }
    }

    #[test]
    fn places_of_what_is_escaped() {
        let cases = [
            ("", ""),
            ("\n", "\\n"),
            ("\n\n", "\\n\\n"),
            ("a\x1B", "a\\u{1b}"),
            ("\x1Ba", "\\u{1b}a"),
            ("é\u{9B}é", "é\\u{9b}é"),
        ];
        for (text, printed) in cases {
            assert_eq!(Printable(text).to_string(), printed);
        }
    }
}
