import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay mcp

Assay as an MCP server over standard input and output, for any MCP client:

  claude mcp add assay -- npx assay mcp

  grade_session     grade the session of an agent from its transcript
  read_score        the scores of a run made before
  read_reputation   the standing of an agent
  run_scenario      give an agent the task of a scenario, and grade what it did

Works in the folder it is started in. With ASSAY_URL and ASSAY_API_KEY it asks that server too.
`;

export const run: Run = async (args, { signal }) => {
  const { values, positionals } = parseOptions(args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    await writeOut(HELP);
    return 0;
  }
  if (positionals.length > 0) throw new AssayError('usage', `expected no argument, found ${positionals[0]}`);
  // the protocol is loaded by those who speak it
  const { serveMcp } = await import('../mcp/serve.ts');
  await serveMcp(signal);
  return 0;
};
