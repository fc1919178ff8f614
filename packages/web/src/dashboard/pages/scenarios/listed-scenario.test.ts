import type { FolderScenario } from '@assay/schema/api';
import { expect, test } from 'vitest';
import { listInFolder, sortScenarios } from './listed-scenario.ts';

const scenario = (change: Partial<FolderScenario>): FolderScenario => ({
  name: 'a',
  file: 'scenarios/a/scenario.yaml',
  user_instruction: 'Fix it.',
  scorers: 1,
  origin: 'written',
  proof: null,
  ...change,
});
const proof = { proven: true, proved_at: '2026-11-15T12:04:00.000Z', reason: null, is_outdated: false };

test.each([
  [{}, 'not proven yet'],
  [{ origin: 'mined' as const }, 'proven'],
  [{ proof }, 'proven'],
  [{ proof: { ...proof, is_outdated: true } }, 'changed'],
  [{ proof: { ...proof, proven: false, reason: 'A cheat passed.' } }, 'not proven'],
])('%o is %s', (change, word) => {
  expect(listInFolder(scenario(change)).proof?.word).toBe(word);
});

test('sorts by a column, then by name', () => {
  const listed = [
    scenario({ name: 'c', scorers: 2 }),
    scenario({ name: 'b', scorers: 2 }),
    scenario({ name: 'a', scorers: 9 }),
  ].map(listInFolder);
  const names = (sort: 'name' | 'scorers', order: 'asc' | 'desc') =>
    sortScenarios(listed, { sort, order }).map(({ name }) => name);
  expect(names('scorers', 'desc')).toEqual(['a', 'b', 'c']);
  expect(names('scorers', 'asc')).toEqual(['b', 'c', 'a']);
  expect(names('name', 'desc')).toEqual(['c', 'b', 'a']);
});
