import type { SandboxOptions, StartOptions } from '../../contracts/sandbox.ts';
import { RELAY_FILE } from './bwrap-arguments.ts';
import { inOrderOf, USUAL_PLACE } from './place.ts';
import { GATEWAY_SOCKET, RELAY_LAUNCHER } from './relay-program.ts';

/** Where the launcher reports that it is about to exec the program. */
const STARTED_FILE = '/run/assay/started';

export interface DockerRun {
  readonly image: string;
  /** The name of the container. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `uid:gid`, or a user that the image knows. */
  readonly user: string;
  /** Where the workspace is inside. */
  readonly workspace: string;
  /** Whether programs may change the system: they get a writable root and the usual rights of a container's root. */
  readonly open_system: boolean;
  /** An empty file, in which the launcher reports the start. */
  readonly started: string;
  /** The relay program on the host, and the node inside that runs it. */
  readonly relay: string;
  readonly node: string;
  /** A host folder with node, readable inside; null if the image has its own. */
  readonly node_folder: string | null;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The launcher's exit code if the program was not found. */
export const NOT_FOUND_CODE = 127;

// the engine adds the name of the host to the environment
const LAUNCHER = `command -v -- "$1" >/dev/null || exit ${NOT_FOUND_CODE}
echo started >${STARTED_FILE} || exit 125
unset HOSTNAME
exec "$@"`;

/** What root needs to install and configure software; not to reach the machine. */
const CAPABILITIES = [
  ...['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'SETGID', 'SETUID'],
  ...['SETPCAP', 'SETFCAP', 'NET_BIND_SERVICE', 'SYS_CHROOT'],
];

/** The engine's command line for one start. */
export function buildDockerArguments(
  start: StartOptions,
  { options, run }: { options: SandboxOptions; run: DockerRun },
): string[] {
  const { workspace, limits, gateway, readable, mounts = [], place = USUAL_PLACE } = options;
  const volumes = [
    `${start.home ?? options.home}:${place.home}`,
    `${workspace}:${run.workspace}`,
    `${run.started}:${STARTED_FILE}`,
    ...[...readable, ...(run.node_folder === null ? [] : [run.node_folder])].map((folder) => `${folder}:${folder}:ro`),
    ...mounts.map(({ from, at, writable }) => `${from}:${at}${writable ? '' : ':ro'}`),
    ...(gateway === null ? [] : [`${gateway.socket}:${GATEWAY_SOCKET}`, `${run.relay}:${RELAY_FILE}:ro`]),
  ];
  const usual = { HOME: place.home, PATH: run.path, TMPDIR: '/tmp', LANG: 'C.UTF-8', TERM: 'dumb', USER: place.user };
  const env = { ...usual, ...run.env, ...start.env };
  return [
    // the engine would keep all output on its disk
    ...['run', '--init', '--log-driver', 'none', '--name', run.name],
    ...Object.entries(run.labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...(start.input === undefined ? [] : ['--interactive']),
    ...['--network', 'none', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...(run.open_system
      ? CAPABILITIES.flatMap((name) => ['--cap-add', name])
      : ['--read-only', '--tmpfs', `/tmp:rw,exec,mode=1777,size=${limits.memory_mb}m`]),
    ...['--pids-limit', String(limits.pids), '--cpus', String(limits.cpus)],
    // equal to the memory limit: no swap
    ...['--memory', `${limits.memory_mb}m`, '--memory-swap', `${limits.memory_mb}m`],
    ...['--ulimit', `fsize=${limits.disk_mb * 1024 * 1024}`, '--ulimit', 'core=0'],
    ...['--user', options.user ?? run.user, '--hostname', place.host],
    ...volumes.flatMap((volume) => ['--volume', volume]),
    ...['--workdir', run.workspace],
    ...inOrderOf(place, Object.entries(env)).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['--entrypoint', '', run.image],
    ...['/bin/sh', '-c', LAUNCHER, 'assay-launch'],
    ...(gateway === null ? [] : ['/bin/sh', '-c', RELAY_LAUNCHER, 'assay-relay', run.node, RELAY_FILE]),
    ...start.command,
  ];
}
