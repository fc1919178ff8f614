import { posix } from 'node:path';

/** A cgroup hierarchy, and the folder of this process's group in it. */
export interface CgroupLocation {
  readonly version: 1 | 2;
  /** The controllers of a v1 hierarchy; empty for v2, which lists them in files. */
  readonly controllers: readonly string[];
  readonly folder: string;
}

const USED = ['memory', 'cpu', 'cpuacct', 'pids'];

/** Parses `/proc/self/mountinfo` and `/proc/self/cgroup`. Skips groups outside their mount. */
export function parseCgroupLocations({ mounts, groups }: { mounts: string; groups: string }): CgroupLocation[] {
  const found: CgroupLocation[] = [];
  for (const mount of mounts.split('\n').flatMap(parseMount)) {
    if (mount.version === 1 && !mount.controllers.some((controller) => USED.includes(controller))) continue;
    const path = findGroupPath(groups, mount);
    const below = path === undefined ? undefined : findBelow(mount.root, path);
    if (below === undefined) continue;
    const { version, controllers } = mount;
    const folder = posix.resolve(`${mount.mountpoint}${below}`);
    if (!found.some((place) => place.folder === folder)) found.push({ version, controllers, folder });
  }
  return found;
}

interface Mount extends Omit<CgroupLocation, 'folder'> {
  readonly root: string;
  readonly mountpoint: string;
}

function parseMount(line: string): Mount[] {
  const [place = '', kind = ''] = line.split(' - ');
  const [, , , root = '', mountpoint = ''] = place.split(' ').map(unescapeOctal);
  const [type, , options = ''] = kind.split(' ');
  if (type === 'cgroup2') return [{ version: 2, controllers: [], root, mountpoint }];
  if (type !== 'cgroup') return [];
  return [{ version: 1, controllers: options.split(',').filter((option) => option !== 'rw'), root, mountpoint }];
}

function findGroupPath(groups: string, { version, controllers }: Mount): string | undefined {
  for (const line of groups.split('\n')) {
    const [, id, names = '', path] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? [];
    if (version === 2 ? id === '0' && names === '' : names.split(',').some((name) => controllers.includes(name))) {
      return path;
    }
  }
  return undefined;
}

function findBelow(root: string, path: string): string | undefined {
  if (path.startsWith('/..')) return undefined;
  if (root === '/') return path;
  return path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

function unescapeOctal(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
