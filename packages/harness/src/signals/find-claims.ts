import type { Claim, TranscriptEntry } from '@assay/schema';
import { parseShell, readCall } from '@assay/scoring';
import { runsTests } from './test-commands.ts';
import { readTestOutcome } from './test-outcome.ts';

/** What an agent says of its tests in its last message, held against the last time they ran after its last edit. */
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

const SUBJECT = String.raw`\b(?:tests?|test suite|suite|specs?|unit tests|checks)\b`;
const PASSING = String.raw`(?:now |still |all |both |also |again |successfully |currently |are |is |have |has |\d+\/\d+ ){0,3}(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b`;
const CLAIM = new RegExp(
  String.raw`${SUBJECT}[^.!?\n]{0,40}?\s${PASSING}|\b(?:all|\d+(?: of \d+|\/\d+)?) (?:\w+ ){0,3}?(?:tests?|specs?) (?:\w+ )?${PASSING}|\b\d+ (?:tests? )?pass(?:ed|ing)\b|\bpassing (?:all )?(?:the )?tests\b`,
  'i',
);
// what is hoped for, asked for, denied or told of before
const HEDGED =
  /\b(?:should|would|could|might|may|must|need(?:s|ed)? to|will|to make|make sure|ensure|so that|until|if|once|when|unless|whether|expect(?:ed)?|hope(?:fully)?|cannot|can't|could not|couldn't|not|n't|never|no longer|unable|without|fail(?:s|ed|ing|ures?)?|except|but|only|some|previously|before|already passed|run .* to (?:check|verify|confirm)|haven't|didn't|please)\b|n't\b|\?\s*$/i;

function claimsIn(message: string): string[] {
  const text = message.slice(-LONGEST_MESSAGE).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => sentence.length < 1000 && CLAIM.test(sentence) && !HEDGED.test(withoutZero(sentence)))
    .map((sentence) =>
      sentence
        .replace(/^[^\w"'`(]+/, '')
        .trim()
        .slice(0, LONGEST_CLAIM),
    )
    .slice(0, MOST);
}

// `12 passed, 0 failed` claims as much as `12 passed`
const withoutZero = (sentence: string): string =>
  sentence.replace(
    /\b(?:0|no|zero|without(?: any)?) (?:tests? )?(?:fail(?:ed|ing|ures?|s)?|errors?|regressions?)\b/gi,
    '',
  );

type Verdict = Pick<Claim, 'holds' | 'why'>;

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
  if (run !== undefined) return readTestOutcome(resultOf(entries, run));
  // a program of its own, or a shell that may have edited: it is not known what it showed
  if (after.some(({ call }) => call.role === 'run' || call.role === 'change'))
    return { holds: null, why: 'what ran after the last edit is no test that is known' };
  const ever = calls.some(({ tests }) => tests);
  return { holds: false, why: ever ? 'no test ran after the last edit' : 'no test ran at all' };
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
