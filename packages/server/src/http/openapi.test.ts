import { expect, test } from 'vitest';
import { verifyAttestation } from '../attestations/verify-attestation.ts';
import { HANDLERS } from '../operations/index.ts';
import { renderDocs } from './docs-page.ts';
import { describeApi } from './openapi.ts';

interface Shown {
  readonly example?: unknown;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly (Shown & { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Shown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Shown>> }>>;
}

const document = describeApi(HANDLERS);
const described = new Map(
  Object.values(document.paths ?? {})
    .flatMap((path) => Object.values(path as Record<string, Described>))
    .map((operation) => [operation.operationId, operation]),
);

test.each(HANDLERS.map(({ operation }) => ({ id: operation.id, operation })))(
  'describes $id with its example',
  (shown) => {
    const { id, example, body, answer, produces, status } = shown.operation;
    const { parameters = [], requestBody, responses } = described.get(id) as Described;
    const told = (place: string) =>
      Object.fromEntries(
        parameters.flatMap((one) => (one.in === place && 'example' in one ? [[one.name, String(one.example)]] : [])),
      );
    expect(told('path')).toEqual(example.params ?? {});
    expect(told('query')).toEqual(example.query ?? {});
    expect(parameters.filter((one) => one.in === 'path' && !('example' in one))).toEqual([]);
    if (body !== undefined) expect(requestBody?.content['application/json']?.example).toEqual(example.body);
    const media = answer === null ? produces : 'application/json';
    if (media !== undefined) expect(responses[status]?.content?.[media]?.example).toEqual(example.answer);
  },
);

test('shows numeric parameters as numbers', () => {
  const { parameters = [] } = described.get('get_run_histogram') as Described;
  expect(parameters.find(({ name }) => name === 'bins')?.example).toBe(4);
  expect(parameters.find(({ name }) => name === 'field')?.example).toBe('score');
});

test('the example attestations verify with the example key', () => {
  const answerOf = (id: string) => HANDLERS.find(({ operation }) => operation.id === id)?.operation.example.answer;
  const directory = answerOf('get_key_directory') as Parameters<typeof verifyAttestation>[1]['directory'];
  const now = Date.parse('2026-11-16T00:00:00Z');
  const about = ['get_attestation', 'get_run_attestation'].map((id) =>
    verifyAttestation(answerOf(id), { directory, now }),
  );
  expect(about).toMatchObject([
    { valid: true, statement: { predicate: { agent_id: 'claude-code', score: 697 } } },
    { valid: true, statement: { predicate: { assay: { agent_id: 'claude-code', score: 89 } } } },
  ]);
});

test('the page shows a request of every operation and escapes all markup', () => {
  const page = renderDocs(HANDLERS);
  expect(page.match(/<h4>Request<\/h4><pre tabindex="0">curl /g)).toHaveLength(HANDLERS.length);
  expect(page).toContain('/v1/runs/run_01m7ew0rvjraj0vfggyenb7x96/score&quot;');
  expect(page).toContain('&lt;svg ');
  expect(page).not.toMatch(/<svg|<script/);
});
