import { z } from 'zod';
import { JsonValue } from './json-value.ts';

const MOST_METADATA_BYTES = 4096;

/** Data a caller stores with an evaluation. */
export const Metadata = z
  .record(z.string(), JsonValue)
  .refine((value) => isShort(JSON.stringify(value)), {
    error: 'expected at most 4 KiB of JSON, found more',
    abort: true,
  })
  .meta({ id: 'Metadata', description: "The caller's own data; up to 4 KiB of JSON." });
export type Metadata = z.infer<typeof Metadata>;

// counts UTF-8 bytes without TextEncoder, which is not available everywhere this runs
function isShort(text: string): boolean {
  if (text.length > MOST_METADATA_BYTES) return false;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes <= MOST_METADATA_BYTES;
}
