import { expect, test } from 'vitest';
import { configure, evidenceOf, file, folder, link } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const spec = { name: 'has readme', type: 'file_exists', path: 'README.md' };

test.each([
  { before: null, after: file('x'), verdict: 'PASS', score: 1, why: 'it was created' },
  { before: file('x'), after: file('x'), verdict: 'PASS', score: 1, why: 'it already existed' },
  { before: null, after: folder, verdict: 'PASS', score: 1, why: 'a folder counts' },
  { before: null, after: link('docs/a.md', true), verdict: 'PASS', score: 1, why: 'a link inside' },
  { before: null, after: link('/etc/passwd', false), verdict: 'FAIL', score: 0, why: 'a link to the outside' },
  {
    before: null,
    after: file('x', { kind: 'link' }),
    verdict: 'FAIL',
    score: 0,
    why: 'a link with an unknown target',
  },
  { before: null, after: null, verdict: 'FAIL', score: 0, why: 'it was never created' },
  { before: file('x'), after: null, verdict: 'FAIL', score: 0, why: 'it was deleted' },
])('$verdict: $why', ({ before, after, verdict, score }) => {
  const evidence = evidenceOf({ watched_paths: { 'README.md': { before, after } } });
  expect(applyScorer(configure(spec), evidence)).toMatchObject({ verdict, score, required: true });
});

test.each([
  { watched: {}, path: 'README.md', why: 'nobody looked' },
  { watched: { 'readme.md': { before: null, after: file('x') } }, path: 'README.md', why: 'case matters' },
  { watched: {}, path: 'toString', why: 'a property that every object inherits is no file' },
])('ERROR without evidence of the path: $why', ({ watched, path }) => {
  const result = applyScorer(configure({ ...spec, path }), evidenceOf({ watched_paths: watched }));
  expect(result).toMatchObject({ verdict: 'ERROR', score: null });
});
