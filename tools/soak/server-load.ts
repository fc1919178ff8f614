import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../packages/server/test/database.ts';
import { type MadeRunFolder, packTar } from '../../packages/server/test/run-folder.ts';
import { buildTurn, TURN_RECORDS } from './telemetry-turns.ts';

/** An organization with its name, which all of its data carries, and a key. */
export interface Tenant {
  readonly name: string;
  readonly key: string;
}

/** What was acknowledged, by organization. */
export interface Acknowledged {
  readonly evaluations: Map<string, string>;
  readonly runs: Set<string>;
  records: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly tenant: Tenant;
  readonly acknowledged: Acknowledged;
  readonly statuses: Map<string, number>;
  readonly leaks: string[];
  readonly signal: AbortSignal;
}

const RETRY_MS = 200;
const PATIENCE_MS = 60_000;

/** Sends a request; undefined if there was no complete response. */
export async function send(
  { url, tenant, statuses }: Pick<LoadOptions, 'url' | 'tenant' | 'statuses'>,
  { path, kind, ...init }: RequestInit & { path: string; kind: string },
): Promise<{ status: number; text: string } | undefined> {
  const found = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', ...init.headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined);
  const name = `${kind} ${found?.status ?? 'none'}`;
  statuses.set(name, (statuses.get(name) ?? 0) + 1);
  return found;
}

/** Evaluates without pause. Retries with the same key until there is an answer, like the SDK. */
export async function keepEvaluating(options: LoadOptions, writer: number): Promise<void> {
  const { tenant, acknowledged, signal } = options;
  for (let index = 0; !signal.aborted; index++) {
    const key = `${tenant.name}-${writer}-${index}`;
    const body = { agent_id: `${tenant.name}-${index % 50}`, output: key, passed: index % 5 !== 0, latency_ms: 10 };
    const answer = await retry(options, {
      path: '/v1/evaluate',
      kind: 'evaluate',
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    if (answer !== undefined) acknowledged.evaluations.set(key, JSON.parse(answer).evaluation_id);
  }
}

/** Streams telemetry. */
export async function keepExporting(options: LoadOptions, session: string): Promise<void> {
  for (let turn = 0; !options.signal.aborted; turn++) {
    const body = JSON.stringify(buildTurn(session, turn));
    const answer = await retry(options, { path: '/v1/logs', kind: 'telemetry', method: 'POST', body });
    if (answer !== undefined) options.acknowledged.records += TURN_RECORDS;
    await sleep(RETRY_MS);
  }
}

const PART = Buffer.alloc(1_000_000, 'uploaded\n');
const PARTS = 4;

/** Uploads runs of some megabytes. */
export async function keepUploading(options: LoadOptions, made: MadeRunFolder): Promise<void> {
  while (!options.signal.aborted) {
    const run_id = newId('run');
    const rename = (content: Buffer): string => content.toString().replaceAll(made.result.run_id, run_id);
    const files = [...made.files].map(([name, content]) => [name, rename(content)] as const);
    const parts = Array.from({ length: PARTS }, (_, index) => [`raw/${index}`, PART] as const);
    const body = new Uint8Array(await packTar([...files, ...parts]));
    const headers = { 'content-type': 'application/x-tar', 'idempotency-key': run_id };
    const answer = await retry(options, { path: '/v1/runs', kind: 'upload', method: 'POST', headers, body });
    if (answer !== undefined) options.acknowledged.runs.add(run_id);
    await sleep(RETRY_MS);
  }
}

/** Reads lists, and looks for data of another organization in them. */
export async function keepReading(options: LoadOptions, others: readonly string[]): Promise<void> {
  const { tenant, leaks, signal } = options;
  const paths = [
    '/v1/evaluations?limit=100',
    '/v1/agents?limit=100',
    `/v1/reputation/${tenant.name}-1`,
    '/v1/runs?limit=50',
  ];
  for (let index = 0; !signal.aborted; index++) {
    const path = paths[index % paths.length] as string;
    const answer = await send(options, { path, kind: 'read' });
    for (const other of others) if (answer?.text.includes(`"${other}-`)) leaks.push(`${tenant.name} read ${path}`);
    await sleep(RETRY_MS / 4);
  }
}

/** Sends a request until it is answered with success; the text of the answer. */
async function retry(
  options: LoadOptions,
  request: RequestInit & { path: string; kind: string },
): Promise<string | undefined> {
  for (;;) {
    const answer = await send(options, request);
    if (answer !== undefined && answer.status < 300) return answer.text;
    if (options.signal.aborted) return undefined;
    await sleep(RETRY_MS);
  }
}
