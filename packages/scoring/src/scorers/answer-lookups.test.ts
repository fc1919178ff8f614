import type { Lookup } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const lookup: Lookup = { entry_id: 'e7', command: 'git log --all', why: 'It reads commits of all branches.' };

const grade = (lookups: Lookup[] | null, entries = 12) => {
  const evidence = evidenceOf({ lookups });
  const transcript = evidence.transcript && {
    ...evidence.transcript,
    counts: { ...evidence.transcript.counts, entries },
  };
  return applyScorer(configure({ name: 'lookups', type: 'answer_lookups' }), { ...evidence, transcript });
};

test.each([
  { lookups: [], entries: 12, verdict: 'PASS', score: 1, why: 'no lookups' },
  { lookups: [lookup], entries: 12, verdict: 'FAIL', score: 0, why: 'the agent looked it up' },
  { lookups: [], entries: 0, verdict: 'N/A', score: null, why: 'the transcript is empty' },
  { lookups: null, entries: 12, verdict: 'ERROR', score: null, why: 'nobody looked' },
])('$verdict $score: $why', ({ lookups, entries, verdict, score }) => {
  expect(grade(lookups, entries)).toMatchObject({ verdict, score, required: false });
});

test('a finding names the entry of the transcript, the command and the reason', () => {
  expect(grade([lookup]).findings).toEqual([
    { path: 'transcript.jsonl', message: 'e7: `git log --all`. It reads commits of all branches.' },
  ]);
});
