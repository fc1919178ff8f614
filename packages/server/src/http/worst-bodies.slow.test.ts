import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../test/arbitrary-of-schema.ts';
import { measureLoop } from '../../test/measure-loop.ts';
import { openTestApi, type TestApi, type TestCaller } from '../../test/server.ts';
import { manyLogs, type WorstBody, worstJson, worstPacked, worstProtobuf } from '../../test/worst-bodies.ts';
import { HANDLERS } from '../operations/index.ts';
import { describeApi } from './openapi.ts';

const MIB = 1024 * 1024;
const MAX_BLOCKED_MS = 50;
const MAX_GROWTH_BYTES = 200 * MIB;
// what others of this process do, such as the collection of garbage, is not there every time
const TRIES = 3;

interface DescribedBody {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

const document = JSON.parse(JSON.stringify(describeApi(HANDLERS)));
const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
const operations = HANDLERS.map(({ operation }) => operation)
  .filter(({ body }) => body !== undefined)
  .map((operation) => ({ operation, name: operation.id }));

let api: TestApi;
beforeAll(async () => {
  const limit = { per_second: 1e9, burst: 1e9 };
  api = await openTestApi({ check_answers: false, rate_limit: limit, guess_limit: limit });
});
afterAll(() => api[Symbol.asyncDispose]());

type Operation = (typeof operations)[number]['operation'];

function* worstOf(operation: Operation, workspace_id: string): Generator<WorstBody> {
  const described: DescribedBody = document.paths[operation.path][operation.method].requestBody;
  // of the caller, so that the body is stored
  const example = JSON.parse(JSON.stringify(operation.example.body).replaceAll(/wsp_\w+/g, workspace_id));
  const max_bytes = operation.scope === null ? 16 * 1024 : Math.min(operation.max_body_bytes ?? MIB, 16 * MIB);
  yield {
    name: 'the example',
    bytes: Buffer.from(JSON.stringify(example)),
    headers: { 'content-type': 'application/json' },
  };
  const { schema = {} } = described.content['application/json'] ?? {};
  yield* worstJson({ schema, schemas, example, max_bytes });
  const { consumes = [] } = operation;
  if (consumes.includes('application/gzip'))
    yield* worstPacked('{"source":"s","x":[', { 'content-type': 'application/gzip' });
  if (!consumes.includes('application/x-protobuf')) return;
  yield* worstPacked('{"resourceLogs":[', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  yield* worstProtobuf();
  for (const sessions of [1, 1_000]) yield manyLogs({ sessions, bytes: max_bytes });
}

async function send(operation: Operation, { bytes, headers }: WorstBody, caller: TestCaller) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => operation.example.params?.[name] ?? name);
  const key = operation.scope === null ? {} : { authorization: `Bearer ${caller.key}` };
  const request = new Request(`http://localhost${path}`, {
    method: operation.method.toUpperCase(),
    headers: { ...key, ...headers, 'content-length': String(bytes.length) },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  return await measureLoop(async () => {
    const response = await api.app.request(request);
    return { status: response.status, text: await response.text() };
  });
}

test.each(operations)(
  'no body of $name blocks the event loop or takes much memory',
  async ({ operation }) => {
    const caller = await api.createCaller();
    for (const body of worstOf(operation, caller.workspace_id)) {
      let seen = await send(operation, body, caller);
      // another organization has not stored it yet
      for (let tries = 1; tries < TRIES && isTooMuch(seen); tries++)
        seen = await send(operation, body, await api.createCaller());
      const { result, blocked_ms, growth_bytes } = seen;
      const name = `${operation.id}: ${body.name}, answered with ${result.status} ${result.text.slice(0, 200)}`;
      expect(result.status, name).toBeLessThan(500);
      expect(blocked_ms, name).toBeLessThan(MAX_BLOCKED_MS);
      expect(growth_bytes, name).toBeLessThan(MAX_GROWTH_BYTES);
    }
  },
  900_000,
);

const isTooMuch = ({ blocked_ms, growth_bytes }: { blocked_ms: number; growth_bytes: number }): boolean =>
  blocked_ms >= MAX_BLOCKED_MS || growth_bytes >= MAX_GROWTH_BYTES;
