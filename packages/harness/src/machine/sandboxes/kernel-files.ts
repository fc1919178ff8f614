import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// files that tell of the whole machine, its memory and its keys; none is needed to build or test software
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

/** What of `/proc` has to be covered: a harness that is root owns these files, inside as well, without any capability. */
export interface KernelFiles {
  /** Folders and files that could be written to, such as the settings of the kernel. */
  readonly read_only: readonly string[];
  readonly hidden: readonly string[];
}

/** Looks at what this kernel has. All folders that are not of a process are taken, since new kernels bring new ones. */
export function listKernelFiles(): KernelFiles {
  // names alone: asking for the kinds too fails when a process ends in between
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
