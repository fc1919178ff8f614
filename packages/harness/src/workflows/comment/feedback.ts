import type { Host } from '../../contracts/host.ts';

/** A line that something was found at. */
export interface Annotation {
  readonly path: string;
  readonly line: number;
  readonly level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** The result of a command, as a pull request shows it. */
export interface Feedback {
  /** The command, such as `check`. */
  readonly name: string;
  readonly conclusion: 'success' | 'failure' | 'neutral';
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

export interface FeedbackOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly first_wait_ms?: number;
}

/** Where a comment was written; null if the job belongs to no pull request. */
export interface WrittenFeedback {
  readonly url: string | null;
}
