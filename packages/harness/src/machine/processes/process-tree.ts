import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel lists it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** A zombie: dead but not yet waited for. */
  readonly dead: boolean;
  /** Clock ticks since boot; unique together with the pid. */
  readonly started: string;
}

/** Reads one process; undefined if it does not exist. */
export function findProcess(pid: number): ProcessEntry | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === '') return undefined;
  // the name in parentheses may contain spaces and parentheses
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const dead = fields[0] === 'Z' || fields[0] === 'X';
  return { pid, parent: Number(fields[1]), dead, started: fields[19] ?? '' };
}

/** All descendants of a process, children before grandchildren; stops beyond the limit. */
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

/** Processes with an environment variable that starts with the text; skips those we may not read. */
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

// processes may end meanwhile, and some systems have no /proc
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
