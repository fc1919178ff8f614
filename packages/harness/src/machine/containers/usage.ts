import { readFileSync } from 'node:fs';
import type { Resources } from '@assay/schema';
import { measureGroups } from '../processes/cgroup.ts';
import { parseCgroupLocations } from '../processes/cgroup-places.ts';
import { askEngine } from './engine.ts';

const PERIOD_MS = 100;

/** Measures a container while it runs: its group is gone when it ends, so the last sample counts. */
export function watchUsage(name: string): { stop(): Resources | null } {
  let last: Resources | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  void findGroups(name).then((places) => {
    if (places.length === 0 || stopped) return;
    const sample = (): void => {
      const measured = measureGroups(places);
      // a vanished group measures nothing
      if (measured.memory_limit_bytes !== null) last = measured;
    };
    sample();
    timer = setInterval(sample, PERIOD_MS);
    timer.unref();
  });
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
      return last;
    },
  };
}

const TRIES = 40;

// the group is known once the first process of the container runs, and only if the engine runs on this machine
async function findGroups(name: string): Promise<ReturnType<typeof parseCgroupLocations>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { stdout, exit_code } = await askEngine(['inspect', '--format', '{{.State.Pid}} {{.State.Status}}', name]);
    const [pid = '0', status] = stdout.trim().split(' ');
    if (exit_code === 0 && status === 'exited') return [];
    if (Number(pid) > 1) return readGroups(pid);
    await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
  }
  return [];
}

function readGroups(pid: string): ReturnType<typeof parseCgroupLocations> {
  try {
    const groups = readFileSync(`/proc/${pid}/cgroup`, 'utf8');
    // the group of this process is that of the machine: a pid of another machine or virtual machine
    if (groups === readFileSync('/proc/self/cgroup', 'utf8')) return [];
    return parseCgroupLocations({ mounts: readFileSync('/proc/self/mountinfo', 'utf8'), groups });
  } catch {
    // it ended, or runs elsewhere
    return [];
  }
}

/** The use of several containers, one after another: time adds up, memory does not. */
export function combineUsage(all: readonly Resources[]): Resources | null {
  const [first] = all;
  if (first === undefined) return null;
  const values = (key: keyof Resources): number[] => all.flatMap((each) => each[key] ?? []);
  const sum = (key: keyof Resources): number | null =>
    values(key).length === 0 ? null : values(key).reduce((total, value) => total + value, 0);
  return {
    memory_peak_bytes: values('memory_peak_bytes').length === 0 ? null : Math.max(...values('memory_peak_bytes')),
    memory_limit_bytes: first.memory_limit_bytes ?? null,
    cpu_periods: sum('cpu_periods'),
    cpu_throttled_periods: sum('cpu_throttled_periods'),
    cpu_ms: sum('cpu_ms'),
    oom_kills: sum('oom_kills'),
  };
}
