import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import { defineSandbox, type StartOptions } from '../../contracts/sandbox.ts';
import { createCgroup } from '../processes/cgroup.ts';
import { getOwner } from '../processes/owner.ts';
import { findProcess, listDescendants, listProcessesMarked } from '../processes/process-tree.ts';
import { avoidShims } from '../processes/pyenv.ts';
import { registerForCleanup } from '../processes/reaper.ts';
import { signalGroup, signalProcess } from '../processes/signals.ts';
import { NOT_FOUND_CODE, withLimits } from './launch.ts';
import { MARKER } from './marker.ts';
import { narrowSearchPath } from './search-path.ts';
import { createSession, type Plan } from './session.ts';

const SWEEP_PATIENCE_MS = 30_000;
let opened = 0;

/** No sandbox: programs run as the current user, with limits but without isolation. */
export const local = defineSandbox({
  id: 'local',
  title: 'No isolation',
  isolated: false,
  findObstacle: async () => undefined,

  async open(options) {
    if (options.mounts !== undefined && options.mounts.length > 0)
      throw new AssayError('sandbox_unavailable', 'without a sandbox, no folder can be put at another path');
    // inherited by every process and rarely removed: finds those that left their group and parent
    const mark = `${getOwner()}.${++opened}.`;
    registerForCleanup('marker', `${MARKER}=${getOwner()}.`);
    const cgroup = createCgroup(options.key, options.limits);
    const { workspace, home, gateway } = options;
    const node = realpathSync(process.execPath);
    const hostile = [workspace, home].map((folder) => realpathSync(folder));
    const path = narrowSearchPath(avoidShims(options.path, workspace), { visible: null, hostile, node });
    let started = 0;

    const plan = (start: StartOptions): Plan => {
      const assignment = `${MARKER}=${mark}${++started}.`;
      const env = {
        HOME: start.home ?? home,
        PATH: path,
        TMPDIR: tmpdir(),
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        USER: 'agent',
      };
      const given: Record<string, string> = { ...env, ...start.env, [MARKER]: assignment.slice(MARKER.length + 1) };
      const launched = { text: '' };
      return {
        command: withLimits(start.command, { limits: options.limits, cgroup }),
        cwd: workspace,
        env: given,
        pipes: [(chunk) => (launched.text += chunk)],
        signalTree: (pid, signal) => {
          const tree = new Set([...listDescendants(pid), ...listProcessesMarked(assignment)]);
          signalGroup(pid, signal);
          for (const each of tree) signalProcess(each, signal);
        },
        settle: async (end) => {
          if (end.ended_by !== 'exit') await endMarked(assignment);
          if (launched.text !== '' || end.ended_by !== 'exit') return end;
          const missing = end.exit_code === NOT_FOUND_CODE;
          const reason = missing ? `${start.command[0]} was not found` : 'it could not join its control group';
          return { ...end, exit_code: null, ended_by: 'start', reason };
        },
      };
    };
    const listOrphans = (running: readonly number[]): number[] => {
      const attached = new Set(running.flatMap((pid) => [pid, ...listDescendants(pid)]));
      const left = new Set([...(cgroup?.listProcesses() ?? []), ...listProcessesMarked(`${MARKER}=${mark}`)]);
      return [...left].filter((pid) => !attached.has(pid) && findProcess(pid)?.dead === false);
    };
    const sweep = async (): Promise<void> => {
      await cgroup?.kill();
      await endMarked(`${MARKER}=${mark}`);
    };
    const inside = { workspace, home, gateway_url: gateway?.url ?? null, path };
    return createSession({ options, inside, cgroup, plan, listOrphans, sweep });
  },
});

async function endMarked(assignment: string): Promise<void> {
  const deadline = performance.now() + SWEEP_PATIENCE_MS;
  for (let wait_ms = 1; ; wait_ms = Math.min(wait_ms * 2, 50)) {
    const left = listProcessesMarked(assignment);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      throw new AssayError(
        'internal',
        `processes ${left.join(', ')} could not be killed within ${SWEEP_PATIENCE_MS} ms`,
      );
    }
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    await sleep(wait_ms);
  }
}
