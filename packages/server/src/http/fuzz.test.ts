import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JsonSchema, schemaArbitrary } from '../../test/arbitrary-of-schema.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';
import { describeApi } from './openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

const document = JSON.parse(JSON.stringify(describeApi(HANDLERS)));
const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
const operations = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, described, name: described.operationId })),
);
// a stream never ends
const ENDLESS = new Set(['watch_events']);

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

test('covers every operation', () => {
  expect(operations.length).toBe(HANDLERS.length);
});

test.each(operations.filter(({ name }) => !ENDLESS.has(name)))(
  '$name answers any request with its schema or a problem',
  async ({ path, method, described }) => {
    const context = { schemas, known: [api.workspace_id, api.organization_id, 'agent'], depth: 0 };
    const parameters = (described.parameters ?? []).filter(({ in: place }) => place !== 'header');
    const body = described.requestBody?.content['application/json']?.schema;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...parameters.map(({ schema }) => schemaArbitrary(schema, context))),
        fc.tuple(...parameters.map(({ required }) => (required ? fc.constant(true) : fc.boolean()))),
        body === undefined ? fc.constant(undefined) : schemaArbitrary(body, context),
        async (values, given, sent) => {
          const { target, query } = addressOf(path, { parameters, values, given });
          const response = await api.request(query === '' ? target : `${target}?${query}`, {
            method: method.toUpperCase(),
            ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
          });
          const text = await response.text();
          expect(response.status, `${method} ${target}?${query} ${JSON.stringify(sent)} → ${text}`).toBeLessThan(500);
          if (response.status >= 400) {
            expect(response.headers.get('content-type')).toBe('application/problem+json');
            expect(JSON.parse(text)).toMatchObject({ status: response.status, code: expect.any(String) });
          }
        },
      ),
      { numRuns: 20, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
    );
  },
  120_000,
);

function addressOf(
  path: string,
  { parameters, values, given }: { parameters: readonly Parameter[]; values: unknown[]; given: boolean[] },
): { target: string; query: string } {
  const query = new URLSearchParams();
  let target = path;
  for (const [index, { name, in: place }] of parameters.entries()) {
    const value = values[index];
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(text) || '%20');
    else if (given[index]) query.append(name, text);
  }
  return { target, query: query.toString() };
}
