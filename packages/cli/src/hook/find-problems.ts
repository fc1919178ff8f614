import { type Baseline, check } from '@assay/detect';
import { describeFinding } from './describe-finding.ts';
import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';

/** What a session did, and what is wrong with it. */
export interface CheckedSession {
  readonly problems: readonly Problem[];
  readonly changed_files: number;
  /** Findings for a person to review; they stop nobody. */
  readonly reviews: number;
}

/** Checks the change since a session began like `assay check`, and the last message against what ran. */
export async function findProblems(
  input: HookInput,
  { baseline, signal }: { readonly baseline: Baseline; readonly signal: AbortSignal },
): Promise<CheckedSession> {
  const { results, grades, changed_files } = await check({
    folder: baseline.root,
    since: baseline,
    strict: false,
    signal,
  });
  const found = results.flatMap(({ type, findings }) =>
    findings.filter(({ grade }) => grade === 'blocks').map((finding) => describeFinding(type, finding)),
  );
  const claims = changed_files === 0 ? [] : await findFalseClaims(input);
  return { problems: [...found, ...claims], changed_files, reviews: grades.review };
}

async function findFalseClaims(input: HookInput): Promise<readonly Problem[]> {
  // most messages claim nothing about tests, and the transcript may be long
  if (input.transcript_path === null || !/\b(?:pass|green|succeed)/i.test(input.last_message)) return [];
  const { checkClaims } = await import('./check-claims.ts');
  return await checkClaims(input.last_message, input.transcript_path);
}
