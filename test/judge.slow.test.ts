import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gradeFile, openJudge } from '@assay/harness';
import { type Grade, JudgeCall, JudgeSpec, parse, type RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { gradeRunFolder } from '../packages/harness/src/run/grade/grade-run-folder.ts';
import { createProject, runProject } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';

const SESSION = fileURLToPath(
  new URL('../fixtures/transcripts/recorded/claude-code/edit.session.jsonl', import.meta.url),
);

const SCENARIO = {
  name: 'greet',
  user_instruction: 'Write hello into greeting.txt. Do not touch anything else.',
  workspace_seed: 'empty',
  scorers: [{ name: 'greets', type: 'command', command: 'grep -q hello greeting.txt' }],
  rubric: [{ check: 'The file says hello', weight: 0.7 }, { check: 'Nothing else changed' }],
};
const GREETER = { id: 'greeter', type: 'command', command: 'echo hello > greeting.txt; echo I wrote it.' };

const KEY = { ANTHROPIC_API_KEY: 'sk-ant-scripted', OPENAI_API_KEY: 'sk-scripted' };
const hostWith = (environment: Record<string, string | undefined>) => ({
  now: Date.now,
  entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)),
  environment,
});

interface Judged {
  readonly judge: object;
  readonly environment?: Record<string, string>;
}

