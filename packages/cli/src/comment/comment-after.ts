import type { Feedback } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';
import { helpFor } from '../failure.ts';
import { escapeControls, printProblem } from '../terminal/output.ts';

/** Options of commands that can comment on a pull request. */
export const COMMENT_OPTIONS = { comment: { type: 'boolean' } } as const;

export const COMMENT_HELP = `--comment         in a GitHub job, write the result to one comment of the pull request and to a check run; in
                    a GitLab job, to one note of the merge request. The token comes from GITHUB_TOKEN or
                    GITLAB_TOKEN`;

/** Shows the result of a command on its pull request. The exit code stays that of the command. */
export async function commentAfter(feedback: Feedback, signal: AbortSignal): Promise<void> {
  // loaded only here: `assay check` needs nothing of it
  const { putFeedback } = await import('@assay/harness');
  try {
    const { url } = await putFeedback(feedback, { host: createHost(), signal });
    if (url !== null) process.stderr.write(`Commented: ${escapeControls(url)}\n`);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    printProblem(`no comment was written: ${error.message}`, helpFor(error.code));
  }
}

/** The conclusion of an exit code. */
export function concludeExit(exit_code: number): Feedback['conclusion'] {
  if (exit_code === 0) return 'success';
  return exit_code === 1 ? 'failure' : 'neutral';
}
