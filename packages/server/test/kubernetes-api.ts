import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { V1Job, V1Pod } from '@kubernetes/client-node';

/* A server that speaks the part of the Kubernetes API that Jobs need: create, get, list, watch, delete and logs. */

type Kind = 'jobs' | 'pods';
type Stored = V1Job | V1Pod;
interface Event {
  readonly kind: Kind;
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Stored;
}

export interface KubernetesApi extends AsyncDisposable {
  /** A kubeconfig file that leads here. */
  readonly kubeconfig: string;
  readonly jobs: ReadonlyMap<string, V1Job>;
  /** The number of watches opened so far. */
  readonly watches: number;
  /** Answers the next requests with this status. */
  fail(status: number, times: number): void;
  /** Creates the pod of a Job, or changes its status. */
  setPod(job: V1Job, status: V1Pod['status'], log?: string): void;
  /** Ends a Job with a condition. */
  endJob(job: V1Job, condition: { type: string; reason?: string }): void;
  /** Ends all watches and forgets all events, so that going on from an old version is answered with 410. */
  expireWatches(): void;
}

export interface KubernetesApiOptions {
  /** What the cluster does with a new Job. */
  readonly onJob: (job: V1Job, api: KubernetesApi) => void;
}

const PATH = /^\/(?:apis\/batch|api)(?:\/v1)\/namespaces\/evals\/(jobs|pods)(?:\/([^/]+))?(\/log)?$/;

export async function startKubernetesApi({ onJob }: KubernetesApiOptions): Promise<KubernetesApi> {
  const stored = { jobs: new Map<string, V1Job>(), pods: new Map<string, V1Pod>() };
  const logs = new Map<string, string>();
  const watching = new Set<{ kind: Kind; response: ServerResponse }>();
  let events: Event[] = [];
  let [version, oldest, watches] = [1, 1, 0];
  const failing = { status: 500, times: 0 };

  const publish = (kind: Kind, type: Event['type'], object: Stored): void => {
    version++;
    const copy = structuredClone({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
    const map = stored[kind] as Map<string, Stored>;
    if (type === 'DELETED') map.delete(nameOf(object));
    else map.set(nameOf(object), copy);
    const event: Event = { kind, version, type, object: copy };
    events.push(event);
    for (const watch of watching) if (watch.kind === kind) watch.response.write(format(event));
  };

  const watch = (kind: Kind, from: number, response: ServerResponse): void => {
    watches++;
    response.writeHead(200, { 'content-type': 'application/json' });
    if (from < oldest) {
      const object = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
      response.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
      return;
    }
    response.flushHeaders();
    for (const event of events) if (event.kind === kind && event.version > from) response.write(format(event));
    const entry = { kind, response };
    watching.add(entry);
    response.on('close', () => watching.delete(entry));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://cluster');
    const [, kind, name, log] = (PATH.exec(pathname) ?? []) as [unknown, Kind?, string?, string?];
    if (failing.times > 0) {
      failing.times--;
      return refuse(response, failing.status, 'the API is not ready');
    }
    if (kind === undefined) return refuse(response, 404, pathname);
    if (searchParams.get('watch') === 'true') return watch(kind, Number(searchParams.get('resourceVersion')), response);
    if (request.method === 'POST') {
      const job = (await json(request)) as V1Job;
      if (stored.jobs.has(nameOf(job))) return refuse(response, 409, 'already exists');
      publish('jobs', 'ADDED', job);
      send(response, 201, stored.jobs.get(nameOf(job)));
      return onJob(job, api);
    }
    if (name === undefined) {
      const items = [...stored[kind].values()];
      return send(response, 200, { kind: 'List', metadata: { resourceVersion: String(version) }, items });
    }
    if (log !== undefined) {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(logs.get(name) ?? '');
      return;
    }
    const found = stored[kind].get(name);
    if (found === undefined) return refuse(response, 404, `${name} not found`);
    if (request.method === 'DELETE') {
      publish(kind, 'DELETED', found);
      for (const pod of [...stored.pods.values()]) if (nameOf(pod) === `${name}-pod`) publish('pods', 'DELETED', pod);
    }
    send(response, 200, found);
  };

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'assay-kubernetes-'));
  const kubeconfig = join(folder, 'config');
  writeFileSync(kubeconfig, describeCluster(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const api: KubernetesApi = {
    kubeconfig,
    jobs: stored.jobs,
    get watches() {
      return watches;
    },
    fail: (status, times) => Object.assign(failing, { status, times }),
    setPod(job, status, log = '') {
      const name = `${nameOf(job)}-pod`;
      logs.set(name, log);
      const { labels } = job.spec?.template.metadata ?? {};
      const type = stored.pods.has(name) ? 'MODIFIED' : 'ADDED';
      publish('pods', type, { metadata: { name, namespace: 'evals', labels: labels ?? {} }, status: status ?? {} });
    },
    endJob(job, condition) {
      const known = stored.jobs.get(nameOf(job));
      if (known !== undefined)
        publish('jobs', 'MODIFIED', { ...known, status: { conditions: [{ status: 'True', ...condition }] } });
    },
    expireWatches() {
      events = [];
      version++;
      oldest = version;
      for (const { response } of watching) response.end();
      watching.clear();
    },
    async [Symbol.asyncDispose]() {
      for (const { response } of watching) response.end();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return api;
}

const nameOf = ({ metadata }: Stored): string => metadata?.name ?? '';
const format = ({ type, object }: Event): string => `${JSON.stringify({ type, object })}\n`;

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, code: number, message: string): void =>
  send(response, code, { kind: 'Status', status: 'Failure', code, message });

const describeCluster = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'test', user: { token: 'x' } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace: 'evals' } }],
    'current-context': 'test',
  });
