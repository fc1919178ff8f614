import { expect, test } from 'vitest';
import { z } from 'zod';
import { join, query, render, sql } from './sql.ts';

test('values become parameters, numbered in the order they stand, whatever they hold', () => {
  const hostile = "'; drop table runs; --";
  expect(render(sql`select ${hostile}, ${2}`)).toEqual({ text: 'select $1, $2', values: [hostile, 2] });
});

test('a piece inside a statement brings its own parameters along', () => {
  const piece = sql`agent_id = ${'a'} and ${sql`seq > ${7}`}`;
  expect(render(sql`select ${1} where ${piece} limit ${10}`)).toEqual({
    text: 'select $1 where agent_id = $2 and seq > $3 limit $4',
    values: [1, 'a', 7, 10],
  });
});

test('pieces are joined with what stands between them', () => {
  expect(render(join([sql`a = ${1}`, sql`b = ${2}`], ' and '))).toEqual({ text: 'a = $1 and b = $2', values: [1, 2] });
  expect(() => join([], ' and ')).toThrow('at least one');
});

test('an empty piece and null leave no trace but a parameter', () => {
  expect(render(sql`a ${sql``}b = ${null}`)).toEqual({ text: 'a b = $1', values: [null] });
});

test('a query carries the schema of its rows', () => {
  const row = z.object({ one: z.int() });
  expect(query(row)`select 1 as one`.row).toBe(row);
});
