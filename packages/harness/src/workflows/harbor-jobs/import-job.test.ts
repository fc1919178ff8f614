import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findTrials, importJob } from './import-job.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-jobs-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;

const TRAJECTORY = {
  schema_version: 'ATIF-v1.4',
  session_id: 's',
  agent: { name: 'terminus', version: '2', model_name: 'model-1' },
  steps: [
    { step_id: 1, source: 'user', message: 'Write yes.', timestamp: '2026-01-01T00:00:10Z' },
    {
      step_id: 2,
      source: 'agent',
      message: 'I will use AKIAIOSFODNN7EXAMPLZ.',
      timestamp: '2026-01-01T00:00:20Z',
      tool_calls: [{ tool_call_id: 'c', function_name: 'bash', arguments: { command: 'echo yes >answer.txt' } }],
    },
  ],
};

const trial = (fields: object = {}): object => ({
  id: 'a',
  task_name: 'org/plain',
  trial_name: 'plain__1',
  task_checksum: 'c'.repeat(64),
  agent_info: { name: 'terminus', version: '2', model_info: { name: 'model-1', provider: 'p' } },
  agent_result: { n_input_tokens: 100, n_cache_tokens: 20, n_output_tokens: 5, cost_usd: 0.25 },
  verifier_result: { rewards: { reward: 1 } },
  exception_info: null,
  started_at: '2026-01-01T00:00:00.000001',
  finished_at: '2026-01-01T00:01:00Z',
  agent_execution: { started_at: '2026-01-01T00:00:05Z', finished_at: '2026-01-01T00:00:35Z' },
  ...fields,
});

type Files = Readonly<Record<string, unknown>>;

