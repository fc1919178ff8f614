import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import { getOwner } from '../../machine/processes/owner.ts';
import { startProcess } from '../../machine/processes/process.ts';
import { listDescendants } from '../../machine/processes/process-tree.ts';
import { bequeath } from '../../machine/processes/reaper.ts';
import { signalGroup, signalProcess } from '../../machine/processes/signals.ts';
import { LONGEST_TIMER_MS } from './timers.ts';

const MARKER = 'ASSAY_JUDGE';
/** A reply is a small part of this, with all that is printed around it. */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface CliRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly signal: AbortSignal;
}

export interface CliOutput {
  readonly end: ExecutionEnd;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end; the signal ends it with everything it started, and so does the end of Assay. */
export async function runCli({ env, ...options }: CliRun): Promise<CliOutput> {
  bequeath('marker', `${MARKER}=${getOwner()}`);
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  const running = startProcess({
    ...options,
    env: { ...env, [MARKER]: getOwner() },
    timeout_ms: LONGEST_TIMER_MS,
    max_output_bytes: MOST_OUTPUT_BYTES,
    onStdout: (chunk) => stdout.push(chunk),
    onStderr: (chunk) => stderr.push(chunk),
    signalTree: (pid, signal) => {
      const tree = listDescendants(pid);
      signalGroup(pid, signal);
      for (const each of tree) signalProcess(each, signal);
    },
  });
  const end = await running.done;
  return { end, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}
