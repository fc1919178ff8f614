import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createOrganization, openStore } from '@assay/server';
import { load, requestBytes } from './http-load.ts';
import type { Measurement, Ratio } from './ratio.ts';
import { type Served, serve } from './served.ts';
import { AGENTS, CONNECTIONS, evaluateRequests, measureEvaluate, PGBENCH } from './serving.ts';

const READS = 400;
const PAUSE_MS = 5;
const LOAD_MS = 15_000;
const WRITERS = 16;
const ABUSERS = 8;

/** What several server processes, and other clients, mean for the others. */
export const FLEET: readonly Ratio[] = [
  ...(existsSync(PGBENCH)
    ? [
        {
          what: `evaluations per second over HTTP, two server processes, ${AGENTS} agents, ${CONNECTIONS} connections`,
          against: 'pgbench with an insert and an update',
          limit: { least: 1 },
          measure: () => measureEvaluate(AGENTS, '--processes', '2'),
        },
      ]
    : []),
  {
    what: `99th percentile of reads while ${WRITERS} clients evaluate, two server processes`,
    against: 'the same reads on an idle server',
    limit: { most: 3 },
    measure: () =>
      measureReads({
        quantile: 0.99,
        disturb: (served) => keepBusy(served.port, WRITERS, evaluateRequests(served.key, AGENTS)),
      }),
  },
  {
    what: `median of reads while ${ABUSERS} clients of another organization send the most expensive checks`,
    against: 'the same reads on an idle server',
    limit: { most: 2 },
    measure: () => measureReads({ quantile: 0.5, disturb: abuse }),
  },
];

interface Reads {
  readonly quantile: number;
  /** Other load, while the reads are measured. */
  disturb(served: Served): Promise<unknown>;
}

async function measureReads({ quantile, disturb }: Reads): Promise<Measurement> {
  await using served = await serve('--processes', '2');
  const [request] = evaluateRequests(served.key, 1);
  // something to read, on warm processes
  await load({ port: served.port, connections: 4, duration_ms: 2_000, next: () => request as Buffer });
  const reference = await readOften(served, quantile);
  const disturbing = disturb(served);
  await pause(1_000);
  const subject = await readOften(served, quantile);
  await disturbing;
  return { subject, reference };
}

/** The time of a read, one after the other with pauses. */
async function readOften({ port, key }: Served, quantile: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const times: number[] = [];
  for (let count = 0; count < READS; count++) {
    const started_ms = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/reputation/agent-0`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`expected the read to succeed, found ${answer.status}`);
    times.push(performance.now() - started_ms);
    await pause(PAUSE_MS);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(READS * quantile)] as number;
}

const keepBusy = (port: number, connections: number, requests: readonly Buffer[]): Promise<unknown> => {
  let at = 0;
  const next = (): Buffer => requests[at++ % requests.length] as Buffer;
  return load({ port, connections, duration_ms: LOAD_MS, next });
};

/** Checks that take as long as they may, from another organization. */
async function abuse({ port, database_url }: Served): Promise<void> {
  await using store = await openStore({ url: database_url, connections: 1 });
  const { secret } = await createOrganization(store, { name: 'abuser', now: Date.now });
  const json_path = `$${'..*'.repeat(30)}`;
  const body = JSON.stringify({
    agent_id: 'abuser',
    output: JSON.stringify({ a: [[[[1]]]], b: { c: { d: { e: 1 } } } }),
    checks: [{ type: 'json_path', path: json_path, equals: 1 }],
  });
  await keepBusy(port, ABUSERS, [requestBytes({ method: 'POST', path: '/v1/evaluate', key: secret, body })]);
}
