import type { Activity } from '@assay/schema';
import { expect, test } from 'vitest';
import { describeActivity } from './describe-activity.ts';

const activity = (fields: Partial<Activity>): Activity => ({
  activity_id: 'a',
  command: 'assay run',
  started_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
  proving: null,
  running: [],
  runs_done: 0,
  runs: 0,
  ...fields,
});
const runningOf = (agent: string) => ({
  scenario: 'add',
  agent,
  repeat: 1,
  step: 'agent',
  started_at: '2026-11-15T12:00:00.000Z',
});

test.each<{ fields: Partial<Activity>; words: string[] }>([
  { fields: {}, words: [] },
  {
    fields: { proving: { scenario: 'add', at: 3, of: 6, trials_done: 4, trials: 9 }, runs: 12 },
    words: ['proving add (3 of 6), 4 of 9 trials done', '0 of 12 runs done'],
  },
  {
    fields: { running: ['a', 'b', 'c', 'd', 'e', 'f'].map(runningOf), runs_done: 2, runs: 12 },
    words: ['a on add: agent', 'b on add: agent', 'c on add: agent', 'd on add: agent', '2 more', '2 of 12 runs done'],
  },
])('$words', ({ fields, words }) => {
  expect(describeActivity(activity(fields))).toEqual(words);
});
