import { join } from 'node:path';
import { findRepository, findSecrets, quotePath } from '@assay/detect';
import {
  AssayError,
  type Comparison,
  Promotion,
  type PromotionInput,
  parse,
  type Run,
  type Thresholds,
} from '@assay/schema';
import { listComparisonObjections, score } from '@assay/scoring';
import type { Host } from '../../contracts/host.ts';
import { listRuns } from '../../run/folders/run-folders.ts';
import { findProven } from '../compare/comparison-files.ts';
import { hasRecentFalseAlarms } from '../compare/recent-false-alarms.ts';
import type { Candidate } from './open-candidate.ts';
import { runOperatorGit } from './operator-git.ts';

export interface UnmetConditionsOptions {
  readonly folder: string;
  readonly host: Host;
  /** Maximum age of the last A/A test in days; undefined requires none. */
  readonly max_aa_age_days?: number;
  /** Accepted thresholds beyond the defaults. */
  readonly thresholds?: Partial<Thresholds>;
}

// blockers that even this verdict cannot outweigh are known before any run
const BEST: PromotionInput['verdict'] = { verdict: 'improved', promote: true, regressions: [] };
const MAX_NAMED = 20;

/**
 * Lists everything that blocks a promotion. Without a comparison: what blocks it whatever the result. Without
 * commits on both sides there is no candidate to check.
 */
export async function listUnmetConditions(
  comparison: Comparison | null,
  candidate: Candidate | null,
  options: UnmetConditionsOptions,
): Promise<string[]> {
  const input: PromotionInput = {
    verdict: comparison?.verdict ?? BEST,
    scenarios_proven: comparison === null || (await areProven(comparison, options.folder)),
    working_tree_clean: await isWorkTreeClean(options.folder, options.host),
    paths_outside_artifacts: nameSome(candidate?.paths_outside_artifacts ?? []),
    aa: await lookAtAa(comparison, options),
  };
  const { blockers } = parse(Promotion, score('promotion@1', input));
  return [
    ...blockers,
    ...(candidate?.differences.length === 0 ? ['the candidate has the same artifacts as the baseline'] : []),
    ...(comparison === null ? [] : listComparisonObjections(comparison, options.thresholds).map(quotePath)),
    ...(candidate === null ? [] : listSecrets(candidate)),
  ];
}

// a comparison may have been edited: its runs and proofs are read from where they are stored
async function areProven({ tasks, verdict }: Comparison, folder: string): Promise<boolean> {
  const shown = tasks.filter(({ proven, baseline, candidate }) =>
    [proven, baseline.run_ids.length > 0, candidate.run_ids.length > 0].every(Boolean),
  );
  const names = new Set(shown.map(({ task_id }) => task_id));
  if (tasks.length === 0 || shown.length < tasks.length || !verdict.deltas.every(({ task_id }) => names.has(task_id)))
    return false;
  const root = join(folder, '.assay');
  const ids = new Set(tasks.flatMap(({ baseline, candidate }) => [...baseline.run_ids, ...candidate.run_ids]));
  const runs: Run[] = [];
  for await (const { run } of listRuns(join(root, 'runs'))) if (ids.has(run.run_id)) runs.push(run);
  const proven = await findProven(root, runs);
  return runs.length === ids.size && runs.every(({ task_digest }) => proven.has(task_digest));
}

async function lookAtAa(
  comparison: Comparison | null,
  { folder, host, max_aa_age_days }: UnmetConditionsOptions,
): Promise<{ required: boolean; recent: boolean }> {
  if (max_aa_age_days === undefined) return { required: false, recent: false };
  const about = { root: join(folder, '.assay'), now_ms: host.now(), max_age_days: max_aa_age_days };
  return { required: true, recent: await hasRecentFalseAlarms(comparison, about) };
}

const nameSome = (paths: readonly string[]): string[] => [
  ...paths.slice(0, MAX_NAMED).map(quotePath),
  ...(paths.length > MAX_NAMED ? [`and ${paths.length - MAX_NAMED} more`] : []),
];

// server settings may contain keys, and the proposal is read by others
function listSecrets({ changes, baseline }: Candidate): string[] {
  const texts = new Map(
    changes.map(({ path, file }) => [
      path,
      { before: baseline.files.get(path)?.content.toString() ?? null, after: file?.content.toString() ?? null },
    ]),
  );
  return findSecrets(texts).findings.map(
    ({ path, line, rule }) => `${quotePath(path)}:${line} contains what looks like a secret (${rule})`,
  );
}

/** Whether the work tree has no changes, including untracked files; ignored files do not count. */
async function isWorkTreeClean(folder: string, host: Host): Promise<boolean> {
  const { root } = findRepository(folder);
  if (root === null) return true;
  const command = ['status', '--porcelain', '-z', '--untracked-files=normal', '--ignore-submodules=none'];
  const { exit_code, stdout, last_words } = await runOperatorGit(command, { cwd: root, host });
  if (exit_code !== 0) throw new AssayError('unreadable_file', `the work tree cannot be checked: git: ${last_words}`);
  return stdout === '';
}
