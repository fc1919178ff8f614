import { walk } from './walk.ts';

/**
 * A short digest of any value: equal values have equal digests, whatever the order of their keys. 64-bit FNV-1a.
 * Long texts are not used as map keys themselves, because engines may hash them by length alone.
 */
export function valueDigest(value: unknown): string {
  let [low, high, length] = [0x811c9dc5, 0x9e3779b9, 0];
  walk(value, (kind, text) => {
    const start = KINDS[kind] + text.length * 5;
    low = Math.imul(low ^ start, PRIME);
    high = Math.imul(high ^ start, PRIME);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      low = Math.imul(low ^ unit, PRIME);
      high = Math.imul((high ^ (high >>> 15)) + unit, PRIME);
    }
    length += text.length;
  });
  return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}-${length.toString(36)}`;
}

const PRIME = 0x01000193;
/** Distinguishes texts from keys, and lists from objects. */
const KINDS = { list: 0, object: 1, key: 2, text: 3, other: 4 } as const;
