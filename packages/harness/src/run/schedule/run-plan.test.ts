import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelPrices } from '@assay/schema';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { readTranscript } from '../../../../transcripts/src/read-transcript.ts';
import { readKeptBytes } from '../../../test/kept-bytes.ts';
import type { Host } from '../../contracts/host.ts';
import { BY_RULES } from '../../judge/open-judge.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { loadProject } from '../../scenarios/load-project.ts';
import { appendWhole } from '../folders/append-whole.ts';
import { openRunFolders, readRunWithGrade } from '../folders/run-folders.ts';
import { gradeOrExplain } from '../grade/grade-or-explain.ts';
import { gradeRunFolder } from '../grade/grade-run-folder.ts';
import { gradeSubmittedRun } from '../grade/grade-submitted-run.ts';
import { regradeRun } from '../grade/regrade-run.ts';
import { reportRun } from '../grade/report-run.ts';
import { type ChosenAgent, chooseAgents } from '../plan/choose-agents.ts';
import { prepareTask } from '../plan/prepare-task.ts';
import { describeRun } from '../run-result.ts';
import { type PlanOptions, runPlan } from './run-plan.ts';
import { type Budget, NO_BUDGET, type Spending } from './spending.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const SCENARIO = {
  name: 'say-hello',
  user_instruction: 'Write hello into hello.txt.',
  workspace_seed: { copy: './fixture' },
  oracle: './oracle',
  stages: [{ name: 'test', command: 'grep -q hello hello.txt', max_attempts: 2 }],
};
const FILES = {
  'scenarios/say-hello/scenario.json': JSON.stringify(SCENARIO),
  'scenarios/say-hello/fixture/hello.txt': 'nothing\n',
  'scenarios/say-hello/fixture/.gitignore': 'build\n',
  'scenarios/say-hello/oracle/hello.txt': 'hello\n',
  'assay.config.json': '{}',
};

