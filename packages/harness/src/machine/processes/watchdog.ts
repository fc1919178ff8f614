import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { engineEnvironment } from './engine-environment.ts';
import { replaceInheritedDescriptors } from './inherited-descriptors.ts';

/**
 * Starts a program that outlives us and reads lines from its standard input. The end of input tells it that
 * we have ended.
 */
export function startWatchdog(command: readonly [string, ...string[]]): (line: string) => void {
  const child = spawn(command[0], command.slice(1), {
    cwd: '/',
    // it may have to end containers
    env: engineEnvironment(),
    detached: true,
    stdio: replaceInheritedDescriptors(['pipe', 'ignore', 'ignore']),
  });
  const input = child.stdin as Socket;
  // best effort: without it, only a kill of this process leaves something behind
  child.on('error', () => undefined);
  input.on('error', () => undefined);
  child.unref();
  input.unref();
  return (line) => void input.write(`${line}\n`);
}
