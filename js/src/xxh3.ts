/*
 * XXH3 with 64 bits, seed 0 and the default secret.
 *
 * Inputs of up to 240 bytes are hashed with BigInt, which is simple. Longer ones are hashed in eight accumulators of 64
 * bits, each of which is two unsigned numbers of 32 bits: the loop over their bytes makes no BigInt.
 */

const SECRET = Uint8Array.from(
  (
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248e" +
    "e03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a" +
    "51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8f" +
    "f8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
  ).match(/../g) ?? [],
  (byte) => Number.parseInt(byte, 16),
);
const secret = new DataView(SECRET.buffer);

const MASK = (1n << 64n) - 1n;
const [P32_1, P32_2, P32_3] = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn];
const P64_1 = 0x9e3779b185ebca87n;
const P64_2 = 0xc2b2ae3d27d4eb4fn;
const P64_3 = 0x165667b19e3779f9n;
const P64_4 = 0x85ebca77c2b2ae63n;
const P64_5 = 0x27d4eb2f165667c5n;

/** Returns the hash of bytes: XXH3 with 64 bits and the seed 0. */
export function xxh3(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length <= 16) return upTo16(view);
  if (bytes.length <= 240) return upTo240(view);
  return long(view);
}

function key(at: number): bigint {
  return secret.getBigUint64(at, true);
}

/** Returns both halves of a product, combined. */
function fold(a: bigint, b: bigint): bigint {
  const product = a * b;
  return (product & MASK) ^ (product >> 64n);
}

function avalanche(hash: bigint): bigint {
  hash ^= hash >> 37n;
  hash = (hash * 0x165667919e3779f9n) & MASK;
  return hash ^ (hash >> 32n);
}

/** The avalanche of XXH64. */
function avalanche64(hash: bigint): bigint {
  hash = ((hash ^ (hash >> 33n)) * P64_2) & MASK;
  hash = ((hash ^ (hash >> 29n)) * P64_3) & MASK;
  return hash ^ (hash >> 32n);
}

function rotate(hash: bigint, by: bigint): bigint {
  return ((hash << by) | (hash >> (64n - by))) & MASK;
}

function swap(hash: bigint): bigint {
  let swapped = 0n;
  for (let index = 0; index < 8; index++, hash >>= 8n) swapped = (swapped << 8n) | (hash & 0xffn);
  return swapped;
}

function upTo16(view: DataView): bigint {
  const length = view.byteLength;
  const size = BigInt(length);
  if (length > 8) {
    const low = view.getBigUint64(0, true) ^ key(24) ^ key(32);
    const high = view.getBigUint64(length - 8, true) ^ key(40) ^ key(48);
    return avalanche((size + swap(low) + high + fold(low, high)) & MASK);
  }
  if (length >= 4) {
    const [first, last] = [BigInt(view.getUint32(0, true)), BigInt(view.getUint32(length - 4, true))];
    let hash = (last + (first << 32n)) ^ key(8) ^ key(16);
    hash ^= rotate(hash, 49n) ^ rotate(hash, 24n);
    hash = (hash * 0x9fb21c651e98df25n) & MASK;
    hash ^= (hash >> 35n) + size;
    hash = (hash * 0x9fb21c651e98df25n) & MASK;
    return hash ^ (hash >> 28n);
  }
  if (length === 0) return avalanche64(key(56) ^ key(64));
  const [first, middle, last] = [view.getUint8(0), view.getUint8(length >> 1), view.getUint8(length - 1)];
  const combined = BigInt(((first << 16) | (middle << 24) | last | (length << 8)) >>> 0);
  return avalanche64(combined ^ BigInt((secret.getUint32(0, true) ^ secret.getUint32(4, true)) >>> 0));
}

/** Returns the mix of 16 bytes. */
function mix(view: DataView, at: number, secretAt: number): bigint {
  return fold(view.getBigUint64(at, true) ^ key(secretAt), view.getBigUint64(at + 8, true) ^ key(secretAt + 8));
}

function upTo240(view: DataView): bigint {
  const length = view.byteLength;
  let sum = BigInt(length) * P64_1;
  if (length <= 128) {
    for (let index = (length - 1) >> 5; index >= 0; index--) {
      sum += mix(view, 16 * index, 32 * index) + mix(view, length - 16 * (index + 1), 32 * index + 16);
    }
    return avalanche(sum & MASK);
  }
  for (let index = 0; index < 8; index++) sum += mix(view, 16 * index, 16 * index);
  sum = avalanche(sum & MASK);
  for (let index = 8; index < length >> 4; index++) sum += mix(view, 16 * index, 16 * (index - 8) + 3);
  sum += mix(view, length - 16, 136 - 17);
  return avalanche(sum & MASK);
}

