import { expect, test } from 'vitest';
import { added, configure, deleted, evidenceOf, file, folder, link, modified } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const same = { before: file('x'), after: file('x') };
const absent = { before: null, after: null };

test.each([
  { watched: [same], verdict: 'PASS', score: 1, why: 'unchanged' },
  { watched: [same, absent], verdict: 'PASS', score: 1, why: 'a path that never existed did not change' },
  { watched: [absent, absent], verdict: 'N/A', score: null, why: 'no listed path ever existed' },
  { watched: [{ before: file('x'), after: file('y') }], verdict: 'FAIL', score: 0, why: 'other content' },
  { watched: [same, { before: file('x'), after: file('y') }], verdict: 'FAIL', score: 0.5, why: 'one of two' },
  {
    watched: [same, same, same, { before: file('x'), after: null }],
    verdict: 'FAIL',
    score: 0.75,
    why: 'a deleted test cannot fail',
  },
  { watched: [{ before: null, after: file('x') }], verdict: 'FAIL', score: 0, why: 'created where none should be' },
  {
    watched: [absent, { before: null, after: file('x') }],
    verdict: 'FAIL',
    score: 0.5,
    why: 'a path that stays absent counts too',
  },
  {
    watched: [{ before: file('x'), after: file('x', { mode: '100755' }) }],
    verdict: 'FAIL',
    score: 0,
    why: 'another mode',
  },
  { watched: [{ before: file('x'), after: link('x', true) }], verdict: 'FAIL', score: 0, why: 'replaced by a link' },
  { watched: [{ before: file('x'), after: folder }], verdict: 'FAIL', score: 0, why: 'replaced by a folder' },
])('$verdict $score: $why', ({ watched, verdict, score }) => {
  const paths = watched.map((_, index) => `test/${index}.py`);
  const evidence = evidenceOf({
    watched_paths: Object.fromEntries(watched.map((state, i) => [`test/${i}.py`, state])),
  });
  for (const type of ['tests_unmodified', 'baseline_unmodified'])
    expect(applyScorer(configure({ name: type, type, paths }), evidence)).toMatchObject({
      verdict,
      score,
      required: true,
    });
});

const submodule = (commit: string) => ({ ...folder, mode: '160000', oid: commit.repeat(40) });

test.each([
  [{}, [], 'PASS'],
  [{}, [modified('test/a.py')], 'FAIL'],
  [{ 'test/ignored.bin': { before: file('x'), after: file('y') } }, [], 'FAIL'],
] as const)('a listed path that is a folder is what it contains: with %j and %j, %s', (watched, changes, verdict) => {
  const spec = { name: 'tests', type: 'tests_unmodified', paths: ['test'] };
  const state = { before: folder, after: { ...folder, oid: 'b'.repeat(40) } };
  const evidence = evidenceOf({ watched_paths: { test: state, ...watched }, changed_paths: [...changes] });
  expect(applyScorer(configure(spec), evidence)).toMatchObject({ verdict });
});

const inFolder = { name: 'tests', type: 'tests_unmodified', paths: ['a.py'], dirs: ['test'] };

test.each([
  { watched: {}, changes: [modified('src/x.py')], verdict: 'PASS', score: 1, why: 'nothing in the folder changed' },
  { watched: {}, changes: [modified('test/x.py')], verdict: 'FAIL', score: 0.5, why: 'a changed file in the folder' },
  { watched: {}, changes: [added('test/new.py')], verdict: 'FAIL', score: 0.5, why: 'a new file in the folder' },
  { watched: {}, changes: [modified('testing.py')], verdict: 'PASS', score: 1, why: 'a similar name' },
  {
    watched: { 'test/data.bin': { before: file('x'), after: file('y') }, 'test/b.py': same },
    changes: [],
    verdict: 'FAIL',
    score: 2 / 3,
    why: 'an ignored file in it, observed because it was watched',
  },
  {
    watched: { 'test/': absent, 'test/gone.py': absent },
    changes: [modified('test/x.py')],
    verdict: 'FAIL',
    score: 0.5,
    why: 'a path that never existed in it is not listed',
  },
  {
    watched: {},
    changes: [deleted('test/x.py'), added('test', link('elsewhere', true))],
    verdict: 'FAIL',
    score: 1 / 3,
    why: 'the folder became a link',
  },
  {
    watched: { 'test/inner': { before: folder, after: { ...folder, oid: 'b'.repeat(40) } } },
    changes: [],
    verdict: 'PASS',
    score: 1,
    why: 'a folder got a cache',
  },
  {
    watched: { 'test/inner': { before: null, after: folder } },
    changes: [],
    verdict: 'PASS',
    score: 1,
    why: 'a new folder without files',
  },
  {
    watched: { 'test/inner': { before: folder, after: link('elsewhere', true) } },
    changes: [],
    verdict: 'FAIL',
    score: 0.5,
    why: 'an inner folder became a link',
  },
  {
    watched: { 'test/lib': { before: submodule('a'), after: submodule('b') } },
    changes: [],
    verdict: 'FAIL',
    score: 0.5,
    why: 'another commit of a submodule',
  },
])('with a folder, $verdict $score: $why', ({ watched, changes, verdict, score }) => {
  const evidence = evidenceOf({ watched_paths: { 'a.py': same, ...watched }, changed_paths: changes });
  expect(applyScorer(configure(inFolder), evidence)).toMatchObject({ verdict, score });
});

test('describes the change of each path', () => {
  const watched_paths = {
    a: { before: null, after: file('x') },
    b: { before: file('x'), after: null },
    c: { before: file('x'), after: link('x', true) },
    d: { before: file('x'), after: file('y') },
    e: { before: file('x'), after: file('x', { mode: '100755' }) },
  };
  const spec = { name: 'tests', type: 'tests_unmodified', paths: Object.keys(watched_paths) };
  expect(applyScorer(configure(spec), evidenceOf({ watched_paths })).findings.map(({ message }) => message)).toEqual([
    'was not there, and was created',
    'was deleted',
    'was a file, is a link',
    'its content changed',
    'its mode was 100644, is 100755',
  ]);
});

test('is ERROR when a listed path was not observed', () => {
  const spec = { name: 'tests', type: 'tests_unmodified', paths: ['a.py', 'b.py'] };
  expect(applyScorer(configure(spec), evidenceOf({ watched_paths: { 'a.py': same } }))).toMatchObject({
    verdict: 'ERROR',
    reason: 'expected evidence of the path "b.py", found none; gather it again',
  });
});

test.each([
  { changes: [added('test/new.py')], verdict: 'PASS' },
  { changes: [modified('test/x.py')], verdict: 'FAIL' },
  { changes: [added('test/new.py'), deleted('test/x.py')], verdict: 'FAIL' },
])('ignore_new_files lets a change add files to a folder, and nothing else: $verdict', ({ changes, verdict }) => {
  const evidence = evidenceOf({ watched_paths: { 'a.py': same }, changed_paths: changes });
  expect(applyScorer(configure({ ...inFolder, ignore_new_files: true }), evidence)).toMatchObject({ verdict });
  // a listed path must not appear
  const created = evidenceOf({ watched_paths: { 'a.py': { before: null, after: file('x') } }, changed_paths: [] });
  expect(applyScorer(configure({ ...inFolder, ignore_new_files: true }), created)).toMatchObject({ verdict: 'FAIL' });
});
