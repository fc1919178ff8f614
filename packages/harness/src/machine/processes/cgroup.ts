import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError, type Resources } from '@assay/schema';
import type { SandboxOptions } from '../../contracts/sandbox.ts';
import { enableControllers } from './cgroup-controllers.ts';
import { type CgroupLocation, parseCgroupLocations } from './cgroup-places.ts';
import { getOwner, isAbandoned } from './owner.ts';
import { registerForCleanup } from './reaper.ts';
import { signalProcess } from './signals.ts';

const CONTROLLERS = ['memory', 'cpu', 'pids'];
const PERIOD_US = 100_000;
const KILL_PATIENCE_MS = 30_000;
const REMOVE_PATIENCE_MS = 5_000;

/** A group of processes that the kernel limits and measures, with one folder per cgroup hierarchy. */
export interface Cgroup {
  /** A process joins, with all its later children, by writing its ID to each of these files. */
  readonly entrances: readonly string[];
  /** Whether the kernel enforces the memory and process limits. */
  readonly limitsMemory: boolean;
  readonly limitsPids: boolean;
  measure(): Resources;
  listProcesses(): number[];
  /** Resolves when no process is left. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

interface Folder extends CgroupLocation {
  readonly controls: readonly string[];
}

let parents: readonly Folder[] | undefined;
let created = 0;

/** The parent folders of all groups of this process; created on first use, removed by the reaper. */
export function openCgroupParents(): readonly Folder[] {
  parents ??= listCgroupLocations().flatMap((place) => {
    sweep(place);
    registerForCleanup('group', join(place.folder, getOwner()));
    return makeFolder(place, getOwner());
  });
  return parents;
}

/** Creates a group for one session; undefined if not possible, see `explainCgroupsUnavailable`. */
export function createCgroup(key: string, limits: SandboxOptions['limits']): Cgroup | undefined {
  const name = `${key}-${++created}`;
  const folders = openCgroupParents().flatMap((parent) => makeFolder(parent, name));
  const find = (controller: string): Folder | undefined =>
    folders.find(({ controls }) => controls.includes(controller));
  if (folders.length === 0) return undefined;
  const limited = {
    memory: limitMemory(find('memory'), limits.memory_mb * 1024 * 1024),
    cpu: limitCpu(find('cpu'), limits.cpus),
    pids: limitPids(find('pids'), limits.pids),
  };
  return {
    entrances: folders.map(({ folder }) => join(folder, 'cgroup.procs')),
    limitsMemory: limited.memory,
    limitsPids: limited.pids,
    measure: () => ({
      ...measureMemory(limited.memory ? find('memory') : undefined),
      ...measureCpu(limited.cpu ? find('cpu') : undefined),
      cpu_ms: measureCpuTime(folders),
    }),
    listProcesses: () => listAll(folders),
    kill: async () => {
      await killAll(folders);
      limitPids(find('pids'), limits.pids);
    },
    remove: () => removeAll(folders),
  };
}

/** Measures groups that someone else made, such as those of a container. */
export function measureGroups(places: readonly CgroupLocation[]): Resources {
  const folders = places.map((place) => ({ ...place, controls: place.controllers }));
  const find = (controller: string): Folder | undefined =>
    folders.find(({ version, controls, folder }) =>
      version === 1 ? controls.includes(controller) : existsSync(join(folder, `${controller}.max`)),
    );
  return { ...measureMemory(find('memory')), ...measureCpu(find('cpu')), cpu_ms: measureCpuTime(folders) };
}

/** Why resources cannot be limited and measured here, and how to fix that; undefined if they can. */
export function explainCgroupsUnavailable(): string | undefined {
  const controls = openCgroupParents().flatMap((parent) => parent.controls);
  const missing = CONTROLLERS.filter((controller) => !controls.includes(controller));
  if (missing.length === 0) return undefined;
  return `cannot create control groups for ${missing.join(', ')}, so resource use is not measured; on Linux, start Assay in its own scope: systemd-run --user --scope -p Delegate=yes assay …`;
}

/** The groups of this process, one per hierarchy. */
export function listCgroupLocations(): CgroupLocation[] {
  const [mounts, groups] = [readText('/proc/self/mountinfo'), readText('/proc/self/cgroup')];
  return parseCgroupLocations({ mounts, groups });
}

function makeFolder(parent: CgroupLocation, name: string): Folder[] {
  const { version } = parent;
  const folder = join(parent.folder, name);
  const enabled = version === 2 ? listEnabled(parent.folder) : parent.controllers;
  if (!attempt(() => mkdirSync(folder))) return [];
  return [{ version, controllers: parent.controllers, folder, controls: enabled }];
}

function listEnabled(folder: string): string[] {
  try {
    return enableControllers(folder, CONTROLLERS);
  } catch {
    // a v2 hierarchy next to v1 may have no controllers and only be able to kill
    return [];
  }
}

function limitMemory(place: Folder | undefined, bytes: number): boolean {
  if (place === undefined) return false;
  if (place.version === 2) {
    write(place, 'memory.swap.max', 0);
    return write(place, 'memory.max', bytes);
  }
  const limited = write(place, 'memory.limit_in_bytes', bytes);
  write(place, 'memory.memsw.limit_in_bytes', bytes);
  return limited;
}

function limitCpu(place: Folder | undefined, cpus: number): boolean {
  if (place === undefined) return false;
  const quota = Math.max(1_000, Math.round(cpus * PERIOD_US));
  if (place.version === 2) return write(place, 'cpu.max', `${quota} ${PERIOD_US}`);
  return write(place, 'cpu.cfs_period_us', PERIOD_US) && write(place, 'cpu.cfs_quota_us', quota);
}

function limitPids(place: Folder | undefined, count: number): boolean {
  return place !== undefined && write(place, 'pids.max', count);
}

function measureMemory(place: Folder | undefined): Resources {
  if (place === undefined) return { memory_peak_bytes: null, memory_limit_bytes: null, oom_kills: null };
  const [peak, limit, events] =
    place.version === 2
      ? ['memory.peak', 'memory.max', 'memory.events']
      : ['memory.max_usage_in_bytes', 'memory.limit_in_bytes', 'memory.oom_control'];
  return {
    memory_peak_bytes: parseCount(read(place, peak)),
    memory_limit_bytes: parseCount(read(place, limit)),
    oom_kills: parseField(read(place, events), 'oom_kill'),
  };
}

function measureCpu(place: Folder | undefined): Resources {
  const stat = place === undefined ? '' : read(place, 'cpu.stat');
  return { cpu_periods: parseField(stat, 'nr_periods'), cpu_throttled_periods: parseField(stat, 'nr_throttled') };
}

function measureCpuTime(folders: readonly Folder[]): number | null {
  for (const place of folders) {
    const microseconds = place.version === 2 ? parseField(read(place, 'cpu.stat'), 'usage_usec') : null;
    if (microseconds !== null) return Math.round(microseconds / 1_000);
    const nanoseconds = place.controls.includes('cpuacct') ? parseCount(read(place, 'cpuacct.usage')) : null;
    if (nanoseconds !== null) return Math.round(nanoseconds / 1_000_000);
  }
  return null;
}

function listAll(folders: readonly Folder[]): number[] {
  const pids = folders.flatMap((place) => read(place, 'cgroup.procs').split('\n').map(Number));
  // 0 is a process in another namespace, and as a signal target it would mean ourselves
  return [...new Set(pids)].filter((pid) => pid > 0);
}

async function killAll(folders: readonly Folder[]): Promise<void> {
  const deadline = performance.now() + KILL_PATIENCE_MS;
  for (let wait_ms = 1; ; wait_ms = Math.min(wait_ms * 2, 50)) {
    const left = listAll(folders);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      throw new AssayError(
        'internal',
        `processes ${left.join(', ')} could not be killed within ${KILL_PATIENCE_MS} ms`,
      );
    }
    for (const place of folders) {
      // forbid forks, so that the loop catches up with a fork bomb
      if (place.controls.includes('pids')) write(place, 'pids.max', 0);
      if (place.version === 2) write(place, 'cgroup.kill', 1);
    }
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    await sleep(wait_ms);
  }
}

