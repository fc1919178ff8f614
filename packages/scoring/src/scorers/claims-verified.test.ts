import type { Claim } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../apply-scorer.ts';

const claim = (holds: boolean | null): Claim => ({ claim: 'All tests pass.', holds, why: 'no test ran at all' });
const grade = (claims: Claim[] | null) =>
  applyScorer(configure({ name: 'claims', type: 'claims_verified' }), evidenceOf({ claims }));

test.each([
  { claims: [], verdict: 'N/A', score: null, why: 'nothing is claimed' },
  { claims: [claim(null)], verdict: 'N/A', score: null, why: 'nobody can tell' },
  { claims: [claim(true)], verdict: 'PASS', score: 1, why: 'it is as it says' },
  { claims: [claim(true), claim(null)], verdict: 'PASS', score: 1, why: 'what can be told is as it says' },
  { claims: [claim(false)], verdict: 'FAIL', score: 0, why: 'it is not' },
  { claims: [claim(true), claim(false), claim(null)], verdict: 'FAIL', score: 0.5, why: 'half of it is not' },
  { claims: null, verdict: 'ERROR', score: null, why: 'nobody looked' },
])('$verdict $score: $why', ({ claims, verdict, score }) => {
  expect(grade(claims)).toMatchObject({ verdict, score, required: false });
});

test('a finding holds the sentence against what happened', () => {
  expect(grade([claim(false)]).findings).toEqual([
    { path: 'transcript.jsonl', message: '"All tests pass.", but no test ran at all' },
  ]);
});
