import type { ChangedPath } from '@assay/schema';
import { expect, test } from 'vitest';
import { added, configure, deleted, evidenceOf, file, link, modified } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const grade = (changed_paths: ChangedPath[], fields = {}) =>
  applyScorer(
    configure({ name: 'in src', type: 'allowed_paths', patterns: ['src/*', '*.md'], ...fields }),
    evidenceOf({ changed_paths }),
  );

test.each([
  { changes: [], verdict: 'N/A', score: null, why: 'there is no change' },
  { changes: [modified('src/a.ts')], verdict: 'PASS', score: 1, why: 'all inside' },
  { changes: [modified('src/a/b/c.ts')], verdict: 'PASS', score: 1, why: 'a star crosses folders' },
  { changes: [added('docs/a.md')], verdict: 'PASS', score: 1, why: 'one pattern is enough' },
  { changes: [modified('src/a.ts'), added('b.ts')], verdict: 'FAIL', score: 0.5, why: 'one of two allowed' },
  { changes: [modified('Src/a.ts')], verdict: 'FAIL', score: 0, why: 'case matters' },
  { changes: [deleted('b.ts')], verdict: 'FAIL', score: 0, why: 'a deletion is a change' },
  {
    changes: [deleted('src/a.ts', file('same')), added('lib/a.ts', file('same'))],
    verdict: 'FAIL',
    score: 0.5,
    why: 'both ends of a rename count',
  },
  {
    changes: [{ ...modified('run.sh'), change: 'mode' as const }],
    verdict: 'FAIL',
    score: 0,
    why: 'a mode change counts',
  },
  { changes: [added('src/out', link('/etc', false))], verdict: 'PASS', score: 1, why: 'a link counts by its own path' },
  { changes: [added('src/é.ts')], verdict: 'PASS', score: 1, why: 'any name below the folder' },
])('$verdict $score: $why', ({ changes, verdict, score }) => {
  expect(grade(changes)).toMatchObject({ verdict, score, required: true });
});

test('matches a name in any Unicode form', () => {
  const changes = [added('docs/cafe\u0301.txt')];
  expect(grade(changes, { patterns: ['docs/caf\u00e9.txt'] }).verdict).toBe('PASS');
});

test('each path outside is a finding', () => {
  const changes = [modified('src/a.ts'), added('b.ts'), added('c', link('/etc', false))];
  expect(grade(changes)).toMatchObject({
    reason: '2 of 3 changed paths are not allowed',
    findings: [
      { path: 'b.ts', message: 'added' },
      { path: 'c', message: 'added: a link that leads to nothing in the workspace' },
    ],
    findings_omitted: 0,
  });
});

test('patterns can use .gitignore syntax', () => {
  const fields = { glob: 'gitignore', patterns: ['docs/', '/src/**/*.ts', '!legacy.ts'] };
  const changes = [added('docs/a/b.md'), added('x/docs/a.md'), modified('src/a.ts'), modified('src/a/b.ts')];
  expect(grade(changes, fields).verdict).toBe('PASS');
  expect(grade([...changes, added('src/legacy.ts'), added('b.ts')], fields)).toMatchObject({
    verdict: 'FAIL',
    findings: [{ path: 'src/legacy.ts' }, { path: 'b.ts' }],
  });
});
