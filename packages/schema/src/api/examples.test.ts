import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as api from './index.ts';
import type { Operation } from './operation.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'scope' in value;
const operations = Object.values<unknown>(api).filter(isOperation);

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test('there are operations, and each has a unique id', () => {
  expect(operations.length).toBeGreaterThan(70);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
  'the example of $id',
  ({ operation }) => {
    const { path, params, query, body, answer, produces, example } = operation;

    test('has the path and query parameters of the operation', () => {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
      expect(Object.keys(example.params ?? {}).sort()).toEqual(named.sort());
      expect(issuesOf((params ?? z.object({})).strict(), example.params ?? {})).toEqual([]);
      expect(issuesOf((query ?? z.object({})).strict(), example.query ?? {})).toEqual([]);
    });

    test('has a body exactly when the operation takes one', () => {
      expect(example.body !== undefined).toBe(body !== undefined);
      if (body === undefined) return;
      expect(issuesOf(body, example.body)).toEqual([]);
      // parsing may add defaults but must not drop fields
      expect(body.parse(example.body)).toMatchObject(example.body as object);
    });

    test('has an answer that matches the schema with no extra fields', () => {
      if (answer !== null) {
        expect(issuesOf(answer, example.answer)).toEqual([]);
        expect(answer.parse(example.answer)).toEqual(example.answer);
      } else if (produces === undefined || produces === 'application/x-tar') {
        expect(example.answer).toBeUndefined();
      } else {
        expect(example.answer).toMatch(/\S/);
      }
    });
  },
);

test('all examples use one agent, one task and one id of each kind', () => {
  const text = JSON.stringify(operations.map(({ example }) => example));
  const told = (pattern: RegExp) => [...new Set(text.match(pattern))];
  expect(told(/"agent_id":"[^"]+"/g)).toEqual(['"agent_id":"claude-code"']);
  for (const prefix of ['task', 'scn', 'wsp', 'org', 'cmp', 'whk', 'dlv', 'aud'])
    expect(told(new RegExp(`\\b${prefix}_[0-9a-z]{26}`, 'g')), prefix).toHaveLength(1);
});
