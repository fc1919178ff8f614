import { createHash } from 'node:crypto';

/**
 * Canonical JSON: sorted keys, no whitespace, no absent fields. The same value always gives the same text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      // by code unit: locale order differs between machines
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  const plain = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  if (!plain) throw new TypeError(`Expected a JSON value, got ${String(value)}`);
  return JSON.stringify(value);
}

/** SHA-256 of a value's canonical JSON. */
export const canonicalDigest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
