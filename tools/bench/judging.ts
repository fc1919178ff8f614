import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startThoroughJudge } from '../../test/scripted-judge/thorough-judge.ts';
import { CLI, peakBytes, type Ratio } from './ratio.ts';
import { writeSession } from './transcripts.ts';

const SESSION_BYTES = 160_000_000;

export const JUDGING: readonly Ratio[] = [
  {
    what: 'peak memory of `assay grade --judge` on a session with 10,000 interactions',
    against: 'the same session with the offline judge',
    limit: { most: 2 },
    measure: async () => {
      const session = writeSession(SESSION_BYTES);
      const cache = mkdtempSync(`${tmpdir()}/assay-judging-`);
      await using service = await startThoroughJudge();
      try {
        const env = {
          ...process.env,
          XDG_CACHE_HOME: cache,
          ANTHROPIC_API_KEY: 'scripted',
          ANTHROPIC_BASE_URL: service.url,
        };
        const reference = await peakBytes([CLI, 'grade', session, '--json'], env);
        const subject = await peakBytes([CLI, 'grade', session, '--json', '--judge', 'anthropic'], env);
        if (service.requests.length < 250)
          throw new Error(`expected 250 requests to the judge, found ${service.requests.length}`);
        return { subject, reference };
      } finally {
        rmSync(cache, { recursive: true, force: true });
      }
    },
  },
];
