import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Comparison, FalseAlarms } from '@assay/schema';
import { digestSuite } from './suite-digest.ts';

const DAY_MS = 86_400_000;
// with fewer, a suite with too many alarms may seem to hold
const FEWEST_TRIALS = 200;

export interface RecentOptions {
  /** The `.assay` folder. */
  readonly root: string;
  readonly now_ms: number;
  readonly max_age_days: number;
}

/**
 * Whether the suite of a comparison held in a recent A/A test with enough trials. Without a comparison:
 * whether any suite did. An unreadable result counts as none.
 */
export async function hasRecentFalseAlarms(
  comparison: Comparison | null,
  { root, now_ms, max_age_days }: RecentOptions,
): Promise<boolean> {
  const text = await readFile(join(root, 'aa.json'), 'utf8').catch(() => 'null');
  const kept = FalseAlarms.safeParse(tryJson(text));
  if (!kept.success) return false;
  const age_ms = now_ms - Date.parse(kept.data.measured_at);
  const isSame = comparison === null || kept.data.suite_digest === suiteOf(comparison);
  const isEnough = kept.data.trials >= FEWEST_TRIALS;
  return kept.data.holds && isEnough && isSame && age_ms >= 0 && age_ms <= max_age_days * DAY_MS;
}

const suiteOf = ({ tasks, baseline }: Comparison): string =>
  digestSuite({ task_digests: tasks.map(({ task_digest }) => task_digest), agents: baseline.agents });

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // truncated or edited: counts as none
    return null;
  }
}
