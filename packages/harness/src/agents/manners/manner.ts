import type { MannerId } from '@assay/schema';
import type { BuiltInRequest } from '../../contracts/agent.ts';

/** A way in which honest people solve a task. A sound scenario passes all of them. */
export interface Manner {
  readonly id: MannerId;
  readonly title: string;
  /** `solve` applies the solution and returns the changed paths. */
  act(request: BuiltInRequest, solve: () => Promise<readonly string[]>): Promise<void>;
}

export const defineManner = (manner: Manner): Manner => Object.freeze(manner);
