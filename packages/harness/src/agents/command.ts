import { type AgentRequest, defineAgent, type Launch } from '../contracts/agent.ts';

/** Any program: a shell command that reads its instruction from standard input, an argument or a file. */
export const command = defineAgent({
  kind: 'process',
  type: 'command',
  title: 'Any command',
  honors: ['command', 'prompt', 'env', 'skills'],
  findMistakes: ({ command: line }) => (line === undefined ? ['command: enter the shell command to run'] : []),
  program: () => null,
  install: 'whatever the command needs',
  version_args: [],
  service: null,
  format: null,
  resumes: false,
  totals: 'turn',
  sessions: [],
  // used by several agents; other programs can be pointed to it
  skills_folder: '.agents/skills',
  files: () => ({}),
  launch: (request) => LAUNCHES[request.spec.prompt ?? 'stdin'](request),
});

// the shell writes the file, because the instruction differs per turn
const KEEP_INSTRUCTION = 'cat >"$ASSAY_INSTRUCTION_FILE" && exec bash -c "$1" </dev/null';

const LAUNCHES: Readonly<Record<'stdin' | 'argument' | 'file', (request: AgentRequest) => Launch>> = {
  stdin: ({ spec, instruction }) => ({ command: ['bash', '-c', spec.command ?? ''], env: {}, input: instruction }),
  argument: ({ spec, instruction }) => ({
    command: ['bash', '-c', `${spec.command} "$@"`, 'bash', instruction],
    env: {},
  }),
  file: ({ spec, instruction, home }) => ({
    command: ['bash', '-c', KEEP_INSTRUCTION, 'bash', spec.command ?? ''],
    env: { ASSAY_INSTRUCTION_FILE: `${home}/instruction.md` },
    input: instruction,
  }),
};
