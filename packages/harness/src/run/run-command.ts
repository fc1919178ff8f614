import type { CommandEvidence } from '@assay/schema';
import type { ExecutionEnd, SandboxSession } from '../sandbox.ts';
import type { Redactor } from './credentials.ts';

// what a judge is shown of a command, from its end
const TAIL_BYTES = 4096;

export interface RunCommandOptions {
  readonly session: SandboxSession;
  readonly command: string;
  readonly timeout_ms: number;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of the host that is its home instead of the session's. */
  readonly home?: string;
}

/** A shell command in the sandbox, to grade or to prepare: no credentials, no input, everything it started is gone. */
export async function runCommand(
  options: RunCommandOptions,
): Promise<{ readonly evidence: CommandEvidence; readonly ended: ExecutionEnd }> {
  const [stdout, stderr] = [keepTail(options.redactor), keepTail(options.redactor)];
  const { home } = options;
  const ended = await options.session.start({
    command: ['bash', '-o', 'pipefail', '-c', options.command],
    env: options.env ?? {},
    onStdout: stdout.push,
    onStderr: stderr.push,
    timeout_ms: options.timeout_ms,
    signal: options.signal,
    ...(home === undefined ? {} : { home }),
  }).done;
  await options.session.killAll();
  return {
    ended,
    evidence: {
      command: options.command,
      // one that was ended at a limit did not exit, whatever it made of the signal
      ...(ended.ended_by === 'exit'
        ? { exit_code: ended.exit_code, signal: ended.signal }
        : { exit_code: null, signal: ended.signal ?? 'SIGKILL' }),
      timed_out: ended.ended_by === 'timeout',
      stdout_tail: stdout.end(),
      stderr_tail: stderr.end(),
      duration_ms: ended.duration_ms,
    },
  };
}

// secrets go first: one that the cut went through would no longer be known
function keepTail(redactor: Redactor) {
  let tail = Buffer.alloc(0);
  const clean = redactor.stream((chunk) => {
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  });
  return {
    push: clean.push,
    end: (): string => {
      clean.end();
      return tail.toString('utf8');
    },
  };
}

/** The same for a command whose end counts: one that could not even be started says nothing of the agent. */
export async function runGraded(options: RunCommandOptions): Promise<CommandEvidence> {
  const { evidence, ended } = await runCommand(options);
  if (ended.ended_by === 'start') throw new Error(ended.reason ?? `\`${options.command}\` could not be started`);
  return evidence;
}
