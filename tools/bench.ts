import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Counted, ReputationWindow } from '@assay/schema';
import { appendEvaluation, EMPTY_WINDOW, score } from '@assay/scoring';

/*
 * Speed as ratios against a reference measured in the same run, so that a slow machine is no slower verdict.
 * Each side is measured several times, in turn, and its best time counts. `--write` puts the table into the docs.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

interface Ratio {
  readonly what: string;
  readonly against: string;
  readonly limit: number;
  measure(): { subject: number; reference: number };
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The best of several alternating measurements of both sides. */
function best(rounds: number, subject: () => number, reference: () => number) {
  const found = { subject: Number.POSITIVE_INFINITY, reference: Number.POSITIVE_INFINITY };
  for (let i = 0; i < rounds; i++) {
    found.reference = Math.min(found.reference, reference());
    found.subject = Math.min(found.subject, subject());
  }
  return found;
}

const start = (...args: string[]): number => time(() => spawnSync(process.execPath, args, { stdio: 'ignore' }));

function interactions(count: number) {
  return {
    interactions: Array.from({ length: count }, (_, i) => ({
      id: `i${i}`,
      categories: [['environment'], ['service'], ['agent']][i % 3],
      duration_ms: (i * 37) % 12_000,
      context_bytes: (i * 101) % 9000,
      signals: { success: (i % 11) / 10, weight: (i % 7) / 6, relevance: (i % 5) / 4 },
    })),
    necessity: { agent: 0.8 },
    goal: { checks: [{ grade: 8 }] },
  };
}

/** The time of 2,000 appends to an agent that already has `history` evaluations behind it. */
function appends(history: number): number {
  const evaluation = (i: number): Counted => ({ passed: i % 9 !== 0, latency_ms: i % 70, latency_ref_ms: 100 });
  const window = (from: number, to: number, state: ReputationWindow): ReputationWindow => {
    let next = state;
    for (let i = from; i < to; i++) next = appendEvaluation(next, evaluation(i), i >= 500 ? evaluation(i - 500) : null);
    return next;
  };
  const before = window(0, history, EMPTY_WINDOW);
  return time(() => window(history, history + 2000, before));
}

const RATIOS: Ratio[] = [
  {
    what: 'start of `assay --help`',
    against: 'start of `node -e 0`',
    limit: 2,
    measure: () =>
      best(
        15,
        () => start(`${root}packages/cli/bin/assay.js`, '--help'),
        () => start('-e', '0'),
      ),
  },
  {
    what: 'AXIS over 100,000 interactions',
    against: 'AXIS over 10,000 interactions',
    limit: 12,
    measure: () => {
      const [large, small] = [interactions(100_000), interactions(10_000)];
      return best(
        5,
        () => time(() => score('axis', large)),
        () => time(() => score('axis', small)),
      );
    },
  },
  {
    what: 'reputation: one more evaluation after 500,000',
    against: 'one more after 500',
    limit: 1.5,
    measure: () =>
      best(
        5,
        () => appends(500_000),
        () => appends(500),
      ),
  },
];

const rows = RATIOS.map(({ what, against, limit, measure }) => {
  const { subject, reference } = measure();
  const ratio = subject / reference;
  const row = `| ${what} | ${against} | ${ratio.toFixed(2)} | ${limit} | ${ratio <= limit ? 'yes' : '**no**'} |`;
  process.stderr.write(
    `${ratio <= limit ? 'ok' : 'TOO SLOW'}  ${what}: ${ratio.toFixed(2)} × ${against} (limit ${limit})\n`,
  );
  return { row, passed: ratio <= limit };
});

const table = `| Subject | Reference | Ratio | Limit | Within |\n|---|---|---|---|---|\n${rows.map(({ row }) => row).join('\n')}\n`;
process.stdout.write(table);
if (process.argv.includes('--write')) {
  writeFileSync(
    `${root}docs/bench.md`,
    `# Bench\n\nWritten by \`npm run bench -- --write\`. Times of both columns come from one run on one machine; only their ratio is kept.\n\n${table}`,
  );
}
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;
