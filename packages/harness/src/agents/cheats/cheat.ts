import type { CheatId, Scenario } from '@assay/schema';
import type { Edit } from '../edits/apply-edits.ts';

/** The text files of a workspace by path. */
export type Files = ReadonlyMap<string, string>;

/** A known way to look good without doing the work. A sound scenario detects it or fails it. */
export interface Cheat {
  readonly id: CheatId;
  readonly title: string;
  /** What the workspace must contain for this cheat to apply. */
  readonly needs: string;
  /** The edits it makes; empty if it does not apply. */
  plan(files: Files, scenario: Scenario): readonly Edit[];
}

export const defineCheat = (cheat: Cheat): Cheat => Object.freeze(cheat);
