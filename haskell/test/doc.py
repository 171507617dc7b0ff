"""Runs the examples of the documentation: the lines after `>>>` in the modules of src, and the program of README.md."""

import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
cabal = (root / "packed-data-cursor.cabal").read_text()
extensions = re.findall(r"^    ([A-Z]\w+)$", cabal.split("default-extensions:")[1].split("\n\n")[0], re.M)
flags = [f"-X{e}" for e in extensions + ["QualifiedDo", "BlockArguments"]]
database = ["-package-db", str(root / "dist/package.conf.inplace")]
failed = False


def report(where, expected, found):
    global failed
    if expected != found:
        failed = True
        print(f"{where}: expected {expected!r}, found {found!r}")


examples = []
for path in sorted((root / "src").rglob("*.hs")):
    lines = path.read_text().splitlines()
    for i, line in enumerate(lines):
        match = re.match(r"\s*-- >>> (.*)", line)
        if match:
            wanted = re.sub(r"^\s*-- ?", "", lines[i + 1])
            examples.append((f"{path.relative_to(root)}:{i + 1}", match.group(1), wanted))

script = ":set +m\n:m + PackedData Data.Proxy Example\nimport qualified PackedData.Do as R\nimport qualified Data.ByteString as Bytes\n"
for number, (_, expression, _) in enumerate(examples):
    script += f'putStrLn "@@{number}"\n{expression}\n'
run = subprocess.run(
    ["ghci", "-v0", "-ignore-dot-ghci", *database, *flags, f"-i{root / 'test'}", str(root / "test/Example.hs")],
    input=script, text=True, capture_output=True, check=False,
)
answers = dict(re.findall(r"@@(\d+)\n(.*?)(?=\n@@|\Z)", run.stdout.strip(), re.S))
for number, (where, _, wanted) in enumerate(examples):
    report(where, wanted, answers.get(str(number), run.stderr[-2000:]).strip())

program = re.search(r"```haskell\n(.*?)```", (root / "README.md").read_text(), re.S).group(1)
with tempfile.TemporaryDirectory() as directory:
    path = pathlib.Path(directory) / "Main.hs"
    path.write_text(program)
    build = ["ghc", "-v0", *database, "-dynamic-too", str(path), "-o", f"{directory}/program"]
    built = subprocess.run(build, cwd=directory, text=True, capture_output=True, check=False)
    run = subprocess.run([f"{directory}/program"], cwd=directory, text=True, capture_output=True, check=False) if built.returncode == 0 else built
    wanted = "True\n(6,3,6)\n(Node (Leaf 2) (Node (Leaf 3) (Leaf 4)),Node (Leaf 2) (Node (Leaf 4) (Leaf 6)))\nRight 6\n"
    report("README.md", wanted, run.stdout + run.stderr)

print(f"{len(examples)} examples of the documentation, and README.md: {'FAILED' if failed else 'ok'}")
sys.exit(failed)
