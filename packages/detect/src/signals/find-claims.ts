import type { Claim, TranscriptEntry } from '@assay/schema';
import { assertsTestsPass, parseShell, readCall, readTestOutcome, runsTests } from '@assay/scoring';

/** Claims about tests in the last message of an agent, compared with the last test run after its last edit. */
export function findClaims(entries: readonly TranscriptEntry[]): Claim[] {
  const last = entries.findLast(
    ({ type, text, lane }) => type === 'assistant' && lane === undefined && (text ?? '').trim() !== '',
  );
  const sentences = claimsIn(last?.text ?? '');
  if (sentences.length === 0) return [];
  const verdict = verify(entries);
  return sentences.map((claim) => ({ claim, ...verdict }));
}

const LONGEST_MESSAGE = 50_000;
const LONGEST_CLAIM = 300;
const MOST = 5;

function claimsIn(message: string): string[] {
  const text = message.slice(-LONGEST_MESSAGE).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter(assertsTestsPass)
    .map((sentence) =>
      sentence
        .replace(/^[^\w"'`(]+/, '')
        .trim()
        .slice(0, LONGEST_CLAIM),
    )
    .slice(0, MOST);
}

type Verdict = Omit<Claim, 'claim'>;

function verify(entries: readonly TranscriptEntry[]): Verdict {
  const calls = entries.flatMap((entry, index) => {
    if (entry.type !== 'tool_use') return [];
    const call = readCall(entry.tool ?? '', entry.input);
    const tests =
      call.command === null ? /test/i.test(entry.tool ?? '') && call.role === 'run' : hasTests(call.command);
    return [{ entry, index, call, tests }];
  });
  const edit = calls.findLast(({ call }) => call.role === 'edit' && !isProse(call.targets));
  const after = calls.filter(({ index }) => index > (edit?.index ?? -1));
  const run = after.findLast(({ tests }) => tests);
  if (run !== undefined) return { ...readTestOutcome(resultOf(entries, run)), basis: 'test_run' };
  if (calls.length === 0) return { holds: null, why: 'the agent shows no tool calls', basis: 'no_calls' };
  // an unknown program, or a command that may have edited files: inconclusive
  if (after.some(({ call }) => call.role === 'run' || call.role === 'change'))
    return { holds: null, why: 'what ran after the last edit is no test that is known', basis: 'other_run' };
  const ever = calls.some(({ tests }) => tests);
  // an unchecked claim is not false
  return { holds: null, why: `no test ran ${ever ? 'after the last edit' : 'at all'}`, basis: 'no_test_run' };
}

const hasTests = (command: string): boolean =>
  parseShell(command.startsWith('\0') ? command.slice(1).replaceAll('\0', ' ') : command).some((each) =>
    runsTests(each),
  );

const isProse = (targets: readonly string[]): boolean =>
  targets.length > 0 && targets.every((path) => /\.(?:md|mdx|txt|rst|adoc|log)$/i.test(path));

function resultOf(
  entries: readonly TranscriptEntry[],
  { entry, index }: { entry: TranscriptEntry; index: number },
): TranscriptEntry | undefined {
  const later = entries.slice(index + 1);
  if (entry.tool_id != null)
    return later.find(({ type, tool_id }) => type === 'tool_result' && tool_id === entry.tool_id);
  const next = later.find(({ type }) => type === 'tool_result' || type === 'tool_use');
  return next?.type === 'tool_result' ? next : undefined;
}
