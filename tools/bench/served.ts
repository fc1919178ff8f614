import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { openDatabase } from '@assay/server';
import { CLI } from './ratio.ts';

/** A server in a separate process, on a new database. Disposing stops both. */
export interface Served extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly key: string;
  readonly database_url: string;
}

export async function serve(...options: readonly string[]): Promise<Served> {
  const folder = mkdtempSync(`${tmpdir()}/assay-serving-`);
  const database = await openDatabase({ root: folder, database_url: undefined });
  const child = spawn(
    process.execPath,
    [CLI, 'serve', '--port', '0', '--json', '--no-worker', '--rate-limit', '900000', '--root', folder, ...options],
    {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, first_key } = JSON.parse(line);
  return {
    pid: child.pid as number,
    port: Number(new URL(url).port),
    key: first_key,
    database_url: database.url,
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      await database[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
