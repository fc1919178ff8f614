import { FailureClass, type Stage, TranscriptEnd } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ended } from '../../../test/ended.ts';
import type { ModelHealth } from '../../machine/gateway/model-health.ts';
import { FAILURE_CLASSES } from './failure-classes.ts';
import { decideOutcome, type RunFacts } from './outcome.ts';

const seen = (status: number | null, fields: Partial<ModelHealth> = {}): ModelHealth => ({
  requests: 2,
  answered: 1,
  status,
  error: null,
  asked_ms: 60_000,
  silent_ms: 0,
  ...fields,
});
const UNREACHED: ModelHealth = { requests: 0, answered: 0, status: null, error: null, asked_ms: 0, silent_ms: 0 };
const good: RunFacts = {
  fault: null,
  limit: null,
  ended: ended(),
  end: { status: 'completed', reason: 'done' },
  model: seen(200),
  active: true,
  changed: true,
  answered: true,
  stages: [{ name: 'test', attempts: 2, passed: true }],
};
const end = (status: TranscriptEnd['status'], reason = 'because') => ({ end: { status, reason } });
const limit = { class: 'budget_exceeded', message: '7 tokens used, 6 allowed' } as const;
const QUIET = { ...end('unknown'), active: false, changed: false, answered: false };
const stage = (fields: Partial<Stage>): Stage => ({ name: 'test', attempts: 1, passed: false, ...fields });

interface Case {
  readonly facts: Partial<RunFacts>;
  readonly outcome: string;
  readonly failure: FailureClass | null;
  readonly why: string;
}

