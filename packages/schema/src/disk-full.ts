const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const WORDS = /\b(ENOSPC|EDQUOT|No space left on device|Disk quota exceeded)\b/i;
// deeper than any error of ours
const MOST_CAUSES = 10;

/** Whether an error, or what caused it, says that a disk is full or a quota is used up; programs say so in words. */
export function isDiskFull(error: unknown): boolean {
  let next = error;
  for (let depth = 0; next instanceof Error && depth < MOST_CAUSES; depth++) {
    if (CODES.has((next as { code?: unknown }).code) || WORDS.test(next.message)) return true;
    next = next.cause;
  }
  return false;
}
