import { TranscriptEntry } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import * as reading from '../../test/reading.ts';
import { codexExec } from './codex-exec.ts';
import { codexRollout } from './codex-rollout.ts';

const ROLLOUTS = reading.allFixtures.filter((path) => path.endsWith('.rollout.jsonl'));
const STREAMS = reading.allFixtures.filter((path) => path.endsWith('.exec.jsonl'));
// Assay's own recordings, by folder name
const recorded = (kind: string) =>
  reading.allFixtures.filter((path) => path.startsWith('recorded/codex/') && path.includes(kind));

test('each reader recognizes only its own lines', () => {
  reading.expectOnlyOwn(codexRollout, (path) => [...ROLLOUTS, ...recorded('.session.')].includes(path));
  reading.expectOnlyOwn(codexExec, (path) => [...STREAMS, ...recorded('.stream.')].includes(path));
});

test('a mutated recording never makes a reader throw or emit an invalid entry', () => {
  reading.expectUnbreakable(codexRollout, ROLLOUTS);
  reading.expectUnbreakable(codexExec, STREAMS);
});

const readerOf = (path: string) => (path.endsWith('.rollout.jsonl') ? codexRollout : codexExec);
const readFile = (path: string) => reading.read(readerOf(path), path);

describe.each([...ROLLOUTS, ...STREAMS])('%s', (path) => {
  const found = readFile(path);

  test('has no unknown lines', () => {
    expect(found.unknown).toEqual([]);
    for (const entry of found.entries) expect(TranscriptEntry.parse(entry)).toEqual(entry);
  });

  test('pairs every tool use with one result by id', () => {
    reading.expectPaired(found.entries);
  });

  test('has token totals and no cost', () => {
    expect([found.responses.size, found.cost]).toEqual([0, null]);
  });

  test('is never completed if cut off', () => {
    const records = reading.recordsOf(path);
    for (const cut of records.keys())
      expect(reading.collect(readerOf(path), records.slice(0, cut)).end.status).not.toBe('completed');
  });

  test('has no duplicate entries', () => {
    const said = found.entries.filter(({ type }) => type === 'assistant' || type === 'user').map((each) => each.text);
    expect(new Set(said).size).toBe(said.length);
  });
});

