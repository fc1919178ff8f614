import type { AgentId, EvaluationCheck } from '@assay/schema';
import type { Destination } from './deliver/destination.ts';
import { proxyUrl } from './http/proxy-url.ts';
import { startInspection } from './inspect/inspection.ts';
import type { Mode, ProxiedOptions } from './proxied.ts';
import { takeSignals } from './signals.ts';
import { proxyCommand } from './stdio/proxy-command.ts';
import type { Ending } from './stdio/server-process.ts';

export interface ProxyOptions {
  /** A command to start, or the URL of a server with streamable HTTP. */
  readonly server:
    | { readonly command: readonly string[] }
    | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };
  readonly mode: Mode;
  /** Undefined: the name the client gives itself. */
  readonly agent_id: AgentId | undefined;
  readonly latency_ref_ms: number | undefined;
  /** Undefined: the default checks. */
  readonly checks: readonly EvaluationCheck[] | undefined;
  /** Where the log is written. */
  readonly folder: string;
  /** The Assay server evaluations are sent to; null for none. */
  readonly destination: Destination | null;
  /** How long the server may be silent after its client has left. */
  readonly grace_ms: number;
  /** Prints a line for the user. */
  readonly tell: (text: string) => void;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const FORWARDED = [...ENDING, 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const;
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

/** Proxies standard input and output to an MCP server until one of them is gone. Resolves when the log is written. */
export async function runProxy(options: ProxyOptions): Promise<Ending> {
  const { server, mode, grace_ms, tell, folder } = options;
  using signals = takeSignals('command' in server ? FORWARDED : INTERRUPTS);
  const stop = new AbortController();
  const inspection = startInspection({
    agent_id: options.agent_id,
    latency_ref_ms: options.latency_ref_ms,
    checks: options.checks,
    destination: options.destination,
    folder,
    tell,
    // without inspection, nothing may pass the gate
    onLost: () => mode === 'gate' && stop.abort(),
  });
  const proxied: ProxiedOptions = { mode, inspection, grace_ms, tell, signals, stop: stop.signal };
  try {
    return await ('command' in server ? proxyCommand(server.command, proxied) : proxyUrl({ ...proxied, ...server }));
  } finally {
    signals.listen((name) => ENDING.some((one) => one === name) && inspection.hurry());
    const dropped = await inspection.close();
    if (dropped > 0)
      tell(
        `${dropped} ${dropped === 1 ? 'evaluation' : 'evaluations'} dropped: the logs in ${folder} are full; send them with \`assay proxy sync\``,
      );
  }
}
