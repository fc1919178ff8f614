import { parse, TranscriptEntry } from '@assay/schema';

interface TranscriptPart {
  readonly entries: TranscriptEntry[];
  readonly total: number;
  readonly next: number | null;
}

const NEWLINE = 0x0a;

/** Up to `limit` entries of a transcript, starting at number `after`. Only these are parsed. */
export function readTranscriptPart(
  content: Buffer,
  { limit, after }: { readonly limit: number; readonly after: number },
): TranscriptPart {
  const entries: TranscriptEntry[] = [];
  let total = 0;
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(NEWLINE, start);
    const stop = end < 0 ? content.length : end;
    if (stop > start) {
      if (total >= after && entries.length < limit)
        entries.push(parse(TranscriptEntry, JSON.parse(content.toString('utf8', start, stop))));
      total++;
    }
    start = stop + 1;
  }
  const reached = after + entries.length;
  return { entries, total, next: entries.length > 0 && reached < total ? reached : null };
}
