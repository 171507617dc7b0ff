#!/usr/bin/env bash
# The exports of schemas, checked with the tools of their languages: CDDL and JSON Schema with validators in Rust,
# Kaitai Struct with its compiler (of npm), whose readers in Python and JavaScript read packed values to their ends.
# What needs npm, node or python3 is skipped without them.
source "$(dirname "$0")/common.sh"

target=$PWD/target
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$target/exports}
work=$target/kaitai
rm -rf "$work/files"
mkdir -p "$work/files"
KAITAI=$work/files run cargo test --manifest-path test-suite/exports/Cargo.toml

for tool in npm node python3; do
    command -v "$tool" >/dev/null || skip "Kaitai Struct: no $tool"
done
cd "$work"
[ -d node_modules/kaitai-struct-compiler ] ||
    run npm install --silent kaitai-struct-compiler@0.10 kaitai-struct@0.10 || skip "Kaitai Struct: no npm registry"
[ -d python/kaitaistruct.py ] || [ -f python/kaitaistruct.py ] ||
    run python3 -m pip install --quiet --target python kaitaistruct==0.10 || skip "Kaitai Struct: no Python registry"

cat >compile.js <<'JS'
// Compiles each .ksy file to Python and JavaScript, and reads its values with the JavaScript.
const fs = require('fs');
const path = require('path');
const yaml = require('js-yaml');
const Compiler = require('kaitai-struct-compiler');
const KaitaiStream = require('kaitai-struct/KaitaiStream');

const folder = 'files';
(async () => {
    for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.ksy'))) {
        const ksy = yaml.load(fs.readFileSync(path.join(folder, file), 'utf8'));
        for (const language of ['python', 'javascript']) {
            const files = await (Compiler.compile ? Compiler : new Compiler()).compile(language, ksy, null, false);
            for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
            if (language === 'python') continue;
            const [name] = Object.keys(files);
            let made = require(path.resolve(folder, name));
            made = made[path.basename(name, '.js')] || made;
            const stream = new KaitaiStream(fs.readFileSync(path.join(folder, file.replace('.ksy', '.bin'))), 0);
            new made(stream);
            if (!stream.isEof()) throw new Error(`${file}: bytes are left`);
        }
    }
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
JS
[ -d node_modules/js-yaml ] || run npm install --silent js-yaml@4
NODE_PATH=$work/node_modules run node compile.js

cat >read.py <<'PY'
# Reads the values with the Python that was made.
import importlib, os, sys
sys.path[:0] = ["python", "files"]
from kaitaistruct import KaitaiStream, BytesIO
count = 0
for name in sorted(os.listdir("files")):
    if name.endswith(".bin"):
        module = importlib.import_module(name[:-4] + "_file")
        made = getattr(module, "".join(part.capitalize() for part in (name[:-4] + "_file").split("_")))
        stream = KaitaiStream(BytesIO(open(os.path.join("files", name), "rb").read()))
        made(stream)
        assert stream.is_eof(), name
        count += 1
print(count, "values read to their ends by Python and JavaScript")
PY
run python3 read.py
