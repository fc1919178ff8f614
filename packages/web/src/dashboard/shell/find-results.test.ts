import { expect, test } from 'vitest';
import { findResults, type Searched } from './find-results.ts';

const SEARCHED: Searched = {
  runs: [
    {
      ...{ run_id: 'run_1', scenario: 'keep-newest', agent_id: 'claude', label: 'nightly', model: null },
      ...{ result: 'tampered', review: 0, status: 'finished' },
      result_reason: { message: 'test/a.test.ts:3: skips a test', check: 'nothing skipped' },
    },
    {
      ...{ run_id: 'run_2', scenario: 'count-words', agent_id: 'codex', label: null, model: 'gpt' },
      ...{ result: null, review: null, status: 'running', result_reason: null },
    },
  ],
  scenarios: [{ scenario_id: 'scn_1', name: 'keep-newest' }],
  agents: ['claude', 'gemini'],
};

test.each([
  { text: 'KEEP', ids: ['scn_1', 'run_1'], why: 'a scenario and its runs, in any case' },
  { text: 'skips test', ids: ['finding run_1'], why: 'a finding, by several words' },
  { text: 'codex', ids: ['agent codex', 'run_2'], why: 'an agent that only runs name' },
  { text: 'gemini', ids: ['agent gemini'], why: 'an agent without runs' },
  { text: 'nightly', ids: ['run_1'], why: 'a label' },
  { text: 'gpt', ids: ['run_2'], why: 'a model' },
  { text: ' ', ids: [], why: 'no text' },
  { text: 'claude codex', ids: [], why: 'every word must match' },
])('$text: $why', ({ text, ids }) => {
  expect(findResults(text, SEARCHED).map(({ id }) => id)).toEqual(ids);
});

test('says what is left to review in a run that passed', () => {
  const runs = SEARCHED.runs.slice(0, 1).map((run) => ({ ...run, result: 'passed' as const, review: 2 }));
  const [found] = findResults('nightly', { ...SEARCHED, runs });
  expect(found?.hint).toBe('run · passed, 2 integrity findings to review');
});

test('shows at most five of each kind', () => {
  const runs = Array.from(
    { length: 20 },
    (_, n) => ({ ...SEARCHED.runs[1], run_id: `run_${n}` }) as Searched['runs'][0],
  );
  expect(findResults('words', { ...SEARCHED, runs })).toHaveLength(5);
});
