import { type AgentRequest, defineAgent, type Launch } from '../contracts/agent.ts';

/** Any program: a line of shell that finds its instruction on standard input, as an argument or in a file. */
export const command = defineAgent({
  kind: 'process',
  type: 'command',
  title: 'Any command',
  honours: ['command', 'prompt', 'env', 'skills'],
  findMistakes: ({ command: line }) =>
    line === undefined ? ['command: expected the line of shell to run, found none'] : [],
  program: () => null,
  install: 'whatever the command needs',
  version_args: [],
  service: null,
  format: null,
  resumes: false,
  totals: 'turn',
  sessions: [],
  // where agents of several makers look for skills; an unknown program can be told to
  skills_folder: '.agents/skills',
  files: () => ({}),
  launch: (request) => LAUNCHES[request.spec.prompt ?? 'stdin'](request),
});

// the file is written by the shell itself, because each turn has an instruction of its own
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
