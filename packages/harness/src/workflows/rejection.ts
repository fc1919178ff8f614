/** Why a commit is no task. */
export const REJECTIONS = {
  no_tests: 'changes no tests',
  no_source: 'changes no source code',
  too_large: 'is too large',
  not_installable: 'its dependencies cannot be installed',
  tests_do_not_apply: 'its tests cannot be used',
  already_green: 'its tests pass without the change',
  never_green: 'its tests do not pass with the change',
  flaky: 'its tests do not give the same result twice',
  timeout: 'its tests reach the timeout',
  not_proven: 'the task is not proven',
} as const;

export type RejectionReason = keyof typeof REJECTIONS;

/** Thrown by a stage that rejects a commit. */
export class RejectedError extends Error {
  readonly reason: RejectionReason;

  /** The detail, in one or more lines, is the message; it is empty if the reason says it all. */
  constructor(reason: RejectionReason, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** An attempt that says nothing about the commit: the next one may succeed. */
export class InconclusiveError extends RejectedError {}
