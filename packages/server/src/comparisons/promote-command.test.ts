import type { Comparison } from '@assay/schema';
import { expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { promoteCommand } from './promote-command.ts';

const [BEFORE, AFTER] = ['a'.repeat(40), 'b'.repeat(40)];

const made = (seed: string | null, commits: readonly (string | null)[] = [BEFORE, AFTER]): Comparison => {
  const comparison = buildComparison('better');
  const at = (index: number) => ({ label: '', source: '', commit: commits[index] ?? null, digest: '0'.repeat(64) });
  const side = { run_ids: [], composite: null, interval: null, passed: 0, checks: 0, cost_usd: null, wall_ms: null };
  const task = { task_id: 't', agent: 'opus', task_digest: '0'.repeat(64), proven: true };
  return {
    ...comparison,
    seed,
    baseline: { ...comparison.baseline, configuration: at(0) },
    candidate: { ...comparison.candidate, configuration: at(1) },
    tasks: ["it's; here", 'plain'].map((scenario) => ({ ...task, scenario, baseline: side, candidate: side })),
  };
};

test('promotes a comparison with its own runs from its file', () => {
  const comparison = made('seed');
  expect(promoteCommand(comparison, ['--repo', 'acme/shop'])).toBe(
    `assay promote --baseline ${BEFORE} --candidate ${AFTER} --from .assay/comparisons/${comparison.comparison_id}.json --repo acme/shop --yes`,
  );
});

test('compares existing runs again, with every word quoted for the shell', () => {
  expect(promoteCommand(made(null), [])).toBe(
    `assay promote --baseline ${BEFORE} --candidate ${AFTER} 'it'\\''s; here' plain --agent opus --yes`,
  );
});

test.each([[[null, AFTER]], [[BEFORE, null]], [[null, null]]])('gives no command without commits: %j', (commits) => {
  expect(promoteCommand(made('seed', commits), [])).toBeNull();
});
