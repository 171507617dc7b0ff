//! Proactive negotiation: chooses the content type of a response by the header `Accept` (RFC 9110, 12.5.1).
//!
//! The quality of a content type is that of the most specific media range which includes it, from 0 (not acceptable) to
//! 1. An unreadable range is ignored; the other ranges of its line still count.

use std::cmp::Reverse;

use http::HeaderMap;
use http::header::ACCEPT;
use packed_data::Fingerprint;

use crate::field::Media;

/// A content type in which the server can respond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    /// Without parameters.
    pub(crate) media: &'static str,
    /// The layout of packed data; `None` for JSON.
    pub(crate) layout: Option<&'static str>,
    /// The parameter `type`. An offer with a fingerprint has a layout.
    pub(crate) fingerprint: Option<Fingerprint>,
}

/// The rank of an offer: its quality in thousandths, then the specificity of the range that determines the quality.
type Rank = (u16, usize);

/// Returns the index of the offer with the highest rank; of several, the first. Without a header `Accept`, that is the
/// first offer.
pub(crate) fn choose(headers: &HeaderMap, offers: &[Offer]) -> Option<usize> {
    if !headers.contains_key(ACCEPT) {
        return (!offers.is_empty()).then_some(0);
    }
    let ranges = Vec::from_iter(headers.get_all(ACCEPT).iter().flat_map(|value| Media::list(value.as_bytes())));
    let rank = |offer: &Offer| {
        let matching = ranges.iter().filter_map(|range| rank_in(range, offer));
        matching.max_by_key(|(quality, specificity)| (*specificity, *quality))
    };
    let ranked = offers.iter().enumerate().filter_map(|(index, offer)| Some((rank(offer)?, index)));
    ranked
        .filter(|((quality, _), _)| *quality > 0)
        .max_by_key(|(rank, index)| (*rank, Reverse(*index)))
        .map(|(_, index)| index)
}

/// Returns the rank that a range assigns to an offer; `None` if the range does not include the offer.
fn rank_in(range: &Media<'_>, offer: &Offer) -> Option<Rank> {
    let (kind, _) = offer.media.split_once('/')?;
    let specificity = match (range.kind, range.subtype) {
        ("*", "*") => 0,
        (found, "*") if found.eq_ignore_ascii_case(kind) => 1,
        _ if range.is(offer.media) => 2,
        _ => return None,
    };
    let (mut quality, mut parameters) = (1000, 0);
    for parameter in &range.parameters {
        let value = parameter.value.as_deref()?;
        if parameter.name.eq_ignore_ascii_case("q") {
            // The parameters after `q` do not belong to the range.
            quality = thousandths(value)?;
            break;
        }
        parameters += usize::from(has_parameter(offer, parameter.name, value)?);
    }
    Some((quality, specificity + parameters))
}

/// Returns whether a parameter makes the range more specific; `None` if the offer does not have the parameter.
fn has_parameter(offer: &Offer, name: &str, value: &str) -> Option<bool> {
    match (offer.layout, offer.fingerprint) {
        (Some(layout), Some(_)) if name.eq_ignore_ascii_case("layout") => {
            value.eq_ignore_ascii_case(layout).then_some(true)
        }
        (_, Some(fingerprint)) if name.eq_ignore_ascii_case("type") => {
            (value.parse() == Ok(fingerprint)).then_some(true)
        }
        // JSON has no parameters, but many clients send this one.
        (None, None) if name.eq_ignore_ascii_case("charset") => value.eq_ignore_ascii_case("utf-8").then_some(false),
        _ => None,
    }
}

