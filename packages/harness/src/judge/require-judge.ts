import { AssayError } from '@assay/schema';
import type { OpenedJudge } from './open-judge.ts';

/** Throws if the judge cannot be asked, before runs spend money. */
export async function requireJudge({ judge }: Pick<OpenedJudge, 'judge'>): Promise<void> {
  const members = judge?.members ?? [];
  const obstacles = await Promise.all(members.map(({ backend }) => backend.findObstacle()));
  const found = [...new Set(obstacles.filter((obstacle) => obstacle !== null))];
  if (judge === null || found.length === 0) return;
  throw new AssayError(
    'judge_unavailable',
    `the judge ${judge.name} is not available: ${found.join('; ')}. To run without a model judge, use --judge heuristic`,
  );
}
