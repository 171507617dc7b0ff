#!/bin/sh
# Generates src/generated from the schemas again. Needs `capnp` (apt-get install capnproto), its plugin for Rust (cargo
# install capnpc --version 0.27.0), and `planus` (cargo install planus-cli --version 1.3.0).
set -eu
cd "$(dirname "$0")"

for schema in schema/*.capnp; do
    capnp compile -o rust:src/generated --src-prefix=schema "$schema"
done
sed -i 's/crate::\([a-z]*_capnp\)/crate::generated::\1/g' src/generated/*_capnp.rs
sed -i '/^\/\/ capnp binary version/d' src/generated/*_capnp.rs

for schema in schema/*.fbs; do
    planus rust --format false -o "src/generated/$(basename "$schema" .fbs)_planus.rs" "$schema"
done
