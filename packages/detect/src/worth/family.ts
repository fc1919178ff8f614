import type { TestAspect, TestLoss } from '@assay/schema';
import type { Line } from '../inventory/outline.ts';
import type { UnitChange } from './unit-change.ts';

/** One thing that tests can lose. A family reads what changed and says what is lost by it. */
export interface Family {
  readonly aspect: TestAspect;
  judge(change: UnitChange): readonly Judged[];
}

/** A loss at a line of the change. */
export interface Judged {
  readonly grade: TestLoss['grade'];
  readonly message: string;
  readonly at: Line;
  readonly before?: Line | undefined;
  readonly after?: Line | undefined;
}

export const defineFamily = (family: Family): Family => Object.freeze(family);
