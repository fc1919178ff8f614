import type { ExecutionEnd } from '../../contracts/sandbox.ts';
import { type ProcessOptions, startProcess } from './process.ts';

export interface ProcessResult extends ExecutionEnd {
  readonly stdout: string;
  readonly stderr: string;
}

type Options = Omit<ProcessOptions, 'onStdout' | 'onStderr' | 'pipes' | 'signalTree' | 'conclude'>;

const DEFAULT_MAX_RESULT_BYTES = 16 * 1024 * 1024;

/** Runs a program to its end and returns its output. Never throws. */
export async function runProcess(options: Options): Promise<ProcessResult> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  const running = startProcess({
    max_output_bytes: DEFAULT_MAX_RESULT_BYTES,
    ...options,
    onStdout: (chunk) => stdout.push(chunk),
    onStderr: (chunk) => stderr.push(chunk),
  });
  const end = await running.done;
  return { ...end, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}
