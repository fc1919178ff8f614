/** A source of numbers that looks random and is a function of its seed. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
}

/**
 * Seeded by the digest of `text`, so that the same input draws the same numbers on every machine.
 * xoshiro128** over four 32-bit words of an FNV-1a digest.
 */
export function seededRandom(text: string): Random {
  let [a, b, c, d] = digest(text);
  const next = (): number => {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return scrambled;
  };
  for (let i = 0; i < 16; i++) next(); // similar digests part ways
  return { below: (bound) => Math.floor((next() / 2 ** 32) * bound) };
}

function digest(text: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let i = 0; i < text.length; i++) {
    for (let word = 0; word < 4; word++) {
      words[word] = Math.imul((words[word] as number) ^ (text.charCodeAt(i) + word * 0x1f1f), 0x01000193);
    }
  }
  return words.map((word) => finish(word)) as typeof words;
}

function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x45d9f3b);
  mixed ^= mixed >>> 15;
  return mixed === 0 ? 1 : mixed;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
