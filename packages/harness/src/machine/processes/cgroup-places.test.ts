import { expect, test } from 'vitest';
import { parseCgroupLocations } from './cgroup-places.ts';

const mount = (root: string, point: string, rest: string): string =>
  `31 23 0:28 ${root} ${point} rw,relatime shared:1 - ${rest}`;

test.each([
  {
    why: 'cgroup v2 only, in a user scope',
    mounts: [mount('/', '/sys/fs/cgroup', 'cgroup2 cgroup2 rw,nsdelegate')],
    groups: ['0::/user.slice/user-1000.slice/run-1.scope'],
    places: [{ version: 2, controllers: [], folder: '/sys/fs/cgroup/user.slice/user-1000.slice/run-1.scope' }],
  },
  {
    why: 'cgroup v1: every relevant hierarchy, each with its own group',
    mounts: [
      mount('/', '/sys/fs/cgroup', 'tmpfs tmpfs rw'),
      mount('/', '/sys/fs/cgroup/memory', 'cgroup cgroup rw,memory'),
      mount('/', '/sys/fs/cgroup/cpu,cpuacct', 'cgroup cgroup rw,cpu,cpuacct'),
      mount('/', '/sys/fs/cgroup/systemd', 'cgroup cgroup rw,name=systemd'),
    ],
    groups: ['4:memory:/a/b', '2:cpu,cpuacct:/', '1:name=systemd:/x', '0::/'],
    places: [
      { version: 1, controllers: ['memory'], folder: '/sys/fs/cgroup/memory/a/b' },
      { version: 1, controllers: ['cpu', 'cpuacct'], folder: '/sys/fs/cgroup/cpu,cpuacct' },
    ],
  },
  {
    why: 'a container whose own group is the root of the mount',
    mounts: [mount('/docker/1', '/sys/fs/cgroup/pids', 'cgroup cgroup rw,pids')],
    groups: ['8:pids:/docker/1/inner'],
    places: [{ version: 1, controllers: ['pids'], folder: '/sys/fs/cgroup/pids/inner' }],
  },
  {
    why: 'skips a group outside the mount or above the namespace',
    mounts: [
      mount('/docker/1', '/sys/fs/cgroup/pids', 'cgroup cgroup rw,pids'),
      mount('/', '/c', 'cgroup2 cgroup2 rw'),
    ],
    groups: ['8:pids:/docker/12', '0::/../other'],
    places: [],
  },
  {
    why: 'a mount point with a space',
    mounts: [mount('/', '/my\\040groups', 'cgroup2 cgroup2 rw')],
    groups: ['0::/a:b'],
    places: [{ version: 2, controllers: [], folder: '/my groups/a:b' }],
  },
  { why: 'no control groups', mounts: [''], groups: [''], places: [] },
])('$why', ({ mounts, groups, places }) => {
  expect(parseCgroupLocations({ mounts: mounts.join('\n'), groups: groups.join('\n') })).toEqual(places);
});
