import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { createProject, readEvidence, readFolder, runProject } from './projects.ts';
import { startScriptedModel } from './scripted-model/server.ts';

const CANARY = 'canary-7c1f0e9b52d84a63';
const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');

const scenario = (fields: object = {}) => ({
  name: 'task',
  user_instruction: 'Write done into state.txt.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
  ...fields,
});
const FILES = { 'fixture/state.txt': 'open\n' };
const bot = (command: string, fields: object = {}) => ({ id: 'bot', type: 'command', command, ...fields });

async function runOne(agent: object, fields: object = {}, environment: NodeJS.ProcessEnv = { PATH }) {
  await using project = await createProject({
    files: FILES,
    scenarios: [scenario(fields)],
    config: { agents: [agent] },
  });
  const { results } = await runProject(project.folder, { environment });
  const result = results[0] as RunResult;
  return { result, evidence: await readEvidence(result.folder), kept: await readFolder(result.folder) };
}

test('a program that solves the task passes, and its run folder is complete', async () => {
  const { result, kept, evidence } = await runOne(bot('cat > told.txt; echo done | tee state.txt'));
  expect(result).toMatchObject({
    outcome: 'COMPLETED',
    overall: 'PASS',
    changed_paths: ['state.txt', 'told.txt'],
    isolated: true,
    proven: false,
  });
  expect(Object.keys(kept)).toEqual(
    expect.arrayContaining([
      'run.json',
      'evidence.json',
      'grade.json',
      'transcript.jsonl',
      'diff.patch',
      'raw/turn-1.stdout',
    ]),
  );
  expect(kept['diff.patch']).toContain('+Write done into state.txt.');
  expect(evidence.run.timestamps).toBe('arrival');
});

test.each([
  { command: 'echo done > state.txt; exit 1', outcome: 'BLOCKED', class: 'agent_stopped', why: 'it reports a failure' },
  { command: 'exit 1', outcome: 'FAILED', class: 'agent_crashed', why: 'it failed without output' },
  { command: 'true', outcome: 'FAILED', class: 'agent_no_activity', why: 'it had no output and no effect' },
  { command: 'no-such-program', outcome: 'FAILED', class: 'agent_unavailable', why: 'the shell does not find it' },
  { command: 'echo almost > state.txt; kill -9 $$', outcome: 'BLOCKED', class: 'agent_stopped', why: 'it was killed' },
])('$command is $outcome: $why', async ({ command, outcome, class: name }) => {
  const { result } = await runOne(bot(command));
  expect(result).toMatchObject({ outcome, failure: { class: name } });
});

test('a failure before the agent starts is retried and not scored', async () => {
  const { result } = await runOne(bot('echo done > state.txt'), { setup: 'echo no network >&2; exit 7' });
  expect(result).toMatchObject({
    outcome: 'FAILED',
    failure: { class: 'setup_failed', side: 'environment', message: expect.stringContaining('no network') },
    tries: 3,
    scorecard: null,
    axis: null,
    composite: null,
  });
});

test('setup runs before the baseline, and only setup sees the scenario folder', async () => {
  const { result } = await runOne(
    bot('ls "$ASSAY_SCENARIO_FOLDER" /tmp/assay-* > seen.txt 2>&1; echo done > state.txt'),
    {
      setup: 'cp "$ASSAY_SCENARIO_FOLDER/scenario.json" given.json && test -e given.json',
    },
  );
  expect(result).toMatchObject({ outcome: 'COMPLETED', changed_paths: ['seen.txt', 'state.txt'] });
});

test('the agent gets the output of a failing stage', async () => {
  const { result, kept } = await runOne(
    bot('cat > told; if grep -q "state is open" told; then echo done > state.txt; fi; rm told; echo tried'),
    {
      stages: [
        { name: 'check', command: 'grep -qx done state.txt || { echo state is open; exit 1; }', max_attempts: 2 },
      ],
    },
  );
  expect(result).toMatchObject({
    outcome: 'COMPLETED',
    stages: [{ name: 'check', attempts: 2, passed: true }],
    turns: 2,
  });
  expect(kept['transcript.jsonl']).toContain('state is open');
});

