#!/usr/bin/env bash
# The exports of schemas, checked with the tools of their languages: CDDL and JSON Schema with validators in Rust,
# Kaitai Struct with its compiler (of npm), whose readers in Python and JavaScript read packed values to their ends, and
# find the same numbers and texts in them.
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

// The runtime (0.10, 0.11) reads negative numbers of 64 bits wrong whose lower half is below 2^31: 0 instead of -2^32.
KaitaiStream.prototype.readS8le = function () {
    const low = this.readU4le();
    return 0x100000000 * this.readS4le() + low;
};

// Appends the numbers and texts in what a reader has made, but for tags and lengths.
const leaves = (of, all) => {
    if (typeof of === 'number' || typeof of === 'string') all.push(of);
    else if (of && typeof of === 'object' && !ArrayBuffer.isView(of)) {
        for (const [name, part] of Object.entries(of)) {
            if (!name.startsWith('_') && name !== 'tag' && name !== 'length') leaves(part, all);
        }
    }
    return all;
};
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
            const found = leaves(new made(stream), []);
            if (!stream.isEof()) throw new Error(`${file}: bytes are left`);
            const json = fs.readFileSync(path.join(folder, file.replace('.ksy', '.json')), 'utf8');
            const expected = JSON.parse(json).map((leaf) => (typeof leaf === 'string' ? Number(leaf) : leaf.text));
            const at = expected.findIndex((leaf, at) => !Object.is(leaf, found[at]));
            if (at >= 0 || expected.length !== found.length)
                throw new Error(`${file}: leaf ${at} is ${found[at]}, expected ${expected[at]}`);
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
import importlib, json, os, sys
sys.path[:0] = ["python", "files"]
from kaitaistruct import KaitaiStream, BytesIO


def leaves(of, found):
    """Appends the numbers and texts in what a reader has made, but for tags and lengths."""
    if isinstance(of, (int, float, str)):
        found.append(of)
    elif isinstance(of, list):
        for part in of:
            leaves(part, found)
    elif hasattr(of, "__dict__"):
        for name, part in vars(of).items():
            if name[0] != "_" and name not in ("tag", "length"):
                leaves(part, found)
    return found


count = leaf_count = 0
for name in sorted(os.listdir("files")):
    if name.endswith(".bin"):
        module = importlib.import_module(name[:-4] + "_file")
        made = getattr(module, "".join(part.capitalize() for part in (name[:-4] + "_file").split("_")))
        stream = KaitaiStream(BytesIO(open(os.path.join("files", name), "rb").read()))
        found = leaves(made(stream), [])
        assert stream.is_eof(), name
        expected = json.load(open(os.path.join("files", name[:-4] + ".json")))
        assert len(found) == len(expected), name
        for leaf, other in zip(expected, found):
            leaf = type(other)(leaf) if isinstance(leaf, str) else leaf["text"]
            assert repr(leaf) == repr(other), (name, leaf, other)
        count += 1
        leaf_count += len(found)
print(count, "values read to their ends by Python and JavaScript, with the same", leaf_count, "numbers and texts")
PY
run python3 read.py
