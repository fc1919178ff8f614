import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';

/** Whether the last message of a session is true. */
export interface CheckedMessage {
  readonly claims: readonly Problem[];
  /** Why it could not be checked; null if it was. */
  readonly unchecked: string | null;
}

const NO_CLAIMS: CheckedMessage = { claims: [], unchecked: null };

/** Checks the last message against what ran in the session. */
export async function checkMessage({ last_message, transcript_path }: HookInput): Promise<CheckedMessage> {
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
