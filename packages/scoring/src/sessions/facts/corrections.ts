import type { Correction } from '@assay/schema';
import { quoteCall, shorten } from '../../insights/quote-call.ts';
import { isInterruption } from '../requests.ts';
import type { Request } from '../session.ts';
import { CORRECTIVE_SIGNS, isQuestion } from './corrective-signs.ts';

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
    next !== undefined && request.steps.length > 0 && isCorrective(next.prompt, endsWithQuestion(request))
      ? [{ kind: 'message', text: shorten(next.prompt, LONGEST), ref: last }]
      : [];
  return [...rejected, ...interruptions, ...message];
}

function endsWithQuestion({ entries }: Request): boolean {
  const said = entries.findLast(
    ({ type, text, lane }) => type === 'assistant' && lane === undefined && (text ?? '').trim() !== '',
  );
  return /\?[\s*_)]*$/.test((said?.text ?? '').slice(-200));
}

const READ = 600;
const LONG = 450;
const FIRST = 3;
const INTERJECTIONS = /^(?:(?:h+m+|u+h*m*|oh|ah+|ok(?:ay)?|so|well|yeah|and|also)[,. ]+)+/i;
/** What may happen is no report of what happened. */
const CONDITION = /\b(?:if|when|unless) (?:it|there|they|that|this|you|we|any|the)\b[^,.;?!\n]{0,120}/gi;

/**
 * Whether a message tells an agent that what it did is wrong. English only; `docs/sessions.md` has the error rates.
 * After a question of the agent, a refusal is an answer.
 */
export function isCorrective(message: string, isAnswer = false): boolean {
  if (TEMPLATE.test(message)) return false;
  const text = message
    .slice(0, READ)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/[’`]/g, "'")
    .trim();
  const starts = [...new Set([text, text.replace(INTERJECTIONS, '')])];
  // who corrects says so first; a long message then goes on with what to do
  const read = message.length > LONG ? FIRST : undefined;
  const sentences = starts.flatMap((start) => start.split(/(?<=[.!?])\s+|\n+/).slice(0, read));
  const statements = sentences.filter((sentence) => !isQuestion(sentence)).map((one) => one.replace(CONDITION, ' '));
  const parts = { start: starts, sentence: sentences, statement: statements };
  return CORRECTIVE_SIGNS.some(
    ({ pattern, where, mayAnswer }) => !(isAnswer && mayAnswer) && parts[where].some((part) => pattern.test(part)),
  );
}

// prompts that a command of the agent inserted, and plans that it wrote itself
const TEMPLATE =
  /^(?:#{1,3} |You are (?:an?|the) |<[a-z_]+>|\*\*[A-Z]|Implement the following plan:|Base directory for)/;
