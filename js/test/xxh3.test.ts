// The digests are those of the Python package `xxhash` (xxh3_64), which has the reference implementation in C.

import assert from "node:assert/strict";
import { test } from "node:test";

import { xxh3 } from "#dist/xxh3.js";

/** Returns bytes that look random, the same each time. */
function sample(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 0;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

const DIGESTS: readonly (readonly [number, bigint])[] = [
  [0, 0x2d06800538d394c2n],
  [1, 0x429e81bc6744101cn],
  [2, 0x57d7b9963cd30631n],
  [3, 0x33fa91c11a67d893n],
  [4, 0xdfc78f4f79c9b857n],
  [5, 0x309365137f596db7n],
  [7, 0x61d0fd2f2ab0e96cn],
  [8, 0x41d3bd7da1307c0bn],
  [9, 0xb56372f2d95fc4acn],
  [12, 0x25c1449a66d62a60n],
  [15, 0x4a5981b8837eb06dn],
  [16, 0xd0f867f8c75c2bccn],
  [17, 0x94bf30c08065b9f0n],
  [31, 0xd5b71512e228fd83n],
  [32, 0xda6b030c974bf351n],
  [33, 0xa3d93a45145994c1n],
  [63, 0x49a40632bef0bd26n],
  [64, 0x9f9aaf2d77cfb66dn],
  [65, 0x9e8d8e38def8882dn],
  [96, 0xcd503c6b6b051b74n],
  [97, 0xb568f692c8325091n],
  [127, 0xaec8928050a3262cn],
  [128, 0xe0469bdb312ba1aan],
  [129, 0x28a798e86da5b17bn],
  [130, 0x53614e6539afc94dn],
  [160, 0x6e55356bcb0544f3n],
  [191, 0x887943e1d891fcfan],
  [192, 0x8bce43b4371aa2bfn],
  [239, 0x8640479869345368n],
  [240, 0xa7bea110e2d19dc7n],
  [241, 0xcba21f3b71b2ad77n],
  [255, 0xf90c0e0b8e48f049n],
  [256, 0x532e8e874cd4f650n],
  [257, 0x7ea5390c5da2428fn],
  [511, 0xc29f511a728faf64n],
  [512, 0xfad7131a1a14bccbn],
  [1023, 0x276fc041c47bed03n],
  [1024, 0xf98d4758a8505603n],
  [1025, 0x23fac61768279f9cn],
  [1087, 0x55532e33e2b00c14n],
  [1088, 0xc087985679d707d1n],
  [1089, 0xb8ab2a97b1928458n],
  [2047, 0x5951ea15cbd706a3n],
  [2048, 0xb6b297d2c4d96221n],
  [2049, 0x456cf4c9449b33f5n],
  [65535, 0x35b032e6f32d7298n],
  [65536, 0xa7a16e4854fd23afn],
  [1000003, 0xc9d74dde721b7172n],
];

test("digests of many lengths", () => {
  const bytes = sample(1_000_003);
  for (const [length, digest] of DIGESTS) assert.equal(xxh3(bytes.subarray(0, length)), digest, `${length} bytes`);
});

test("the sum of the digests of all lengths to 2048", () => {
  const bytes = sample(2048);
  let sum = 0n;
  for (let length = 0; length <= 2048; length++) sum += xxh3(bytes.subarray(0, length));
  assert.equal(BigInt.asUintN(64, sum), 0x1b865efe86f98757n);
});

test("bytes at any place of a buffer", () => {
  const bytes = sample(500);
  for (const shift of [1, 2, 3, 7]) {
    const moved = new Uint8Array(500 + shift);
    moved.set(bytes, shift);
    for (const length of [0, 3, 16, 100, 300, 500]) {
      assert.equal(xxh3(moved.subarray(shift, shift + length)), xxh3(bytes.subarray(0, length)));
    }
  }
});
