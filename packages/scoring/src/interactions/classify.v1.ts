import { Classification, ClassifyInput } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { classify } from './classify.ts';

/**
 * The categories of a tool call.
 *
 *   agent                    tool discovery, task lists, planning, questions, skills; file and shell tools on an
 *                            agent's own files (.claude/, AGENTS.md …)
 *   environment              shell, files, version control, package managers, build and test tools
 *   environment and service  a shell command that, parsed, calls another machine: curl, git push, gh, npm publish …
 *   service                  MCP tools, external APIs, and anything that is none of these
 */
export const classifyV1 = defineFormula({
  id: 'classify',
  version: '1',
  title: 'Category of a tool call',
  description: 'What a tool call interacts with, from its native name and its input.',
  input: ClassifyInput,
  output: Classification,
  example: { tool: 'Bash', input: { command: 'git commit -m "see https://example.com" && git push' } },
  compute: ({ tool, input }) => ({ categories: classify(tool, input) }),
});
