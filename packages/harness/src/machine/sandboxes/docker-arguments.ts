import type { SandboxOptions, StartOptions } from '../../contracts/sandbox.ts';
import { HOME, RELAY_FILE, WORKSPACE } from './bwrap-arguments.ts';
import { GATEWAY_SOCKET, RELAY_LAUNCHER } from './relay-program.ts';

/** What every container of this process carries, and every container of a session. */
export const OWNER_LABEL = 'assay.owner';
export const SESSION_LABEL = 'assay.session';

export interface DockerRun {
  readonly image: string;
  /** The name of the container. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `uid:gid` of whom the folders belong to; never root, unless the harness is. */
  readonly user: string;
  /** A file the engine makes when there is a container. */
  readonly proof: string;
  /** The program of the relay, on the host. */
  readonly relay: string;
  readonly path: string;
}

/** The command line of the engine for one start. */
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
    // as much swap as memory in all is none beyond it
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
