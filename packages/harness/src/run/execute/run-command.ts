import type { CommandEvidence } from '@assay/schema';
import type { ExecutionEnd, SandboxSession } from '../../contracts/sandbox.ts';
import type { Redactor } from '../../machine/credentials.ts';
import { saveOutput } from './save-output.ts';

export interface RunCommandOptions {
  readonly session: SandboxSession;
  readonly command: string;
  readonly timeout_ms: number;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input; default: none. */
  readonly input?: string;
  /** A host folder as its home, in place of the session's. */
  readonly home?: string;
}

export interface RanCommand {
  readonly evidence: CommandEvidence;
  readonly ended: ExecutionEnd;
  /** The stored output of both streams, and whether it is complete. */
  readonly output: { text(): string; stdout(): string; readonly whole: boolean };
}

// the command comes by standard input, so that no program it starts finds it among the arguments of a process
const READ_COMMAND = `IFS= read -rd '' command_line; exec </dev/null; eval "unset -v command_line
$command_line"`;

// where a user works, tests often run below another program than bash, which gives its children another order of variables
const READ_COMMAND_BELOW_MAKE = `{ printf make >/proc/self/comm; } 2>/dev/null
run() { local -x PATH="$PATH"; unset -f run; ${READ_COMMAND}; }; run`;

/** Runs a shell command for grading or setup: without credentials or input. Kills everything it started. */
export async function runCommand(options: RunCommandOptions): Promise<RanCommand> {
  const [out, err] = [saveOutput(options.redactor), saveOutput(options.redactor)];
  const { home, input, session } = options;
  const reader = session.lived_in ? READ_COMMAND_BELOW_MAKE : READ_COMMAND;
  const ended = await session.start({
    command: ['bash', '-o', 'pipefail', '-c', input === undefined ? reader : options.command],
    env: options.env ?? {},
    onStdout: out.push,
    onStderr: err.push,
    timeout_ms: options.timeout_ms,
    signal: options.signal,
    ...(home === undefined ? {} : { home }),
    input: input ?? options.command,
  }).done;
  await session.killAll();
  const [stdout, stderr] = [out.end(), err.end()];
  return {
    ended,
    output: {
      text: () => `${stdout.text()}\n${stderr.text()}`,
      stdout: stdout.text,
      whole: stdout.whole && stderr.whole,
    },
    evidence: {
      command: options.command,
      // a command ended at a limit has no exit code, even if it handles the signal
      ...(ended.ended_by === 'exit'
        ? { exit_code: ended.exit_code, signal: ended.signal }
        : { exit_code: null, signal: ended.signal ?? 'SIGKILL' }),
      timed_out: ended.ended_by === 'timeout',
      // a command that never started is reported by `ended`
      ended_by: ended.ended_by === 'start' ? 'exit' : ended.ended_by,
      duration_ms: ended.duration_ms,
      report: null,
      stdout_head: stdout.head,
      stdout_tail: stdout.tail,
      stdout_omitted_bytes: stdout.omitted_bytes,
      stderr_head: stderr.head,
      stderr_tail: stderr.tail,
      stderr_omitted_bytes: stderr.omitted_bytes,
      coverage_percent: null,
      attempts: [],
    },
  };
}

/** The same for a graded command. Throws if it cannot start, because that says nothing about the agent. */
export async function runGraded(options: RunCommandOptions): Promise<RanCommand> {
  const ran = await runCommand(options);
  if (ran.ended.ended_by === 'start')
    throw new Error(ran.ended.reason ?? `\`${options.command}\` could not be started`);
  return ran;
}
