import { expect, test } from 'vitest';
import { z } from 'zod';
import { configJsonSchema, scenarioJsonSchema } from '../config/scenario-schema.ts';
import { Scenario } from '../scenarios/scenario.ts';
import { findNearest } from './nearest.ts';
import { formatPath } from './parse.ts';
import { listValidationIssues } from './validation-issues.ts';

const say = (schema: z.ZodType, value: unknown): readonly string[] =>
  listValidationIssues(schema, value).map(
    ({ path, expected, found, hint }) =>
      `${formatPath(path)}: ${expected}, ${found}${hint === undefined ? '' : `, ${hint}`}`,
  );

const base = { name: 'a', user_instruction: 'b', workspace_seed: 'empty' };

test.each([
  { why: 'a valid value', value: { ...base }, says: [] },
  { why: 'an unknown key', value: { ...base, scorer: [] }, says: ['scorer: no such field, an empty list, scorers'] },
  {
    why: 'a union in which one alternative fits best',
    value: { ...base, workspace_seed: { git: 'x', reff: 'y' } },
    says: ['workspace_seed.ref: text, nothing', 'workspace_seed.reff: no such field, "y", ref'],
  },
  {
    why: 'a union in which no alternative fits',
    value: { ...base, workspace_seed: 'emty' },
    says: ['workspace_seed: { copy } or { git, ref } or { archive } or "empty" or "image", "emty", empty'],
  },
  {
    why: 'several fields at once',
    value: { ...base, history: 'kep', turns: [1], limits: { pids: 0 } },
    says: ['history: one of "fresh", "keep", "kep", keep', 'turns[0]: text, 1', 'limits.pids: a number above 0, 0'],
  },
  {
    why: 'the fields of another type of scorer',
    value: { ...base, scorers: [{ name: 'a', type: 'file_exists', path: 'a', command: 'x' }] },
    says: ['scorers[0].command: no such field, "x"'],
  },
  ...['', '/a', '../a', 'a/../b', './a', 'a//b', 'a/', '.', 'a\0b'].map((path) => ({
    why: `the path ${JSON.stringify(path)}`,
    value: { ...base, scorers: [{ name: 'a', type: 'file_exists', path }] },
    says: [expect.stringMatching(/^scorers\[0\]\.path: a path /)],
  })),
  ...['a', 'a/b.c', '..a', '.env', 'a/...'].map((path) => ({
    why: `the valid path ${path}`,
    value: { ...base, scorers: [{ name: 'a', type: 'file_exists', path }] },
    says: [],
  })),
])('lists the errors of $why', ({ value, says }) => {
  expect(say(Scenario, value)).toEqual(says);
});

test.each([
  {
    why: 'an invalid date',
    schema: z.object({ at: z.iso.datetime() }),
    value: { at: 'x' },
    says: ['at: a date and time in UTC such as 2026-11-15T12:00:00Z, "x"'],
  },
  {
    why: 'a pattern',
    schema: z.object({ at: z.string().regex(/^a$/) }),
    value: { at: 'x' },
    says: ['at: text that matches /^a$/, "x"'],
  },
  {
    why: 'a secret',
    schema: z.object({ token: z.string().max(1) }),
    value: { token: 'hunter2' },
    says: ['token: text of at most 1 character, text of 7 characters'],
  },
  {
    why: 'a secret in an unknown field',
    schema: z.strictObject({}),
    value: { password: 'hunter2' },
    says: ['password: no such field, text of 7 characters'],
  },
  {
    why: 'an invalid name',
    schema: z.record(z.string().min(2), z.unknown()),
    value: { a: 1 },
    says: ['a: a name that is text of at least 2 characters, "a"'],
  },
])('describes $why in words', ({ schema, value, says }) => {
  expect(say(schema, value)).toEqual(says);
});

test.each([
  { word: 'comand', known: ['command', 'commands'], nearest: 'command' },
  { word: 'scroers', known: ['scorers'], nearest: 'scorers' },
  { word: 'memory', known: ['memory_mb'], nearest: 'memory_mb' },
  { word: 'Name', known: ['name'], nearest: 'name' },
  { word: 'xyz', known: ['abc'], nearest: undefined },
  { word: 'a'.repeat(1000), known: ['a'.repeat(1000)], nearest: undefined },
])('the nearest of $known to $word is $nearest', ({ word, known, nearest }) => {
  expect(findNearest(word, known)).toBe(nearest);
});

test('the JSON Schema for editors has the fields of each scorer type and the $schema key', () => {
  const text = JSON.stringify(scenarioJsonSchema());
  for (const word of ['timeout_s', 'include_ignored', 'allow_sha256', '"const":"llm_judge"'])
    expect(text).toContain(word);
  expect(scenarioJsonSchema()).toMatchObject({ required: ['name', 'user_instruction', 'workspace_seed'] });
  for (const schema of [scenarioJsonSchema(), configJsonSchema()]) {
    expect(schema).toMatchObject({
      type: 'object',
      properties: { $schema: { type: 'string' } },
      additionalProperties: false,
    });
  }
});

test('the first hundred faults are listed, and no more', () => {
  const fields = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`field_${index}`, index]));
  const unknown = listValidationIssues(Scenario, fields(9_000));
  expect(unknown).toHaveLength(100);
  expect(unknown.at(-1)?.path).toEqual([expect.stringMatching(/^field_\d+$/)]);
  expect(listValidationIssues(Scenario, fields(60_000))).toMatchObject([{ path: ['name'] }]);
  const items = z.array(z.strictObject({ name: z.string(), size: z.number() }));
  expect(listValidationIssues(items, Array(200).fill({}))).toHaveLength(100);
  expect(listValidationIssues(items, Array(200).fill({ name: 'a', size: 1 }))).toEqual([]);
});
