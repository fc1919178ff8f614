import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelJudgeSpec } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import { flag } from '../../contracts/agent.ts';
import type { Host } from '../../contracts/host.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { type AskOptions, type JudgeBackend, JudgeFailure } from '../backend.ts';
import { buildCliEnvironment, SECRETS } from './claude-cli-environment.ts';
import { readCliOutput } from './claude-cli-output.ts';
import { runCli } from './claude-cli-process.ts';
import { describeSchema, earlierReply, formatCorrectionRequest, joinParts } from './phrases.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'claude-cli' }>;

/**
 * The `claude` program with its user's sign-in and nothing else: no tools, memory, settings, hooks or
 * servers. It stores no session.
 */
export function createClaudeCli(spec: Pick<Spec, 'model' | 'program'>, { environment }: Host): JudgeBackend {
  const secrets = SECRETS.map((name) => [name, environment[name] ?? ''] as const);
  const { text: redact } = createRedactor(new Map(secrets));
  const find = () => findProgram(spec.program, environment['PATH'] ?? '');
  const missing = `${spec.program} is not on PATH: install Claude Code`;
  return {
    id: 'claude-cli',
    model: spec.model ?? null,
    address: null,
    findObstacle: async () => ((await find()) === undefined ? missing : null),
    ask: async (question, options) => {
      const { signal } = options;
      signal.throwIfAborted();
      const program = await find();
      if (program === undefined) throw new JudgeFailure('unreachable', missing, { again: false });
      const folder = createOwnPath();
      // an empty working folder, so that it finds no files
      const empty = join(folder, 'empty');
      const system = join(folder, 'system.txt');
      try {
        await mkdir(empty, { recursive: true, mode: 0o700 });
        await writeFile(system, `${question.system}\n\n${describeSchema(question)}`);
        const output = await runCli({
          command: [program.path, ...argumentsOf(spec, system)],
          cwd: empty,
          env: buildCliEnvironment(environment, options),
          input: promptOf(question, options),
          signal,
        });
        signal.throwIfAborted();
        return readCliOutput(output, redact);
      } finally {
        await removeTree(folder);
      }
    },
  };
}

const argumentsOf = ({ model }: Pick<Spec, 'model'>, system: string): readonly string[] => [
  ...['-p', '--output-format', 'json'],
  // includes all messages, which shows whether a reply was cut off
  '--verbose',
  ...flag('--model', model),
  // a file: arguments are limited in length and visible in the process list
  ...['--system-prompt-file', system],
  // no output schema: the program would pass it to the model as a tool
  ...['--tools', '', '--strict-mcp-config', '--setting-sources', '', '--disable-slash-commands'],
  '--no-session-persistence',
  // `@path` in a prompt makes the program read that file without a tool
  ...['--settings', JSON.stringify({ permissions: { deny: ['Read'] }, disableAllHooks: true })],
];

// a prompt starting with a slash would be a command
const promptOf = (question: JudgeQuestion<string>, { repair }: AskOptions): string =>
  [
    'The question:',
    joinParts(question),
    ...(repair === undefined ? [] : ['Your reply to this was:', earlierReply(repair), formatCorrectionRequest(repair)]),
  ].join('\n\n');
