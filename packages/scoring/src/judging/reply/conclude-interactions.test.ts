import { expect, test } from 'vitest';
import { concludeInteractions, type InteractionAnswer } from './conclude-interactions.ts';
import type { InteractionMarks } from './interaction-reply.ts';

const marks = (value: number): InteractionMarks => ({
  success: value,
  weight: value,
  relevance: value,
  necessity: value,
});
const answer = (
  given: Record<string, number>,
  { missing = [], invalid = [] }: { missing?: string[]; invalid?: string[] } = {},
): InteractionAnswer => ({
  ids: [...Object.keys(given), ...missing, ...invalid],
  result: {
    ok: true,
    value: {
      marks: new Map(Object.entries(given).map(([id, value]) => [id, marks(value)])),
      missing,
      invalid,
      unasked: 0,
    },
  },
});

test('all judged: signals by id, the mean of necessity, and no reason', () => {
  expect(concludeInteractions([answer({ a: 1 }), answer({ b: 0.5 })], { judge: 'panel', ids: ['a', 'b'] })).toEqual({
    judge: 'panel',
    signals: {
      a: { success: 1, weight: 1, relevance: 1 },
      b: { success: 0.5, weight: 0.5, relevance: 0.5 },
    },
    necessity: 0.75,
    judged: 2,
    of: 2,
    reason: null,
  });
});

test('an unjudged interaction has no signals, does not count in necessity, and is counted with a reason', () => {
  const failed: InteractionAnswer = { ids: ['d', 'e'], result: { ok: false, obstacle: 'overloaded' } };
  const judged = concludeInteractions([answer({ a: 0.5 }, { missing: ['b'], invalid: ['c'] }), failed], {
    judge: 'replay',
    ids: ['a', 'b', 'c', 'd', 'e', 'f'],
  });
  expect(judged).toMatchObject({ necessity: 0.5, judged: 1, of: 6 });
  expect(Object.keys(judged.signals)).toEqual(['a']);
  expect(judged.reason).toBe(
    '5 of 6 interactions were not judged: 1 left out of the reply, 1 given a value outside 0 to 1, or two different ones, 2 in a question without an answer (overloaded), 1 not asked about',
  );
});

test('without any answer there is no necessity', () => {
  expect(concludeInteractions([], { judge: 'replay', ids: ['a'] })).toMatchObject({
    necessity: null,
    judged: 0,
    of: 1,
  });
  expect(concludeInteractions([], { judge: 'replay', ids: [] })).toMatchObject({ necessity: null, reason: null });
});

test('several answers about one interaction give their median, and one is enough', () => {
  const answers = [answer({ a: 0 }), answer({ a: 1 }), answer({ a: 0.75 }, { missing: ['b'] }), answer({ b: 1 })];
  const judged = concludeInteractions(answers, { judge: 'panel', ids: ['a', 'b'] });
  expect(judged.signals['a']).toEqual({ success: 0.75, weight: 0.75, relevance: 0.75 });
  expect(judged).toMatchObject({ judged: 2, reason: null });
});
