import type { CheatId, Scenario } from '@assay/schema';
import type { Edit } from '../edits/apply-edits.ts';

/** The text files of a workspace by path. */
export type Files = ReadonlyMap<string, string>;

/** A known way to look good without the work. A sound scenario catches it, or does not pass it. */
export interface Cheat {
  readonly id: CheatId;
  readonly title: string;
  /** What a workspace must have for it to be tried. */
  readonly needs: string;
  /** The edits it makes; none where it has nothing to act on. */
  plan(files: Files, scenario: Scenario): readonly Edit[];
}

/** Declares a cheat. */
export const defineCheat = (cheat: Cheat): Cheat => Object.freeze(cheat);
