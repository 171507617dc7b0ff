/** Returns the offset of the first byte from `at` to `end` that is not part of UTF-8, or `end`. */
export function validUpTo(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      at++;
      continue;
    }
    const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (size === 0 || at + size > end) return at;
    // (Of some first bytes, not all second bytes follow: no longer form than the shortest, no surrogates, no number
    // above 0x10FFFF.)
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    const second = bytes[at + 1] as number;
    if (second < low || second > high) return at;
    for (let index = 2; index < size; index++) {
      if (((bytes[at + index] as number) & 0xc0) !== 0x80) return at;
    }
    at += size;
  }
  return end;
}
