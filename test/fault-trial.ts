import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Served, startServe } from './served.ts';

export interface FaultTrialOptions {
  readonly root: string;
  /** Who is killed, one after another. */
  readonly victims: readonly ('server' | 'database')[];
  /** How many evaluations have to be acknowledged between two kills. */
  readonly between: number;
  readonly onKill?: (victim: string, acknowledged: number) => void;
}

interface Told {
  readonly score: number;
  readonly eval_count: number;
}

export interface FaultTrial {
  /** What was acknowledged, by the key it was sent with. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** What is there afterwards. */
  readonly found: readonly { readonly evaluation_id: string; readonly seq: number; readonly agent_id: string }[];
  /** The reputations as they are told, by agent. */
  readonly reputations: ReadonlyMap<string, Told>;
  readonly statuses: ReadonlyMap<number, number>;
}

const AGENTS = ['a', 'b', 'c', 'd'];
const CALLERS = 16;

/**
 * Evaluates without a pause while processes are killed without a chance to tidy up. Callers try again with the same key
 * until they are answered, as the SDK does; a server that was killed is started again, as a supervisor would.
 */
export async function tryFaults({ root, victims, between, onKill }: FaultTrialOptions): Promise<FaultTrial> {
  let served = await startServe({ root });
  const { url, first_key } = served;
  const port = Number(new URL(url).port);
  const key = first_key as string;
  const acknowledged = new Map<string, string>();
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const callers = Array.from({ length: CALLERS }, (_, caller) =>
    keepEvaluating({ caller, url, key, acknowledged, statuses, signal: over.signal }),
  );
  try {
    for (const victim of victims) {
      await until(() => acknowledged.size, between);
      onKill?.(victim, acknowledged.size);
      served = await kill(victim, { served, root, port });
    }
    await until(() => acknowledged.size, between);
  } finally {
    over.abort();
  }
  await Promise.all(callers);
  const found = await listEvaluations(url, key);
  const reputations = new Map(
    await Promise.all(
      AGENTS.map(async (agent) => [agent, await getJson<Told>(`${url}/v1/reputation/${agent}`, key)] as const),
    ),
  );
  await served[Symbol.asyncDispose]();
  return { acknowledged, found, reputations, statuses };
}

async function until(count: () => number, more: number): Promise<void> {
  const goal = count() + more;
  while (count() < goal) await sleep(20);
}

interface Standing {
  readonly served: Served;
  readonly root: string;
  readonly port: number;
}

async function kill(victim: 'server' | 'database', { served, root, port }: Standing): Promise<Served> {
  if (victim === 'database') {
    const [pid] = (await readFile(join(root, 'db/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    return served;
  }
  const closed = once(served.child, 'close');
  served.child.kill('SIGKILL');
  await closed;
  return startServe({ root, port });
}

interface Evaluating {
  readonly caller: number;
  readonly url: string;
  readonly key: string;
  readonly acknowledged: Map<string, string>;
  readonly statuses: Map<number, number>;
  readonly signal: AbortSignal;
}

async function keepEvaluating({ caller, url, key, acknowledged, statuses, signal }: Evaluating): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const name = `caller-${caller}-${at}`;
    const body = { agent_id: AGENTS[at % AGENTS.length], output: name, passed: at % 5 !== 0, latency_ms: 10 };
    for (;;) {
      const response = await fetch(`${url}/v1/evaluate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(90_000),
      }).catch(() => undefined);
      statuses.set(response?.status ?? 0, (statuses.get(response?.status ?? 0) ?? 0) + 1);
      if (response?.status === 200) {
        const answer = (await response.json().catch(() => undefined)) as { evaluation_id: string } | undefined;
        if (answer !== undefined) {
          acknowledged.set(name, answer.evaluation_id);
          break;
        }
      } else if (response !== undefined && response.status < 500 && response.status !== 409) {
        throw new Error(`Expected an evaluation to be taken, found ${response.status}: ${await response.text()}`);
      }
      if (signal.aborted && response === undefined) return;
      await sleep(50);
    }
  }
}

async function listEvaluations(url: string, key: string): Promise<FaultTrial['found'][number][]> {
  const found: FaultTrial['found'][number][] = [];
  for (const agent of AGENTS) {
    let next: string | null = '';
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`;
      const page: { items: FaultTrial['found'][number][]; next: string | null } = await getJson(
        `${url}/v1/evaluations?agent_id=${agent}&limit=200${after}`,
        key,
      );
      found.push(...page.items);
      next = page.next;
    }
  }
  return found;
}

async function getJson<Answer>(url: string, key: string): Promise<Answer> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
