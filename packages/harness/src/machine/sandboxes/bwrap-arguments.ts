import type { SandboxOptions } from '../../contracts/sandbox.ts';
import type { KernelFiles } from './kernel-files.ts';
import { GATEWAY_SOCKET } from './relay-program.ts';
import type { Mount } from './system-folders.ts';

/** Paths inside the sandbox. */
export const WORKSPACE = '/workspace';
export const HOME = '/home/agent';
export const RELAY_FILE = '/run/assay/relay.mjs';

const USER_ID = '1000';
const SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** Host files that replace system files. */
export interface SystemFiles {
  readonly passwd: string;
  readonly group: string;
  readonly hosts: string;
  readonly nsswitch: string;
  readonly relay: string;
}

export interface BwrapView {
  readonly kernel: KernelFiles;
  readonly mounts: readonly Mount[];
  readonly files: SystemFiles;
}

/** The bwrap arguments of a session; only home and environment differ per program. */
export function buildBwrapArguments(
  { workspace, limits, gateway, mounts = [] }: SandboxOptions,
  { view, home, env }: { view: BwrapView; home: string; env: Readonly<Record<string, string>> },
): string[] {
  return [
    '--unshare-all',
    '--unshare-user',
    ...['--uid', USER_ID, '--gid', USER_ID],
    ...['--cap-drop', 'ALL'],
    // drops root for good: a new user namespace would restore all capabilities
    '--disable-userns',
    '--die-with-parent',
    // otherwise a program could type into our terminal
    '--new-session',
    ...['--hostname', 'assay'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...view.kernel.read_only.flatMap((path) => ['--ro-bind', path, path]),
    ...view.kernel.hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(limits.memory_mb * 1024 * 1024), '--perms', '1777', '--tmpfs', '/tmp'],
    ...view.mounts.flatMap(formatMount),
    ...listFileMounts(view.files),
    ...(gateway === null ? [] : ['--bind', gateway.socket, GATEWAY_SOCKET, '--ro-bind', view.files.relay, RELAY_FILE]),
    ...['--bind', workspace, WORKSPACE, '--bind', home, HOME],
    ...mounts.flatMap(({ from, at, writable }) => [writable ? '--bind' : '--ro-bind', from, at]),
    ...['--remount-ro', '/'],
    ...['--chdir', WORKSPACE, '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

function formatMount(mount: Mount): string[] {
  if (mount.kind === 'link') return ['--symlink', mount.target, mount.path];
  return ['--ro-bind-try', mount.path, mount.path];
}

function listFileMounts({ passwd, group, hosts, nsswitch }: SystemFiles): string[] {
  const files = { passwd, group, hosts, 'nsswitch.conf': nsswitch };
  return Object.entries(files).flatMap(([name, file]) => ['--ro-bind', file, `/etc/${name}`]);
}
