import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import type { WorkerEvent } from '@assay/server';
import type { Run } from '../../command.ts';
import { createHost, databaseUrl } from '../../config.ts';
import { parseOptions, readJudge, readSandbox } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { readPositive } from '../../terminal/run-options.ts';
import { version } from '../../version.ts';
import { createWorkerDisplay } from './worker-display.ts';

const HELP = `Usage: assay worker [--concurrency N] [--database-url URL] [OPTIONS]

Executes the runs that are asked of the server, on this machine, until it is told to stop. Start as many as you like,
on as many machines: what one leaves undone, another does again. The first Ctrl-C (or SIGTERM) takes nothing new and
finishes what runs; the second gives it back and ends at once.

  --concurrency N      so many runs side by side (default: one a core)
  --database-url URL   the PostgreSQL of the server, instead of DATABASE_URL; without both, the one under FOLDER/db
  --root FOLDER        .assay unless told
  --sandbox NAME       bwrap or docker; local isolates nothing, and what runs is what callers of the server wrote
  --image IMAGE        for docker: one that has the tools of the tasks
  --allow-host HOST    let tasks reach it that ask for it; any number of times, * for all (default: none)
  --judge NAME         judge of runs whose workspace names none: auto, anthropic, openai, claude-cli, none, or
                       heuristic (the default: rules, free)
  --name NAME          as attempts show it; of this machine and process unless told
  --json               one JSON document a line on stdout for each thing that happens

Exit codes: 0 stopped · 2 usage · 3 the database or a sandbox is not there
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
    'allow-host': { type: 'string', multiple: true },
    judge: { type: 'string' },
    name: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0) throw new AssayError('usage', `expected no argument, found ${positionals[0]}`);
  const concurrency = readPositive('concurrency', values.concurrency, availableParallelism());
  const use = readSandbox(values.sandbox);
  const { image } = values;
  const sandbox = { readable: [], ...(use === undefined ? {} : { use }), ...(image === undefined ? {} : { image }) };
  const judge = readJudge(values.judge ?? 'heuristic');
  const { openDatabase, openStore, runWorker } = await import('@assay/server');
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

/** The first interrupt means one thing, the second another. */
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
