import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

/** A server in a separate process. */
export interface Served {
  readonly url: string;
  /** The admin key at the first start on a database; null later. */
  readonly first_key: string | null;
  /** A link that signs one browser in. */
  readonly link: string;
  readonly child: ChildProcess;
  /** What it has written to stderr. */
  complaint(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ServeOptions {
  /** The `.assay` folder. */
  readonly root: string;
  readonly port?: number;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Working directory (default: the current one). */
  readonly cwd?: string;
  /** The command to start; default: the one that is built here. */
  readonly bin?: string;
}

/** Starts `assay serve`. */
export function spawnServe({ root, port = 0, args = ['--no-worker'], env = {}, cwd, bin = BIN }: ServeOptions) {
  return spawn(process.execPath, [bin, 'serve', '--json', '--port', String(port), '--root', root, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // uses the database of its folder, not that of the tests
    env: { ...process.env, DATABASE_URL: '', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Starts `assay serve` and waits until it is ready. */
export async function startServe(options: ServeOptions): Promise<Served> {
  const child = spawnServe(options);
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const closed = once(child, 'close');
  const told = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), closed.then(() => null)]);
  if (told === null) throw new Error(`Expected the server to start: ${complaint}`);
  const { url, link, first_key } = JSON.parse(told[0] as string);
  return {
    url,
    link,
    first_key,
    child,
    complaint: () => complaint,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
