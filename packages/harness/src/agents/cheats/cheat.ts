import type { CheatId, Scenario } from '@assay/schema';
import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';

/** A known way to look good without doing the work. A sound scenario detects it or fails it. */
export interface Cheat {
  readonly id: CheatId;
  readonly title: string;
  /** What the workspace must contain for this cheat to apply. */
  readonly needs: string;
  /** The edits it makes; empty if it does not apply. `product` has the files that the oracle changes. */
  plan(files: Files, scenario: Scenario, product: readonly string[]): readonly Edit[];
  /** A command to run in the workspace after the edits. */
  command?(product: readonly string[]): string;
}

export const defineCheat = (cheat: Cheat): Cheat => Object.freeze(cheat);
