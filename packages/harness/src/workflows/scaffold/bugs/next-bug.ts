import type { BugCandidate } from './planted-bug.ts';

export interface Search {
  readonly candidates: readonly BugCandidate[];
  readonly tried: readonly BugCandidate[];
  readonly found: readonly BugCandidate[];
  /** Whether hidden questions can be asked about the function. */
  readonly canAsk: (bug: BugCandidate) => boolean;
}

/**
 * The next bug to try: in another file than those found if possible, never in the same function, and where questions
 * can be asked. Files with tests inside, and functions and files in which the tests noticed nothing come last.
 */
export function nextBug({ candidates, tried, found, canAsk }: Search): BugCandidate | undefined {
  const triedFunctions = count(tried, functionKey);
  const triedFiles = count(tried, ({ path }) => path);
  const foundFunctions = count(found, functionKey);
  const foundFiles = count(found, ({ path }) => path);
  const foundLines = count(found, lineKey);
  const skipped = new Set(tried);
  const rank = (bug: BugCandidate): readonly number[] => [
    canAsk(bug) ? 0 : 1,
    bug.beside_tests ? 1 : 0,
    foundFiles.get(bug.path) ?? 0,
    triedFunctions.get(functionKey(bug)) ?? 0,
    triedFiles.get(bug.path) ?? 0,
  ];
  let best: { readonly bug: BugCandidate; readonly rank: readonly number[] } | undefined;
  for (const bug of candidates) {
    if (skipped.has(bug) || foundFunctions.has(functionKey(bug)) || foundLines.has(lineKey(bug))) continue;
    const own = rank(bug);
    if (best === undefined || isLess(own, best.rank)) best = { bug, rank: own };
  }
  return best?.bug;
}

const functionKey = ({ path, owner }: BugCandidate): string => `${path}:${owner}`;
const lineKey = ({ path, line }: BugCandidate): string => `${path}#${line}`;

function count(bugs: readonly BugCandidate[], key: (bug: BugCandidate) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const bug of bugs) counts.set(key(bug), (counts.get(key(bug)) ?? 0) + 1);
  return counts;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index !== -1 && (a[index] as number) < (b[index] as number);
}