interface PlanCase {
  readonly agents: readonly string[];
  readonly commands?: Readonly<Record<string, string>>;
  readonly budget?: Budget;
  readonly prices?: ModelPrices;
  readonly now?: () => number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env?: readonly string[];
  /** Scripts placed first on PATH. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly options?: Partial<PlanOptions>;
  readonly formulas?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs a plan of one scenario without a sandbox, one run at a time. */
async function runCase(plan: PlanCase) {
  const scratch = scratchFolder();
  putFiles(scratch.path, FILES);
  putFiles(join(scratch.path, 'bin'), plan.programs ?? {});
  for (const name of Object.keys(plan.programs ?? {})) chmodSync(join(scratch.path, 'bin', name), 0o755);
  const host: Host = {
    now: plan.now ?? Date.now,
    entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
    environment: { PATH: `${join(scratch.path, 'bin')}:${process.env['PATH']}`, ...plan.environment },
  };
  const signal = plan.signal ?? new AbortController().signal;
  const { scenarios } = await loadProject({ folder: scratch.path });
  const [loaded] = scenarios;
  if (loaded === undefined) throw new Error('expected a scenario');
  await using prepared = await prepareTask(loaded, { host, signal });
  const configured = Object.entries(plan.commands ?? {}).map(([id, command]) => ({
    id,
    type: 'command',
    command,
    flags: [],
    env: [...(plan.env ?? [])],
    mcp_servers: {},
    skills: [],
  }));
  const root = join(scratch.path, '.assay');
  const folders = await openRunFolders(root);
  const agents: ChosenAgent[] = chooseAgents(plan.agents, configured);
  const result = runPlan({
    cells: agents.map(({ agent, spec }) => ({ prepared, agent, spec, repeat: 1, overlay: null })),
    concurrency: 1,
    label: null,
    invocation: null,
    budget: plan.budget ?? NO_BUDGET,
    context: {
      host,
      folders,
      sandbox: local,
      readable: [],
      formulas: plan.formulas ?? {},
      weights: undefined,
      judge: BY_RULES,
      prices: plan.prices ?? [],
      harness_version: '0.0.0-test',
      findBaseline: async () => null,
      signal,
    },
    ...plan.options,
  });
  const settled = await result.then(
    ({ finished, missing }) => ({ finished, missing, error: undefined }),
    (error: unknown) => ({ finished: [], missing: [], error }),
  );
  return { ...settled, host, root, [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

const raise = (): never => {
  throw new Error('expected a finished run');
};

const ids = (cells: readonly { cell: { spec: { id: string } } }[]): string[] => cells.map(({ cell }) => cell.spec.id);

test('each cell becomes a finished run with its own outcome', async () => {
  using plan = await runCase({
    agents: ['oracle', 'nop', 'waves', 'breaks'],
    commands: { waves: 'echo hello > hello.txt; echo I wrote it', breaks: 'echo some > hello.txt; exit 3' },
  });
  expect(plan.missing).toEqual([]);
  expect(
    plan.finished.map(({ cell, evidence: { run } }) => [cell.spec.id, run.outcome, run.failure?.class ?? null]),
  ).toEqual([
    ['oracle', 'COMPLETED', null],
    ['nop', 'FAILED', 'stage_failed'],
    ['waves', 'COMPLETED', null],
    ['breaks', 'BLOCKED', 'agent_stopped'],
  ]);
  expect(readdirSync(join(plan.root, 'runs'))).toHaveLength(4);
});

test('a run whose grading fails keeps its evidence, and regrading completes it', async () => {
  const commands = { waves: 'echo hello > hello.txt; echo I wrote it' };
  // bypasses the configuration, which would reject it: any grading failure works
  using plan = await runCase({ agents: ['waves'], commands, formulas: { axis: '99' } });
  expect(plan.missing).toEqual([]);
  const [{ folder, evidence, grade } = raise()] = plan.finished;
  expect(evidence.run).toMatchObject({ outcome: 'COMPLETED', failure: null });
  expect(grade).toMatchObject({
    overall: 'ERROR',
    grading_failure: { class: 'grader_error', side: 'harness', message: expect.stringContaining('found "99"') },
    not_scored: { reason: expect.stringContaining('grading failed') },
    scorecard: null,
    needs_regrade: true,
  });
  expect(readdirSync(folder)).not.toContain('reserve');
  const failed = describeRun({ folder, evidence, grade }, null);
  expect(failed.failure).toEqual(grade.grading_failure);
  expect((await reportRun(failed)).run?.failure).toEqual(grade.grading_failure);

  const { host, root } = plan;
  const signal = new AbortController().signal;
  const again = { host, root, signal, readable: [], formulas: {}, label: 'again', openSandbox: async () => local };
  const { after, file } = await regradeRun(folder, again);
  expect(file).toBe(join(folder, 'grade.json'));
  const kept = await readRunWithGrade(folder);
  expect(kept.grade).toEqual(after);
  expect(kept.evidence).toEqual(evidence);
  // as if nothing had failed
  cpSync(folder, `${folder}-copy`, { recursive: true });
  const graded = await gradeRunFolder(`${folder}-copy`, { host, signal, baseline: null });
  expect({ ...graded, graded_at: after.graded_at }).toEqual(after);
  // from now on a normal grade
  expect((await regradeRun(folder, again)).file).toContain('-again.json');
  expect(readdirSync(join(folder, 'grades'))).toEqual([
    expect.stringContaining('-failed.json'),
    expect.stringContaining('-again.json'),
  ]);
  const submitted = await gradeSubmittedRun(folder, { host, root, signal, baseline: null, scorecard_weights: null });
  expect(submitted.grade.grading_failure).toBeNull();
});

test('a full disk during grading is a failure of the environment, written to the reserved space', async () => {
  using plan = await runCase({ agents: ['oracle'] });
  const [{ folder } = raise()] = plan.finished;
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
  const onDiskFull = vi.fn(async () => undefined);
  const { signal } = new AbortController();
  await gradeOrExplain(folder, () => Promise.reject(full), { host: plan.host, signal, onDiskFull });
  expect(onDiskFull).toHaveBeenCalledOnce();
  const failure = { class: 'disk_full', side: 'environment', message: 'the disk is full: write failed' };
  expect((await readRunWithGrade(folder)).grade.grading_failure).toEqual(failure);
});

test('appends completely or not at all', async () => {
  using scratch = scratchFolder();
  const file = join(scratch.path, 'lines.jsonl');
  await appendWhole(file, 'one\n');
  await appendWhole(file, 'two\n');
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  await expect(appendWhole('/dev/full', 'three\n')).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a run that the harness cannot make affects no other and leaves no partial folder', async () => {
  using plan = await runCase({
    agents: ['nop', 'oracle'],
    options: {
      onProgress: ({ spec }, progress) => {
        if (spec.id === 'nop' && progress.kind === 'step' && progress.step === 'grade') throw new Error('broken pipe');
      },
    },
  });
  expect(plan.missing.map(({ cell, reason }) => [cell.spec.id, reason])).toEqual([['nop', 'broken pipe']]);
  expect(ids(plan.finished)).toEqual(['oracle']);
  const [owner = ''] = readdirSync(join(plan.root, 'incoming'));
  expect(readdirSync(join(plan.root, 'incoming', owner))).toEqual([]);
});

test('starts no run once the time is used up', async () => {
  let now = Date.now();
  using plan = await runCase({
    agents: ['nop', 'oracle', 'cheat:skip-all'],
    budget: { ...NO_BUDGET, wall_s: 100 },
    now: () => now,
    options: {
      onFinish: () => {
        now += 60_000;
      },
    },
  });
  expect(ids(plan.finished)).toEqual(['nop', 'oracle']);
  expect(plan.missing.map(({ reason }) => reason)).toEqual(['the budget of 100 s is used up']);
});

const RECORDED = fileURLToPath(
  new URL('../../../../../fixtures/transcripts/claude/basic.stream.jsonl', import.meta.url),
);

test.each([
  { budget: { ...NO_BUDGET, usd: 0.001 }, spent: '$0.001' },
  { budget: { ...NO_BUDGET, tokens: 100 }, spent: '100 tokens' },
])('starts no run once $spent are used up', async ({ budget, spent }) => {
  using plan = await runCase({
    agents: ['claude-code', 'nop'],
    // an agent that replays a recorded transcript
    programs: { claude: `#!/bin/sh\nexec cat '${RECORDED}'\n` },
    budget,
  });
  expect(ids(plan.finished)).toEqual(['claude-code']);
  expect(plan.missing.map(({ reason }) => reason)).toEqual([`the budget of ${spent} is used up`]);
  // totals of a resumed session are not added twice
  const { usage, cost_usd } = await readTranscript(RECORDED);
  const { run } = plan.finished[0]?.evidence ?? {};
  expect(run).toMatchObject({ turns: 2, usage, cost_usd_micros: Math.round((cost_usd ?? 0) * 1e6) });
});

test.each([
  {
    prices: [{ model: 'house-*', input: 2, output: 8 }],
    micros: 2 * 1_000 + 8 * 50,
    why: 'cached tokens cost the same',
  },
  {
    prices: [
      { model: 'other', input: 9, output: 9 },
      { model: 'house-7', input: 2, cached_input: 0.5, output: 8 },
      { model: '*', input: 9, output: 9 },
    ],
    micros: 2 * 600 + 0.5 * 400 + 8 * 50,
    why: 'the first match counts',
  },
  { prices: [{ model: 'house', input: 2, output: 8 }], micros: null, why: 'a name without * must match exactly' },
])('uses configured prices and records them: $why', async ({ prices, micros }) => {
  const usage = { input_tokens: 600, cache_read_input_tokens: 400, output_tokens: 50 };
  const content = [{ type: 'text', text: 'hello' }];
  const lines = [
    { type: 'system', subtype: 'init', model: 'house-7' },
    { type: 'assistant', message: { id: 'm', role: 'assistant', content } },
    { type: 'result', subtype: 'success', is_error: false, result: 'hello', usage },
  ];
  const program = lines.map((line) => `echo '${JSON.stringify(line)}'`);
  using plan = await runCase({
    agents: ['claude-code'],
    programs: { claude: ['#!/bin/sh', 'echo hello > hello.txt', ...program].join('\n') },
    prices,
  });
  const { run } = plan.finished[0]?.evidence ?? {};
  const used = prices.filter(({ model }) => model.startsWith('house-'));
  expect(run).toMatchObject({ model: 'house-7', turns: 1, cost_usd_micros: micros });
  expect(run?.cost_source).toBe(micros === null ? null : 'priced');
  expect(run?.prices).toEqual(micros === null ? undefined : used);
});

test('a discarded try counts toward the budget', async () => {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const silent = { type: 'result', subtype: 'success', is_error: false, result: '', total_cost_usd: 0.4, usage };
  using plan = await runCase({
    agents: ['claude-code', 'nop'],
    programs: { claude: `#!/bin/sh\necho '${JSON.stringify(silent)}'\n` },
    budget: { ...NO_BUDGET, usd: 1 },
  });
  expect(plan.finished[0]?.evidence.run).toMatchObject({ tries: 3, cost_usd_micros: 400_000 });
  expect(ids(plan.missing)).toEqual(['nop']);
});

test.each([
  { budget: { ...NO_BUDGET, usd: 1 }, spent: '$1' },
  { budget: { ...NO_BUDGET, tokens: 50 }, spent: '50 tokens' },
  { budget: { ...NO_BUDGET, wall_s: 60 }, spent: '60 s' },
])('counts earlier spending toward the budget of $spent, and reports missed runs', async ({ budget, spent }) => {
  const missed: string[] = [];
  const before = { usd: 1, tokens: 50, wall_ms: 60_000 };
  using plan = await runCase({
    agents: ['nop'],
    budget,
    options: { spent: before, onMiss: ({ reason }) => missed.push(reason) },
  });
  expect(missed).toEqual([`the budget of ${spent} is used up`]);
  expect(plan.missing.map(({ reason }) => reason)).toEqual(missed);
});

test('reports the total spending after each run, including earlier spending', async () => {
  const told: Spending[] = [];
  using plan = await runCase({
    agents: ['claude-code', 'nop'],
    programs: { claude: `#!/bin/sh\nexec cat '${RECORDED}'\n` },
    options: { spent: { usd: 1, tokens: 50, wall_ms: 60_000 }, onSpend: (spent) => told.push(spent) },
  });
  const { cost_usd_micros } = plan.finished[0]?.evidence.run ?? {};
  expect(told).toHaveLength(2);
  for (const { usd, tokens, wall_ms } of told) {
    expect(usd).toBeCloseTo(1 + (cost_usd_micros ?? 0) / 1e6, 9);
    expect(tokens).toBeGreaterThan(50);
    expect(wall_ms).toBeGreaterThanOrEqual(60_000);
  }
});

test('a budget is not used up by unknown costs', async () => {
  using plan = await runCase({ agents: ['nop', 'oracle'], budget: { usd: 0.01, tokens: 1, wall_s: null } });
  expect(ids(plan.finished)).toEqual(['nop', 'oracle']);
});

test('retries infrastructure failures and reports them', async () => {
  const told: string[] = [];
  using plan = await runCase({
    agents: ['claude-code'],
    programs: { claude: '#!/bin/sh\nexit 1\n' },
    options: { onProgress: (_, progress) => progress.kind === 'retry' && told.push(progress.reason) },
  });
  expect(plan.finished[0]?.evidence.run).toMatchObject({ tries: 3, failure: { class: 'model_unavailable' } });
  expect(told).toHaveLength(2);
  expect(readdirSync(join(plan.root, 'runs'))).toHaveLength(1);
});

test('an interrupt ends the plan and keeps finished runs', async () => {
  const interrupt = new AbortController();
  using plan = await runCase({
    agents: ['nop', 'slow', 'oracle'],
    commands: { slow: 'sleep 60' },
    signal: interrupt.signal,
    options: {
      concurrency: 2,
      onFinish: () => interrupt.abort(),
    },
  });
  expect(plan.error).toMatchObject({ name: 'AbortError' });
  expect(readdirSync(join(plan.root, 'runs'))).toHaveLength(1);
});

const SECRET = 'canary-5f2b9d1c7e3a48a6';
test.each([
  { command: 'echo "the key is $KEY"', why: 'it prints it' },
  { command: 'echo hello $KEY > hello.txt; echo wrote', why: 'it writes it' },
  { command: 'printf "hello\\0$KEY" > hello.txt; echo wrote', why: 'it writes it to a binary file' },
  {
    command: 'mkdir build; echo $KEY > build/a; echo wrote',
    why: 'it writes it to an ignored file',
  },
  { command: 'touch "$KEY"; echo wrote', why: 'it names a file like it' },
  {
    command: 'if [ -e k ]; then rm k; echo hello > hello.txt; else echo $KEY > k; fi; echo wrote',
    why: 'it removes it later',
  },
  { command: 'echo "exit 1; $KEY" >&2; echo $KEY | base64; exit 1', why: 'it fails with it' },
])('stored runs never contain passed credentials: $why', async ({ command }) => {
  using plan = await runCase({
    agents: ['leaks'],
    commands: { leaks: command },
    environment: { KEY: SECRET },
    env: ['KEY'],
  });
  expect(plan.finished).toHaveLength(1);
  expect(readKeptBytes(plan.root).includes(SECRET)).toBe(false);
  expect(plan.finished[0]?.evidence.warnings.join()).toMatch(/credential_(redacted|in_workspace)/);
});
