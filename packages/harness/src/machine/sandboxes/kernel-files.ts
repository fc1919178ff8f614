import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// files that expose the whole machine, its memory and its keys; building and testing software needs none of
// them
const TELLING = [
  'kcore',
  'key-users',
  'keys',
  'kmsg',
  'kpagecgroup',
  'kpagecount',
  'kpageflags',
  'latency_stats',
  'pagetypeinfo',
  'sched_debug',
  'slabinfo',
  'timer_list',
  'timer_stats',
  'vmallocinfo',
];

/**
 * Parts of `/proc` to cover. If the harness is root, it owns these files inside too, even without
 * capabilities.
 */
export interface KernelFiles {
  /** Writable folders and files, such as kernel settings. */
  readonly read_only: readonly string[];
  readonly hidden: readonly string[];
}

/**
 * Lists what this kernel has. Includes all folders that are not processes, because new kernels add new ones.
 */
export function listKernelFiles(): KernelFiles {
  // names only: reading types fails if a process ends meanwhile
  const names = readdirSync('/proc').filter((name) => !/^\d+$/.test(name));
  const writable = names.filter((name) => isFolder(join('/proc', name)) || ['mtrr', 'sysrq-trigger'].includes(name));
  return {
    read_only: writable.map((name) => join('/proc', name)),
    hidden: names.filter((name) => TELLING.includes(name)).map((name) => join('/proc', name)),
  };
}

function isFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true;
}
