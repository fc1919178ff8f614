import type { SimpleCommand } from '../../interactions/shell.ts';
import { checkKind } from './check-kind.ts';
import { readWrittenResult } from './check-result.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Whether the output of a command line is that of a check that failed. Of several checks, the last one with a known
 * result decides, because a failure stops the others. What a script prints is not enough.
 */
export function showsFailedCheck(programs: readonly SimpleCommand[], output: string): boolean {
  for (const program of programs.toReversed()) {
    const kind = checkKind(program, NONE);
    const result = kind === null || kind === 'script' ? null : readWrittenResult(kind, output);
    if (result !== null) return result === 'failed';
  }
  return false;
}
