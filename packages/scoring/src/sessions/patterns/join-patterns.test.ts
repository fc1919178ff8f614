import type { Occurrence } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinPatterns, type PatternSession } from './join-patterns.ts';
import { contentWords, normalizeCommand, normalizeText, similarity } from './normalize.ts';

const seen = (kind: Occurrence['kind'], text: string, key = normalizeText(text)): Occurrence => ({
  ...{ kind, key, text, ref: 'i1', cost_usd: 0.1, wall_ms: 1000 },
});
const session = (day: number, ...occurrences: Occurrence[]): PatternSession => ({
  ...{ source: `s${day}.jsonl`, started_at: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`, occurrences },
});

describe('pairs of commands, labelled by hand', () => {
  test.each([
    ['npm test', 'npm test 2>&1 | tail -20', true],
    ['cd /home/a/app && npm test', 'npm test', true],
    ['pytest tests/a/test_x.py', 'pytest tests/b/test_y.py', true],
    ['git push origin 3f2a9c1d', 'git push origin 77aa01ef', true],
    ['sed -n 1,20p src/a.ts', 'sed -n 40,90p lib/b.ts', true],
    ['npm test', 'npm run build', false],
    ['pytest tests/a.py', 'ruff check tests/a.py', false],
    ['git push', 'git pull', false],
    ['rg foo src', 'rg bar src', false],
  ])('%s | %s: %s', (a, b, together) => {
    expect(normalizeCommand(a) === normalizeCommand(b)).toBe(together);
  });
});

describe('pairs of corrections, labelled by hand', () => {
  test.each([
    ['No, use pnpm, not npm.', 'use pnpm not npm', true],
    ["don't commit without asking me", 'you should not commit without asking me first', true],
    ['you forgot to run the tests', 'You forgot to run the tests again!', true],
    ['no, wrong file', 'no, that is the wrong branch', false],
    ['stop adding comments', 'stop adding new dependencies to the project', false],
  ])('%s | %s: %s', (a, b, together) => {
    expect(similarity(contentWords(a), contentWords(b)) >= 0.5).toBe(together);
  });
});

test('joins what recurs in two sessions or more, with its cost, trend and latest example', () => {
  const [pattern, ...others] = joinPatterns([
    session(1, seen('missing_tool', 'rg')),
    session(2, seen('correction', 'No, use pnpm, not npm.')),
    session(3, seen('missing_tool', 'rg'), seen('missing_tool', 'rg')),
    session(4, seen('missing_tool', 'rg'), seen('failing_command', 'make once')),
  ]);
  expect(others).toEqual([]);
  expect(pattern).toMatchObject({
    ...{ kind: 'missing_tool', title: '`rg` was missing 4 times in 3 sessions', occurrences: 4, sessions: 3 },
    ...{ trend: 'rising', first_at: '2026-11-01T00:00:00Z', last_at: '2026-11-04T00:00:00Z', wall_ms: 4000 },
  });
  expect(pattern?.examples[0]?.source).toBe('s4.jsonl');
});

test('does not depend on the order of sessions, and an id stays when sessions are added', () => {
  const occurrence = fc.constantFrom(
    seen('missing_tool', 'rg'),
    seen('correction', 'use pnpm not npm'),
    seen('error', 'boom 1'),
  );
  const sessions = fc
    .array(fc.array(occurrence, { maxLength: 4 }), { minLength: 2, maxLength: 9 })
    .map((all) => all.map((own, day) => session(day + 1, ...own)));
  fc.assert(
    fc.property(sessions, (all) => {
      const patterns = joinPatterns(all);
      expect(joinPatterns(all.toReversed())).toEqual(patterns);
      const more = joinPatterns([...all, session(20, seen('missing_tool', 'fd'))]);
      expect(more.map(({ id }) => id).toSorted()).toEqual(patterns.map(({ id }) => id).toSorted());
    }),
    { numRuns: 100 },
  );
});
