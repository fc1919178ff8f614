import { expect, test } from 'vitest';
import { formatSearch, parseSearch } from '../../search.ts';
import { ALL_COLUMNS, readMatrixState, togglePick, toggleSort, writeMatrixState } from './matrix-state.ts';

const PLAIN = { columns: 'agent', picked: [], sort: null, order: 'asc' } as const;

test('a plain page has a plain address, and every state survives its address', () => {
  expect(writeMatrixState(PLAIN)).toEqual({ pick: [] });
  const state = { columns: 'label', picked: ['main', 'next'], sort: 'next', order: 'desc' } as const;
  for (const one of [PLAIN, state, { ...PLAIN, sort: ALL_COLUMNS }])
    expect(readMatrixState(parseSearch(formatSearch(writeMatrixState(one))))).toEqual(one);
});

test('accepts hostile addresses, and those of the earlier form', () => {
  expect(readMatrixState({ columns: 'x', pick: ['a', 'a', 'b', 'c'], order: 'x' })).toEqual({
    ...PLAIN,
    picked: ['a', 'b'],
  });
  expect(readMatrixState({ baseline_label: 'main', candidate_label: 'next' })).toEqual({
    ...PLAIN,
    columns: 'label',
    picked: ['main', 'next'],
  });
  expect(readMatrixState({ baseline_agent_id: 'codex' })).toEqual({ ...PLAIN, picked: ['codex'] });
});

test('keeps the two columns selected last', () => {
  expect(togglePick([], 'a')).toEqual(['a']);
  expect(togglePick(['a', 'b'], 'c')).toEqual(['b', 'c']);
  expect(togglePick(['a', 'b'], 'a')).toEqual(['b']);
});

test('a second click on a column reverses its order', () => {
  expect(toggleSort(PLAIN, 'a')).toEqual({ sort: 'a', order: 'asc' });
  expect(toggleSort({ ...PLAIN, sort: 'a' }, 'a')).toEqual({ sort: 'a', order: 'desc' });
  expect(toggleSort({ ...PLAIN, sort: 'a', order: 'desc' }, null)).toEqual({ sort: null, order: 'asc' });
});