test('a run with a change and a failing stage is BLOCKED', async () => {
  const { result } = await runOne(bot('echo half > state.txt; echo tried'), {
    stages: [
      { name: 'build', command: 'true' },
      { name: 'check', command: 'false', max_attempts: 2 },
      { name: 'never', command: 'true' },
    ],
  });
  expect(result).toMatchObject({
    outcome: 'BLOCKED',
    failure: { class: 'stage_failed', side: 'agent' },
    stages: [
      { name: 'build', attempts: 1, passed: true },
      { name: 'check', attempts: 2, passed: false },
    ],
  });
});

test('further turns continue the session, with a tree after each', async () => {
  const { result, evidence } = await runOne(bot('tail -n 1 >> log.txt; echo done > state.txt'), {
    turns: ['second', 'third'],
  });
  expect(result).toMatchObject({ outcome: 'COMPLETED', turns: 3 });
  expect(evidence.turn_trees).toHaveLength(2);
  expect(new Set([...evidence.turn_trees, evidence.final_tree]).size).toBe(3);
});

test('a passed-through variable reaches the agent, but no scorer and no stored file', async () => {
  const leak = 'echo "$TOKEN"; echo "$TOKEN" | base64; echo "key=$TOKEN" > leak.txt; echo done > state.txt';
  const { result, kept } = await runOne(
    bot(leak, { env: ['TOKEN'] }),
    { scorers: [{ name: 'no token', type: 'command', command: 'test -z "$TOKEN" && grep -q key= leak.txt' }] },
    { PATH, TOKEN: CANARY, OTHER: `${CANARY}-other` },
  );
  expect(result).toMatchObject({ outcome: 'COMPLETED', overall: 'PASS' });
  expect(result.warnings).toContain('credential_in_workspace: the trees were not saved');
  const everything = Object.values(kept).join('\n');
  expect(everything).not.toContain(CANARY);
  expect(everything).not.toContain(Buffer.from(CANARY).toString('base64').slice(0, 20));
  expect(everything).toContain('[redacted TOKEN]');
});

test('kills the background processes of an agent before grading', async () => {
  const daemon = '(setsid sh -c "sleep 2; echo done > state.txt" >/dev/null 2>&1 &) ; echo started';
  const { result } = await runOne(bot(daemon), {
    scorers: [{ name: 'done', type: 'command', command: 'sleep 4; grep -qx done state.txt' }],
  });
  expect(result).toMatchObject({ overall: 'FAIL', changed_paths: [] });
});

test.each([
  {
    command: 'node -e "const a=[];for(;;)a.push(Buffer.alloc(1e7,1))"',
    class: 'memory_exceeded',
    limits: { memory_mb: 256 },
  },
  {
    command: 'for i in 1 2 3 4; do head -c 30M /dev/zero > big$i; done; sleep 60',
    class: 'disk_exceeded',
    limits: { disk_mb: 64 },
  },
  { command: 'yes | head -c 10G', class: 'output_exceeded', limits: {} },
  { command: 'echo begun; sleep 60', class: 'time_exceeded', limits: { wall_s: 1 } },
])('$command ends as $class, an agent failure', async ({ command, class: name, limits }) => {
  const { result } = await runOne(bot(`echo half > state.txt; echo begun; ${command}`), { limits });
  expect(result).toMatchObject({ outcome: 'BLOCKED', failure: { class: name, side: 'agent' } });
});

test('git tricks do not hide a change, and the workspace has no history that reveals the solution', async () => {
  const hide = `git log --oneline | wc -l > commits; git update-index --assume-unchanged state.txt; echo '*' > .gitignore
    git config core.fileMode false; git config diff.external /bin/true; echo done > state.txt; mkdir sub; cd sub; git init -q; echo x > inner`;
  const { result, kept } = await runOne(bot(hide));
  expect(result.changed_paths).toEqual(['.gitignore', 'commits', 'state.txt', 'sub/inner']);
  expect(kept['diff.patch']).toMatch(/\+1\n/);
  expect(result.warnings.join('\n')).toContain('git_metadata_changed');
});

test('a scenario that cannot be seeded does not affect the others', async () => {
  await using project = await createProject({
    files: FILES,
    scenarios: [
      scenario({ name: 'lost', workspace_seed: { git: 'http://127.0.0.1:1/nowhere.git', ref: 'main' } }),
      scenario({ name: 'fine' }),
    ],
    config: { agents: [bot('echo done > state.txt')] },
  });
  const { results, unseeded } = await runProject(project.folder, { environment: { PATH } });
  expect(results).toMatchObject([{ scenario: 'fine', overall: 'PASS' }]);
  expect(unseeded).toMatchObject([{ scenario: 'lost' }]);
});

