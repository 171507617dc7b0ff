//! What packed data allocates: `cargo bench -p packed-data --bench weigh`.
//!
//! Every case has limits, and the run fails if a case exceeds one of them. Reading and editing allocate nothing. What
//! is written is one buffer, and as large as its contents if the size is known from the start. The bench `weigh` of
//! `bench/` compares these cases with the same work in other crates.

mod cases;

use weigh::Counting;

#[global_allocator]
static ALLOCATOR: Counting<std::alloc::System> = Counting::system();

fn main() {
    weigh::main(|w| {
        for (name, cases) in cases::GROUPS {
            w.group(name, cases);
        }
    });
}
