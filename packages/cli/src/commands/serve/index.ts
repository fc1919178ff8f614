import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { createHost, databaseUrl, wantsColor } from '../../config.ts';
import { endProcess } from '../../end-process.ts';
import { parseOptions, readOneOf } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';
import { readPositive } from '../../terminal/run-options.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { joinSupervisor, type Member } from './member.ts';
import type { Served } from './messages.ts';
import { openPromoter, PROMOTER_OPTIONS } from './open-promoter.ts';
import { findOwnCommand, openOwnSessions, servesOnePerson } from './own-sessions.ts';
import { startOwnWorker } from './own-worker.ts';
import { superviseServers } from './supervise.ts';

const HELP = `Usage: assay serve [--port PORT] [--otlp-port PORT] [--host HOST] [--root FOLDER] [--no-worker] [--link]
                   [--rate-limit N] [--trust-proxy ADDRESS,…] [--log] [--log-level LEVEL] [--log-format FORMAT]
                   [--json] [--remote NAME] [--base BRANCH] [--repo OWNER/NAME] [--github-url URL]
                   [--require-aa DAYS] [--processes N] [--no-sessions]

Serves the dashboard and the REST API until interrupted. Data is stored in PostgreSQL: the database in DATABASE_URL, or
an embedded one in FOLDER/db. Also shows the runs and comparisons made in this folder. If only you can reach it (on the
loopback address, with the embedded database), also the sessions that your agents had in this folder.

  --port PORT       port to listen on (default: 4600); 0 picks a free port
  --otlp-port PORT  also listen on this port, such as 4318, the default of telemetry exporters
  --host HOST       address to listen on (default: 127.0.0.1, reachable only from this machine)
  --root FOLDER     data folder (default: .assay)
  --no-worker       do not execute runs here; start \`assay worker\` elsewhere
  --link            print a sign-in link even if the output is not a terminal (default: only at the first start, on
                    a terminal and with --json)
  --no-sessions     do not read the sessions of the agents on this machine
  --processes N     server processes on this port, or auto for one per core (default: 1)
  --rate-limit N    sustained requests per second per key (default: 2000)
  --trust-proxy ADDRESS,…
                    reverse proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8
                    (default: ASSAY_TRUST_PROXY, or none)
  --log             log each request to stderr, the same as --log-level info
  --log-level LEVEL
                    error (faults), warn (also what is retried or skipped; default) or info (also requests)
  --log-format FORMAT
                    text or json (default: text on a terminal, otherwise json)
  --json            print the addresses as one JSON document
  --remote NAME, --base BRANCH, --repo OWNER/NAME, --github-url URL, --require-aa DAYS   as in \`assay promote\`

In a git repository, an admin can open the pull request of a comparison that promotes. The rules and credentials are
those of \`assay promote\`: the token comes from GITHUB_TOKEN, GH_TOKEN or gh.

The first start prints an admin key, once. The link works once, for half an hour.

Exit codes: 0 stopped · 2 usage error · 3 the database is not available
`;

