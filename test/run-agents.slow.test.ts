import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainCgroupsUnavailable } from '../packages/harness/src/machine/processes/cgroup.ts';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { createProject, readFolder, runProject } from './projects.ts';
import type { ModelScript, ScriptedTool } from './scripted-model/scripts.ts';
import { startScriptedModel } from './scripted-model/server.ts';

const KEY = 'sk-canary-5f2b9d1c7e3a48a6';

interface Case {
  readonly agent: string;
  readonly model: string;
  readonly url_env: string;
  readonly key_env: string;
  readonly shell: (command: string) => ScriptedTool;
  /** Other tools: an edit, a plan, one that does not exist. */
  readonly others: readonly ScriptedTool[];
  /** More fields of the agent's configuration. */
  readonly spec?: object;
}

const CASES: readonly Case[] = [
  {
    agent: 'claude-code',
    model: 'claude-sonnet-4-5',
    url_env: 'ANTHROPIC_BASE_URL',
    key_env: 'ANTHROPIC_API_KEY',
    shell: (command) => ({ name: 'Bash', input: { command, description: 'as scripted' } }),
    others: [
      { name: 'Read', input: { file_path: 'calc.js' } },
      { name: 'Edit', input: { file_path: 'calc.js', old_string: 'a - b', new_string: 'a + b' } },
      { name: 'TaskCreate', input: { subject: 'Add', description: 'Fix add', activeForm: 'Adding' } },
      { name: 'Nothing', input: { really: 'nothing' } },
    ],
  },
  {
    agent: 'codex',
    model: 'gpt-5',
    url_env: 'OPENAI_BASE_URL',
    key_env: 'OPENAI_API_KEY',
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    others: [
      { name: 'update_plan', input: { plan: [{ step: 'Fix add', status: 'in_progress' }] } },
      { name: 'apply_patch', input: '*** Begin Patch\n*** Add File: NOTES.md\n+# notes\n*** End Patch' },
      {
        name: 'exec_command',
        input: { cmd: "apply_patch <<'P'\n*** Begin Patch\n*** Add File: b.md\n+b\n*** End Patch\nP" },
      },
      { name: 'write_stdin', input: { session_id: 999, chars: 'x' } },
      { name: 'nothing', input: { really: 'nothing' } },
    ],
  },
  {
    agent: 'gemini',
    model: 'gemini-2.5-pro',
    url_env: 'GOOGLE_GEMINI_BASE_URL',
    key_env: 'GEMINI_API_KEY',
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'as scripted' } }),
    others: [
      { name: 'read_file', input: { file_path: 'calc.js' } },
      {
        name: 'replace',
        input: { file_path: 'calc.js', instruction: 'add', old_string: 'a - b', new_string: 'a + b' },
      },
      { name: 'write_todos', input: { todos: [{ description: 'Fix add', status: 'in_progress' }] } },
      { name: 'nothing', input: { really: 'nothing' } },
    ],
  },
];

const FILES = {
  'fixture/calc.js': 'exports.add = (a, b) => a - b;\n',
  'fixture/check.js': "require('node:assert').equal(require('./calc.js').add(2, 3), 5);\n",
};
const SCENARIO = {
  name: 'fix-add',
  user_instruction: 'Fix add in calc.js.',
  workspace_seed: { copy: './fixture' },
  stages: [{ name: 'test', command: 'node check.js', max_attempts: 3 }],
  scorers: [
    { name: 'tests pass', type: 'command', command: 'node check.js' },
    { name: 'tests untouched', type: 'tests_unmodified', paths: ['check.js'] },
  ],
};
const write = (body: string): string => `printf '%s\\n' 'exports.add = (a, b) => ${body};' > calc.js`;

