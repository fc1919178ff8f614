import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { StartServerOptions } from '@assay/server';
import { homeFolder } from '../../config.ts';
import { readOwnPrices } from '../../imported-prices.ts';

type Wanted = Pick<StartServerOptions, 'host' | 'database_url' | 'processes' | 'trusted_proxies' | 'environment'>;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether only the person at this machine reaches the server and its database. */
export function servesOnePerson(options: Wanted): boolean {
  const { host, database_url, processes = 1, trusted_proxies = [], environment } = options;
  const isOwn = LOOPBACK.has(host) && !database_url && processes === 1;
  return isOwn && trusted_proxies.length === 0 && !environment['ASSAY_OIDC_ISSUER'];
}

/** What the server needs to read the sessions of this person in a folder. Executes nothing of the folder. */
export async function openOwnSessions(folder: string): Promise<NonNullable<StartServerOptions['own_sessions']>> {
  // a configuration that cannot be read without executing it leaves list prices
  const prices = await readOwnPrices(folder, { data_only: true }).catch(() => []);
  return { home: homeFolder(), prices };
}

/** What a person types to start this program: `assay` if their shell finds it, else its path. */
export function findOwnCommand(program: string, { PATH = '' }: Readonly<Record<string, string | undefined>>): string {
  const own = realpathSync(program);
  // npm adds its own folders for the programs that it starts
  const folders = PATH.split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const found = folders.map((folder) => join(folder, 'assay')).find((path) => existsSync(path));
  if (found !== undefined && realpathSync(found) === own) return 'assay';
  return /^[\w./-]+$/.test(own) ? own : `'${own.replaceAll("'", "'\\''")}'`;
}
