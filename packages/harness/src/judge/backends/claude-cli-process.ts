import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import { getOwner } from '../../machine/processes/owner.ts';
import { startProcess } from '../../machine/processes/process.ts';
import { listDescendants } from '../../machine/processes/process-tree.ts';
import { registerForCleanup } from '../../machine/processes/reaper.ts';
import { signalGroup, signalProcess } from '../../machine/processes/signals.ts';
import { LONGEST_TIMER_MS } from './timers.ts';

const MARKER = 'ASSAY_JUDGE';
/** Far more than a reply and the output around it. */
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

/** Runs the program to its end. The signal, or the end of Assay, kills it with everything it started. */
export async function runCli({ env, ...options }: CliRun): Promise<CliOutput> {
  registerForCleanup('marker', `${MARKER}=${getOwner()}`);
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
