/** A pseudorandom number generator that depends only on its seed. */
export interface Random {
  /** A whole number from 0 up to but not including `bound`. */
  below(bound: number): number;
  /** Adds a random row of `table` to each row of `sums`. */
  addRows(sums: Rows, table: Rows): void;
  /** Moves `count` random items to the front, in random order. */
  choose(items: Uint32Array, count: number): void;
}

/** Rows of two numbers, by column. */
export interface Rows {
  readonly effects: Float64Array;
  readonly kept: Float64Array;
}

/**
 * Seeded by the digest of `text`, so that the same input draws the same numbers on every machine.
 * xoshiro128** over four 32-bit words of an FNV-1a digest.
 */
export function seededRandom(text: string): Random {
  const state = digest(text);
  drawBelow(state, new Uint32Array(16), 1); // makes similar digests diverge
  const one = new Uint32Array(1);
  let steps = one;
  return {
    below(bound) {
      drawBelow(state, one, bound);
      return one[0] as number;
    },
    addRows: (sums, table) => addRows(state, sums, table),
    choose(items, count) {
      if (steps.length !== count) steps = new Uint32Array(count);
      drawBelow(state, steps, items.length, 1);
      for (let i = 0; i < count; i++) {
        const j = i + (steps[i] as number);
        const chosen = items[j] as number;
        items[j] = items[i] as number;
        items[i] = chosen;
      }
    },
  };
}

// the bound of each draw is lower by `less` than the last; one function, so that the state stays in local variables
function drawBelow(state: Int32Array, into: Uint32Array, bound: number, less = 0): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let i = 0; i < into.length; i++) {
    const drawn = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    into[i] = (drawn / 2 ** 32) * (bound - i * less);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
  }
  state.set([a, b, c, d]);
}

// draws and adds in one loop, because most of the time of a verdict is spent here
function addRows(state: Int32Array, sums: Rows, { effects, kept }: Rows): void {
  const { effects: effectSums, kept: keptSums } = sums;
  const bound = effects.length;
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let i = 0; i < effectSums.length; i++) {
    const drawn = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const pick = ((drawn / 2 ** 32) * bound) >>> 0;
    effectSums[i] = (effectSums[i] as number) + (effects[pick] as number);
    keptSums[i] = (keptSums[i] as number) + (kept[pick] as number);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
  }
  state.set([a, b, c, d]);
}

function digest(text: string): Int32Array {
  const words = Int32Array.of(0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35);
  for (let i = 0; i < text.length; i++) {
    for (let word = 0; word < 4; word++) {
      words[word] = Math.imul((words[word] as number) ^ (text.charCodeAt(i) + word * 0x1f1f), 0x01000193);
    }
  }
  return words.map(finish);
}

function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x45d9f3b);
  mixed ^= mixed >>> 15;
  return mixed === 0 ? 1 : mixed;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
