import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Served, startServe } from './served.ts';

export interface FireOptions {
  readonly root: string;
  /** Who is killed, one after another. */
  readonly victims: readonly ('server' | 'database')[];
  /** How many requests have to be acknowledged between two kills. */
  readonly between: number;
  readonly onKill?: ((victim: string, acknowledged: number) => void) | undefined;
}

/** Where a server answers, and with which key. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** A request that is sent over and over, each time as another one. */
export interface Load {
  readonly path: string;
  readonly status: number;
  body(name: string, index: number): unknown;
}

export interface Fire<Answer> {
  /** The answers, by the `Idempotency-Key` they were asked for with. */
  readonly acknowledged: ReadonlyMap<string, Answer>;
  /** Every key that a request was sent with. */
  readonly sent: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<number, number>;
}

const CALLERS = 16;

/**
 * Sends requests without a pause while processes are killed without a chance to clean up. Callers try again with the
 * same key until they are answered, as the SDK does; a server that was killed is started again, as a supervisor would.
 * What is there afterwards is looked at while the last server still answers.
 */
export async function underFire<Answer, Result>(
  { root, victims, between, onKill }: FireOptions,
  prepare: (target: Target) => Promise<Load>,
  lookAt: (fire: Fire<Answer>, target: Target & { readonly load: Load }) => Promise<Result>,
): Promise<Result> {
  let served = await startServe({ root });
  const target = { url: served.url, key: served.first_key as string };
  const port = Number(new URL(target.url).port);
  const fire = {
    acknowledged: new Map<string, Answer>(),
    sent: new Set<string>(),
    statuses: new Map<number, number>(),
  };
  const over = new AbortController();
  try {
    const load = await prepare(target);
    const callers = Array.from({ length: CALLERS }, (_, caller) =>
      keepSending(fire, { ...target, load, caller, signal: over.signal }),
    );
    const sending = Promise.all(callers);
    // a caller that fails ends the trial: nothing more would be acknowledged
    await Promise.race([sending, killAll()]);
    over.abort();
    await sending;
    return await lookAt(fire, { ...target, load });
  } finally {
    over.abort();
    await served[Symbol.asyncDispose]();
  }

  async function killAll(): Promise<void> {
    for (const victim of victims) {
      await acknowledge(between);
      if (over.signal.aborted) return;
      onKill?.(victim, fire.acknowledged.size);
      served = await kill(victim, { served, root, port });
    }
    await acknowledge(between);
  }

  async function acknowledge(more: number): Promise<void> {
    const goal = fire.acknowledged.size + more;
    while (fire.acknowledged.size < goal && !over.signal.aborted) await sleep(20);
  }
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

interface Sending extends Target {
  readonly load: Load;
  readonly caller: number;
  readonly signal: AbortSignal;
}

interface Written<Answer> {
  readonly acknowledged: Map<string, Answer>;
  readonly sent: Set<string>;
  readonly statuses: Map<number, number>;
}

async function keepSending<Answer>(
  { acknowledged, sent, statuses }: Written<Answer>,
  { caller, signal, load, ...target }: Sending,
): Promise<void> {
  for (let index = 0; !signal.aborted; index++) {
    const name = `caller-${caller}-${index}`;
    sent.add(name);
    for (;;) {
      const { status, answer } = await sendOnce<Answer>(target, { load, name, index });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer !== undefined) {
        acknowledged.set(name, answer);
        break;
      }
      if (signal.aborted && status === 0) return;
      await sleep(50);
    }
  }
}

/** Sends a request by its key; its answer is undefined when there is none yet, its status 0 when nobody answers. */
export async function sendOnce<Answer>(
  { url, key }: Target,
  { load, name, index }: { load: Load; name: string; index: number },
): Promise<{ status: number; answer: Answer | undefined }> {
  const response = await fetch(`${url}${load.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': name },
    body: JSON.stringify(load.body(name, index)),
    signal: AbortSignal.timeout(90_000),
  }).catch(() => undefined);
  const status = response?.status ?? 0;
  if (response === undefined) return { status, answer: undefined };
  // a server that dies while it answers has not answered
  const text = await response.text().catch(() => undefined);
  if (status !== load.status && status < 500 && status !== 409)
    throw new Error(`Expected ${load.path} to be answered with ${load.status}, found ${status}: ${text}`);
  if (status !== load.status || text === undefined) return { status, answer: undefined };
  return { status, answer: JSON.parse(text) as Answer };
}

/** Everything of a list, page by page. */
export async function listAll<Item>({ url, key }: Target, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | null = '';
  while (next !== null) {
    const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`;
    const page: { items: Item[]; next: string | null } = await getJson({ url, key }, `${path}&limit=200${after}`);
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

export async function getJson<Answer>({ url, key }: Target, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