const CASES: readonly Case[] = [
  { facts: {}, outcome: 'COMPLETED', failure: null, why: 'a successful end, a change, every stage passed' },
  { facts: { stages: [] }, outcome: 'COMPLETED', failure: null, why: 'no stages' },
  { facts: { ended: null, model: null }, outcome: 'COMPLETED', failure: null, why: 'a built-in agent' },
  { facts: { changed: false }, outcome: 'COMPLETED', failure: null, why: 'an answer is enough' },
  { facts: { answered: false }, outcome: 'COMPLETED', failure: null, why: 'a change is enough' },
  {
    facts: { ended: ended({ exit_code: 1 }) },
    outcome: 'COMPLETED',
    failure: null,
    why: 'the exit code alone decides nothing',
  },
  { facts: { model: seen(429) }, outcome: 'COMPLETED', failure: null, why: 'it recovered from an error' },
  ...FailureClass.options.map((name) => ({
    facts: { fault: { class: name, message: 'broken' }, limit, ended: ended({ ended_by: 'timeout' }) },
    outcome: 'FAILED',
    failure: name,
    why: `a fault decides alone: ${name}`,
  })),
  { facts: { limit }, outcome: 'BLOCKED', failure: 'budget_exceeded', why: 'a limit, with a change' },
  { facts: { limit, changed: false }, outcome: 'FAILED', failure: 'budget_exceeded', why: 'a limit, without one' },
  {
    facts: { limit, active: false, changed: false },
    outcome: 'FAILED',
    failure: 'budget_exceeded',
    why: 'a limit, without output',
  },
  {
    facts: { limit, ended: ended({ ended_by: 'timeout' }) },
    outcome: 'BLOCKED',
    failure: 'budget_exceeded',
    why: 'a limit of the harness takes precedence over the sandbox',
  },
  ...(['timeout', 'output', 'disk', 'memory'] as const).map((ended_by) => ({
    facts: { ended: ended({ ended_by, reason: 'too much' }) },
    outcome: 'BLOCKED',
    failure: `${ended_by === 'timeout' ? 'time' : ended_by}_exceeded` as FailureClass,
    why: `the sandbox ended it: ${ended_by}`,
  })),
  ...(['timeout', 'output', 'disk', 'memory'] as const).map((ended_by) => ({
    facts: { ...QUIET, ended: ended({ ended_by, reason: 'too much' }) },
    outcome: 'FAILED',
    failure: `${ended_by === 'timeout' ? 'time' : ended_by}_exceeded` as FailureClass,
    why: `the sandbox ended it before any output: ${ended_by}`,
  })),
  {
    facts: { ...QUIET, model: UNREACHED, ended: ended({ ended_by: 'memory', exit_code: null, signal: 'SIGKILL' }) },
    outcome: 'FAILED',
    failure: 'memory_exceeded',
    why: 'out of memory before any request',
  },
  {
    facts: { ended: ended({ ended_by: 'start', exit_code: null, reason: 'not found' }), active: false },
    outcome: 'FAILED',
    failure: 'agent_unavailable',
    why: 'it never started',
  },
  ...[401, 402, 403, 404, 407, 413].map((model_status) => ({
    facts: { ...end('failed'), model: seen(model_status, { answered: 0 }) },
    outcome: 'FAILED',
    failure: 'model_refused' as const,
    why: `the account, not the agent: ${model_status}`,
  })),
  ...[403, 404, 413].map((model_status) => ({
    facts: { ...end('failed', 'Your credit balance is too low'), model: seen(model_status) },
    outcome: 'BLOCKED',
    failure: 'agent_stopped' as const,
    why: `the agent asked for something else after its model had answered: ${model_status}`,
  })),
  {
    facts: { ...end('failed'), model: seen(400, { error: 'prompt is too long: 212000 tokens > 200000 maximum' }) },
    outcome: 'BLOCKED',
    failure: 'agent_stopped',
    why: 'the agent let its conversation grow too long',
  },
  {
    facts: { ...end('failed'), model: seen(400, { error: 'Your credit balance is too low to go on.' }) },
    outcome: 'FAILED',
    failure: 'model_refused',
    why: 'the account is empty after some answers',
  },
  {
    facts: { ...end('failed'), model: seen(401) },
    outcome: 'FAILED',
    failure: 'model_refused',
    why: 'the key has expired during the run',
  },
  {
    facts: { ...QUIET, ended: ended({ exit_code: null, signal: 'SIGKILL' }), model: seen(null, { silent_ms: 59_000 }) },
    outcome: 'FAILED',
    failure: 'agent_crashed',
    why: 'a signal, not the model, ended it during a request',
  },
  {
    facts: { ...end('failed'), ended: ended({ exit_code: null, signal: 'SIGCHLD' }), model: seen(401) },
    outcome: 'FAILED',
    failure: 'model_refused',
    why: 'it exited with 401 modulo 256',
  },
  {
    facts: { ...end('failed'), ended: ended({ ended_by: 'stop', signal: 'SIGTERM' }), model: seen(500) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'it was stopped after it had said that the model failed',
  },
  {
    facts: { ...end('unknown'), ended: ended({ exit_code: null, signal: 'SIGKILL' }), model: seen(529) },
    outcome: 'BLOCKED',
    failure: 'agent_crashed',
    why: 'a signal, not the model, ended it after an error',
  },
  ...[408, 409, 425, 429, 500, 503, 529].map((model_status) => ({
    facts: { ...end('failed'), model: seen(model_status) },
    outcome: 'FAILED',
    failure: 'model_unavailable' as const,
    why: `the service, not the agent: ${model_status}`,
  })),
  {
    facts: { ...end('failed'), model: seen(400, { error: 'tools.0.name: expected a string' }) },
    outcome: 'BLOCKED',
    failure: 'agent_stopped',
    why: 'the agent sent an invalid request',
  },
  {
    facts: { ...QUIET, ended: ended({ exit_code: 1 }) },
    outcome: 'FAILED',
    failure: 'agent_crashed',
    why: 'its model answered, and it crashed without output',
  },
  {
    facts: { ...QUIET, ended: ended({ exit_code: null, signal: 'SIGSEGV' }) },
    outcome: 'FAILED',
    failure: 'agent_crashed',
    why: 'the same by a signal',
  },
  { facts: QUIET, outcome: 'FAILED', failure: 'agent_no_activity', why: 'its model answered, and it did nothing' },
  {
    facts: { ...QUIET, ...end('completed'), model: null },
    outcome: 'FAILED',
    failure: 'agent_no_activity',
    why: 'an idle program without a model',
  },
  {
    facts: { ...QUIET, ...end('failed'), model: null, ended: ended({ exit_code: 1 }) },
    outcome: 'FAILED',
    failure: 'agent_crashed',
    why: 'a program without a model that fails without output',
  },
  {
    facts: { ...QUIET, model: null, ended: ended({ exit_code: 127 }) },
    outcome: 'FAILED',
    failure: 'agent_crashed',
    why: 'an exit code that says that it was not found',
  },
  {
    facts: { ...QUIET, model: UNREACHED, ended: ended({ exit_code: 127 }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'it sent no request',
  },
  {
    facts: { ...QUIET, model: UNREACHED, ended: ended({ exit_code: 1 }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'it never reached its model',
  },
  {
    facts: { ...QUIET, model: UNREACHED, ended: ended({ ended_by: 'timeout', reason: 'late' }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'it never reached its model until the timeout',
  },
  {
    facts: { ...QUIET, ...end('completed'), model: seen(401, { answered: 0 }) },
    outcome: 'FAILED',
    failure: 'model_refused',
    why: 'refused, and it exits with 0 without output',
  },
  ...[
    'Your credit balance is too low to access the Anthropic API.',
    'You exceeded your current quota, please check your plan and billing details.',
    'prompt is too long: 212000 tokens > 200000 maximum',
    "This model's maximum context length is 128000 tokens. (context_length_exceeded)",
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ].map((error) => ({
    facts: { ...end('failed'), model: seen(400, { error, answered: 0 }) },
    outcome: 'FAILED',
    failure: 'model_refused' as const,
    why: `the account or the model, not the agent: ${error}`,
  })),
  {
    facts: { ...end('failed'), model: seen(429, { error: 'You have no credits. (insufficient_quota)' }) },
    outcome: 'FAILED',
    failure: 'model_refused',
    why: 'retrying does not refill an account',
  },
  {
    facts: { ended: ended({ ended_by: 'timeout' }), ...end('unknown'), model: seen(null, { silent_ms: 31_000 }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'the model hung most of the time during the work',
  },
  {
    facts: {
      ended: ended({ ended_by: 'timeout' }),
      ...end('unknown'),
      model: seen(null, { asked_ms: 3_600_000, silent_ms: 300_000 }),
    },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'the model hung longer than any client waits',
  },
  {
    facts: { ended: ended({ ended_by: 'timeout' }), ...end('unknown'), model: seen(529, { silent_ms: 50_000 }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'overloaded until the timeout',
  },
  {
    facts: { ended: ended({ ended_by: 'timeout' }), ...end('unknown'), model: seen(null, { silent_ms: 20_000 }) },
    outcome: 'BLOCKED',
    failure: 'time_exceeded',
    why: 'most of the time was not spent waiting for the last answer',
  },
  {
    facts: { ended: ended({ ended_by: 'timeout' }), ...end('unknown'), model: seen(500) },
    outcome: 'BLOCKED',
    failure: 'time_exceeded',
    why: 'one error at the end does not explain a timeout',
  },
  {
    facts: { ended: ended({ exit_code: 1 }), ...end('failed'), model: seen(null, { silent_ms: 45_000 }) },
    outcome: 'FAILED',
    failure: 'model_unavailable',
    why: 'the agent gave up on a model that hung',
  },
  {
    facts: {
      ended: ended({ exit_code: 1 }),
      ...end('unknown'),
      model: seen(null, { asked_ms: 900, silent_ms: 800 }),
    },
    outcome: 'BLOCKED',
    failure: 'agent_crashed',
    why: 'it crashed during a request',
  },
  {
    facts: { ended: ended({ ended_by: 'memory', reason: 'too much' }), model: seen(null, { silent_ms: 59_000 }) },
    outcome: 'BLOCKED',
    failure: 'memory_exceeded',
    why: 'out of memory during a request',
  },
  { facts: end('denied'), outcome: 'FAILED', failure: 'tools_denied', why: 'it was not allowed to work' },
  { facts: end('limit', 'max turns'), outcome: 'BLOCKED', failure: 'turns_exceeded', why: 'its own turn limit' },
  { facts: end('limit', 'budget'), outcome: 'BLOCKED', failure: 'budget_exceeded', why: 'its own cost limit' },
  { facts: end('failed'), outcome: 'BLOCKED', failure: 'agent_stopped', why: 'it gave up, with a change' },
  {
    facts: { ...end('failed'), changed: false },
    outcome: 'FAILED',
    failure: 'agent_stopped',
    why: 'it gave up, with text only',
  },
  { facts: end('interrupted'), outcome: 'BLOCKED', failure: 'agent_crashed', why: 'interrupted' },
  { facts: end('unknown'), outcome: 'BLOCKED', failure: 'agent_crashed', why: 'exited with 0 without an end' },
  {
    facts: { stages: [stage({ passed: true }), stage({ name: 'build' })] },
    outcome: 'BLOCKED',
    failure: 'stage_failed',
    why: 'a stage still fails',
  },
  {
    facts: { stages: [stage({})], changed: false },
    outcome: 'FAILED',
    failure: 'stage_failed',
    why: 'a stage still fails and nothing was changed',
  },
  {
    facts: { changed: false, answered: false },
    outcome: 'FAILED',
    failure: 'agent_stopped',
    why: 'a success message without a change or an answer',
  },
];

test.each(CASES)('$outcome, $failure: $why', ({ facts, outcome, failure }) => {
  const decided = decideOutcome({ ...good, ...facts });
  expect([decided.outcome, decided.failure?.class ?? null]).toEqual([outcome, failure]);
});

test('every class except those of faults is reached without a fault', () => {
  const reached = new Set(CASES.filter(({ facts }) => !facts.fault).map(({ failure }) => failure));
  const by_fault = FailureClass.options.filter((name) => !reached.has(name));
  expect(by_fault).toEqual([
    'seed_failed',
    'setup_failed',
    'environment_missing',
    'sandbox_unavailable',
    'sandbox_lost',
    'snapshot_failed',
    'grader_error',
    'disk_full',
    'internal_error',
    'interrupted',
  ]);
});

describe('the message says what was observed', () => {
  test.each([
    { facts: { stages: [stage({})] }, message: 'stage test still failed after 1 attempt' },
    { facts: { stages: [stage({ attempts: 3 })] }, message: 'stage test still failed after 3 attempts' },
    { facts: { ...end('failed', 'no key'), model: seen(401) }, message: 'the model service answered 401: no key' },
    {
      facts: { ...end('failed', 'exit 1'), model: seen(400, { error: 'Your credit balance is too low.' }) },
      message: 'the model service answered 400: Your credit balance is too low.',
    },
    {
      facts: { ended: ended({ ended_by: 'timeout' }), ...end('unknown'), model: seen(null, { silent_ms: 45_400 }) },
      message: 'the model service did not answer for the last 45 s',
    },
    {
      facts: { ...QUIET, model: UNREACHED, ended: ended({ exit_code: 1 }) },
      message: 'the agent produced no output and never reached its model service',
    },
    {
      facts: { ...end('unknown', 'it does not say'), ended: ended({ exit_code: null, signal: 'SIGSEGV' as const }) },
      message: 'it does not say; its program was ended by SIGSEGV',
    },
    {
      facts: { ...end('unknown'), active: false, ended: ended({ exit_code: 127 }) },
      message: 'the agent produced no output and no change: its program exited with 127',
    },
    { facts: { ended: ended({ ended_by: 'disk', reason: 'full' }) }, message: 'full' },
  ])('$message', ({ facts, message }) => {
    expect(decideOutcome({ ...good, ...facts }).failure?.message).toBe(message);
  });
});

const classes = fc.constantFrom(...FailureClass.options);
const anything = fc.record<RunFacts>({
  fault: fc.option(fc.record({ class: classes, message: fc.string() }), { freq: 4 }),
  limit: fc.option(fc.record({ class: classes, message: fc.string() }), { freq: 4 }),
  ended: fc.option(
    fc.record({
      exit_code: fc.option(fc.nat(255)),
      signal: fc.constantFrom(null, 'SIGKILL' as const),
      ended_by: fc.constantFrom('exit', 'timeout', 'stop', 'output', 'disk', 'memory', 'start'),
      reason: fc.option(fc.string()),
      duration_ms: fc.nat(),
    }),
  ),
  end: fc.record({ status: fc.constantFrom(...TranscriptEnd.shape.status.options), reason: fc.string() }),
  model: fc.option(
    fc.record({
      requests: fc.nat(5),
      answered: fc.nat(5),
      status: fc.option(fc.integer({ min: 100, max: 599 })),
      error: fc.option(fc.string()),
      asked_ms: fc.nat(1_000_000),
      silent_ms: fc.nat(1_000_000),
    }),
  ),
  active: fc.boolean(),
  changed: fc.boolean(),
  answered: fc.boolean(),
  stages: fc.array(fc.record({ name: fc.string({ minLength: 1 }), attempts: fc.nat(), passed: fc.boolean() })),
});

test('a run is completed only if nothing stopped it and every stage passed; any other has a failure', () => {
  fc.assert(
    fc.property(anything, (facts) => {
      const { outcome, failure } = decideOutcome(facts);
      expect(outcome === 'COMPLETED').toBe(failure === null);
      if (failure !== null) {
        expect(failure.side).toBe(FAILURE_CLASSES[failure.class].side);
        if (outcome === 'BLOCKED') expect(facts.changed).toBe(true);
        return;
      }
      expect(facts).toMatchObject({ fault: null, limit: null, end: { status: 'completed' } });
      expect(facts.stages.every(({ passed }) => passed)).toBe(true);
      expect(facts.changed || facts.answered).toBe(true);
      expect(['exit', 'stop', undefined]).toContain(facts.ended?.ended_by);
    }),
    { numRuns: 2000 },
  );
});

test('failures of the agent are never retried', () => {
  for (const { side, retried } of Object.values(FAILURE_CLASSES)) if (side === 'agent') expect(retried).toBe(false);
});
