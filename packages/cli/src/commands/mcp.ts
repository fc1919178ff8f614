import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay mcp

Runs Assay as an MCP server over standard input and output, for any MCP client:

  claude mcp add assay -- assay mcp

  grade_session     grade an agent session from its transcript
  read_score        read the scores of a stored run
  read_reputation   read the reputation of an agent
  run_scenario      run an agent on a scenario and grade the result
  check_session     check a session before it ends, for a hook of type mcp_tool

Works in the current folder. With ASSAY_URL and ASSAY_API_KEY it also queries that server.
`;

export const run: Run = async (args, { signal }) => {
  const { values, positionals } = parseOptions(args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    await writeOut(HELP);
    return 0;
  }
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals[0]}`);
  // loaded on demand: only this command needs the protocol
  const { serveMcp } = await import('../mcp/serve.ts');
  await serveMcp(signal);
  return 0;
};
