import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parse } from 'yaml';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Record<string, string>;
  readonly 'working-directory'?: string;
}

export const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: Step[] };
};

export const TEST = "import { test, expect } from 'vitest';\ntest('adds', () => {\n  expect(1 + 2).toBe(3);\n});\n";
export const SKIPPED = TEST.replace("test('adds'", "test.skip('adds'");

export interface Repository {
  readonly folder: string;
  readonly base: string;
  readonly head: string;
}

/** A repository with two commits; the second writes `content` to the test, and other files. */
export function createRepository(content: string, others: Readonly<Record<string, string>> = {}): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'assay-action-'));
  const git = (...args: string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
    return spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).stdout.trim();
  };
  const commit = (written: string): string => {
    writeFileSync(join(folder, 'add.test.ts'), written);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  const base = commit(TEST);
  for (const [path, text] of Object.entries(others)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, base, head: commit(content) };
}

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a script as a CI runner does. */
export async function runScript(
  script: string,
  { folder, env = {} }: { folder: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, output: stdout + stderr };
}

/** Runs the steps of the action in order, as a GitHub runner does. */
export async function runAction(
  folder: string,
  inputs: Record<string, string>,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const known: Record<string, string> = { 'github.action_path': ROOT.replace(/\/$/, '') };
  for (const [name, { default: value }] of Object.entries(ACTION.inputs))
    known[`inputs.${name}`] = inputs[name] ?? value;
  const fill = (value: string): string =>
    value.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known[name] ?? '');
  let output = '';
  for (const { run, env: own = {}, 'working-directory': where } of ACTION.runs.steps) {
    if (run === undefined) continue;
    expect(run).not.toContain('${{');
    const filled = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, fill(value)]));
    const ended = await runScript(run, {
      folder: where === undefined ? folder : fill(where),
      env: { ...env, ...filled },
    });
    output += ended.output;
    if (ended.status !== 0) return { ...ended, output };
  }
  return { status: 0, output };
}
