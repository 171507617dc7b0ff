//! What schema compilers made of the files in `schema`. That of planus is made when the crate is built; `generate.sh`
//! makes that of Cap'n Proto anew, whose compiler is a program that must be installed.

#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod formats_capnp;
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::undocumented_unsafe_blocks)]
pub mod formats_planus {
    include!(concat!(env!("OUT_DIR"), "/formats_planus.rs"));
}
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod records_capnp;
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::undocumented_unsafe_blocks)]
pub mod records_planus {
    include!(concat!(env!("OUT_DIR"), "/records_planus.rs"));
}
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod tree_capnp;
