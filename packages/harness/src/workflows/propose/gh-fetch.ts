import { formatLastErrors } from '@assay/detect';
import type { Host } from '../../contracts/host.ts';
import { runProcess } from '../../machine/processes/run-process.ts';

export interface GhOptions {
  /** The absolute path of the `gh` program. */
  readonly program: string;
  /** `github.com`, or an Enterprise host. */
  readonly hostname: string;
  /** The prefix of every request, which `gh` adds itself. */
  readonly api_url: string;
  readonly host: Host;
  readonly timeout_ms: number;
}

/** Sends requests through the `gh` program, which has its own credentials; they are never seen here. */
export function createGhFetch({ program, hostname, api_url, host, timeout_ms }: GhOptions): typeof fetch {
  return async (input, init) => {
    const path = String(input).slice(api_url.replace(/\/+$/, '').length + 1);
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const about = ['--include', '--hostname', hostname, '--method', init?.method ?? 'GET'];
    const end = await runProcess({
      command: [program, 'api', ...about, ...(body === undefined ? [] : ['--input', '-']), path],
      cwd: '/',
      env: environmentOf(host),
      timeout_ms,
      ...(body === undefined ? {} : { input: body }),
      ...(init?.signal == null ? {} : { signal: init.signal }),
    });
    if (end.ended_by === 'timeout') throw new DOMException('gh did not answer in time', 'TimeoutError');
    return (
      readAnswer(end.stdout) ??
      refuse(`gh did not answer: ${formatLastErrors(end.stderr) || (end.reason ?? 'no output')}`)
    );
  };
}

// the status line, the headers and the body of HTTP
function readAnswer(output: string): Response | undefined {
  const [, head = '', body = ''] = /^(HTTP\/[\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(output) ?? [];
  const [first = '', ...lines] = head.split(/\r?\n/);
  const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(first)?.[1] ?? Number.NaN);
  if (!(status >= 200 && status <= 599)) return undefined;
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

function refuse(message: string): never {
  throw new TypeError(message);
}

function environmentOf({ environment }: Host): Record<string, string> {
  const own = Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(own), GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };
}
