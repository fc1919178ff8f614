import * as contracts from '@assay/schema/api';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.ts';

type Contract = contracts.Operation;
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'scope' in value;
const operations = Object.entries<unknown>(contracts).filter((entry): entry is [string, Contract] =>
  isContract(entry[1]),
);

test('has exactly one route per operation', () => {
  const expected = operations.map(([name, { method, path }]) => [name, `${method.toUpperCase()} ${path}`]);
  expect(ROUTES).toEqual(Object.fromEntries(expected));
});

test('path, query and body fields of an operation never share a name', () => {
  const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  for (const [name, { method, path, params, query, body, consumes }] of operations) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, part]) => part as string);
    expect(namesOf(params).sort(), name).toEqual(inPath.sort());
    const others = [...namesOf(query), ...namesOf(body)];
    expect(
      others.filter((other) => inPath.includes(other)),
      name,
    ).toEqual([]);
    // other fields go into the query of a read or the JSON body of a write
    const isRead = method === 'get' || method === 'delete';
    if (consumes === undefined) expect(isRead ? body : query, name).toBeUndefined();
  }
});
