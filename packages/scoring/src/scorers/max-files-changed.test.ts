import { expect, test } from 'vitest';
import { added, configure, deleted, evidenceOf, file, modified } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const moved = (from: string, to: string, content = 'same') => [deleted(from, file(content)), added(to, file(content))];

test.each([
  { changes: [], limit: 0, verdict: 'PASS', score: 1, why: 'no change is within any limit' },
  { changes: [modified('a')], limit: 0, verdict: 'FAIL', score: 0, why: 'no change is allowed' },
  { changes: [modified('a'), modified('b')], limit: 2, verdict: 'PASS', score: 1, why: 'at the limit' },
  { changes: [modified('a'), added('b'), deleted('c')], limit: 2, verdict: 'FAIL', score: 2 / 3, why: 'one over' },
  { changes: moved('a', 'b'), limit: 1, verdict: 'PASS', score: 1, why: 'a plain rename is one file' },
  {
    changes: [deleted('a', file('old')), added('b', file('new'))],
    limit: 1,
    verdict: 'FAIL',
    score: 0.5,
    why: 'a rename with an edit counts as two',
  },
  {
    changes: [...moved('a', 'b'), added('c', file('same'))],
    limit: 1,
    verdict: 'FAIL',
    score: 0.5,
    why: 'one file is moved once; the second copy is new',
  },
  {
    changes: [...moved('a', 'b'), ...moved('c', 'd')],
    limit: 2,
    verdict: 'PASS',
    score: 1,
    why: 'two files of the same content, both moved',
  },
  {
    changes: [added('b', file('same', { mode: '100755' })), deleted('a', file('same'))],
    limit: 1,
    verdict: 'PASS',
    score: 1,
    why: 'in any order, whatever the mode',
  },
])('$verdict $score with a limit of $limit: $why', ({ changes, limit, verdict, score }) => {
  const spec = { name: 'small', type: 'max_files_changed', limit };
  expect(applyScorer(configure(spec), evidenceOf({ changed_paths: changes }))).toMatchObject({
    verdict,
    score,
    required: true,
  });
});
