//! Generates the types of the FlatBuffers schemas, builds the contestants in other languages, and passes the versions
//! of compilers and peers to the program.

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
    for schema in ["formats", "records"] {
        generate_planus(schema, &out);
    }
    build_go(&out);
    build_haskell(&out);
}

/// Generates `<schema>_planus.rs` in the folder, which `src/generated/mod.rs` includes.
fn generate_planus(schema: &str, out: &Path) {
    let source = format!("schema/{schema}.fbs");
    println!("cargo::rerun-if-changed={source}");
    let declarations = planus_translation::translate_files(&[&source]).expect("the schema is valid");
    let code = planus_codegen::generate_rust(&declarations, false).expect("valid declarations");
    std::fs::write(out.join(format!("{schema}_planus.rs")), code).expect("the folder can be written");
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

/// Builds the programs in Haskell, if GHC is installed; the second one needs the libraries of the package in `haskell/`
/// too.
fn build_haskell(out: &Path) {
    println!("cargo::rerun-if-changed=haskell");
    println!("cargo::rerun-if-changed=../haskell/src");
    for (variable, name) in [("BENCH_HASKELL", "Tree"), ("BENCH_HASKELL_PACKED", "PackedTree")] {
        let program = out.join(name);
        let mut ghc = Command::new("ghc");
        ghc.args(["-O2", "-v0", "-ihaskell:../haskell/src", "-outputdir"]).arg(out.join(format!("ghc-{name}")));
        ghc.args(extensions());
        ghc.arg("-o").arg(&program).arg(format!("haskell/{name}.hs"));
        offer(variable, ghc, &program);
    }
}

/// Returns the options of GHC for the extensions that the package in `haskell/` declares for all its modules.
fn extensions() -> Vec<String> {
    let package = std::fs::read_to_string("../haskell/packed-data-cursor.cabal").unwrap_or_default();
    let lines = package.lines().map(str::trim).skip_while(|line| *line != "default-extensions:").skip(1);
    lines.take_while(|line| !line.is_empty()).map(|extension| format!("-X{extension}")).collect()
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
