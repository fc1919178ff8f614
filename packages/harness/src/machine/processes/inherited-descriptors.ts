import type { StdioOptions } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
const FIRST = 3;

let found: readonly number[] | undefined;

let nothing: number | undefined;

/**
 * Covers file descriptors inherited from our parent, which every child would inherit too: an agent could use
 * the operator's files and pipes. They cannot be closed in a child from here, so they are replaced by
 * /dev/null.
 */
export function replaceInheritedDescriptors(stdio: readonly ('ignore' | 'pipe' | number)[]): StdioOptions {
  const covered = [...stdio];
  for (const descriptor of listInheritedDescriptors()) {
    if (descriptor < stdio.length) continue;
    nothing ??= openSync('/dev/null', 'r');
    while (covered.length < descriptor) covered.push('ignore');
    covered[descriptor] = nothing;
  }
  return covered;
}

// our own descriptors are close-on-exec, but Node marks only the first few inherited ones
function listInheritedDescriptors(): readonly number[] {
  found ??= listNames('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST && isLeaking(descriptor));
  return found;
}

function isLeaking(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // the descriptor of the listing itself is already closed
    return false;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
