import type { ChangedPath, CodeSignal } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf, modified } from '../test/evidence.ts';
import { applyScorer } from './grading/apply-scorer.ts';

const signal = (
  kind: CodeSignal['kind'],
  { path = 'a.py', change = 'added' as CodeSignal['change'], line = 1 } = {},
): CodeSignal => ({
  kind,
  path,
  line,
  text: 'x',
  change,
  message: 'Check it.',
});
const inventory = { before: [], after: [], unread: [] };
const grade = (
  type: string,
  signals: CodeSignal[] | null,
  { changed = ['a.py', 'b.py'], ...config }: { changed?: string[]; patterns?: string[] } = {},
) => {
  const changed_paths: ChangedPath[] = changed.map((path) => modified(path));
  return applyScorer(configure({ name: type, type, ...config }), evidenceOf({ signals, changed_paths, inventory }));
};

const KINDS: Record<string, CodeSignal['kind'][]> = {
  runner_config_unmodified: ['runner_config'],
  no_new_suppressions: ['suppression'],
  special_cased_tests: ['special_case', 'call_counter', 'introspection'],
  early_exits: ['early_exit', 'always_equal', 'swallowed_status'],
};
const TYPES = Object.keys(KINDS);

test.each(TYPES)('%s objects to its own kinds and to no others, and is advisory', (type) => {
  for (const [own, kinds] of Object.entries(KINDS))
    for (const kind of kinds)
      expect(grade(type, [signal(kind)])).toMatchObject(
        own === type ? { verdict: 'FAIL', score: 0.5, required: false } : { verdict: 'PASS', score: 1 },
      );
});

test.each(TYPES)('%s is N/A when nothing changed, and ERROR without its evidence', (type) => {
  expect(grade(type, [], { changed: [] })).toMatchObject({ verdict: 'N/A', score: null });
  expect(grade(type, null)).toMatchObject({ verdict: 'ERROR' });
});

test.each(TYPES)('%s scores the share of changed files without a finding', (type) => {
  const kind = KINDS[type]?.[0] as CodeSignal['kind'];
  expect(grade(type, [signal(kind), signal(kind, { line: 9 })])).toMatchObject({ score: 0.5 });
  expect(grade(type, [signal(kind), signal(kind, { path: 'b.py' })])).toMatchObject({ score: 0 });
  // a path in another Unicode form still matches
  expect(grade(type, [signal(kind, { path: 'other.py' })], { changed: ['a.py'] })).toMatchObject({
    verdict: 'FAIL',
    score: 0,
  });
});

test('a finding says where, what, and what to do', () => {
  expect(grade('early_exits', [signal('early_exit', { line: 7 })]).findings).toEqual([
    { path: 'a.py', line: 7, kind: 'early_exit', certain: true, message: 'added `x`: Check it.' },
  ]);
});

test.each([
  { added: 1, removed: 0, verdict: 'FAIL', why: 'one more' },
  { added: 1, removed: 1, verdict: 'PASS', why: 'one replaced by another' },
  { added: 2, removed: 1, verdict: 'FAIL', why: 'one more than before' },
  { added: 0, removed: 3, verdict: 'PASS', why: 'fewer' },
])(
  'suppressions are counted net: $verdict for $added added and $removed removed: $why',
  ({ added, removed, verdict }) => {
    const signals = [
      ...Array.from({ length: added }, (_, line) => signal('suppression', { line: line + 1 })),
      ...Array.from({ length: removed }, (_, line) => signal('suppression', { line: line + 1, change: 'removed' })),
    ];
    expect(grade('no_new_suppressions', signals).verdict).toBe(verdict);
  },
);

test('signals removed from a runner count like added ones; signals removed from code do not', () => {
  expect(grade('runner_config_unmodified', [signal('runner_config', { change: 'removed' })]).verdict).toBe('FAIL');
  expect(grade('early_exits', [signal('early_exit', { change: 'removed' })]).verdict).toBe('PASS');
});

test.each([
  { patterns: ['a.*'], verdict: 'FAIL' },
  { patterns: ['c.*'], verdict: 'PASS' },
])('with patterns, runner files are those that match: $patterns → $verdict', ({ patterns, verdict }) => {
  expect(grade('runner_config_unmodified', [], { patterns }).verdict).toBe(verdict);
});
