import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Served, startServe } from './served.ts';

/** The server, its database, or one of several server processes, which is started again by the server. */
type Victim = 'server' | 'database' | 'process';

export interface KillOptions {
  readonly root: string;
  /** What to kill, in this order. */
  readonly victims: readonly Victim[];
  /** Options of the server. */
  readonly args?: readonly string[] | undefined;
  /** Number of acknowledged requests between two kills. */
  readonly between: number;
  readonly onKill?: ((victim: string, acknowledged: number) => void) | undefined;
}

/** The URL of a server, and a key for it. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** A request to send repeatedly, each time with a different body. */
export interface Load {
  readonly path: string;
  readonly status: number;
  body(name: string, index: number): unknown;
}

export interface LoadResult<Answer> {
  /** The answers, by `Idempotency-Key`. */
  readonly acknowledged: ReadonlyMap<string, Answer>;
  /** Every key that was sent. */
  readonly sent: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<number, number>;
}

const CALLERS = 16;

/**
 * Sends requests without pause while processes are killed with SIGKILL. Callers retry with the same key until they get
 * an answer, like the SDK; a killed server is restarted. `lookAt` runs at the end, while the last server is still up.
 */
export async function sendWhileKilling<Answer, Result>(
  { root, victims, args = ['--no-worker'], between, onKill }: KillOptions,
  prepare: (target: Target) => Promise<Load>,
  lookAt: (fire: LoadResult<Answer>, target: Target & { readonly load: Load }) => Promise<Result>,
): Promise<Result> {
  let served = await startServe({ root, args });
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
    // a failed caller ends the trial, because nothing more would be acknowledged
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
      served = await kill(victim, { served, root, port, args });
    }
    await acknowledge(between);
  }

  async function acknowledge(more: number): Promise<void> {
    const goal = fire.acknowledged.size + more;
    while (fire.acknowledged.size < goal && !over.signal.aborted) await sleep(20);
  }
}

interface RunningServer {
  readonly served: Served;
  readonly root: string;
  readonly port: number;
  readonly args: readonly string[];
}

async function kill(victim: Victim, { served, root, port, args }: RunningServer): Promise<Served> {
  if (victim === 'process') {
    const [pid] = await listChildren(served.child.pid as number);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return served;
  }
  if (victim === 'database') {
    const [pid] = (await readFile(join(root, 'db/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    return served;
  }
  const closed = once(served.child, 'close');
  served.child.kill('SIGKILL');
  await closed;
  return startServe({ root, port, args });
}

/** The processes that a process started. */
export async function listChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
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

/** Sends a request with its key. The answer is undefined if there is none yet; the status is 0 without a response. */
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
  // a server that dies during its response has not answered
  const text = await response.text().catch(() => undefined);
  if (status !== load.status && status < 500 && status !== 409)
    throw new Error(`Expected ${load.path} to return ${load.status}, found ${status}: ${text}`);
  if (status !== load.status || text === undefined) return { status, answer: undefined };
  return { status, answer: JSON.parse(text) as Answer };
}

/** All items of a paginated list. */
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
