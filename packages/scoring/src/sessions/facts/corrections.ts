import type { Correction } from '@assay/schema';
import { quoteCall, shorten } from '../../insights/quote-call.ts';
import { isInterruption } from '../requests.ts';
import type { Request } from '../session.ts';

const LONGEST = 300;

/**
 * Corrections of the work on a request: a call that the person rejected, an interruption, and the next message if it
 * tells the agent that its work is wrong, incomplete or not what was asked.
 */
export function findCorrections(request: Request, next: Request | undefined): Correction[] {
  const last = request.steps.at(-1)?.interaction.id ?? null;
  const rejected = request.steps
    .filter(({ outcome }) => outcome === 'rejected')
    .map((step): Correction => ({ kind: 'rejected_call', text: quoteCall(step), ref: step.interaction.id }));
  const stops = request.entries.filter((entry) => entry.lane === undefined && isInterruption(entry)).length;
  // rejecting a call also stops the turn
  const interruptions = Array.from(
    { length: Math.max(0, stops - rejected.length) },
    (): Correction => ({ kind: 'interruption', text: 'the person stopped the agent', ref: last }),
  );
  const message: Correction[] =
    next !== undefined && request.steps.length > 0 && isCorrective(next.prompt)
      ? [{ kind: 'message', text: shorten(next.prompt, LONGEST), ref: last }]
      : [];
  return [...rejected, ...interruptions, ...message];
}

const READ = 600;

/** Whether a message tells an agent that what it did is wrong. English only; `docs/sessions.md` has the error rates. */
export function isCorrective(message: string): boolean {
  const text = message
    .slice(0, READ)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/[’`]/g, "'");
  const start = text.trimStart();
  return STARTS.test(start) || ANYWHERE.test(text);
}

const STARTS =
  /^(?:no+(?:pe)?\b(?! (?:problem|worries|need|rush|thanks|idea))|wrong\b|(?:now )?(?:wait|w8)\b|stop\b|hold on\b|undo\b|revert\b|still\b|almost\b|i disagree\b|what are you doing|are you (?:sure|kidding)|wtf\b|how (?:exactly )?is (?:this|that|it) not\b|(?:well,? )?you (?:ran|went|jumped|got|skipped|overwrote|added|put|used|made) |i (?:really |actually )?(?:thought|meant)\b|i (?:would )?prefer\b|i don'?t think\b|i'm not sure (?:this|that|why|from|about)|there'?s no need\b|remove the (?:un|wrong|extra)|nothing (?:happen|chang)|same (?:error|issue|problem|result)|that(?:'s| is| was)(?: still)? (?:not|wrong|incorrect)|this is(?: still)? (?:not|wrong|incorrect)|it(?:'s| is)(?: still)? (?:not|wrong|broken)|not (?:what|quite|working|yet|good|there)|don'?t\b|do not\b|why (?:did|didn'?t|are|aren'?t|do|don'?t|is|isn'?t|would|have|haven'?t|the)\b|you (?:didn'?t|did not|forgot|missed|broke|removed|deleted|shouldn'?t|should not|should have|were supposed|haven'?t|still|keep|only|again)|i (?:said|told|asked|meant|mean|didn'?t|did not|never)\b|please (?:don'?t|do not|stop|revert|undo))/i;
const ANYWHERE =
  /[?!]{2,}|(?<!but )\b(?:no need (?:for you )?to|not appropriate|(?:should ?n'?t|shou?ld? not|shoudl not) (?:be|have|do|use)\b|didn'?t mean|does(?:n'?t| not) look (?:like|right)|(?:hint|name|type|order|value|test|file|one|result|output) is wrong|(?:still|so|very|i'm getting|not) confus(?:ed|ing)|(?:i think|it seems|looks like) you(?:'ve| have)?|you (?:skipped|went too far|ran ahead|overwr\w+)|why are you|i wanted you to|(?:that|this|it|which)(?:'s| is| was) (?:not (?:what|right|correct|working|how|true)|wrong|incorrect)|not what i (?:asked|wanted|meant|said)|(?:still|it) (?:doesn'?t|does not|isn'?t|not|fails?|failing|broken|gives?|shows?|getting|get|see(?:ing)?)\b(?: \w+){0,3} (?:work|working|fix|fixed|error|errors|same|fail|broken|correct|right|there)|(?:doesn'?t|does not|didn'?t|did not|isn'?t|not) (?:seem to )?work(?:ing)?\b|you (?:forgot|missed|broke|didn'?t|did not|were supposed to|should have|ignored|misunderstood|removed|deleted|skipped)\b|i (?:said|told you|asked (?:you )?(?:to|for)|already (?:told|said|asked))\b|as i (?:said|asked|told)|should(?: be|n'?t be| not be| have been)\b[^.\n]{0,60}\b(?:not|instead)\b|instead of\b[^.\n]{0,60}\byou\b|(?:is|are|was|were) (?:still )?(?:missing|broken|wrong|incorrect)\b|same (?:error|issue|problem) (?:again|still|as before)|(?:still|now) (?:fails|failing|broken|errors|crashes)|regress(?:ed|ion)|(?:please )?(?:revert|undo|roll back) (?:that|this|it|the|your|those)|go back to)/i;