async function runJudged({ judge, environment = {} }: Judged) {
  const project = await createProject({ scenarios: [SCENARIO], config: { agents: [GREETER], judge } });
  const { results } = await runProject(project.folder, { environment: { ...process.env, ...KEY, ...environment } });
  const [result] = results;
  if (result === undefined) throw new Error('expected a run');
  const lines = (await readFile(join(result.folder, 'judgments.jsonl'), 'utf8').catch(() => '')).split('\n');
  const calls = lines.filter((line) => line !== '').map((line) => parse(JudgeCall, JSON.parse(line)));
  return { result, calls, project, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

test('judges a run with verdict, scales and rubric, and keeps the calls as evidence', async () => {
  await using service = await startThoroughJudge();
  const judge = { use: 'anthropic', base_url: service.url };
  await using judged = await runJudged({ judge });
  const { result, calls } = judged;
  expect(result.judgment).toMatchObject({
    status: 'judged',
    verdict: 'PASS',
    task_completion: 5,
    instruction_adherence: 4,
    efficiency: 3,
    failure_mode: null,
    agreement: 1,
    judge: 'anthropic:claude-sonnet-4-6',
    models: ['claude-sonnet-4-6'],
    criteria: 'run@1',
    same_family: false,
    standing: 'uncalibrated',
  });
  expect(result.gates).toMatchObject({ judge: 'PASS', scorers: 'PASS', disagreement: null });
  expect(result.axis?.dimensions.goal_achievement).toMatchObject({ status: 'scored', score: 80 });
  expect(result.composite).toMatchObject({ composite: 0.92 });
  const [call] = calls;
  expect(call).toMatchObject({
    purpose: 'run',
    status: 'answered',
    tries: 1,
    model: 'claude-sonnet-4-6',
    cached: false,
  });
  expect(call?.cost_usd_micros).toBeGreaterThan(0);
  expect(call?.reply).toContain('"verdict":"PASS"');
});

test('marks the constant part of a question for prompt caching; a second grading makes no requests', async () => {
  await using service = await startThoroughJudge();
  const spec = JudgeSpec.parse({ use: 'anthropic', base_url: service.url, samples: 2 });
  await using judged = await runJudged({ judge: spec });
  const bodies = service.requests
    .filter(({ asked }) => asked?.instruction.includes('# Your answer'))
    .map(({ body }) => body as Request);
  const requests = service.requests.length;
  expect(bodies).toHaveLength(2);
  for (const { system, messages, tools } of bodies) {
    expect(tools).toBeUndefined();
    expect(system.at(-1)).toMatchObject({ cache_control: { type: 'ephemeral' } });
    const [first, ...rest] = messages[0]?.content ?? [];
    expect(first).toMatchObject({ cache_control: { type: 'ephemeral' } });
    expect(rest.some((part) => 'cache_control' in part)).toBe(false);
  }
  // the cached part is equal; the fenced part has a different nonce
  const [one, two] = bodies;
  expect(one?.messages[0]?.content[0]).toEqual(two?.messages[0]?.content[0]);
  expect(one?.messages[0]?.content.at(-2)?.text).not.toEqual(two?.messages[0]?.content.at(-2)?.text);

  const before = parseGrade(await readFile(join(judged.result.folder, 'grade.json'), 'utf8'));
  const host = hostWith(KEY);
  const opened = await openJudge(spec, { host, root: join(judged.project.folder, '.assay'), base: '/' });
  const signal = new AbortController().signal;
  const again = await gradeRunFolder(judged.result.folder, { host, baseline: null, judge: opened, signal });
  expect(service.requests).toHaveLength(requests);
  expect(JSON.stringify(again.judgment)).toBe(JSON.stringify(before.judgment));
});

interface Request {
  readonly system: { readonly text: string }[];
  readonly messages: { readonly content: { readonly text: string }[] }[];
  readonly tools?: unknown;
}

const parseGrade = (text: string): Grade => JSON.parse(text);

test('the majority of several answers decides; a tie gives no verdict', async () => {
  await using service = await startThoroughJudge({
    opinion: (number) => ({ verdict: number % 2 === 0 ? 'FAIL' : 'PASS', failure_mode: 'false_claim' }),
  });
  const members = ['anthropic', 'openai'].map((use) => ({
    use,
    base_url: use === 'openai' ? `${service.url}/v1` : service.url,
  }));
  await using split = await runJudged({ judge: { use: 'panel', members } });
  expect(split.result.judgment).toMatchObject({ status: 'unparseable', reason: 'split', asked: 2, answered: 2 });
  expect(split.result.gates.judge).toBeNull();
  await using decided = await runJudged({ judge: { use: 'anthropic', base_url: service.url, samples: 3 } });
  expect(decided.result.judgment).toMatchObject({ status: 'judged', verdict: 'FAIL', failure_mode: 'false_claim' });
  expect(decided.result.judgment).toHaveProperty('agreement', 2 / 3);
  expect(decided.result.gates.disagreement).toBe('unconvincing');
});

test('a panel with the same judge several times gives the same judgment when graded again', async () => {
  await using service = await startThoroughJudge({
    opinion: (number) => ({ verdict: number === 1 ? 'FAIL' : 'PASS' }),
  });
  const member = { use: 'anthropic', base_url: service.url };
  const spec = JudgeSpec.parse({ use: 'panel', members: [member, member, member] });
  await using judged = await runJudged({ judge: spec });
  expect(judged.result.judgment).toMatchObject({ verdict: 'PASS', agreement: 2 / 3, answered: 3 });
  const host = hostWith(KEY);
  const opened = await openJudge(spec, { host, root: join(judged.project.folder, '.assay'), base: '/' });
  const options = { host, baseline: null, judge: opened, signal: new AbortController().signal };
  const again = await gradeRunFolder(judged.result.folder, options);
  expect(again.judgment).toEqual(judged.result.judgment);
});

test('a judge that refuses some steps still judges the others', async () => {
  await using service = await startThoroughJudge({
    instead: ({ instruction }) => (/\n## i[1-9]\d?:/.test(instruction) ? { stop: 'refused', text: '' } : undefined),
  });
  const host = hostWith(KEY);
  const root = await mkdtemp(join(tmpdir(), 'assay-judge-'));
  try {
    const file = join(root, 'session.jsonl');
    await writeFile(file, longSession(400));
    const opened = await openJudge(JudgeSpec.parse({ use: 'anthropic', base_url: service.url }), {
      host,
      root,
      base: '/',
    });
    if (opened.judge === null) throw new Error('expected a judge');
    const { grade } = await gradeFile(file, {
      asking: { judge: opened.judge, host, signal: new AbortController().signal },
    });
    expect(grade.interactions_judged).toMatchObject({ of: 400 });
    expect(grade.interactions_judged?.judged).toBeGreaterThan(250);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('reports which turn violated a constraint, from its changes', async () => {
  await using service = await startThoroughJudge();
  const scenario = {
    name: 'two-turns',
    user_instruction: 'First, write hello into greeting.txt.',
    turns: ['Second, make it louder.'],
    tracked_constraints: ['Do not modify tests.'],
    workspace_seed: { copy: './fixture' },
  };
  const command =
    'case "$(cat)" in *Second*) echo >> test/greet.test.js;; *) echo hello > greeting.txt;; esac; echo Done.';
  await using project = await createProject({
    files: { 'fixture/test/greet.test.js': "test('greets', () => {});\n" },
    scenarios: [scenario],
    config: { agents: [{ id: 'bot', type: 'command', command }], judge: { use: 'anthropic', base_url: service.url } },
  });
  const { results } = await runProject(project.folder, { environment: { ...process.env, ...KEY } });
  const { judgment, gates } = results[0] as RunResult;
  expect(judgment?.fact_checks).toContainEqual(
    expect.objectContaining({ source: 'constraint', status: 'violated', by: 'deterministic', turn_violated: 2 }),
  );
  // a finding of Assay is a separate row: no gate failed, so the gates do not disagree
  expect(gates).toMatchObject({ judge: 'PASS', disagreement: null });
});

test('an unavailable judge does not fail a run; its part of the score is left out', async () => {
  await using judged = await runJudged({
    judge: { use: 'openai', base_url: 'http://127.0.0.1:9/v1', interactions: 'rules' },
    environment: { OPENAI_API_KEY: '' },
  });
  expect(judged.result).toMatchObject({ outcome: 'COMPLETED', overall: 'PASS', failure: null });
  expect(judged.result.judgment).toMatchObject({ status: 'unparseable', reason: 'unreachable', asked: 1, answered: 0 });
  expect(judged.result.gates.judge).toBeNull();
  expect(judged.result.axis?.dimensions.goal_achievement.status).toBe('withheld');
  expect(judged.result.composite?.composite).toBe(1);
}, 60_000);

test('flags a judge of the same model family, and rejects it in strict mode', async () => {
  await using service = await startThoroughJudge();
  const judge = { use: 'anthropic', base_url: service.url };
  const host = hostWith(KEY);
  const root = await mkdtemp(join(tmpdir(), 'assay-judge-'));
  try {
    for (const strict of [false, true]) {
      const opened = await openJudge(JudgeSpec.parse({ ...judge, strict }), { host, root, base: '/' });
      if (opened.judge === null) throw new Error('expected a judge');
      const asking = { judge: opened.judge, host, signal: new AbortController().signal };
      const { grade } = await gradeFile(SESSION, { asking });
      expect(grade.judgment).toMatchObject(
        strict ? { status: 'unparseable', reason: 'same_family' } : { status: 'judged', same_family: true },
      );
    }
  } finally {
    await rm(root, { recursive: true });
  }
});

test('makes no more requests once the judge budget is spent', async () => {
  await using service = await startThoroughJudge();
  await using judged = await runJudged({
    judge: { use: 'anthropic', base_url: service.url, samples: 10, budget_usd: 0.001 },
  });
  expect(judged.result.judgment).toMatchObject({ status: 'judged', asked: 10 });
  expect(judged.calls.filter(({ obstacle }) => obstacle === 'over_budget').length).toBeGreaterThan(0);
  expect(service.requests.length).toBeLessThan(10);
});

test('each of 10,000 interactions is judged or counted as not judged; a failed batch affects no other', async () => {
  await using service = await startThoroughJudge({
    instead: ({ instruction }) => (instruction.includes('\n## i300:') ? { text: 'I would rather not.' } : undefined),
  });
  const host = hostWith(KEY);
  const root = await mkdtemp(join(tmpdir(), 'assay-judge-'));
  try {
    const file = join(root, 'long.jsonl');
    await writeFile(file, longSession(10_000));
    const spec = JudgeSpec.parse({ use: 'anthropic', base_url: service.url, budget_usd: null });
    const opened = await openJudge(spec, { host, root, base: '/' });
    if (opened.judge === null) throw new Error('expected a judge');
    const asking = { judge: opened.judge, host, signal: new AbortController().signal };
    const { grade } = await gradeFile(file, { asking });
    const { agent } = grade.axis.dimensions;
    expect(agent.interactions).toBe(grade.interactions.total);
    expect(agent.interactions).toBeGreaterThanOrEqual(10_000);
    expect(agent.judged).toBeLessThan(agent.interactions);
    expect(agent.judged).toBeGreaterThan(agent.interactions - 100);
    expect(agent).toMatchObject({ status: 'scored', signals: { necessity: 0.5 } });
  } finally {
    await rm(root, { recursive: true });
  }
}, 300_000);

/** A Claude Code session with the given number of calls. */
function longSession(calls: number): string {
  const line = (number: number, fields: object): string =>
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/workspace',
      sessionId: 's',
      uuid: `u${number}`,
      version: '2.1.0',
      timestamp: new Date(1_700_000_000_000 + number * 1000).toISOString(),
      ...fields,
    });
  const lines = [line(0, { type: 'user', message: { role: 'user', content: 'Look at everything.' } })];
  for (let number = 1; number <= calls; number++) {
    const id = `toolu_${number}`;
    lines.push(
      line(number * 2, {
        type: 'assistant',
        message: {
          id: `m${number}`,
          role: 'assistant',
          model: 'claude-opus-4-8',
          content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `cat file-${number}.txt` } }],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
      line(number * 2 + 1, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `line ${number}` }] },
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
