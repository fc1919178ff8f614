import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bundleClient } from '../test/bundle.ts';
import { accept, json, openFaultServer } from '../test/fault-server.ts';

/* What other people's programs carry: the client as a bundler leaves it. */
const LARGEST_GZIPPED_BYTES = 9_000;

let code = '';
beforeAll(() => {
  code = bundleClient();
});

test('the bundle is small and has no dependencies', () => {
  expect(gzipSync(code).length).toBeLessThan(LARGEST_GZIPPED_BYTES);
  expect(code).not.toMatch(/\bimport\b|\brequire\(|node:|zod/i);
});

test('the bundle needs only globals that every runtime has', async () => {
  await using server = await openFaultServer((received) =>
    received.path === '/v1/ingest' ? accept(received) : json({ score: 812 }),
  );
  const surroundings = {
    fetch,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    TextEncoder,
    TextDecoder,
    crypto,
    performance,
    setTimeout,
    clearTimeout,
  };
  const context = createContext({ ...surroundings, baseUrl: server.url });
  const program = `${code};
    (async () => {
      const assay = new sdk.Assay({ baseUrl });
      const gated = assay.gate(async (text) => text + '!', { agent_id: 'bot' });
      const output = await gated('hi');
      await assay.close();
      return JSON.stringify([output, await assay.reputation('bot'), assay.recorded]);
    })()`;
  expect(JSON.parse(await runInContext(program, context))).toEqual([
    'hi!',
    { score: 812 },
    { queued: 0, sent: 1, dropped: 0 },
  ]);
});
