import { Comparison, VerdictInput } from '@assay/schema';
import { score } from '@assay/scoring';
import { newId } from './database.ts';

/** A comparison that is improved, with the given candidate label. */
export function buildComparison(label: string): Comparison {
  const runs = (composite: number) =>
    ['a', 'b', 'c', 'd'].flatMap((task_id) =>
      Array.from({ length: 3 }, () => ({ task_id, composite, checks: { passed: 1, total: 2 } })),
    );
  const input = VerdictInput.parse({ baseline: runs(0.5), candidate: runs(0.9) });
  const side = { agents: ['claude'], configuration: null };
  return Comparison.parse({
    comparison_id: newId('cmp'),
    created_at: '2026-11-15T12:00:00.000Z',
    baseline: { label: 'main', ...side },
    candidate: { label, ...side },
    differences: [],
    seed: null,
    looks: null,
    tasks: [],
    left_out: [],
    judged: false,
    input,
    input_digest: '0'.repeat(64),
    verdict: score('verdict@3', input),
    spent_usd: null,
    to_settle: null,
  });
}
