import { ingest, validateScenario } from '@assay/schema/api';
import { expect, test } from 'vitest';
import { INSPECTIONS } from '../operations/inspect-body.ts';
import { MAX_VALUES, readDocument } from './read-document.ts';

const { signal } = new AbortController();
const read = (owner: string, values: number) => {
  const metadata = { list: '' };
  const body = {
    evaluations: [{ event_id: 'e', agent_id: 'a', output: Array(values).fill(0), passed: true, metadata }],
  };
  const content = { bytes: Buffer.from(JSON.stringify(body)) };
  return readDocument({ operation: ingest, inspect: undefined, content, omit: [], owner, signal });
};

test('the values of an organization that are in use have a budget', async () => {
  const most = MAX_VALUES - 100;
  const held = [await read('a', most), await read('a', most), await read('a', most), await read('a', most)];
  await expect(read('a', most)).rejects.toMatchObject({ code: 'rate_limited', cause: { retry_after_s: 5 } });
  using other = await read('b', most);
  expect(other.body).toMatchObject({ evaluations: [{ event_id: 'e' }] });
  for (const one of held) one[Symbol.dispose]();
  using again = await read('a', most);
  expect(again.body).toEqual(other.body);
  await expect(read('a', MAX_VALUES)).rejects.toMatchObject({ code: 'payload_too_large' });
});

const inspect = INSPECTIONS.get(validateScenario.id);

test('a large body is answered as a small one: its faults, and what was found out about it', async () => {
  const find = async (text: string) => {
    const content = { bytes: Buffer.from(JSON.stringify({ scenario: { name: text, limits: { wall_s: 'long' } } })) };
    using document = await readDocument({
      operation: validateScenario,
      inspect,
      content,
      omit: [],
      owner: 'a',
      signal,
    });
    return document;
  };
  const paths = ({ found }: { found: unknown }) =>
    (found as { faults: { path: string }[] }).faults.map(({ path }) => path);
  const [small, large] = [await find('a'.repeat(1_000)), await find('a'.repeat(100_000))];
  expect(paths(large)).toEqual(paths(small));
  expect(large.body).toBe(undefined);
});
