import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli/bin/assay.js', import.meta.url));

/** A server in a separate process. Disposing stops it. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  /** Signs one browser in. */
  readonly link: string;
  /** Null if the database already existed. */
  readonly first_key: string | null;
}

/** Starts a server on the database at `DATABASE_URL`, or on a new one in `root`. */
export async function serve(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<Served> {
  const args = [CLI, 'serve', '--port', '0', '--no-worker', '--json', '--root', root];
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    ...(JSON.parse(line) as Omit<Served, keyof AsyncDisposable>),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
