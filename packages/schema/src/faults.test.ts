import { expect, test } from 'vitest';
import { z } from 'zod';
import { listFaults } from './faults.ts';
import { findNearest } from './nearest.ts';
import { formatPath } from './parse.ts';
import { Scenario } from './scenario.ts';
import { configJsonSchema, scenarioJsonSchema } from './scenario-schema.ts';

const say = (schema: z.ZodType, value: unknown): readonly string[] =>
  listFaults(schema, value).map(
    ({ path, expected, found, hint }) =>
      `${formatPath(path)}: ${expected}, ${found}${hint === undefined ? '' : `, ${hint}`}`,
  );

const base = { name: 'a', user_instruction: 'b', workspace_seed: 'empty' };

test.each([
  { why: 'nothing', value: { ...base }, says: [] },
  { why: 'an unknown key', value: { ...base, scorer: [] }, says: ['scorer: no such field, a list of 0, scorers'] },
  {
    why: 'a union of which one was meant',
    value: { ...base, workspace_seed: { git: 'x', reff: 'y' } },
    says: ['workspace_seed.ref: string, nothing', 'workspace_seed.reff: no such field, "y", ref'],
  },
  {
    why: 'a union of which none was meant',
    value: { ...base, workspace_seed: 'emty' },
    says: ['workspace_seed: { copy } or { git, ref } or { archive } or "empty", "emty", empty'],
  },
  {
    why: 'several at once',
    value: { ...base, history: 'kep', turns: [1], limits: { pids: 0 } },
    says: ['history: one of "fresh"|"keep", "kep", keep', 'turns[0]: string, 1', 'limits.pids: number to be >0, 0'],
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
    why: `nothing of the path ${path}`,
    value: { ...base, scorers: [{ name: 'a', type: 'file_exists', path }] },
    says: [],
  })),
])('the faults of $why', ({ value, says }) => {
  expect(say(Scenario, value)).toEqual(says);
});

test.each([
  {
    why: 'no date',
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
    says: ['token: string to have <=1 characters, a text of 7 characters'],
  },
  {
    why: 'a secret where none is expected',
    schema: z.strictObject({}),
    value: { password: 'hunter2' },
    says: ['password: no such field, a text of 7 characters'],
  },
  {
    why: 'a name that is none',
    schema: z.record(z.string().min(2), z.unknown()),
    value: { a: 1 },
    says: ['a: a name that is string to have >=2 characters, "a"'],
  },
])('$why is told in our words', ({ schema, value, says }) => {
  expect(say(schema, value)).toEqual(says);
});

test.each([
  { word: 'comand', known: ['command', 'commands'], nearest: 'command' },
  { word: 'scroers', known: ['scorers'], nearest: 'scorers' },
  { word: 'memory', known: ['memory_mb'], nearest: 'memory_mb' },
  { word: 'Name', known: ['name'], nearest: 'name' },
  { word: 'xyz', known: ['abc'], nearest: undefined },
  { word: 'a'.repeat(1000), known: ['a'.repeat(1000)], nearest: undefined },
])('of $known, $word was meant to be $nearest', ({ word, known, nearest }) => {
  expect(findNearest(word, known)).toBe(nearest);
});

test('editors are told of the fields of each type of scorer, and of the key that names the schema', () => {
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
