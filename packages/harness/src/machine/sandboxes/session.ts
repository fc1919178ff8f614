import type { Resources } from '@assay/schema';
import type { ExecutionEnd, SandboxOptions, SandboxSession, StartOptions } from '../../contracts/sandbox.ts';
import type { Cgroup } from '../processes/cgroup.ts';
import { notStarted, type ProcessOptions, type RunningProcess, startProcess } from '../processes/process.ts';
import { watchDisk } from '../processes/watch-disk.ts';
import { watchTree } from '../processes/watch-tree.ts';

/** How a sandbox performs one start. */
export interface Plan extends Pick<ProcessOptions, 'command' | 'cwd' | 'env' | 'pipes' | 'signalTree' | 'onStderr'> {
  /**
   * Waits until its whole process tree is gone, if the sandbox can tell, and corrects the end as seen from
   * outside.
   */
  settle(end: ExecutionEnd): Promise<ExecutionEnd>;
}

export interface SessionOptions {
  readonly options: SandboxOptions;
  readonly inside: Pick<SandboxSession, 'workspace' | 'home' | 'gateway_url' | 'path'>;
  readonly cgroup: Cgroup | undefined;
  plan(start: StartOptions): Plan;
  /** Processes that outlived their parents, given the programs still running. */
  listOrphans(running: readonly number[]): readonly number[];
  /** Kills everything that is left. */
  sweep(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

const UNKNOWN: Resources = {
  memory_peak_bytes: null,
  memory_limit_bytes: null,
  cpu_periods: null,
  cpu_throttled_periods: null,
  cpu_ms: null,
  oom_kills: null,
};

/** Common to all sessions: enforces limits and kills everything at the end. */
export function createSession({ options, inside, cgroup, plan, listOrphans, sweep }: SessionOptions): SandboxSession {
  const running = new Set<RunningProcess>();

  const start = (request: StartOptions): RunningProcess => {
    try {
      return carryOut(request, plan(request));
    } catch (error) {
      return notStarted('start', error instanceof Error ? error.message : String(error));
    }
  };

  const carryOut = (request: StartOptions, planned: Plan): RunningProcess => {
    const watches: { stop(): void }[] = [];
    const killedBefore = cgroup?.measure().oom_kills ?? 0;
    const execution = startProcess({
      ...request,
      ...planned,
      conclude: async (seen) => {
        for (const watch of watches) watch.stop();
        const end = await planned.settle(seen);
        running.delete(execution);
        const oomKills = (cgroup?.measure().oom_kills ?? 0) - killedBefore;
        return blameLimits(end, { oomKills, limits: options.limits });
      },
    });
    if (execution.pid === undefined) return execution;
    running.add(execution);
    watches.push(...watchLimits(execution, { options: { ...options, home: request.home ?? options.home }, cgroup }));
    return execution;
  };

  const killAll = async (): Promise<number> => {
    const going = [...running];
    const orphans = listOrphans(going.flatMap(({ pid }) => pid ?? []));
    for (const execution of going) execution.end('stop', 'the sandbox was closed');
    await sweep();
    await Promise.all(going.map(({ done }) => done));
    return orphans.length;
  };

  return {
    ...inside,
    start,
    killAll,
    measure: async () => cgroup?.measure() ?? UNKNOWN,
    [Symbol.asyncDispose]: async () => {
      await killAll();
      await cgroup?.remove();
    },
  };
}

function watchLimits(
  execution: RunningProcess,
  { options: { workspace, home, limits }, cgroup }: { options: SandboxOptions; cgroup: Cgroup | undefined },
): { stop(): void }[] {
  const disk = watchDisk([workspace, home], {
    limit_bytes: limits.disk_mb * MEGABYTE,
    onExceeded: () => execution.end('disk', `workspace and home exceed ${limits.disk_mb} MB`),
  });
  if (execution.pid === undefined || (cgroup?.limitsMemory && cgroup.limitsPids)) return [disk];
  const tree = watchTree(execution.pid, {
    limits,
    onExceeded: (reason) => execution.end('memory', reason),
  });
  return [disk, tree];
}

function blameLimits(
  end: ExecutionEnd,
  { oomKills, limits }: { oomKills: number; limits: SandboxOptions['limits'] },
): ExecutionEnd {
  if (!['exit', 'start'].includes(end.ended_by) || end.exit_code === 0) return end;
  if (oomKills > 0) {
    return { ...end, ended_by: 'memory', reason: `it needed more than ${limits.memory_mb} MB of memory` };
  }
  if (end.signal === 'SIGXFSZ') {
    return { ...end, ended_by: 'disk', reason: `it wrote a file of more than ${limits.disk_mb} MB` };
  }
  return end;
}
