import { expect, test } from 'vitest';
import { measured } from '../../../test/measured-run.ts';
import { measureFalseAlarms } from './false-alarms.ts';

const TASKS = ['one', 'two', 'three', 'four'];
// alternates between pass and fail on every task
const flaky = (repeats: number) =>
  TASKS.flatMap((scenario) =>
    Array.from({ length: repeats }, (_, i) =>
      measured({ scenario, run_id: `${scenario} ${i}`, passed: i % 2 === 0 ? 5 : 0 }),
    ),
  );

test('random halves of one configuration are rarely found to differ', () => {
  const found = measureFalseAlarms(flaky(4), { trials: 100, seed: 'a' });
  expect(found.holds).toBe(true);
  expect(found.underpowered).toBeGreaterThan(0.9);
  expect(found.improved.rate).toBeLessThanOrEqual(0.025);
  expect(found.regressed.rate).toBeLessThanOrEqual(0.05);
  expect(found.runs_needed).toBeGreaterThan(2);
});

test('the same seed gives the same rates, and divisions differ', () => {
  const once = measureFalseAlarms(flaky(8), { trials: 100, seed: 'a' });
  expect(measureFalseAlarms(flaky(8), { trials: 100, seed: 'a' })).toEqual(once);
  expect(measureFalseAlarms(flaky(8), { trials: 100, seed: 'other' })).not.toEqual(once);
});

test('a suite compared by single runs raises no more false alarms than one with repeats', () => {
  const found = measureFalseAlarms(flaky(2), { trials: 100, seed: 'b' });
  expect(found).toMatchObject({ improved: { trials: 0 }, regressed: { trials: 0 }, holds: true });
});

test('excludes runs that do not count', () => {
  const broken = flaky(4).map((run) => ({ ...run, run_id: `${run.run_id} again`, obstacle: 'the model was down' }));
  expect(measureFalseAlarms([...flaky(4), ...broken], { trials: 20, seed: 'a' })).toEqual(
    measureFalseAlarms(flaky(4), { trials: 20, seed: 'a' }),
  );
});

test('run IDs do not affect the division', () => {
  const renamed = flaky(4).map((run) => ({ ...run, run_id: `other ${run.run_id}` }));
  expect(measureFalseAlarms(renamed, { trials: 20, seed: 'a' })).toEqual(
    measureFalseAlarms(flaky(4), { trials: 20, seed: 'a' }),
  );
});

test('a task without two counted runs gives an error with the reason', () => {
  const runs = flaky(4).map((run, index) => (index < 3 ? { ...run, obstacle: 'the model was down' } : run));
  expect(() => measureFalseAlarms(runs, { trials: 20, seed: 'a' })).toThrow(
    expect.objectContaining({ code: 'agent_unavailable', message: expect.stringMatching(/one.*the model was down/) }),
  );
});
