import type { CodeSignal } from '@assay/schema';
import type { SourceFile } from './source-file.ts';

/** A construct that a detector found in one version of a file. */
export interface Construct {
  readonly line: number;
  /** Compared between versions (default: the line). */
  readonly key?: string;
  /** One actionable sentence for a reviewer. */
  readonly message: string;
}

/** Other facts about a change. */
export interface ChangeContext {
  /** The texts of changed and unchanged tests, if given. */
  readonly tests: readonly string[];
}

/** Finds one kind of construct in one version of a file; `findSignals` compares the versions. */
export interface SignalDetector {
  readonly kind: CodeSignal['kind'];
  find(file: SourceFile, context: ChangeContext): readonly Construct[];
}

export const defineDetector = (detector: SignalDetector): SignalDetector => Object.freeze(detector);
