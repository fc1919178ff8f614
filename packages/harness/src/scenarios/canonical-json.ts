import { createHash } from 'node:crypto';

/** JSON that is the same text for the same value, whoever writes it: keys sorted, nothing between, no absent fields. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      // by code unit: the order of a language would differ from machine to machine
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  const plain = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  if (!plain) throw new TypeError(`Expected a value of JSON, got ${String(value)}`);
  return JSON.stringify(value);
}

/** SHA-256 of a value's canonical JSON. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
