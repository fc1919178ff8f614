import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel lists it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** A zombie: dead, and waiting for its parent to notice. */
  readonly dead: boolean;
  /** In clock ticks since boot; with the pid it names a process for good. */
  readonly started: string;
}

/** Reads one process; undefined when there is none. */
export function findProcess(pid: number): ProcessEntry | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  // the name in parentheses may itself hold spaces and parentheses
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const dead = fields[0] === 'Z' || fields[0] === 'X';
  return { pid, parent: Number(fields[1]), dead, started: fields[19] ?? '' };
}

/** Every process below this one, children before grandchildren; stops looking beyond the given number. */
export function listDescendants(pid: number, limit = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  for (
    let next: number | undefined = pid, index = 0;
    next !== undefined && found.length <= limit;
    next = found[index++]
  ) {
    found.push(...listChildren(next));
  }
  return found;
}

/** Processes with a variable in their environment that starts like this; those not ours to read are left out. */
export function listProcessesMarked(assignment: string): number[] {
  return listPids().filter((pid) =>
    readText(`/proc/${pid}/environ`)
      .split('\0')
      .some((variable) => variable.startsWith(assignment)),
  );
}

function listChildren(pid: number): number[] {
  // children belong to the thread that forked them
  return listNames(`/proc/${pid}/task`).flatMap((task) =>
    readText(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function listPids(): number[] {
  return listNames('/proc').map(Number).filter(Number.isInteger);
}

// processes end while they are being looked at, and a system without /proc has nothing to show
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