test('a scenario is proven once, and is unproven if the oracle fails or doing nothing passes', async () => {
  const oracle = '--- a/state.txt\n+++ b/state.txt\n@@ -1 +1 @@\n-open\n+done\n';
  await using project = await createProject({
    files: { ...FILES, 'oracle.patch': oracle, 'wrong.patch': oracle.replace('+done', '+gone') },
    scenarios: [
      scenario({ name: 'sound', oracle: './oracle.patch' }),
      scenario({ name: 'unsolved', oracle: './wrong.patch' }),
      scenario({
        name: 'too-easy',
        oracle: './oracle.patch',
        scorers: [{ name: 'any', type: 'command', command: 'true' }],
      }),
      scenario({ name: 'unknown' }),
    ],
    config: { agents: ['nop'] },
  });
  const run = (prove: 'only' | 'once') => runProject(project.folder, { environment: { PATH }, prove });
  const { proofs } = await run('only');
  expect([...proofs].map(([name, { proven, reason }]) => ({ name, proven, reason }))).toEqual([
    { name: 'sound', proven: true, reason: null },
    { name: 'too-easy', proven: false, reason: expect.stringMatching(/passes without solving it/) },
    { name: 'unknown', proven: false, reason: expect.stringContaining('no oracle') },
    { name: 'unsolved', proven: false, reason: expect.stringContaining('the oracle does not pass') },
  ]);
  const again = await run('once');
  expect([...again.proofs.values()]).toEqual([...proofs.values()]);
  expect(again.results.map(({ scenario: name, proven }) => ({ name, proven }))).toEqual(
    [...proofs].map(([name, { proven }]) => ({ name, proven })),
  );
});

test('repeats a run as requested, and starts none once the budget is spent', async () => {
  await using project = await createProject({
    files: FILES,
    scenarios: [scenario()],
    config: { agents: [bot('echo done > state.txt; sleep 1')], budget_wall_s: 1, concurrency: 1 },
  });
  const { results, missing } = await runProject(project.folder, { environment: { PATH }, repeat: 4 });
  expect(results.length + missing.length).toBe(4);
  expect(missing.length).toBeGreaterThan(0);
  expect(missing[0]?.reason).toContain('budget');
});

const configs = fileURLToPath(new URL('../fixtures/configs/', import.meta.url));

test('a SkillCI task with its fixture runs unchanged', async () => {
  await using folder = await copyOf(join(configs, 'skillci'));
  const { results } = await runProject(folder.path, { agents: ['nop'], environment: { PATH } });
  expect(results.map(({ scenario: name, outcome, overall }) => ({ name, outcome, overall }))).toMatchInlineSnapshot(`
    [
      {
        "name": "round-prices",
        "outcome": "FAILED",
        "overall": "FAIL",
      },
      {
        "name": "tidy-notes",
        "outcome": "FAILED",
        "overall": "N/A",
      },
    ]
  `);
});

test.skipIf(!areAgentsInstalled())('an AXIS project runs unchanged, with the real Claude Code', async () => {
  await using folder = await copyOf(join(configs, 'axis-small'));
  await using model = await startScriptedModel({
    scripts: [
      {
        turns: [
          { tools: [{ name: 'mcp__notes__read', input: {} }] },
          {
            tools: [
              {
                name: 'Bash',
                input: { command: 'echo 42 > sum.txt; ls ~/.claude/skills | tee a.log', description: 'sum' },
              },
            ],
          },
          { text: 'The sum is 42.' },
        ],
      },
    ],
  });
  const { results } = await runProject(folder.path, {
    environment: {
      PATH: `${dirname(agentProgram('claude'))}:${PATH}`,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'k'.repeat(20),
    },
  });
  expect(results).toMatchObject(
    ['sum-up@plain', 'sum-up@terse'].map((name) => ({
      scenario: name,
      outcome: 'COMPLETED',
      agent_version: '2.1.325',
      changed_paths: ['a.log', 'sum.txt'],
    })),
  );
  const kept = await readFolder((results[0] as RunResult).folder);
  expect(kept['transcript.jsonl']).toContain('19 23');
  expect(kept['captured/a.log']).toContain('house-style');
});

async function copyOf(path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-foreign-'));
  await cp(path, folder, { recursive: true });
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
