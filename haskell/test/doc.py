"""Runs the examples of the documentation, in GHCi: the lines after `>>>` in the modules of src, and the program of
README.md, which is also compiled. Fails, too, if an export has no comment or no example (see exports.py)."""

import pathlib
import re
import subprocess
import sys
import tempfile

import exports

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


def ghci(directory, options, script):
    command = ["ghci", "-v0", "-ignore-dot-ghci", *database, *options]
    return subprocess.run(command, cwd=directory, input=script, text=True, capture_output=True, check=False)


def examples():
    """Where each example is, its lines, and the line that it prints."""
    for path in sorted((root / "src").rglob("*.hs")):
        inputs = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r"\s*-- >>> (.*)", line)
            if match:
                inputs.append(match.group(1))
            elif inputs:
                yield f"{path.relative_to(root)}:{number - 1}", inputs, re.sub(r"^\s*-- ?", "", line)
                inputs = []


def run_examples(directory):
    found = list(examples())
    script = ":m + PackedData Data.Proxy Example\nimport qualified PackedData.Do as R\n"
    script += "import qualified Data.ByteString as Bytes\nimport qualified Data.Text as Text\n"
    for number, (_, inputs, _) in enumerate(found):
        script += f'putStrLn "@@{number}"\n' + "\n".join(inputs) + "\n"
    run = ghci(directory, [*flags, f"-i{root / 'test'}", str(root / "test/Example.hs")], script)
    answers = dict(re.findall(r"@@(\d+)\n(.*?)(?=@@|\Z)", run.stdout, re.S))
    for number, (where, _, wanted) in enumerate(found):
        report(where, wanted, answers.get(str(number), "").strip())
    if failed:
        print(run.stderr)
    return len(found)


def run_readme(directory):
    wanted = (
        "True\n(6,3,6)\n(Node (Leaf 2) (Node (Leaf 3) (Leaf 4)),Node (Leaf 2) (Node (Leaf 4) (Leaf 6)))\nRight 6\n"
    )
    program = re.search(r"```haskell\n(.*?)```", (root / "README.md").read_text(), re.S).group(1)
    pathlib.Path(directory, "Main.hs").write_text(program)
    interpreted = ghci(directory, ["Main.hs"], "main\n")
    report("README.md in GHCi", wanted, interpreted.stdout + interpreted.stderr)
    build = ["ghc", "-v0", *database, "-dynamic-too", "Main.hs", "-o", "program"]
    run = subprocess.run(build, cwd=directory, text=True, capture_output=True, check=False)
    if run.returncode == 0:
        run = subprocess.run(["./program"], cwd=directory, text=True, capture_output=True, check=False)
    report("README.md", wanted, run.stdout + run.stderr)


with tempfile.TemporaryDirectory() as temporary:
    count = run_examples(temporary)
    run_readme(temporary)
names, complaints = exports.check()
failed = failed or bool(complaints)
print("\n".join(complaints))
verdict = "FAILED" if failed else "ok"
print(f"{count} examples of the documentation, {names} exports, and README.md, also in GHCi: {verdict}")
sys.exit(failed)
