import { SCORER_CONFIGS } from '@assay/schema';
import { expect, test } from 'vitest';
import { CATALOG, findCatalogEntry } from './catalog.ts';

test('the catalog contains every scorer type with all its fields', () => {
  expect(CATALOG.map(({ type }) => type).toSorted()).toEqual(Object.keys(SCORER_CONFIGS).toSorted());
  for (const { type, fields } of CATALOG) {
    const known = Object.keys(SCORER_CONFIGS[type as keyof typeof SCORER_CONFIGS].shape);
    expect(['name', 'type', 'required', ...fields.map(({ name }) => name)].toSorted()).toEqual(known.toSorted());
  }
});

test.each([
  {
    type: 'command',
    name: 'timeout_s',
    is: { kind: 'number', first: 900, min: 1, max: 3600 },
    why: 'a bounded number',
  },
  { type: 'command', name: 'command', is: { kind: 'text', needed: true }, why: 'a required text' },
  { type: 'command', name: 'isolated', is: { kind: 'yes_no', first: false }, why: 'a boolean' },
  { type: 'command', name: 'min_tests', is: { kind: 'number', whole: true, max: undefined }, why: 'a count' },
  { type: 'allowed_paths', name: 'patterns', is: { kind: 'texts', needed: true }, why: 'a list' },
  { type: 'allowed_paths', name: 'glob', is: { kind: 'choice', choices: ['fnmatch', 'gitignore'] }, why: 'one of two' },
])('$name of $type: $why', ({ type, name, is }) => {
  expect(findCatalogEntry(type)?.fields.find((field) => field.name === name)).toMatchObject(is);
});

test('a note to the judge cannot be required', () => {
  expect(findCatalogEntry('llm_judge')).toMatchObject({ may_gate: false, required_by_default: false });
});
