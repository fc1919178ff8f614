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
  /** Whether something else than the group enforces the limits of memory and processes. */
  readonly limited?: boolean;
  /** Measures what no group measures. */
  measure?(): Resources | null;
  plan(start: StartOptions): Plan;
  /** Processes that outlived their parents, given the programs still running. */
  listOrphans(running: readonly number[]): readonly number[] | Promise<readonly number[]>;
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
export function createSession(own: SessionOptions): SandboxSession {
  const { options, inside, cgroup, plan, listOrphans, sweep } = own;
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
    const limited = own.limited === true || (cgroup?.limitsMemory === true && cgroup.limitsPids);
    watches.push(...watchLimits(execution, { options: { ...options, home: request.home ?? options.home }, limited }));
    return execution;
  };

  const killAll = async (): Promise<number> => {
    const going = [...running];
    const orphans = await listOrphans(going.flatMap(({ pid }) => pid ?? []));
    for (const execution of going) execution.end('stop', 'the sandbox was closed');
    await sweep();
    await Promise.all(going.map(({ done }) => done));
    return orphans.length;
  };

  return {
    ...inside,
    lived_in: options.place?.lived_in ?? false,
    start,
    killAll,
    measure: async () => cgroup?.measure() ?? own.measure?.() ?? UNKNOWN,
    [Symbol.asyncDispose]: async () => {
      await killAll();
      await cgroup?.remove();
    },
  };
}

function watchLimits(
  execution: RunningProcess,
  { options: { workspace, home, limits }, limited }: { options: SandboxOptions; limited: boolean },
): { stop(): void }[] {
  const disk = watchDisk([workspace, home], {
    limit_bytes: limits.disk_mb * MEGABYTE,
    onExceeded: () => execution.end('disk', `workspace and home exceed ${limits.disk_mb} MB`),
  });
  if (execution.pid === undefined || limited) return [disk];
  const tree = watchTree(execution.pid, {
    limits,
    onExceeded: (reason) => execution.end('memory', reason),
  });
  return [disk, tree];
}

/** The reason of an end at the memory limit. */
export const describeMemoryLimit = ({ memory_mb }: SandboxOptions['limits']): string =>
  `it needed more than ${memory_mb} MB of memory`;

function blameLimits(
  end: ExecutionEnd,
  { oomKills, limits }: { oomKills: number; limits: SandboxOptions['limits'] },
): ExecutionEnd {
  if (!['exit', 'start'].includes(end.ended_by) || end.exit_code === 0) return end;
  if (oomKills > 0) {
    return { ...end, ended_by: 'memory', reason: describeMemoryLimit(limits) };
  }
  if (end.signal === 'SIGXFSZ') {
    return { ...end, ended_by: 'disk', reason: `it wrote a file of more than ${limits.disk_mb} MB` };
  }
  return end;
}