const STRIPE = 64;
/** The stripes between two scrambles. */
const STRIPES = (SECRET.length - STRIPE) / 8;

/** The secret as numbers of 32 bits, from each multiple of 8 bytes on; and from the last stripe's offset on. */
const WORDS = Uint32Array.from({ length: SECRET.length >> 2 }, (_, index) => secret.getUint32(4 * index, true));
const LAST_WORDS = Uint32Array.from({ length: 16 }, (_, index) => secret.getUint32(SECRET.length - 71 + 4 * index, true));

function long(view: DataView): bigint {
  const length = view.byteLength;
  // The low and the high halves of the accumulators, in turn.
  const sums = new Uint32Array(16);
  [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1].forEach((start, index) => {
    sums[2 * index] = Number(start & 0xffff_ffffn);
    sums[2 * index + 1] = Number(start >> 32n);
  });
  const stripes = Math.floor((length - 1) / STRIPE);
  let inBlock = 0;
  for (let stripe = 0; stripe < stripes; stripe++) {
    accumulate(sums, view, stripe * STRIPE, WORDS, 2 * inBlock);
    if (++inBlock === STRIPES) {
      scramble(sums);
      inBlock = 0;
    }
  }
  accumulate(sums, view, length - STRIPE, LAST_WORDS, 0);
  return merge(sums, BigInt(length) * P64_1);
}

/** Adds a stripe of 64 bytes to the accumulators. */
function accumulate(sums: Uint32Array, view: DataView, at: number, words: Uint32Array, from: number): void {
  for (let lane = 0; lane < 16; lane += 2) {
    const low = view.getUint32(at + 4 * lane, true);
    const high = view.getUint32(at + 4 * lane + 4, true);
    const a = (low ^ (words[from + lane] as number)) >>> 0;
    const b = (high ^ (words[from + lane + 1] as number)) >>> 0;
    // The product of `a` and `b`, of 64 bits, from products of 16 bits.
    const a0 = a & 0xffff;
    const a1 = a >>> 16;
    const b0 = b & 0xffff;
    const b1 = b >>> 16;
    const middle = a1 * b0 + ((a0 * b0) >>> 16);
    const rest = a0 * b1 + (middle & 0xffff);
    const productHigh = a1 * b1 + (middle - (middle & 0xffff)) / 0x1_0000 + (rest - (rest & 0xffff)) / 0x1_0000;
    add(sums, lane ^ 2, low, high);
    add(sums, lane, Math.imul(a, b) >>> 0, productHigh);
  }
}

/** Adds a number of 64 bits to an accumulator. */
function add(sums: Uint32Array, lane: number, low: number, high: number): void {
  const sum = (sums[lane] as number) + low;
  sums[lane] = sum;
  sums[lane + 1] = (sums[lane + 1] as number) + high + (sum > 0xffff_ffff ? 1 : 0);
}

/** Mixes the accumulators. */
function scramble(sums: Uint32Array): void {
  const from = WORDS.length - 16;
  for (let lane = 0; lane < 16; lane += 2) {
    const [oldLow, oldHigh] = [sums[lane] as number, sums[lane + 1] as number];
    // (A shift by 47 leaves bits in the low half only.)
    const low = (oldLow ^ (oldHigh >>> 15) ^ (WORDS[from + lane] as number)) >>> 0;
    const high = (oldHigh ^ (WORDS[from + lane + 1] as number)) >>> 0;
    const product = (BigInt(low) | (BigInt(high) << 32n)) * P32_1;
    sums[lane] = Number(product & 0xffff_ffffn);
    sums[lane + 1] = Number((product >> 32n) & 0xffff_ffffn);
  }
}

function merge(sums: Uint32Array, start: bigint): bigint {
  const sum = (lane: number): bigint => BigInt(sums[2 * lane] as number) | (BigInt(sums[2 * lane + 1] as number) << 32n);
  let hash = start;
  for (let lane = 0; lane < 8; lane += 2) {
    hash += fold(sum(lane) ^ key(11 + 8 * lane), sum(lane + 1) ^ key(11 + 8 * lane + 8));
  }
  return avalanche(hash & MASK);
}
