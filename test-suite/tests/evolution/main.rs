//! Types that change: extensible types, what may follow what, fingerprints and schemas.

mod changes;
mod compatibility_rules;
mod fingerprint;
mod heads;
mod old_and_new;
mod reserved;
mod schema_changes;