/// Parses a quality: `0` or `1`, and at most three decimals. Returns it in thousandths.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if !matches!(whole, "0" | "1") || decimals.len() > 3 || !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let quality = format!("{whole}{decimals:0<3}").parse().ok()?;
    (quality <= 1000).then_some(quality)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    const COMPACT: Offer = Offer {
        media: "application/vnd.packed-data",
        layout: Some("compact"),
        fingerprint: Some(Fingerprint::from_bits(0x0123_4567_89AB_CDEF)),
    };
    const INDEXED: Offer = Offer {
        media: "application/vnd.packed-data",
        layout: Some("indexed"),
        fingerprint: Some(Fingerprint::from_bits(0x0123_4567_89AB_CDEF)),
    };
    const JSON: Offer = Offer { media: "application/json", layout: None, fingerprint: None };
    /// A layout with its own content type.
    const CBOR: Offer = Offer { media: "application/cbor", layout: Some("cbor"), fingerprint: None };

    /// Returns the index of the chosen offer, given the values of `Accept`.
    fn chosen(values: &[&'static str]) -> Option<usize> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        choose(&headers, &[COMPACT, INDEXED, JSON, CBOR])
    }

    #[test]
    fn without_a_preference_the_first_is_taken() {
        assert_eq!(chosen(&[]), Some(0));
        assert_eq!(chosen(&["*/*"]), Some(0));
        assert_eq!(chosen(&["application/*;q=0.1"]), Some(0));
        assert_eq!(chosen(&["APPLICATION/VND.Packed-Data"]), Some(0));
        assert_eq!(choose(&HeaderMap::new(), &[]), None);
    }

    #[test]
    fn quality_decides() {
        assert_eq!(chosen(&["application/json, application/vnd.packed-data;q=0.9"]), Some(2));
        assert_eq!(chosen(&["application/json;q=0.8", "application/vnd.packed-data;q=0.801"]), Some(0));
        assert_eq!(chosen(&["application/json;Q=1.000, */*;q=0.999"]), Some(2));
        assert_eq!(chosen(&["text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.2"]), Some(2));
    }

    #[test]
    fn the_most_specific_range_determines_the_quality() {
        assert_eq!(chosen(&["*/*, application/vnd.packed-data;q=0.1"]), Some(2));
        assert_eq!(chosen(&["application/*;q=0.5, */*;q=0.9, application/json;q=0.4"]), Some(0));
        assert_eq!(chosen(&["application/vnd.packed-data;q=0.1, application/vnd.packed-data;layout=indexed"]), Some(1));
        assert_eq!(
            chosen(&["application/vnd.packed-data;layout=compact;q=0.1, application/vnd.packed-data, */*;q=0.5"]),
            Some(1)
        );
    }

    #[test]
    fn among_equals_the_named_one_is_taken() {
        assert_eq!(chosen(&["*/*, application/json"]), Some(2));
        assert_eq!(chosen(&["application/vnd.packed-data;layout=\"indexed\", application/json"]), Some(1));
    }

    #[test]
    fn zero_refuses() {
        assert_eq!(chosen(&["*/*;q=0"]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;q=0, */*;q=0.001"]), Some(2));
        assert_eq!(chosen(&["application/json;q=0.000"]), None);
        assert_eq!(chosen(&["*/*, application/json;q=0"]), Some(0));
    }

    #[test]
    fn nothing_in_common() {
        assert_eq!(chosen(&["text/html"]), None);
        assert_eq!(chosen(&["image/*, text/*"]), None);
        assert_eq!(chosen(&[""]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;layout=other"]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;type=0000000000000000"]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;version=2"]), None);
        assert_eq!(chosen(&["application/json;profile=x"]), None);
    }

    #[test]
    fn parameters_match() {
        assert_eq!(chosen(&["application/vnd.packed-data;TYPE=0123456789ABCDEF;Layout=INDEXED"]), Some(1));
        assert_eq!(chosen(&["application/json; charset=UTF-8"]), Some(2));
        assert_eq!(chosen(&["application/json;q=0.5;extension=1"]), Some(2));
    }

    #[test]
    fn a_layout_with_its_own_content_type() {
        assert_eq!(chosen(&["application/cbor"]), Some(3));
        assert_eq!(chosen(&["Application/CBOR;q=0.5, text/html"]), Some(3));
        assert_eq!(chosen(&["application/cbor;layout=cbor"]), None);
        assert_eq!(chosen(&["application/cbor;charset=utf-8"]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;layout=cbor"]), None);
    }

    #[test]
    fn unreadable_ranges_are_ignored() {
        assert_eq!(chosen(&["application/json;q=1.001"]), None);
        assert_eq!(chosen(&["application/json;q=.5"]), None);
        assert_eq!(chosen(&["application/json;q=0.1234"]), None);
        assert_eq!(chosen(&["application/json;q=+1"]), None);
        assert_eq!(chosen(&["application/json;q="]), None);
        assert_eq!(chosen(&["application/json;q=2, */*;q=0.1"]), Some(0));
        assert_eq!(chosen(&[",, ;, /, application/, \"a, application/json"]), Some(2));
        assert_eq!(chosen(&["nonsense, application/json"]), Some(2));
    }

    /// Finding 13: an empty parameter made the whole line unreadable.
    #[test]
    fn everything_that_the_grammar_allows_is_read() {
        for line in [
            "application/json;;q=0.5, text/html",
            "application/json; ; q=0.5 ;",
            ",, \tapplication/json\t;\tq=0.5,,",
            "application/json;q=\"0.5\"",
            "text/html;level=\"a, b; c\", application/json",
            "text/html;x=\"\\\", application/cbor\", application/json",
            "application/json;q=0.5;extension",
            "APPLICATION/JSON;CHARSET=\"utf-8\";Q=1.",
            "application/json, text/html;q=",
            "text/html;level, application/json;q=0.001",
        ] {
            assert_eq!(chosen(&[line]), Some(2), "{line}");
            assert_eq!(chosen(&["application/cbor;q=0.0001", line, ""]), Some(2), "{line}");
        }
        assert_eq!(chosen(&["application/json;q=0.123", "application/cbor;q=0.124"]), Some(3));
        assert_eq!(chosen(&["*/*;q=0.;;, application/cbor;q=0"]), None);
        // A byte that is not ASCII is allowed in a quoted string. Elsewhere it makes only its own range unreadable.
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT, HeaderValue::from_bytes(b"text/html;x=\"\xE9\", \xE9, application/json").unwrap());
        assert_eq!(choose(&headers, &[COMPACT, INDEXED, JSON, CBOR]), Some(2));
    }
}
