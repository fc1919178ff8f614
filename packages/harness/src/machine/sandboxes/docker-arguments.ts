import type { SandboxOptions, StartOptions } from '../../contracts/sandbox.ts';
import { HOME, RELAY_FILE, WORKSPACE } from './bwrap-arguments.ts';
import { GATEWAY_SOCKET, RELAY_LAUNCHER } from './relay-program.ts';

/** Labels of all containers of this process, and of one session. */
export const OWNER_LABEL = 'assay.owner';
export const SESSION_LABEL = 'assay.session';

export interface DockerRun {
  readonly image: string;
  /** The name of the container. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `uid:gid` of the owner of the folders; root only if the harness is. */
  readonly user: string;
  /** A file that the engine creates once the container exists. */
  readonly proof: string;
  /** The relay program on the host. */
  readonly relay: string;
  readonly path: string;
}

/** The engine's command line for one start. */
export function buildDockerArguments(
  start: StartOptions,
  { options, run }: { options: SandboxOptions; run: DockerRun },
): string[] {
  const { workspace, limits, gateway, readable } = options;
  const volumes = [
    `${workspace}:${WORKSPACE}`,
    `${start.home ?? options.home}:${HOME}`,
    ...readable.map((folder) => `${folder}:${folder}:ro`),
    ...(gateway === null ? [] : [`${gateway.socket}:${GATEWAY_SOCKET}`, `${run.relay}:${RELAY_FILE}:ro`]),
  ];
  const env = { HOME, PATH: run.path, TMPDIR: '/tmp', LANG: 'C.UTF-8', TERM: 'dumb', USER: 'agent', ...start.env };
  return [
    ...['run', '--rm', '--init', '--name', run.name, '--cidfile', run.proof],
    ...Object.entries(run.labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...(start.input === undefined ? [] : ['--interactive']),
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--pids-limit', String(limits.pids), '--cpus', String(limits.cpus)],
    // equal to the memory limit: no swap
    ...['--memory', `${limits.memory_mb}m`, '--memory-swap', `${limits.memory_mb}m`],
    ...['--ulimit', `fsize=${limits.disk_mb * 1024 * 1024}`, '--ulimit', 'core=0'],
    ...['--user', run.user, '--hostname', 'assay'],
    ...['--tmpfs', `/tmp:rw,exec,mode=1777,size=${limits.memory_mb}m`],
    ...volumes.flatMap((volume) => ['--volume', volume]),
    ...['--workdir', WORKSPACE],
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['--entrypoint', '', run.image],
    ...(gateway === null ? [] : ['/bin/sh', '-c', RELAY_LAUNCHER, 'assay-relay', 'node', RELAY_FILE]),
    ...start.command,
  ];
}
