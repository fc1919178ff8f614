import type { JudgeState } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import { expect, test } from 'vitest';
import { judgeWord } from './verdicts.ts';

const said = (judge_state: JudgeState | null, fields: Partial<RunSummary> = {}) =>
  judgeWord({ status: 'finished', judge_state, judge_verdict: null, ...fields } as RunSummary);

test.each([
  { state: 'PASS', fields: { judge_verdict: 'PASS' }, word: 'PASS', tone: 'good' },
  { state: 'FAIL', fields: { judge_verdict: 'FAIL' }, word: 'FAIL', tone: 'bad' },
  { state: 'PASS', fields: {}, word: 'PASS', tone: 'muted' },
  { state: 'UNPARSEABLE', fields: {}, word: 'UNPARSEABLE', tone: 'warn' },
  { state: 'not_asked', fields: {}, word: 'NOT ASKED', tone: 'muted' },
  { state: 'not_applicable', fields: {}, word: 'NOT APPLICABLE', tone: 'muted' },
  { state: null, fields: { status: 'queued' }, word: 'PENDING', tone: 'muted' },
  { state: null, fields: { status: 'cancelled' }, word: 'NOT APPLICABLE', tone: 'muted' },
] as const)('$state is shown as $word, $tone', ({ state, fields, word, tone }) => {
  expect(said(state, fields)).toEqual({ word, tone });
});
