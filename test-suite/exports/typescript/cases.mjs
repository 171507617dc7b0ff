// Compares what the modules of TypeScript read with what the library wrote: in Node and in a browser.

/** Returns a function that compares the cases of a module, given the runtime that the modules import. */
export function comparer({ Node, PackedError, Unknown }) {
  // Whether the value that is read was validated: then maps find their keys.
  let isValid = true;

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const scratch = new DataView(new ArrayBuffer(8));

  function float(value) {
    if (Number.isNaN(value)) return { float: "NaN" };
    scratch.setFloat64(0, value);
    return { float: scratch.getBigUint64(0).toString(16).padStart(16, "0") };
  }

  function scalar(name, value) {
    const kind = typeof value;
    switch (name) {
      case "bool":
        return { bool: value };
      case "char":
        return { char: value };
      case "f32":
      case "f64":
        return float(value);
      case "Duration":
      case "SystemTime":
        return { time: [value.seconds.toString(), value.nanoseconds] };
      default: {
        const isWide = /64|128|size/.test(name);
        if (kind !== (isWide ? "bigint" : "number")) throw new Error(`${name} is a ${kind}`);
        return { number: value.toString() };
      }
    }
  }

  /** Returns a value as the test in Rust has it. */
  function dump(plan, of, value) {
    const node = plan.nodes[of];
    switch (node.form) {
      case "scalar":
        return scalar(node.scalar, value);
      case "text":
        return { text: value };
      case "cbor":
        return { bytes: hex(value) };
      case "unknown":
        if (!(value instanceof Unknown)) throw new Error("expected an Unknown");
        return { unknown: hex(value.bytes) };
      case "array":
      case "sequence": {
        if (value instanceof Uint8Array) return Array.from(value, (byte) => ({ number: String(byte) }));
        if (node.kind === "map") {
          const entry = plan.nodes[node.element.of].fields.fields;
          const keys = Array.from(value.keys());
          if (isValid) for (const [key, of] of value) find(value, key, of);
          if (keys.length !== value.size) throw new Error("keys");
          return Array.from(value, ([key, of]) => fields(plan, entry, [key, of]));
        }
        const all = Array.from(value, (element) => dump(plan, node.element.of, element));
        const length = node.kind === "set" ? value.size : value.length;
        if (all.length !== length) throw new Error("length");
        if (isValid && node.kind === "set") {
          for (const element of value) if (!value.has(element)) throw new Error("has");
        }
        return all;
      }
      case "struct":
        if (value === null) return { fields: [] };
        return fields(plan, node.fields.fields, values(value));
      default:
        return dumpEnum(plan, of, value);
    }
  }

  /** Compares what a map returns for one of its keys. */
  function find(map, key, value) {
    if (!map.has(key)) throw new Error(`the map does not have its key ${String(key)}`);
    const found = map.get(key);
    if (typeof found !== typeof value || (found instanceof Node && found.$at !== value.$at)) throw new Error("get");
  }

  function values(node) {
    const names = node.constructor.$fields;
    const entries = Array.from(node.$entries());
    if (entries.some(([name], index) => name !== names[index])) throw new Error("entries");
    return names.map((name) => node[name]);
  }

  function fields(plan, facts, values) {
    const out = [];
    for (const [index, { of, size, hasDefault }] of facts.entries()) {
      const value = values[index];
      // (What takes no bytes is there and not there.)
      if (hasDefault && (value === undefined || size === 0)) continue;
      const dumped = dump(plan, of, value);
      if (dumped === null && hasDefault) continue;
      out.push([index, dumped]);
    }
    return { fields: out };
  }

  function dumpEnum(plan, of, value) {
    const { constructors, name } = plan.nodes[of];
    const optional = name === "Option" && constructors.length === 2 && constructors[0].name === "None";
    const isOwn = value instanceof Node && value.constructor.$node === of;
    if (optional && !isOwn) {
      return value === undefined ? null : { some: dump(plan, constructors[1].fields[0].of, value) };
    }
    if (typeof value === "string") return { kind: value, fields: [] };
    const constructor = constructors.find((other) => other.name === value.kind);
    const { fields: dumped } = fields(plan, constructor.fields, values(value));
    if (optional) return value.kind === "None" ? null : { some: dumped[0][1] };
    return { kind: value.kind, fields: dumped };
  }

  /** Sorts the names of objects, as Rust's maps are. */
  function sorted(value) {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
  }

  function attempt(action) {
    try {
      return { value: action() };
    } catch (error) {
      return { error };
    }
  }

  /** Returns what is wrong with what the module makes of a case. */
  function* differences(module, line) {
    const [text, verdict, detail] = line.split("\t");
    const expected = JSON.parse(detail);
    const bytes = unhex(text);
    const { error } = attempt(() => module.validate(bytes));
    isValid = verdict === "ok";
    const read = attempt(() => dump(module.plan, 0, module.open(bytes)));
    if (isValid) {
      if (error !== undefined) yield `refused: ${error.message}`;
      else if (read.error !== undefined) yield `valid, but ${read.error.stack}`;
      else if (JSON.stringify(sorted(read.value)) !== JSON.stringify(sorted(expected))) {
        yield `read ${JSON.stringify(read.value)}, expected ${detail}`;
      }
      return;
    }
    const [offset, path, message] = expected;
    if (error === undefined) yield `accepted, expected: ${message}`;
    else if (!(error instanceof PackedError)) yield String(error.stack);
    else if (error.kind !== verdict || error.offset !== offset || error.path !== path || error.message !== message) {
      yield `refused with: ${error.message}; expected: ${message}`;
    }
    // What is not valid is read without harm: it has a value, or there is an error.
    if (read.error !== undefined && !(read.error instanceof PackedError) && !(read.error instanceof RangeError)) {
      yield `reading what is not valid: ${read.error.stack}`;
    }
  }

  /** Compares all cases of a text; returns their number, the number of valid ones, and what differs. */
  return (module, name, text) => {
    const lines = text.split("\n").slice(0, -1);
    const differing = lines.flatMap((line, index) =>
      Array.from(differences(module, line), (what) => `${name}:${index + 1}: ${what}`),
    );
    return { cases: lines.length, valid: lines.filter((line) => line.includes("\tok\t")).length, differing };
  };
}

/** Returns the summary of such results, after printing what differs. */
export function summary(results) {
  const sum = (count) => results.reduce((sum, result) => sum + count(result), 0);
  const [cases, valid, differing] = [sum((of) => of.cases), sum((of) => of.valid), results.flatMap((of) => of.differing)];
  if (cases === 0 || valid === 0) throw new Error("there are no cases");
  for (const what of differing.slice(0, 20)) console.error(what);
  const text = `${cases} cases, ${valid} of them valid: ${differing.length} differ in value, verdict, place or message`;
  return { text, isEqual: differing.length === 0 };
}
