"""Reads Core after CorePrep, and fails if a loop of a task allocates, or returns a boxed number."""

import re
import sys

# The entry points. Loops are found from them by the names that they call.
TASKS = [
    task + layout
    for task in (
        "sum",
        "sumUnrolled",
        "sumView",
        "rightMost",
        "rightMostView",
        "eval",
        "evalUnrolled",
        "evalView",
        "incrementInPlace",
    )
    for layout in ("Compact", "Indexed", "SkipLast")
]

# The copies for a layout that is not known when they are compiled. Nothing here calls them.
GENERIC = re.compile(r"\$w(sum|eval)(Tree|Ast|Unrolled|View)|\$w(rightMost|rightMostView|incrementInPlace|increment)")

NAME = r"[A-Za-z_$][\w$']*"

# A splice of Template Haskell is dumped without a name; such lines may begin at the margin.
KEYWORDS = {"case", "in", "join", "joinrec", "let", "letrec", "of"}


def bindings(text):
    """The top-level bindings of the dump: name and right-hand side."""
    found = {}
    name = None
    for line in text.splitlines():
        start = re.match(rf"^({NAME})\b(?!.*::.*=>)", line)
        if start and start.group(1) not in KEYWORDS and not line.startswith(("Rec", "end", "--")):
            name = start.group(1)
            found.setdefault(name, [])
        elif line and not line.startswith((" ", "--", "}")):
            name = None
        if name:
            found[name].append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def without_join_points(body):
    """A join point is code, not a closure."""
    return re.sub(r"\bjoin(rec)? \{", "", body)


def main():
    all_bindings = bindings(open(sys.argv[1], encoding="utf-8").read())
    failed = False
    for task in TASKS:
        loops, todo = set(), [task]
        while todo:
            name = todo.pop()
            for called in set(re.findall(NAME, all_bindings.get(name, ""))):
                body = all_bindings.get(called)
                # The loop: a function that calls itself, or a part of one.
                if body and called not in loops and called != task:
                    loops.add(called)
                    todo.append(called)
        recursive = [l for l in loops if re.search(rf"(?<![\w$]){re.escape(l)}(?![\w$'])", "\n".join(all_bindings[l].splitlines()[1:]))]
        workers = [l for l in recursive if l.startswith("$w") and l != "$w" + task and not GENERIC.fullmatch(l)]
        allocating = [l for l in workers if re.search(r"\blet(rec)? \{", without_join_points(all_bindings[l]))]
        if not workers:
            failed = True
            print(f"{task}: no unboxed loop found ({', '.join(sorted(recursive)) or 'no recursion'})")
        elif allocating:
            failed = True
            print(f"{task}: {', '.join(allocating)} allocates")
        else:
            print(f"{task}: {', '.join(sorted(workers))} allocates nothing")
    sys.exit(failed)


main()
