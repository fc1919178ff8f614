import { type Change, checkRead } from '@assay/detect';
import { type CheckedMessage, checkMessage } from './check-message.ts';
import { describeFinding } from './describe-finding.ts';
import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';

/** What a session did, and what is wrong with it. */
export interface CheckedSession extends Pick<CheckedMessage, 'unchecked'> {
  readonly problems: readonly Problem[];
  readonly changed_files: number;
  /** Findings for a person to review; they stop nobody. */
  readonly reviews: number;
}

/** Checks what a session changed like `assay check`, and the last message against what ran. */
export async function findProblems(change: Change, input: HookInput): Promise<CheckedSession> {
  const { results, grades, changed_files } = await checkRead(change, { strict: false });
  const found = results.flatMap(({ type, findings }) =>
    findings.filter(({ grade }) => grade === 'blocks').map((finding) => describeFinding(type, finding)),
  );
  const { claims, unchecked } = await checkMessage(input);
  return { problems: [...found, ...claims], changed_files, reviews: grades.review, unchecked };
}
