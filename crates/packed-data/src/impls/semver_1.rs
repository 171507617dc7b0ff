//! The crate `semver`, version 1: a `Version` or `VersionReq` is packed as its text, as the crate displays it. Maps and
//! sets are sorted by that text: `1.10.0` comes before `1.9.0`.

use alloc::borrow::Cow;
use alloc::string::ToString;

use semver::{Version, VersionReq};

use super::adapted::adapted;

adapted! {
    [keys] Version as str = for<'v> Cow<'v, str>, "version":
        |version| Ok(Cow::Owned(version.to_string())),
        |text| Version::parse(&text).map_err(|_| "the text is not a version");
    [keys] VersionReq as str = for<'v> Cow<'v, str>, "version requirement":
        |requirement| Ok(Cow::Owned(requirement.to_string())),
        |text| match VersionReq::parse(&text) {
            Ok(requirement) if *text == requirement.to_string() => Ok(requirement),
            Ok(_) => Err("the version requirement is not in its normal form"),
            Err(_) => Err("the text is not a version requirement"),
        };
}
