import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentSpec, createId } from '@assay/schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createHost } from '../packages/cli/src/config.ts';
import { putFiles, scratchFolder } from '../packages/detect/test/workspace.ts';
import { local } from '../packages/harness/src/machine/sandboxes/local.ts';
import { executeTask } from '../packages/harness/src/run/execute-task.ts';
import { readRunWithGrade } from '../packages/harness/src/run/folders/run-folders.ts';
import { freezeScenario } from '../packages/harness/src/run/plan/freeze-scenario.ts';
import { loadProject } from '../packages/harness/src/scenarios/load-project.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

/** A machine is a home folder with its own store, and a folder to work in. */
function createMachine(path: string) {
  const [home, folder] = [join(path, 'home'), join(path, 'work')];
  for (const each of [home, folder]) mkdirSync(each, { recursive: true });
  const identity = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const env = {
    ...{ PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: home, npm_config_offline: 'true' },
    ...{ ...identity, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
  };
  const assay = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      ...{ cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 },
    });
    return { status, stderr, ...(stdout.startsWith('{') ? JSON.parse(stdout) : { stdout }) };
  };
  const sh = (command: string): void => void execFileSync('sh', ['-c', command], { cwd: folder, env });
  return { folder, env, assay, sh };
}

const BANK = `const { tiny } = require('tiny');
const { isAmount } = require('@acme/money');
exports.deposit = (total, amount) => (isAmount(amount) ? total + amount * tiny : total);
`;
const TESTS = `const test = require('node:test');
const assert = require('node:assert');
const { deposit } = require('..');
test('deposits', () => assert.equal(deposit(1, 2), 3));
`;

/** A workspace of two packages, of which one needs the other and a package from elsewhere. */
const FILES = {
  'package.json': '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
  'packages/money/package.json': '{"name": "@acme/money", "version": "1.0.0"}',
  'packages/money/index.js': 'exports.isAmount = Number.isFinite;\n',
  'packages/bank/package.json': JSON.stringify({
    ...{ name: '@acme/bank', version: '1.0.0', scripts: { test: 'node --test' } },
    dependencies: { tiny: 'file:../../tiny.tgz', '@acme/money': '1.0.0' },
  }),
  'packages/bank/index.js': BANK,
  'packages/bank/test/bank.test.js': TESTS,
  '.gitignore': 'node_modules\n',
};

