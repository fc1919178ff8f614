import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as api from './index.ts';
import type { Operation } from './operation.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'scope' in value;
const operations = Object.values<unknown>(api).filter(isOperation);

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test('there are operations to look at, each with a name of its own', () => {
  expect(operations.length).toBeGreaterThan(70);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
  'the example of $id',
  ({ operation }) => {
    const { path, params, query, body, answer, produces, example } = operation;

    test('names what stands in its address', () => {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
      expect(Object.keys(example.params ?? {}).sort()).toEqual(named.sort());
      expect(issuesOf((params ?? z.object({})).strict(), example.params ?? {})).toEqual([]);
      expect(issuesOf((query ?? z.object({})).strict(), example.query ?? {})).toEqual([]);
    });

    test('has a body where there is one to send, and no other', () => {
      expect(example.body !== undefined).toBe(body !== undefined);
      if (body === undefined) return;
      expect(issuesOf(body, example.body)).toEqual([]);
      // defaults may come to it; nothing may go
      expect(body.parse(example.body)).toMatchObject(example.body as object);
    });

    test('has an answer where there is one to read, whole and with nothing else in it', () => {
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

test('examples tell of one agent, one task, one of everything that has an id', () => {
  const text = JSON.stringify(operations.map(({ example }) => example));
  const told = (pattern: RegExp) => [...new Set(text.match(pattern))];
  expect(told(/"agent_id":"[^"]+"/g)).toEqual(['"agent_id":"claude-code"']);
  for (const prefix of ['task', 'scn', 'wsp', 'org', 'cmp', 'whk', 'dlv', 'aud'])
    expect(told(new RegExp(`\\b${prefix}_[0-9a-z]{26}`, 'g')), prefix).toHaveLength(1);
});
