import { lutimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFileFilter } from '@assay/detect';
import { type CleanTree, checkOut } from '../clean-tree.ts';

/** Variables of a service in production. None is known to change what a program answers. */
export const DEPLOYED_VARIABLES: Readonly<Record<string, string>> = {
  HOSTNAME: 'web-5d9c7',
  LOGNAME: 'www-data',
  SHLVL: '2',
  TERM: 'xterm-256color',
  USER: 'www-data',
  ...Object.fromEntries(
    ['API', 'CACHE', 'DATABASE', 'MAIL', 'QUEUE', 'SEARCH', 'STORAGE'].flatMap((name) => [
      [`${name}_PORT`, '8080'],
      [`${name}_PORT_8080_TCP_PROTO`, 'tcp'],
      [`${name}_SERVICE_HOST`, '10.0.0.7'],
      [`${name}_SERVICE_PORT`, '8080'],
    ]),
  ),
};

const isTest = createTestFileFilter();
const LONG_AGO = new Date('2024-05-01T12:00:00Z');

/** Makes a workspace equal to an installed version of the change: without history and new tests, and long unchanged. */
export async function deploy(folder: string, tree: CleanTree): Promise<void> {
  const { files: before } = tree.baseline;
  const files = new Map([...tree.files].filter(([path]) => before.has(path) || !isTest(path)));
  await checkOut(folder, { ...tree, files, history: null });
  for (const [path, { kind, oid }] of files)
    if (kind === 'file' && oid !== before.get(path)?.oid) await lutimes(join(folder, path), LONG_AGO, LONG_AGO);
}
