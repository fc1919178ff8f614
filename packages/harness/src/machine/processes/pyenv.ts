import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A search path with the programs of pyenv's chosen version before its shims: scripts that take longer to choose the
 * same version than most tests take to run. A workspace that chooses a version itself gets the shims.
 */
export function avoidShims(path: string, workspace: string): string {
  if (existsSync(join(workspace, '.python-version'))) return path;
  return path
    .split(':')
    .flatMap((entry) => (basename(entry) === 'shims' ? [...listChosen(dirname(entry)), entry] : [entry]))
    .join(':');
}

function listChosen(root: string): string[] {
  const file = join(root, 'version');
  const names = existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];
  const folders = names.map((name) => join(root, 'versions', name, 'bin'));
  // `system` and prefixes such as `3.11` are for the shims to understand
  return folders.every(existsSync) ? folders : [];
}
