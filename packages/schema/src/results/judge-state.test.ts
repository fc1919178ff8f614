import { expect, test } from 'vitest';
import type { Judgment } from '../judging/judgment.ts';
import { findJudgeState } from './judge-state.ts';

const judged = (verdict: 'PASS' | 'FAIL' | null, standing = 'calibrated') => ({ verdict, standing }) as Judgment;
const not_scored = { reason: 'model_unavailable' };

test.each([
  { grade: { judgment: judged('PASS'), not_scored: null }, state: 'PASS' },
  { grade: { judgment: judged('FAIL'), not_scored: null }, state: 'FAIL' },
  { grade: { judgment: judged('FAIL', 'probation'), not_scored: null }, state: 'FAIL' },
  { grade: { judgment: judged(null), not_scored: null }, state: 'UNPARSEABLE' },
  { grade: { judgment: null, not_scored: null }, state: 'not_asked' },
  { grade: { judgment: null, not_scored }, state: 'not_applicable' },
  { grade: { judgment: judged('PASS'), not_scored }, state: 'not_applicable' },
])('$state', ({ grade, state }) => {
  expect(findJudgeState(grade)).toBe(state);
});
