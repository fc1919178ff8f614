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
import { readImages, readLabels } from './offer-options.ts';
import { createWorkerDisplay } from './worker-display.ts';

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
    json: { type: 'boolean' },
  });
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals[0]}`);
  const concurrency = readPositive('concurrency', values.concurrency, availableParallelism());
  const use = readSandbox(values.sandbox);
  const { image } = values;
  const sandbox = { readable: [], ...(use === undefined ? {} : { use }), ...(image === undefined ? {} : { image }) };
  const images = readImages(values.images ?? 'cached');
  const labels = readLabels(values.label ?? []);
  const judge = readJudge(values.judge ?? 'heuristic');
  const { openDatabase, openStore, runWorker } = await import('@assay/server');
  // hides a password in the arguments from other users of this machine
  process.title = 'assay worker';
  using stop = listenForStop();
  const root = resolve(values.root ?? '.assay');
  const database_url = values['database-url'] ?? databaseUrl();
  await using database = await openDatabase({ root, database_url });
  await using store = await openStore({ url: database.url, connections: 2 + Math.min(concurrency, 8) });
  const display = values.json ? undefined : createWorkerDisplay();
  try {
    await runWorker({
      store,
      url: database.url,
      name: values.name ?? `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
      concurrency,
      judge,
      sandbox,
      images,
      labels,
      allowed_hosts: values['allow-host'] ?? [],
      host: createHost(),
      harness_version: version(),
      onEvent: display?.show ?? writeLine,
      draining: stop.draining,
      signal: stop.signal,
    });
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
