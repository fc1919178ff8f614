import { type ChangedPath, type Evidence, ScorerResult, type ScorerSpec } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, configure, deleted, ended, evidenceOf, file, folder, link, modified } from '../../test/evidence.ts';
import { defineScorer, fail, pass } from '../scorer.ts';
import { isGate } from '../scorers/is-gate.ts';
import { applyScorer } from './apply-scorer.ts';

const SPECS: readonly ScorerSpec[] = [
  { name: 'tests', type: 'command', command: 'npm test' },
  { name: 'inside', type: 'allowed_paths', patterns: ['a*'] },
  { name: 'outside', type: 'forbid_paths', patterns: ['*b'] },
  { name: 'small', type: 'max_files_changed', limit: 1 },
  { name: 'there', type: 'file_exists', path: 'a' },
  { name: 'tests kept', type: 'tests_unmodified', paths: ['a', 'b'], dirs: ['c'] },
  { name: 'base kept', type: 'baseline_unmodified', paths: ['b'] },
  { name: 'note', type: 'llm_judge', rubric: 'Is it clear?' },
  { name: 'secrets', type: 'forbid_secrets' },
].map(configure);

const path = fc.constantFrom('a', 'b', 'ab', 'c/x', 'c/y');
const state = fc.constantFrom(null, file('x'), file('y'), file('x', { mode: '100755' }), folder, link('x', false));
const change: fc.Arbitrary<ChangedPath> = fc.oneof(
  path.map((name) => added(name, file('same'))),
  path.map((name) => deleted(name, file('same'))),
  path.map(modified),
);
const end = fc.record({
  exit_code: fc.constantFrom(null, 0, 1, 127),
  signal: fc.constantFrom(null, 'SIGKILL'),
  timed_out: fc.boolean(),
});
const tree = fc.constantFrom(null, 'tree', 'tree', 'tree');

const evidences: fc.Arbitrary<Evidence> = fc
  .record({
    changed_paths: fc.array(change, { maxLength: 4 }),
    watched_paths: fc.dictionary(path, fc.record({ before: state, after: state })),
    commands: fc.dictionary(fc.constant('tests'), end.map(ended)),
    baseline_tree: tree,
    final_tree: tree,
  })
  .map(evidenceOf);

test('PASS has a score of exactly 1, FAIL below, others none; deterministically', () => {
  fc.assert(
    fc.property(evidences, fc.constantFrom(...SPECS), (evidence, spec) => {
      const result = applyScorer(spec, evidence);
      expect(ScorerResult.parse(result)).toEqual(result);
      expect(result.verdict === 'PASS').toBe(result.score === 1);
      expect(result.verdict === 'FAIL').toBe(result.score !== null && result.score < 1);
      expect(result.reason).not.toBe('');
      expect(applyScorer(spec, evidence)).toEqual(result);
    }),
    { numRuns: 500 },
  );
});

test('one more finding never raises a score', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changed_paths) => {
      const more = [...changed_paths, added('zb')];
      for (const spec of SPECS.slice(1, 4)) {
        const [fewer, all] = [changed_paths, more].map((paths) =>
          applyScorer(spec, evidenceOf({ changed_paths: paths })),
        );
        expect(all?.score).toBeLessThanOrEqual(fewer?.score as number);
      }
    }),
  );
});

test.each(['allowed_paths', 'forbid_paths', 'max_files_changed', 'tests_unmodified', 'baseline_unmodified'])(
  'without both trees %s is ERROR: an empty list of changes then means that nothing was compared',
  (type) => {
    const spec = SPECS.find((known) => known.type === type) as ScorerSpec;
    for (const missing of [{ final_tree: null }, { baseline_tree: null }]) {
      const [name] = Object.keys(missing);
      expect(applyScorer(spec, evidenceOf(missing))).toMatchObject({
        verdict: 'ERROR',
        code: 'scorer_crashed',
        reason: `expected ${name} in the evidence, found nothing; gather it again`,
      });
    }
  },
);

test('missing evidence is ERROR', () => {
  const { commands: _, ...evidence } = evidenceOf();
  expect(applyScorer(SPECS[0] as ScorerSpec, evidence as Evidence).verdict).toBe('ERROR');
});

test('a note for the judge is N/A and never gates, even when required', () => {
  const result = applyScorer(
    configure({ name: 'n', type: 'llm_judge', rubric: 'Clear?', required: true }),
    evidenceOf(),
  );
  expect(result).toMatchObject({ verdict: 'N/A', score: null, required: true });
  expect(isGate(result)).toBe(false);
});

test.each([
  { required: undefined, expected: true },
  { required: true, expected: true },
  { required: false, expected: false },
])('a scorer configured as required: $required is $expected', ({ required, expected }) => {
  const spec = configure({ name: 'small', type: 'max_files_changed', limit: 1, required });
  expect(applyScorer(spec, evidenceOf()).required).toBe(expected);
});

test('lists 200 findings and counts the others', () => {
  const changed_paths = Array.from({ length: 250 }, (_, index) => added(`x${index}`));
  const { findings, findings_omitted } = applyScorer(SPECS[1] as ScorerSpec, evidenceOf({ changed_paths }));
  expect([findings.length, findings_omitted]).toEqual([200, 50]);
});

test('lists at most 20 findings per file', () => {
  const changed_paths = Array.from({ length: 30 }, () => added('x'));
  const { findings, findings_omitted } = applyScorer(SPECS[1] as ScorerSpec, evidenceOf({ changed_paths }));
  expect([findings.length, findings_omitted]).toEqual([20, 10]);
});

test.each([1, 1.5, -0.1, Number.NaN])('a scorer cannot fail with a score of %d', (score) => {
  expect(() => fail(score, 'no')).toThrow('expected a failing score from 0 to below 1');
});

test('a scorer cannot read evidence that it does not declare', () => {
  defineScorer({
    type: 'llm_judge',
    title: '',
    description: '',
    family: 'outcome',
    required_by_default: false,
    may_gate: false,
    requires: ['warnings'],
    // @ts-expect-error `commands` is not in `requires`
    score: ({ warnings, commands }) => pass(`${warnings.length} ${commands}`),
  });
});
