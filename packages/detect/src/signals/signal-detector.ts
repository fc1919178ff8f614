import type { CodeSignal } from '@assay/schema';
import type { SourceFile } from './source-file.ts';

/** Something a detector found in one version of a file. */
export interface Construct {
  readonly line: number;
  /** What is compared between the versions; without it, the line as it is written. */
  readonly key?: string;
  /** One sentence a reviewer can act on. */
  readonly message: string;
}

/** What else is known of a change. */
export interface ChangeContext {
  /** The texts of the tests, changed or not, as far as they were given. */
  readonly tests: readonly string[];
}

/** Finds one kind of construct in one version of a file. What a change adds or removes is for `findSignals` to tell. */
export interface SignalDetector {
  readonly kind: CodeSignal['kind'];
  find(file: SourceFile, context: ChangeContext): readonly Construct[];
}

export const defineDetector = (detector: SignalDetector): SignalDetector => Object.freeze(detector);
