import type { Finding } from '@assay/schema';
import { escapeControls } from '../terminal/output.ts';
import type { Problem } from './problem.ts';
import { nameFor } from './session-state.ts';

const EXPLAIN = 'or say in your last message why it must be so';

/** What to do about a finding, by the type of its scorer. */
const ADVICE: Readonly<Record<string, string>> = {
  no_new_skips: `run the test again, ${EXPLAIN}`,
  assertions_not_weakened: `restore it, ${EXPLAIN}`,
  no_new_suppressions: `fix the cause instead of silencing it, ${EXPLAIN}`,
  special_cased_tests: `compute the answer instead, ${EXPLAIN}`,
  early_exits: `remove the early exit, ${EXPLAIN}`,
  test_count_floor: `restore the tests, ${EXPLAIN}`,
  forbid_secrets: 'read it from the environment instead, and tell the user to replace it if it was real',
};
const LONGEST_QUOTE = 160;
const LONGEST_MESSAGE = 400;

/** A finding of a check as a problem for the agent. */
export function describeFinding(type: string, { path, line, message, kind = '', before }: Finding): Problem {
  const place = `${quote(path)}${line === undefined ? '' : `:${line}`}`;
  const was = before === undefined ? '' : ` (it was \`${quote(before.replaceAll('`', "'"))}\`)`;
  return {
    // without numbers, so that the same finding on another line is the same
    key: nameFor(type, path, kind, message.replaceAll(/\d+/g, '#')),
    scorer: type,
    path,
    line: line ?? null,
    message,
    sentence: `${place}: ${onOneLine(message, LONGEST_MESSAGE)}${was}; ${ADVICE[type] ?? `fix it, ${EXPLAIN}`}.`,
  };
}

export const quote = (text: string): string => onOneLine(text, LONGEST_QUOTE);

// the agent wrote these texts: they must not look like anything but a quote
const onOneLine = (text: string, longest: number): string => {
  const line = escapeControls(text.replaceAll(/\s+/g, ' ').trim());
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
};
