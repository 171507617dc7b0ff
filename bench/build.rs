//! Tells the program what it is built with.

use std::process::Command;

fn main() {
    let rustc = Command::new(std::env::var_os("RUSTC").expect("cargo sets it")).arg("--version").output();
    let rustc = rustc.expect("the compiler that cargo calls");
    println!("cargo::rustc-env=BENCH_RUSTC={}", String::from_utf8_lossy(&rustc.stdout).trim());
    println!("cargo::rustc-env=BENCH_VERSIONS={}", versions());
    println!("cargo::rerun-if-changed=../Cargo.lock");
}

/// The versions of the peers that the lock file names.
fn versions() -> String {
    const PEERS: &[&str] = &[
        "rkyv",
        "bitcode",
        "wincode",
        "postcard",
        "borsh",
        "capnp",
        "planus",
        "prost",
        "minicbor",
        "ciborium",
        "rmp-serde",
        "serde_json",
        "bumpalo",
        "flate2",
        "zstd",
    ];
    let lock = std::fs::read_to_string("../Cargo.lock").unwrap_or_default();
    let packages = lock.split("[[package]]").filter_map(|package| {
        let value = |key: &str| Some(package.split_once(key)?.1.split('"').next()?.to_owned());
        Some((value("name = \"")?, value("version = \"")?))
    });
    let found = packages.filter(|(name, _)| PEERS.contains(&name.as_str()));
    found.map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", ")
}
