//! The page: its parts are made by `ci/explorer.sh`, and put together with what the command knows of the file.

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use packed_data_schema::LayoutId;
use serde_json::json;

/// The page with its style and scripts, and with places for the module, the file and the configuration.
const PAGE: &str = include_str!("../../../explorer/page.html");
/// The crates that read, compiled to WebAssembly and compressed.
const MODULE: &[u8] = include_bytes!("../../../explorer/module.wasm.gz");

/// What a page says of its file.
pub(super) struct Page<'p> {
    pub(super) name: &'p str,
    /// The size of the file in bytes.
    pub(super) size: u64,
    /// The text of the schema and the layout of bytes without a header.
    pub(super) bare: Option<(&'p str, LayoutId)>,
}

impl Page<'_> {
    /// Returns the page for a server that has the file beside it.
    pub(super) fn of_server(&self) -> String {
        self.text(Some("file"), "'self'", &[])
    }

    /// Returns the page that contains the bytes of the file.
    pub(super) fn with_file(&self, bytes: &[u8]) -> String {
        self.text(None, "'none'", bytes)
    }

    fn text(&self, url: Option<&str>, connects: &str, file: &[u8]) -> String {
        let (schema, layout) = self.bare.map(|(schema, layout)| (schema, layout.name())).unzip();
        let config =
            json!({"name": self.name, "size": self.size, "url": url, "schema": schema, "layout": layout}).to_string();
        // (A name or a schema must not end the script in which it is.)
        let config = config.replace('<', "\\u003c");
        let mut page = String::with_capacity(PAGE.len() + 2 * MODULE.len() + file.len() / 3 * 4);
        let mut rest = PAGE;
        for (place, text) in [
            ("{{connect}}", connects),
            ("{{module}}", &Base64Display::new(MODULE, &STANDARD).to_string()),
            ("{{file}}", &Base64Display::new(file, &STANDARD).to_string()),
            ("{{config}}", &config),
        ] {
            // (The places are in this order: a test looks for them.)
            let Some((before, after)) = rest.split_once(place) else { continue };
            page.push_str(before);
            page.push_str(text);
            rest = after;
        }
        page + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_all_places_in_order() {
        let places = ["{{connect}}", "{{module}}", "{{file}}", "{{config}}"].map(|place| PAGE.find(place).unwrap());
        assert!(places.is_sorted(), "{places:?}");
        let text = Page { name: "</script><b>", size: 3, bare: None }.with_file(b"abc");
        assert!(!text.contains("{{"));
        assert!(text.contains(r#""name":"\u003c/script>\u003cb>""#));
        assert!(text.contains(">YWJj<"));
        assert!(text.contains("connect-src 'none'"));
    }
}
