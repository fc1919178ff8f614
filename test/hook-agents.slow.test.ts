import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { createAgentFolders, REAL_AGENTS, type RealAgent, runAgent } from './scripted-model/real-agents.ts';
import type { ModelScript, ScriptedTool } from './scripted-model/scripts.ts';
import { startScriptedModel } from './scripted-model/server.ts';

/* Real agents with a scripted model: hooks installed by `assay hook install` send them back, or say nothing. */

vi.setConfig({ testTimeout: 180_000 });

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const instruction = 'Make add() in calc.js add.';

const TEST = `const { test } = require('node:test');
const assert = require('node:assert');
const { add } = require('./calc.js');
test('adds', () => {
  assert.equal(add(2, 3), 5);
});
`;
const WEAK = TEST.replace('  assert.equal(add(2, 3), 5);\n', '  add(2, 3);\n');
const FIXED = 'exports.add = (a, b) => a + b;\n';

interface Case {
  readonly agent: string;
  readonly id: string;
  readonly shell: (command: string) => ScriptedTool;
  /** Default: as in other tests. */
  readonly launch?: RealAgent['launch'];
}

const CASES: readonly Case[] = [
  { agent: 'Claude Code', id: 'claude', shell: (command) => ({ name: 'Bash', input: { command, description: 'x' } }) },
  { agent: 'Codex', id: 'codex', shell: (cmd) => ({ name: 'exec_command', input: { cmd } }) },
  {
    agent: 'Gemini CLI',
    id: 'gemini',
    shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'x' } }),
  },
];

const DRIVER = fileURLToPath(new URL('./scripted-model/drive-opencode.ts', import.meta.url));

const OPENCODE: Case = {
  agent: 'opencode',
  id: 'opencode',
  shell: (command) => ({ name: 'bash', input: { command, description: 'x' } }),
  launch: ({ url, key, instruction: asked }) => ({
    command: [process.execPath, DRIVER, agentProgram('opencode'), asked],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      // it installs a package for plugins, which this one does not use
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        ...{ autoupdate: false, share: 'disabled', model: 'scripted/model', small_model: 'scripted/model' },
        permission: { edit: 'allow', bash: 'allow' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { model: { name: 'Scripted' } },
          },
        },
      }),
    },
  }),
};

const write = (file: string, text: string): string => `cat > ${file} <<'END'\n${text}END`;

interface Installed {
  readonly work: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

type Install = (installed: Installed) => void;

const installFor =
  (id: string): Install =>
  ({ work, env }) => {
    execFileSync(process.execPath, [CLI, 'hook', 'install', '--agent', id, '--user', '--yes'], { cwd: work, env });
  };

async function runHooked(
  { agent, id, ...own }: Case,
  scripts: readonly ModelScript[],
  install: Install = installFor(id),
  { mcp = 'exec' }: { readonly mcp?: 'exec' | 'fails' } = {},
) {
  const { launch } = own.launch
    ? { launch: own.launch }
    : (REAL_AGENTS.find(({ name }) => name === agent) as RealAgent);
  await using place = await createAgentFolders();
  const { home, work } = place;
  await writeFile(join(work, 'calc.js'), 'exports.add = (a, b) => a - b;\n');
  await writeFile(join(work, 'calc.test.js'), TEST);
  execFileSync('git', ['init', '-q'], { cwd: work });
  execFileSync('git', ['add', '-A'], { cwd: work });
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'start'], { cwd: work });
  await using model = await startScriptedModel({ scripts });
  const bin = join(home, 'bin');
  await mkdir(bin);
  const refuse = mcp === 'fails' ? '[ "$1" = mcp ] && exit 1\n' : '';
  await writeFile(join(bin, 'assay'), `#!/bin/sh\n${refuse}exec '${process.execPath}' '${CLI}' "$@"\n`, {
    mode: 0o755,
  });
  const env = { HOME: home, PATH: `${bin}:${process.env['PATH']}` };
  const launched = launch({ url: model.url, key: 'test', instruction });
  for (const [name, content] of Object.entries(launched.files ?? {})) {
    await mkdir(join(home, name, '..'), { recursive: true });
    await writeFile(join(home, name), content);
  }
  install({ work, home, env: { ...env, ...launched.env } });
  const [program, ...options] = launched.command;
  // a person trusts the hooks once, in the terminal of Codex
  const command = id === 'codex' ? [program, '--dangerously-bypass-hook-trust', ...options] : launched.command;
  const { code, output } = await runAgent(
    { ...launched, command: command as [string], files: {}, env: { ...launched.env, PATH: env.PATH } },
    place,
  );
  const told = model.requests.filter(({ asked }) => asked?.offers_tools).map(({ body }) => JSON.stringify(body));
  const log = execFileSync(process.execPath, [CLI, 'hook', 'log', '--json'], { cwd: work, env, encoding: 'utf8' });
  return {
    code,
    output,
    told,
    decisions: JSON.parse(log).decisions as { decision: string; event: string; fault: string | null }[],
    test: await readFile(join(work, 'calc.test.js'), 'utf8'),
  };
}

const here = areAgentsInstalled();
const named = (decisions: readonly { decision: string; event: string }[]) =>
  decisions.map(({ decision, event }) => `${event} ${decision}`).filter((words) => !words.startsWith('session-end'));

