import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./database-user.ts', import.meta.url));

/** A separate process that uses the managed database of a folder. */
export interface DatabaseUser extends AsyncDisposable {
  readonly pid: number;
  /** Settles with the first message that has the key. */
  said(key: 'url' | 'step' | 'error'): Promise<string>;
  /** Lets it leave normally. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

interface StartOptions {
  readonly uid?: number | undefined;
  /** The command prefix. */
  readonly prefix?: readonly string[];
}

export function startDatabaseUser(root: string, { uid, prefix = [] }: StartOptions = {}): DatabaseUser {
  const [program = '', ...rest] = [...prefix, process.execPath, '--conditions=@assay/source', SCRIPT, root];
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(program, rest, {
    ...identity,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin' },
  });
  const messages: Record<string, string>[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => messages.push(JSON.parse(line)));
  const closed = once(lines, 'close').then(() => false);
  return {
    pid: child.pid ?? 0,
    async said(key) {
      for (let going = true; ; going = await Promise.race([once(lines, 'line').then(() => true), closed])) {
        const found = messages.find((message) => key in message)?.[key];
        if (found !== undefined) return found;
        if (!going) throw new Error(`the process ended without ${key}; it printed ${JSON.stringify(messages)}`);
      }
    },
    async leave() {
      child.stdin.end();
      await ended(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
