//! Types that change: extensible types, what may follow what, fingerprints and schemas.

mod changes;
mod fingerprint;
mod heads;
mod hostile_heads;
mod known_heads;
mod lying_heads;
mod old_and_new;
mod reserved;
mod review_heads;
mod schema_changes;
