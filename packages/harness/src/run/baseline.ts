import type { LatencyBaseline } from '@assay/schema';
import { latencyBaseline } from '@assay/scoring';
import type { RunFolders } from './run-folders.ts';

// the definition of the scorecard
const SAMPLES = 20;
const YARDSTICKS = new Set(['oracle', 'nop', 'cheat', 'replay']);

/** The typical time of the last completed runs kept here; yardsticks say nothing of how long an agent takes. */
export async function findLatencyBaseline(folders: RunFolders): Promise<LatencyBaseline | null> {
  const times: number[] = [];
  for await (const { run } of folders.list()) {
    if (run.outcome === 'COMPLETED' && run.wall_ms !== null && !YARDSTICKS.has(run.agent_type))
      times.unshift(run.wall_ms);
    if (times.length === SAMPLES) break;
  }
  return latencyBaseline(times);
}
