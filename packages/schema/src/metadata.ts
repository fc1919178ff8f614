import { z } from 'zod';
import { JsonValue } from './json-value.ts';

const MOST_METADATA_BYTES = 4096;

/** What a caller wants to be kept with an evaluation. */
export const Metadata = z
  .record(z.string(), JsonValue)
  .refine((value) => isShort(JSON.stringify(value)), {
    error: 'expected at most 4 KiB of JSON, found more',
    abort: true,
  })
  .meta({ id: 'Metadata', description: "The caller's own notes; at most 4 KiB of JSON." });
export type Metadata = z.infer<typeof Metadata>;

// as UTF-8 would write it; there is no encoder in every place this runs in
function isShort(text: string): boolean {
  if (text.length > MOST_METADATA_BYTES) return false;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes <= MOST_METADATA_BYTES;
}
