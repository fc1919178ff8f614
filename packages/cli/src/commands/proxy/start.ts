import { chooseDestination, chooseLogFolder, readChecks, readHeaders, readMode, runProxy } from '@assay/proxy';
import { AgentId, AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { parseOptions } from '../../terminal/options.ts';
import { escapeControls } from '../../terminal/output.ts';

/** Runs the proxy and exits like the MCP server. */
export const run: Run = async (args, { signal }) => {
  const options = readOptions(args);
  // interrupted before the server started
  if (signal.aborted) return 130;
  const ending = await runProxy({ ...options, tell });
  return 'signal' in ending ? await endBy(ending.signal) : ending.code;
};

// exit by the same signal, so that the caller sees the crash
async function endBy(signal: NodeJS.Signals): Promise<number> {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return 1;
}

function tell(text: string): void {
  process.stderr.write(`assay proxy: ${escapeControls(text)}\n`);
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
      `put the command of the server after --, as in assay proxy -- ${positionals.join(' ')}`,
    );
  if ((values.url === undefined) === (command.length === 0))
    throw new AssayError(
      'usage',
      `expected either a command after -- or --url, found ${values.url === undefined ? 'neither' : 'both'}`,
    );
  const headers = readHeaders(values.header ?? []);
  return {
    agent_id: values['agent-id'] === undefined ? undefined : readAgentId(values['agent-id']),
    latency_ref_ms: readNumber('--latency-ref-ms', values['latency-ref-ms'], { least: 0.001, most: 86_400_000 }),
    mode: readMode(values.mode),
    checks: values.checks === undefined ? undefined : readChecks(values.checks),
    server: values.url === undefined ? { command } : { url: readUrl(values.url), headers },
    folder: chooseLogFolder(values.log),
    destination: chooseDestination({ url: values['assay-url'], key_file: values['api-key-file'] }),
    grace_ms: (readNumber('--grace', values.grace, { least: 0, most: 3600 }) ?? 0) * 1000,
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