test('a mined task runs on another machine once its environment is built there', async () => {
  using scratch = scratchFolder();
  const one = createMachine(join(scratch.path, 'one'));
  putFiles(join(scratch.path, 'package'), {
    'package.json': '{"name": "tiny", "version": "1.0.0"}',
    'index.js': 'exports.tiny = 1;\n',
  });
  putFiles(one.folder, FILES);
  one.sh(`tar -czf tiny.tgz -C ${scratch.path} package && npm install --package-lock-only --ignore-scripts`);
  one.sh('git init --quiet --initial-branch=main && git add --all && git commit --quiet --message Start');
  putFiles(one.folder, {
    'packages/bank/index.js': BANK.replace('isAmount(amount)', 'isAmount(amount) && amount > 0'),
    'packages/bank/test/bank.test.js': `${TESTS}test('ignores debts', () => assert.equal(deposit(1, -2), 1));\n`,
  });
  one.sh('git commit --quiet --all --message "Ignore negative amounts in deposit"');
  const mined = one.assay('mine', '--json');
  expect(mined.tasks, mined.stderr).toMatchObject([{ fail_to_pass: ['ignores debts'], proven: true }]);

  const [{ name: task }] = mined.tasks;
  const other = createMachine(join(scratch.path, 'other'));
  const tasks = join(other.folder, 'tasks');
  cpSync(join(one.folder, 'scenarios/mined', task), join(tasks, task), { recursive: true });
  for (const file of ['scenario.yaml', 'environment.json'])
    expect(readFileSync(join(tasks, task, file), 'utf8')).not.toContain(scratch.path);

  const run = () => other.assay('run', `./tasks/${task}`, '--agent', 'oracle', '--no-prove', '--json');
  const missing = run();
  expect(missing.status).toBe(3);
  expect(missing.runs).toMatchObject([
    {
      result: 'error',
      failure: {
        ...{ class: 'environment_missing', side: 'environment' },
        message: expect.stringContaining(`environment missing: build it with \`assay env build ${join(tasks, task)}\``),
      },
    },
  ]);
  expect(missing.stderr).not.toContain('retry');

  // a worker gets the task with its recipe
  const host = { ...createHost(), environment: other.env };
  const signal = new AbortController().signal;
  const { scenarios } = await loadProject({ folder: other.folder, names: [`./tasks/${task}`], data_only: true });
  const [loaded] = scenarios;
  if (loaded === undefined) throw new TypeError('Expected a scenario');
  const execute = async () => {
    const folder = await executeTask({
      task: await freezeScenario(loaded, { host, signal }),
      base: join(tasks, task),
      agent: AgentSpec.parse({ id: 'oracle', type: 'oracle' }),
      run_id: createId('run', { time_ms: host.now(), entropy: host.entropy(10) }),
      repeat: 1,
      label: null,
      root: join(scratch.path, 'worker'),
      sandbox: local,
      images: 'none',
      judge: { use: 'heuristic' },
      prices: [],
      host,
      harness_version: 'test',
      scorecard_weights: null,
      findBaseline: async () => null,
      onProgress: () => undefined,
      signal,
    });
    const { grade } = await readRunWithGrade(folder);
    return `${grade.result}: ${grade.result_reason.message}`;
  };
  expect(await execute()).toMatch(/^error: .*environment missing: build it with `assay env build TASK`/);

  const [here] = one.assay('env', 'list', '--json').environments;
  expect(here).toMatchObject({ built_for: 'work', folders: ['node_modules'], in_use: false });
  const built = other.assay('env', 'build', './tasks', '--json');
  expect(built.built, built.stderr).toEqual([{ task, name: here.name, state: 'built', reason: null }]);
  expect(other.assay('env', 'build', './tasks', '--json').built).toMatchObject([{ state: 'present' }]);
  expect(run()).toMatchObject({ status: 0, runs: [{ result: 'passed' }] });
  expect(await execute()).toMatch(/^passed/);

  // what cannot be installed is said, and leaves nothing
  const broken = join(tasks, 'broken');
  cpSync(join(tasks, task), broken, { recursive: true });
  const recipe = JSON.parse(readFileSync(join(broken, 'environment.json'), 'utf8'));
  writeFileSync(join(broken, 'environment.json'), JSON.stringify({ ...recipe, install: 'echo no registry; exit 7' }));
  expect(other.assay('env', 'build', './tasks/broken', '--json')).toMatchObject({
    ...{ status: 1, built: [{ state: 'failed', reason: '`echo no registry; exit 7` exited with 7\nno registry' }] },
  });
  expect(other.assay('env', 'prune', '--limit', '0MB', '--json')).toMatchObject({ removed: [{ name: here.name }] });
  expect(other.assay('env', 'list').stdout).toContain('No environments yet');

  // the image of a Harbor task installs them itself
  expect(other.assay('export', `./tasks/${task}`, '--format', 'harbor', '--out', 'harbor').status).toBe(0);
  const [exported = ''] = readdirSync(join(other.folder, 'harbor'));
  expect(readFileSync(join(other.folder, 'harbor', exported, 'environment/Dockerfile'), 'utf8')).toMatch(
    /^FROM node:22\nWORKDIR \/app\nCOPY seed\/ \.\/\nRUN \["sh","-c","npm ci /,
  );
  expect(parse(readFileSync(join(tasks, task, 'scenario.yaml'), 'utf8')).setup).toBeUndefined();
});
