import { AssayError } from '@assay/schema';
import type { OpenedJudge } from './open-judge.ts';

/** Throws unless the judge can be asked: what was paid for before that is known is lost. */
export async function requireJudge({ judge }: Pick<OpenedJudge, 'judge'>): Promise<void> {
  const members = judge?.members ?? [];
  const obstacles = await Promise.all(members.map(({ backend }) => backend.findObstacle()));
  const found = [...new Set(obstacles.filter((obstacle) => obstacle !== null))];
  if (judge === null || found.length === 0) return;
  throw new AssayError(
    'judge_unavailable',
    `the judge ${judge.name} cannot be asked: ${found.join('; ')}. To go without it: --judge heuristic`,
  );
}
