import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionEnd, Sandbox, SandboxOptions, SandboxSession, StartOptions } from '../src/contracts/sandbox.ts';

export const LIMITS = { memory_mb: 512, cpus: 2, pids: 128, disk_mb: 64 };

/** A session in its own folders, removed on dispose. */
export interface Bench extends AsyncDisposable {
  readonly session: SandboxSession;
  /** Host paths. */
  readonly base: string;
  readonly workspace: string;
  readonly home: string;
  /** Runs a bash command and returns its output. */
  bash(line: string, more?: Partial<StartOptions>): Promise<ExecutionEnd & { stdout: string; stderr: string }>;
}

export async function openBench(sandbox: Sandbox, more: Partial<SandboxOptions> = {}): Promise<Bench> {
  const base = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const [workspace, home] = [join(base, 'workspace'), join(base, 'home')];
  await Promise.all([mkdir(workspace), mkdir(home)]);
  const path = process.env['PATH'] ?? '/usr/bin:/bin';
  const session = await sandbox.open({
    workspace,
    home,
    limits: LIMITS,
    gateway: null,
    readable: [],
    path,
    key: 'test',
    ...more,
  });
  return {
    session,
    base,
    workspace,
    home,
    bash: (line, options) => run(session, { command: ['bash', '-c', line], ...options }),
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await rm(base, { recursive: true, force: true });
    },
  };
}

export async function run(
  session: SandboxSession,
  start: Omit<StartOptions, 'timeout_ms'> & { timeout_ms?: number },
): Promise<ExecutionEnd & { stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  const end = await session.start({
    timeout_ms: 30_000,
    onStdout: (chunk) => (output.stdout += chunk),
    onStderr: (chunk) => (output.stderr += chunk),
    ...start,
  }).done;
  return { ...end, ...output };
}

/** Waits until the answer is true; returns false after a long time. */
export async function eventually(question: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await question()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
