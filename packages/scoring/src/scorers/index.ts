import type { ScorerType } from '@assay/schema';
import type { Scorer } from '../scorer.ts';
import { allowedPaths } from './allowed-paths.ts';
import { baselineUnmodified } from './baseline-unmodified.ts';
import { command } from './command.ts';
import { fileExists } from './file-exists.ts';
import { forbidPaths } from './forbid-paths.ts';
import { llmJudge } from './llm-judge.ts';
import { maxFilesChanged } from './max-files-changed.ts';
import { testsUnmodified } from './tests-unmodified.ts';

/** Every scorer, in the order of reports. */
export const SCORERS: readonly Scorer[] = [
  command,
  allowedPaths,
  forbidPaths,
  maxFilesChanged,
  fileExists,
  testsUnmodified,
  baselineUnmodified,
  llmJudge,
];

/** Types a task may ask for although no scorer reads them here, and whether they are required by default. */
export const UNREAD_TYPES: Readonly<Partial<Record<ScorerType, { readonly required_by_default: boolean }>>> = {
  forbid_secrets: { required_by_default: true },
  no_new_skips: { required_by_default: false },
  assertions_not_weakened: { required_by_default: false },
};

/** The scorer of a type, where there is one. */
export const findScorer = (type: ScorerType): Scorer | undefined => SCORERS.find((scorer) => scorer.type === type);