const environmentFor = ({ url_env, key_env }: Case, url: string) => ({
  PATH: [dirname(agentProgram('claude')), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
  [url_env]: url,
  [key_env]: KEY,
});

async function runAgent(agent: Case, scripts: readonly ModelScript[], scenario: object = {}) {
  await using model = await startScriptedModel({ scripts });
  await using project = await createProject({
    files: FILES,
    scenarios: [{ ...SCENARIO, ...scenario }],
    config: { agents: [{ id: 'agent', type: agent.agent, model: agent.model, ...agent.spec }] },
  });
  const { results } = await runProject(project.folder, { environment: environmentFor(agent, model.url) });
  const [result] = results;
  if (result === undefined) throw new Error('expected a run');
  const files = await readFolder(result.folder);
  const kept = Object.values(files).join('\n');
  const entries = (files['transcript.jsonl'] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { result, kept, entries, requests: model.requests };
}

const here = areAgentsInstalled();
const measured = explainCgroupsUnavailable() === undefined;

test.skipIf(!here).each(CASES)('$agent works in the sandbox, repairs a failing stage, and completes', async (agent) => {
  const { result, kept, entries, requests } = await runAgent(agent, [
    { match: /The stage "test" failed/, turns: [{ tools: [agent.shell(write('a + b'))] }, { text: 'Now it adds.' }] },
    {
      match: /Fix add/,
      turns: [
        { text: 'I look first.', tools: [agent.shell('cat calc.js')] },
        { tools: [agent.shell(write('a * b'))] },
        { text: 'Done.' },
      ],
    },
  ]);
  expect(result).toMatchObject({
    outcome: 'COMPLETED',
    failure: null,
    stages: [{ name: 'test', attempts: 2, passed: true }],
    overall: 'PASS',
    turns: 2,
    changed_paths: ['calc.js'],
    sandbox: 'bwrap',
    isolated: true,
    model: agent.model,
  });
  expect(result.agent_version).toMatch(/^\d+\.\d+\.\d+/);
  // without control groups, memory usage is unknown
  if (measured) expect(result.resources?.memory_peak_bytes).toBeGreaterThan(10_000_000);
  else expect(result.resources?.memory_peak_bytes).toBeNull();

  const uses = entries.filter(({ type }) => type === 'tool_use');
  expect(uses).toHaveLength(3);
  for (const { tool_id } of uses)
    expect(entries.filter((entry) => entry.type === 'tool_result' && entry.tool_id === tool_id)).toHaveLength(1);
  for (const { at } of entries) expect(Date.parse(at)).toBeGreaterThan(Date.parse('2026-01-01'));

  // three replies, then two: each scripted reply has distinct token counts, so the sum shows which were counted
  const asked = requests.filter(({ asked }) => asked?.offers_tools);
  expect(asked).toHaveLength(5);
  expect(result.usage).toMatchObject({ input_tokens: 1510 * 5 + 400, output_tokens: 40 * 5 + 4 });

  // the key reached the model, but no stored file
  expect(JSON.stringify(asked.map(({ headers, target }) => [headers, target]))).toContain(KEY);
  expect(kept).not.toContain(KEY);
});

test.skipIf(!here).each(CASES)('every step that $agent shows was seen by the gateway', async (agent) => {
  const { shell, others } = agent;
  const check = shell('node check.js && FOO=1 sh -c "echo \'it adds\'" | cat > /dev/null; echo $?');
  const { kept, entries } = await runAgent({ ...agent, ...(agent.agent === 'codex' && { model: 'gpt-5.5' }) }, [
    {
      match: /Fix add/,
      turns: [
        { text: 'I look first.', tools: [shell('ls -la'), shell('cat calc.js')] },
        ...others.map((tool) => ({ tools: [tool] })),
        { tools: [check] },
        { tools: [shell("cat > n.txt <<'E'\none $HOME\nE\nexit 3")] },
        { tools: [shell('X=1')] },
        { tools: [check, shell(write('a + b'))] },
        { text: 'Done.' },
      ],
    },
  ]);
  expect(kept).toContain('"seen_by": "gateway"');
  expect(entries.filter(({ only_in }) => only_in === 'agent')).toEqual([]);
});

// in parallel, because they only wait
describe.skipIf(!here)('a model that stops answering', () => {
  test.concurrent.each(CASES)('$agent whose model stops answering is an environment failure', async (agent) => {
    const { result } = await runAgent(agent, [{ turns: [{ tools: [agent.shell(write('a * b'))] }, { hang: true }] }], {
      limits: { wall_s: 45 },
    });
    expect(result).toMatchObject({
      outcome: 'FAILED',
      failure: { class: 'model_unavailable', side: 'environment' },
      changed_paths: ['calc.js'],
      scorecard: null,
    });
  });
});

test.skipIf(!here).each(CASES)('$agent without a valid key is an environment failure', async (agent) => {
  const { result } = await runAgent(agent, [{ turns: [{ status: 401 }] }]);
  expect(result).toMatchObject({
    outcome: 'FAILED',
    failure: { class: 'model_refused', side: 'environment' },
    scorecard: null,
    tries: 1,
  });
});

test.skipIf(!here).each(CASES)('$agent is stopped at its token limit', async (agent) => {
  const { result, requests } = await runAgent(
    agent,
    [{ turns: [{ tools: [agent.shell(write('a * b'))] }, { tools: [agent.shell('echo on and on')] }] }],
    { limits: { tokens: 6000 } },
  );
  expect(result).toMatchObject({ failure: { class: 'budget_exceeded', side: 'agent' } });
  expect(requests.filter(({ asked }) => asked?.offers_tools).length).toBeLessThan(7);
});

test.skipIf(!here).each(CASES)('$agent that is killed does not count as completed', async (agent) => {
  const { result } = await runAgent(agent, [
    { turns: [{ tools: [agent.shell(write('a + b'))] }, { tools: [agent.shell('kill -9 -1')] }, { text: 'Done.' }] },
  ]);
  expect(result).toMatchObject({
    outcome: 'BLOCKED',
    failure: { class: 'agent_crashed', side: 'agent' },
    changed_paths: ['calc.js'],
    stages: [],
  });
});

test.skipIf(!here).each(CASES)('$agent is stopped at its turn limit', async (agent) => {
  const { result, requests } = await runAgent(agent, [{ turns: [{ tools: [agent.shell(write('a * b'))] }] }], {
    limits: { turns: 3 },
  });
  expect(result).toMatchObject({ outcome: 'BLOCKED', failure: { class: 'turns_exceeded', side: 'agent' } });
  expect(requests.filter(({ asked }) => asked?.offers_tools).length).toBeLessThan(8);
});

test.skipIf(!here)('an ACP agent works in the sandbox the same way', async () => {
  const gemini = CASES.find(({ agent }) => agent === 'gemini') as Case;
  const { result, entries } = await runAgent({ ...gemini, agent: 'acp', spec: { agent: 'gemini' } }, [
    { turns: [{ tools: [gemini.shell(write('a + b'))] }, { text: 'Now it adds.' }] },
  ]);
  expect(result).toMatchObject({ outcome: 'COMPLETED', overall: 'PASS', changed_paths: ['calc.js'] });
  expect(entries.filter(({ type }) => type === 'tool_use')).toHaveLength(1);
});

test.skipIf(!here)('an ACP agent does not retry a failing service by itself', async () => {
  const gemini = CASES.find(({ agent }) => agent === 'gemini') as Case;
  const { result, requests } = await runAgent({ ...gemini, agent: 'acp', spec: { agent: 'gemini' } }, [
    { turns: [{ status: 500 }] },
  ]);
  expect(result).toMatchObject({ outcome: 'FAILED', failure: { side: 'environment' }, scorecard: null });
  expect(requests.filter(({ asked }) => asked?.offers_tools)).toHaveLength(result.tries);
});
