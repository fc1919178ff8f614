import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { NEW_SCENARIO, withField, withItem } from './draft.ts';
import { findDraftErrors } from './draft-errors.ts';
import { removeDefaults } from './remove-defaults.ts';

const WRITTEN = { ...NEW_SCENARIO, name: 'one', user_instruction: 'Do it.' };

test('removes a field without a value, so that its default applies', () => {
  expect(withField({ setup: 'x', name: 'one' }, 'setup', undefined)).toEqual({ name: 'one' });
  expect(withField({ name: 'one' }, 'setup', 'x')).toEqual({ name: 'one', setup: 'x' });
});

test('replaces or removes one item of a list', () => {
  const list = [{ name: 'a' }, { name: 'b' }];
  expect(withItem(list, 1, { name: 'c' })).toEqual([{ name: 'a' }, { name: 'c' }]);
  expect(withItem(list, 0, undefined)).toEqual([{ name: 'b' }]);
});

test('a trimmed scenario parses to the full one', () => {
  const written = {
    ...WRITTEN,
    stages: [{ name: 'build', command: 'make' }],
    scorers: [{ name: 'tests pass', type: 'command', command: 'npm test', repeat: 2 }],
    limits: { wall_s: 60 },
  };
  const whole = Scenario.parse(written);
  expect(removeDefaults(whole)).toEqual(written);
  expect(Scenario.parse(removeDefaults(whole))).toEqual(whole);
});

test('a new draft lacks only a name and an instruction', () => {
  expect([...findDraftErrors(NEW_SCENARIO).keys()]).toEqual(['name', 'user_instruction']);
  expect(findDraftErrors(WRITTEN).size).toBe(0);
});

test('reports an error at its field, with the expected and the found value', () => {
  const scorers = [{ name: 'few', type: 'max_files_changed', limit: 'many' }];
  const faults = findDraftErrors({ ...WRITTEN, scorers });
  expect([...faults]).toEqual([['scorers[0].limit', expect.stringMatching(/^Expected .*number.*, found "many"/)]]);
});

test('says in plain words what an empty or unknown field needs', () => {
  const scorers = [{ name: 'sources', type: 'allowed_paths', patterns: [] }];
  expect([...findDraftErrors({ ...WRITTEN, name: '', scorers, limitz: '' })]).toEqual([
    ['name', 'Enter a value'],
    ['scorers[0].patterns', 'Enter at least one item'],
    ['limitz', 'Unknown field. Did you mean limits?'],
  ]);
});
