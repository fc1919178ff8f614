import type { ChangedPath, CodeSignal, Finding } from '@assay/schema';
import { fail, notApplicable, pass, type ScorerOutcome } from './scorer.ts';

interface Question {
  readonly kinds: readonly CodeSignal['kind'][];
  /** The reason when there are none. */
  readonly none: string;
  /** What they are called, after their number. */
  readonly some: string;
}

interface Read {
  readonly signals: readonly CodeSignal[];
  readonly changed_paths: readonly ChangedPath[];
}

/** Reports every added signal of some kinds; the score is the share of changed files without one. */
export function scoreAdded({ signals, changed_paths }: Read, { kinds, none, some }: Question): ScorerOutcome {
  if (changed_paths.length === 0) return notApplicable('nothing changed');
  const found = signals.filter(({ kind, change }) => change === 'added' && kinds.includes(kind));
  if (found.length === 0) return pass(none);
  return fail(shareWithout(found, changed_paths), `${found.length} ${some}`, { findings: found.map(describeSignal) });
}

/** The share of changed files without any of these; below 1 when there are any. */
export function shareWithout(found: readonly { readonly path: string }[], changed: readonly ChangedPath[]): number {
  const touched = new Set(found.map(({ path }) => path)).size;
  const all = Math.max(changed.length, touched);
  return (all - touched) / all;
}

/** Formats a signal as a finding: where it is, the code, and what to do about it. */
export const describeSignal = (signal: CodeSignal): Finding => {
  const { kind, path, line, text, change, message } = signal;
  return {
    path,
    line,
    kind,
    ...(isCertain(signal) && { certain: true }),
    message: `${change} \`${text}\`: ${message}`,
  };
};

/** Whether a signal has no legitimate explanation: a planted exit, or a test runner that cannot fail. */
const isCertain = ({ kind, change, path, text }: CodeSignal): boolean =>
  change === 'added' &&
  (kind === 'early_exit' || (kind === 'runner_config' && (STARTED_UNASKED.test(path) || CANNOT_FAIL.test(text))));

// Python runs these files before anything else, including the tests
const STARTED_UNASKED = /(?:^|\/)(?:(?:site|user)customize\.py|[^/]+\.pth)$/;
// a test script that always succeeds
const CANNOT_FAIL =
  /"(?:pre|post)?test[^"]*"\s*:\s*"\s*(?:true|:|exit(?:\s+0)?|echo\b[^&|;"]*)\s*(?:;\s*exit\s+0\s*)?"/;
