//! What packed data and other crates allocate for the same work: `cargo bench --manifest-path bench/peers/Cargo.toml
//! --bench weigh`, and with `-- --config readme` the table in the README of `weigh`.
//!
//! The cases of packed data, with their limits, are those of its own bench `weigh`. Each of the other crates is used by
//! the functions that its documentation begins with.

#[path = "../../../crates/packed-data/benches/weigh/cases/mod.rs"]
mod cases;
mod peers;

use weigh::{Config, Counting, Format};

#[global_allocator]
static ALLOCATOR: Counting<std::alloc::System> = Counting::system();

fn main() {
    weigh::main(|w| {
        w.named_config("readme", Config::new().format(Format::Markdown));
        for ((name, ours), theirs) in cases::GROUPS.into_iter().zip(peers::GROUPS) {
            w.group(name, |w| {
                ours(w);
                theirs(w);
            });
        }
    });
}