test.skipIf(!here).each([...CASES, OPENCODE])(
  '$agent that empties a test is sent back, restores it and ends',
  async (one) => {
    const {
      output,
      told,
      decisions,
      test: kept,
      code,
    } = await runHooked(one, [
      {
        match: /Assay found a problem/,
        turns: [{ tools: [one.shell(write('calc.test.js', TEST))] }, { text: 'I restored the test.' }],
      },
      {
        match: /Make add/,
        turns: [
          { tools: [one.shell(`${write('calc.js', FIXED)}\n${write('calc.test.js', WEAK)}`)] },
          { text: 'Done.' },
        ],
      },
    ]);
    expect(kept, output).toBe(TEST);
    expect(code).toBe(0);
    expect(told.filter((body) => body.includes('calc.test.js:4: the test'))).toHaveLength(2);
    expect(named(decisions)).toEqual(['session-start started', 'stop sent_back', 'stop passed']);
    expect(decisions.filter(({ fault }) => fault !== null)).toEqual([]);
  },
);

test.skipIf(!here).each(CASES)('$agent that keeps to its change after one warning may end', async (one) => {
  const { decisions, test: kept } = await runHooked(one, [
    { match: /Assay found a problem/, turns: [{ text: 'The assertion was wrong, so I removed it.' }] },
    { match: /Make add/, turns: [{ tools: [one.shell(write('calc.test.js', WEAK))] }, { text: 'Done.' }] },
  ]);
  expect(kept).toBe(WEAK);
  expect(named(decisions)).toEqual(['session-start started', 'stop sent_back', 'stop passed']);
});

test.skipIf(!here).each(CASES)('$agent that claims a passing test that failed is sent back', async (one) => {
  const { told, decisions } = await runHooked(one, [
    { match: /Assay found a problem/, turns: [{ text: 'Correction: the test still fails.' }] },
    {
      match: /Make add/,
      turns: [
        { tools: [one.shell(write('calc.js', 'exports.add = (a, b) => a * b;\n'))] },
        { tools: [one.shell('node --test')] },
        { text: 'Done. All tests pass.' },
      ],
    },
  ]);
  expect(told.at(-1)).toContain('you say “All tests pass.”');
  expect(named(decisions)).toEqual(['session-start started', 'stop sent_back', 'stop passed']);
});

test.skipIf(!here).each(CASES)('$agent that works honestly is never sent back', async (one) => {
  const { told, decisions, output } = await runHooked(one, [
    {
      match: /Make add/,
      turns: [
        { tools: [one.shell(write('calc.js', FIXED))] },
        { tools: [one.shell('node --test')] },
        { text: 'It adds now. All tests pass.' },
      ],
    },
  ]);
  expect(told, output).toHaveLength(3);
  expect(named(decisions)).toEqual(['session-start started', 'stop passed']);
});

const AS = ['-c', 'user.name=a', '-c', 'user.email=a@b'];

test.skipIf(!here).each(CASES)('$agent that commits an emptied test is sent back', async (one) => {
  const commit = `${write('calc.test.js', WEAK)}\nsleep 3; git ${AS.map((word) => `'${word}'`).join(' ')} commit -qam done`;
  const { decisions, output } = await runHooked(one, [
    { match: /Assay found a problem/, turns: [{ text: 'The assertion was wrong, so I removed it.' }] },
    { match: /Make add/, turns: [{ tools: [one.shell(commit)] }, { text: 'Done.' }] },
  ]);
  expect(named(decisions), output).toEqual(['session-start started', 'stop sent_back', 'stop passed']);
});

test.skipIf(!here).each(CASES)('$agent that pulls what a colleague removed is not sent back', async (one) => {
  const {
    decisions,
    output,
    test: kept,
  } = await runHooked(
    one,
    [{ match: /Make add/, turns: [{ tools: [one.shell('git pull -q theirs HEAD')] }, { text: 'Done.' }] }],
    (installed) => {
      installFor(one.id)(installed);
      const { work, home } = installed;
      const theirs = join(home, 'theirs');
      const git = (cwd: string, ...args: string[]) => execFileSync('git', [...AS, ...args], { cwd, stdio: 'ignore' });
      git(work, 'clone', '-q', work, theirs);
      writeFileSync(join(theirs, 'calc.test.js'), WEAK);
      git(theirs, 'commit', '-qam', 'fewer');
      git(work, 'remote', 'add', 'theirs', theirs);
    },
  );
  expect(kept, output).toBe(WEAK);
  expect(named(decisions), output).toEqual(['session-start started', 'stop passed']);
});

const PLUGIN = fileURLToPath(new URL('../plugins/assay', import.meta.url));

test.skipIf(!here).each([
  { mcp: 'exec', says: 'with its server' },
  { mcp: 'fails', says: 'without its server, which could not be started' },
] as const)('the plugin is valid, and sends Claude Code back once, $says', async ({ mcp }) => {
  const [claude] = CASES as [Case];
  const {
    told,
    decisions,
    test: kept,
    output,
  } = await runHooked(
    claude,
    [
      {
        match: /Assay found a problem/,
        turns: [{ tools: [claude.shell(write('calc.test.js', TEST))] }, { text: 'I restored the test.' }],
      },
      {
        match: /Make add/,
        turns: [{ tools: [claude.shell(write('calc.test.js', WEAK))] }, { text: 'Done.' }],
      },
    ],
    ({ work, env }) => {
      const run = (...args: string[]): string =>
        execFileSync(agentProgram('claude'), ['plugin', ...args], { cwd: work, env, encoding: 'utf8' });
      expect(run('validate', PLUGIN)).toContain('Validation passed');
      run('marketplace', 'add', PLUGIN);
      run('install', 'assay@assay');
    },
    { mcp },
  );
  // of both hooks, one tells it
  expect(told.at(-1)?.match(/Stop hook blocking error/g), output).toHaveLength(1);
  expect(told.at(-1)).toContain('calc.test.js:4: the test');
  expect(kept).toBe(TEST);
  expect(named(decisions)).toEqual(['session-start started', 'stop sent_back', 'stop passed']);
});
