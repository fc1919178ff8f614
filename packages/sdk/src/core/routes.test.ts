import * as contracts from '@assay/schema/api';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.ts';

type Contract = contracts.Operation;
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'scope' in value;
const operations = Object.entries<unknown>(contracts).filter((entry): entry is [string, Contract] =>
  isContract(entry[1]),
);

test('every operation of the contracts has its route, and no other', () => {
  const expected = operations.map(([name, { method, path }]) => [name, `${method.toUpperCase()} ${path}`]);
  expect(ROUTES).toEqual(Object.fromEntries(expected));
});

test('what an operation is given can be told apart by name alone', () => {
  const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  for (const [name, { method, path, params, query, body, consumes }] of operations) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, part]) => part as string);
    expect(namesOf(params).sort(), name).toEqual(inPath.sort());
    const others = [...namesOf(query), ...namesOf(body)];
    expect(
      others.filter((other) => inPath.includes(other)),
      name,
    ).toEqual([]);
    // what is not in the path goes into the query of a read and the body of a write, unless that is no JSON
    const isRead = method === 'get' || method === 'delete';
    if (consumes === undefined) expect(isRead ? body : query, name).toBeUndefined();
  }
});
