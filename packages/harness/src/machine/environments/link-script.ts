import { readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { quote } from '../processes/quote.ts';

/** Links everything in a folder into another one, for a shell. */
export const linkEntries = (from: string, to: string): string =>
  `find ${from} -mindepth 1 -maxdepth 1 -exec sh -c 'ln -s "$@" "$0"' ${to} {} +`;

const START = `files=$(dirname "$0")/files
link() {
  [ -e "$1" ] || [ -L "$1" ] || { parent=./$1; parent=\${parent%/*}; [ -d "$parent" ] || mkdir -p "$parent"; ln -s "$2" "$1"; }
}
link_contents() {
  [ -e "$1" ] || [ -L "$1" ] || { mkdir -p "$1"; ${linkEntries('"$files/$1"', '"$1"')}; }
}
set -e
`;

/** Writes the script that links the folders of an environment into the current folder. */
export async function writeLinkScript(environment: string, folders: readonly string[]): Promise<void> {
  const links = (await Promise.all(folders.map((path) => listLinks(join(environment, 'files'), path)))).flat();
  const lines = links.map(({ at, to }) =>
    to === undefined && basename(at) === 'node_modules'
      ? `link_contents ${quote(at)}`
      : `link ${quote(at)} ${to === undefined ? `"$files"/${quote(at)}` : quote(to)}`,
  );
  await writeFile(join(environment, 'link.sh'), `${START}${lines.join('\n')}\n`);
}

interface Link {
  readonly at: string;
  /** Undefined: to the environment. */
  readonly to?: string;
}

// a folder is one link, unless something in it leads to a package of the workspace itself; in node_modules, each entry is
// one, because vite and others write their caches beside them
async function listLinks(files: string, path: string): Promise<Link[]> {
  const own = { at: path };
  if (!/(?:^|\/)(?:node_modules(?:\/@[^/]+|\/\.bin)?)$/.test(path)) return [own];
  const entries = await readdir(join(files, path), { withFileTypes: true });
  const inner = entries.map(async (entry): Promise<Link[]> => {
    const at = `${path}/${entry.name}`;
    if (entry.isDirectory()) return basename(path) === 'node_modules' ? await listLinks(files, at) : [{ at }];
    const leads_out = entry.isSymbolicLink() && !(await exists(join(files, at)));
    return [leads_out ? { at, to: await readlink(join(files, at)) } : { at }];
  });
  const links = (await Promise.all(inner)).flat();
  return links.some(({ to }) => to !== undefined) ? links : [own];
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
