import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { coverInherited } from './inherited-descriptors.ts';

/** Starts a program that outlives us and is told by lines on its standard input; the end of that is the end of us. */
export function startWatchdog(command: readonly [string, ...string[]]): (line: string) => void {
  const child = spawn(command[0], command.slice(1), {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    detached: true,
    stdio: coverInherited(['pipe', 'ignore', 'ignore']),
  });
  const input = child.stdin as Socket;
  // nobody waits for it, and without it only a kill of this very process leaves something behind
  child.on('error', () => undefined);
  input.on('error', () => undefined);
  child.unref();
  input.unref();
  return (line) => void input.write(`${line}\n`);
}