async function removeAll(folders: readonly Folder[]): Promise<void> {
  const deadline = performance.now() + REMOVE_PATIENCE_MS;
  for (const { folder } of folders) {
    // a group stays busy shortly after its last process ends; the reaper removes what remains
    while (existsSync(folder) && !attempt(() => rmdirSync(folder)) && performance.now() < deadline) await sleep(5);
  }
}

// groups of a harness that was killed together with its reaper
function sweep(place: CgroupLocation): void {
  for (const name of listNames(place.folder).filter(isAbandoned)) {
    const folder = join(place.folder, name);
    const groups = [...listNames(folder).map((inner) => join(folder, inner)), folder];
    for (const group of groups) {
      for (const pid of listAll([{ ...place, folder: group, controls: [] }])) signalProcess(pid, 'SIGKILL');
    }
    for (const group of groups) attempt(() => rmdirSync(group));
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    // its owner is removing it
    return [];
  }
}

function parseField(text: string, field: string): number | null {
  return parseCount(new RegExp(`^${field} (\\d+)$`, 'm').exec(text)?.[1] ?? '');
}

function parseCount(text: string): number | null {
  return /^\d+\s*$/.test(text) ? Number(text) : null;
}

function read({ folder }: Folder, file: string): string {
  return readText(join(folder, file));
}

function write({ folder }: Folder, file: string, value: number | string): boolean {
  return attempt(() => writeFileSync(join(folder, file), String(value)));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // which files exist depends on the kernel; a missing value is unknown
    return '';
  }
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    // not supported or not permitted: the caller handles it
    return false;
  }
}
