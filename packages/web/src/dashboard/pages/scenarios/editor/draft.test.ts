import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { NEW_SCENARIO, withField, withPlace } from './draft.ts';
import { findFaults } from './faults.ts';
import { trimmed } from './trimmed.ts';

const WRITTEN = { ...NEW_SCENARIO, name: 'one', user_instruction: 'Do it.' };

test('a field without a value is left out, so that its default holds', () => {
  expect(withField({ setup: 'x', name: 'one' }, 'setup', undefined)).toEqual({ name: 'one' });
  expect(withField({ name: 'one' }, 'setup', 'x')).toEqual({ name: 'one', setup: 'x' });
});

test('a place of a list is changed or taken out, and the others stay', () => {
  const list = [{ name: 'a' }, { name: 'b' }];
  expect(withPlace(list, 1, { name: 'c' })).toEqual([{ name: 'a' }, { name: 'c' }]);
  expect(withPlace(list, 0, undefined)).toEqual([{ name: 'b' }]);
});

test('what is shown of a scenario that was read back means the same as all of it', () => {
  const written = {
    ...WRITTEN,
    stages: [{ name: 'build', command: 'make' }],
    scorers: [{ name: 'tests pass', type: 'command', command: 'npm test', repeat: 2 }],
    limits: { wall_s: 60 },
  };
  const whole = Scenario.parse(written);
  expect(trimmed(whole)).toEqual(written);
  expect(Scenario.parse(trimmed(whole))).toEqual(whole);
});

test('the first draft lacks only what somebody has to write', () => {
  expect([...findFaults(NEW_SCENARIO).keys()]).toEqual(['name', 'user_instruction']);
  expect(findFaults(WRITTEN).size).toBe(0);
});

test('a fault is told at its field, with what was expected and found', () => {
  const scorers = [{ name: 'few', type: 'max_files_changed', limit: 'many' }];
  const faults = findFaults({ ...WRITTEN, scorers });
  expect([...faults]).toEqual([['scorers[0].limit', expect.stringMatching(/^expected .*number.*, found "many"/)]]);
});
