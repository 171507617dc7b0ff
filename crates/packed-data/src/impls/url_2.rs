//! The crate `url`, version 2: a `Url` is packed as its text, in the form that the crate gives it.

use url::Url;

use super::adapted::adapted;

adapted! {
    [keys] Url as str = for<'v> &'v str, "url":
        |url| Ok(url.as_str()),
        |text| match Url::parse(text) {
            Ok(url) if url.as_str() == text => Ok(url),
            Ok(_) => Err("the URL is not in its normal form"),
            Err(_) => Err("the text is not a URL"),
        };
}
