import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { JudgeBackend } from '../packages/harness/src/judge/backend.ts';
import { createAnthropic } from '../packages/harness/src/judge/backends/anthropic.ts';
import { createClaudeCli } from '../packages/harness/src/judge/backends/claude-cli.ts';
import { createOpenAi } from '../packages/harness/src/judge/backends/openai.ts';
import { getOwner } from '../packages/harness/src/machine/processes/owner.ts';
import { listProcessesMarked } from '../packages/harness/src/machine/processes/process-tree.ts';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { ask, askOptions, hostWith, KEY } from './scripted-judge/asking.ts';
import { ANSWER, answer, QUESTION, startScriptedJudge } from './scripted-judge/judge.ts';
import { SITUATIONS } from './scripted-judge/situations.ts';
import { get } from './scripted-model/protocol.ts';
import type { ScriptedModel } from './scripted-model/server.ts';

const HOME = mkdtempSync(`${tmpdir()}/assay-judge-home-`);
afterAll(() => rmSync(HOME, { recursive: true, force: true }));

interface Kind {
  readonly name: string;
  readonly missing?: string;
  /** Whether it sees the Retry-After header of the service. */
  readonly hears_retry_after: boolean;
  readonly cost_usd_micros: number;
  open(url: string): JudgeBackend;
}

const KINDS: readonly Kind[] = [
  {
    name: 'anthropic',
    hears_retry_after: true,
    cost_usd_micros: 3780,
    open: (url) =>
      createAnthropic({ model: 'claude-sonnet-4-6' }, hostWith({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url })),
  },
  {
    name: 'openai',
    hears_retry_after: true,
    cost_usd_micros: 1725,
    open: (url) =>
      createOpenAi({ model: 'gpt-5', base_url: `${url}/v1`, key_env: 'SOME_KEY' }, hostWith({ SOME_KEY: KEY })),
  },
  {
    name: 'claude-cli',
    ...(areAgentsInstalled() ? {} : { missing: 'the agents are not installed: node tools/install-agents.ts' }),
    hears_retry_after: false,
    cost_usd_micros: 3780,
    open: (url) =>
      createClaudeCli(
        { program: agentProgram('claude'), model: 'claude-sonnet-4-6' },
        hostWith({ HOME, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
      ),
  },
];

describe.each(KINDS)('$name', ({ missing, hears_retry_after, cost_usd_micros, open }) => {
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });

  test.each(SITUATIONS)('handles $name', async ({ turns, expected, waits_ms }) => {
    await using judge = await startScriptedJudge(turns);
    const { asked, waits_ms: waited } = await ask(open(judge.url));
    expect(asked).toMatchObject(expected);
    expect(asked.detail === null).toBe(expected.status === 'answered');
    expect(waited).toHaveLength(waits_ms.length);
    for (const [index, wait] of waited.entries())
      expect(wait).toBeGreaterThanOrEqual(hears_retry_after ? (waits_ms[index] ?? 0) : 1000);
    for (const { body } of judge.requests) expect(get(body, 'tools') ?? []).toEqual([]);
  });

  test('reports the model, the tokens and the cost', async () => {
    await using judge = await startScriptedJudge([answer]);
    const { asked } = await ask(open(judge.url));
    expect(asked).toMatchObject({
      model: expect.stringMatching(/^(claude-sonnet-4-6|gpt-5)/),
      usage: { input_tokens: 1510, cached_input_tokens: 500, cache_write_input_tokens: 0, output_tokens: 40 },
      cost_usd_micros,
    });
  });

  test('retries a truncated reply with twice the token limit and counts the cost of both', async () => {
    await using judge = await startScriptedJudge([{ text: '{"verd', stop: 'cut_off' }, answer]);
    const { asked } = await ask(open(judge.url));
    expect(roomsIn(judge)[0]).toBe(4096);
    expect(roomsIn(judge).at(-1)).toBe(8192);
    expect(asked.usage?.output_tokens).toBeGreaterThanOrEqual(80);
    expect(asked.cost_usd_micros).toBeGreaterThanOrEqual(2 * cost_usd_micros);
  });

  test('a request to fix an invalid reply contains the reply and the error', async () => {
    await using judge = await startScriptedJudge([{ text: 'PASS, I think' }, answer]);
    await ask(open(judge.url));
    const repair = JSON.stringify(get(judge.requests.at(-1)?.body, 'messages'));
    expect(repair).toContain('PASS, I think');
    expect(repair).toContain('found something else');
    expect(repair).toContain('The change: a + b');
  });

  test('sends a question of several hundred kilobytes completely', async () => {
    await using judge = await startScriptedJudge([answer]);
    const text = `${'a + b\n'.repeat(100_000)}the very end`;
    const question = { ...QUESTION, parts: [...QUESTION.parts, { text, lasting: false }] };
    const { asked } = await ask(open(judge.url), { question });
    expect(asked.reply).toBe(ANSWER);
    expect(JSON.stringify(judge.requests[0]?.body)).toContain(JSON.stringify(text).slice(1, -1));
  });

  test('reports an unreachable service', async () => {
    const gone = await startScriptedJudge([answer]);
    await gone[Symbol.asyncDispose]();
    const { asked } = await ask(open(gone.url));
    expect(asked).toMatchObject({ status: 'failed', obstacle: 'unreachable', tries: 3, usage: null });
    expect(asked.detail).toMatch(/refused|ECONNREFUSED/i);
  });

  test('reports a timeout and leaves no process running', async () => {
    await using judge = await startScriptedJudge([{ hang: true }]);
    const { asked } = await ask(open(judge.url), { timeout_ms: 300 });
    expect(asked).toMatchObject({ status: 'failed', obstacle: 'timeout', tries: 3, cost_usd_micros: null });
    expect(listProcessesMarked(`ASSAY_JUDGE=${getOwner()}`)).toEqual([]);
  });

  test('stops immediately when aborted and leaves no process running', async () => {
    await using judge = await startScriptedJudge([{ hang: true }]);
    const controller = new AbortController();
    const asking = open(judge.url).ask(QUESTION, { ...askOptions(), signal: controller.signal });
    const called = new Error('called off');
    const ended = expect(asking).rejects.toBe(called);
    while (judge.requests.length === 0) await sleep(10);
    controller.abort(called);
    await ended;
    expect(listProcessesMarked(`ASSAY_JUDGE=${getOwner()}`)).toEqual([]);
  });

  test('redacts an API key that the service echoes', async () => {
    await using judge = await startScriptedJudge([answer], { rejects: () => `what is ${KEY}?` });
    const error = await open(judge.url)
      .ask(QUESTION, askOptions())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'JudgeFailure', obstacle: 'rejected', again: false });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
    expect(inspect(error)).toContain('[redacted');
  });
});

const roomsIn = ({ requests }: ScriptedModel): readonly unknown[] =>
  requests.map(({ body }) => get(body, 'max_tokens') ?? get(body, 'max_completion_tokens'));
