import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Run } from '../../command.ts';
import { stateFolder } from '../../config.ts';
import { writeOut } from '../../terminal/output.ts';

const HELP = `Usage: assay hook install|uninstall [--agent AGENT] [--user] [--yes] [--dry-run] [--json]
       assay hook log [--json]
       assay hook status-line
       assay hook EVENT [--agent AGENT] [--beside-mcp]

Checks what an agent did before it may end: the change since its session began, like \`assay check\`, and its last
message against the tests it ran. A problem sends the agent back to work once; then it may end.

  install         add the hooks to the settings of an agent; shows the change and asks before it writes
  uninstall       remove them again
  status-line     print one line for the status line of Claude Code: last check, cost, waste
  log             show what hooks decided in this repository, and verify the signatures

  --agent AGENT   claude (default), codex, gemini or opencode
  --user          for all your repositories (default: for this repository)
  -y, --yes       write without a question
  --dry-run       only show the change
  --json          print {agent, file, before, after, written}, or {decisions}
  --beside-mcp    the MCP server answers the same event: record it once

EVENT is what the installed hooks call. It reads the JSON of the hook on stdin, and prints nothing or one answer in the
agent's protocol. If the hook itself fails, it prints one line on stderr and stops nobody.

  session-start   save the state of the repository
  stop            check the session; send the agent back for each new problem
  post-tool-use   check for secrets only
  session-end     check once more, for the log

Exit codes: 0 done, and always for an event · 1 log: a line cannot be trusted · 2 usage error
`;

const SUBCOMMANDS: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  install: async () => ({ run: (await import('./install.ts')).createInstallRun('install') }),
  uninstall: async () => ({ run: (await import('./install.ts')).createInstallRun('uninstall') }),
  log: () => import('./log.ts'),
};

export const run: Run = async (args, context) => {
  const [first = '', ...rest] = args;
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const load = Object.hasOwn(SUBCOMMANDS, first) ? SUBCOMMANDS[first] : undefined;
  if (load !== undefined) return await (await load()).run(rest, context);
  // a hook runs often and mostly loads code
  enableCompileCache(join(stateFolder(), 'compiled'));
  return await (await import('./event.ts')).run(args, context);
};
