import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openScoreSinks } from '../packages/cli/src/terminal/score-sinks.ts';
import { createProject, runProject, SILENT, STATE_TASK } from './projects.ts';

/* The command line sends the scores of its runs. */

async function startPostHog() {
  const events: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const body = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
    events.push(...(body.batch ?? []));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, events };
}

test('each run is sent once to PostHog and the scores file, and its folder notes it', async () => {
  const service = await startPostHog();
  await using project = await createProject({ files: { 'fixture/state.txt': 'open\n' }, scenarios: [STATE_TASK] });
  const file = join(project.folder, 'scores.jsonl');
  const said: string[] = [];
  const sinks = await openScoreSinks({
    environment: { POSTHOG_API_KEY: 'phc_test', POSTHOG_HOST: service.url, ASSAY_SCORES_FILE: file },
    events: SILENT,
    now: Date.now,
    say: (text) => said.push(text),
  });
  const { results } = await runProject(project.folder, { agents: ['nop'], repeat: 2, events: sinks.events });
  await sinks.close();
  const ids = results.map(({ run_id }) => run_id).toSorted();
  expect(service.events.map(({ properties }) => (properties as { run_id: string }).run_id).toSorted()).toEqual(ids);
  expect(service.events[0]).toMatchObject({
    event: 'agent.run.scored',
    distinct_id: 'nop',
    properties: { tier: expect.any(String) },
  });
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).run_id).toSorted()).toEqual(ids);
  for (const { folder } of results)
    expect(JSON.parse(await readFile(join(folder, 'raw/sent-scores.json'), 'utf8'))).toEqual({
      sinks: ['posthog', 'json-lines'],
    });
  expect(said).toEqual([]);
});

test('without a setting nothing is sent', async () => {
  const { events } = await openScoreSinks({ environment: {}, events: SILENT, now: Date.now, say: () => undefined });
  expect(events).toBe(SILENT);
});
