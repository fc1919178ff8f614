import { existsSync, realpathSync } from 'node:fs';
import { AssayError } from '@assay/schema';
import { defineSandbox, type SandboxOptions } from '../../contracts/sandbox.ts';
import { createCgroup } from '../processes/cgroup.ts';
import { getOwner } from '../processes/owner.ts';
import { avoidShims } from '../processes/pyenv.ts';
import { registerForCleanup } from '../processes/reaper.ts';
import { runProcess } from '../processes/run-process.ts';
import { findNodeFolder, findToolchains, isWithin } from '../processes/toolchains.ts';
import type { BwrapView } from './bwrap-arguments.ts';
import { listBwrapOrphans, planBwrap } from './bwrap-plan.ts';
import { listKernelFiles } from './kernel-files.ts';
import { MARKER } from './marker.ts';
import { USUAL_PLACE } from './place.ts';
import { RELAY_PORT } from './relay-program.ts';
import { narrowSearchPath } from './search-path.ts';
import { createSession } from './session.ts';
import { openSystemFiles } from './system-files.ts';
import { listSystemMounts, type Mount } from './system-folders.ts';

const PROGRAMS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const NEEDED = [
  ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/', '/', '--proc', '/proc', '--size', '4096', '--tmpfs', '/tmp'],
];
const ADVICE =
  'requires version 0.8 or later and user namespaces: see sysctl user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns';

/** Bubblewrap: runs every program in its own namespaces. */
export const bwrap = defineSandbox({
  id: 'bwrap',
  title: 'Bubblewrap',
  isolated: true,

  async findObstacle() {
    if (process.platform !== 'linux') return 'bubblewrap runs on Linux only; use the docker sandbox';
    const program = PROGRAMS.find(existsSync);
    if (program === undefined)
      return 'bwrap is not installed; install version 0.8 or later, on Debian and Ubuntu with `sudo apt-get install bubblewrap`';
    const { exit_code, stderr, reason } = await runProcess({
      command: [program, ...NEEDED, '/bin/sh', '-c', 'exit 0'],
      cwd: '/',
      env: {},
      timeout_ms: 10_000,
    });
    return exit_code === 0 ? undefined : `bwrap failed (${reason ?? stderr.trim()}); ${ADVICE}`;
  },

  async open(options) {
    const program = PROGRAMS.find(existsSync);
    if (program === undefined)
      throw new AssayError('sandbox_unavailable', `bwrap was not found at ${PROGRAMS[0]}; install bubblewrap`);
    const { view, path, env } = lookAround(options);
    const cgroup = createCgroup(options.key, options.limits);
    const mark = `${getOwner()}.bwrap`;
    // bwrap dies with us only after it has requested that; killed earlier, it would wait forever
    if (cgroup === undefined) registerForCleanup('marker', `${MARKER}=${mark}`);
    const { workspace, home } = options.place ?? USUAL_PLACE;
    const gateway_url = options.gateway === null ? null : `http://127.0.0.1:${RELAY_PORT}`;
    return createSession({
      options,
      inside: { workspace, home, gateway_url, path },
      cgroup,
      plan: (start) => planBwrap(start, { program, options, view, cgroup, mark, env: { ...env, PATH: path } }),
      listOrphans: (running) => running.flatMap((pid) => listBwrapOrphans(pid, options)),
      sweep: async () => cgroup?.kill(),
    });
  },
});

interface Surroundings {
  readonly view: BwrapView;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

function lookAround({ path, readable, workspace, home }: SandboxOptions): Surroundings {
  const system = listSystemMounts();
  const toolchains = findToolchains(path);
  const more = [...toolchains.folders, findNodeFolder(), ...readable].filter(
    (folder) => !system.some((mount) => mount.kind === 'readable' && isWithin(folder, mount.path)),
  );
  const mounts: Mount[] = [...system, ...more.map((folder) => ({ kind: 'readable', path: folder }) as const)];
  const visible = mounts.map((mount) => mount.path);
  const hostile = [workspace, home].map((folder) => realpathSync(folder));
  return {
    view: { kernel: listKernelFiles(), mounts, files: openSystemFiles() },
    path: narrowSearchPath(avoidShims(path, workspace), { visible, hostile, node: realpathSync(process.execPath) }),
    env: toolchains.env,
  };
}
