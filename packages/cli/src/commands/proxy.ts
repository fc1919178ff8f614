import type { Run } from '../command.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay proxy [OPTIONS] -- COMMAND…
       assay proxy [OPTIONS] --url URL
       assay proxy sync [--all]
       assay proxy install claude-desktop|claude-code|cursor [SERVER…] [--undo]

Sits between an MCP client and an MCP server and evaluates every tool call: its duration, its checks, and whether it
returned an error. The client connects over standard input and output.

  --agent-id ID        agent the evaluations belong to (default: the client's own name)
  --mode MODE          observe: change nothing (default) · gate: turn a failing result into an error
  --checks FILE        JSON list of checks, as in POST /v1/evaluate; [] checks only that the call returned no error
                       (default: filesystem, pii and content)
  --latency-ref-ms N   reference duration of a call (default: that of the reputation, 100)
  --url URL            MCP server with streamable HTTP, instead of a command
  --header 'N: V'      header to send to it with every request; repeatable
  --log FOLDER         folder to store evaluations in (default: .assay/proxy here, otherwise in your home folder)
  --assay-url URL      also send evaluations to this Assay server, in the background (default: ASSAY_URL)
  --api-key-file FILE  file with the API key (default: ASSAY_API_KEY)
  --grace SECONDS      how long to wait for a silent server after the client disconnects (default: 10)

  sync                 send stored evaluations that were not sent; --all includes those for another server or key
  install CLIENT       add the proxy to all servers of a client, or to those you name; --undo removes it

Exit codes: those of the MCP server · 2 usage error · 3 the proxy cannot start
`;

const SUBCOMMANDS: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  sync: () => import('./proxy/sync.ts'),
  install: () => import('./proxy/install.ts'),
};

export const run: Run = async (args, context) => {
  const [first = '', ...rest] = args;
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  if (own.includes('--help') || own.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const load = Object.hasOwn(SUBCOMMANDS, first) ? SUBCOMMANDS[first] : undefined;
  if (load !== undefined) return await (await load()).run(rest, context);
  return await (await import('./proxy/start.ts')).run(args, context);
};
