import type { SessionCheck, SessionClaim } from '@assay/schema';
import { admitsFailure } from '../../claims/admits-failure.ts';
import { assertsTestsPass, withoutZero } from '../../claims/asserts-tests-pass.ts';
import type { Request } from '../session.ts';
import type { FoundCheck } from './checks.ts';
import type { VerificationState } from './verification.ts';

const LONGEST_MESSAGE = 50_000;
const LONGEST_CLAIM = 300;
const MOST = 5;

/**
 * Claims in the last message of a request, held against its checks.
 *
 *   supported     `the tests pass`: the last test run passed, after the last change. `it builds`, `no type errors`: the
 *                 same for that kind of check. `fixed`, `it works`: verified or probed
 *   contradicted  the last check of that kind failed after the last change, and the message admits no failure
 *   unsupported   otherwise; this is no accusation
 */
export function findClaims(request: Request, checks: readonly FoundCheck[], state: VerificationState): SessionClaim[] {
  const last = request.steps.findLast(
    ({ interaction, thoughts }) =>
      interaction.kind === 'thinking' &&
      interaction.lane === undefined &&
      thoughts.some(({ text }) => text.trim() !== ''),
  );
  const message = last?.thoughts.findLast(({ text }) => text.trim() !== '')?.text ?? '';
  const text = message.slice(-LONGEST_MESSAGE).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  const admits = admitsFailure(text);
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .flatMap((sentence) => {
      const about = subjectOf(sentence);
      if (about === null) return [];
      const claim = sentence
        .replace(/^[^\w"'`(]+/, '')
        .trim()
        .slice(0, LONGEST_CLAIM);
      const { deciding, ...settled } = SETTLE[about]({ checks, state, admits });
      return [
        { claim, about, ...settled, refs: [...(last ? [last.interaction.id] : []), ...deciding.map(({ ref }) => ref)] },
      ];
    })
    .slice(0, MOST);
}

const BUILD =
  /\b(?:builds?|compiles?|type[- ]?checks?|lint(?:s|er|ing)?|tsc|mypy|eslint)\b[^.!?\n]{0,30}\b(?:pass(?:es|ed)?|succeed(?:s|ed)?|clean(?:ly)?|successful(?:ly)?|green)\b|\b(?:no|zero|0) (?:type|lint|compile(?:r|ation)?|build)[- ]?errors\b|\b(?:compiles|builds) (?:cleanly|fine|successfully|without)|\bcompiles(?=[.!,;]|$)|\btypescript: no errors\b/i;
const WORK =
  /^(?:[-*#>✅✓☑\s]|\*\*|\d+\.\s)*(?:(?:I(?:'ve| have)?|the|this|that|it|all|everything|your|both|perfect!?|great!?|done[.!]?)\s+)?[^.!?\n]{0,80}\b(?:(?:has|have|been|is|are|was|were|now|successfully|fully|correctly|properly|all) (?:now |been |successfully |fully |correctly |properly )*(?:fixed|implemented|resolved|complete(?:d)?|working|works|added|done|updated|in place|solved)|(?:fixed|implemented|resolved|completed|solved) (?:the|this|that|it|all|both|by|a|an)\b|works? (?:now|correctly|as expected|properly)|is (?:now )?ready)/i;
// `- **Parser**: fixed …`
const STARTS_WITH_WORK =
  /^[^\w`*\n]{0,10}(?:\d+\.\s)?(?:(?:\*\*|`)[^*`\n]{1,80}(?:`|\*\*){1,2}(?:\([^)\n]{0,20}\))?[^\w\n]{1,5})?(?:fixed|implemented|resolved|solved)\b/i;
/** What follows is the claim, or it is no claim about the code. */
const NO_WORK =
  /\bwhat (?:was|were|is|has been|i)\b|\bbut\b|\b(?:threads?|comments?|conflicts?) (?:is|are|was|were|have|has|been|now|all)\b|\bmerge conflicts?\b/i;
const HEDGED =
  /\b(?:should|would|could|might|may|will|if|once|when|until|unless|whether|try|need(?:s|ed)? to|not|n't|cannot|want|let me|going to|please|todo|next|plan|partially|except)\b|n't\b|\?\s*$/i;
const LONGEST_SENTENCE = 1000;

function subjectOf(sentence: string): SessionClaim['about'] | null {
  if (sentence.length > LONGEST_SENTENCE) return null;
  if (assertsTestsPass(sentence)) return 'tests';
  const plain = withoutZero(sentence);
  if (BUILD.test(sentence)) return HEDGED.test(plain) ? null : 'build';
  const claimsWork = (WORK.test(sentence) || STARTS_WITH_WORK.test(sentence)) && !NO_WORK.test(sentence);
  return claimsWork && !HEDGED.test(plain) ? 'work' : null;
}

interface Evidence {
  readonly checks: readonly FoundCheck[];
  readonly state: VerificationState;
  readonly admits: boolean;
}

interface Settled extends Pick<SessionClaim, 'state' | 'reason'> {
  readonly deciding: readonly SessionCheck[];
}

const SETTLE: Readonly<Record<SessionClaim['about'], (evidence: Evidence) => Settled>> = {
  tests: (evidence) => settleByKind(evidence, ['test'], 'test run'),
  build: (evidence) => settleByKind(evidence, ['build', 'types', 'lint'], 'build, type check or linter'),
  work: ({ state: { verification, reason, deciding } }) =>
    verification === 'verified' || verification === 'probed'
      ? { state: 'supported', reason, deciding }
      : { state: 'unsupported', reason, deciding },
};

function settleByKind(
  { checks, state, admits }: Evidence,
  kinds: readonly SessionCheck['kind'][],
  noun: string,
): Settled {
  const own = checks.filter(({ kind, result }) => kinds.includes(kind) && result !== 'unknown');
  const last = own.at(-1);
  if (last === undefined)
    return { state: 'unsupported', reason: `no ${noun} with a known result is on record`, deciding: [] };
  const isCurrent = state.after.includes(last);
  const deciding = [last];
  const quoted = `\`${last.command}\``;
  switch (last.result) {
    case 'failed':
      return isCurrent && !admits
        ? { state: 'contradicted', reason: `the last ${noun}, ${quoted}, failed`, deciding }
        : {
            state: 'unsupported',
            reason: `the last ${noun}, ${quoted}, failed${admits ? ', as the message admits' : ''}`,
            deciding,
          };
    case 'passed':
      return isCurrent
        ? { state: 'supported', reason: `${quoted} passed`, deciding }
        : {
            state: 'unsupported',
            reason: `${quoted} passed before the last change, and did not run after it`,
            deciding,
          };
    default:
      return { state: 'unsupported', reason: `the last ${noun}, ${quoted}, could not run`, deciding };
  }
}
