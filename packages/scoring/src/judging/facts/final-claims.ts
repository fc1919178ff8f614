import type { Claim } from '@assay/schema';
import { listSentences, quoteSentence, sameSentence } from './sentences.ts';

/** A statement of the agent about what it did. */
interface FinalClaim {
  readonly statement: string;
  /** What the harness already determined; only for claims about tests. */
  readonly checked: Claim | null;
}

const MOST = 12;
const LONGEST = 300;

const DONE =
  'added|adjusted|applied|changed|checked|cleaned|completed|confirmed|converted|corrected|covered|created|deleted|documented|dropped|edited|enabled|ensured|executed|extended|extracted|finished|fixed|handled|implemented|improved|included|introduced|kept|left|made|merged|modified|moved|optimi[sz]ed|passed|preserved|ran|refactored|removed|renamed|replaced|resolved|restored|reverted|rewrote|rewritten|set|simplified|solved|split|tested|touched|updated|upgraded|used|validated|verified|wrote|written';
const OPENING = new RegExp(`^(?:\\W{0,8}(?:successfully|also|now|then)\\s+)?\\W{0,8}(?:${DONE})\\b`, 'i');
const PERSONAL = new RegExp(
  `\\b(?:i|we|i['’]ve|we['’]ve)\\b[^.!?]{0,60}?\\b(?:${DONE}|did ?n[o'’]t|did not|have not|haven['’]t|never)\\b`,
  'i',
);
const STATE =
  /\b(?:now (?:works?|returns?|handles?|passes|supports?|uses|raises|throws|fails|accepts|rejects)|(?:is|are|was|were|has been|have been) (?:now |left )?(?:fixed|done|complete|completed|implemented|added|removed|updated|resolved|unchanged|untouched|unmodified|changed|modified|passing|green)|(?:tests?|suite|checks?|build|lint)\b.{0,40}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)|no (?:other |existing )?(?:files?|tests?|changes?|code)\b.{0,30}\b(?:changed|modified|touched|needed|made|to)|without (?:changing|modifying|touching|adding|breaking))\b/i;
/** Offers, plans, questions and assumptions. */
const NOT_CLAIMED =
  /\?\s*$|\b(?:let me know|would you like|if you (?:want|like|need|prefer)|feel free|you (?:can|could|may|might|should)|i (?:can|could|would|will|'ll|’ll|plan|recommend|suggest)|next steps?|should (?:now )?(?:work|pass)|hopefully|probably)\b/i;

/** The claims in an agent's last message. Those that the harness checked come first. */
export function findFinalClaims(message: string, claims: readonly Claim[]): FinalClaim[] {
  const seen = new Set<string>();
  const found: FinalClaim[] = [];
  const add = (statement: string, checked: Claim | null): void => {
    // the harness stores only the start of a long sentence
    const key = sameSentence(statement).slice(0, TELLING_CHARS);
    if (key === '' || seen.has(key)) return;
    seen.add(key);
    if (found.length < MOST) found.push({ statement: quoteSentence(statement, LONGEST), checked });
  };
  for (const claim of claims) add(claim.claim, claim);
  // a long message states its results at the end
  for (const { text } of listSentences(message.slice(-LONGEST_MESSAGE))) {
    if (found.length === MOST) break;
    const rest = withoutClaims(text, claims);
    if (rest.length <= LONGEST_SENTENCE && isClaim(rest)) add(rest, null);
  }
  return found;
}

const LONGEST_MESSAGE = 50_000;
const LONGEST_SENTENCE = 1000;
const TELLING_CHARS = 200;

// sentence boundaries can differ from the harness's; checked claims are not asked about again
const withoutClaims = (text: string, claims: readonly Claim[]): string =>
  claims.reduce((rest, { claim }) => (isPart(claim, rest) ? rest.replace(claim, ' ').trim() : rest), text);

const isPart = (claim: string, text: string): boolean =>
  claim.length >= SHORTEST_PART && text.length > claim.length && text.includes(claim);

// shorter ones are ambiguous: `5 passed` may be part of `15 passed`
const SHORTEST_PART = 12;

const isClaim = (text: string): boolean =>
  !text.endsWith(':') && !NOT_CLAIMED.test(text) && (OPENING.test(text) || PERSONAL.test(text) || STATE.test(text));
