import { AgentId, AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { createHost } from '../../config.ts';
import { chooseDestination } from '../../proxy/choose-destination.ts';
import { proxyUrl } from '../../proxy/http-server.ts';
import { type Inspection, startInspection } from '../../proxy/inspection.ts';
import { chooseLogFolder } from '../../proxy/log-folders.ts';
import { readChecks } from '../../proxy/read-checks.ts';
import { readHeaders } from '../../proxy/read-headers.ts';
import { readMode } from '../../proxy/read-mode.ts';
import type { Ending } from '../../proxy/server-process.ts';
import { type ProxiedOptions, proxyStreams } from '../../proxy/stdio-streams.ts';
import { proxyThreads } from '../../proxy/stdio-threads.ts';
import { formatNoun } from '../../terminal/format.ts';
import { parseOptions } from '../../terminal/options.ts';
import { neutralise } from '../../terminal/output.ts';

type Options = ReturnType<typeof readOptions>;

/** Stands between a client and a server until one of them is gone, and ends as the server did. */
export const run: Run = async (args, { signal }) => {
  const options = readOptions(args);
  const lost = new AbortController();
  const inspection = startInspection({
    agent_id: options.agent_id,
    latency_ref_ms: options.latency_ref_ms,
    checks: options.checks,
    folder: options.folder,
    destination: options.destination,
    is_awaited: options.mode === 'gate',
    tell,
    onLost: () => lost.abort(),
  });
  // a gate that nobody watches is shut
  const stop = options.mode === 'gate' ? AbortSignal.any([signal, lost.signal]) : signal;
  let ending: Ending;
  try {
    ending = await proxy(options, { inspection, signal: stop });
  } finally {
    const dropped = await inspection.close();
    if (dropped > 0) tell(`${formatNoun(dropped, 'evaluation')} not kept: the logs in ${options.folder} are full`);
  }
  if ('signal' in ending) return await endBy(ending.signal);
  if (ending.is_held) leave(ending.code);
  return ending.code;
};

async function proxy(
  options: Options,
  { inspection, signal }: { inspection: Inspection; signal: AbortSignal },
): Promise<Ending> {
  const { mode, grace_ms, url, headers, command } = options;
  const shared: ProxiedOptions = { mode, grace_ms, inspection, tell };
  if (url !== undefined) return proxyUrl({ ...shared, url, headers, signal });
  // what is ours to know is not the server's
  const { ASSAY_API_KEY: _key, ASSAY_PROXY_HEADERS: _headers, ...environment } = createHost().environment;
  const started = { ...shared, environment, signal };
  // a gate reads what it passes on
  const ended = mode === 'observe' ? await proxyThreads(command, started) : undefined;
  return ended ?? (await proxyStreams(command, started));
}

// a thread that waits for a client that says nothing cannot be ended from here, and an orderly end would wait for it
function leave(code: number): void {
  process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
}

// whoever started us is to see what became of the server: a crash is not an exit
async function endBy(signal: NodeJS.Signals): Promise<number> {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return 1;
}

function tell(text: string): void {
  process.stderr.write(`assay proxy: ${neutralise(text)}\n`);
}

function readOptions(args: readonly string[]) {
  const end = args.indexOf('--');
  const { values, positionals } = parseOptions(end === -1 ? args : args.slice(0, end), {
    'agent-id': { type: 'string' },
    mode: { type: 'string', default: 'observe' },
    checks: { type: 'string' },
    url: { type: 'string' },
    header: { type: 'string', multiple: true },
    log: { type: 'string' },
    'assay-url': { type: 'string' },
    'api-key-file': { type: 'string' },
    'latency-ref-ms': { type: 'string' },
    grace: { type: 'string', default: '10' },
  });
  const command = end === -1 ? [] : args.slice(end + 1);
  if (positionals.length > 0)
    throw new AssayError(
      'usage',
      `expected the command of the server after --, as in assay proxy -- ${positionals.join(' ')}, found it before`,
    );
  if ((values.url === undefined) === (command.length === 0))
    throw new AssayError(
      'usage',
      `expected either a command after -- or --url, found ${values.url === undefined ? 'neither' : 'both'}`,
    );
  return {
    agent_id: values['agent-id'] === undefined ? undefined : readAgentId(values['agent-id']),
    latency_ref_ms: readNumber('--latency-ref-ms', values['latency-ref-ms'], { least: 0.001, most: 86_400_000 }),
    mode: readMode(values.mode),
    checks: values.checks === undefined ? undefined : readChecks(values.checks),
    url: values.url === undefined ? undefined : readUrl(values.url),
    headers: readHeaders(values.header ?? []),
    folder: chooseLogFolder(values.log),
    destination: chooseDestination({ url: values['assay-url'], key_file: values['api-key-file'] }),
    grace_ms: (readNumber('--grace', values.grace, { least: 0, most: 3600 }) ?? 0) * 1000,
    command,
  };
}

function readAgentId(text: string): AgentId {
  const read = AgentId.safeParse(text);
  if (read.success) return read.data;
  throw new AssayError('usage', `expected --agent-id to be 1 to 200 characters, found ${text.length}`);
}

function readNumber(option: string, text: string | undefined, { least, most }: { least: number; most: number }) {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most) return value;
  throw new AssayError('usage', `expected ${option} to be a number from ${least} to ${most}, found ${text}`);
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new AssayError(
      'usage',
      `expected --url to be the address of an MCP server such as https://host/mcp, found ${text}`,
    );
  return url;
}
