import type { Run } from '../command.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay proxy [OPTIONS] -- COMMAND…
       assay proxy [OPTIONS] --url URL
       assay proxy sync [--all]
       assay proxy install claude-desktop|claude-code|cursor [SERVER…] [--undo]

Stands between an MCP client and an MCP server, and makes every call of a tool an evaluation: how long it took, and
whether the checks pass and the result is no error. The client speaks to it over standard input and output.

  --agent-id ID        whose evaluations they are (default: the name that the client gives itself)
  --mode MODE          observe: nothing is altered (default) · gate: a failing result becomes an error
  --checks FILE        a JSON list of checks, as POST /v1/evaluate takes them; [] asks only for a result that is no error
                       (default: filesystem, pii and content)
  --latency-ref-ms N   what the time of a call is measured against (default: that of the reputation, 100)
  --url URL            a server that speaks streamable HTTP, instead of a command
  --header 'N: V'      sent to it with every request; may be given several times
  --log FOLDER         where evaluations are kept (default: .assay/proxy here, or at home)
  --assay-url URL      send them to this Assay server too, in the background (default: ASSAY_URL)
  --api-key-file FILE  with the key in this file (default: ASSAY_API_KEY)
  --grace SECONDS      how long a server goes on in silence after its client has left (default: 10)

  sync                 send what was kept and not sent; --all: also what was meant for another server or key
  install CLIENT       put the proxy before the servers of a client, all or those named; --undo takes it away

Exit codes: those of the server · 2 usage · 3 it cannot be started
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
