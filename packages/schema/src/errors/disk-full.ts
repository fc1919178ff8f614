const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const WORDS = /\b(ENOSPC|EDQUOT|No space left on device|Disk quota exceeded)\b/i;
// deeper than any error chain Assay creates
const MOST_CAUSES = 10;

/** Whether an error or one of its causes reports a full disk or an exceeded quota, by code or by message. */
export function isDiskFull(error: unknown): boolean {
  let next = error;
  for (let depth = 0; next instanceof Error && depth < MOST_CAUSES; depth++) {
    if (CODES.has((next as { code?: unknown }).code) || WORDS.test(next.message)) return true;
    next = next.cause;
  }
  return false;
}
