import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Comparison, FalseAlarms } from '@assay/schema';
import { digestSuite } from './suite-digest.ts';

const DAY_MS = 86_400_000;

export interface RecentOptions {
  /** The folder `.assay`. */
  readonly root: string;
  readonly now_ms: number;
  readonly max_age_days: number;
}

/** Whether the suite of a comparison was compared with itself not long ago, and held. What cannot be read did not. */
export async function hasRecentFalseAlarms(
  { tasks, baseline }: Comparison,
  { root, now_ms, max_age_days }: RecentOptions,
): Promise<boolean> {
  const text = await readFile(join(root, 'aa.json'), 'utf8').catch(() => 'null');
  const kept = FalseAlarms.safeParse(tryJson(text));
  if (!kept.success) return false;
  const age_ms = now_ms - Date.parse(kept.data.measured_at);
  const suite = digestSuite({ task_digests: tasks.map(({ task_digest }) => task_digest), agents: baseline.agents });
  return kept.data.holds && kept.data.suite_digest === suite && age_ms >= 0 && age_ms <= max_age_days * DAY_MS;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // cut short or edited: as good as none
    return null;
  }
}
