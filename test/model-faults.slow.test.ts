import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProject, readFolder, runProject } from './projects.ts';
import { type ScriptedModelOptions, startScriptedModel } from './scripted-model/server.ts';

// real programs are slow on a busy machine
vi.setConfig({ testTimeout: 180_000 });

const KEY = 'sk-canary-7d1f0c2b9a3e48a6';

/** Calls the model twice and prints a message after the first answer. Exits if a call fails. */
const PROGRAM = `#!/usr/bin/env node
const { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, SAYS = '1' } = process.env;
const say = (record) => process.stdout.write(JSON.stringify(record) + '\\n');
const ask = async () => {
  const answer = await fetch(ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': ANTHROPIC_API_KEY },
    body: JSON.stringify({ model: 'made-1', max_tokens: 9, messages: [{ role: 'user', content: 'Go on.' }] }),
  });
  if (!answer.ok) process.exit(1);
  return (await answer.json()).content;
};
const content = await ask();
if (SAYS === '1') say({ type: 'assistant', message: { role: 'assistant', content } });
process.stderr.write('a warning with ' + ANTHROPIC_API_KEY + ' and ' + process.env.HANDED + '\\n');
await ask();
process.exit(Number(process.env.EXITS ?? 0));
`;

interface Case {
  readonly model: Pick<ScriptedModelOptions, 'in_order' | 'rejects'>;
  readonly limits?: object;
  /** Variables for the program. */
  readonly given?: Readonly<Record<string, string>>;
  readonly program?: string;
  readonly key?: string;
}

async function runCase({ model: script, limits = {}, given = {}, program = PROGRAM, key = KEY }: Case) {
  await using model = await startScriptedModel({ scripts: [], ...script });
  await using project = await createProject({
    files: { 'fixture/a.txt': 'a\n', 'bin/claude': program, 'bin/package.json': '{ "type": "module" }' },
    scenarios: [{ name: 'go', user_instruction: 'Go on.', workspace_seed: { copy: './fixture' }, limits }],
    config: { agents: [{ id: 'agent', type: 'claude-code', model: 'made-1', env: Object.keys(given) }] },
  });
  const bin = join(project.folder, 'scenarios/go/bin');
  chmodSync(join(bin, 'claude'), 0o755);
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const environment = { PATH, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: key, ...given };
  const { results } = await runProject(project.folder, { environment });
  const [result] = results;
  if (result === undefined) throw new Error('expected a run');
  return { result, requests: model.requests.length, kept: await readFolder(result.folder) };
}

const WELL = { text: 'Well.' };

test('a model that hangs during a run is an environment failure, and the run is retried', async () => {
  const { result } = await runCase({ model: { in_order: [WELL, { hang: true }] }, limits: { wall_s: 6 } });
  expect(result).toMatchObject({
    outcome: 'FAILED',
    failure: { class: 'model_unavailable', side: 'environment', message: expect.stringContaining('model service') },
    scorecard: null,
    tries: 3,
  });
});

test.each([
  { words: 'Your credit balance is too low to access the API.', why: 'out of credit' },
  { words: 'prompt is too long: 212000 tokens > 200000 maximum', why: 'a prompt that is too long' },
])("$why is an environment failure with the service's message, and is not retried", async ({ words }) => {
  const { result, kept } = await runCase({ model: { rejects: () => `${words} ${KEY}` } });
  expect(result).toMatchObject({
    outcome: 'FAILED',
    failure: { class: 'model_refused', side: 'environment' },
    scorecard: null,
    tries: 1,
  });
  expect(result.failure?.message).toContain(`the model service answered 400: ${words}`);
  expect(Object.values(kept).join('\n')).not.toContain(KEY);
});

test.each([
  { exits: '3', class: 'agent_crashed', why: 'it crashes' },
  { exits: '0', class: 'agent_no_activity', why: 'it is idle' },
])('an agent that reached its model but prints nothing is an agent failure: $why', async ({ exits, ...expected }) => {
  const { result, requests } = await runCase({
    model: { in_order: [WELL] },
    given: { EXITS: exits, SAYS: '0' },
  });
  expect(result).toMatchObject({ outcome: 'FAILED', failure: { class: expected.class, side: 'agent' }, tries: 1 });
  expect(requests).toBe(2);
});

test('an agent that never reached its model is an environment failure', async () => {
  const { result } = await runCase({ model: { in_order: [WELL] }, program: '#!/bin/sh\nexit 1\n' });
  expect(result).toMatchObject({
    outcome: 'FAILED',
    failure: { class: 'model_unavailable', side: 'environment', message: expect.stringContaining('never reached') },
    tries: 3,
  });
});

test('a key of one letter is not redacted, with a warning', async () => {
  const { kept } = await runCase({ model: { in_order: [{ text: 'Every letter stays.' }] }, key: 'e' });
  expect(kept['transcript.jsonl']).toContain('Every letter stays.');
  expect(kept['evidence.json']).toContain(
    'credential_too_short: ANTHROPIC_API_KEY has 1 of at least 8 characters, so it is not redacted',
  );
});

test('the evidence contains the exit code and the end of both streams, without secrets', async () => {
  const handed = 'handed-on-4c1e9b';
  const { kept } = await runCase({ model: { in_order: [WELL] }, given: { EXITS: '3', HANDED: handed } });
  const { agent_exit, warnings } = JSON.parse(kept['evidence.json'] ?? '');
  expect(agent_exit).toMatchObject({ exit_code: 3, signal: null, ended_by: 'exit' });
  expect(agent_exit.stdout_tail).toContain('Well.');
  expect(agent_exit.stderr_tail).toMatch(/^a warning with assay-\w+ and \[redacted HANDED\]$/m);
  expect(warnings.join()).not.toContain('credential_too_short');
});