const DEFAULT_PORT = 4_600;
const LOG_FORMATS = ['text', 'json'] as const;
const STOPPING = '\nStopping: finishing open requests, then closing the database.\n';
const MOST_PROCESSES = 64;
const INFRASTRUCTURE_ERROR = 3;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    port: { type: 'string' },
    'otlp-port': { type: 'string' },
    host: { type: 'string' },
    root: { type: 'string' },
    'no-worker': { type: 'boolean' },
    link: { type: 'boolean' },
    processes: { type: 'string' },
    'no-sessions': { type: 'boolean' },
    'rate-limit': { type: 'string' },
    'trust-proxy': { type: 'string' },
    log: { type: 'boolean' },
    'log-level': { type: 'string' },
    'log-format': { type: 'string' },
    json: { type: 'boolean' },
    ...PROMOTER_OPTIONS,
  });
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals[0]}`);
  const { createLog, LOG_LEVELS, startServer } = await import('@assay/server');
  const environment = createHost().environment;
  const root = resolve(values.root ?? '.assay');
  const format = readOneOf('log-format', values['log-format'] ?? (process.stderr.isTTY ? 'text' : 'json'), LOG_FORMATS);
  const log = createLog({
    level: readOneOf('log-level', values['log-level'] ?? (values.log ? 'info' : 'warn'), LOG_LEVELS),
    format,
    writeLine: (line) => process.stderr.write(line),
    now: Date.now,
  });
  const host = values.host ?? '127.0.0.1';
  const ports = [readPort(values.port) ?? DEFAULT_PORT, readPort(values['otlp-port'], '--otlp-port')];
  const processes = readProcesses(values.processes);
  using member = joinSupervisor();
  if (processes > 1 && member === null) {
    await using supervised = await superviseServers({ args, processes, host, ports, log, signal });
    const { served } = supervised;
    if (typeof served === 'number') return served;
    await writeOut(values.json ? `${JSON.stringify(served)}\n` : describe(served));
    await untilAborted(signal);
    process.stderr.write(STOPPING);
    return 0;
  }
  const stopping = member === null ? signal : AbortSignal.any([signal, member.stopping]);
  stopping.addEventListener('abort', endInTime, { once: true });
  const [port = DEFAULT_PORT, otlp_port] = member?.ports ?? ports;
  const reach = {
    environment,
    host,
    database_url: databaseUrl(),
    processes,
    trusted_proxies: readList(values['trust-proxy'] ?? environment['ASSAY_TRUST_PROXY'] ?? ''),
  };
  const isOwn = servesOnePerson(reach);
  await using server = await startServer({
    ...reach,
    root,
    folder: process.cwd(),
    own_sessions: !values['no-sessions'] && isOwn ? await openOwnSessions(process.cwd()) : undefined,
    command: isOwn ? findOwnCommand(process.argv[1] as string, environment) : undefined,
    port,
    otlp_port,
    rate_limit: values['rate-limit'] === undefined ? undefined : readPositive('rate-limit', values['rate-limit'], 1),
    site: dashboardFolder(),
    log,
    now: Date.now,
    promoter: openPromoter(process.cwd(), values),
    upkeep: isFirst(member),
    shareMetrics: member?.shareMetrics,
    signal: stopping,
  });
  await using worker =
    values['no-worker'] || !isFirst(member)
      ? null
      : startOwnWorker(root, (problem) => {
          if (format === 'json') log.write('error', 'worker_stopped', { problem });
          else
            process.stderr.write(
              `! Runs that you start in the dashboard wait for a worker: ${escapeControls(problem)}\n`,
            );
        });
  if (worker !== null)
    server.services.metrics.measure({
      help: { assay_own_worker_up: '1 if the worker of this server is running.' },
      read: () => ({ assay_own_worker_up: Number(worker.isRunning()) }),
    });
  if (!isFirst(member)) {
    await untilAborted(stopping);
    return 0;
  }
  // a link in a log file would let its readers sign in
  const wantsLink = values.link || values.json || server.first_key !== null || process.stdout.isTTY;
  const link = wantsLink ? await server.createLoginLink() : null;
  const served = { url: server.url, otlp_url: server.otlp_url, link, first_key: server.first_key };
  if (member !== null) member.tellServing(served);
  else await writeOut(values.json ? `${JSON.stringify(served)}\n` : describe(served));
  await untilAborted(stopping);
  if (member === null) process.stderr.write(STOPPING);
  return 0;
};

const isFirst = (member: Member | null): boolean => member === null || member.number === 1;

// more than the last answers and the database take; below the 60 s after which an operator kills it
const MAX_STOP_MS = 55_000;

/** Whatever never ends, such as a disk that does not answer, does not keep a process that has to stop. */
function endInTime(): void {
  setTimeout(() => {
    process.stderr.write(`Not everything ended within ${MAX_STOP_MS / 1_000} s after the interrupt. Ending anyway.\n`);
    endProcess(INFRASTRUCTURE_ERROR);
  }, MAX_STOP_MS).unref();
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The built dashboard. */
const dashboardFolder = (): string => join(fileURLToPath(import.meta.resolve('@assay/web/dashboard/index.html')), '..');

const readList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readProcesses(text: string | undefined): number {
  const count = text === 'auto' ? availableParallelism() : Number(text ?? 1);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_PROCESSES) return count;
  throw new AssayError(
    'usage',
    `expected --processes to be auto or a number from 1 to ${MOST_PROCESSES}, found ${text}`,
  );
}

function readPort(text: string | undefined, option = '--port'): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new AssayError('usage', `expected ${option} to be a number from 0 to 65535, found ${text}`);
}

function describe({ url, first_key, link }: Served): string {
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  const key =
    first_key === null
      ? ''
      : `\n${style.bold('API key')}    ${first_key}\n           shown only once, has all scopes. Save it, or create others: assay key create\n`;
  const signIn =
    link === null
      ? `${url}\n           sign in with an API key, or start with --link for a link`
      : `${link}\n           the link signs in one browser, once; afterwards open ${url}`;
  return `${style.bold('Dashboard')}  ${signIn}
${style.bold('API')}        ${url}/docs
${key}
Stop with Ctrl-C.
`;
}
