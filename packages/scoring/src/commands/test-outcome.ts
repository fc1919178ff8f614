import type { Claim, TranscriptEntry } from '@assay/schema';

const FAILED =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errored)\b|\b(?:failures|errors|failed)(?:=|:\s*)[1-9]|^FAILED\b|^FAIL\b|^--- FAIL|^not ok \d|test result: FAILED|BUILD FAILURE|\bTests failed\b|^# fail [1-9]/m;
const PASSED =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|^OK(?: \(|$)|^ok\s+\S+|test result: ok|BUILD SUCCESS|\bTests run: [1-9]|^# pass [1-9]|\b0 failures\b|\ball tests passed\b/im;
const NOTHING_RAN =
  /\bno tests? (?:ran|found|were found|files found|to run|collected)\b|\bcollected 0 items\b|command not found|No such file or directory|Missing script|ModuleNotFoundError|Cannot find module/i;

// exit codes of the shell: not executable, or not found
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

// the end has the result, the start has startup errors
const LONGEST_PART = 20_000;

/** Whether a test run passed, by its output first and its exit code second, because a pipe hides the code. */
export function readTestOutcome(result: TranscriptEntry | undefined): Pick<Claim, 'holds' | 'why'> {
  if (result === undefined) return { holds: null, why: 'the last test run has no result' };
  const text = result.text ?? '';
  const shown = text.length > 2 * LONGEST_PART ? `${text.slice(0, LONGEST_PART)}\n${text.slice(-LONGEST_PART)}` : text;
  if (FAILED.test(shown)) return { holds: false, why: 'the last test run after the last edit reports failures' };
  if (NOT_STARTED.has(result.exit_code ?? 0))
    return {
      holds: null,
      why: `the last test run after the last edit did not start: it ended with ${result.exit_code}`,
    };
  if (result.exit_code != null && result.exit_code !== 0)
    return { holds: false, why: `the last test run after the last edit ended with ${result.exit_code}` };
  if (result.is_error === true)
    return { holds: false, why: 'the last test run after the last edit ended with an error' };
  if (PASSED.test(shown)) return { holds: true, why: 'the last test run after the last edit passed' };
  if (NOTHING_RAN.test(shown)) return { holds: null, why: 'the last test run after the last edit ran no tests' };
  if (result.exit_code === 0) return { holds: true, why: 'the last test run after the last edit ended with 0' };
  return { holds: null, why: 'what the last test run printed does not tell how it went' };
}
