import { spawn } from 'node:child_process';
import { AssayError } from '@assay/schema';
import type { ToolContext } from './tool.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_LINE = 500;
const FIRM_MS = 10_000;

/**
 * Runs another Assay command and parses the JSON it prints. It runs in a child process, because stdout of this process
 * carries the MCP protocol.
 */
export async function runAssay(args: readonly string[], { signal, onProgress }: ToolContext): Promise<unknown> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] as string, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // the command may save its work on SIGTERM; if it does not exit, it is killed
  const stop = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), FIRM_MS).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const chunks: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
    else stop();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    complaint = (complaint + text).slice(-LONGEST_LINE * 4);
    const line = text.trim().split('\n').at(-1) ?? '';
    if (line !== '') onProgress(line.slice(0, LONGEST_LINE));
  });
  try {
    await new Promise<void>((resolve, reject) => child.on('error', reject).on('close', () => resolve()));
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (signal.aborted) throw new AssayError('interrupted', 'the client canceled the call');
  return parseAnswer(Buffer.concat(chunks).toString('utf8'), complaint);
}

function parseAnswer(text: string, complaint: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new AssayError('internal', complaint.trim() || 'the command printed no JSON', { cause });
  }
  if (typeof answer === 'object' && answer !== null && 'error' in answer) {
    const { message } = answer.error as { message?: unknown };
    throw new AssayError('invalid_input', String(message));
  }
  return answer;
}
