"""Fails if an export of a module of src has no Haddock comment, or is in no example that runs (see doc.py)."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMENT = r"(?:^ *(?:\{|,)? *-- [|^].*\n)(?:^ *--.*\n)*"

# Programs do not write these: they are in the types of fields, which mkPacked writes.
NO_EXAMPLE = {"Place", "KnownPlace", "Before", "CountedTags"}


def exported(text):
    """The names in a module's list of exports, in order, without those of modules."""
    listed = re.search(r"^module \S+\s*\((.*?)\)\s*where", text, re.S | re.M).group(1)
    listed = re.sub(r"--.*", "", listed)
    listed = re.sub(r"\bmodule \S+", "", listed)
    listed = re.sub(r"(?<=\w)(?<!type)\s*\([^()]*\)(?=\s*(,|$))", "", listed)
    for name in listed.split(","):
        name = re.sub(r"^type\s+", "", name.strip()).strip("()")
        if name:
            yield name


def has_comment(name, sources):
    """Whether a comment is just before a declaration of this name, or a list of exports explains it."""
    word = re.escape(name)
    before = r"(?:(?:data|newtype|class|type family|type)\b(?:[^=\n]*=>)?[^=\n]*?)?"
    head = rf"{COMMENT} *{before}(?<![\w'])\(?{word}\)?(?![\w'])"
    listed = rf"^    -- >>>.*(?<![\w']){word}(?![\w'])"
    return any(re.search(head, text, re.M) or re.search(listed, text, re.M) for text in sources)


def check():
    """The number of exports, and what is wrong with them."""
    paths = sorted((ROOT / "src").rglob("*.hs"))
    sources = [path.read_text() for path in paths]
    examples = re.findall(r"-- >>> (.*)", "\n".join(sources)) + [(ROOT / "test/Example.hs").read_text()]
    examples += re.findall(r"```haskell\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    used = set(re.findall(r"[A-Za-z_][\w']*", "\n".join(examples)))
    used |= set(re.findall(r"(?:(?<=R\.)|(?<= ))[-+*<=>$]+(?= )", "\n".join(examples)))
    complaints, count = [], 0
    for path, text in zip(paths, sources):
        if "Internal" in path.parts:
            continue
        for name in exported(text):
            count += 1
            # The tuples have the same functions, and the same templates make them.
            family = re.sub(r"Tuple[4-7]", "Tuple3", name)
            if not has_comment(family, sources):
                complaints.append(f"{path.name}: {name} has no Haddock comment")
            if (family in used) == (name in NO_EXAMPLE):
                complaints.append(f"{path.name}: {name} is in no example" + ", as is said" * (family in used))
    return count, complaints


if __name__ == "__main__":
    number, found = check()
    print("\n".join(found + [f"{number} exports of the Haskell package have comments and examples"] * (not found)))
    sys.exit(bool(found))
