import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import type { WorkerEvent } from '@assay/server';
import type { Run } from '../../command.ts';
import { createHost, databaseUrl } from '../../config.ts';
import { readJudge } from '../../terminal/judge-option.ts';
import { parseOptions, readSandbox } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { readPositive } from '../../terminal/run-options.ts';
import { version } from '../../version.ts';
import { KUBERNETES_OPTIONS, readKubernetes } from './kubernetes-options.ts';
import { readImages, readLabels } from './offer-options.ts';
import { createWorkerDisplay } from './worker-display.ts';

const PODS = 10;

const HELP = `Usage: assay worker [--concurrency N] [--database-url URL] [OPTIONS]

Executes the server's queued runs on this machine until stopped. You can start any number of workers on any number of
machines; if one fails, another repeats its unfinished runs. The first Ctrl-C (or SIGTERM) takes no new runs and
finishes the current ones. The second returns them to the queue and exits at once.

  --concurrency N      concurrent runs (default: one per core)
  --database-url URL   PostgreSQL of the server (default: DATABASE_URL, otherwise the embedded one in FOLDER/db)
  --root FOLDER        data folder (default: .assay)
  --sandbox NAME       bwrap, docker, or local (no isolation: API callers run their code on this machine)
  --image IMAGE        docker image with the tools the tasks need
  --images WHICH       images of tasks with their own containers, if Docker is available: cached (default), pull,
                       build (also runs the Dockerfiles of tasks, with a network), or none
  --label NAME=VALUE   describe this machine to runs that need it; repeatable. os and arch are set
  --allow-host HOST    let tasks that request this host reach it; repeatable, * for all (default: none)
  --judge NAME         judge for runs whose workspace sets none: auto, anthropic, openai, claude-cli, none, or
                       heuristic (default: rules, free)
  --name NAME          name shown in attempts (default: from this machine and process)
  --json               print each event as one line of JSON

  --kubernetes         execute runs as Jobs of a Kubernetes cluster instead of on this machine (default: 10 at a time).
                       Requires --image, with Assay and the tools that the tasks need, and --secret. Passes --sandbox
                       (default: bwrap), --judge and --allow-host on to the pods
  --secret NAME        Secret with the environment of the pods: DATABASE_URL, and keys of model services
  --namespace NAME     namespace of the Jobs (default: that of the context)
  --kubeconfig FILE    how to reach the cluster (default: KUBECONFIG, ~/.kube/config, or the account of this pod)
  --claimed            execute the one run in ASSAY_CLAIM and exit; used in the pods

Exit codes: 0 stopped · 2 usage error · 3 the database is not available, or neither a sandbox nor a container engine is
`;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    concurrency: { type: 'string' },
    'database-url': { type: 'string' },
    root: { type: 'string' },
    sandbox: { type: 'string' },
    image: { type: 'string' },
    images: { type: 'string' },
    label: { type: 'string', multiple: true },
    'allow-host': { type: 'string', multiple: true },
    judge: { type: 'string' },
    name: { type: 'string' },
    claimed: { type: 'boolean' },
    json: { type: 'boolean' },
    ...KUBERNETES_OPTIONS,
  });
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals[0]}`);
  const cluster = readKubernetes(values);
  const concurrency = readPositive('concurrency', values.concurrency, cluster ? PODS : availableParallelism());
  const use = readSandbox(values.sandbox);
  const { image } = values;
  const host = createHost();
  const local = {
    judge: readJudge(values.judge ?? 'heuristic'),
    sandbox: { readable: [], ...(use === undefined ? {} : { use }), ...(image === undefined ? {} : { image }) },
    images: readImages(values.images ?? 'cached'),
    labels: readLabels(values.label ?? []),
    allowed_hosts: values['allow-host'] ?? [],
    host,
    harness_version: version(),
  };
  const database_url = values['database-url'] ?? databaseUrl();
  if (values.claimed && database_url === undefined)
    throw new AssayError('usage', '--claimed requires DATABASE_URL, the database of the queue');
  const { openDatabaseInTime, openStoreInTime, readClaim, runClaimed, runKubernetesWorker, runWorker } = await import(
    '@assay/server'
  );
  // hides a password in the arguments from other users of this machine
  process.title = 'assay worker';
  using stop = listenForStop();
  const root = resolve(values.root ?? '.assay');
  await using database = await openDatabaseInTime({ root, database_url }, stop.draining);
  const { url } = database;
  const connections = 2 + Math.min(concurrency, 8);
  const { environment } = host;
  await using store = await openStoreInTime({ url, connections, environment }, stop.draining);
  const display = values.json ? undefined : createWorkerDisplay();
  const onEvent = display?.show ?? writeLine;
  try {
    if (values.claimed) {
      const claim = readClaim(host.environment['ASSAY_CLAIM']);
      // a pod has only seconds to end
      return (await runClaimed({ ...local, store, url, claim, onEvent, signal: stop.draining })) ? 0 : 3;
    }
    const name = values.name ?? `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
    const queue = { store, url, name, concurrency, onEvent, draining: stop.draining, signal: stop.signal };
    if (cluster === undefined) await runWorker({ ...queue, ...local });
    else await runKubernetesWorker({ ...queue, ...cluster, labels: local.labels });
  } finally {
    display?.end();
  }
  return 0;
};

const writeLine = (event: WorkerEvent): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/** The first interrupt drains the worker, the second stops it at once. */
function listenForStop(): Disposable & { readonly draining: AbortSignal; readonly signal: AbortSignal } {
  const [draining, now] = [new AbortController(), new AbortController()];
  const listen = (): void => {
    if (draining.signal.aborted) now.abort();
    else draining.abort();
  };
  for (const name of INTERRUPTS) process.on(name, listen);
  return {
    draining: draining.signal,
    signal: now.signal,
    [Symbol.dispose]() {
      for (const name of INTERRUPTS) process.off(name, listen);
    },
  };
}

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;
