import type { SecretFinding } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const found: SecretFinding = { rule: 'github', path: 'a.ts', line: 3, starts: 'ghp_', sha256: 'a'.repeat(64) };
const grade = (secrets: { added_lines: number; findings: SecretFinding[] } | null, allow_sha256: string[] = []) =>
  applyScorer(configure({ name: 'secrets', type: 'forbid_secrets', allow_sha256 }), evidenceOf({ secrets }));

test.each([
  { added_lines: 0, findings: [], verdict: 'N/A', score: null, why: 'no line was added' },
  { added_lines: 9, findings: [], verdict: 'PASS', score: 1, why: 'nothing looks like a secret' },
  { added_lines: 9, findings: [found], verdict: 'FAIL', score: 0, why: 'one is enough' },
  { added_lines: 0, findings: [found], verdict: 'FAIL', score: 0, why: 'a file can be a secret by its name' },
])('$verdict $score: $why', ({ verdict, score, ...secrets }) => {
  expect(grade(secrets)).toMatchObject({ verdict, score, required: true });
});

test('a known harmless value is allowed by its digest', () => {
  expect(grade({ added_lines: 9, findings: [found] }, [found.sha256])).toMatchObject({ verdict: 'PASS' });
  expect(grade({ added_lines: 9, findings: [found] }, ['b'.repeat(64)])).toMatchObject({ verdict: 'FAIL' });
});

test('a finding says where it is, what it looks like, and how to allow it', () => {
  expect(grade({ added_lines: 9, findings: [found] }).findings).toEqual([
    {
      path: 'a.ts',
      line: 3,
      message: `looks like a secret (github, starts with ghp_); take it out and replace it, or allow sha256 ${'a'.repeat(64)}`,
    },
  ]);
});

test('missing evidence is an error, never a pass', () => {
  expect(grade(null)).toMatchObject({ verdict: 'ERROR', score: null });
});
