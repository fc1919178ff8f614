import { posix } from 'node:path';

/** A hierarchy of control groups, and the folder in it of the group this process is in. */
export interface CgroupPlace {
  readonly version: 1 | 2;
  /** Of version 1, what the hierarchy controls; of version 2, its own files say. */
  readonly controllers: readonly string[];
  readonly folder: string;
}

const USED = ['memory', 'cpu', 'cpuacct', 'pids'];

/** Reads `/proc/self/mountinfo` and `/proc/self/cgroup`. A group that is not below its mount is no place to be. */
export function parseCgroupPlaces({ mounts, groups }: { mounts: string; groups: string }): CgroupPlace[] {
  const found: CgroupPlace[] = [];
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

interface Mount extends Omit<CgroupPlace, 'folder'> {
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
