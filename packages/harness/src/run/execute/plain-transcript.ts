import type { TranscriptEntry } from '@assay/schema';
import { instant } from '../../contracts/host.ts';
import { emptyTranscriptSummary } from './empty-transcript-summary.ts';
import type { LiveTranscript } from './live-transcript.ts';

const LONGEST_TEXT = 64 * 1024;

/** The transcript of a program without a known format: the end of its output and its exit code. */
export function readPlain(now: () => number): LiveTranscript {
  let tail = Buffer.alloc(0);
  let size = 0;
  return {
    push: (chunk) => {
      size += chunk.length;
      tail = Buffer.concat([tail, chunk]).subarray(-LONGEST_TEXT);
    },
    glance: () => ({ session_id: null, usage: null, cost_usd_micros: null }),
    finish: (ended) => {
      const text = tail.toString('utf8').trim();
      const entries: TranscriptEntry[] = text === '' ? [] : [{ type: 'assistant', text, at: instant(now()) }];
      const left_out = size > LONGEST_TEXT ? [`the first ${size - LONGEST_TEXT} bytes of the output were dropped`] : [];
      return {
        entries,
        arrivals: entries.length,
        summary: {
          ...emptyTranscriptSummary({
            format: 'plain',
            agent: 'command',
            end:
              ended.ended_by === 'exit' && ended.exit_code === 0
                ? { status: 'completed', reason: 'the program exited with 0' }
                : {
                    status: 'failed',
                    reason: ended.reason ?? `the program exited with ${ended.exit_code ?? ended.signal}`,
                  },
            counts: { records: 0, entries: entries.length, unknown: 0, repaired: 0 },
            warnings: left_out,
          }),
          interactions: [],
        },
      };
    },
  };
}
