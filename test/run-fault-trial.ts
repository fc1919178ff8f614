import { setTimeout as sleep } from 'node:timers/promises';
import {
  type KillOptions,
  type Load,
  type LoadResult,
  listAll,
  sendOnce,
  sendWhileKilling,
  type Target,
} from './send-while-killing.ts';

interface Answer {
  readonly runs: readonly { readonly run_id: string }[];
}

export interface RunFaultTrial {
  readonly acknowledged: number;
  /** Keys with more runs than requested. */
  readonly doubled: readonly string[];
  /** Keys with some, but not all of their runs. */
  readonly partial: readonly string[];
  /** Keys whose acknowledged runs are missing, or with a later answer whose runs are missing. */
  readonly lost: readonly string[];
  /** Keys that never get an answer. */
  readonly stuck: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
}

const REPEAT = 2;
// a connection of a killed server may take a moment to end
const TRIES = 100;

/** Requests runs while processes are killed, then repeats the request for every key ever sent. */
export const tryRunFaults = (options: KillOptions): Promise<RunFaultTrial> =>
  sendWhileKilling<Answer, RunFaultTrial>(options, prepare, lookAt);

async function prepare(target: Target): Promise<Load> {
  const scenario = { name: 'nothing-to-do', user_instruction: 'Do nothing.', workspace_seed: 'empty' };
  const { scenario_id } = await post<{ scenario_id: string }>(target, '/v1/scenarios', { scenario });
  const { task_id } = await post<{ task_id: string }>(target, `/v1/scenarios/${scenario_id}/tasks`, { files: {} });
  return {
    path: '/v1/runs',
    status: 202,
    body: (name) => ({ execute: { task_id, agent: { id: 'nop', type: 'nop' }, repeat: REPEAT, label: name } }),
  };
}

async function lookAt(fire: LoadResult<Answer>, target: Target & { load: Load }): Promise<RunFaultTrial> {
  const { acknowledged, sent, statuses } = fire;
  const stuck: string[] = [];
  const lost: string[] = [];
  const answers = new Map<string, Answer>();
  for (const name of sent) {
    const answer = await sendAgain(target, name);
    if (answer === undefined) stuck.push(name);
    else answers.set(name, answer);
  }
  const runs = await listAll<{ run_id: string; label: string }>(target, '/v1/runs?status=queued');
  const found = Map.groupBy(runs, ({ label }) => label);
  for (const [name, answer] of answers) {
    const there = new Set(found.get(name)?.map(({ run_id }) => run_id));
    const first = acknowledged.get(name) ?? answer;
    if ([...first.runs, ...answer.runs].some(({ run_id }) => !there.has(run_id))) lost.push(name);
  }
  const named = (holds: (count: number) => boolean) =>
    [...found].filter(([, of]) => holds(of.length)).map(([name]) => name);
  return {
    acknowledged: acknowledged.size,
    doubled: named((count) => count > REPEAT),
    partial: named((count) => count < REPEAT),
    lost,
    stuck,
    statuses,
  };
}

async function sendAgain({ load, ...target }: Target & { load: Load }, name: string): Promise<Answer | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { answer } = await sendOnce<Answer>(target, { load, name, index: 0 });
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  return undefined;
}

async function post<Made>({ url, key }: Target, path: string, body: unknown): Promise<Made> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Made;
}
