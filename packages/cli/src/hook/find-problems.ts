import { type Baseline, type Change, checkRead, type GivenHistory, readChange, readGivenHistory } from '@assay/detect';
import type { IsOwn } from './authorship.ts';
import { describeFinding } from './describe-finding.ts';
import type { Problem } from './problem.ts';

/** What is wrong with a change. */
export interface CheckedChange {
  readonly problems: readonly Problem[];
  readonly changed_files: number;
  /** Findings for a person to review; they stop nobody. */
  readonly reviews: number;
}

/** Checks a change like `assay check`. */
export async function findChangeProblems(change: Change): Promise<CheckedChange> {
  const { results, grades, changed_files } = await checkRead(change, { strict: false });
  const problems = results.flatMap(({ type, findings }) =>
    findings.filter(({ grade }) => grade === 'blocks').map((finding) => describeFinding(type, finding)),
  );
  return { problems, changed_files, reviews: grades.review };
}

export interface OwnProblemsOptions {
  readonly change: Change;
  readonly baseline: Baseline;
  readonly readAuthorship: () => Promise<IsOwn>;
  readonly signal: AbortSignal;
}

/**
 * The problems that the session caused. Left out is what others did to the work tree since it began:
 *
 *   content of any commit that the session did not make
 *   what is no problem against the commit that the work tree was moved to: by a pull, a switch, a rebase, another session
 *   what a branch that was merged into it did itself
 *   paths of a merge or rebase that stopped
 */
export async function keepOwnProblems(
  problems: readonly Problem[],
  { change, baseline, readAuthorship, signal }: OwnProblemsOptions,
): Promise<readonly Problem[]> {
  if (!problems.some(({ path }) => path !== null)) return problems;
  await using history = await readGivenHistory(baseline, { isOwn: await readAuthorship(), signal });
  const contents = new Map(change.changed_paths.map(({ path, after }) => [path, after?.oid ?? null]));
  const others = { moved: await readMovedKeys(history, signal), merged: new Set<string>() };
  for (const head of history.merged)
    for (const key of await readMergedKeys(history, { root: baseline.root, head, signal })) others.merged.add(key);
  const own: Problem[] = [];
  for (const problem of problems) {
    const { path, key } = problem;
    const oid = path === null ? null : (contents.get(path) ?? null);
    const isGiven =
      path !== null &&
      (history.isUnmerged(path) ||
        others.merged.has(key) ||
        (others.moved !== null && !others.moved.has(key) && (await history.hasMoved(path))) ||
        (oid !== null && (await history.holds(path, oid))));
    if (!isGiven) own.push(problem);
  }
  return own;
}

/** What is a problem against the commit that the work tree was moved to; null if it was not moved. */
async function readMovedKeys({ moved }: GivenHistory, signal: AbortSignal): Promise<ReadonlySet<string> | null> {
  if (moved === null) return null;
  await using change = await readChange({ folder: moved.root, since: moved, signal });
  return await keysOf(change);
}

async function readMergedKeys(
  { base }: GivenHistory,
  { root, head, signal }: { readonly root: string; readonly head: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  if (base === null) return new Set();
  await using change = await readChange({ folder: root, base: base.commit, head, signal });
  return await keysOf(change);
}

const keysOf = async (change: Change): Promise<ReadonlySet<string>> =>
  new Set((await findChangeProblems(change)).problems.map(({ key }) => key));
