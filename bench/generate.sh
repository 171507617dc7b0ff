#!/bin/sh
# Generates src/generated from the schemas of Cap'n Proto again. Needs `capnp` (apt-get install capnproto) and its
# plugin for Rust (cargo install capnpc --version 0.27.0). (build.rs generates from those of FlatBuffers.)
set -eu
cd "$(dirname "$0")"

for schema in schema/*.capnp; do
    capnp compile -o rust:src/generated --src-prefix=schema "$schema"
done
sed -i 's/crate::\([a-z]*_capnp\)/crate::generated::\1/g' src/generated/*_capnp.rs
sed -i '/^\/\/ capnp binary version/d' src/generated/*_capnp.rs
