import type { Finding } from '@assay/schema';
import { expect, test } from 'vitest';
import { fail, pass } from '../scorer.ts';
import { allowFindings } from './allow-findings.ts';

const gone = (path: string, fields: Partial<Finding> = {}): Finding => ({
  path,
  message: 'gone',
  kind: 'removed_test',
  ...fields,
});
const entry = (kind: string, path = 'a') => ({ path, kind, reason: 'agreed' });
const type = 'assertions_not_weakened';

test.each([
  { allowed: [entry(type)], verdict: 'PASS', why: 'by the type of scorer' },
  { allowed: [entry('removed_test')], verdict: 'PASS', why: 'by the kind of finding' },
  { allowed: [entry('any')], verdict: 'PASS', why: 'any kind' },
  { allowed: [entry('no_new_skips')], verdict: 'FAIL', why: 'allowed for another scorer' },
  { allowed: [entry('any', 'b')], verdict: 'FAIL', why: 'allowed for another file' },
  { allowed: [], verdict: 'FAIL', why: 'nothing is allowed' },
])('one removed test is $verdict: $why', ({ allowed, verdict }) => {
  const failed = fail(0, 'one test is gone', { findings: [gone('a')] });
  const { outcome, findings_allowed } = allowFindings(failed, { type, allowed });
  expect(outcome.verdict).toBe(verdict);
  expect(findings_allowed).toEqual(verdict === 'PASS' ? [{ ...gone('a'), reason: 'agreed' }] : []);
});

test('findings that are not allowed still fail, with the original score', () => {
  const failed = fail(0.25, 'two tests are gone', { findings: [gone('a'), gone('b')] });
  const { outcome } = allowFindings(failed, { type, allowed: [entry('any')] });
  expect(outcome).toMatchObject({ verdict: 'FAIL', score: 0.25, findings: [gone('b')] });
  expect(outcome.reason).toBe('two tests are gone; 1 of 2 findings are allowed');
});

test('remaining review findings do not fail', () => {
  const look = gone('b', { severity: 'review' });
  const failed = fail(0, 'one test is gone', { findings: [gone('a'), look] });
  const { outcome } = allowFindings(failed, { type, allowed: [entry('any')] });
  expect(outcome).toMatchObject({ verdict: 'PASS', score: 1, findings: [look] });
});

test('secrets and paths cannot be allowed, and passing outcomes stay unchanged', () => {
  const failed = fail(0, 'a secret', { findings: [gone('a')] });
  const allowed = [entry('any')];
  expect(allowFindings(failed, { type: 'forbid_secrets', allowed }).outcome).toBe(failed);
  expect(allowFindings(failed, { type: 'allowed_paths', allowed }).outcome).toBe(failed);
  const fine = pass('nothing');
  expect(allowFindings(fine, { type, allowed }).outcome).toBe(fine);
});
