//! Builds the contestants in other languages, and passes the versions of compilers and peers to the program.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let rustc = Command::new(std::env::var_os("RUSTC").expect("cargo sets it")).arg("--version").output();
    let rustc = rustc.expect("the compiler runs");
    println!("cargo::rustc-env=BENCH_RUSTC={}", String::from_utf8_lossy(&rustc.stdout).trim());
    println!("cargo::rustc-env=BENCH_VERSIONS={}", versions());
    println!("cargo::rerun-if-changed=Cargo.lock");

    build_c();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    build_go(&out);
    build_haskell(&out);
}

fn build_c() {
    println!("cargo::rerun-if-changed=c/tree.c");
    let mut build = cc::Build::new();
    build.file("c/tree.c").std("c11").flag("-fwrapv");
    // Optimised as for a release, whatever the profile.
    build.opt_level(3).debug(false).force_frame_pointer(false).compile("tree");
}

/// Builds the program in Go, if Go is installed.
fn build_go(out: &Path) {
    println!("cargo::rerun-if-changed=go/main.go");
    let program = out.join("table1-go");
    let mut go = Command::new("go");
    go.args(["build", "-o"]).arg(&program).arg("go/main.go");
    go.env("GO111MODULE", "off").env("GOCACHE", out.join("go-cache"));
    offer("BENCH_GO", go, &program);
}

/// Builds the program in Haskell, if GHC is installed.
fn build_haskell(out: &Path) {
    println!("cargo::rerun-if-changed=haskell/Tree.hs");
    let program = out.join("table1-haskell");
    let mut ghc = Command::new("ghc");
    ghc.args(["-O2", "-v0", "-outputdir"]).arg(out.join("ghc")).arg("-o").arg(&program).arg("haskell/Tree.hs");
    offer("BENCH_HASKELL", ghc, &program);
}

/// Compiles the program and passes its path to the crate. If the compiler is missing or fails, the contestant is left
/// out.
fn offer(variable: &str, mut compiler: Command, program: &Path) {
    match compiler.output() {
        Ok(output) if output.status.success() => println!("cargo::rustc-env={variable}={}", program.display()),
        Ok(output) => {
            let words = String::from_utf8_lossy(&output.stderr);
            words.lines().for_each(|line| println!("cargo::warning={line}"));
        }
        Err(_) => {}
    }
}

/// Returns the versions of the peers from the lock file.
fn versions() -> String {
    const PEERS: &[&str] = &[
        "rkyv",
        "bitcode",
        "wincode",
        "postcard",
        "borsh",
        "savefile",
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
    let lock = std::fs::read_to_string("Cargo.lock").unwrap_or_default();
    let packages = lock.split("[[package]]").filter_map(|package| {
        let value = |key: &str| Some(package.split_once(key)?.1.split('"').next()?.to_owned());
        Some((value("name = \"")?, value("version = \"")?))
    });
    let found = packages.filter(|(name, _)| PEERS.contains(&name.as_str()));
    found.map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", ")
}
