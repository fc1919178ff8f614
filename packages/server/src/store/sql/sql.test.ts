import { expect, test } from 'vitest';
import { z } from 'zod';
import { join, query, render, sql } from './sql.ts';

test('values become parameters, numbered in order', () => {
  const hostile = "'; drop table runs; --";
  expect(render(sql`select ${hostile}, ${2}`)).toEqual({ text: 'select $1, $2', values: [hostile, 2] });
});

test('a nested piece keeps its parameters', () => {
  const piece = sql`agent_id = ${'a'} and ${sql`seq > ${7}`}`;
  expect(render(sql`select ${1} where ${piece} limit ${10}`)).toEqual({
    text: 'select $1 where agent_id = $2 and seq > $3 limit $4',
    values: [1, 'a', 7, 10],
  });
});

test('joins pieces with a separator', () => {
  expect(render(join([sql`a = ${1}`, sql`b = ${2}`], ' and '))).toEqual({ text: 'a = $1 and b = $2', values: [1, 2] });
  expect(() => join([], ' and ')).toThrow('at least one');
});

test('an empty piece adds nothing, and null is a parameter', () => {
  expect(render(sql`a ${sql``}b = ${null}`)).toEqual({ text: 'a b = $1', values: [null] });
});

test('a query has the schema of its rows', () => {
  const row = z.object({ one: z.int() });
  expect(query(row)`select 1 as one`.row).toBe(row);
});
