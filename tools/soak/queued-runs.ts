import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OrganizationId, RunId } from '@assay/schema';
import type { Store, WorkerEvent } from '@assay/server';

/* Servers and workers as separate processes, and runs for them, for soak tests and benchmarks. */

const CLI = fileURLToPath(new URL('../../packages/cli/bin/assay.js', import.meta.url));
const AT_ONCE = 100;

export interface Spawned extends AsyncDisposable {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** The runs a worker is executing. */
  readonly held: ReadonlySet<RunId>;
  /** The first line it prints. */
  first<Printed>(): Promise<Printed>;
}

/** Starts a command of Assay that prints JSON. */
export function startProcess(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Spawned {
  const child = spawn(process.execPath, [CLI, ...args, '--root', root, '--json'], {
    env: { PATH: process.env['PATH'], HOME: root, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  // an interrupt must not leave processes behind
  process.once('exit', () => child.kill('SIGKILL'));
  const held = new Set<RunId>();
  const lines = createInterface({ input: child.stdout });
  const printed = once(lines, 'line').then(([line]) => JSON.parse(line as string));
  lines.on('line', (line) => note(held, JSON.parse(line)));
  return {
    name: args.join(' '),
    child,
    ended,
    held,
    first: () => Promise.race([printed, ended.then(() => Promise.reject(new Error(`${args[0]} ended early`)))]),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function note(held: Set<RunId>, event: Partial<WorkerEvent>): void {
  if (!('run_id' in event) || event.run_id === undefined || event.kind === 'step') return;
  if (event.kind === 'taken') held.add(event.run_id);
  else held.delete(event.run_id);
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Sends requests to a server. */
export const createCaller =
  (url: string, key: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

const NOP = { id: 'nop', type: 'nop' };

/** Requests runs of a task that has nothing to do. */
export async function askForRuns(call: Call, count: number, agent: object = NOP): Promise<RunId[]> {
  const { scenario_id } = await call('POST', '/v1/scenarios', {
    scenario: {
      name: 'nothing-to-do',
      user_instruction: 'Leave everything as it is.',
      workspace_seed: { copy: './fixture' },
      scorers: [{ name: 'it is there', type: 'command', command: 'test -e here.txt', timeout_s: 60 }],
    },
  });
  const { task_id } = await call('POST', `/v1/scenarios/${scenario_id}/tasks`, {
    files: { 'fixture/here.txt': 'x\n' },
  });
  const runs: RunId[] = [];
  while (runs.length < count) {
    const repeat = Math.min(AT_ONCE, count - runs.length);
    const answer = await call('POST', '/v1/runs', { execute: { task_id, agent, repeat } });
    runs.push(...(answer['runs'] as { run_id: RunId }[]).map(({ run_id }) => run_id));
  }
  return runs;
}

export interface Asked {
  readonly organization_id: OrganizationId;
  readonly runs: readonly RunId[];
}

/** Counts finished runs; a finished run is not queried again. */
export function createCounter(store: Store, { organization_id, runs }: Asked): () => Promise<number> {
  const open = new Set(runs);
  return async () => {
    for (const run_id of [...open]) {
      if ((await store.runs.find(organization_id, run_id))?.status === 'finished') open.delete(run_id);
    }
    return runs.length - open.size;
  };
}