/** Writes a job and imports it; texts are written as they are. */
async function importFiles(files: Files, prepare: (job: string) => void = () => undefined) {
  const folder = join(scratch, String(++count));
  const job = join(folder, 'job');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(job, path)), { recursive: true });
    writeFileSync(join(job, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  prepare(job);
  const options = {
    path: job,
    folder,
    host: { now: () => 0, entropy: (bytes: number) => new Uint8Array(bytes), environment: {} },
    harness_version: 'test',
    signal: new AbortController().signal,
  };
  return { folder, job, options, ...(await importJob(options)) };
}

test('trials become runs with named scores, their transcript and their cost', async () => {
  const { runs, skipped, options, folder } = await importFiles({
    'result.json': { id: 'job', n_total_trials: 2, stats: {} },
    'plain__1/result.json': trial(),
    'plain__1/agent/trajectory.json': TRAJECTORY,
    'plain__2/result.json': trial({
      trial_name: 'plain__2',
      verifier_result: { rewards: { reward: 0.5, style: 1, speed: 0.25 } },
    }),
  });
  expect(skipped).toEqual([]);
  expect(runs).toMatchObject([
    {
      ...{ scenario: 'org/plain', agent: 'terminus', agent_version: '2', model: 'model-1', label: 'job', repeat: 1 },
      ...{ result: 'passed', failure: null, cost_usd: 0.25, cost_source: 'reported', wall_ms: 30_000 },
      results: [{ name: 'reward', type: 'reward', verdict: 'PASS', score: 1 }],
    },
    {
      ...{ repeat: 2, result: 'failed', usage: { input_tokens: 100, cached_input_tokens: 20, output_tokens: 5 } },
      results: [
        { name: 'reward', verdict: 'FAIL', score: 0.5 },
        { name: 'style', required: false, verdict: 'PASS', score: 1 },
        { name: 'speed', required: false, verdict: 'FAIL', score: 0.25 },
      ],
    },
  ]);
  const stored = readFileSync(join(runs[0]?.folder ?? '', 'transcript.jsonl'), 'utf8');
  expect(stored).toContain('echo yes');
  expect(stored).not.toContain('AKIAIOSFODNN7EXAMPLZ');
  // nothing is stored twice
  expect((await importJob(options)).runs).toEqual(runs);
  expect(readdirSync(join(folder, '.assay/runs'))).toHaveLength(2);
});

test.each([
  ['EnvironmentStartTimeoutError', 'sandbox_unavailable'],
  ['VerifierTimeoutError', 'grader_error'],
  ['AgentSetupTimeoutError', 'agent_unavailable'],
  ['SomethingElse', 'internal_error'],
  ['RateLimitError', 'model_unavailable'],
  ['CancelledError', 'interrupted'],
])('%s is a failure of the infrastructure (%s), never 0', async (exception_type, failure_class) => {
  const exception_info = { exception_type, exception_message: 'it was \u001b[31mlate', exception_traceback: '' };
  const { runs } = await importFiles({
    'one/result.json': trial({ exception_info, verifier_result: { rewards: { reward: 0 } } }),
  });
  expect(runs).toMatchObject([
    {
      result: 'error',
      failure: { class: failure_class, message: expect.stringContaining(`${exception_type}: it was`) },
    },
  ]);
  expect(runs[0]?.failure?.side).not.toBe('agent');
});

test('an agent out of time is a failure of the agent', async () => {
  const exception_info = { exception_type: 'AgentTimeoutError', exception_message: '', exception_traceback: '' };
  const { runs } = await importFiles({
    'one/result.json': trial({ exception_info, verifier_result: { rewards: { reward: 0 } } }),
  });
  expect(runs).toMatchObject([{ result: 'failed', failure: { class: 'time_exceeded', side: 'agent' } }]);
});

test.each([
  ['no rewards', { verifier_result: null }, 'the trial has no rewards'],
  ['rewards that are null', { verifier_result: { rewards: null } }, 'the trial has no rewards'],
  ['no reward among them', { verifier_result: { rewards: {} } }, 'reward.json has no reward'],
  ['a reward that is no number', { verifier_result: { rewards: { reward: 'much' } } }, 'expected a number as reward'],
  ['a reward that was not a number', { verifier_result: { rewards: { reward: null } } }, 'found null'],
])('%s: an error, never 0', async (_, fields, says) => {
  const { runs } = await importFiles({ 'one/result.json': trial(fields) });
  expect(runs).toHaveLength(1);
  expect(runs[0]?.result).toBe('error');
  expect(JSON.stringify(runs[0])).toContain(says);
});

test('hostile results are named or skipped, and nothing outside is read', async () => {
  const { runs, skipped, folder } = await importFiles(
    {
      'bare/result.json': '{"trial_name": "x", "verifier_result": {"rewards": {"reward": NaN}}}',
      'bare/agent/log.txt': 'x',
      'cut/result.json': '{"trial_name": ',
      'cut/agent/log.txt': '',
      'list/result.json': '[]',
      'nameless/result.json': { trial_name: 'x', verifier_result: { rewards: { reward: 1 } } },
      'types/result.json': trial({ agent_info: 'terminus', agent_result: { n_input_tokens: -1 }, started_at: 7 }),
      'odd/result.json': trial({
        ...{ id: null, task_name: `../../${'x'.repeat(5000)}`, trial_name: '\u001b]0;x\u0007', started_at: 'soon' },
        ...{ finished_at: '9999-99-99T', agent_info: null, agent_result: null, agent_execution: null },
        verifier_result: { rewards: { ['n'.repeat(5000)]: 1, '': 1, constructor: 1, reward: 1 } },
      }),
      'linked-logs/result.json': trial({ trial_name: 'y' }),
      'elsewhere/trajectory.json': TRAJECTORY,
    },
    (job) => {
      symlinkSync(join(job, 'elsewhere'), join(job, 'linked-logs/agent'));
      mkdirSync(join(job, 'linked'));
      symlinkSync(join(job, 'odd/result.json'), join(job, 'linked/result.json'));
    },
  );
  expect(skipped.map(({ path, reason }) => [path.split('/').at(-1), reason])).toEqual([
    ['bare', expect.stringContaining('result.json is not JSON')],
    ['cut', expect.stringContaining('result.json is not JSON')],
    ['nameless', expect.stringContaining('task_name: expected')],
    [
      'types',
      expect.stringMatching(/agent_info: expected .*agent_result\.n_input_tokens: expected .*started_at: expected/),
    ],
  ]);
  expect(runs.map(({ result, scenario }) => [result, scenario.length])).toEqual([
    ['passed', 9],
    ['passed', 200],
  ]);
  expect(runs[0]?.warnings).toEqual(['no transcript was found in agent/']);
  expect(readdirSync(folder).toSorted()).toEqual(['.assay', 'job']);
});

test('a folder without trials is no job', async () => {
  mkdirSync(join(scratch, 'none/a/b'), { recursive: true });
  writeFileSync(join(scratch, 'none/result.json'), '{"stats": {}}');
  expect(await findTrials(join(scratch, 'none'))).toEqual([]);
  expect(await findTrials(join(scratch, 'missing'))).toEqual([]);
});
