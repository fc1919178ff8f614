import { type Change, checkRead } from '@assay/detect';
import { describeFinding } from './describe-finding.ts';
import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';

/** What a session did, and what is wrong with it. */
export interface CheckedSession {
  readonly problems: readonly Problem[];
  readonly changed_files: number;
  /** Findings for a person to review; they stop nobody. */
  readonly reviews: number;
  /** Why the last message could not be checked; null if it was. */
  readonly unchecked: string | null;
}

/** Checks what a session changed like `assay check`, and the last message against what ran. */
export async function findProblems(change: Change, input: HookInput): Promise<CheckedSession> {
  const { results, grades, changed_files } = await checkRead(change, { strict: false });
  const found = results.flatMap(({ type, findings }) =>
    findings.filter(({ grade }) => grade === 'blocks').map((finding) => describeFinding(type, finding)),
  );
  const { claims, unchecked } = await findFalseClaims(input);
  return { problems: [...found, ...claims], changed_files, reviews: grades.review, unchecked };
}

interface CheckedClaims extends Pick<CheckedSession, 'unchecked'> {
  readonly claims: readonly Problem[];
}

const NO_CLAIMS: CheckedClaims = { claims: [], unchecked: null };

async function findFalseClaims({ last_message, transcript_path }: HookInput): Promise<CheckedClaims> {
  // most messages claim nothing about tests, and the transcript may be long
  if (transcript_path === null || !/\b(?:pass|green|succeed)/i.test(last_message)) return NO_CLAIMS;
  const { checkClaims } = await import('./check-claims.ts');
  try {
    return { claims: await checkClaims(last_message, transcript_path), unchecked: null };
  } catch (error) {
    // a transcript that cannot be read must not hide what the change shows
    return { claims: [], unchecked: error instanceof Error ? error.message : String(error) };
  }
}
