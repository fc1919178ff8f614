import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** Runs a file of this folder in a separate process and returns its output. */
export async function runScript(name: string, { args, input }: { args: readonly string[]; input: unknown }) {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, ['--conditions=@assay/source', file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(input));
  const [printed, complained, [exit_code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (exit_code !== 0) throw new Error(`${name} exited with ${exit_code}: ${complained}`);
  return printed;
}

/** Starts a file of this folder, kills it with SIGKILL after the given number of lines, and returns its lines. */
export async function killScript(name: string, { args, lines }: { args: readonly string[]; lines: number }) {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, ['--conditions=@assay/source', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (printed.push(line) === lines) child.kill('SIGKILL');
  }
  await closed;
  return printed;
}
