// Packed trees in JavaScript: the layouts Compact and Indexed, as the book specifies them (book/src/layouts).
//
// A tree is a BigInt (a leaf) or an array of two trees. `pack` also returns the parts of the bytes, for display: each is
// { kind: "tag" | "value" | "size", start, end, title }.

/** The maximum number of parts: more of them would not help a reader of the page. */
export const MAX_PARTS = 2000;

/** Returns the number of bytes of a tree. For Indexed, it stores the size of each left tree in `sizes`. */
function measure(tree, layout, sizes) {
  if (typeof tree === "bigint") return 9;
  const left = measure(tree[0], layout, sizes);
  const right = measure(tree[1], layout, sizes);
  if (layout !== "indexed") return 1 + left + right;
  sizes.set(tree, left);
  return 1 + varintLength(left) + left + right;
}

/** Returns the number of bytes of a short varint. */
function varintLength(n) {
  return n < 0xfc ? 1 : n < 0x10000 ? 3 : 5;
}

/** Packs a tree. Returns the bytes and their parts. */
export function pack(tree, layout) {
  const sizes = new Map();
  const bytes = new Uint8Array(measure(tree, layout, sizes));
  const view = new DataView(bytes.buffer);
  const parts = [];
  let at = 0;

  const part = (kind, length, title) => {
    if (parts.length < MAX_PARTS) parts.push({ kind, start: at, end: at + length, title });
    at += length;
  };

  const varint = (n, title) => {
    const length = varintLength(n);
    if (length === 1) view.setUint8(at, n);
    else if (length === 3) {
      view.setUint8(at, 0xfc);
      view.setUint16(at + 1, n, true);
    } else {
      view.setUint8(at, 0xfd);
      view.setUint32(at + 1, n, true);
    }
    part("size", length, title);
  };

  const walk = (tree) => {
    if (typeof tree === "bigint") {
      view.setUint8(at, 0);
      part("tag", 1, "tag 0: a Leaf");
      view.setBigInt64(at, tree, true);
      part("value", 8, `the number ${tree}, 64 bits, the lowest byte first`);
      return;
    }
    view.setUint8(at, 1);
    part("tag", 1, "tag 1: a Node; its two fields follow");
    if (layout === "indexed") {
      const size = sizes.get(tree);
      varint(size, `size: the left tree takes ${size} bytes; a reader can jump over it to the right tree`);
    }
    walk(tree[0]);
    walk(tree[1]);
  };

  walk(tree);
  return { bytes, parts };
}

/** Unpacks a tree that the service sent. Returns the tree. */
export function unpack(bytes, layout) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const walk = () => {
    const tag = view.getUint8(at++);
    if (tag === 0) {
      const leaf = view.getBigInt64(at, true);
      at += 8;
      return leaf;
    }
    if (tag !== 1) throw new Error(`invalid tag: expected 0 or 1, found ${tag}, at byte ${at - 1}`);
    if (layout === "indexed") {
      const first = view.getUint8(at);
      at += first < 0xfc ? 1 : first === 0xfc ? 3 : 5;
    }
    const left = walk();
    return [left, walk()];
  };
  return walk();
}

/** Returns a tree as serde_json writes it. (JSON.stringify does not support BigInt.) */
export function toJson(tree) {
  return typeof tree === "bigint" ? `{"Leaf":${tree}}` : `{"Node":[${toJson(tree[0])},${toJson(tree[1])}]}`;
}
