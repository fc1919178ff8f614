import type { Place, SandboxOptions } from '../../contracts/sandbox.ts';
import type { KernelFiles } from './kernel-files.ts';
import { inOrderOf, USUAL_PLACE } from './place.ts';
import { GATEWAY_SOCKET } from './relay-program.ts';
import type { Mount } from './system-folders.ts';

/** Paths inside the sandbox. */
export const RELAY_FILE = '/run/assay/relay.mjs';

const SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** Host files that replace system files, or are added to them. */
export interface SystemFiles {
  readonly nsswitch: string;
  readonly relay: string;
  readonly init: string;
  readonly start: string;
}

/** The program and the script of the first process. */
export const initFiles = ({ own, lived_in }: Place): [shell: string, script: string] => [
  `${own}/${lived_in ? 'systemd' : 'sh'}`,
  `${own}/start`,
];

/** System files that say where a program is. */
export const describePlace = ({ user, user_id, home, host }: Place): Readonly<Record<string, string>> => ({
  '/etc/passwd': `root:x:0:0:root:/root:/bin/sh\n${user}:x:${user_id}:${user_id}:${user}:${home}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
  '/etc/group': `root:x:0:\n${user}:x:${user_id}:\nnogroup:x:65534:\n`,
  '/etc/hosts': `127.0.0.1 localhost ${host}\n::1 localhost\n`,
});

export interface BwrapView {
  readonly kernel: KernelFiles;
  readonly mounts: readonly Mount[];
  readonly files: SystemFiles;
}

/** What differs per program. */
export interface BwrapStart {
  readonly view: BwrapView;
  /** An empty host folder to start from; null for memory. */
  readonly root: string | null;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors of the contents of files. */
  readonly described: readonly { readonly path: string; readonly descriptor: number }[];
}

/** The bwrap arguments of a session; only home and environment differ per program. */
export function buildBwrapArguments(
  { workspace, limits, gateway, mounts = [], place = USUAL_PLACE }: SandboxOptions,
  { view, root, home, env, described }: BwrapStart,
): string[] {
  const id = String(place.user_id);
  const [shell, script] = initFiles(place);
  return [
    '--unshare-all',
    '--unshare-user',
    // the init is ours, so that no process inside reports how the program ended
    '--as-pid-1',
    ...['--uid', id, '--gid', id],
    ...['--cap-drop', 'ALL'],
    // drops root for good: a new user namespace would restore all capabilities
    '--disable-userns',
    '--die-with-parent',
    // otherwise a program could type into our terminal
    '--new-session',
    ...['--hostname', place.host],
    ...(root === null ? [] : ['--bind', root, '/']),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...view.kernel.read_only.flatMap((path) => ['--ro-bind', path, path]),
    ...view.kernel.hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(limits.memory_mb * 1024 * 1024), '--perms', '1777', '--tmpfs', '/tmp'],
    ...(place.temp === '/tmp' ? [] : ['--dir', place.temp]),
    ...view.mounts.flatMap(formatMount),
    ...['--ro-bind', view.files.nsswitch, '/etc/nsswitch.conf'],
    ...['--ro-bind', view.files.init, shell, '--ro-bind', view.files.start, script],
    ...described.flatMap(({ path, descriptor }) => ['--ro-bind-data', String(descriptor), path]),
    ...(gateway === null ? [] : ['--bind', gateway.socket, GATEWAY_SOCKET, '--ro-bind', view.files.relay, RELAY_FILE]),
    ...['--bind', home, place.home, '--bind', workspace, place.workspace],
    ...mounts.flatMap(({ from, at, writable }) => [writable ? '--bind' : '--ro-bind', from, at]),
    ...['--remount-ro', '/'],
    ...['--chdir', place.workspace, '--clearenv'],
    ...inOrderOf(place, Object.entries(env)).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

function formatMount(mount: Mount): string[] {
  if (mount.kind === 'link') return ['--symlink', mount.target, mount.path];
  return ['--ro-bind-try', mount.path, mount.path];
}
