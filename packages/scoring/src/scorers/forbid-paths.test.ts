import type { ChangedPath } from '@assay/schema';
import { expect, test } from 'vitest';
import { added, configure, deleted, evidenceOf, link, modified } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const spec = { name: 'no workflows', type: 'forbid_paths', patterns: ['.github/*', '*.lock', 'secrets'] };
const grade = (changed_paths: ChangedPath[]) => applyScorer(configure(spec), evidenceOf({ changed_paths }));

test.each([
  { changes: [], verdict: 'N/A', score: null, why: 'there is no change' },
  { changes: [modified('src/a.ts')], verdict: 'PASS', score: 1, why: 'none matches' },
  { changes: [modified('.github/workflows/ci.yml')], verdict: 'FAIL', score: 0, why: 'dots are not special' },
  { changes: [deleted('yarn.lock'), added('a.ts')], verdict: 'FAIL', score: 0.5, why: 'a deletion counts' },
  {
    changes: [added('a.lock'), added('b.ts'), added('c.ts'), added('d.ts')],
    verdict: 'FAIL',
    score: 0.75,
    why: 'one hit of four',
  },
  { changes: [modified('a.lockfile')], verdict: 'PASS', score: 1, why: 'the whole path must match' },
  { changes: [added('secrets', link('/root', false))], verdict: 'FAIL', score: 0, why: 'an escaping link by its path' },
  { changes: [added('other', link('secrets', true))], verdict: 'PASS', score: 1, why: 'never by its target' },
])('$verdict $score: $why', ({ changes, verdict, score }) => {
  expect(grade(changes)).toMatchObject({ verdict, score, required: true });
});

test('with include_ignored, ignored paths are forbidden too', () => {
  const ignored_changes = {
    count: 2,
    top_dirs: ['dist'],
    changes: [
      { path: 'dist/a.js', change: 'added' as const },
      { path: 'x.lock', change: 'modified' as const },
    ],
  };
  const evidence = evidenceOf({ changed_paths: [added('a.ts'), added('b.ts')], ignored_changes });
  expect(applyScorer(configure({ ...spec, include_ignored: true }), evidence)).toMatchObject({
    verdict: 'FAIL',
    score: 0.75,
    findings: [{ path: 'x.lock', message: 'modified' }],
  });
  expect(applyScorer(configure(spec), evidence).verdict).toBe('PASS');
});

test('with include_ignored, a change of only ignored paths counts', () => {
  const ignored_changes = { count: 1, top_dirs: ['.'], changes: [{ path: 'a.log', change: 'added' as const }] };
  const result = applyScorer(configure({ ...spec, include_ignored: true }), evidenceOf({ ignored_changes }));
  expect(result).toMatchObject({ verdict: 'PASS', reason: 'none of 1 changed paths is forbidden' });
});

test.each([
  { count: 0, verdict: 'PASS', why: 'no ignored path changed' },
  { count: 2, verdict: 'ERROR', why: 'the ignored paths that changed were not recorded' },
])('with include_ignored and $count ignored changes, $verdict: $why', ({ count, verdict }) => {
  const evidence = evidenceOf({ changed_paths: [added('a.ts')], ignored_changes: { count, top_dirs: ['dist'] } });
  expect(applyScorer(configure({ ...spec, include_ignored: true }), evidence).verdict).toBe(verdict);
});
