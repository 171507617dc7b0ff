// Makes the code of a visitor: for each class of a module a function that visits its children. It is what a linter has,
// written by hand or generated; the names of fields are in the code.

/** Returns `visit(value, onName)`, for the types of a module, given its plan: calls `onName` for each name. */
export function visitor(plan) {
  const { nodes } = plan;
  // Types in which there are names.
  const holds = new Set();
  const parts = (node) => {
    switch (node.form) {
      case "array":
      case "sequence":
        return [node.element.of];
      case "struct":
        return node.fields.fields.map(({ of }) => of);
      case "enum":
        return node.constructors.flatMap(({ fields }) => fields.map(({ of }) => of));
      default:
        return [];
    }
  };
  const name = nodes.findIndex((node) => node.form === "struct" && node.name === "Name");
  holds.add(name);
  for (let found = -1; found !== holds.size; ) {
    found = holds.size;
    nodes.forEach((node, index) => parts(node).some((of) => holds.has(of)) && holds.add(index));
  }
  const isOption = (node) => node.form === "enum" && node.name === "Option";
  const call = (of, value) => `v${of}(${value}, f);`;
  const fields = (all) =>
    all
      .filter(({ of }) => holds.has(of))
      .map(({ of, name }) => call(of, `x.${/^\d/.test(name) ? `_${name}` : name}`))
      .join(" ");
  const code = [...holds].map((index) => {
    const node = nodes[index];
    if (index === name) return `function v${index}(x, f) { f(x); }`;
    if (node.form === "struct") return `function v${index}(x, f) { ${fields(node.fields.fields)} }`;
    if (isOption(node)) {
      return `function v${index}(x, f) { if (x !== undefined) { ${call(node.constructors[1].fields[0].of, "x")} } }`;
    }
    if (node.form === "enum") {
      const cases = node.constructors
        .filter((of) => of.fields.some((field) => holds.has(field.of)))
        .map((of) => `case "${of.name}": ${fields(of.fields)} break;`);
      return `function v${index}(x, f) { switch (x.kind) { ${cases.join("\n")} } }`;
    }
    const each = call(node.element.of, "x.at(i)");
    return `function v${index}(x, f) { for (let i = 0, n = x.length; i < n; i++) { ${each} } }`;
  });
  const root = (of) => `v${of}`;
  const statement = nodes.findIndex((node) => node.form === "enum" && node.name === "Stmt");
  return new Function(`${code.join("\n")}\nreturn { program: ${root(0)}, statement: ${root(statement)} };`)();
}