describe('the end of a run', () => {
  test.each([
    { file: 'basic.rollout', status: 'completed', reason: /complete/, why: 'the task is complete' },
    { file: 'apply_patch-gpt-5.5.rollout', status: 'completed', reason: /complete/, why: 'the task is complete' },
    { file: 'basic.exec', status: 'completed', reason: /complete/, why: 'an item of type error is not a failure' },
    { file: 'apply_patch-gpt-5.5.exec', status: 'completed', reason: /complete/, why: 'the turn is completed' },
    { file: 'http-400.exec', status: 'failed', reason: /invalid_request_error/, why: 'the turn failed' },
    { file: 'http-401.exec', status: 'failed', reason: /401 Unauthorized/, why: 'the turn failed after a retry' },
    { file: 'http-429.exec', status: 'failed', reason: /429/, why: 'a busy service is not a limit of the run' },
    { file: 'http-500.exec', status: 'failed', reason: /high demand/, why: 'the turn failed after a retry' },
    { file: 'server-down-bounded.exec', status: 'failed', reason: /Connection failed/, why: 'retries ran out' },
    { file: 'server-down.exec', status: 'interrupted', reason: /stops before/, why: 'killed while it waited' },
  ])('$file is $status: $why', ({ file, status, reason }) => {
    expect(readFile(`codex/${file}.jsonl`).end).toEqual({ status, reason: expect.stringMatching(reason) });
  });

  test.each([...ROLLOUTS, 'codex/basic.exec.jsonl', 'codex/apply_patch-gpt-5.5.exec.jsonl'])(
    '%s without its last line is interrupted',
    (path) => {
      expect(reading.collect(readerOf(path), reading.recordsOf(path).slice(0, -1)).end.status).toBe('interrupted');
    },
  );

  const event = (payload: object) => ({ timestamp: '2026-11-15T00:00:00.000Z', type: 'event_msg', payload });
  const started = event({ type: 'task_started' });
  const done = event({ type: 'task_complete', last_agent_message: 'Done.' });
  const error = (codex_error_info: unknown) => event({ type: 'error', message: 'no', codex_error_info });

  test.each([
    {
      status: 'interrupted',
      events: [started, event({ type: 'turn_aborted', reason: 'interrupted' })],
      why: 'aborted',
    },
    {
      status: 'limit',
      events: [started, event({ type: 'turn_aborted', reason: 'budget_limited' })],
      why: 'the budget is used up',
    },
    { status: 'failed', events: [started, error('unauthorized')], why: 'an error is the last event' },
    { status: 'failed', events: [started, error(null), done], why: 'a failed turn is closed like any other' },
    { status: 'failed', events: [started, error({ http_connection_failed: {} }), done], why: 'a kind with details' },
    { status: 'limit', events: [started, error('usage_limit_exceeded'), done], why: 'a limit by its kind' },
    { status: 'completed', events: [started, error('thread_rollback_failed'), done], why: 'a harmless error' },
    { status: 'completed', events: [started, event({ type: 'stream_error', message: '1/5' }), done], why: 'a retry' },
    { status: 'completed', events: [started, error(null), done, started, done], why: 'the next turn went well' },
    { status: 'unknown', events: [started, event({ type: 'task_complete' })], why: 'no last message' },
    {
      status: 'denied',
      events: [started, event({ type: 'item_completed', item: { id: 'a', status: 'declined' } }), done],
      why: 'a call was declined',
    },
  ])('a rollout is $status: $why', ({ status, events }) => {
    expect(reading.collect(codexRollout, events)).toMatchObject({ end: { status }, unknown: [] });
  });

  test.each([
    { message: "You've hit your usage limit. Try again later.", status: 'limit' },
    { message: "Codex ran out of room in the model's context window.", status: 'limit' },
    { message: 'Quota exceeded. Check your plan and billing details.', status: 'limit' },
    { message: 'stream disconnected before completion', status: 'failed' },
  ])('a turn that failed with "$message" is $status', ({ message, status }) => {
    expect(reading.collect(codexExec, [{ type: 'turn.failed', error: { message } }]).end).toEqual({
      status,
      reason: message,
    });
  });
});

test.each([
  {
    file: 'codex/basic.rollout.jsonl',
    facts: { agent_version: '0.166.0', model: 'mock-model', session_id: '01a1dc8b-65b5-7ad3-8100-3a08db79ac79' },
    usage: [4600, 2000, 0, 166],
    why: 'the last of the running totals, not their sum',
  },
  {
    file: 'codex/apply_patch-gpt-5.5.rollout.jsonl',
    facts: { agent_version: '0.166.0', model: 'gpt-5.5', session_id: '01a1dc8d-b47a-73c0-893e-fc5a2c1b337f' },
    usage: [3300, 1500, 0, 123],
    why: 'cached input is part of the input',
  },
  {
    file: 'codex/basic.exec.jsonl',
    facts: { session_id: '01a1dc8b-65b5-7ad3-8100-3a08db79ac79' },
    usage: [4600, 2000, 0, 166],
    why: 'the same run has the same totals',
  },
  {
    file: 'codex/http-400.exec.jsonl',
    facts: { session_id: '01a1dc8c-a37a-7e82-9bb9-c1049f17fa3c' },
    usage: null,
    why: 'a failed turn has no usage',
  },
])('$file has the agent and its tokens: $why', ({ file, facts, usage }) => {
  const found = readFile(file);
  expect(found.facts).toEqual(facts);
  expect(found.total && Object.values(found.total)).toEqual(usage);
});
