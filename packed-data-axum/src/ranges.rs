//! What a client would accept: RFC 9110, 12.5.1.
//!
//! Of the media ranges that a type falls under, the most specific one says how welcome it is, from 0 (not at all) to
//! 1. An unreadable range is passed over, and no more than that range.

use std::cmp::Reverse;

use http::HeaderMap;
use http::header::ACCEPT;
use packed_data::Fingerprint;

use crate::field::Media;

/// A type that can be answered with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    /// Without parameters.
    pub(crate) media: &'static str,
    /// The layout of packed data; none for JSON.
    pub(crate) layout: Option<&'static str>,
    /// The parameter `type`: where it is, so is `layout`.
    pub(crate) fingerprint: Option<Fingerprint>,
}

/// How welcome an offer is: quality in thousandths, then how specific the range is that says so.
type Welcome = (u16, usize);

/// The most welcome of the offers; of several, the first. Without a header `Accept`, it is the first of all.
pub(crate) fn choose(headers: &HeaderMap, offers: &[Offer]) -> Option<usize> {
    if !headers.contains_key(ACCEPT) {
        return (!offers.is_empty()).then_some(0);
    }
    let ranges = Vec::from_iter(headers.get_all(ACCEPT).iter().flat_map(|value| Media::list(value.as_bytes())));
    let welcome = |offer: &Offer| {
        let matching = ranges.iter().filter_map(|range| matches(range, offer));
        matching.max_by_key(|(quality, specific)| (*specific, *quality))
    };
    let welcomes = offers.iter().enumerate().filter_map(|(index, offer)| Some((welcome(offer)?, index)));
    welcomes
        .filter(|((quality, _), _)| *quality > 0)
        .max_by_key(|(welcome, index)| (*welcome, Reverse(*index)))
        .map(|(_, index)| index)
}

/// How welcome a range makes an offer that falls under it.
fn matches(range: &Media<'_>, offer: &Offer) -> Option<Welcome> {
    let (kind, _) = offer.media.split_once('/')?;
    let specific = match (range.kind, range.subtype) {
        ("*", "*") => 0,
        (found, "*") if found.eq_ignore_ascii_case(kind) => 1,
        _ if range.is(offer.media) => 2,
        _ => return None,
    };
    let (mut quality, mut parameters) = (1000, 0);
    for parameter in &range.parameters {
        let value = parameter.value.as_deref()?;
        if parameter.name.eq_ignore_ascii_case("q") {
            // What follows is none of the range's parameters.
            quality = thousandths(value)?;
            break;
        }
        parameters += usize::from(has_parameter(offer, parameter.name, value)?);
    }
    Some((quality, specific + parameters))
}

/// Whether a parameter makes the range more specific; nothing, if the offer has not got it.
fn has_parameter(offer: &Offer, name: &str, value: &str) -> Option<bool> {
    match (offer.layout, offer.fingerprint) {
        (Some(layout), Some(_)) if name.eq_ignore_ascii_case("layout") => {
            value.eq_ignore_ascii_case(layout).then_some(true)
        }
        (_, Some(fingerprint)) if name.eq_ignore_ascii_case("type") => {
            (value.parse() == Ok(fingerprint)).then_some(true)
        }
        // JSON has no parameters, but many a client says this of it.
        (None, None) if name.eq_ignore_ascii_case("charset") => value.eq_ignore_ascii_case("utf-8").then_some(false),
        _ => None,
    }
}

/// A quality, in thousandths: `0` or `1`, and at most three decimals.
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
    /// A layout with a content type of its own.
    const CBOR: Offer = Offer { media: "application/cbor", layout: Some("cbor"), fingerprint: None };

    /// The index of what is chosen of the three, given the values of `Accept`.
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
    fn the_most_specific_range_says_the_quality() {
        assert_eq!(chosen(&["*/*, application/vnd.packed-data;q=0.1"]), Some(2));
        assert_eq!(chosen(&["application/*;q=0.5, */*;q=0.9, application/json;q=0.4"]), Some(0));
        assert_eq!(chosen(&["application/vnd.packed-data;q=0.1, application/vnd.packed-data;layout=indexed"]), Some(1));
        assert_eq!(
            chosen(&["application/vnd.packed-data;layout=compact;q=0.1, application/vnd.packed-data, */*;q=0.5"]),
            Some(1)
        );
    }

    #[test]
    fn of_equals_the_one_that_is_named_is_taken() {
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
    fn a_content_type_of_its_own() {
        assert_eq!(chosen(&["application/cbor"]), Some(3));
        assert_eq!(chosen(&["Application/CBOR;q=0.5, text/html"]), Some(3));
        assert_eq!(chosen(&["application/cbor;layout=cbor"]), None);
        assert_eq!(chosen(&["application/cbor;charset=utf-8"]), None);
        assert_eq!(chosen(&["application/vnd.packed-data;layout=cbor"]), None);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
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
    fn what_the_grammar_allows_is_read() {
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
        // A byte that is no ASCII is allowed in a quoted string, and spoils no more than its range elsewhere.
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT, HeaderValue::from_bytes(b"text/html;x=\"\xE9\", \xE9, application/json").unwrap());
        assert_eq!(choose(&headers, &[COMPACT, INDEXED, JSON, CBOR]), Some(2));
    }
}
