import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: { run?: string; uses?: string; env?: Record<string, string>; 'working-directory'?: string }[] };
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const TEST = "import { test, expect } from 'vitest';\ntest('adds', () => {\n  expect(1 + 2).toBe(3);\n});\n";

/** A repository with two commits; the second writes `content` to the test. */
function createRepository(content: string): { readonly folder: string; readonly base: string; readonly head: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-action-'));
  folders.push(folder);
  const git = (...args: string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
    return spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).stdout.trim();
  };
  const commit = (text: string): string => {
    writeFileSync(join(folder, 'add.test.ts'), text);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  return { folder, base: commit(TEST), head: commit(content) };
}

/** Runs the steps of the action in order, as a GitHub runner does. */
function runSteps(folder: string, inputs: Record<string, string>) {
  const known: Record<string, string> = { 'github.action_path': root.replace(/\/$/, '') };
  for (const [name, { default: value }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = inputs[name] ?? value;
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => known[name] ?? '');
  let output = '';
  for (const { run, env = {}, 'working-directory': where } of action.runs.steps) {
    if (run === undefined) continue;
    expect(run).not.toContain('${{');
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: where === undefined ? folder : fill(where),
      encoding: 'utf8',
      env: { ...process.env, ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])) },
    });
    output += stdout + stderr;
    if (status !== 0) return { status, output };
  }
  return { status: 0, output };
}

test('an honest change passes', () => {
  const { folder, base, head } = createRepository(TEST.replace('1 + 2', '2 + 1'));
  expect(runSteps(folder, { base, head })).toMatchObject({ status: 0 });
});

test('a skipped test fails the step, with an annotation at its line, and SARIF is written', () => {
  const { folder, base, head } = createRepository(TEST.replace("test('adds'", "test.skip('adds'"));
  const sarif = join(folder, 'out.sarif');
  const { status, output } = runSteps(folder, { base, head, sarif });
  expect({ status, output }).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^::error file=add\.test\.ts,line=2/m),
  });
  expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0' });
});

test('an input is never executed as code', () => {
  const { folder, base } = createRepository(TEST);
  const { status, output } = runSteps(folder, { base, head: '$(touch planted)`touch planted`' });
  expect(status).toBe(2);
  expect(output).not.toContain('planted:');
  expect(() => readFileSync(join(folder, 'planted'))).toThrow('ENOENT');
});

test('installs nothing from a registry by name', () => {
  expect(action.runs.steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/npm (?:install|i|exec)\b|npx /);
});
